"""Columns of `tags` that are asked for: the key of the start, the last position and the plies of the moves, any tag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.pgn.block import Block
from pgnfen.report.cells import cells
from pgnfen.report.values import to_json

if TYPE_CHECKING:
    from pgnfen.facts.position_ends import Ends

TAG_COLUMNS = ("setup", "fen", "variant", "white", "black", "date", "event", "result")
"""Tags that are columns of `tags` whatever is asked for."""


class More(NamedTuple):
    """Which columns are asked for: `key`; `final`: the last position and the plies; tags, by name."""

    final: bool = False
    key: bool = False
    tags: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in order."""
        return (*(["key"] if self.key else []), *(["final", "plies"] if self.final else []), *self.tags)


def tag_names(asked: Iterable[str], columns: Iterable[str]) -> tuple[str, ...]:
    """The tags that become columns besides `columns`: each once, and none of those that are there already.

    Raises ValueError for what is no name of a tag, or would have the name of another column.
    """
    from pgnfen.select.division import is_tag_name

    there, taken = set(TAG_COLUMNS), {*columns, *More(True, True).names}
    found: dict[str, str] = {}
    if isinstance(asked, str):
        raise ValueError(f"columns is {asked!r}: a list of names is wanted")
    for name in asked:
        if not is_tag_name(name):
            raise ValueError(f"{name!r} is no name of a tag")
        if name.lower() in taken - there:
            raise ValueError(f"a column is called {name.lower()} already: it cannot be a tag's as well")
        if name.lower() not in there:
            found.setdefault(name.lower(), name)
    return tuple(found.values())


def _values(block: Block, names: tuple[str, ...]) -> list[list[str | None]]:
    from pgnfen.select.tag_values import tag_column  # most rows have none of this

    return [tag_column(block, name.lower().encode()) for name in names]


class MoreColumns:
    """Puts columns behind the others. A game that stops has no last position, and the plies down to there."""

    def __init__(self, format: str, more: More) -> None:
        self.format, self.more = format, more

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
        return head.rstrip(b"\r\n") + b"," + cells(self.more.names) + b"\r\n"

    def added(self, rows: Iterable[bytes], block: Block) -> Iterator[bytes]:
        """The rows with these columns."""
        columns: list[Iterable[str | int | None]] = []
        if self.more.key:
            columns.append(self._ends.keys(block))
        if self.more.final:
            ends = self._ends.of(block)
            columns += [[end.fen for end in ends], [end.plies for end in ends]]
        if self.more.tags:
            columns += _values(block, self.more.tags)
        for row, values in zip(rows, zip(*columns, strict=True), strict=True):
            yield self._row(row, values)

    def _row(self, row: bytes, values: tuple[str | int | None, ...]) -> bytes:
        if self.format == "jsonl":
            return row[:-2] + b", " + to_json(dict(zip(self.more.names, values, strict=True)))[1:] + b"\n"
        if self.format == "text":
            return row[:-1] + "".join(f"\t{shown(value)}" for value in values).encode() + b"\n"
        return row[:-2] + b"," + cells(values, self.format == "csv-raw") + b"\r\n"


def shown(value: str | int | None) -> str:
    """A value on one line, without control characters; `-` for an absent one."""
    if value is None:
        return "-"
    text = str(value)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())
