"""What all solutions do if a piece lies here: questions about solutions with given options."""

from __future__ import annotations

import json
import os
import tempfile
import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .config import ConfigLike, given
from .process import Messages, start
from .relation import need

if TYPE_CHECKING:
    import numpy as np


class Session:
    """A program that has the diagram of all solutions in memory, and answers a question a line."""

    def __init__(self, config: ConfigLike, changes: Mapping[str, Any]) -> None:
        what = given(config, changes, named=True)
        args, written = what.args, None
        if what.text:  # questions come from where the program would read the config
            written = tempfile.TemporaryDirectory(prefix="coverstat")
            path = Path(written.name, "config.yaml")
            path.write_text(what.text, "utf-8")
            args = [str(path), *args[1:]]
        self.keys, self.lock = what.keys, threading.Lock()
        self.process = start(["explore", *args])
        self.messages = Messages(self.process)
        self.end: weakref.finalize[Any, Any] = weakref.finalize(self, _end, self.process, written)

    def ask(self, **question: Any) -> dict[str, Any]:
        """The program's answer to a question."""
        with self.lock:
            try:
                assert self.process.stdin and self.process.stdout
                self.process.stdin.write(json.dumps(question) + "\n")
                self.process.stdin.flush()
                line = self.process.stdout.readline()
            except (OSError, ValueError):  # the program has ended, or was closed
                line = ""
            except BaseException:  # the answer would be taken for that of the next question
                self.end()
                raise
        if not line:
            if not self.end.alive:
                raise ValueError("the explorer is closed")
            self.messages.check(self.keys)
        answer: dict[str, Any] = json.loads(line)
        return answer


def _end(process: Any, written: Any) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        try:
            pipe.close()
        except OSError:
            pass
    if written:
        written.cleanup()


class Explorer:
    """All solutions that have some given options and none that are forbidden. See :func:`coverstat.explore`.

    >>> import coverstat
    >>> x = coverstat.explore("dominoes-8x8")
    >>> x
    <Explorer: 12,988,816 solutions>
    >>> x.given(0).forbid(62)
    <Explorer: 4,497,808 solutions with 0, without 62>
    """

    def __init__(self, session: Session, given: Sequence[int], forbidden: Sequence[int]) -> None:
        self._session = session
        self._question = {"given": list(given), "forbid": list(forbidden)}

    def __repr__(self) -> str:
        chosen = [f"{word} {', '.join(map(str, self._question[key]))}" for word, key in (("with", "given"), ("without", "forbid")) if self._question[key]]
        return " ".join([f"<Explorer: {self.count:,} solutions", ", ".join(chosen)]).rstrip() + ">"

    def given(self, *options: int) -> Explorer:
        """Those of the solutions that have all of these options, by their numbers.

        >>> import coverstat
        >>> coverstat.explore("dominoes-8x8").given(0, 83).count
        1465644
        """
        return Explorer(self._session, [*self._question["given"], *self._known(options)], self._question["forbid"])

    def forbid(self, *options: int) -> Explorer:
        """Those of the solutions that have none of these options, by their numbers.

        >>> import coverstat
        >>> coverstat.explore("dominoes-8x8").forbid(0).count
        6494408
        """
        return Explorer(self._session, self._question["given"], [*self._question["forbid"], *self._known(options)])

    @cached_property
    def options(self) -> list[dict[str, Any]]:
        """The table of all options: a mapping each, of id, piece, cells and so on.

        >>> import coverstat
        >>> coverstat.explore("dominoes-8x8").options[0]["cells"]
        [0, 1]
        """
        table: list[dict[str, Any]] = self._session.ask(options=True)["options"]
        return table

    def option(self, cells: Iterable[int], piece: str | None = None) -> int:
        """The number of the option that covers these cells, by the piece of this name.

        Raises:
            ValueError: there is none, or several pieces have these cells.

        >>> import coverstat
        >>> coverstat.explore("dominoes-8x8").option([0, 8])
        56
        """
        wanted = sorted(cells)
        found = [o["id"] for o in self.options if sorted(o["cells"]) == wanted and piece in (None, o["piece"])]
        if len(found) != 1:
            raise ValueError(f"cells {wanted}: {len(found)} options: expected one")
        return int(found[0])

    def _known(self, options: Iterable[int]) -> list[int]:
        numbers = [int(o) for o in options]
        for o in numbers:
            if not 0 <= o < len(self.options):
                raise ValueError(f"there is no option {o}: expected 0 to {len(self.options) - 1}")
        return numbers

    @cached_property
    def count(self) -> int:
        """How many these are.

        >>> import coverstat
        >>> coverstat.explore("pent-3x20").count
        8
        """
        return int(self._session.ask(**self._question)["raw"])

    @cached_property
    def uses(self) -> list[int]:
        """How many of them have each option, by its number.

        >>> import coverstat
        >>> coverstat.explore("dominoes-8x8").uses[:2]
        [6494408, 2530008]
        """
        return [int(n) for n in self._session.ask(**self._question, uses=True)["uses"]]

    def shares(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Which part of them has each option, by its number; zeros if there is no solution. Needs NumPy.

        >>> import coverstat
        >>> x = coverstat.explore("dominoes-8x8")
        >>> float(x.given(0).shares()[83]), float(x.shares().sum())
        (0.22567784469346552, 32.0)
        """
        need("numpy")
        import numpy as np

        return np.array([n / self.count if self.count else 0.0 for n in self.uses])

    def correlation(self, a: int, b: int) -> float:
        """The correlation of two options: of the numbers, 0 or 1, that say whether a solution has them.

        Raises:
            ValueError: one of them is in no solution, or in all.

        >>> import coverstat
        >>> round(coverstat.explore("dominoes-8x8").correlation(0, 56), 9)
        -1.0
        """
        return self._correlation(a, self.given(a).uses[b], b)

    def correlations(self, a: int) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The correlation of an option with each option, by its number; NaN where one is in no solution or in all. Needs
        NumPy.

        >>> import coverstat
        >>> coverstat.explore("dominoes-8x8").correlations(0).shape
        (112,)
        """
        need("numpy")
        import numpy as np

        if not 0 < self.uses[a] < self.count:
            return np.full(len(self.uses), np.nan)
        both = self.given(a).uses
        return np.array([self._correlation(a, n, b) if 0 < self.uses[b] < self.count else np.nan for b, n in enumerate(both)])

    def _correlation(self, a: int, both: int, b: int) -> float:
        n, na, nb = self.count, self.uses[a], self.uses[b]
        if not (0 < na < n and 0 < nb < n):
            raise ValueError(f"options {a} and {b}: in {na} and {nb} of {n} solutions: expected some, and not all")
        spread = na * (n - na) * nb * (n - nb)  # whole numbers, so that nothing is lost by a difference
        bits = max(0, spread.bit_length() - 1000) // 2 * 2
        return float((n * both - na * nb) / 2 ** (bits // 2) / sqrt(spread >> bits))

    def draw(self, n: int = 1, seed: int = 1) -> np.ndarray[Any, np.dtype[np.int32]]:
        """Solutions at random, all equally likely, with replacement. Needs NumPy.

        Args:
            n: how many, at most 1,000,000.
            seed: the same seed gives the same solutions.

        Returns:
            an array of int32, a row a solution: its options, ascending; -1 at the end of those with fewer options.

        Raises:
            ValueError: there is no solution.

        >>> import coverstat
        >>> draws = coverstat.explore("dominoes-8x8").given(0).draw(1000)
        >>> draws.shape, bool((draws[:, 0] == 0).all())
        ((1000, 32), True)
        """
        need("numpy")
        import numpy as np

        if not 1 <= n <= 1_000_000:
            raise ValueError(f"{n} draws: expected 1 to 1,000,000")
        draws = self._session.ask(**self._question, draws=n, seed=seed).get("draws")
        if not draws:
            raise ValueError("there is no solution to draw")
        drawn = np.full((n, max(map(len, draws))), -1, np.int32)
        for row, options in zip(drawn, draws):
            row[:len(options)] = options
        return drawn

    def close(self) -> None:
        """Ends the program behind it, and behind all explorers made from it. It also ends when none of them is left.

        >>> import coverstat
        >>> coverstat.explore("pent-3x20").close()
        """
        self._session.end()


def explore(config: ConfigLike, *, set: Mapping[str, Any] | None = None, **changes: Any) -> Explorer:
    """Answers many questions about all solutions of a config, however many there are.

    A sweep makes the diagram of all solutions once. Then each question costs about a tenth of a count.

    Args:
        config, set, changes: as for coverstat.run; or the folder of a dataset.

    Raises:
        ConfigError: the config is wrong, or the diagram does not fit into output.memory_limit.

    >>> import coverstat
    >>> x = coverstat.explore("dominoes-8x8")
    >>> x.given(x.option([0, 1])).count
    6494408
    """
    x = Explorer(Session(os.fspath(config) if isinstance(config, os.PathLike) else config, {**(set or {}), **changes}), [], [])
    x.count  # so that a wrong config is an error here
    return x
