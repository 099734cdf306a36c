"""The splitter at the speed of the native engine: the same games, from the same definition.

The extension settles what needs no care; at a game that does, the careful path of the Python splitter takes over for
that one game. The columns of a block stay in the extension's table until somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from pgnfen import native
from pgnfen.pgn.block import Block, LineEnds, Neighbors, count_lines
from pgnfen.pgn.definitions import ABSENT, KEYS, NO_ID, ORDERED, REGULAR, SPELLED
from pgnfen.pgn.layout import Header, Layout, ToldStart, counting_pairs, read_header
from pgnfen.pgn.scan import end_and_section
from pgnfen.pgn.splitter import Splitter
from pgnfen.pgn.tagpairs import TagSection, read_tag_section

if TYPE_CHECKING:
    from pgnfen._native import Games, Questions

# One layout for each combination of flags: the names are not kept.
LAYOUTS = [Layout(None, bool(flags & REGULAR), bool(flags & SPELLED), bool(flags & ORDERED)) for flags in range(16)]


class NativeBlock(Block):
    """A block with the extension's table of its games; the columns of Block are made when first asked for.

    `flags` (bytes) has REGULAR and so on of each game.
    """

    flags: bytes
    __slots__ = ("flags", "games_table", "line")

    def __init__(self, data: bytes, offset: int, number: int, line: int, games: Games, at_end: bool) -> None:
        # The columns stay unset: __getattr__ makes them.
        self.data, self.offset, self.number, self.line = data, offset, number, line
        self.end, self.at_end = games.stop, at_end
        self.games_table = games
        self.neighbors = Neighbors()
        self._last = None

    def __len__(self) -> int:
        return len(self.games_table)

    def _move_lines(self, by: int) -> None:
        move_line(self, by)

    def line_ends(self) -> int:
        """See Block."""
        return self.games_table.lines

    @property
    def first_line(self) -> int:
        """See Block."""
        return self.line

    @property
    def first_start(self) -> int:
        """See Block."""
        return 0

    def index_at(self, position: int) -> int:
        """See Block."""
        return self.games_table.index_at(position)

    def kinds_of_line_ends(self) -> LineEnds:
        """See Block: counted when it was split, unless a lone CR stands in it."""
        pairs = self.games_table.pairs
        return super().kinds_of_line_ends() if pairs is None else LineEnds(self.games_table.lines - pairs, pairs, 0)

    def encodings(self) -> list[tuple[int, int]]:
        """See Block."""
        return self.games_table.encodings(self.data)

    def start_keys(self) -> list[Hashable]:
        """See Block: numbers that the extension gives to starts."""
        ids = native.scanner(native.module()).ids(self.data, self.games_table)
        keys: list[Hashable] = list(memoryview(ids).cast("I"))
        if NO_ID in keys:  # a start too long to be remembered
            keys = [self.start_key(index) if key == NO_ID else key for index, key in enumerate(keys)]
        return keys

    def codes(self, questions: Questions) -> list[int]:
        """A number for each game that says what the columns of its start and `questions` do (see Scanner.codes)."""
        codes = native.scanner(native.module()).codes(self.data, self.games_table, questions)
        return memoryview(codes).cast("Q").tolist()

    def told_starts(self) -> list[ToldStart]:
        """See Block."""
        return native.scanner(native.module()).told(self.data, self.games_table)

    def __reduce__(self) -> tuple[Any, ...]:
        table = self.games_table
        place = self.offset, self.number, self.line, self.at_end
        counts = table.lines, table.pairs
        return restored, (self.data[: self.end], table.numbers(), counts, place, self.neighbors)

    def start_key(self, index: int) -> tuple[bytes | None, ...]:
        """See Block."""
        return self.games_table.start_key(self.data, index)

    def holding(self, text: bytes) -> list[int]:
        """See Block."""
        return self.games_table.holding(self.data, text)

    def start_places(self, index: int) -> tuple[int, int, int]:
        """See Block."""
        return self.games_table.start_places(index)

    def values_of(self, index: int) -> tuple[bytes | None, ...]:
        """See Block."""
        return self.games_table.values_of(self.data, index)

    def __getattr__(self, name: str) -> Any:
        table = self.games_table
        column: list[Any] | bytes
        if name == "starts":
            column = numbers(table.starts())
        elif name == "movetexts":
            column = numbers(table.movetexts())
        elif name == "lines":
            line = self.line
            column = [line + before for before in numbers(table.line_numbers())]
        elif name == "flags":
            column = table.flags()
        elif name == "layouts":
            column = [LAYOUTS[flags] for flags in self.flags]
        elif name == "values":
            column = table.values(self.data)
        else:
            raise AttributeError(name)
        setattr(self, name, column)
        return column


def restored(
    data: bytes, numbers: bytes, counts: tuple[int, int | None], place: tuple[int, int, int, bool], neighbors: Neighbors
) -> NativeBlock:
    """A block that comes from another process."""
    offset, number, line, at_end = place
    block = NativeBlock(data, offset, number, line, native.module().Games.restore(numbers, *counts), at_end)
    block.neighbors = neighbors
    return block


class NativeSplitter(Splitter):
    """See Splitter; `split` gives the same blocks."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__()
        self._module = module
        self._scanner = native.scanner(module)

    def split(self, data: bytes, final: bool) -> Block:
        """The whole games at the start of `data`, as a block; with `final`, all of it."""
        games: Games = self._module.Games()
        while games.stop < len(data):
            self._scanner.split(data, games, final)
            if games.stop == len(data) or games.more or not self._settle(data, final, games):
                break
        return self._block(data, games, final)

    def _one(self, raw: bytes) -> Block:
        games: Games = self._module.Games()
        self._add_game(raw, len(raw), games)
        return self._block(raw, games, final=False)

    def _block(self, data: bytes, games: Games, final: bool) -> Block:
        block = NativeBlock(data, self.offset, self.number, self.line, games, final and games.stop == len(data))
        self.offset += block.end
        self.number += len(block)
        self.line += games.lines
        return block

    def _settle(self, data: bytes, final: bool, games: Games) -> bool:
        """Add the game at games.stop by the careful path; false where it needs more data."""
        found = end_and_section(data, games.stop, final)
        if found is None:
            return False
        self._add_game(data, found[0], games, found[1])
        return True

    def _add_game(self, data: bytes, end: int, games: Games, section: TagSection | None = None) -> None:
        start = games.stop
        section = section or read_tag_section(data, start, end)
        assert section is not None  # final by default
        flags = _flags(read_header(section))
        games.add(data, end, section.end, count_lines(data, start, end), _spans(section), flags)


def column_of(block: NativeBlock, place: int) -> list[bytes | None]:
    """The raw values of one of KEYS."""
    spans, data = memoryview(block.games_table.spans()).cast("I"), block.data
    values: list[bytes | None] = []
    step = 2 * len(KEYS)
    for start, length in zip(spans[2 * place :: step], spans[2 * place + 1 :: step], strict=True):
        values.append(None if length == ABSENT else data[start : start + length])
    return values


class WithLines(Protocol):
    """A block that knows the line of its first byte."""

    line: int
    lines: list[int]


def move_line(block: WithLines, by: int) -> None:
    """Move the first line of a block; the column of lines follows from it, and is made when it is first asked for."""
    block.line += by
    with suppress(AttributeError):
        del block.lines


def numbers(column: bytes) -> list[int]:
    """A column of 32-bit numbers."""
    return memoryview(column).cast("I").tolist()


def _flags(header: Header) -> int:
    layout = header.layout
    return REGULAR * layout.regular | SPELLED * layout.spelled | ORDERED * layout.ordered


def _spans(section: TagSection) -> list[int]:
    """Start and length of the values of KEYS."""
    pairs = counting_pairs(section)
    spans = []
    for key in KEYS:
        pair = pairs.get(key)
        spans += [pair.value_start, len(pair.raw_value)] if pair else [0, ABSENT]
    return spans
