"""Records of the reader: a game as a slice of the input, and a block of whole games."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from pgnfen.pgn.definitions import SETUP, Values
from pgnfen.pgn.layout import Header, Layout, StartKey, ToldStart
from pgnfen.pgn.start_tags import start_of_key
from pgnfen.pgn.tagpairs import TagSection, read_tag_section

if TYPE_CHECKING:
    from pgnfen.fen.start import Start


Place = tuple[int, int, int]
"""Offset (bytes), number and line of the first byte of a block in the input."""


class Readable(Protocol):
    """Anything with read(n) -> bytes, b"" at the end."""

    def read(self, n: int, /) -> bytes: ...


# Games come by the thousand: a NamedTuple is made in a third of a frozen dataclass's time.
class _Slice(NamedTuple):
    raw: bytes
    offset: int
    line: int
    number: int
    at_end: bool = False


class RawGame(_Slice):
    """A game as it stands in the input: `raw` is a slice of it, never a re-rendering.

    `offset` is the byte offset of `raw` in the uncompressed input (0-based), `line` the line it begins on and
    `number` its place in the input (both 1-based). `at_end` is true of the input's last game, unless that is cut off.
    `told_start` is what the block that it comes from has told of its start, which is no part of the tuple.
    """

    told_start: ToldStart | None = None
    is_cut: bool = False
    """Whether the game was read in part, because the input could not be read to its end, or a limit ended it."""

    @property
    def tag_section(self) -> TagSection:
        """The tag pairs and where movetext begins, in bytes from the start of `raw`; read anew each time."""
        section = read_tag_section(self.raw)
        assert section is not None  # final data always gives an answer
        return section

    def line_of(self, position: int) -> int:
        """The line (1-based, in the input) of byte `position` of `raw`."""
        return self.line + count_lines(self.raw, 0, position)


GameT = TypeVar("GameT", bound=RawGame)


class Lines:
    """The lines of bytes of one game; each is counted from the one asked for before.

    >>> lines = Lines(RawGame(b"a\\r\\nb\\rc\\nd", 0, 10, 1))
    >>> [lines.of(at) for at in (0, 2, 3, 5, 7, 3)]
    [10, 11, 11, 12, 13, 11]
    """

    __slots__ = ("_at", "_line", "_raw")

    def __init__(self, game: RawGame) -> None:
        self._raw, self._at, self._line = game.raw, 0, game.line

    def of(self, at: int) -> int:
        """The line (1-based, in the input) of a byte of the game."""
        raw = self._raw
        if raw[at - 1 : at + 1] == b"\r\n":
            return self.of(at - 1) + 1
        if at >= self._at:
            self._line += count_lines(raw, self._at, at)
        else:
            self._line -= count_lines(raw, at, self._at)
        self._at = at
        return self._line


class Neighbors(NamedTuple):
    """The games around a block, or a game: the bytes of the one before (b"": there is none; None: it is too long to be
    held), and the first bytes of the one behind (b"": there is none). See pgn.neighbors."""

    before: bytes | None = b""
    behind: bytes = b""


class Block:
    """Whole games, one after the other: `data` up to `end` is the bytes of all of them and nothing else.

    `starts` has a byte position for each game within `data`, `movetexts` that of its movetext, `lines` its line,
    `layouts` and `values` what its tag section says (see Header; values in the order of layout.KEYS). `offset`
    and `number` are those of the first game in the input. `neighbors` are known where with_neighbors has read them.
    """

    __slots__ = (
        "_last", "at_end", "data", "end", "layouts", "lines", "movetexts", "neighbors", "number", "offset", "starts",
        "values",
    )  # fmt: skip

    def __init__(self, data: bytes, offset: int, number: int) -> None:
        self.data = data
        self.offset = offset
        self.number = number
        self.end = 0
        self.starts: list[int] = []
        self.movetexts: list[int] = []
        self.lines: list[int] = []
        self.layouts: list[Layout] = []
        self.values: list[tuple[bytes | None, ...]] = []
        self.at_end = False
        self.neighbors = Neighbors()
        self._last: RawGame | None = None

    def __len__(self) -> int:
        return len(self.starts)

    def ends(self) -> list[int]:
        """Where each game ends in `data` (exclusive)."""
        return [*self.starts[1:], self.end] if self.starts else []

    def move(self, by: Place) -> None:
        """So many more bytes, games and lines stand before it than was known when it was split."""
        offset, games, lines = by
        self.offset += offset
        self.number += games
        self._move_lines(lines)
        self._last = None

    def _move_lines(self, by: int) -> None:
        self.lines = [line + by for line in self.lines]

    def line_ends(self) -> int:
        """How many lines end in it."""
        return count_lines(self.data, 0, self.end)

    @property
    def first_line(self) -> int:
        """The line of its first game."""
        return self.lines[0]

    @property
    def first_start(self) -> int:
        """The first byte of its first game."""
        return self.starts[0]

    def index_at(self, position: int) -> int:
        """The game in which a byte of `data` stands (0-based); the first, if it stands before that."""
        return max(0, bisect_right(self.starts, position) - 1)

    def kinds_of_line_ends(self) -> LineEnds:
        """How many lines end in it with LF, CR LF and CR."""
        return line_ends_of(self.data, self.end)

    def encodings(self) -> list[tuple[int, int]]:
        """How many of its games are in UTF-8 but not ASCII, and how many in another encoding, each with the first
        (0-based)."""
        found = [(0, 0), (0, 0)]
        if not self.data.isascii():
            for index, (begin, end) in enumerate(zip(self.starts, self.ends(), strict=True)):
                raw = self.data[begin:end]
                if not raw.isascii():
                    other = not _is_utf8(raw)
                    count, first = found[other]
                    found[other] = count + 1, first if count else index
        return found

    def start_keys(self) -> list[Hashable]:
        """Something for each game that is equal where SetUp, FEN and Variant are: to remember starts by."""
        return [values[SETUP:] for values in self.values]

    def told_starts(self) -> list[ToldStart]:
        """What is known of each game's start."""
        known: dict[StartKey, ToldStart] = {}
        return [known.setdefault(key, (key, None)) for key in (values[SETUP:] for values in self.values)]

    def start_key(self, index: int) -> tuple[bytes | None, ...]:
        """The raw values of SetUp, FEN and Variant of the game at `index` (0-based, in the block)."""
        return self.values[index][SETUP:]

    def start(self, index: int) -> Start:
        """What SetUp, FEN and Variant of the game at `index` (0-based, in the block) declare."""
        return start_of_key(self.start_key(index))

    def values_of(self, index: int) -> tuple[bytes | None, ...]:
        """The raw values of layout.KEYS of the game at `index` (0-based, in the block)."""
        return self.values[index]

    def holding(self, text: bytes) -> list[int]:
        """The games (0-based, in the block) that hold these bytes, in order."""
        found, data, starts = [], self.data, self.starts
        at = data.find(text, 0, self.end)
        while at >= 0:
            index = bisect_right(starts, at) - 1
            next_game = starts[index + 1] if index + 1 < len(starts) else self.end
            inside = at + len(text) <= next_game
            if inside:
                found.append(index)
            at = data.find(text, next_game if inside else at + 1, self.end)
        return found

    def start_places(self, index: int) -> tuple[int, int, int]:
        """Where the values of SetUp, FEN and Variant of that game begin in `data`, -1 for an absent tag; of a regular
        layout."""
        section = b"\n" + self.data[self.starts[index] : self.movetexts[index]]
        places = []
        for name, value in zip((b"SetUp", b"FEN", b"Variant"), self.start_key(index), strict=True):
            # With the line end before it: what stands in a comment line is no tag.
            at = -1 if value is None else section.find(b"\n[" + name + b' "' + value + b'"]')
            places.append(-1 if at < 0 else self.starts[index] + at + len(name) + 3)
        return places[0], places[1], places[2]

    def header(self, index: int) -> Header:
        """What the tag section of the game at `index` (0-based, in the block) says."""
        return Header(self.layouts[index], Values._make(self.values[index]))

    def games(self, kind: type[GameT] = RawGame) -> Iterator[GameT]:  # type: ignore[assignment]
        """The games of the block, each a copy of its bytes, which knows the values that say its start."""
        new: Callable[[type[GameT], tuple[Any, ...]], GameT] = tuple.__new__
        data, offset, last = self.data, self.offset, self.number + len(self) - 1
        numbers = range(self.number, last + 1)
        rows = zip(numbers, self.starts, self.ends(), self.lines, self.told_starts(), strict=True)
        for number, begin, end, line, told in rows:
            # not by kind(): it takes twice the time
            game = new(kind, (data[begin:end], offset + begin, line, number, self.at_end and number == last))
            game.told_start = told
            yield game

    def game(self, index: int) -> RawGame:
        """The game at `index` (0-based, in the block), a copy of its bytes; the last one asked for is kept."""
        known = self._last
        if known is not None and known.number == self.number + index:
            return known
        start, last = self.starts[index], index + 1 == len(self)
        end = self.end if last else self.starts[index + 1]
        at_end = self.at_end and last
        game = RawGame(self.data[start:end], self.offset + start, self.lines[index], self.number + index, at_end)
        self._last = game
        return game


class LineEnds(NamedTuple):
    """How many there are of each kind."""

    lf: int
    crlf: int
    cr: int


def line_ends_of(data: bytes, end: int) -> LineEnds:
    """Those of data[:end]."""
    if data.find(b"\r", 0, end) < 0:
        return LineEnds(data.count(b"\n", 0, end), 0, 0)
    pairs = data.count(b"\r\n", 0, end)
    return LineEnds(data.count(b"\n", 0, end) - pairs, pairs, data.count(b"\r", 0, end) - pairs)


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def count_lines(data: bytes, start: int, end: int) -> int:
    """How many line ends (LF, CRLF or a lone CR) begin in data[start:end]."""
    lines = data.count(b"\n", start, end)
    if data.find(b"\r", start, end) >= 0:
        lines += data.count(b"\r", start, end) - data.count(b"\r\n", start, end)
    return lines
