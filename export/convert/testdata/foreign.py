"""Counts the solutions of shipped puzzles by other people's programs.

coverstat writes each puzzle as text, and other programs read it. Their numbers must be
those that coverstat counts. Between the text and a program stands at most a loop that
hands over lines, one clause or constraint a line.

  miniexact   Knuth's text: his algorithms for exact covers, with colours; it reads no bounds
  exact       pseudo-Boolean constraints: a solver by cutting planes
  glucose     clauses: a SAT solver that lists all models, of python-sat
  ganak       clauses: a model counter
"""

import csv
import io
import json
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

BIN = Path(sys.executable).parent
SECONDS = 120  # of one count


def coverstat(*args):
    return subprocess.run([PROGRAM, *args], check=True, capture_output=True, text=True).stdout


def clauses(text):
    for line in text.splitlines():
        if line[0] not in "cp":
            yield [int(word) for word in line.split()[:-1]]


def ganak(text):
    import pyganak

    counter = pyganak.Counter()
    for clause in clauses(text):
        counter.add_clause(clause)
    return counter.count()


def glucose(text):
    from pysat.solvers import Solver

    with Solver("glucose4", bootstrap_with=clauses(text)) as solver:
        return sum(1 for _ in solver.enum_models())


def exact(text):
    from exact import Exact

    solver = Exact()
    lines = [line.split() for line in text.splitlines() if line[0] != "*"]
    variables = sorted({word for line in lines for word in line if word[0] == "x"})
    for variable in variables:
        solver.addVariable(variable, 0, 1)
    for *terms, relation, bound, _ in lines:
        pairs = [(int(c), x) for c, x in zip(terms[::2], terms[1::2])]
        solver.addConstraint(pairs, True, int(bound), relation == "=", int(bound))
    return solver.count(variables)[1]


def miniexact(text):
    with tempfile.NamedTemporaryFile("w", suffix=".dlx") as file:
        file.write(text)
        file.flush()
        answer = subprocess.run([BIN / "miniexact", "-m", "-e", "-D", file.name], capture_output=True, text=True)
    last = answer.stdout.rstrip().rsplit("\n", 1)[-1].split()
    return 0 if last[:1] == ["No"] else int(last[1])


FORMATS = {"miniexact": "knuth", "exact": "opb", "glucose": "cnf", "ganak": "cnf"}

# Puzzles and the programs that end soon.
PUZZLES = [line.split("|") for line in """
pent-3x20 | miniexact
pent-4x15 | miniexact
baibian-shang | miniexact exact glucose ganak
scott | miniexact
tetro2-5x8 | glucose
dominoes-8x8 --set puzzle.board={"rows":6,"cols":6} | miniexact exact ganak
dominoes-8x8 | ganak
dominoes-torus-8x8 --set puzzle.board={"rows":6,"cols":6} | miniexact
tetrominoes-cylinder | miniexact
soma | miniexact
slothouber-graatsma | exact glucose
diabolical-cube | miniexact glucose
tetracubes-2x4x4 | miniexact
tetrahexes-4x7 | miniexact exact glucose
polyhexes-34 | miniexact
hexiamonds-6x6 | miniexact
queens-8 | miniexact exact glucose ganak
langford-8 | miniexact exact glucose
squares-2 | miniexact exact glucose
sts-9 | miniexact exact glucose
latin-5 | miniexact
sudoku-4x4 | miniexact exact glucose ganak
sudoku-file --instance 0 | miniexact exact glucose ganak
nonogram-files --instance 0 | miniexact exact glucose ganak
nonogram-files --instance 1 | miniexact exact glucose
nonogram-files --instance 2 | miniexact exact glucose
nonogram-files --instance 3 | miniexact exact glucose
nonogram-files --instance 4 | miniexact exact glucose ganak
nonogram-files --instance 5 | miniexact exact glucose
""".strip().splitlines()]


def expected(args):
    """The number that coverstat counts: of a survey, in the row of the instance."""
    if "--instance" not in args:
        return int(json.loads(coverstat("count", "--json", *args))["raw"])
    name, _, instance = args
    with tempfile.TemporaryDirectory() as folder:
        coverstat("run", name, "--set", "puzzle.limit=1000", "--out", folder + "/run", "--progress", "none")
        rows = csv.DictReader(io.StringIO(coverstat("cat", folder + "/run", "--columns", "solutions")))
        return int(list(rows)[int(instance)]["solutions"])


def count(args, program):
    """The number that another program counts, in a process of its own."""
    began = time.time()
    text = coverstat("convert", *args, "--to", FORMATS[program])
    try:
        answer = subprocess.run([sys.executable, __file__, "--count", program], input=text, capture_output=True, text=True, timeout=SECONDS)
        found = int(answer.stdout) if answer.returncode == 0 else answer.stderr.strip().rsplit("\n", 1)[-1]
    except subprocess.TimeoutExpired:
        found = f"not counted in {SECONDS} s"
    return found, time.time() - began


def main():
    failed = counts = 0
    with ThreadPoolExecutor(2) as pool:
        jobs = {}
        for name, programs in PUZZLES:
            args = name.split()
            want = pool.submit(expected, args)
            for program in programs.split():
                jobs[pool.submit(count, args, program)] = (name.strip(), program, want)
        for job in as_completed(jobs):
            name, program, want = jobs[job]
            found, seconds = job.result()
            counts += 1
            failed += found != want.result()
            verdict = "" if found == want.result() else f"  BUT coverstat counts {want.result()}"
            print(f"{name:44} {program:10} {found:>12} {seconds:6.1f} s{verdict}", flush=True)
    print(f"{counts - failed} passed, {failed} failed")
    return 1 if failed else 0


if sys.argv[1] == "--count":
    print(globals()[sys.argv[2]](sys.stdin.read()))
else:
    PROGRAM = sys.argv[1]
    sys.exit(main())
