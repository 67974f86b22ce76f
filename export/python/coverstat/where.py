"""Conditions on rows: the grammar of the program's --where, as SQL."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .errors import ConfigError

# One token: a text in quotes, an operator, a bracket or comma, or a word.
_QUOTED = r"'[^']*'|\"[^\"]*\""
_COMPARISON = re.compile(r"\s*(?P<column>[^=!<>]+?)\s*(?P<op>!=|<>|<=|>=|==|=|<|>)\s*(?P<value>.*?)\s*", re.DOTALL)
_MEMBER = re.compile(r"\s*(?P<column>\S+)\s+in\s*\((?P<values>.*)\)\s*", re.DOTALL | re.IGNORECASE)
_VALUE = re.compile(rf"\s*({_QUOTED}|[^,]*?)\s*(?:,|$)")
_SQL = {"==": "IS NOT DISTINCT FROM", "=": "IS NOT DISTINCT FROM", "!=": "IS DISTINCT FROM", "<>": "IS DISTINCT FROM"}


def to_sql(where: str, types: Mapping[str, str]) -> str:
    """A condition of the program as an SQL condition with the same meaning.

    Args:
        where: comparisons joined by and: ``crossroads = 5 and solved_by = 'lines'``, or
            ``crossroads in (1, 4)``. A text may stand without quotes; null is null.
        types: the type of each column, as the manifest names it.

    Raises:
        ConfigError: a column that is not there, or a value of another type.

    >>> to_sql("crossroads >= 4 and grid != null", {"crossroads": "int32", "grid": "string"})
    '("crossroads" >= 4) AND ("grid" IS DISTINCT FROM NULL)'
    """
    return " AND ".join(f"({_term(term, types)})" for term in _terms(where))


def _terms(where: str) -> list[str]:
    """The comparisons between the words and, which may also stand in quotes."""
    pieces = re.split(rf"({_QUOTED})|(?<= )(and|or)(?= )", where, flags=re.IGNORECASE)
    terms = [""]
    for text, quoted, word in zip(pieces[::3], [*pieces[1::3], None], [*pieces[2::3], None]):
        terms[-1] += text
        if quoted:
            terms[-1] += quoted
        elif word and word.lower() == "or":
            raise ConfigError(f"condition {where!r}: or is not supported, only and: ask once for each, or by in (...)")
        elif word:
            terms.append("")
    return terms


def _term(term: str, types: Mapping[str, str]) -> str:
    member, comparison = _MEMBER.fullmatch(term), _COMPARISON.fullmatch(term)
    found = comparison or member
    if member and (comparison is None or "(" in comparison["column"]):
        found = member
    if found is None:
        raise ConfigError(f"condition {term.strip()!r}: expected COLUMN=VALUE, with = != < <= > >=, or COLUMN in (VALUE, ...)")
    column = found["column"].strip()
    if column not in types:
        raise ConfigError(f"no column {column!r}: expected one of {', '.join(types)}")
    name = '"' + column.replace('"', '""') + '"'
    if types[column].startswith("list"):
        raise ConfigError(f"column {column} holds lists, which cannot be compared")
    if found is member:
        values = [_literal(v, column, types[column], term) for v in _values(member["values"])]
        return " OR ".join(f"{name} IS NOT DISTINCT FROM {v}" for v in values)
    value = _literal(found["value"], column, types[column], term)
    if value == "NULL" and found["op"] not in _SQL:
        raise ConfigError(f"condition {term.strip()!r}: null can be compared with = or != only")
    return f"{name} {_SQL.get(found['op'], found['op'])} {value}"


def _values(text: str) -> Sequence[str]:
    return _VALUE.findall(text.rstrip())[: -1 if text.strip() else None]


def _literal(value: str, column: str, kind: str, term: str) -> str:
    """A constant of the condition as SQL."""
    if value == "null":
        return "NULL"
    if kind == "string":
        if len(value) >= 2 and value[0] in "'\"" and value[-1] == value[0]:
            value = value[1:-1]
        return "'" + value.replace("'", "''") + "'"
    if kind == "bool":
        if value in ("true", "1", "false", "0"):
            return "true" if value in ("true", "1") else "false"
        raise ConfigError(f"condition {term.strip()!r}: column {column} holds true or false, got {value!r}")
    if kind != "double" and re.fullmatch(r"[+-]?\d+", value) and -(2**63) <= int(value) < 2**63:
        return str(int(value))
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if number != number:
        raise ConfigError(f"condition {term.strip()!r}: column {column} holds numbers, got {value!r}")
    return f"'{number!r}'::DOUBLE"
