"""Columns of `tags` that are asked for: the key of the start, the last position and the plies of the moves, any tag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.columns import Column, columns_of
from pgnfen.pgn.block import Block
from pgnfen.report.formats import ROW_FORMATS
from pgnfen.report.game_tags import GameTags, tag_columns

if TYPE_CHECKING:
    from pgnfen.facts.position_ends import Ends


MORE = {
    "key": Column("text", "with `--key`: that of the start; see [positions](positions.md)"),
    "final": Column("text", "with `--final`: the last position; null for a game that stops"),
    "plies": Column("u32", "with `--final`: how many the game has, down to where it stops"),
}
"""The columns that stand behind those of GameTags where they are asked for; tags by name are behind these."""


class More(NamedTuple):
    """Which columns are asked for: `key`; `final`: the last position and the plies; tags, by name."""

    final: bool = False
    key: bool = False
    tags: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in order."""
        return (*(["key"] if self.key else []), *(["final", "plies"] if self.final else []), *self.tags)


def tag_names(asked: Iterable[str]) -> tuple[str, ...]:
    """The tags that become columns besides those of GameTags: each once, and none of those that are there already.

    Raises ValueError for what is no name of a tag, or would have the name of another column.
    """
    from pgnfen.select.division import is_tag_name

    there, taken = tag_columns(), {*columns_of(GameTags), *MORE}
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


class MoreColumns:
    """Puts columns behind the others. A game that stops has no last position, and the plies down to there. `others`:
    columns of GameTags, with the keys of their tags, that the splitter does not keep."""

    def __init__(self, format: str, more: More, others: Mapping[str, bytes]) -> None:
        self._format, self.more, self._others = ROW_FORMATS[format], more, others

    @cached_property
    def _ends(self) -> Ends:
        from pgnfen.facts.position_ends import Ends  # most rows have none of this

        return Ends()

    @property
    def seconds(self) -> float:
        """Seconds in which the interpreter was free for other threads."""
        return self._ends.seconds

    def added(self, rows: Iterable[bytes], block: Block) -> Iterator[bytes]:
        """The rows with these columns."""
        columns: list[Iterable[str | int | None]] = [_values(block, key) for key in self._others.values()]
        if self.more.key:
            columns.append(self._ends.keys(block))
        if self.more.final:
            ends = self._ends.of(block)
            columns += [[end.fen for end in ends], [end.plies for end in ends]]
        columns += [_values(block, name.lower().encode()) for name in self.more.tags]
        names = (*self._others, *self.more.names)
        between, end = self._format.between, self._format.end
        for row, values in zip(rows, zip(*columns, strict=True), strict=True):
            yield row.removesuffix(end) + between + self._format.values(names, values) + end


def _values(block: Block, key: bytes) -> list[str | None]:
    """The values of a tag, by its name in lower case."""
    from pgnfen.select.tag_values import tag_column  # most rows have none of this

    return tag_column(block, key)
