"""Configs: what a user gives, as arguments and as a text for the program."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, TypeAlias

from .process import call


class DataclassInstance(Protocol):
    """An instance of any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


#: The name of a shipped run, the path of a YAML file, a mapping, or an instance of a
#: dataclass, such as :class:`Config`. The program decides whether a text is a name or a path.
ConfigLike: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any] | DataclassInstance"


@dataclass(kw_only=True)
class Config:
    """A config with the keys that all families have; docs/config.md explains each.

    Attributes that are None are left out. Any other dataclass does, too.

    >>> import coverstat
    >>> board = coverstat.Config(family="polyomino", job="census",
    ...                          puzzle={"board": {"rows": 5, "cols": 12}, "pieces": ["pentominoes"]})
    >>> coverstat.count(board)
    4040
    """

    family: str
    job: str
    puzzle: Mapping[str, Any] | DataclassInstance
    name: str | None = None
    title: str | None = None
    description: str | None = None
    measures: list[str] | None = None
    require: list[str] | None = None
    sample: Mapping[str, Any] | None = None
    output: Mapping[str, Any] | None = None
    crosstabs: list[list[str]] | None = None
    breakdowns: list[Mapping[str, Any]] | None = None
    kernel: str | None = None
    cut: Mapping[str, Any] | None = None


@dataclass
class Given:
    """A config as the program takes it: its arguments, and what it reads from stdin."""

    args: list[str]
    text: str = ""
    keys: dict[int, str] = field(default_factory=dict)  # of the lines of text


def given(config: ConfigLike, changes: Mapping[str, Any], named: bool = False) -> Given:
    """Makes arguments of a config and of changes, key path -> value.

    Args:
        config: see ConfigLike.
        changes: laid over the config, as --set does.
        named: a config without a name gets one, made of its contents.
    """
    flags = [f"--set={path}={json.dumps(plain(value), ensure_ascii=False, allow_nan=False)}" for path, value in changes.items()]
    if isinstance(config, (str, os.PathLike)):
        return Given([os.fspath(config), *flags])
    tree = plain(config)
    if not isinstance(tree, dict):
        raise TypeError(f"config: got {type(config).__name__}: expected a name, a path, a mapping or a dataclass")
    if named and "name" not in tree:
        digest = hashlib.sha256(json.dumps([tree, flags], sort_keys=True).encode()).hexdigest()
        tree = {"name": "run-" + digest[:8], **tree}
    out = Given(["-", *flags])
    lines: list[str] = []
    _write(tree, "", "", "", lines, out.keys)
    out.text = "\n".join(lines) + "\n"
    return out


def plain(value: Any) -> Any:
    """A value as JSON has it: dataclasses are mappings, NumPy's numbers are numbers."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = ((f.name, getattr(value, f.name)) for f in dataclasses.fields(value))
        return {name: plain(x) for name, x in fields if x is not None}
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if tolist := getattr(value, "tolist", None):
        return plain(tolist())
    if isinstance(value, Iterable):
        return [plain(x) for x in value]
    raise TypeError(f"config: got a {type(value).__name__}: expected text, numbers, lists and mappings")


def _write(value: Any, path: str, before: str, after: str, lines: list[str], keys: dict[int, str]) -> None:
    """Writes JSON, each key and each element in a line of its own, and notes whose line it is."""
    if path:
        keys[len(lines) + 1] = path
    if not isinstance(value, (dict, list)):
        lines.append(before + json.dumps(value, ensure_ascii=False, allow_nan=False) + after)
        return
    ends = "{}" if isinstance(value, dict) else "[]"
    lines.append(before + ends[0])
    entries = list(value.items() if isinstance(value, dict) else enumerate(value))
    for i, (key, x) in enumerate(entries):
        label = json.dumps(key, ensure_ascii=False) + ": " if isinstance(value, dict) else ""
        _write(x, f"{path}.{key}" if path else str(key), label, "," if i < len(entries) - 1 else "", lines, keys)
    lines.append(ends[1] + after)


def schema() -> dict[str, Any]:
    """The JSON Schema of a config (draft 2020-12), as ``coverstat schema`` prints it.

    >>> import coverstat
    >>> sorted(coverstat.schema()["required"])
    ['family', 'job', 'puzzle']
    """
    out: dict[str, Any] = json.loads(call(["schema"]))
    return out
