"""The rows of `pgnfen tags`: text, JSON Lines, CSV.

A row is put together from remembered pieces, in one pass over a block: this is the hot path of `tags`. The native
engine does so for its own blocks; how a value is written is said here for both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from pgnfen.pgn.block import Block
from pgnfen.pgn.native_records import NativeRecordBlock
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.start_tags import assume_variant, start_of_key
from pgnfen.pgn.tagpairs import text_of
from pgnfen.report.cells import cells, path_cell
from pgnfen.report.columns import quoted
from pgnfen.report.formats import Format
from pgnfen.report.more_columns import More, MoreColumns, shown
from pgnfen.report.values import path_json, to_json

if TYPE_CHECKING:
    from pgnfen._native import Rows
    from pgnfen.fen.start import Start


class _Style(NamedTuple):
    """How a format writes a row: the place (path, game, line, offset), the start's columns, five tag values."""

    head: Callable[[], bytes]
    path: Callable[[str], bytes]
    row: bytes  # after the path: game, line, offset, start, white, black, date, event, result
    start: Callable[[Start], bytes]
    value: Callable[[str | None], bytes]

    def raw_value(self, raw: bytes | None) -> bytes:
        """A raw tag value."""
        return self.value(text_of(raw))

    def raw_start(self, setup: bytes | None, fen: bytes | None, variant: bytes | None) -> bytes:
        """The start's columns, from the raw values that decide them."""
        return self.start(start_of_key((setup, fen, variant)))

    def pieces(self) -> list[bytes]:
        """What stands before, between and behind the nine fields of `row`."""
        return self.row.replace(b"%d", b"%b").split(b"%b")


class _Values(dict[bytes | None, bytes]):
    """Raw tag values as a style writes them; fills itself, stays bounded. Names, events and dates repeat."""

    LIMIT = 1 << 15

    def __init__(self, style: _Style) -> None:
        super().__init__()
        self._write = style.raw_value

    def __missing__(self, raw: bytes | None) -> bytes:
        if len(self) >= self.LIMIT:
            self.clear()
        answer = self[raw] = self._write(raw)
        return answer


class TagsReport:
    """Writes a row per game in one format; a task of pgnfen.scale. `variant`: of games that state none."""

    ROOM = 1 << 23  # bytes in which the native engine remembers values, and as many for starts

    def __init__(self, format: Format, more: More | None = None, variant: str | None = None) -> None:
        assume_variant(variant)
        self._options = format, more, variant
        self._format, self._style = format, _STYLES[format]
        self._more = MoreColumns(format, more) if more is not None and more.names else None
        self._values = _Values(self._style)
        self._native: Rows | None = None

    def __reduce__(self) -> tuple[type[TagsReport], tuple[Format, More | None, str | None]]:
        return TagsReport, self._options

    def __call__(self, block: Block, path: str) -> bytes:
        """See block."""
        return self.block(block, path)

    def head(self) -> bytes:
        """What stands before the first row."""
        head = self._style.head()
        return self._more.head(head) if self._more is not None and head else head

    @property
    def released(self) -> float:
        """Seconds in which the interpreter was free for other threads."""
        return self._more.seconds if self._more is not None else 0.0

    def block(self, block: Block, path: str) -> bytes:
        """The rows of a block's games."""
        if self._more is not None:
            return b"".join(self._more.added(self._rows(block, path), block))
        return self._written(block, path)

    def _rows(self, block: Block, path: str) -> list[bytes]:
        if self._format.startswith("csv"):  # where a value may hold line ends
            return self._records(block, path) if isinstance(block, RecordBlock) else self._block(block, path)
        return [row + b"\n" for row in self._written(block, path).split(b"\n")[:-1]]

    def _written(self, block: Block, path: str) -> bytes:
        if isinstance(block, NativeBlock):
            place = block.number, block.line, block.offset
            return self._native_rows().block(block.data, block.games_table, self._style.path(path), place)
        if isinstance(block, NativeRecordBlock):
            place = block.number, block.line, block.offset

            def ask(index: int) -> bytes:
                return self._style.start(block.start(index))

            return self._native_rows().records(block.data, block.table, self._style.path(path), place, ask)
        return b"".join(self._records(block, path) if isinstance(block, RecordBlock) else self._block(block, path))

    def _native_rows(self) -> Rows:
        if self._native is None:
            from pgnfen._native import Rows  # it made the block, so it is there

            style = self._style
            self._native = Rows(self._format, style.pieces(), style.raw_value, style.raw_start, self.ROOM)
        return self._native

    def _block(self, block: Block, path: str) -> list[bytes]:
        values = self._values
        template = self._style.path(path).replace(b"%", b"%%") + self._style.row
        number, offset = block.number, block.offset
        rows = []
        for found, line, begin in zip(block.values, block.lines, block.starts, strict=True):
            event, date, white, black, result, setup, fen, variant = found
            start = start_of_key((setup, fen, variant))
            tags = start.answers.get(self) or self._start(start)
            rows.append(
                template
                % (
                    number, line, offset + begin, tags,
                    values[white], values[black], values[date], values[event], values[result],
                )
            )  # fmt: skip
            number += 1
        return rows

    def _records(self, block: RecordBlock, path: str) -> list[bytes]:
        """As _block: a record has its start and nothing else, and seldom one that came before."""
        template = self._style.path(path).replace(b"%", b"%%") + self._style.row
        absent = (self._values[None],) * 5
        numbers = zip(range(len(block)), block.lines, block.starts, strict=True)
        number, offset, write = block.number, block.offset, self._style.start
        return [
            template % (number + index, line, offset + begin, write(block.start(index)), *absent)
            for index, line, begin in numbers
        ]

    def _start(self, start: Start) -> bytes:
        answer = start.answers[self] = self._style.start(start)
        return answer


def start_json(start: Start) -> dict[str, object]:
    """The part of a row that the three tags alone decide, as JSON values."""
    return {
        "setup": start.setup,
        "fen": start.fen,
        "variant": start.variant_text,
        "kind": start.kind,
        "scharnagl": start.scharnagl,
        "scharnagl_black": start.scharnagl_black,
        "castling": list(start.castling),
        "en_passant": list(start.en_passant),
    }


def _csv_head() -> bytes:
    return cells(column_names()) + b"\r\n"


def column_names() -> list[str]:
    """The names of the columns of text and CSV, which are the keys of JSON Lines."""
    from pgnfen.report.game_tags import GameTags

    return list(GameTags._fields[:-1])


def _csv(raw: bool) -> _Style:
    def start(start: Start) -> bytes:
        values = start_json(start).values()
        return cells([" ".join(value) if isinstance(value, list) else value for value in values], raw)

    return _Style(
        _csv_head,
        lambda path: path_cell(path, raw) + b",",
        b"%d,%d,%d,%b,%b,%b,%b,%b,%b\r\n",
        start,
        lambda value: cells([value], raw),
    )


def _text_start(start: Start) -> bytes:
    values: list[Any] = [
        ",".join(value) or None if isinstance(value, list) else value for value in start_json(start).values()
    ]
    return "\t".join([shown(value) for value in values]).encode()


_STYLES: dict[Format, _Style] = {
    "jsonl": _Style(
        bytes,
        lambda path: to_json(path_json(path))[:-1] + b", ",
        b'"game": %d, "line": %d, "offset": %d, %b, '
        b'"white": %b, "black": %b, "date": %b, "event": %b, "result": %b}\n',
        lambda start: to_json(start_json(start))[1:-1],
        to_json,
    ),
    "csv": _csv(raw=False),
    "csv-raw": _csv(raw=True),
    "text": _Style(
        bytes,
        lambda path: quoted(path).encode() + b"\t",
        b"%d\t%d\t%d\t%b\t%b\t%b\t%b\t%b\t%b\n",
        _text_start,
        lambda value: shown(value).encode(),
    ),
}
