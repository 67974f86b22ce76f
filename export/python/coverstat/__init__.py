"""All solutions of tiling and exact-cover puzzles, as datasets for notebooks.

    import coverstat

    data = coverstat.run("chessboard")          # Ctrl-C stops it; the same call goes on
    data.rows                                   # a lazy relation of DuckDB
    data.where("crossroads = 5").draw(limit=6)  # a picture
    coverstat.count("pent-6x10")                # 9356

The package carries the program ``coverstat``; docs/python.md explains both.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .answers import Count, Estimate, Interval
from .config import Config, ConfigLike, given, schema
from .dataset import Dataset
from .errors import ConfigError, Error, Failed, Incomplete
from .explorer import Explorer, explore
from .picture import Measure, Picture
from .process import call, flags, printed_json, program, stream
from .progress import Progress
from .relation import Relation
from .splits import Split, Splits

__all__ = [
    "Config", "ConfigError", "Count", "Dataset", "Error", "Estimate", "Explorer", "Failed", "Incomplete", "Interval", "Measure", "Picture",
    "Relation", "Split", "Splits", "__version__", "check", "count", "draw", "estimate", "explore", "families", "merge", "open", "program", "run", "schema", "solve", "version",
]

try:
    __version__: str = importlib.metadata.version("coverstat")
except importlib.metadata.PackageNotFoundError:
    __version__ = "0+source"  # in the source tree, where nothing is installed: ask version()


def __dir__() -> list[str]:
    return __all__


def run(config: ConfigLike, *, out: str | os.PathLike[str] | None = None, set: Mapping[str, Any] | None = None,
        kernel: str | None = None, workers: int | None = None, limit: int | None = None, shard: str | None = None,
        fresh: bool = False, progress: bool = True, **changes: Any) -> Dataset:
    """Runs a config and returns its dataset; goes on with a run that was stopped.

    Ctrl-C stops the run: finished tasks are kept, KeyboardInterrupt says how many, and
    the same call goes on from there. A run that is finished already is opened.

    Args:
        config: the name of a shipped run, the path of a YAML file, a mapping or a dataclass.
        out: the dataset's folder (runs/NAME). Nothing but the dataset belongs there.
        set: changes of the config by their paths: ``{"puzzle.board.rows": 6}``.
        kernel: the search to use (auto).
        workers: parallel searches (all processors).
        limit: only the first rows, so many.
        shard: only a part of the tasks, "I/N" with 0 <= I < N: see merge.
        fresh: discard what is in the folder and begin anew.
        progress: whether to show how far it is.
        **changes: keys of the config: ``measures=["crossroads"]``.

    Raises:
        ConfigError: the config is wrong, or the folder holds another dataset.
        Incomplete: the run was stopped otherwise, such as by a full disk.
        Failed: anything else.

    >>> import coverstat
    >>> coverstat.run("chessboard", progress=False)
    <Dataset runs/chessboard: 129,168 solutions, 16,146 up to symmetry>
    >>> coverstat.run("pent-3x20", measures=["crossroads"], out="runs/narrow", progress=False).stats["solutions"]["by_orbit_size"]
    {'4': 2}
    """
    what = given(config, {**(set or {}), **changes}, named=True)
    options = flags({"out": None if out is None else os.fspath(out), "kernel": kernel, "workers": workers, "limit": limit,
                        "shard": shard, "fresh": fresh or None, "progress": "json" if progress else "none"})
    watch = Progress() if progress else None
    try:
        printed = call(["run", *what.args, *options, "--json"], what.text, what.keys, watch)
    finally:
        if watch:
            watch.close()
    return Dataset(json.loads(printed)["dir"])


def open(path: str | os.PathLike[str]) -> Dataset:
    """Opens a dataset.

    Args:
        path: its folder.

    Raises:
        ConfigError: the folder is no dataset.

    >>> import coverstat
    >>> coverstat.open("runs/chessboard").name
    'chessboard'
    """
    return Dataset(path)


def count(config: ConfigLike, *, set: Mapping[str, Any] | None = None, kernel: str | None = None, workers: int | None = None,
          **changes: Any) -> Count:
    """Counts the solutions of a config; nothing is written.

    Args:
        config, set, kernel, workers, changes: as for run. With a kernel the solutions
            are listed one by one; without, they may be counted by another method.

    Returns:
        the number, with its attributes distinct, kernel, nodes and impossible.

    >>> import coverstat
    >>> n = coverstat.count("pent-6x10")
    >>> n, n.distinct
    (9356, 2339)
    """
    what = given(config, {**(set or {}), **changes})
    return Count.of(printed_json(["count", *what.args, *flags({"kernel": kernel, "workers": workers})], what.text, what.keys))


def estimate(config: ConfigLike, *, set: Mapping[str, Any] | None = None, kernel: str | None = None, workers: int | None = None,
             budget: int | None = None, precision: float | None = None, seed: int | None = None, **changes: Any) -> Estimate:
    """Estimates how many solutions a config has and what listing them costs.

    Args:
        config, set, kernel, workers, changes: as for run.
        budget: nodes to search (2^24).
        precision: half the width of the intervals, as a part of the estimate, at which to stop (0.02).
        seed: of the random paths (1).

    >>> import coverstat
    >>> coverstat.estimate("pent-6x10").solutions
    Interval(estimate=9356, low=9356, high=9356)
    """
    what = given(config, {**(set or {}), **changes})
    options = flags({"kernel": kernel, "workers": workers, "budget": budget, "precision": precision, "seed": seed})
    return Estimate.of(printed_json(["estimate", *what.args, *options], what.text, what.keys))


def check(config: ConfigLike, *, set: Mapping[str, Any] | None = None, kernel: str | None = None, **changes: Any) -> dict[str, Any]:
    """Checks a config and says what a run would do: items, options, symmetries, kernel, tasks.

    Args:
        config, set, kernel, changes: as for run.

    >>> import coverstat
    >>> coverstat.check("chessboard")["group_order"]
    8
    """
    what = given(config, {**(set or {}), **changes})
    answer: dict[str, Any] = printed_json(["check", *what.args, *flags({"kernel": kernel})], what.text, what.keys)
    return answer


def solve(family: str, puzzles: str | Iterable[str], **options: Any) -> Iterator[str]:
    """Solves puzzles one after the other; answers come while puzzles are read.

    Args:
        family: sudoku, nonogram, exactcover, polyomino, polycube, polyhex or polyiamond.
        puzzles: a text, or puzzles one by one, such as the lines of a file. An endless
            source is fine, but answers come some at a time: no puzzle may wait for the
            answer to the one before it.
        **options: flags of ``coverstat solve FAMILY``: ``pieces="baibian"``, ``node_limit=1000``.

    Yields:
        the program's answers. Of sudoku and exactcover a line each: ``unique SOLUTION``,
        ``none`` or ``many SOLUTION SOLUTION``, and the options of a solution. Of
        polyforms a picture of each solution and, after those of a board, a line such as
        ``57 solutions``. Of nonograms the verdict and a picture of each solution.

    Raises:
        ConfigError: after all answers, if some puzzles were faulty.

    >>> import coverstat
    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> for answer in coverstat.solve("sudoku", [line]):
    ...     print(answer[:20])
    unique 5346789126721
    >>> list(coverstat.solve("polyomino", "...\\n...", pieces="V3,I3"))
    ['0 solutions']
    """
    separator = "---" if family == "polycube" else ""
    lines = family in ("sudoku", "exactcover") or options.get("notation") == "anchors" or "trace" in options

    def texts() -> Iterator[str]:
        if isinstance(puzzles, str):
            yield puzzles if puzzles.endswith("\n") else puzzles + "\n"
            return
        for puzzle in puzzles:
            text = puzzle.rstrip("\n")
            yield f"{text}\n{separator}\n" if "\n" in text else text + "\n"

    args = ["solve", family, *flags({name.replace("_", "-"): value for name, value in options.items()})]
    answer: list[str] = []
    for line in stream(args, texts()):
        if lines:
            yield line
        elif line != separator:
            answer.append(line)
        elif answer:
            yield "\n".join(answer).strip("\n")
            answer = []
    if answer:
        yield "\n".join(answer).strip("\n")


def draw(what: str | os.PathLike[str] | Sequence[str], *, family: str | None = None, puzzle: bool = False, solution: bool = False,
         columns: int | None = None, cell: int | None = None, palette: str | None = None, view: str | None = None) -> Picture:
    """A picture of pieces, or of a config's puzzle or solution.

    Args:
        what: the name of a set or piece, such as "hexominoes" or "X5", or several names; with puzzle
            or solution, the name of a shipped run or the path of a YAML file.
        family: of the pieces, where several have pieces of these names.
        puzzle, solution: as for Dataset.draw; the solution is the first one, searched.
        columns, cell, palette, view: as for Dataset.draw.

    >>> import coverstat
    >>> coverstat.draw("pentominoes").svg[:4]
    '<svg'
    >>> coverstat.draw("chessboard", puzzle=True)
    <Picture: coverstat draw chessboard --puzzle=true>
    """
    name = what if isinstance(what, (str, os.PathLike)) else ",".join(what)
    return Picture(name, flags({"family": family, "puzzle": puzzle or None, "solution": solution or None,
                                "columns": columns, "cell": cell, "palette": palette, "view": view}))


def merge(out: str | os.PathLike[str], shards: Iterable[str | os.PathLike[str] | Dataset]) -> Dataset:
    """Joins the shards of a run into one dataset.

    Args:
        out: the folder of the new dataset.
        shards: datasets, or their folders.

    >>> import coverstat
    >>> parts = [coverstat.run("pent-6x10", shard=f"{i}/2", out=f"runs/shard{i}", progress=False) for i in range(2)]
    >>> coverstat.merge("runs/merged", parts).stats["solutions"]["raw"]
    9356
    """
    folders = [str(s.path) if isinstance(s, Dataset) else os.fspath(s) for s in shards]
    call(["merge", os.fspath(out), *folders])
    return Dataset(Path(out))


def families() -> list[dict[str, Any]]:
    """The families of puzzles with their shipped runs, sets of pieces and measures.

    >>> import coverstat
    >>> [run["name"] for run in coverstat.families()[0]["runs"]][:2]
    ['aztec-12', 'baibian-census']
    """
    answer: list[dict[str, Any]] = printed_json(["list"])["families"]
    return answer


def version() -> str:
    """The version of the program.

    >>> import coverstat
    >>> coverstat.version().count(".")
    2
    """
    return call(["version"]).split()[-1]
