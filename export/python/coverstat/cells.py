"""Solutions as arrays of piece numbers."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .errors import ConfigError
from .relation import Relation

if TYPE_CHECKING:
    import numpy as np

FREE, BLOCKED = -1, -2


def board(manifest: Mapping[str, Any]) -> str:
    """The picture of the board that a dataset's manifest has."""
    for fact in manifest["facts"]:
        if fact["key"] == "board":
            return str(fact["value"])
    raise ConfigError(f"{manifest['name']} has no board")


def cells(manifest: Mapping[str, Any], rows: Relation, tables: Mapping[str, Relation]) -> np.ndarray[Any, np.dtype[np.int16]]:
    """See Dataset.cells.

    Args:
        manifest: the dataset's.
        rows: those that are wanted.
        tables: the dataset's, by their names.
    """
    name, columns = manifest["name"], {c["name"] for c in manifest["columns"]}
    symbols = [symbol for (symbol,) in tables["pieces"].select("symbol").fetchall()] if "pieces" in tables else []
    if "grid" in columns:
        return _from_texts(name, rows.select("grid AS board"), symbols)
    if "options" in tables and manifest["job"] != "survey":
        if not {"piece", "cells"} <= set(tables["options"].columns):
            raise ConfigError(f"{name} has no cells: its options are no pieces on a board")
        return _from_options(manifest, tables, len(rows), *_pairs(manifest, rows))
    if "mask" in columns or manifest["family"] == "sudoku":
        return _from_texts(name, rows.select("instance AS board"), symbols)
    raise ConfigError(f"{name} has no cells: its rows have neither a column grid nor options of pieces")


def _from_texts(name: str, boards: Relation, symbols: Sequence[str]) -> np.ndarray[Any, np.dtype[np.int16]]:
    """Decodes boards, a character a cell."""
    import numpy as np

    numbers = np.full(128, FREE, np.int16)
    for i, digit in enumerate(string.digits + string.ascii_uppercase):
        numbers[ord(digit)] = i  # Sudoku; the pieces below overwrite them
    numbers[ord("0")] = FREE
    for i, symbol in enumerate(symbols):
        numbers[ord(symbol or ".")] = i
    numbers[ord(".")], numbers[ord("#")] = FREE, BLOCKED
    query = boards.select("coalesce(board, '')").sql_query()
    texts = boards._connection.cursor().execute(query)  # a relation cannot give its rows some at a time
    blocks = []
    width = 0
    while chunk := texts.fetchmany(1 << 17):
        width = width or max(len(text) for (text,) in chunk)
        wide = [text or "." * width for (text,) in chunk]  # nothing is known of a row without a board
        if any(len(text) != width for text in wide):
            raise ConfigError(f"{name}: its boards have different sizes")
        blocks.append(numbers[np.frombuffer("".join(wide).encode("ascii"), np.uint8)].reshape(-1, width))
    return np.concatenate(blocks) if blocks else np.empty((0, 0), np.int16)


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
