"""A block of records, and how lines of FEN or EPD are told from blank lines and comments."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from pgnfen.lazy import deferred, regex
from pgnfen.pgn.block import Block, Place, count_lines
from pgnfen.pgn.definitions import SETUP
from pgnfen.pgn.layout import Layout
from pgnfen.pgn.tagpairs import BOM, decode

with deferred:
    from pgnfen.engine_records import SurveyedRecords
    from pgnfen.fen.notation import read_record

if TYPE_CHECKING:
    from pgnfen.fen.start import Start

_LINE = regex(rb"[^\r\n]+")
_LAYOUT = Layout((), True)


class RecordBlock(Block):
    """Records as if each were a game; `lengths` has the bytes of each record's line, without its line end.

    The bytes before the first record belong to it, as those between two belong to the one before. A block may hold no
    record at all: nothing but comments. What the columns say that games have besides is made when it is asked for.
    """

    __slots__ = ("lengths",)

    def __init__(
        self, data: bytes, place: tuple[int, int], starts: list[int], lengths: list[int], lines: list[int]
    ) -> None:
        self.data, self.end, self.at_end, self._last = data, len(data), False, None
        self.offset, self.number = place
        self.starts, self.lengths, self.lines = starts, lengths, lines

    def __reduce__(self) -> tuple[Any, ...]:
        return RecordBlock, (self.data, (self.offset, self.number), self.starts, self.lengths, self.lines)

    def last_start(self) -> int | None:
        """Where the last record begins."""
        return self.starts[-1] if self.starts else None

    def without_last(self, end: int) -> RecordBlock:
        """The block up to `end` without its last record."""
        place = self.offset, self.number
        return RecordBlock(self.data[:end], place, self.starts[:-1], self.lengths[:-1], self.lines[:-1])

    def doubtful(self) -> SurveyedRecords:
        """The records (0-based, in the block) that something may be wrong with; of all others which conventions they
        follow, and those whose rules only the file can tell."""
        return SurveyedRecords(list(range(len(self))), [], [], [])

    def line_bytes(self, index: int) -> bytes:
        """The line of the record at `index` (0-based, in the block)."""
        start = self.starts[index]
        return self.data[start : start + self.lengths[index]]

    def start_keys(self) -> list[Hashable]:
        """See Block: the lines."""
        return [self.line_bytes(index) for index in range(len(self))]

    def start(self, index: int) -> Start:
        """See Block."""
        return read_record(decode(self.line_bytes(index)))[0]

    def __getattr__(self, name: str) -> Any:
        column: list[Any]
        if name == "movetexts":
            column = [start + length for start, length in zip(self.starts, self.lengths, strict=True)]
        elif name == "layouts":
            column = [_LAYOUT] * len(self)
        elif name == "values":
            column = [_values(self.start(index)) for index in range(len(self))]
        else:
            raise AttributeError(name)
        setattr(self, name, column)
        return column


def _values(start: Start) -> tuple[bytes | None, ...]:
    """The values of layout.KEYS: a FEN, and nothing else."""
    return (*(None,) * (SETUP + 1), None if start.fen is None else _tag_value(start.fen), None)


def split(data: bytes, end: int, place: Place) -> RecordBlock:
    """The records of data[:end]."""
    offset, number, line = place
    starts, lengths, lines = [], [], []
    before = 0
    for match in _LINE.finditer(data, 0, end):
        start, stop = match.span()
        # Mostly the one byte between two lines.
        line, before = line + (1 if start - before == 1 else count_lines(data, before, start)), stop
        if start == 0 and offset == 0 and data.startswith(BOM):
            start = len(BOM)
        first = data[start:stop].lstrip()[:1]
        if first and first not in b"#%;":
            starts.append(start)
            lengths.append(stop - start)
            lines.append(line)
    return RecordBlock(data[:end], (offset, number), starts, lengths, lines)


def _tag_value(text: str) -> bytes:
    """Text as the value of a tag pair has it."""
    return text.encode("utf-8", "surrogatepass").replace(b"\\", b"\\\\").replace(b'"', b'\\"')
