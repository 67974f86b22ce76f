"""Counts, conditions and samples the circuits of convert --to nnf by other people's programs.

Each circuit is asked what `coverstat explore` is asked: all solutions, those with an option, those without it, those of
boards without a solution. The draws must be solutions: each has as many options as coverstat's own draws may have, and
explore counts one solution with all of them.

  decdnnf_rs  reads the circuit for its subcommands; made by cargo
  ddnnife     a Python package
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM, DECDNNF = sys.argv[1:]

# Puzzles, by lists and by sweeps, and whether ddnnife ends soon: its time goes by the text, .1 s a megabyte, and so does its memory.
PUZZLES = [
    (["dominoes-8x8"], True),
    (["dominoes-8x8", "--set", "puzzle.board={rows: 3, cols: 5}"], True),
    (["dominoes-8x8", "--set", "puzzle.board={rows: 12, cols: 12}"], False),
    (["pent-3x20", "--set", "kernel=dlx"], True),
    (["soma"], False),
    (["queens-8"], True),
    (["latin-5"], False),
    (["scott"], True),
]


def explore(puzzle, *questions):
    text = "\n".join(map(json.dumps, questions))
    lines = subprocess.run([PROGRAM, "explore", *puzzle], input=text, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def decdnnf(command, circuit, variables, *arguments):
    done = subprocess.run([DECDNNF, command, "--logging-level", "error", "--input-format", "d4", "--n-vars", str(variables), "-i", circuit, *arguments],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(done.stdout + done.stderr)
    return done.stdout


class Decdnnf:
    """Counts and draws by processes of decdnnf_rs. A draw is never drawn again. Draws under an assumption that leaves a
    node without models end in a crash of the program, so they have none."""

    name, replaces, assumes = "decdnnf_rs", False, False

    def __init__(self, circuit, variables):
        self.circuit, self.variables = circuit, variables

    def count(self, *literals):
        assumed = ["-a", " ".join(map(str, literals))] if literals else []
        return int(decdnnf("model-counting", self.circuit, self.variables, *assumed).split()[-1])

    def draws(self, n):
        text = decdnnf("sampling", self.circuit, self.variables, "-l", str(n), "-s", "1")
        return [list(map(int, line.split()[1:-1])) for line in re.findall(r"^v .*$", text, re.M)]


class Ddnnife:
    """Counts and draws by the Python package ddnnife. It draws with replacement."""

    name, replaces, assumes = "ddnnife", True, True

    def __init__(self, circuit, variables):
        import ddnnife

        self.circuit = ddnnife.Ddnnf.from_file(str(circuit), variables).as_mut()

    def count(self, *literals):
        return self.circuit.count(list(literals))

    def draws(self, n, *literals):
        return self.circuit.random(list(literals), n, 1)


def check(program, puzzle, variables, answers, option):
    """Yields what is wrong."""
    everything, given, forbidden = (int(answer["raw"]) for answer in answers)
    for literals, expected in [((), everything), ((option + 1,), given), ((-option - 1,), forbidden)]:
        if (found := program.count(*literals)) != expected:
            yield f"{literals}: counts {found}, expected {expected}"
    if everything == 0:
        return
    wanted = 20 if program.replaces else min(20, everything)
    assumed = [option + 1] if program.assumes else []
    draws = [[literal - 1 for literal in draw if literal > 0] for draw in program.draws(20, *assumed)]
    if len(draws) != wanted:
        yield f"{len(draws)} draws, expected {wanted}"
    if assumed and any(option not in draw for draw in draws):
        yield f"a draw lacks option {option}, which is given"
    for answer in explore(puzzle, *({"given": draw} for draw in draws)):
        if answer["raw"] != 1:
            yield f"a draw is not one solution: explore counts {answer['raw']}"


def main():
    failed = checks = 0
    with tempfile.TemporaryDirectory() as folder:
        for puzzle, small in PUZZLES:
            circuit = Path(folder) / f"{checks}.nnf"
            subprocess.run([PROGRAM, "convert", *puzzle, "--to", "nnf", "--out", circuit], check=True, capture_output=True)
            uses = explore(puzzle, {"uses": True})[0]["uses"]
            option = next((i for i, n in enumerate(uses) if int(n) > 0), 0)
            answers = explore(puzzle, {}, {"given": [option]}, {"forbid": [option]})
            for make in Decdnnf, Ddnnife:
                if make is Ddnnife and not small:
                    continue
                wrong = list(check(make(circuit, len(uses)), puzzle, len(uses), answers, option))
                checks, failed = checks + 1, failed + bool(wrong)
                print(f"{' '.join(puzzle):62} {make.name:10} {answers[0]['raw']:>20}", *wrong, sep="  ", flush=True)
    print(f"{checks - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
