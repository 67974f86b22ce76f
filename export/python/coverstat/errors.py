"""What can go wrong: an exception for each exit code of the program, in its words."""

from __future__ import annotations

import re
from collections.abc import Mapping


class Error(Exception):
    """The program ended with an error; ``str(error)`` is what it said.

    Attributes:
        printed: what it had printed before, as an answer.
    """

    printed: str = ""


class Failed(Error, RuntimeError):
    """The command failed, or a dataset is wrong (exit code 1)."""


class Incomplete(Error, RuntimeError):
    """The work was stopped and can go on, or a dataset is not complete (exit code 3).

    The same call goes on where the work was stopped; a run says how much of it is kept.
    """


class ConfigError(Error, ValueError):
    """A config, a file or an argument is wrong, or a folder is in use (exit code 2).

    Attributes:
        key: the key of the config, a dotted path such as "puzzle.board.rows"; None if unknown.
        file: the file; None if the fault is in none.
        line: the line, from 1; None if unknown.
        column: the column, from 1; None if unknown.

    >>> import coverstat
    >>> try:
    ...     coverstat.count({"family": "polyomino", "job": "census", "puzzle": {"board": {"rowz": 8}}})
    ... except coverstat.ConfigError as error:
    ...     print(error.key)
    puzzle.board.rowz
    """

    def __init__(self, words: str, key: str | None = None, file: str | None = None,
                 line: int | None = None, column: int | None = None) -> None:
        super().__init__(words)
        self.key: str | None = key
        self.file: str | None = file
        self.line: int | None = line
        self.column: int | None = column


# A place as compilers write it: FILE:LINE:COLUMN: and then the fault.
_PLACE = re.compile(r"(?P<file>[^\n]+?):(?P<line>\d+):(?:(?P<column>\d+):)? (?P<fault>.*)", re.DOTALL)
_SET = re.compile(r"--set (?P<key>[^=\s]+)=")


def located(words: str, keys: Mapping[int, str]) -> ConfigError:
    """A ConfigError with the place that the words begin with.

    Args:
        words: what the program said.
        keys: if the config was a mapping, the key of each line that the program read.
    """
    if change := _SET.match(words):
        return ConfigError(words, key=change["key"])
    if keys and words.startswith("stdin: "):
        return ConfigError(words.removeprefix("stdin: "))
    place = _PLACE.match(words)
    if place is None:
        return ConfigError(words)
    file, line, fault = place["file"], int(place["line"]), place["fault"]
    if file == "stdin" and line in keys:
        key = keys[line]
        return ConfigError(fault if key.rpartition(".")[2] in fault else f"{key}: {fault}", key=key)
    return ConfigError(words, None, file, line, int(place["column"]) if place["column"] else None)
