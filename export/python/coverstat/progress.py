"""Progress of a run: a bar of tqdm where that is installed, else lines of text."""

from __future__ import annotations

import sys
import time
from typing import Any

from .process import Record


class Progress:
    """Shows the records that the program writes. A run of less than a second shows nothing."""

    def __init__(self) -> None:
        self.bar: Any = None
        self.said: float = 0.0
        try:
            from tqdm.auto import tqdm
        except ImportError:
            self.tqdm: Any = None
        else:
            self.tqdm = tqdm

    def __call__(self, record: Record) -> None:
        if "share" not in record:
            if record.keys() <= {"time", "level", "msg"}:  # a message for people
                self.write(record["msg"])
            return
        text = f"{record['rows']:,} rows, {record['left']}"
        if self.tqdm is None:
            if time.monotonic() - self.said >= 30 or self.said == 0:
                self.said = time.monotonic()
                self.write(f"{record['run']}: {record['done']} done, {text}")
            return
        if self.bar is None:
            self.bar = self.tqdm(total=100, desc=record["run"], bar_format="{l_bar}{bar}|{postfix}", leave=False)
        self.bar.set_postfix_str(text, refresh=False)
        self.bar.update(100 * record["share"] - self.bar.n)

    def write(self, text: str) -> None:
        """Writes a line, above the bar if there is one."""
        if self.bar is not None:
            self.bar.write(text, file=sys.stderr)
        else:
            print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Takes the bar away."""
        if self.bar is not None:
            self.bar.close()
