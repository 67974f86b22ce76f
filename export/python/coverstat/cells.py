"""Solutions and puzzles as arrays of numbers."""

from __future__ import annotations

import math
import string
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .errors import ConfigError
from .relation import Relation

if TYPE_CHECKING:
    import numpy as np

FREE, BLOCKED = -1, -2


def _facts(manifest: Mapping[str, Any]) -> dict[str, Any]:
    return {fact["key"]: fact["value"] for fact in manifest["facts"]}


def board(manifest: Mapping[str, Any]) -> str:
    """The picture of the board that a dataset's manifest has."""
    picture = str(_facts(manifest).get("board", ""))
    if not picture or not set(picture) <= set(".#\n"):
        raise ConfigError(f"{manifest['name']} has no board that all its rows share")
    return picture


def box(manifest: Mapping[str, Any]) -> tuple[int, int]:
    """Rows and columns of a box of Sudokus."""
    rows, columns = str(_facts(manifest)["box"]).split("x")
    return int(rows), int(columns)


def shape(manifest: Mapping[str, Any], rows: Callable[[], Relation]) -> tuple[int, ...]:
    """See Dataset.shape.

    Args:
        manifest: the dataset's.
        rows: gives those that are wanted.
    """
    if manifest["family"] == "sudoku":
        side = math.prod(box(manifest))
        return side, side
    if {"height", "width"} <= {c["name"] for c in manifest["columns"]}:
        sizes: list[tuple[int, int]] = rows().select("height, width").distinct().limit(2).fetchall()
        if len(sizes) != 1:
            raise ConfigError(f"{manifest['name']} has boards of different sizes: expected rows of one size, as by where(\"height = 5 and width = 5\")")
        return sizes[0]
    if manifest["family"] == "nonogram":
        return manifest["config"]["puzzle"]["rows"], manifest["config"]["puzzle"]["cols"]
    layers = [layer.split("\n") for layer in board(manifest).split("\n\n")]
    flat = (len(layers[0]), max(len(line) for line in layers[0]))
    return (len(layers), *flat) if len(layers) > 1 else flat


def cells(manifest: Mapping[str, Any], rows: Relation, tables: Mapping[str, Relation], column: str | None) -> np.ndarray[Any, np.dtype[np.int16]]:
    """See Dataset.cells.

    Args:
        manifest: the dataset's.
        rows: those that are wanted.
        tables: the dataset's, by their names.
        column: one with boards; None is that of solutions.
    """
    name, columns, family = manifest["name"], {c["name"] for c in manifest["columns"]}, manifest["family"]
    boards = [c for c in ("grid", "solution") if c in columns]
    if family in ("sudoku", "nonogram") or "blocked" in manifest["config"]["puzzle"]:
        boards += ["instance"] if "instance" in columns else []
    if column is not None and column not in boards:
        raise ConfigError(f"{name} has no column {column!r} of boards: expected one of {', '.join(boards) or 'none'}")
    if column is None and "options" in tables and manifest["job"] != "survey" and "grid" not in columns:
        if not {"piece", "cells"} <= set(tables["options"].columns):
            raise ConfigError(f"{name} has no cells: its options are no pieces on a board")
        return _from_options(manifest, tables, len(rows), *_pairs(manifest, rows))
    if not boards:
        raise ConfigError(f"{name} has no cells: its rows have neither a column grid nor options of pieces")
    column = column or ("grid" if "grid" in boards else "instance")
    if column == "instance" and "choose" in manifest["config"]["puzzle"]:
        raise ConfigError(f"{name}: its boards alone are no puzzles, for each has pieces of its own: expected the column "
                          "set_mask (bit i is piece i of puzzle.choose.from) beside mask, the blocked cells, or instance as text")
    if family == "nonogram":
        return _clues(name, rows) if column == "instance" else _from_texts(name, rows.select(f"{column} AS board"), {"#": 1, ".": 0})
    values = {digit: i for i, digit in enumerate(string.digits + string.ascii_uppercase)} | {"0": FREE}
    if "pieces" in tables:
        values |= {symbol or ".": i for i, (symbol,) in enumerate(tables["pieces"].select("symbol").fetchall())}
    # In a survey of boards and sets the names of the pieces stand behind the board.
    return _from_texts(name, rows.select(f"split_part({column}, ' ', 1) AS board"), values | {".": FREE, "#": BLOCKED})


def _from_texts(name: str, boards: Relation, values: Mapping[str, int]) -> np.ndarray[Any, np.dtype[np.int16]]:
    """Decodes boards, a character a cell; the cells of a row without a board are -1."""
    import numpy as np

    numbers = np.full(129, FREE, np.int16)  # no board has the last character
    numbers[[ord(character) for character in values]] = list(values.values())
    query = boards.select("coalesce(board, '')").sql_query()
    texts = boards._connection.cursor().execute(query)  # a relation cannot give its rows some at a time
    blocks = []
    width = 0
    while chunk := texts.fetchmany(1 << 17):
        width = width or max(len(text) for (text,) in chunk)
        wide = [text or "\x80" * width for (text,) in chunk]
        if any(len(text) != width for text in wide):
            raise ConfigError(f"{name}: its boards have different sizes: expected rows of one size")
        blocks.append(numbers[np.frombuffer("".join(wide).encode("latin-1"), np.uint8)].reshape(-1, width))
    return np.concatenate(blocks) if blocks else np.empty((0, 0), np.int16)


def _clues(name: str, rows: Relation) -> np.ndarray[Any, np.dtype[np.int16]]:
    """The clues of nonograms, "2/1,1|1/1,1": of each row and then each column its runs, and 0 behind them."""
    import numpy as np

    lines = [[clue.split(",") for clue in text.replace("|", "/").split("/")] for (text,) in rows.select("instance").fetchall()]
    if len({len(puzzle) for puzzle in lines}) > 1:
        raise ConfigError(f"{name}: its puzzles have different sizes: expected rows of one size, as by where(\"height = 5 and width = 5\")")
    most = max((len(runs) for puzzle in lines for runs in puzzle), default=0)
    return np.array([[[int(run) for run in runs] + [0] * (most - len(runs)) for runs in puzzle] for puzzle in lines], np.int16)


def grids(manifest: Mapping[str, Any], tables: Mapping[str, Relation], row: np.ndarray[Any, Any],
          option: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.object_]]:
    """The texts of solutions, as in a column grid: option[i] belongs to solution row[i]."""
    import numpy as np

    cells = _from_options(manifest, tables, int(row.max(initial=-1)) + 1, row, option)
    symbols = [symbol for (symbol,) in tables["pieces"].select("symbol").fetchall()]
    codes = np.frombuffer("".join([*symbols, "#."]).encode("ascii"), np.uint8)  # the last are numbers -2 and -1
    texts: np.ndarray[Any, np.dtype[np.object_]] = codes[cells].view(f"S{cells.shape[1]}").ravel().astype(str).astype(object)
    return texts


def _from_options(manifest: Mapping[str, Any], tables: Mapping[str, Relation], rows: int, row: np.ndarray[Any, Any],
                  option: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.int16]]:
    """Paints options onto boards.

    Args:
        manifest, tables: the dataset's.
        rows: how many boards.
        row, option: option[i] lies on board row[i].
    """
    import numpy as np

    options = tables["options"].select("piece, cells").fetchall()  # in the order of their numbers
    numbers = {copy: i for i, copy in enumerate(tables["pieces"].select("name, copy").fetchall())}
    empty = np.array([BLOCKED if c == "#" else FREE for c in board(manifest) if c != "\n"], np.int16)
    names = sorted({name for name, _ in numbers})
    piece_of = np.array([names.index(piece) for piece, _ in options], np.int64)
    first = np.array([covered[0] for _, covered in options], np.int64)
    size = np.array([len(covered) for _, covered in options], np.int64)
    starts = np.concatenate([[0], np.cumsum(size)])
    covered = np.concatenate([np.array(c, np.int64) for _, c in options])

    # Copies of a piece are numbered by their first cells, as in a grid.
    order = np.lexsort((first[option], piece_of[option], row))
    row, option = row[order], option[order]
    piece = piece_of[option]
    begins = np.ones(len(row), bool)
    begins[1:] = (row[1:] != row[:-1]) | (piece[1:] != piece[:-1])
    at = np.arange(len(row))
    copy = at - np.maximum.accumulate(np.where(begins, at, 0))
    most = int(copy.max(initial=0)) + 1
    lookup = np.array([[numbers.get((name, k + 1), FREE) for k in range(most)] for name in names], np.int16)
    values = lookup[piece, copy]

    out = np.tile(empty, (rows, 1))
    for s in np.unique(size):  # all options of one size at once
        chosen = np.flatnonzero(size[option] == s)
        where = covered[starts[option[chosen]][:, None] + np.arange(s)]
        out[row[chosen][:, None], where] = values[chosen][:, None]
    return out


def _pairs(manifest: Mapping[str, Any], rows: Relation) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The options of all rows: the places of the rows among those that are wanted, and the numbers of the options."""
    import numpy as np

    keys = [c["name"] for c in manifest["columns"] if c.get("role") == "key" and c["type"] == "int32"]
    if not keys:
        lists = [values for (values,) in rows.select("options").fetchall()]
        row = np.repeat(np.arange(len(lists)), [len(values) for values in lists])
        return row, np.array([o for values in lists for o in values], np.int64)
    columns = rows.select(", ".join(f'"{k}"' for k in keys)).numpy()
    places, chosen = [], []
    for values in columns.values():
        used = np.flatnonzero(~np.ma.getmaskarray(values))
        places.append(used)
        chosen.append(np.ma.getdata(values)[used].astype(np.int64))
    return np.concatenate(places), np.concatenate(chosen)
