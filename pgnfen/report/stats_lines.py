"""Counts as lines: text with bars, CSV, JSON Lines; most frequent values first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, NamedTuple

from pgnfen.columns import Column, columns_of
from pgnfen.report.formats import ROW_FORMATS, Format
from pgnfen.report.stats import Count, Counts, StatsOptions
from pgnfen.report.terminal_text import columns, printable, quoted
from pgnfen.report.values import is_utf8
from pgnfen.words import counted

TITLES = {
    "kind": "kind of start", "scharnagl": "Scharnagl number", "tags": (
        "SetUp, FEN and Variant tags"
    ), "variant": "variant",
    "castling": "castling conventions of the FENs", "en_passant": "en passant conventions of the FENs",
    "result": "result", "finding": "findings", "fen": "FEN", "key": "position",
}  # fmt: skip
_WIDEST = 100  # columns of a value
_LEAST = 8  # columns of a bar
_PIECE = 1000  # rows that are written at a time


class Row(NamedTuple):
    """A value: how often it occurs, its part of all, its first game."""

    value: str | None
    found: Count
    share: float


def rows_of(values: dict[str | None, Count], top: int | None) -> Iterator[Row]:
    """The most frequent values first; of equals the one that comes first. `top`: no more than so many."""
    total = sum(count.times for count in values.values())
    ordered = sorted(values.items(), key=lambda item: -item[1].times)
    return (Row(value, count, count.times / total) for value, count in islice(ordered, top))


@dataclass(frozen=True, slots=True)
class StatsRow:
    """A count as `stats` lists it: of an input, or of all (path None). `share`: of what is counted, to six places; None
    of totals; `first_path`, `first_game`: the game that has the value first."""

    path: Annotated[str | None, Column("word", "the input; null: all inputs")]
    what: Annotated[str, Column("word", "games, bytes, plies, stopped, or what games are counted by")]
    value: Annotated[str | None, Column("text", "null in games that have none, and for totals")]
    count: Annotated[int, Column("u64", "how many")]
    share: Annotated[float | None, Column("share", "of what is counted, to six places; null for totals")]
    first_path: Annotated[str | None, Column("word", "the game that has the value first")]
    first_game: Annotated[int | None, Column("u64", "its number")]


_NAMES = tuple(columns_of(StatsRow))


def stats_rows(counts: Counts, path: str | None, options: StatsOptions, top: int | None = None) -> Iterator[StatsRow]:
    """The rows of an input, or of all (path None): totals, then the most frequent values first."""
    totals = {"games": counts.games, "bytes": counts.bytes}
    totals |= {"plies": counts.plies, "stopped": counts.stopped} if options.plies else {}
    for what, number in totals.items():
        yield StatsRow(path, what, None, number, None, None, None)
    for what, values in counts.by.items():
        for row in rows_of(values, top):
            yield StatsRow(path, what, row.value, row.found.times, round(row.share, 6), *row.found.first)


class StatsReport:
    """Writes counts in one format; `columns` is the width of text, `top` the most values that are listed."""

    def __init__(self, options: StatsOptions, format: Format, top: int | None, columns: int) -> None:
        self.options, self.format, self.top, self.columns = options, format, top, columns

    def head(self) -> bytes:
        """What stands before the first line."""
        return ROW_FORMATS[self.format].head(_NAMES)

    def lines(self, counts: Counts, path: str | None, inputs: int = 1) -> Iterator[bytes]:
        """The counts of an input, or of all (path None), in pieces of many lines."""
        if self.format == "text":
            title = counted(inputs, "input") if path is None else quoted(path)
            yield "".join(f"{line}\n" for line in (title, *self._text(counts, path))).encode("utf-8", "replace")
            return
        rows = self._rows(counts, path)
        while piece := b"".join(islice(rows, _PIECE)):
            yield piece

    def _rows(self, counts: Counts, path: str | None) -> Iterator[bytes]:
        written, names = ROW_FORMATS[self.format].row, _NAMES[1:]
        for one in stats_rows(counts, path, self.options, self.top):
            first = _utf8(one.first_path)
            yield written(path, names, (one.what, one.value, one.count, one.share, first, one.first_game))

    def _text(self, counts: Counts, path: str | None) -> Iterator[str]:
        yield f"  {counted(counts.games, 'game')}, {counted(counts.bytes, 'byte')}" + self._plies(counts)
        for what, values in counts.by.items():
            if not any(value is not None for value in values) and self.options.by is None:
                continue
            rows = list(rows_of(values, self.top))
            different = "" if len(values) == len(rows) else f", {len(rows):,} of {len(values):,}"
            yield f"  {TITLES.get(what, what)}{different}"
            yield from self._bars(rows, path)

    def _plies(self, counts: Counts) -> str:
        if not self.options.plies:
            return ""
        said = f", {counted(counts.plies, 'ply')}"
        if counts.games:
            said += f" ({counts.plies / counts.games:.1f} per game)"
        return said + ((
            f", {counted(counts.stopped, 'game')} with moves that stop at an error"
        ) if counts.stopped else "")

    def _bars(self, rows: list[Row], path: str | None) -> Iterator[str]:
        values = [_cut(printable(row.value)) if row.value is not None else "(none)" for row in rows]
        numbers = [f"{row.found.times:,}" for row in rows]
        places = [self._place(row.found, path) for row in rows]
        widths = [max(map(columns, column)) for column in (values, numbers, places)]
        room = self.columns - sum(widths) - 4 - 2 * (3 + (widths[2] > 0)) - 6
        most = max(row.share for row in rows)
        for row, value, number, place in zip(rows, values, numbers, places, strict=True):
            value += " " * (widths[0] - columns(value))
            line = f"    {value}  {number:>{widths[1]}}  {row.share:6.1%}"
            if place:
                line += f"  {place}" + " " * (widths[2] - columns(place))
            if room >= _LEAST:
                line += "  " + "#" * max(1, round(room * row.share / most))
            yield line.rstrip()

    def _place(self, count: Count, path: str | None) -> str:
        """The first game, where that is what is asked for."""
        if self.options.by is None:
            return ""
        return f"{quoted(count.first[0])}: game {count.first[1]}" if path is None else f"game {count.first[1]}"


def _utf8(path: str | None) -> str | None:
    return path if path is None or is_utf8(path) else quoted(path)


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else text[: _WIDEST - 3] + "..."
