"""Conditions on rows: the language of the program's --where, as SQL of DuckDB."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

from .errors import ConfigError

_TOKEN = re.compile(r"'[^']*'|\"[^\"]*\"|(?<= )(?:and|or) |.", re.DOTALL | re.IGNORECASE)
_LIST = re.compile(r"\sin\s*\(", re.IGNORECASE)
_OPERATOR = re.compile("!=|<>|<=|>=|==|=|<|>")
# A null equals null only, and differs from all values: SQL's own = and <> would be null.
_SQL = {"=": "IS NOT DISTINCT FROM", "==": "IS NOT DISTINCT FROM", "!=": "IS DISTINCT FROM", "<>": "IS DISTINCT FROM"}


def to_sql(where: str, types: Mapping[str, str]) -> str:
    """A condition of the program as an SQL condition that the same rows meet.

    Args:
        where: comparisons joined by and: ``crossroads = 5 and solved_by in (theorems, 'line logic')``.
            A text may stand without quotes; null is null.
        types: the type of each column, as the manifest names it.

    Raises:
        ConfigError: a column that is not there, or a value of another type.

    >>> to_sql("crossroads >= 4 and grid != null", {"crossroads": "int32", "grid": "string"})
    '("crossroads" >= 4) AND ("grid" IS DISTINCT FROM NULL)'
    """
    terms = [""]
    for token in _TOKEN.findall(where):
        if token in "'\"":
            raise ConfigError(f"condition {where!r}: a {token} without its partner")
        if token.lower() == "or ":
            raise ConfigError(f"condition {where!r}: or is not supported, only and: ask once for each (a text with or in it must be quoted)")
        if token.lower() == "and ":
            terms.append("")
        else:
            terms[-1] += token
    return " AND ".join(f"({_comparison(term.strip(), types)})" for term in terms) if where.strip() else "true"


def _comparison(term: str, types: Mapping[str, str]) -> str:
    operator, members = _OPERATOR.search(term), _LIST.search(term)
    if operator and members and operator.start() < members.start():
        members = None  # in a text
    found = members or operator
    if found is None:
        raise ConfigError(f"condition {term!r}: expected COLUMN=VALUE (or != < <= > >=) or COLUMN in (VALUE, ...), joined by and")
    name, rest = term[:found.start()].strip(), term[found.end():].strip()
    if name not in types:
        near = difflib.get_close_matches(name, types, 1, 0)
        raise ConfigError(f"no column {name!r}: did you mean {near[0] if near else 'none'}?")
    column = '"' + name.replace('"', '""') + '"'
    op = "=" if members else found[0]
    values = _members(rest) if members else [rest]
    if members and not all(values):
        raise ConfigError(f"condition {term!r}: expected {name} in (VALUE, ...), values separated by commas")
    return " OR ".join(f"{column} {_SQL.get(op, op)} {_constant(value, name, types[name], op, term)}" for value in values)


def _members(text: str) -> list[str]:
    """The values of a list that a parenthesis closes; "" for each that is missing."""
    values, closed = [""], False
    for token in _TOKEN.findall(text):
        if closed:
            return [""]  # there is more behind it
        if token in ",)":
            values[-1], closed = values[-1].strip(), token == ")"
            values += [] if closed else [""]
        else:
            values[-1] += token
    return values if closed else [""]


def _constant(value: str, name: str, kind: str, op: str, term: str) -> str:
    if value == "null":
        if op not in _SQL:
            raise ConfigError(f"condition {term!r}: null can be compared with = or != only")
        return "NULL"
    if kind == "string":
        if len(value) >= 2 and value[0] in "'\"" and value[-1] == value[0]:
            value = value[1:-1]
        return "'" + value.replace("'", "''") + "'"
    if kind.startswith("list"):
        raise ConfigError(f"column {name!r} holds lists, which cannot be compared")
    if kind == "bool":
        if value not in ("true", "1", "false", "0"):
            raise ConfigError(f"condition {term!r}: column {name} holds true or false, got {value!r}")
        return "true" if value in ("true", "1") else "false"
    if kind != "double" and re.fullmatch(r"[+-]?[0-9]+", value) and -(2**63) <= int(value) < 2**63:
        return str(int(value))
    try:
        number = float("nan" if "_" in value else value)
    except ValueError:
        number = float("nan")
    if number != number:
        raise ConfigError(f"condition {term!r}: column {name} holds numbers ({kind}), got {value!r}")
    return f"'{number!r}'::DOUBLE"
