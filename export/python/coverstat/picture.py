"""Pictures that the program draws."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from . import display
from .answers import Interval
from .process import call


class Picture:
    """A picture that the program draws. A notebook shows it; ``save`` writes a file."""

    def __init__(self, what: os.PathLike[str] | str, options: Sequence[str]) -> None:
        self._command = ["draw", os.fspath(what), *options]

    @cached_property
    def svg(self) -> str:
        """The picture as SVG."""
        return call(self._command)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the picture to a file whose name ends in .svg or .png.

        >>> import coverstat
        >>> coverstat.draw("soma").save("soma.png").read_bytes()[1:4]
        b'PNG'
        """
        call([*self._command, f"--out={os.fspath(path)}"])
        return Path(path)

    def __repr__(self) -> str:
        return f"<Picture: coverstat {shlex.join(self._command)}>"

    def _repr_html_(self) -> str:
        return display.image(self.svg)


class Measure(dict[str, Any]):
    """The distribution of a measure, as stats.json has it; a notebook shows its chart.

    ``measure["raw"]`` counts every solution, ``measure["distinct"]`` counts rows. Of random draws,
    ``measure.interval`` is the mean with its 95% interval; otherwise it is None.
    """

    def __init__(self, entry: Mapping[str, Any], name: str, path: os.PathLike[str], mean: Mapping[str, Any] | None = None) -> None:
        super().__init__(entry)
        self.name: str = name
        self.interval: Interval | None = Interval.of(mean) if mean else None
        self._path = path

    @property
    def mean(self) -> float | None:
        """The mean over all solutions, or draws; None without a value.

        >>> import coverstat
        >>> round(coverstat.open("runs/chessboard").stats["measures"]["crossroads"].mean, 3)
        1.328
        """
        mean = self["raw"].get("mean")
        return None if mean is None else float(mean)

    def __repr__(self) -> str:
        raw = self["raw"]
        known = "no values" if raw.get("mean") is None else f"mean {self.mean:.6g}, from {raw['min']} to {raw['max']}"
        return f"<Measure {self.name}: {known}>"

    def histogram(self, how: str = "raw") -> dict[int | float, int]:
        """How often each value occurs, ascending by value.

        Args:
            how: "raw" or "distinct".

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").stats["measures"]["crossroads"].histogram()
        {0: 25136, 1: 52736, 2: 37480, 3: 11504, 4: 2256, 5: 56}
        """
        counts: dict[int | float, int] = {json.loads(value): n for value, n in self[how]["histogram"].items()}
        return dict(sorted(counts.items()))

    def chart(self) -> Picture:
        """The chart of the distribution.

        >>> import coverstat
        >>> coverstat.open("runs/chessboard").stats["measures"]["crossroads"].chart().svg[:4]
        '<svg'
        """
        return Picture(self._path, [f"--measure={self.name}"])

    def _repr_html_(self) -> str:
        return self.chart()._repr_html_()
