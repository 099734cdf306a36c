"""Columns of `tags` that are asked for: the key of the start, the last position and the plies of the moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from pgnfen.pgn.block import Block
from pgnfen.report.cells import cells
from pgnfen.report.values import to_json

if TYPE_CHECKING:
    from pgnfen.facts.position_ends import Ends


def more_names(final: bool, key: bool) -> list[str]:
    """The names of the columns that are asked for."""
    return [*(["key"] if key else []), *(["final", "plies"] if final else [])]


class MoreColumns:
    """Puts columns behind the others: `key`; `final` and `plies`. A game that stops has no last position, and the plies
    down to there."""

    def __init__(self, format: str, final: bool, key: bool) -> None:
        self.format, self.final, self.key = format, final, key

    @cached_property
    def _ends(self) -> Ends:
        from pgnfen.facts.position_ends import Ends  # most rows have none of this

        return Ends()

    @property
    def seconds(self) -> float:
        """Seconds in which the interpreter was free for other threads."""
        return self._ends.seconds

    def head(self, head: bytes) -> bytes:
        """The names of the columns, these behind the others."""
        return head.rstrip(b"\r\n") + b"," + cells(more_names(self.final, self.key)) + b"\r\n"

    def added(self, rows: list[bytes], block: Block) -> Iterator[bytes]:
        """The rows with these columns."""
        keys = self._ends.keys(block) if self.key else ()
        ends = self._ends.of(block) if self.final else ()
        for index, row in enumerate(rows):
            values: dict[str, str | int | None] = {}
            if self.key:
                values["key"] = keys[index]
            if self.final:
                values["final"], values["plies"] = ends[index].fen, ends[index].plies
            yield self._row(row, values)

    def _row(self, row: bytes, values: dict[str, str | int | None]) -> bytes:
        if self.format == "jsonl":
            return row[:-2] + b", " + to_json(values)[1:] + b"\n"
        if self.format == "text":
            said = ["-" if value is None else str(value) for value in values.values()]
            return row[:-1] + "".join(f"\t{value}" for value in said).encode() + b"\n"
        return row[:-2] + b"," + cells(values.values(), self.format == "csv-raw") + b"\r\n"
