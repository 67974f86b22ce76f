"""Datasets: what a run leaves in a folder."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import display
from .cells import cells, shape
from .errors import ConfigError, Failed, Incomplete
from .picture import Measure, Picture
from .process import call, flags
from .relation import Relation, connect, filtered, need
from .splits import Splits, fractions

if TYPE_CHECKING:
    import numpy


class SolutionSequence:
    """The numbers a(n) of solutions of boards that grow with n, by their recurrence.

    Attributes:
        over: the size that is n.
        states: a bound of the order.
        recurrence: a(n) is the sum of recurrence[i] * a(n-i-1) for all n from its length on.
        numerator: that of the generating function, by powers of x.
        growth: limsup a(n)^(1/n), None if only finitely many terms are not 0.
        growth_per_cell: its root by the cells of a step.

    >>> from coverstat.dataset import SolutionSequence
    >>> SolutionSequence("cols", 2, [1, 1], [1, 0], 1.618, 1.272)[50]
    20365011074
    """

    def __init__(self, over: str, states: int, recurrence: list[int], numerator: list[int], growth: float | None, growth_per_cell: float | None,
                 path: os.PathLike[str] | None = None) -> None:
        self._path = path
        self.over, self.states, self.recurrence, self.numerator = over, states, recurrence, numerator
        self.growth, self.growth_per_cell = growth, growth_per_cell
        self._terms: list[int] = []

    @property
    def order(self) -> int:
        """The number of terms that a term follows from."""
        return len(self.recurrence)

    def terms(self, n: int) -> list[int]:
        """The terms a(0) to a(n-1)."""
        while len(self._terms) < n:
            k = len(self._terms)
            first = self.numerator[k] if k < len(self.numerator) else 0
            self._terms.append(first + sum(c * self._terms[k - i - 1] for i, c in enumerate(self.recurrence[:k])))
        return self._terms[:n]

    def __getitem__(self, n: int) -> int:
        """The term a(n)."""
        return self.terms(n + 1)[n]

    def __repr__(self) -> str:
        return f"<SolutionSequence a(n), n = {self.over}: order {self.order}; {', '.join(map(str, self.terms(8)))}, ...>"

    def chart(self) -> Picture:
        """A plot of log10 a(n) over the sizes of the dataset."""
        if self._path is None:
            raise ConfigError("a sequence without a dataset has no plot: expected Dataset.sequence")
        return Picture(self._path, ["--measure=solutions"])


class Dataset:
    """A dataset: a folder that a run has written.

    Attributes:
        path: the folder.
        manifest: manifest.json, see docs/dataset.md.

    >>> import coverstat
    >>> chessboard = coverstat.open("runs/chessboard")
    >>> chessboard
    <Dataset runs/chessboard: 129,168 solutions, 16,146 up to symmetry>
    >>> chessboard.rows.aggregate("crossroads, sum(orbit_size) AS tilings").order("crossroads").fetchall()[:2]
    [(0, 25136), (1, 52736)]
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path: Path = Path(path)
        try:
            self.manifest: dict[str, Any] = json.loads((self.path / "manifest.json").read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            above = self.path.parent
            inside = f"; it is a part of the dataset {above}" if (above / "manifest.json").exists() else ""
            raise ConfigError(f"{path} is no dataset: expected a folder with manifest.json{inside}") from None
        self._conditions: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the run."""
        return str(self.manifest["name"])

    @property
    def complete(self) -> bool:
        """Whether the run is finished and was not limited to the first rows."""
        return bool(self.manifest["complete"])

    @cached_property
    def stats(self) -> dict[str, Any]:
        """stats.json: counts and distributions. All numbers are numbers, however large.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").stats["measures"]["crossroads"]["raw"]["max"]
        5
        """
        self._need_findings()
        out: dict[str, Any] = _numbers(json.loads((self.path / "stats.json").read_text("utf-8")))
        estimated = out.get("estimates", {}).get("measures", {})
        out["measures"] = {name: Measure(m, name, self.path, estimated.get(name, {}).get("mean")) for name, m in out.get("measures", {}).items()}
        return out

    @cached_property
    def sequence(self) -> SolutionSequence | None:
        """How the numbers of a survey over one size of boards go on: its recurrence, and all its terms; None if there is none.

        Beyond order 100 the table recurrence is read, which needs DuckDB.
        """
        found = self.stats.get("sequence")
        if found is None:
            return None
        if "recurrence" in found:
            recurrence, numerator = found["recurrence"], found["numerator"]
        else:
            rows = self.table("recurrence").order("power").fetchall()
            recurrence, numerator = [r[1] for r in rows[1:]], [r[2] for r in rows[:-1]]
        return SolutionSequence(found["over"], found["states"], [int(x) for x in recurrence], [int(x) for x in numerator], found["growth"], found["growth_per_cell"], self.path)

    @property
    def columns(self) -> dict[str, str]:
        """The types of the columns of the rows: int32, int64, double, bool, string or list<int32>."""
        return {c["name"]: c["type"] for c in self.manifest["columns"]}

    @property
    def _found(self) -> bool:
        """Whether there are statistics: without a single part, in a dataset without rows."""
        return self.complete or bool(self.manifest["parts"])

    def _need_findings(self) -> None:
        if not self._found:
            if why := self.status().get("failure"):
                raise Failed(f"{self.path}: its run failed: {why}")
            raise Incomplete(f"{self.path} has no rows yet: run it again to go on")

    def _need_rows(self) -> None:
        self._need_findings()
        if not self.manifest["parts"]:
            some = ', and table("examples") some of them' if any(t["name"] == "examples" for t in self.manifest["tables"]) else ""
            raise ConfigError(f"{self.path} has no rows, by output.rows: false: stats and tables are of all solutions{some}")

    def __len__(self) -> int:
        """The number of rows: of where, of those that meet it; 0 in a dataset without rows.

        >>> import coverstat
        >>> len(coverstat.open("runs/chessboard"))
        16146
        """
        return len(self.rows) if self._conditions else int(self.manifest["rows"])

    def __bool__(self) -> bool:
        return True

    @cached_property
    def rows(self) -> Relation:
        """The rows as a lazy relation: see Relation. Needs DuckDB."""
        self._need_rows()
        return functools.reduce(filtered, self._conditions, self._read([part["path"] for part in self.manifest["parts"]]))

    def table(self, name: str) -> Relation:
        """A table beside the rows, such as pieces or options, as a lazy relation. Needs DuckDB.

        Counts beyond 64 bits, which the file has as texts in raw_text beside raw (so with distinct,
        raw_n and distinct_n), are numbers in raw, too, up to 38 digits. In a dataset without rows the table examples may have some solutions.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").table("pieces").select("name, cells").limit(1).fetchall()
        [('F5', '.##/##./.#.')]
        """
        if name not in self._tables:
            raise ConfigError(f"no table {name!r}: expected one of {', '.join(self._tables) or 'none'}")
        return self._tables[name]

    @cached_property
    def _tables(self) -> dict[str, Relation]:
        tables = {t["name"]: self._read([t["path"]]) for t in self.manifest["tables"]}
        for t in self.manifest["tables"]:
            names = {c["name"] for c in t["columns"]}
            if counts := [name for name in ("raw", "distinct", "raw_n", "distinct_n") if name + "_text" in names]:
                values = ", ".join(f'TRY_CAST({name}_text AS HUGEINT) AS "{name}"' for name in counts)
                tables[t["name"]] = tables[t["name"]].select(f"* REPLACE ({values})")
        return tables

    def _read(self, files: list[str], **options: Any) -> Relation:
        return Relation(self._connection.read_parquet([str(self.path / file) for file in files], **options), self._connection)

    @cached_property
    def _connection(self) -> Any:
        return connect(self.path)

    def sql(self, query: str) -> Relation:
        """The answer to an SQL query of DuckDB, in which ``rows`` are the rows (of where,
        those that meet it) and the tables go by their names.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").sql('''
        ...     SELECT o.row, o.col, sum(r.orbit_size) // 8 AS tilings FROM rows r
        ...     JOIN images i ON i.option = r.O4 JOIN options o ON o.id = i.image
        ...     GROUP BY ALL ORDER BY ALL LIMIT 2''').fetchall()
        [(0, 0, 10054), (0, 1, 3207)]
        """
        self._need_findings()
        for name, relation in {**self._tables, **({"rows": self.rows} if self.manifest["parts"] else {})}.items():
            relation.create_view(name, replace=True)
        return Relation(self._connection.sql(query), self._connection)

    def where(self, condition: str) -> Dataset:
        """The rows that meet a condition. Needs DuckDB.

        Rows, cells and pictures of the result are of these rows; statistics, tables and
        verify are of the whole dataset.

        Args:
            condition: SQL of DuckDB, as after WHERE: ``crossroads = 5 or solved_by = 'search'``.

        Raises:
            ConfigError: it is no condition on the columns of the rows, with DuckDB's words.

        >>> import coverstat
        >>> rare = coverstat.open("runs/chessboard").where("crossroads = 5")
        >>> len(rare.rows)
        7
        """
        filtered(self.rows, condition)  # refuses a wrong condition now
        chosen = Dataset(self.path)
        chosen._conditions = (*self._conditions, condition)
        return chosen

    @property
    def _where(self) -> str:
        """All conditions as one."""
        return self._conditions[0] if len(self._conditions) == 1 else " and ".join(f"({c})" for c in self._conditions)

    def _numbered(self) -> Relation:
        """The rows that meet the conditions, with their numbers in the dataset in a column number."""
        rows, first = [], 0
        for part in self.manifest["parts"]:
            numbered = self._read([part["path"]], file_row_number=True).select(f"* EXCLUDE (file_row_number), {first} + file_row_number AS number")
            rows.append(functools.reduce(filtered, self._conditions, numbered))
            first += part["rows"]
        union: Relation = functools.reduce(lambda a, b: a.union(b), rows)
        return union

    def _selection(self, row: int | Sequence[int] | None, limit: int | None, random: int | None, seed: int | None,
                   order_by: str | None) -> dict[str, Any]:
        """The flags that choose rows; with conditions these are the rows' numbers."""
        chosen: dict[str, Any] = {"row": ",".join(map(str, row)) if isinstance(row, Sequence) else row, "limit": limit, "random": random,
                                  "seed": seed, "order-by": order_by}
        if not self._conditions:
            return chosen
        if row is not None:
            raise ConfigError("row names the rows and cannot be used with where")
        if limit is not None and random is not None:
            raise ConfigError("random says how many rows are drawn and cannot be used with limit")
        most = random if random is not None else 12 if limit is None else limit
        if most < 1:
            raise ConfigError(f"{'limit' if random is None else 'random'} {most}: expected 1 or more")
        order = "number"
        if random is not None:
            order = f"md5('{1 if seed is None else seed} ' || number)"
        elif order_by is not None:
            column = order_by.removesuffix(" desc")
            if column not in self.columns:
                raise ConfigError(f"no column {column!r}: expected one of {', '.join(self.columns)}")
            order = f'"{column}" {"DESC" if column != order_by else "ASC"} NULLS LAST, number'
        numbers = sorted(number for (number,) in self._numbered().order(order).limit(most).select("number").fetchall())
        if not numbers:
            raise ConfigError(f"no row has {self._where}")
        return {"row": ",".join(map(str, numbers)), "order-by": order_by}

    def split(self, *, train: float | None = None, valid: float | None = None, test: float | None = None, seed: int = 1, images: bool | int = False) -> Splits:
        """Splits the rows for machine learning, so that all images of a solution are in one split.

        The same seed gives the same splits, whatever the order of the rows. Surveys are
        split by instances up to symmetry: Sudokus if they have the column canonical.

        Args:
            train, valid, test: the parts of the classes in each split; they add up to 1. One that is left
                out is the rest; where more are, they are 0.8, 0.1 and 0.1.
            seed: of the random order in which classes are dealt out.
            images: True replaces each row of a tiling or an exact cover by all its images; a number
                replaces each Sudoku by so many random ones: digits are renamed, rows, columns and
                their bands change places, rows become columns. They follow from the seed and the
                row. What a search of the row found, such as nodes, is original_nodes in them. Needs NumPy.

        Returns:
            the splits by their names; each has rows and cells().

        >>> import coverstat
        >>> splits = coverstat.open("runs/chessboard").split(train=0.8, valid=0.1, test=0.1, images=True)
        >>> splits
        {'train': <Split: 103,336 rows, 12,917 classes>, 'valid': <Split: 12,912 rows, 1,614 classes>, 'test': <Split: 12,920 rows, 1,615 classes>}
        """
        self._need_rows()
        asked = {"train": train, "valid": valid, "test": test}
        return Splits(self.path, self.manifest, self._conditions, self._numbered(), self._tables, fractions(asked), seed, images)

    def draw(self, *, row: int | Sequence[int] | None = None, limit: int | None = None, random: int | None = None,
             seed: int | None = None, order_by: str | None = None, puzzle: bool = False, solution: bool = False,
             columns: int | None = None, cell: int | None = None, letters: bool | None = None,
             legend: bool | None = None, palette: str | None = None, view: str | None = None) -> Picture:
        """A picture of rows; of examples, in a dataset without rows.

        Args:
            row: the numbers of the rows, from 0; without it the first ones.
            limit: at most so many rows (12).
            random: so many rows chosen at random, in place of the first ones.
            seed: of random (1).
            order_by: a column that the rows are sorted by; "nodes desc" begins with the greatest.
            puzzle: whether the puzzle is drawn, without a solution and with its pieces beside it.
            solution: whether the solution is drawn; where none is stored, it is searched.
            columns: boards in a line.
            cell: side of a cell in pixels (40).
            letters: whether each piece's letter stands in its cells.
            legend: whether the pieces are named below.
            palette: a palette of ``coverstat draw``.
            view: how solids are drawn: layers, solid or exploded.

        >>> import coverstat
        >>> picture = coverstat.open("runs/chessboard").where("crossroads = 5").draw(limit=3)
        >>> picture
        <Picture: coverstat draw runs/chessboard --row=2022,3972,10191>
        >>> picture.svg[:4]
        '<svg'
        """
        return Picture(self.path, flags({
            **self._selection(row, limit, random, seed, order_by), "puzzle": puzzle or None, "solution": solution or None,
            "columns": columns, "cell": cell, "letters": letters, "legend": legend, "palette": palette, "view": view}))

    def sheet(self, out: str | os.PathLike[str] | None = None, *, row: int | Sequence[int] | None = None, limit: int | None = None,
              random: int | None = None, seed: int | None = None, order_by: str | None = None, paper: str | None = None,
              palette: str | None = None, letters: bool | None = None, levels: int | Sequence[str] | None = None,
              per_page: int | None = None, title: str | None = None, instruction: str | None = None, name: bool | None = None) -> Path:
        """Writes puzzles to be printed, with their solutions on pages behind; returns the file's path.

        Args:
            out: the file (sheet.html in the dataset's folder); a .pdf needs a browser.
            row, limit, random, seed, order_by, palette, letters: as for draw.
            paper: a4 or letter.
            levels: makes a booklet with a cover: the number of levels, or their names.
            per_page: at most this many puzzles on a page.
            title, instruction: texts of the sheet.
            name: leaves a place for a name.

        >>> import coverstat
        >>> sets = coverstat.run("pentomino-subsets-5x5", progress=False).where("solutions_distinct = 1")
        >>> sets.sheet("sheet.html", limit=6, order_by="surface").name
        'sheet.html'
        """
        chosen = self._selection(row, limit, random, seed, order_by)
        if levels is not None and not isinstance(levels, int):
            levels = ",".join(levels)
        options = flags({**chosen, "out": None if out is None else os.fspath(out), "paper": paper, "palette": palette, "letters": letters,
                         "levels": levels, "per_page": per_page, "title": title, "instruction": instruction, "name": name})
        return Path(call(["report", str(self.path), "--sheet", *options]).rstrip("\n"))

    def heat(self, *pieces: str, columns: int | None = None, cell: int | None = None) -> Picture:
        """A picture of how often pieces cover each cell, in all solutions.

        Args:
            pieces: their names; without one all pieces.
            columns: maps in a line.
            cell: side of a cell in pixels (40).

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").heat("X5", "I5")
        <Picture: coverstat draw runs/chessboard --heat=X5,I5>
        """
        return Picture(self.path, flags({"heat": ",".join(pieces) or "*", "columns": columns, "cell": cell}))

    def __getitem__(self, row: int) -> Picture:
        """The picture of one row, by its number from 0.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard")[0].svg[:4]
        '<svg'
        """
        return self.draw(row=range(self.manifest["rows"])[row])

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the board: rows and columns; in solids layers, rows and columns. Where nonograms
        are of different sizes, where() chooses one.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").shape
        (8, 8)
        """
        return shape(self.manifest, lambda: self.rows)

    def cells(self, column: str | None = None) -> numpy.ndarray[Any, numpy.dtype[numpy.int16]]:
        """The solutions as an array for NumPy and PyTorch. Needs DuckDB and NumPy.

        Args:
            column: grid, solution or instance; without it the solutions, or the boards of a
                survey. Of Sudokus cells("instance") are the puzzles, cells("solution") the answers.

        Returns:
            int16 of shape (rows, cells), row by row of the board. A value is the number of
            a piece, its row in table("pieces"); -1 is a free cell, -2 a blocked one. In
            Sudokus it is the digit, -1 in an empty cell; in nonograms 1 is black, 0 white.
            Where there is no solution all cells are -1. The instance of a nonogram has the
            shape (rows, lines, runs): the runs of each row, then of each column, and 0s.

        >>> import coverstat
        >>> chessboard = coverstat.open("runs/chessboard")
        >>> cells = chessboard.cells()
        >>> cells.shape, cells.dtype
        ((16146, 64), dtype('int16'))
        >>> cells[0].reshape(chessboard.shape)[0]
        array([4, 4, 4, 0, 0, 9, 2, 2], dtype=int16)
        """
        need("numpy")  # whose extra brings DuckDB, too
        return cells(self.manifest, self.rows, self._tables, column)

    def status(self) -> dict[str, Any]:
        """How much of the run is done; the run may be going on.

        Returns:
            what ``coverstat status --json`` prints: complete, running, tasks, of (so many), rows, ...,
            and failure, the reason, if the last run failed.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").status()["complete"]
        True
        """
        out: dict[str, Any] = json.loads(call(["status", str(self.path), "--json"]))
        return out

    def verify(self) -> dict[str, Any]:
        """Checks the whole dataset: digests, every row, orbit sums, statistics.

        Returns:
            what ``coverstat verify --json`` prints: dir, complete, rows, checks, a
            list of {"name", "ok", ...}, and not_checked, if a file that the run read is
            missing.

        Raises:
            Failed: something is wrong, and what.
            Incomplete: what is there is right, but tasks are missing.

        >>> import coverstat
        >>> all(check["ok"] for check in coverstat.open("runs/chessboard").verify()["checks"])
        True
        """
        try:
            out: dict[str, Any] = json.loads(call(["verify", str(self.path), "--json"]))
        except Failed as error:
            checks = json.loads(error.printed or "{}").get("checks", [])
            found = [f"{c['name']}: {', '.join(c.get('found', []))}" for c in checks if not c["ok"]]
            raise Failed("\n".join([str(error), *found])) from None
        return out

    def compare(self, census: Dataset | str | os.PathLike[str]) -> dict[str, Any]:
        """Compares this sample with a complete census of the same puzzle.

        Returns:
            what ``coverstat stats --against --json`` prints.

        >>> import coverstat
        >>> sample = coverstat.run("chessboard-shuffled", set={"sample.draws": 1000}, progress=False)
        >>> sample.compare("runs/chessboard")["drawn"]
        1000
        """
        other = census.path if isinstance(census, Dataset) else census
        out: dict[str, Any] = _numbers(json.loads(call(["stats", str(self.path), f"--against={os.fspath(other)}", "--json"])))
        return out

    def report(self, out: str | os.PathLike[str] | None = None) -> Path:
        """Writes one page with all counts, charts and maps; returns its path.

        Args:
            out: the file (report.html in the dataset's folder).

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").report().name
        'report.html'
        """
        return Path(call(["report", str(self.path), *flags({"out": None if out is None else os.fspath(out)})]).rstrip("\n"))

    def card(self, license: str | None = None, author: str | None = None) -> Path:
        """Writes README.md beside the rows, to publish the dataset with; returns its path.

        Args:
            license: an identifier such as "cc0-1.0".
            author: who is to be cited.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").card(license="cc0-1.0").read_text().splitlines()[1]
        'license: cc0-1.0'
        """
        return Path(call(["card", str(self.path), *flags({"license": license, "author": author})]).rstrip("\n"))

    def headline(self) -> str:
        """How many solutions, instances or draws there are, in words.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").headline()
        '129,168 solutions, 16,146 up to symmetry'
        """
        if not self._found:
            status = self.status()
            why = status.get("failure")
            return f"failed: {why}" if why else f"not complete: {status['tasks']:,} of {status['of']:,} tasks"
        return display.headline(self.stats, self.manifest)

    def __repr__(self) -> str:
        condition = f", where {self._where}" if self._where else ""
        return f"<Dataset {self.path}: {self.headline()}{condition}>"

    def _repr_html_(self) -> str:
        try:
            picture = self.draw(limit=6, columns=6, cell=20, legend=False).svg if self._found else ""
        except (ConfigError, Failed):
            picture = ""  # rows of this family have no picture, or none meets the condition
        measures = self.stats["measures"] if self._found and not self._where else {}  # of all rows
        return display.dataset(self.name, self.headline(), self._where, self.path, picture, measures, self.manifest["columns"])


def _numbers(value: Any) -> Any:
    """Turns texts of digits, as counts beyond 2^53 are written, into numbers."""
    if isinstance(value, dict):
        return {k: v if k == "name" else _numbers(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_numbers(v) for v in value]
    if isinstance(value, str) and value.lstrip("-").isdecimal():
        return int(value)
    return value
