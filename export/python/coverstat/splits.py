"""Splits of a dataset for machine learning: all images of a solution are in one of them."""

from __future__ import annotations

import hashlib
import html
import json
import math
import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .cells import cells
from .config import given
from .errors import ConfigError
from .images import expand, forms, of_original, options
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

    def cells(self, column: str | None = None) -> numpy.ndarray[Any, numpy.dtype[numpy.int16]]:
        """The solutions, or the boards of another column, as an array: see Dataset.cells.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").split()["test"].cells().shape
        (1615, 64)
        """
        need("numpy")
        return cells(self._manifest, self.rows, self._tables, column)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Split: {len(self):,} rows, {self.classes:,} classes>"


def fractions(asked: Mapping[str, float | None]) -> dict[str, float]:
    """The parts of the splits: those that were asked for; one that is left out is the rest."""
    left = [name for name, part in asked.items() if part is None]
    if len(left) != 1:
        return {name: default if (part := asked[name]) is None else part for name, default in (("train", 0.8), ("valid", 0.1), ("test", 0.1))}
    rest = 1 - math.fsum(part for part in asked.values() if part is not None)
    return {name: (0.0 if abs(rest) < 1e-9 else rest) if part is None else part for name, part in asked.items()}


class Splits(dict[str, Split]):
    """The splits of a dataset by their names: see Dataset.split."""

    def __init__(self, path: Path, manifest: Mapping[str, Any], conditions: Sequence[str], rows: Relation, tables: Mapping[str, Relation],
                 fractions: Mapping[str, float], seed: int, images: bool | int) -> None:
        """Splits rows.

        Args:
            path, manifest, tables: the dataset's.
            conditions: those that all rows meet.
            rows: those to split, with their numbers in a column number.
            fractions: of the classes that each split gets.
            seed, images: see Dataset.split.
        """
        super().__init__()
        shown = ", ".join(f"{name}={part:.12g}" for name, part in fractions.items())
        if not all(0 <= part <= 1 for part in fractions.values()) or not math.isclose(sum(fractions.values()), 1, abs_tol=1e-9):
            raise ConfigError(f"{shown}: expected parts from 0 to 1 that add up to 1")
        self._path = path
        self._made: dict[str, Any] = {"of": {key: manifest[key] for key in ("name", "config_digest", "rows")}, "where": list(conditions),
                      "fractions": dict(fractions), "seed": seed, "images": images}
        connection = connect(path)  # of its own, so that the tables of two splits do not meet
        for name, relation in {**tables, "rows": rows}.items():
            relation = Relation(connection.sql(relation.sql_query()), connection)
            relation.create_view(name)
        connection.execute(f"CREATE TABLE ranks AS SELECT number, dense_rank() OVER (ORDER BY md5_number('{int(seed)} ' || class)) AS rank "
                           f"FROM ({_classes(connection, manifest, tables)})")
        columns, source = "rows.* EXCLUDE (number)", "rows JOIN ranks USING (number)"
        order = "number"
        if images and (moved := expand(connection, manifest, tables, images, seed)):
            original = of_original(manifest)
            self._made["original"] = original
            columns, source, order = columns + f" REPLACE ({moved})", source + " JOIN moved USING (number)", "place"
            if original:
                columns += " RENAME (" + ", ".join(f'"{c}" AS "original_{c}"' for c in original) + ")"
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
        shutil.copytree(self._path, folder, ignore=shutil.ignore_patterns(".work", "README.md", "report.html", "splits"), dirs_exist_ok=True)
        (folder / "splits").mkdir()
        files: list[dict[str, Any]] = []
        for name, split in self.items():
            if not len(split):
                continue  # the library cannot open a file without rows
            file = folder / "splits" / f"{name}.parquet"
            split.rows.write_parquet(str(file), compression="zstd", row_group_size=131072)
            files.append({"name": name, "path": f"splits/{file.name}", "rows": len(split), "classes": split.classes,
                          "bytes": file.stat().st_size, "sha256": hashlib.sha256(file.read_bytes()).hexdigest()})
        _record(folder / "manifest.json", {**self._made, "files": files})
        self._card(Path(call(["card", str(folder), *flags({"license": license, "author": author})]).rstrip("\n")), files)
        return folder

    def _card(self, card: Path, files: list[dict[str, Any]]) -> None:
        """Writes the splits into a dataset's card."""
        made, text = self._made, card.read_text("utf-8")
        subset = "".join(f"      - split: {f['name']}\n        path: {f['path']}\n" for f in files)
        lines = "".join(f"| `{f['path']}` | {f['rows']:,} | {f['classes']:,} |\n" for f in files)
        fractions = ", ".join(f"{name}={part}" for name, part in made["fractions"].items())
        where = " and ".join(f"<code>{html.escape(' '.join(c.split()))}</code>" for c in made["where"])
        selected, rows = sum(f["classes"] for f in files), made["of"]["rows"]
        whole = (f"\n**A selection**: the splits are made of {selected:,} of {rows:,} rows, those with {where}. They are\nin `splits/` "
                 "alone: `rows/`, `tables/`, `stats.json` and all numbers below, but those of the splits, are of the whole\ndataset, "
                 "which is there for `coverstat verify`.\n" if where else "")
        for before, after in (
            (r"size_categories: .*", f'size_categories: ["{_size(sum(f["rows"] for f in files))}"]'),
            (r"    default: true\n", ""),
            (r"configs:\n", f"configs:\n  - config_name: splits\n    data_files:\n{subset}    default: true\n"),
            (r"\n## What is counted\n", f"{whole}\n## Splits\n\n| file | rows | classes |\n|---|---:|---:|\n{lines}\nMade by "
             f"`split({fractions}, seed={made['seed']}, images={made['images']})` of the Python package of\n"
             f"{f'the rows with {where}, out of ' if where else ''}all {made['of']['rows']:,} rows of {made['of']['name']}, whose config has the digest\n"
             f"{made['of']['config_digest']}. All images of a solution are in one split.{_original(made)}\n\n## What is counted\n"),
        ):
            text, found = re.subn(before, lambda _: after, text)
            assert found == 1, f"card: {before!r}"
        card.write_text(text, "utf-8")


def _original(made: Mapping[str, Any]) -> str:
    """What a card says of columns that images take from the row that they were made of."""
    names = ", ".join(f"`original_{name}`" for name in made.get("original", ()))
    return f" Not the image but the row\nthat it was made of was searched for {names}." if names else ""


def _size(rows: int) -> str:
    """How hubs of datasets say how many rows there are."""
    bounds = ["1K", "10K", "100K", "1M", "10M", "100M", "1B"]
    i = len(str(rows // 100)) - 1 if rows >= 1000 else 0
    return "n>1B" if i >= len(bounds) else f"{bounds[i - 1]}<n<{bounds[i]}" if i else "n<1K"


def _record(file: Path, splits: Mapping[str, Any]) -> None:
    """Writes into a manifest how splits were made."""
    manifest = {**json.loads(file.read_text("utf-8")), "splits": splits, "digest": "0" * 64}
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    digest = hashlib.sha256(text.encode()).hexdigest()
    file.write_text(text.replace(f'"digest": "{"0" * 64}"', f'"digest": "{digest}"'), "utf-8")


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
    if not (chosen := options(manifest)):
        return "SELECT number, grid AS class FROM rows"
    if partly and _all_images(connection, manifest, tables):
        return f"SELECT number, array_to_string(min(form), ' ') AS class FROM ({forms(manifest, 'all_images')}) GROUP BY number"
    return f"SELECT number, array_to_string({chosen}, ' ') AS class FROM rows"


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
