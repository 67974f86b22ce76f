"""Puzzles for reasoning-gym: tilings, nonograms and exact covers, with as many solutions as wanted.

    import coverstat.gym, reasoning_gym

    puzzles = reasoning_gym.create_dataset("coverstat_tiling", seed=1, size=100)
    puzzles.score_answer(puzzles[0]["answer"], puzzles[0])  # 1.0

Each puzzle is an exact cover, which the program solves: when the puzzle is made, to count its
solutions and the nodes of the search, and when an answer is scored, with the options of the
answer alone. So any right solution scores 1, and anything else 0.
"""

from __future__ import annotations

import copy
import hashlib
import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from . import run
from .process import call
from .relation import need

need("reasoning_gym", "gym")
from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition  # noqa: E402
from reasoning_gym.factory import ProceduralDataset, register_dataset  # noqa: E402

TRIES = 1000
BLOCK = 32  # so many puzzles are made at once
SPLITS = {"train": 0.8, "valid": 0.9, "test": 1.0}  # where each ends


@dataclass
class PuzzleConfig:
    """Which puzzles are wanted.

    Attributes:
        min_n, max_n: the size: pieces of a tiling, rows and columns of a nonogram, sets of a cover.
        min_solutions, max_solutions: of each puzzle; exactly one by default.
        min_nodes, max_nodes: how hard a puzzle is: nodes of a search by dancing links.
        split: "train", "valid" or "test", which have no solution in common, nor images of one; or "all".
        seed: of the random choices.
        size: how many puzzles there are.
    """

    min_n: int = 4
    max_n: int = 6
    min_solutions: int = 1
    max_solutions: int = 1
    min_nodes: int = 0
    max_nodes: int = 1_000_000
    split: str = "all"
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Refuses what cannot be, as a ValueError."""
        for name, least, greatest in (("n", 3, 12), ("solutions", 1, 1000), ("nodes", 0, 10**9)):
            low, high = getattr(self, f"min_{name}"), getattr(self, f"max_{name}")
            if not least <= low <= high <= greatest:
                raise ValueError(f"min_{name}={low}, max_{name}={high}: expected {least} <= min_{name} <= max_{name} <= {greatest}")
        if self.split not in ("all", *SPLITS):
            raise ValueError(f"split={self.split!r}: expected all, {', '.join(SPLITS)}")
        if self.size < 1:
            raise ValueError(f"size={self.size}: expected 1 or more")


@dataclass
class Puzzle:
    """An exact cover in Knuth's text format: a line of items, then lines of options; its question, an answer, and
    a text that all puzzles with an image of this answer share."""

    items: str
    options: list[str]
    question: str = ""
    answer: str = ""
    shared: str = ""

    @property
    def problem(self) -> str:
        """The exact cover as a text."""
        return "\n".join([self.items, *self.options]) + "\n"


def _solve(puzzles: Iterable[Puzzle], limit: int) -> Iterator[tuple[list[str], int]]:
    """The solutions of each puzzle, at most limit, and the nodes that dancing links need to find them."""
    solutions: list[str] = []
    for line in call(["solve", "exactcover", f"--limit={limit}"], "".join(p.problem + "---\n" for p in puzzles)).splitlines():
        if counts := re.fullmatch(r"--- .* ([0-9,]+) nodes?", line):
            yield solutions, int(counts[1].replace(",", ""))
            solutions = []
        elif line != "none":
            solutions.append(line)


class PuzzleDataset(ProceduralDataset):  # type: ignore[misc]
    """Puzzles of one kind. Each depends on the seed, its index, the split and the wanted ranges alone."""

    name: ClassVar[str]

    def __init__(self, config: PuzzleConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._made: dict[int, dict[str, Any]] = {}

    def draw(self, rng: Random, n: int) -> Iterator[Puzzle]:
        """A random puzzle of a size, then perhaps others with ever fewer solutions."""
        raise NotImplementedError

    def read(self, answer: str, puzzle: Puzzle) -> list[str]:
        """The options that an answer consists of; those that the puzzle does not have make it wrong."""
        raise NotImplementedError

    def __getitem__(self, idx: int) -> dict[str, Any]:
        if idx not in self._made:
            first = idx - idx % BLOCK
            self._made = self._make(range(first, max(idx + 1, min(first + BLOCK, self.size))))
        return copy.deepcopy(self._made[idx])

    def _make(self, indices: Iterable[int]) -> dict[int, dict[str, Any]]:
        """The puzzles of some indices: in each round those that are missing are drawn, and solved together."""
        c = self.config
        made: dict[int, dict[str, Any]] = {}
        rngs = {idx: Random(f"{self.seed} {idx}") for idx in indices}
        for _ in range(TRIES):
            drawn = {idx: self._drawn(rng) for idx, rng in rngs.items()}
            answers = _solve((puzzle for _, puzzles in drawn.values() for puzzle in puzzles), c.max_solutions + 1)
            for idx, (n, puzzles) in drawn.items():
                found = [(puzzle, len(solutions), nodes) for puzzle, (solutions, nodes) in zip(puzzles, answers)]
                few = next((f for f in found if f[1] <= c.max_solutions), None)
                if few and c.min_solutions <= few[1] and c.min_nodes <= few[2] <= c.max_nodes:
                    made[idx] = self._entry(idx, n, *few)
                    del rngs[idx]
            if not rngs:
                return made
        raise self._none()

    def _drawn(self, rng: Random) -> tuple[int, list[Puzzle]]:
        """A puzzle that belongs to the split, with those of fewer solutions, and its size."""
        for _ in range(TRIES):
            n = rng.randint(self.config.min_n, self.config.max_n)
            puzzles = self.draw(rng, n)
            if (first := next(puzzles, None)) and self._belongs(first.shared):
                return n, [first, *puzzles]
        raise self._none()

    def _belongs(self, shared: str) -> bool:
        """Whether puzzles that share this text are in the split."""
        place = int(hashlib.md5(shared.encode()).hexdigest()[:8], 16) / 2**32
        return self.config.split in ("all", next(name for name, end in SPLITS.items() if place < end))

    def _none(self) -> ValueError:
        return ValueError(f"{self.name}: no such puzzle in {TRIES} tries: expected wider ranges than {self.config}")

    def _entry(self, idx: int, n: int, puzzle: Puzzle, solutions: int, nodes: int) -> dict[str, Any]:
        c = self.config
        there = "There is exactly one solution." if solutions == 1 else f"There are {solutions} solutions. Give one of them."
        return {
            "question": f"{puzzle.question}\n{there}",
            "answer": puzzle.answer,
            "metadata": {
                "source_dataset": self.name, "source_index": idx, "split": c.split, "n": n, "solutions": solutions, "nodes": nodes, "problem": puzzle.problem,
                "difficulty": {"n": (c.min_n, c.max_n), "solutions": (c.min_solutions, c.max_solutions), "nodes": (c.min_nodes, c.max_nodes)},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 for any right solution of the entry's puzzle, else 0."""
        items, *options = entry["metadata"]["problem"].splitlines()
        chosen = sorted(self.read(answer, Puzzle(items, options))) if isinstance(answer, str) else []
        if not chosen or len(set(chosen)) < len(chosen) or not set(chosen) <= set(options):
            return 0.0
        return float(any(sorted(s.split(" / ")) == chosen for solutions, _ in _solve([Puzzle(items, chosen)], 1) for s in solutions))


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
        self._samples: dict[int, tuple[list[str], list[tuple[str, int]], dict[str, str]]] = {}

    def _sample(self, n: int) -> tuple[list[str], list[tuple[str, int]], dict[str, str]]:
        """Random tilings as texts; all options, "LETTER CELL CELL ...", with their cells as bits; the shape of each piece."""
        if n not in self._samples:
            puzzle = {"board": {"rows": 5, "cols": n}, "pieces": [{"set": "pentominoes", "count": {"min": 0, "max": 1}}]}
            sample = {"draws": 4000, "sampler": "uniform", "seed": self.seed % 2**32}
            with tempfile.TemporaryDirectory() as folder:
                data = run({"family": "polyomino", "job": "sample", "name": "tilings", "puzzle": puzzle, "sample": sample},
                           out=Path(folder, "run"), workers=1, progress=False)
                options = data.sql("SELECT p.symbol, o.cells FROM options o JOIN pieces p ON p.name = o.piece ORDER BY o.id").fetchall()
                self._samples[n] = (
                    [grid for (grid,) in data.rows.select("grid").fetchall() if self._belongs(grid)],  # one image of each
                    [(" ".join([letter, *map(str, cells)]), sum(1 << cell for cell in cells)) for letter, cells in options],
                    dict(data.table("pieces").select("symbol, cells").fetchall()),
                )
        return self._samples[n]

    def draw(self, rng: Random, n: int) -> Iterator[Puzzle]:
        tilings, options, shapes = self._sample(n)
        if not tilings:
            return
        drawn = rng.choice(tilings)
        rows, down, right = _lines(drawn, n).split(), rng.choice((1, -1)), rng.choice((1, -1))
        tiling = "".join(row[::right] for row in rows[::down])
        planted = {option[0]: option for option in self._options(tiling)}
        letters = sorted(planted)
        rng.shuffle(letters)
        pictures = "\n\n".join(f"{letter}:\n{shapes[letter].replace('/', chr(10))}" for letter in sorted(letters))
        options = [(option, cells) for option, cells in options if option[0] in planted]
        for given in range(n):
            board = "".join(letter if letter in letters[:given] else "." for letter in tiling)
            taken = sum(1 << i for i, letter in enumerate(board) if letter != ".")
            yield Puzzle(
                " ".join([*sorted(letters), *map(str, range(5 * n))]),
                [o for o, cells in options if o == planted[o[0]] or not cells & taken and o[0] in letters[given:]],
                f"Fill the board with these {n} pieces, each of them once. A piece may be turned and flipped.\n\n{pictures}\n\n"
                f"The board has 5 rows of {n} cells. A . is a free cell, a letter belongs to a piece that lies there already:\n{_lines(board, n)}\n\n"
                "Answer with the full board: 5 lines, and in each cell the letter of its piece.", _lines(tiling, n), drawn)

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
            _lines(picture, n), min(self._images(picture, n)))

    @staticmethod
    def _images(picture: str, n: int) -> Iterator[str]:
        """A picture, turned and mirrored in all ways."""
        rows = _lines(picture, n).split()
        for _ in range(4):
            yield from ("".join(rows), "".join(rows[::-1]))
            rows = ["".join(column) for column in zip(*rows[::-1])]

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
            " ".join(names[option] for option in options if list(map(int, option.split())) in planted),
            "\n".join(sorted(options)))

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
