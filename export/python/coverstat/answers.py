"""Answers of count and estimate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import display


class Count(int):
    """A number of solutions, or of the instances of a survey.

    Attributes:
        distinct: the number up to symmetry; None if the method does not find it.
        kernel: the search or the method that counted.
        nodes: what it cost.
        impossible: why there is no solution, where that is known without a search; else "".
    """

    distinct: int | None
    kernel: str
    nodes: int
    impossible: str

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Count:
        """The count in what ``coverstat count --json`` prints."""
        count = cls(answer["raw"])
        count.distinct = None if answer["distinct"] is None else int(answer["distinct"])
        count.kernel, count.nodes, count.impossible = answer["kernel"], int(answer["nodes"]), answer.get("impossible", "")
        return count

    @property
    def raw(self) -> int:
        """The number itself: every solution."""
        return int(self)


class Interval(NamedTuple):
    """An estimate with its interval; None is unknown. An exact number has equal ends."""

    estimate: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Interval:
        """The interval in what the program prints, where large numbers are texts."""
        return cls(*(int(x) if isinstance(x, str) else x for x in (answer["estimate"], answer["low"], answer["high"])))


@dataclass(frozen=True)
class Estimate:
    """What a run would find and cost; a notebook shows the intervals.

    Attributes:
        solutions: the number of solutions, or of instances.
        nodes: nodes of the search.
        cpu_seconds: of the search, without writing rows.
        confidence: of the intervals, such as 0.95.
        stopped: why the estimate ended where it did, in words.
        details: all that ``coverstat estimate --json`` prints.
    """

    solutions: Interval
    nodes: Interval
    cpu_seconds: Interval
    confidence: float
    stopped: str
    details: dict[str, Any] = field(repr=False)

    @classmethod
    def of(cls, answer: dict[str, Any]) -> Estimate:
        """The estimate in what ``coverstat estimate --json`` prints."""
        return cls(Interval.of(answer["raw"]), Interval.of(answer["nodes"]), Interval.of(answer["cpu_seconds"]),
                   answer["confidence"], answer["stopped"], answer)

    def _repr_html_(self) -> str:
        numbers = [("solutions", self.solutions, ""), ("nodes", self.nodes, ""), ("CPU time", self.cpu_seconds, " s")]
        return display.estimate(numbers, [f"{100 * self.confidence:.0f}% intervals", self.stopped, *self.details.get("warnings", [])])
