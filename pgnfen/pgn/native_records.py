"""Records at the speed of the native engine: it splits them, and reads those that take no second look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pgnfen import native
from pgnfen.pgn.block import LineEnds, Place
from pgnfen.pgn.native_splitter import move_line, numbers
from pgnfen.pgn.record_block import RecordBlock

if TYPE_CHECKING:
    from pgnfen._native import Questions, Records
    from pgnfen.engine_records import SurveyedRecords


class NativeRecordBlock(RecordBlock):
    """A block with the extension's table of its records; the columns are made when first asked for."""

    __slots__ = ("line", "table")

    def __init__(self, data: bytes, place: Place, table: Records) -> None:
        # The columns stay unset: __getattr__ makes them.
        self.data, self.end, self.at_end, self._last = data, len(data), False, None
        self.offset, self.number, self.line = place
        self.table = table

    def __len__(self) -> int:
        return len(self.table)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.data, (self.offset, self.number, self.line))

    def _move_lines(self, by: int) -> None:
        move_line(self, by)

    def last_start(self) -> int | None:
        """See RecordBlock."""
        return self.table.last

    def without_last(self, end: int) -> NativeRecordBlock:
        """See RecordBlock."""
        return NativeRecordBlock(self.data[:end], (self.offset, self.number, self.line), self.table.but_last())

    @property
    def first_line(self) -> int:
        """See Block."""
        return self.line + self.table.first()[1]

    @property
    def first_start(self) -> int:
        """See Block."""
        return self.table.first()[0]

    def index_at(self, position: int) -> int:
        """See Block."""
        return self.table.index_at(position)

    def kinds_of_line_ends(self) -> LineEnds:
        """See Block."""
        return LineEnds(*self.table.line_ends(self.data))

    def codes(self, questions: Questions) -> list[int]:
        """See NativeBlock."""
        return memoryview(self.table.codes(self.data, questions)).cast("Q").tolist()

    def doubtful(self) -> SurveyedRecords:
        """See RecordBlock."""
        return self.table.doubtful(self.data)

    def __getattr__(self, name: str) -> Any:
        if name == "starts":
            column = numbers(self.table.starts())
        elif name == "lengths":
            column = numbers(self.table.lengths())
        elif name == "lines":
            column = [self.line + before for before in numbers(self.table.line_numbers())]
        else:
            return super().__getattr__(name)
        setattr(self, name, column)
        return column


def split(data: bytes, end: int, place: Place) -> NativeRecordBlock:
    """The records of data[:end]."""
    table = native.module().Records(data, end, not place[0])
    return NativeRecordBlock(data if end == len(data) else data[:end], place, table)


def restored(data: bytes, place: Place) -> NativeRecordBlock:
    """A block that comes from another process."""
    return split(data, len(data), place)
