"""Rows and tables as relations of DuckDB, which read only what a question needs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb
    import numpy
    import pandas
    import polars
    import pyarrow


def connect(dataset: Path) -> duckdb.DuckDBPyConnection:
    """A connection of DuckDB of its own, for the files of a dataset."""
    need("duckdb", instead=f"; pandas and polars read the folder {dataset / 'rows'} without it")
    import duckdb

    return duckdb.connect()


def need(name: str, extra: str = "", instead: str = "") -> None:
    """Refuses to go on without a library that is an extra, of the same name or another; instead says what else helps."""
    try:
        __import__(name)
    except ImportError:
        raise ImportError(f"this needs {name}: pip install 'coverstat[{extra or name}]'{instead}") from None


_NULL = re.compile(r"'[^']*'|[=<>]\s*null\b", re.IGNORECASE)


def filtered(relation: Relation, condition: str) -> Relation:
    """The rows of a relation that meet a condition in SQL; what DuckDB finds wrong in it is a ConfigError."""
    import duckdb

    if any(not found.startswith("'") for found in _NULL.findall(condition)):
        raise ConfigError(f"condition {condition!r}: no value compares with null: expected COLUMN is null, or COLUMN is not null")
    try:
        chosen: Relation = relation.filter(condition)
        relation.limit(1).filter(condition).fetchall()  # finds values of wrong types
    except duckdb.Error as error:
        words = str(error).partition("\n\nLINE")[0]  # the query around the condition is not the user's
        raise ConfigError(f"condition {condition!r}: {words}") from None
    return chosen


class Relation:
    """A lazy relation of DuckDB: nothing is read before somebody asks for values.

    It has all methods of DuckDBPyRelation (filter, aggregate, order, limit, ...), whose
    results are relations of this kind again, and four ways out of DuckDB. Sums of integers,
    which DuckDB makes of 128 bits, come out as int64 where all values of the column fit.

    >>> import coverstat
    >>> rows = coverstat.run("queens-8", progress=False).rows
    >>> rows.filter("orbit_size < 8").aggregate("count(*) AS classes").fetchall()
    [(1,)]
    """

    def __init__(self, relation: duckdb.DuckDBPyRelation, connection: duckdb.DuckDBPyConnection) -> None:
        self._relation, self._connection = relation, connection

    def _narrow(self) -> duckdb.DuckDBPyRelation:
        """The relation with columns of 128 bits as int64 where all values fit: pandas and NumPy have
        no such integers, and would get doubles."""
        r = self._relation
        wide = ['"' + name.replace('"', '""') + '"' for name, kind in zip(r.columns, r.types, strict=True) if str(kind) == "HUGEINT"]
        if wide:
            [fits] = r.aggregate(", ".join(f"count({w}) = count(TRY_CAST({w} AS BIGINT))" for w in wide)).fetchall()
            narrow = [f"CAST({w} AS BIGINT) AS {w}" for w, fit in zip(wide, fits, strict=True) if fit]
            if narrow:
                return r.select(f"* REPLACE ({', '.join(narrow)})")
        return r

    def arrow(self) -> pyarrow.Table:
        """All values as a table of PyArrow.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").table("pieces").arrow().num_rows
        13
        """
        need("pyarrow")
        table: pyarrow.Table = self._narrow().to_arrow_table()
        return table

    def polars(self) -> polars.DataFrame:
        """All values as a data frame of Polars.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").table("pieces").polars().shape
        (13, 6)
        """
        need("polars")
        frame: polars.DataFrame = self._narrow().pl()
        return frame

    def pandas(self) -> pandas.DataFrame:
        """All values as a data frame of pandas.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").rows.pandas()["orbit_size"].sum()
        np.int64(129168)
        """
        need("pandas")
        frame: pandas.DataFrame = self._narrow().df()
        return frame

    def numpy(self) -> dict[str, numpy.ndarray[Any, Any]]:
        """All values as arrays, one a column; a column with nulls is a masked array.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").rows.numpy()["crossroads"].max()
        np.int32(5)
        """
        need("numpy")
        return dict(self._narrow().fetchnumpy())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(self._relation, name)
        if not callable(value):
            return value

        def method(*args: Any, **named: Any) -> Any:
            unwrapped = [a._relation if isinstance(a, Relation) else a for a in args]
            result = value(*unwrapped, **named)
            return Relation(result, self._connection) if isinstance(result, type(self._relation)) else result

        return method

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._relation.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._relation)

    def __repr__(self) -> str:
        return repr(self._relation)
