"""Puzzles for reasoning-gym: tilings, nonograms and exact covers, with as many solutions as wanted.

    import coverstat.gym, reasoning_gym

    puzzles = reasoning_gym.create_dataset("coverstat_tiling", seed=1, size=100)
    puzzles.score_answer(puzzles[0]["answer"], puzzles[0])  # 1.0

Each puzzle is an exact cover, which the program solves: when the puzzle is made, to count its
solutions and the nodes of the search, and when an answer is scored, with the options of the
answer alone. So any right solution scores 1, and anything else 0.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from . import count, run, solve
from .relation import need

need("reasoning_gym", "gym")
from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition  # noqa: E402
from reasoning_gym.factory import ProceduralDataset, register_dataset  # noqa: E402

TRIES = 1000


@dataclass
class PuzzleConfig:
    """Which puzzles are wanted.

    Attributes:
        min_n, max_n: the size: pieces of a tiling, rows and columns of a nonogram, sets of a cover.
        min_solutions, max_solutions: of each puzzle; exactly one by default.
        min_nodes, max_nodes: how hard a puzzle is: nodes of a search by dancing links.
        seed: of the random choices.
        size: how many puzzles there are.
    """

    min_n: int = 4
    max_n: int = 6
    min_solutions: int = 1
    max_solutions: int = 1
    min_nodes: int = 0
    max_nodes: int = 1_000_000
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Refuses what cannot be, as a ValueError."""
        for name, least, greatest in (("n", 3, 12), ("solutions", 1, 1000), ("nodes", 0, 10**9)):
            low, high = getattr(self, f"min_{name}"), getattr(self, f"max_{name}")
            if not least <= low <= high <= greatest:
                raise ValueError(f"min_{name}={low}, max_{name}={high}: expected {least} <= min_{name} <= max_{name} <= {greatest}")
        if self.size < 1:
            raise ValueError(f"size={self.size}: expected 1 or more")


@dataclass
class Puzzle:
    """An exact cover in Knuth's text format: a line of items, then lines of options; its question, and an answer."""

    items: str
    options: list[str]
    question: str = ""
    answer: str = ""

    @property
    def problem(self) -> str:
        """The exact cover as a text."""
        return "\n".join([self.items, *self.options]) + "\n"

    def solve(self, limit: int) -> list[list[str]]:
        """The first solutions, each as its options."""
        return [sorted(line.split(" / ")) for line in islice(solve("exactcover", [self.problem]), limit)]

    def nodes(self) -> int:
        """The nodes that dancing links need to find all solutions."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "problem.txt")
            path.write_text(self.problem, "utf-8")
            return count({"family": "exactcover", "job": "census", "puzzle": {"input": path}}, kernel="dlx", workers=1).nodes


class PuzzleDataset(ProceduralDataset):  # type: ignore[misc]
    """Puzzles of one kind. Each depends on the seed, its index and the wanted ranges alone."""

    name: ClassVar[str]

    def __init__(self, config: PuzzleConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def draw(self, rng: Random, n: int) -> Iterator[Puzzle]:
        """A random puzzle of a size, then perhaps others with ever fewer solutions."""
        raise NotImplementedError

    def read(self, answer: str, puzzle: Puzzle) -> list[str]:
        """The options that an answer consists of; those that the puzzle does not have make it wrong."""
        raise NotImplementedError

    def __getitem__(self, idx: int) -> dict[str, Any]:
        c = self.config
        rng = Random(f"{self.seed} {idx}")
        for _ in range(TRIES):
            n = rng.randint(c.min_n, c.max_n)
            for puzzle in self.draw(rng, n):
                if (solutions := len(puzzle.solve(c.max_solutions + 1))) <= c.max_solutions:
                    break
            if c.min_solutions <= solutions <= c.max_solutions and c.min_nodes <= (nodes := puzzle.nodes()) <= c.max_nodes:
                break
        else:
            raise ValueError(f"{self.name}: no such puzzle in {TRIES} tries: expected wider ranges than {c}")
        there = "There is exactly one solution." if solutions == 1 else f"There are {solutions} solutions. Give one of them."
        return {
            "question": f"{puzzle.question}\n{there}",
            "answer": puzzle.answer,
            "metadata": {
                "source_dataset": self.name, "source_index": idx, "n": n, "solutions": solutions, "nodes": nodes, "problem": puzzle.problem,
                "difficulty": {"n": (c.min_n, c.max_n), "solutions": (c.min_solutions, c.max_solutions), "nodes": (c.min_nodes, c.max_nodes)},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 for any right solution of the entry's puzzle, else 0."""
        items, *options = entry["metadata"]["problem"].splitlines()
        chosen = sorted(self.read(answer, Puzzle(items, options))) if isinstance(answer, str) else []
        if not chosen or len(set(chosen)) < len(chosen) or not set(chosen) <= set(options):
            return 0.0
        return float(Puzzle(items, chosen).solve(1) == [chosen])


def _board(answer: str) -> tuple[str, int]:
    """The cells of a board in an answer, and its columns; 0 if its rows differ in length."""
    rows = [row for line in answer.splitlines() if (row := "".join(line.split()))]
    return "".join(rows), len(rows[0]) if len({len(row) for row in rows}) == 1 else 0


def _lines(cells: str, n: int) -> str:
    return "\n".join(cells[i:i + n] for i in range(0, len(cells), n))


class TilingDataset(PuzzleDataset):
    """Pentominoes to place on a board of 5 rows and n columns. Some are given, until there are few enough solutions."""

    name = "coverstat_tiling"

    def __init__(self, config: PuzzleConfig) -> None:
        super().__init__(config)
        self._samples: dict[int, tuple[list[str], list[str], dict[str, str]]] = {}

    def _sample(self, n: int) -> tuple[list[str], list[str], dict[str, str]]:
        """Random tilings as texts; all options, "LETTER CELL CELL ..."; the shape of each piece."""
        if n not in self._samples:
            puzzle = {"board": {"rows": 5, "cols": n}, "pieces": [{"set": "pentominoes", "count": {"min": 0, "max": 1}}]}
            sample = {"draws": 1000, "sampler": "uniform", "seed": self.seed % 2**32}
            with tempfile.TemporaryDirectory() as folder:
                data = run({"family": "polyomino", "job": "sample", "name": "tilings", "puzzle": puzzle, "sample": sample},
                           out=Path(folder, "run"), workers=1, progress=False)
                options = data.sql("SELECT p.symbol, o.cells FROM options o JOIN pieces p ON p.name = o.piece ORDER BY o.id").fetchall()
                self._samples[n] = (
                    [grid for (grid,) in data.rows.select("grid").fetchall()],
                    [" ".join([letter, *map(str, cells)]) for letter, cells in options],
                    dict(data.table("pieces").select("symbol, cells").fetchall()),
                )
        return self._samples[n]

    def draw(self, rng: Random, n: int) -> Iterator[Puzzle]:
        tilings, options, shapes = self._sample(n)
        rows, down, right = _lines(rng.choice(tilings), n).split(), rng.choice((1, -1)), rng.choice((1, -1))
        tiling = "".join(row[::right] for row in rows[::down])  # the sample has one image of each
        planted = {option[0]: option for option in self._options(tiling)}
        letters = sorted(planted)
        rng.shuffle(letters)
        pictures = "\n\n".join(f"{letter}:\n{shapes[letter].replace('/', chr(10))}" for letter in sorted(letters))
        for given in range(n):
            board = "".join(letter if letter in letters[:given] else "." for letter in tiling)
            free = {str(i) for i, letter in enumerate(board) if letter == "."}
            yield Puzzle(
                " ".join([*sorted(letters), *map(str, range(5 * n))]),
                [o for o in options if o == planted.get(o[0]) or o[0] in letters[given:] and free.issuperset(o.split()[1:])],
                f"Fill the board with these {n} pieces, each of them once. A piece may be turned and flipped.\n\n{pictures}\n\n"
                f"The board has 5 rows of {n} cells. A . is a free cell, a letter belongs to a piece that lies there already:\n{_lines(board, n)}\n\n"
                "Answer with the full board: 5 lines, and in each cell the letter of its piece.", _lines(tiling, n))

    @staticmethod
    def _options(cells: str) -> list[str]:
        return [" ".join([letter, *(str(i) for i, c in enumerate(cells) if c == letter)]) for letter in sorted(set(cells))]

    def read(self, answer: str, puzzle: Puzzle) -> list[str]:
        cells, n = _board(answer.upper())
        return self._options(cells) if 6 * n == len(puzzle.items.split()) else []


class NonogramDataset(PuzzleDataset):
    """Pictures to find from the lengths of the black runs of each row and column."""

    name = "coverstat_nonogram"

    def draw(self, rng: Random, n: int) -> Iterator[Puzzle]:
        density = rng.uniform(0.45, 0.7)
        picture = "".join("#" if rng.random() < density else "." for _ in range(n * n))
        arrangements: dict[str, list[str]] = {}
        for line in map("".join, product(".#", repeat=n)):
            arrangements.setdefault(self._clue(line), []).append(line)
        clues, options = [], []
        for name, cells in self._names(n).items():
            clues.append(f"{name}: {(clue := self._clue(''.join(picture[i] for i in cells)))}")
            options += [self._option(name, cells, line) for line in arrangements[clue]]
        yield Puzzle(
            " ".join([*self._names(n), "|", *(f"p{i}" for i in range(n * n))]), options,
            f"Find the nonogram: a picture of {n} rows and {n} columns of black and white cells. For each row (r1 is the top one) the lengths of its "
            "runs of black cells are given from left to right, for each column (c1 is the left one) from top to bottom; 0 is a line without "
            f"black cells. White cells separate the runs.\n\n{chr(10).join(clues)}\n\nAnswer with the picture: {n} lines of {n} characters, # black and . white.",
            _lines(picture, n))

    @staticmethod
    def _clue(line: str) -> str:
        return " ".join(str(len(run)) for run in line.split(".") if run) or "0"

    @staticmethod
    def _names(n: int) -> dict[str, range]:
        """The names of all rows and columns, with their cells."""
        return {f"r{i + 1}": range(i * n, i * n + n) for i in range(n)} | {f"c{i + 1}": range(i, n * n, n) for i in range(n)}

    @staticmethod
    def _option(name: str, cells: range, line: str) -> str:
        return " ".join([name, *(f"p{i}:{'b' if c == '#' else 'w'}" for i, c in zip(cells, line))])

    def read(self, answer: str, puzzle: Puzzle) -> list[str]:
        cells, n = _board(answer)
        fits = len(cells) == n * n and set(cells) <= {"#", "."}
        return [self._option(name, line, "".join(cells[i] for i in line)) for name, line in self._names(n).items()] if fits else []


class CoverDataset(PuzzleDataset):
    """Sets to choose so that each number is in exactly one of them."""

    name = "coverstat_exact_cover"

    def draw(self, rng: Random, n: int) -> Iterator[Puzzle]:
        sizes = [rng.randint(2, 4) for _ in range(n)]
        numbers = range(1, sum(sizes) + 1)
        mixed = iter(rng.sample(numbers, len(numbers)))
        planted = [sorted(islice(mixed, size)) for size in sizes]
        others = [sorted(rng.sample(numbers, rng.randint(2, 4))) for _ in range(rng.randint(2 * n, 8 * n))]
        options = sorted({" ".join(map(str, members)) for members in planted + others})
        rng.shuffle(options)
        names = {option: f"S{i}" for i, option in enumerate(options, 1)}
        sets = "\n".join(f"{name}: {option}" for option, name in names.items())
        yield Puzzle(
            " ".join(map(str, numbers)), options,
            f"Choose some of these sets, so that each number from 1 to {len(numbers)} is in exactly one of them.\n\n{sets}\n\n"
            "Answer with the names of the chosen sets, separated by spaces, such as: S1 S3.",
            " ".join(names[option] for option in options if list(map(int, option.split())) in planted))

    def read(self, answer: str, puzzle: Puzzle) -> list[str]:
        names = {f"S{i}": option for i, option in enumerate(puzzle.options, 1)}
        return [names.get(name, "") for name in answer.replace(",", " ").upper().split()]


class Curriculum(BaseCurriculum):  # type: ignore[misc]
    """Larger and larger puzzles."""

    def __init__(self) -> None:
        super().__init__("coverstat", PuzzleConfig)
        self._define_attributes(RangeAttributeDefinition(
            name="n", levels=[3, 4, 5, 6, 8, 10, 12], lower_field_name="min_n", upper_field_name="max_n", ensure_interval=True))


for _dataset in (TilingDataset, NonogramDataset, CoverDataset):
    register_dataset(_dataset.name, _dataset, PuzzleConfig, Curriculum)
