"""Splits of a dataset for machine learning: all images of a solution are in one of them."""

from __future__ import annotations

import math
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .cells import cells, grids
from .config import given
from .errors import ConfigError
from .process import call, flags
from .relation import Relation, connect, need

if TYPE_CHECKING:
    import duckdb
    import numpy


class Split:
    """One of the splits of a dataset.

    Attributes:
        rows: its rows, as a lazy relation.
        classes: how many solutions it has up to symmetry, or instances.
    """

    def __init__(self, rows: Relation, classes: int, manifest: Mapping[str, Any], tables: Mapping[str, Relation]) -> None:
        self.rows: Relation = rows
        self.classes: int = classes
        self._manifest, self._tables = manifest, tables

    def cells(self) -> numpy.ndarray[Any, numpy.dtype[numpy.int16]]:
        """The solutions as an array: see Dataset.cells.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").split()["test"].cells().shape
        (1615, 64)
        """
        need("numpy")
        return cells(self._manifest, self.rows, self._tables)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Split: {len(self):,} rows, {self.classes:,} classes>"


class Splits(dict[str, Split]):
    """The splits of a dataset by their names: see Dataset.split."""

    def __init__(self, path: Path, manifest: Mapping[str, Any], rows: Relation, tables: Mapping[str, Relation],
                 fractions: Mapping[str, float], seed: int, images: bool) -> None:
        """Splits rows.

        Args:
            path, manifest, tables: the dataset's.
            rows: those to split, with their numbers in a column number.
            fractions: of the classes that each split gets.
            seed, images: see Dataset.split.
        """
        super().__init__()
        shown = ", ".join(f"{name}={part}" for name, part in fractions.items())
        if not all(0 <= part <= 1 for part in fractions.values()) or not math.isclose(sum(fractions.values()), 1, abs_tol=1e-9):
            raise ConfigError(f"{shown}: expected parts from 0 to 1 that add up to 1")
        self._path = path
        self._how = f"{shown}, seed={seed}, images={images}"
        connection = connect()  # of its own, so that the tables of two splits do not meet
        for name, relation in {**tables, "rows": rows}.items():
            relation = Relation(connection.sql(relation.sql_query()), connection)
            relation.create_view(name)
        connection.execute(f"CREATE TABLE ranks AS SELECT number, dense_rank() OVER (ORDER BY md5_number('{int(seed)} ' || class)) AS rank "
                           f"FROM ({_classes(connection, manifest, tables)})")
        columns, source = "rows.* EXCLUDE (number)", "rows JOIN ranks USING (number)"
        order = "number"
        if images and _expand(connection, manifest, tables):
            columns, source, order = columns + f" REPLACE ({_moved(connection, manifest)})", source + " JOIN moved USING (number)", "place"
        (n,), = connection.execute("SELECT coalesce(max(rank), 0) FROM ranks").fetchall()
        share, first = 0.0, 0
        for name, part in fractions.items():
            share += part
            last = math.floor(n * share + 0.5)
            if part:
                query = f"SELECT {columns} FROM {source} WHERE rank > {first} AND rank <= {last} ORDER BY {order}"
                self[name] = Split(Relation(connection.sql(query), connection), last - first, manifest, tables)
            first = last

    def to_huggingface(self, out: str | os.PathLike[str], *, license: str | None = None, author: str | None = None) -> Path:
        """Writes a folder to publish: the dataset, its splits in splits/, and its card.

        ``datasets.load_dataset(folder)`` opens the splits by their names, and the dataset's
        own rows and tables as other subsets. Upload the folder as it is.

        Args:
            out: a new folder.
            license, author: see Dataset.card.

        >>> import coverstat
        >>> folder = coverstat.open("runs/chessboard").split().to_huggingface("runs/published", license="cc0-1.0")
        >>> sorted(file.name for file in (folder / "splits").iterdir())
        ['test.parquet', 'train.parquet', 'valid.parquet']
        """
        folder = Path(out)
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ConfigError(f"{folder} is there already: expected a new folder")
        shutil.copytree(self._path, folder, ignore=shutil.ignore_patterns(".work", "README.md", "report.html"), dirs_exist_ok=True)
        (folder / "splits").mkdir()
        files, lines = "", ""
        for name, split in self.items():
            if not len(split):
                continue  # the library cannot open a file without rows
            split.rows.write_parquet(str(folder / "splits" / f"{name}.parquet"), compression="zstd", row_group_size=131072)
            files += f"      - split: {name}\n        path: splits/{name}.parquet\n"
            lines += f"| `splits/{name}.parquet` | {len(split):,} | {split.classes:,} |\n"
        card = Path(call(["card", str(folder), *flags({"license": license, "author": author})]).rstrip("\n"))
        text = card.read_text("utf-8")
        for before, after in (
            ("    default: true\n", ""),
            ("configs:\n", f"configs:\n  - config_name: splits\n    data_files:\n{files}    default: true\n"),
            ("\n## What is counted\n", f"\n## Splits\n\n| file | rows | classes |\n|---|---:|---:|\n{lines}\nMade by `split({self._how})` of the "
             "Python package: all images of a\nsolution are in one split.\n\n## What is counted\n"),
        ):
            assert text.count(before) == 1, f"card: {before!r}"
            text = text.replace(before, after)
        card.write_text(text, "utf-8")
        return folder


def _keys(manifest: Mapping[str, Any]) -> list[str]:
    """The columns of option numbers, a piece or a copy each."""
    return [c["name"] for c in manifest["columns"] if c.get("role") == "key" and c["type"] == "int32"]


def _options(manifest: Mapping[str, Any]) -> str:
    """The ascending option numbers of a row, in SQL; "" in rows of other things."""
    if keys := _keys(manifest):
        return f"list_sort(list_distinct([{', '.join(_quoted(k) for k in keys)}]))"  # which has no nulls
    return "options" if any(c["name"] == "options" for c in manifest["columns"]) else ""


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _forms(manifest: Mapping[str, Any], images: str) -> str:
    """A query for all images of all rows: ascending option numbers."""
    return (f"SELECT number, list_sort(list(image)) AS form FROM (SELECT number, unnest({_options(manifest)}) AS option FROM rows) "
            f"JOIN {images} USING (option) GROUP BY number, symmetry")


def _classes(connection: duckdb.DuckDBPyConnection, manifest: Mapping[str, Any], tables: Mapping[str, Relation]) -> str:
    """A query for the class of each row, as a text that all images of a solution have in common."""
    columns = {c["name"] for c in manifest["columns"]}
    partly = manifest["config"]["puzzle"].get("symmetry") in ("rotations", "none")  # rows are no classes
    if manifest["job"] == "survey":
        if partly:
            raise ConfigError(f"{manifest['name']}: which rows are images of another is not known: expected puzzle.symmetry full")
        known = "coalesce(canonical, instance)" if "canonical" in columns else "instance"
        if manifest["family"] == "nonogram" and "orbit_size" not in columns:
            known = _least_clues()
        return f"SELECT number, {known} AS class FROM rows"
    if not (options := _options(manifest)):
        return "SELECT number, grid AS class FROM rows"
    if partly and _all_images(connection, manifest, tables):
        return f"SELECT number, array_to_string(min(form), ' ') AS class FROM ({_forms(manifest, 'all_images')}) GROUP BY number"
    return f"SELECT number, array_to_string({options}, ' ') AS class FROM rows"


def _least_clues() -> str:
    """Of the clues of a nonogram and of its images, "ROW/ROW/...|COLUMN/COLUMN/...", the least text, in SQL."""
    images = []
    for sides in ((1, 2), (2, 1)):  # rows and columns may change places
        a, b = (f"string_split(split_part(instance, '|', {side}), '/')" for side in sides)
        turned_a, turned_b = (f"[array_to_string(list_reverse(string_split(clue, ',')), ',') FOR clue IN {clues}]" for clues in (a, b))
        for x, y in ((a, b), (turned_a, f"list_reverse({b})"), (f"list_reverse({a})", turned_b), (f"list_reverse({turned_a})", f"list_reverse({turned_b})")):
            images.append(f"array_to_string({x}, '/') || '|' || array_to_string({y}, '/')")
    return f"least({', '.join(images)})"


def _all_images(connection: duckdb.DuckDBPyConnection, manifest: Mapping[str, Any], tables: Mapping[str, Relation]) -> bool:
    """Makes a table of the images of options by all symmetries; false if there is but the identity.

    A run of the same puzzle with all symmetries has the table; its first row is enough.
    """
    puzzle = {**manifest["config"]["puzzle"], "symmetry": "full"}
    what = given({"family": manifest["family"], "job": "census", "name": manifest["name"], "puzzle": puzzle}, {})
    with tempfile.TemporaryDirectory() as folder:
        call(["run", *what.args, f"--out={folder}/run", "--limit=1", "--progress=none"], what.text, what.keys)
        if not Path(folder, "run/tables/images.parquet").exists():
            return False
        made = {name: connection.read_parquet(f"{folder}/run/tables/{name}.parquet") for name in ("images", "options")}
        if made["options"].select("id, piece, cells").fetchall() != tables["options"].select("id, piece, cells").fetchall():
            raise ConfigError(f"{manifest['name']}: made by another version: expected the options that the program lists now")
        made["images"].create("all_images")
    return True


def _expand(connection: duckdb.DuckDBPyConnection, manifest: Mapping[str, Any], tables: Mapping[str, Relation]) -> bool:
    """Makes a table of all images of the rows, with their grids; false if each row is its only image."""
    if "images" not in tables:
        if manifest["job"] != "survey" and any(f["key"] == "group_order" and f["value"] == 1 for f in manifest["facts"]):
            return False
        raise ConfigError(f"{manifest['name']} has no table images: expected a census or sample of tilings or an exact cover")
    connection.execute("CREATE TABLE moved AS SELECT *, row_number() OVER (ORDER BY number, form) - 1 AS place "
                       f"FROM (SELECT DISTINCT * FROM ({_forms(manifest, 'images')}))")
    if any(c["name"] == "grid" for c in manifest["columns"]):
        need("numpy")
        import numpy

        used = connection.sql("SELECT place, unnest(form) AS option FROM moved").fetchnumpy()
        texts = grids(manifest, tables, used["place"], used["option"])
        connection.register("painted", {"place": numpy.arange(len(texts)), "grid": texts})
        connection.execute("CREATE OR REPLACE TABLE moved AS SELECT moved.*, painted.grid FROM moved JOIN painted USING (place)")
        connection.unregister("painted")
    return True


def _moved(connection: duckdb.DuckDBPyConnection, manifest: Mapping[str, Any]) -> str:
    """The columns of rows that differ in their images, in SQL."""
    columns = ["moved.grid AS grid"] if any(c["name"] == "grid" for c in manifest["columns"]) else []
    if not (keys := _keys(manifest)):
        return ", ".join([*columns, "form AS options"])
    found = connection.execute("SELECT p.name, p.copy, min(o.id), max(o.id) FROM pieces p JOIN options o ON o.piece = p.name GROUP BY ALL").fetchall()
    for name, copy, least, greatest in found:  # the options of a piece follow one another
        key = name if name in keys else f"{name}_{copy}"
        columns.append(f"[o FOR o IN form IF o BETWEEN {least} AND {greatest}][{copy}]::INTEGER AS {_quoted(key)}")
    return ", ".join(columns)
