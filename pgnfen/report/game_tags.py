"""The columns of `tags`: the row that it shows of a game, as a record, and those columns that are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pgnfen.columns import Column, columns_of
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block
from pgnfen.report.formats import ROW_FORMATS
from pgnfen.report.values import objects_of

with deferred:
    from pgnfen.facts.position_ends import Ends
    from pgnfen.select.division import is_tag_name
    from pgnfen.select.tag_values import tag_column

if TYPE_CHECKING:
    from pgnfen.facts.position_ends import Ends


class GameTags(NamedTuple):
    """One game's tags as `pgnfen tags` lists them, in the order of the JSON keys.

    `game` and `line` count from 1, `offset` is in bytes; a tag that is absent is None. `kind` is one of
    pgnfen.fen.KINDS; `castling` and `en_passant` list the conventions that the FEN is consistent with. `columns` are
    the values of the tags that were asked for besides, by the names given; no key of JSON.
    """

    path: Annotated[str, Column("word", "the input")]
    game: Annotated[int, Column("u64", "from 1 in each input")]
    line: Annotated[int, Column("u64", "from 1")]
    offset: Annotated[int, Column("u64", "bytes, from 0")]
    setup: Annotated[str | None, Column("text", "the tag's value, null where there is no such tag", start="setup")]
    fen: Annotated[str | None, Column("text", "the tag's value; of a record, the record", start="fen")]
    variant: Annotated[str | None, Column("word", "the tag's value", start="variant_text")]
    kind: Annotated[str, Column("word", "of start", start="kind")]
    scharnagl: Annotated[int | None, Column("u16", "number of the start, of White's pieces", start="scharnagl")]
    scharnagl_black: Annotated[int | None, Column("u16", "of Black's, where others", start="scharnagl_black")]
    castling: Annotated[
        tuple[str, ...], Column("words", "conventions that the FEN is consistent with", start="castling")
    ]
    en_passant: Annotated[
        tuple[str, ...], Column("words", "conventions that the FEN is consistent with", start="en_passant")
    ]
    white: Annotated[str | None, Column("text", "the tag's value", tag="White")]
    black: Annotated[str | None, Column("text", "the tag's value", tag="Black")]
    date: Annotated[str | None, Column("text", "the tag's value", tag="Date")]
    event: Annotated[str | None, Column("text", "the tag's value", tag="Event")]
    result: Annotated[str | None, Column("word", "the tag's value", tag="Result")]
    columns: Mapping[str, Any] = MappingProxyType({})


def tag_columns() -> set[str]:
    """The columns that are values of tags."""
    tags = ("setup", "fen", "variant_text")
    return {name for name, column in columns_of(GameTags).items() if column.tag is not None or column.start in tags}


def game_tags(rows: bytes, path: str, names: tuple[str, ...] = ()) -> Iterator[GameTags]:
    """The rows of games of that path, from JSON Lines as TagsReport writes them; `names` are the columns behind the
    others.

    >>> line = b'{"path": "a", "game": 1, "line": 1, "offset": 0, "setup": null, "fen": null, "variant": null, '
    >>> line += b'"kind": "standard", "scharnagl": 518, "scharnagl_black": null, "castling": [], "en_passant": [], '
    >>> line += b'"white": "A", "black": null, "date": null, "event": null, "result": "*", "ECO": "A00"}\\n'
    >>> [(row.white, row.castling, row.columns) for row in game_tags(line, "a", ("ECO",))]
    [('A', (), {'ECO': 'A00'})]
    """
    known = len(GameTags._fields) - 1
    for values in objects_of(rows, path):
        values["castling"], values["en_passant"] = tuple(values["castling"]), tuple(values["en_passant"])
        row = GameTags(*list(values.values())[:known])
        yield row._replace(columns={name: values[name] for name in names}) if names else row


MORE = {
    "key": Column("text", "with `--key`: the key of the starting position; see [positions](positions.md)"),
    "final": Column("text", "with `--final`: the last position; null if the moves stop before the end"),
    "plies": Column("u32", "with `--final`: the number of plies, up to the place where the moves stop"),
    "halfmove": Column("u32", "with `--final`: the halfmove clock of the last position"),
    "repetitions": Column("u32", "with `--final`: how often the last position has occurred; 1 if never before"),
}
"""The columns that stand behind those of GameTags where they are asked for; tags by name are behind these."""


_FINAL = ("final", "plies", "halfmove", "repetitions")


class More(NamedTuple):
    """Which columns are asked for: `key`; `final`: the last position, plies, halfmove clock and repetitions;
    tags, by name."""

    final: bool = False
    key: bool = False
    tags: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in order."""
        return (*(["key"] if self.key else []), *(_FINAL if self.final else ()), *self.tags)


def tag_names(asked: Iterable[str]) -> tuple[str, ...]:
    """The tags that become columns besides those of GameTags: each once, and none of those that are there already.

    Raises ValueError for what is not a tag name, or would have the name of another column.
    """
    there, taken = tag_columns(), {*columns_of(GameTags), *MORE}
    found: dict[str, str] = {}
    if isinstance(asked, str):
        raise ValueError(f"columns is {asked!r}; it must be a list of names")
    for name in asked:
        if not is_tag_name(name):
            raise ValueError(f"{name!r} is not a tag name")
        if name.lower() in taken - there:
            raise ValueError(f"a column with the name {name.lower()} exists already; a tag cannot use the same name")
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
            columns += [[end.halfmove for end in ends], [end.repetitions for end in ends]]
        columns += [_values(block, name.lower().encode()) for name in self.more.tags]
        names = (*self._others, *self.more.names)
        between, end = self._format.between, self._format.end
        for row, values in zip(rows, zip(*columns, strict=True), strict=True):
            yield row.removesuffix(end) + between + self._format.values(names, values) + end


def _values(block: Block, key: bytes) -> list[str | None]:
    """The values of a tag, by its name in lower case."""
    return tag_column(block, key)
