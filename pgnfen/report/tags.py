"""The rows of `pgnfen tags`: its columns, as a record, and how they are written as text, JSON Lines and CSV.

A row is put together from remembered pieces, in one pass over a block: this is the hot path of `tags`. The native
engine does so for its own blocks; how a value is written is said here for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pgnfen.columns import Column, columns_of
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block
from pgnfen.pgn.definitions import KEYS, SETUP
from pgnfen.pgn.native_records import NativeRecordBlock
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.start_tags import assume_variant, start_of_key
from pgnfen.pgn.tagpairs import text_of
from pgnfen.report.formats import NATIVE, ROW_FORMATS, Format, RowFormat
from pgnfen.report.values import objects_of

with deferred:
    from pgnfen.facts.position_ends import Ends
    from pgnfen.pgn.tag_values import tag_column
    from pgnfen.select.division import is_tag_name

if TYPE_CHECKING:
    from pgnfen._native import Rows
    from pgnfen.facts.position_ends import Ends
    from pgnfen.fen.start import Start


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
        return self._ends.seconds if self.more.key or self.more.final else 0.0

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


class _Style:
    """How a format writes a row: the place (path, game, line, offset), the columns of the start, those of tags."""

    def __init__(self, format: RowFormat) -> None:
        columns = columns_of(GameTags)
        self._attributes = {name: column.start for name, column in columns.items() if column.start is not None}
        self.format, between = format, format.between
        # After the path: game, line, offset, the start, and the tags that the splitter keeps.
        numbers = [format.key(name) + b"%d" for name in ("game", "line", "offset")]
        tags = {name: KEYS.index(key) for name, key in tag_keys().items() if key in KEYS}
        texts = [format.key(name) + b"%b" for name in tags]
        self.row = between + between.join([*numbers, b"%b", *texts]) + format.end
        self.columns = [*tags.values()]
        self.tags = itemgetter(*self.columns)

    def start(self, start: Start) -> bytes:
        """The columns of a start."""
        return self.format.values([*self._attributes], start_values(start).values())

    def raw_value(self, raw: bytes | None) -> bytes:
        """A raw tag value."""
        return self.format.value(text_of(raw))

    def raw_start(self, setup: bytes | None, fen: bytes | None, variant: bytes | None) -> bytes:
        """The columns of a start, from the raw values that decide them."""
        return self.start(start_of_key((setup, fen, variant)))

    def pieces(self) -> list[bytes]:
        """What stands before, between and behind the fields of `row`."""
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
        self._format, self._style = format, _Style(ROW_FORMATS[format])
        others = {name: key for name, key in tag_keys().items() if key not in KEYS}
        wanted = more is not None and more.names
        self._more = MoreColumns(format, more or More(), others) if wanted or others else None
        self._values = _Values(self._style)
        self._native: Rows | None = None

    def __reduce__(self) -> tuple[type[TagsReport], tuple[Format, More | None, str | None]]:
        return TagsReport, self._options

    def __call__(self, block: Block, path: str) -> bytes:
        """See block."""
        return self.block(block, path)

    def head(self) -> bytes:
        """What stands before the first row."""
        return self._style.format.head(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return (*columns_of(GameTags), *(self._more.more.names if self._more is not None else ()))

    @property
    def gil_free_seconds(self) -> float:
        """Seconds in which the interpreter was free for other threads."""
        return self._more.seconds if self._more is not None else 0.0

    def block(self, block: Block, path: str) -> bytes:
        """The rows of a block's games."""
        if self._more is not None:
            return b"".join(self._more.added(self._rows(block, path), block))
        return self._written(block, path)

    def _rows(self, block: Block, path: str) -> list[bytes]:
        if self._format not in ("text", "jsonl"):  # where a value may hold line ends
            return self._records(block, path) if isinstance(block, RecordBlock) else self._block(block, path)
        return [row + b"\n" for row in self._written(block, path).split(b"\n")[:-1]]

    def _written(self, block: Block, path: str) -> bytes:
        if isinstance(block, NativeBlock) and self._format in NATIVE:
            place = block.number, block.line, block.offset
            return self._native_rows().block(block.data, block.games_table, self._style.format.path(path), place)
        if isinstance(block, NativeRecordBlock) and self._format in NATIVE:
            place = block.number, block.line, block.offset

            def ask(index: int) -> bytes:
                return self._style.start(block.start(index))

            return self._native_rows().records(block.data, block.table, self._style.format.path(path), place, ask)
        return b"".join(self._records(block, path) if isinstance(block, RecordBlock) else self._block(block, path))

    def _native_rows(self) -> Rows:
        if self._native is None:
            from pgnfen._native import Rows  # it made the block, so it is there

            style = self._style
            callbacks = style.raw_value, style.raw_start
            self._native = Rows(self._format, style.pieces(), style.columns, *callbacks, self.ROOM)
        return self._native

    def _block(self, block: Block, path: str) -> list[bytes]:
        value, tags_of = self._values.__getitem__, self._style.tags
        template = self._style.format.path(path).replace(b"%", b"%%") + self._style.row
        number, offset = block.number, block.offset
        rows = []
        for found, line, begin in zip(block.values, block.lines, block.starts, strict=True):
            start = start_of_key(found[SETUP:])
            written = start.answers.get(self) or self._start(start)
            rows.append(template % (number, line, offset + begin, written, *map(value, tags_of(found))))
            number += 1
        return rows

    def _records(self, block: RecordBlock, path: str) -> list[bytes]:
        """As _block: a record has its start and nothing else, and seldom one that came before."""
        template = self._style.format.path(path).replace(b"%", b"%%") + self._style.row
        absent = (self._values[None],) * len(self._style.tags(range(len(KEYS))))
        numbers = zip(range(len(block)), block.lines, block.starts, strict=True)
        number, offset, write = block.number, block.offset, self._style.start
        return [
            template % (number + index, line, offset + begin, write(block.start(index)), *absent)
            for index, line, begin in numbers
        ]

    def _start(self, start: Start) -> bytes:
        answer = start.answers[self] = self._style.start(start)
        return answer


def tag_keys() -> dict[str, bytes]:
    """The columns that are values of tags, with their names in lower case; those of the start aside."""
    columns = columns_of(GameTags).items()
    return {name: column.tag.lower().encode() for name, column in columns if column.tag is not None}


def start_values(start: Start) -> dict[str, object]:
    """The columns that the three tags alone decide."""
    columns = columns_of(GameTags).items()
    return {name: getattr(start, column.start) for name, column in columns if column.start is not None}
