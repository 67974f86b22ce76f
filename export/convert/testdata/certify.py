"""Certifies censuses: a proof, checked by another program, that there are no more solutions.

coverstat writes a puzzle as pseudo-Boolean constraints. The solver Exact finds solutions,
as many as coverstat counts; each is checked here. Then it proves that the constraints
together with one that excludes each of these solutions cannot be met, and VeriPB, whose
authors are others, checks every step of the proof.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from exact import Exact

PROGRAM, VERIPB = sys.argv[1:]
PUZZLES = ["queens-8", "baibian-shang", "tetrahexes-4x7", "slothouber-graatsma", "langford-8", "sudoku-4x4"]


def coverstat(*args):
    return subprocess.run([PROGRAM, *args], check=True, capture_output=True, text=True).stdout


def constraints(lines):
    """The terms, the relation and the bound of each line."""
    for line in lines:
        *terms, relation, bound, _ = line.split()
        yield [(int(c), x) for c, x in zip(terms[::2], terms[1::2])], relation, int(bound)


def solver(lines, variables, *options):
    s = Exact(list(options))
    for variable in variables:
        s.addVariable(variable, 0, 1)
    for terms, relation, bound in constraints(lines):
        s.addConstraint(terms, True, bound, relation == "=", bound)
    return s


def satisfies(true, lines):
    for terms, relation, bound in constraints(lines):
        value = sum(c for c, x in terms if x in true)
        if value != bound if relation == "=" else value < bound:
            return False
    return True


def solutions(lines, variables):
    s = solver(lines, variables)
    while s.runFull(False) == "SAT":
        values = s.getLastSolutionFor(variables)
        s.invalidateLastSol(variables)
        yield frozenset(x for x, value in zip(variables, values) if value)


def version2(proof):
    """A proof as VeriPB reads it today: Exact writes version 1.1, which copies each
    constraint first, behind 0 >= 0, while version 2.0 numbers them itself."""
    axioms = sum(line.startswith("l ") for line in proof)
    assert proof[1:3] == ["rup >= 0 ;", "l 1"] and proof[axioms + 1] == f"l {axioms}"

    def number(text):
        n = int(text)
        return n if n > axioms + 1 else axioms + 1 if n == 1 else n - 1

    yield from ["pseudo-Boolean proof version 2.0", f"f {axioms}", proof[1]]
    for line in proof[axioms + 2 :]:
        words = line.split()
        if words[0] == "pol":  # a number before * or d is a factor or a divisor
            yield " ".join(
                str(number(w)) if w.isdigit() and after not in ("*", "d") else w for w, after in zip(words, words[1:] + [""])
            )
        elif words[0] == "c":
            yield from ["output NONE", f"conclusion UNSAT : {number(words[1])}", "end pseudo-Boolean proof"]
        elif words[0] == "rup":
            yield line
        elif words[0] != "*":
            raise ValueError(f"step {line!r}")


def certify(name, folder):
    lines = [line for line in coverstat("convert", name, "--to", "opb").splitlines() if line[0] != "*"]
    last = max(int(x[1:]) for terms, _, _ in constraints(lines) for _, x in terms)
    variables = [f"x{n}" for n in range(1, last + 1)]  # the proof numbers them in this order
    found = set(solutions(lines, variables))
    count = int(json.loads(coverstat("count", "--json", name))["raw"])
    if len(found) != count or not all(satisfies(s, lines) for s in found):
        return f"{len(found)} solutions, but coverstat counts {count}"
    for s in found:
        lines.append(" ".join(f"-1 {x}" for x in sorted(s)) + f" >= {1 - len(s)} ;")
    formula = folder / "formula.opb"
    formula.write_text(f"* #variable= {len(variables)} #constraint= {len(lines)}\n" + "\n".join(lines) + "\n")
    s = solver(lines, variables, ("proof-log", str(folder / "proof")))
    if s.runFull(False) != "UNSAT":
        return "there are more solutions"
    del s  # closes the proof
    proof = list(version2((folder / "proof.proof").read_text().splitlines()))
    (folder / "proof.pbp").write_text("\n".join(proof) + "\n")
    checked = subprocess.run([VERIPB, formula, folder / "proof.pbp"], capture_output=True, text=True)
    if "s VERIFIED UNSATISFIABLE" not in checked.stdout:
        return checked.stdout + checked.stderr
    print(f"{name:24} {count:6} solutions and no more: a proof of {len(proof)} steps, checked", flush=True)
    return ""


failed = 0
for puzzle in PUZZLES:
    with tempfile.TemporaryDirectory() as work:
        problem = certify(puzzle, Path(work))
        if problem:
            failed += 1
            print(f"{puzzle}: {problem}", flush=True)
print(f"{len(PUZZLES) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
