"""Solutions as arrays of piece numbers."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

from .errors import ConfigError
from .relation import need

if TYPE_CHECKING:
    import numpy as np

    from .dataset import Dataset

FREE, BLOCKED = -1, -2


def cells(dataset: Dataset) -> np.ndarray[Any, np.dtype[np.int16]]:
    """See Dataset.cells."""
    need("numpy")
    columns = dataset.columns
    if "grid" in columns:
        return _from_texts(dataset, "grid")
    if "options" in {t["name"] for t in dataset.manifest["tables"]} and dataset.manifest["job"] != "survey":
        return _from_options(dataset)
    if "mask" in columns or dataset.manifest["family"] == "sudoku":
        return _from_texts(dataset, "instance")
    raise ConfigError(f"{dataset.name} has no cells: its rows have neither a column grid nor options of pieces")


def _pieces(dataset: Dataset) -> list[tuple[str, int, str]]:
    """Name, copy and symbol of each piece, in the order of the table."""
    if all(t["name"] != "pieces" for t in dataset.manifest["tables"]):
        return []
    return [(str(name), int(copy), str(symbol)) for name, copy, symbol in dataset.table("pieces").select("name, copy, symbol").fetchall()]


def _from_texts(dataset: Dataset, column: str) -> np.ndarray[Any, np.dtype[np.int16]]:
    """Decodes a column of boards, a character a cell."""
    import numpy as np

    numbers = np.full(128, FREE, np.int16)
    for i, digit in enumerate(string.digits + string.ascii_uppercase):
        numbers[ord(digit)] = i  # Sudoku; the pieces below overwrite them
    numbers[ord("0")] = FREE
    for i, (_, _, symbol) in enumerate(_pieces(dataset)):
        numbers[ord(symbol or ".")] = i
    numbers[ord(".")], numbers[ord("#")] = FREE, BLOCKED
    query = dataset.rows.select(f'coalesce("{column}", \'\')').sql_query()
    texts = dataset._connection.cursor().execute(query)
    blocks = []
    width = 0
    while chunk := texts.fetchmany(1 << 17):
        width = width or max(len(text) for (text,) in chunk)
        wide = [text or "." * width for (text,) in chunk]  # nothing is known of a row without a board
        if any(len(text) != width for text in wide):
            raise ConfigError(f"{dataset.name}: its boards have different sizes")
        blocks.append(numbers[np.frombuffer("".join(wide).encode("ascii"), np.uint8)].reshape(-1, width))
    return np.concatenate(blocks) if blocks else np.empty((0, 0), np.int16)


def _from_options(dataset: Dataset) -> np.ndarray[Any, np.dtype[np.int16]]:
    """Paints the options of each row onto the board."""
    import numpy as np

    table = dataset.table("options")
    if not {"piece", "cells"} <= set(table.columns):
        raise ConfigError(f"{dataset.name} has no cells: its options are no pieces on a board")
    board = np.array([BLOCKED if c == "#" else FREE for c in dataset._board() if c != "\n"], np.int16)
    options = table.select("piece, cells").fetchall()  # in the order of their numbers
    number = {(name, copy): i for i, (name, copy, _) in enumerate(_pieces(dataset))}
    names = sorted({name for name, _ in number})
    piece_of = np.array([names.index(piece) for piece, _ in options], np.int64)
    first = np.array([covered[0] for _, covered in options], np.int64)
    size = np.array([len(covered) for _, covered in options], np.int64)
    starts = np.concatenate([[0], np.cumsum(size)])
    covered = np.concatenate([np.array(c, np.int64) for _, c in options])

    row, option = _pairs(dataset)
    # Copies of a piece are numbered by their first cells, as in a grid.
    order = np.lexsort((first[option], piece_of[option], row))
    row, option = row[order], option[order]
    piece = piece_of[option]
    begins = np.ones(len(row), bool)
    begins[1:] = (row[1:] != row[:-1]) | (piece[1:] != piece[:-1])
    at = np.arange(len(row))
    copy = at - np.maximum.accumulate(np.where(begins, at, 0))
    most = int(copy.max(initial=0)) + 1
    lookup = np.array([[number.get((name, k + 1), FREE) for k in range(most)] for name in names], np.int16)
    values = lookup[piece, copy]

    out = np.tile(board, (len(dataset.rows), 1))
    for s in np.unique(size):  # all options of one size at once
        chosen = np.flatnonzero(size[option] == s)
        where = covered[starts[option[chosen]][:, None] + np.arange(s)]
        out[row[chosen][:, None], where] = values[chosen][:, None]
    return out


def _pairs(dataset: Dataset) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The options of all rows: the numbers of the rows among those asked for, and of the options."""
    import numpy as np

    if "options" in dataset.columns:
        lists = [values for (values,) in dataset.rows.select("options").fetchall()]
        row = np.repeat(np.arange(len(lists)), [len(values) for values in lists])
        return row, np.array([o for values in lists for o in values], np.int64)
    keys = [c["name"] for c in dataset.manifest["columns"] if c.get("role") == "key" and c["type"] == "int32"]
    columns = dataset.rows.select(", ".join(f'"{k}"' for k in keys)).numpy()
    rows, chosen = [], []
    for values in columns.values():
        used = np.flatnonzero(~np.ma.getmaskarray(values))
        rows.append(used)
        chosen.append(np.ma.getdata(values)[used].astype(np.int64))
    return np.concatenate(rows), np.concatenate(chosen)
