"""Counts as one page of HTML that needs nothing else: totals, and bars of the most frequent values, of all inputs and
of each. It has no script; foreign text comes into it as text alone."""

from __future__ import annotations

from collections.abc import Iterator

from pgnfen.report.pages import page
from pgnfen.report.stats import Count, Counts, StatsOptions
from pgnfen.report.stats_lines import TITLES, rows_of
from pgnfen.report.terminal_text import printable, quoted
from pgnfen.words import counted

MOST = 200
"""Inputs that a page shows one by one; those behind them are counted with the others."""
_LONGEST = 200  # characters of a value


class StatsPage:
    """Collects the counts of inputs; `top` is the most values that a chart lists. Memory: the bars shown."""

    def __init__(self, options: StatsOptions, top: int) -> None:
        self.options, self.top = options, top
        self._inputs: list[dict[str, object]] = []
        self._cut = 0

    def put(self, counts: Counts, path: str) -> None:
        """Add an input."""
        if len(self._inputs) >= MOST:
            self._cut += 1
            return
        said = f"{counted(counts.games, 'game')}, {counted(counts.bytes, 'byte')}"
        charts = list(self._charts(counts, path))
        self._inputs.append({"name": quoted(path), "said": said, "charts": charts})

    def end(self, counts: Counts, inputs: int, unread: list[str]) -> bytes:
        """The page; `counts` are those of all inputs, `unread` says which could not be read."""
        values = {
            "games": counted(counts.games, "game"),
            "inputs": counted(inputs, "input"),
            "tiles": list(self._tiles(counts, inputs)),
            "unread": unread,
            "charts": list(self._charts(counts, None)),
            "each": self._inputs if inputs > 1 else [],
            "cut": f"{counted(self._cut, 'more input')} not listed, but included in the totals" if self._cut else "",
        }
        return page("stats.html", values)

    def _tiles(self, counts: Counts, inputs: int) -> Iterator[tuple[str, str]]:
        yield f"{counts.games:,}", "games" if counts.games != 1 else "game"
        yield f"{inputs:,}", "inputs" if inputs != 1 else "input"
        yield f"{counts.bytes:,}", "bytes"
        if self.options.plies:
            yield f"{counts.plies:,}", "plies"
            yield f"{counts.stopped:,}", "games with moves that stop at an error"

    def _charts(self, counts: Counts, path: str | None) -> Iterator[dict[str, object]]:
        for what, values in counts.by.items():
            if self.options.by is None and not any(value is not None for value in values):
                continue
            rows = list(rows_of(values, self.top))
            most = max(row.share for row in rows)
            bars = [
                {
                    "name": _shown(row.value),
                    "none": row.value is None,
                    "number": f"{row.found.times:,}",
                    "share": f"{row.share:.1%}",
                    "width": f"{100 * row.share / most:.3f}",
                    "first": _first(row.found, path),
                }
                for row in rows
            ]
            left = len(values) - len(rows)
            yield {"title": TITLES.get(what, what), "bars": bars, "more": f"and {left:,} more" if left else ""}


def _shown(value: str | None) -> str:
    if value is None:
        return "(none)"
    text = printable(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _first(found: Count, path: str | None) -> str:
    name, game = found.first
    return f"first: game {game}" if name == path else f"first: {quoted(name)}, game {game}"
