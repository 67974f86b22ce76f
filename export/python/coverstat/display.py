"""What notebooks show. Every text of a dataset is escaped; colours follow the page's."""

from __future__ import annotations

import base64
import math
import os
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, TypeAlias

#: An estimate and the ends of its interval; None is unknown.
Ends: TypeAlias = tuple[float | None, float | None, float | None]

# Half-transparent greys fit light and dark pages.
_RULE = "border-top:1px solid rgba(128,128,128,.35)"
_CELL = f"text-align:left;padding:.25em .9em .25em 0;{_RULE};background:transparent"
_BAR = "display:inline-block;vertical-align:bottom;background:#4a90c4"


def image(svg: str) -> str:
    """An SVG as an image: no script in it can run, and its names meet no others of the page."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="" src="data:image/svg+xml;base64,{data}" style="max-width:100%;background:#fff;border-radius:4px">'


def headline(stats: Mapping[str, Any], manifest: Mapping[str, Any]) -> str:
    """The first sentence about a dataset."""
    part = "" if manifest["complete"] else f" (not complete: {manifest.get('extent') or 'tasks are missing'})"
    orders = [fact["value"] for fact in manifest.get("facts", ()) if fact["key"] == "group_order"]
    if counts := stats.get("solutions"):
        symmetric = counts["raw"] != counts["distinct"] or orders != [1]
        return f"{counts['raw']:,} solutions{', {:,} up to symmetry'.format(counts['distinct']) if symmetric else ''}{part}"
    if counts := stats.get("instances"):
        drawn = f" of {counts['drawn']:,} drawn" if counts.get("drawn") else ""
        return (f"{counts['raw']:,} instances{drawn}, {counts['solvable_raw']:,} with a solution, "
                f"{counts['unique_raw']:,} with exactly one{part}")
    counts = stats["samples"]
    return f"{counts['drawn']:,} draws, {counts['distinct']:,} different solutions{' up to symmetry' if orders != [1] else ''}{part}"


def dataset(name: str, headline: str, where: str, path: os.PathLike[str], picture: str, measures: Mapping[str, Any],
            columns: Iterable[Mapping[str, Any]]) -> str:
    """A dataset: its headline, a strip of pictures, its measures."""
    meaning = {c["name"]: (c.get("meaning", ""), c.get("unit", "")) for c in columns}
    condition = f"<br>where <code>{escape(where)}</code>" if where else ""
    parts = [f"<div><p><strong>{escape(name)}</strong>: {escape(headline)}{condition}<br>"
             f'<small style="opacity:.7">{escape(os.fspath(path))}</small></p>']
    if picture:
        parts.append(f"<p>{image(picture)}</p>")
    if measures:
        lines = "".join(_measure(name, m, *meaning.get(name, ("", ""))) for name, m in measures.items())
        parts.append(f'<table style="border-collapse:collapse">{lines}</table>')
    return "".join(parts) + "</div>"


def _measure(name: str, measure: Mapping[str, Any], meaning: str, unit: str) -> str:
    raw = measure["raw"]
    if not raw.get("n"):
        values = "no values"
    elif measure.get("scale") == "yes_no":
        values = f"{100 * raw['mean']:.1f}% ({raw['sum']:,} of {raw['n']:,})"
    elif measure.get("scale") == "nominal":
        values = f"{len(raw['histogram']):,} kinds"
    else:
        values = f"{raw['min']:,} to {raw['max']:,}, mean {raw['mean']:.4g}"
    title = escape(f"{meaning}, in {unit}" if unit else meaning, quote=True)
    return (f'<tr title="{title}"><td style="{_CELL}"><code>{escape(name)}</code></td>'
            f'<td style="{_CELL}">{_bars(raw)}</td><td style="{_CELL}">{escape(values)}</td></tr>')


def _bars(raw: Mapping[str, Any]) -> str:
    """A small histogram of bars, one a value; wide ranges have none."""
    counts = raw.get("histogram") or {}
    if not 1 < len(counts) <= 40:
        return ""
    most = max(counts.values())
    bars = "".join(f'<span title="{escape(value)}: {n:,}" style="{_BAR};width:7px;margin-right:1px;height:{max(1, round(24 * n / most))}px"></span>'
                   for value, n in sorted(counts.items(), key=lambda item: float(item[0])))
    return f'<span style="white-space:nowrap">{bars}</span>'


def estimate(numbers: Iterable[tuple[str, Ends, str]], notes: Iterable[str]) -> str:
    """An estimate: the name, the interval and the unit of each number, as a line with a point; then notes."""
    lines = []
    for name, (middle, low, high), unit in numbers:
        text, line = "unknown", ""
        if middle is not None and low == high:
            text = f"{middle:,}{unit} exactly"
        elif middle is not None:
            text = f"{_rounded(middle)}{unit} ({_rounded(low)} to {_rounded(high)})"
        if middle is not None and low is not None and high is not None and low < high:
            at = 100 * (middle - low) / (high - low)
            line = (f'<span style="{_BAR};position:relative;width:120px;height:2px;vertical-align:middle">'
                    f'<span style="{_BAR};position:absolute;left:{at:.0f}%;top:-4px;width:3px;height:10px"></span></span>')
        lines.append(f'<tr><td style="{_CELL}">{name}</td><td style="{_CELL}">{line}</td><td style="{_CELL}">{text}</td></tr>')
    return f'<table style="border-collapse:collapse">{"".join(lines)}</table><small style="opacity:.7">{escape("; ".join(notes))}</small>'


def _rounded(x: float | None) -> str:
    """A number with four digits that count."""
    if x is None:
        return "unknown"
    digits = 3 - math.floor(math.log10(abs(x))) if x else 0
    return f"{round(x, digits):,}" if digits > 0 else f"{int(round(x, digits)):,}"
