"""Images of rows by symmetries: all those of tilings and exact covers, random ones of Sudokus."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .cells import box, grids
from .errors import ConfigError
from .relation import Relation, need

if TYPE_CHECKING:
    import duckdb
    import numpy as np

DIGITS = b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def expand(connection: duckdb.DuckDBPyConnection, manifest: Mapping[str, Any], tables: Mapping[str, Relation],
           images: bool | int, seed: int) -> str:
    """Makes a table ``moved`` of the images of the rows, each with the row's number and a place.

    Args:
        connection: its view ``rows`` has the rows, with their numbers in a column number.
        manifest, tables: the dataset's.
        images: True for all images, or how many random ones each row has.
        seed: of random images.

    Returns:
        the columns of rows that differ in their images, in SQL; "" without a table: each row is its only image.
    """
    name = manifest["name"]
    if manifest["family"] == "sudoku":
        if images is True or images < 1:
            raise ConfigError(f"{name}: a Sudoku has more images than can be listed: expected how many random ones each row becomes, such as images=8")
        return _sudokus(connection, manifest, images, seed)
    if images is not True:
        raise ConfigError(f"images={images}: only Sudokus have random images: expected True, for all")
    if "images" not in tables:
        if manifest["job"] != "survey" and any(f["key"] == "group_order" and f["value"] == 1 for f in manifest["facts"]):
            return ""
        raise ConfigError(f"{name} has no table images: expected a census or sample of tilings or an exact cover, or Sudokus")
    connection.execute("CREATE TABLE moved AS SELECT *, row_number() OVER (ORDER BY number, form) - 1 AS place "
                       f"FROM (SELECT DISTINCT * FROM ({forms(manifest, 'images')}))")
    columns = []
    if any(c["name"] == "grid" for c in manifest["columns"]):
        need("numpy")
        import numpy as np

        used = connection.sql("SELECT place, unnest(form) AS option FROM moved").fetchnumpy()
        texts = grids(manifest, tables, used["place"], used["option"])
        connection.register("painted", {"place": np.arange(len(texts)), "grid": texts})
        connection.execute("CREATE OR REPLACE TABLE moved AS SELECT moved.*, painted.grid FROM moved JOIN painted USING (place)")
        connection.unregister("painted")
        columns = ["moved.grid AS grid"]
    if not (keys := _keys(manifest)):
        return ", ".join([*columns, "form AS options"])
    found = connection.execute("SELECT p.name, p.copy, min(o.id), max(o.id) FROM pieces p JOIN options o ON o.piece = p.name GROUP BY ALL").fetchall()
    for name, number, least, greatest in found:  # the options of a piece follow one another
        key = name if name in keys else f"{name}_{number}"
        columns.append(f"[o FOR o IN form IF o BETWEEN {least} AND {greatest}][{number}]::INTEGER AS {_quoted(key)}")
    return ", ".join(columns)


def _keys(manifest: Mapping[str, Any]) -> list[str]:
    """The columns of option numbers, a piece or a copy each."""
    return [c["name"] for c in manifest["columns"] if c.get("role") == "key" and c["type"] == "int32"]


def options(manifest: Mapping[str, Any]) -> str:
    """The ascending option numbers of a row, in SQL; "" in rows of other things."""
    if keys := _keys(manifest):
        return f"list_sort(list_distinct([{', '.join(_quoted(k) for k in keys)}]))"  # which has no nulls
    return "options" if any(c["name"] == "options" for c in manifest["columns"]) else ""


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def forms(manifest: Mapping[str, Any], images: str) -> str:
    """A query for all images of all rows: ascending option numbers."""
    return (f"SELECT number, list_sort(list(image)) AS form FROM (SELECT number, unnest({options(manifest)}) AS option FROM rows) "
            f"JOIN {images} USING (option) GROUP BY number, symmetry")


def _sudokus(connection: duckdb.DuckDBPyConnection, manifest: Mapping[str, Any], images: int, seed: int) -> str:
    """Random images of Sudokus: digits, bands, rows, stacks and columns change their places, and perhaps rows with columns."""
    need("numpy")
    import numpy as np

    columns = [c["name"] for c in manifest["columns"] if c["name"] in ("grid", "instance", "solution")]
    rows = connection.sql(f"SELECT number, {', '.join(columns)} FROM rows ORDER BY number").fetchall()
    found: dict[str, list[Any]] = {"number": [], **{c: [] for c in columns}}
    for first in range(0, len(rows), 1 << 12):
        numbers, *texts = zip(*rows[first:first + (1 << 12)])
        found["number"] += np.repeat(numbers, images).tolist()
        move = _mover(texts[0], box(manifest), images, seed)
        for column, boards in zip(columns, texts):
            found[column] += move(boards)
    connection.register("painted", {c: np.array(values, np.int64 if c == "number" else object) for c, values in found.items()})
    connection.execute("CREATE TABLE moved AS SELECT *, row_number() OVER () - 1 AS place FROM painted")
    connection.unregister("painted")
    return ", ".join(f"moved.{c} AS {c}" for c in columns)


def of_original(manifest: Mapping[str, Any]) -> list[str]:
    """The columns of Sudokus whose values are not those of their images: what a search of the very puzzle found.

    A dataset of an earlier version does not say which they are: then all measures.
    """
    if manifest["family"] != "sudoku" or manifest["job"] != "survey":
        return []
    names = [f["value"] for f in manifest["facts"] if f["key"] == "of_search"]
    return names[0] if names else [c["name"] for c in manifest["columns"] if c.get("role") == "measured"]


def _mover(keys: tuple[str, ...], box: tuple[int, int], images: int, seed: int) -> Callable[[tuple[str | None, ...]], list[str | None]]:
    """A function that moves boards, each in as many ways as there are images.

    Args:
        keys: a text of each board; on it and the seed alone the ways depend.
        box: rows and columns of a box.
        images: how many ways.
        seed: of the ways.
    """
    import numpy as np

    height, width = box
    side = height * width
    start = np.array([int.from_bytes(hashlib.md5(f"{seed} {i} {key}".encode()).digest()[:8], "big") for key in keys for i in range(images)], np.uint64)
    used = 0

    def bits(n: int) -> Any:
        """The next random numbers of each image, by SplitMix64."""
        nonlocal used
        z = start[:, None] + np.arange(used + 1, used + n + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        used += n
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))

    def lines(size: int) -> Any:
        """Lines in a random order in which the lines of each band, so many, stay together."""
        bands = bits(side // size).argsort(axis=1)[:, :, None]
        within = bits(side).reshape(-1, side // size, size).argsort(axis=2)
        return (bands * size + np.take_along_axis(within, bands, 1)).reshape(-1, side)

    digits = np.concatenate([np.zeros((len(start), 1), np.int64), 1 + bits(side).argsort(axis=1)], axis=1)
    at = lines(height)[:, :, None] * side + lines(width)[:, None, :]
    if height == width:
        at = np.where(bits(1)[:, :, None] & np.uint64(1), at.transpose(0, 2, 1), at)
    at = at.reshape(-1, side * side)

    def move(boards: tuple[str | None, ...]) -> list[str | None]:
        text = "".join(b or "." * side * side for b in boards).replace("0", ".").encode("ascii")
        values = np.zeros(128, np.int64)
        values[list(DIGITS)] = np.arange(len(DIGITS))
        cells = np.repeat(values[np.frombuffer(text, np.uint8)].reshape(-1, side * side), images, axis=0)
        cells = np.take_along_axis(digits, np.take_along_axis(cells, at, 1), 1)
        moved = np.frombuffer(DIGITS, np.uint8)[cells].view(f"S{side * side}").ravel().astype(str).tolist()
        return [m if boards[i // images] else None for i, m in enumerate(moved)]

    return move
