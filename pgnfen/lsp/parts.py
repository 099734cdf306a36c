"""A document as parts of whole games, of which an edit makes only those anew that it can touch.

A part is some ten kilobytes: the bytes of the document stand in parts alone, so that an edit copies little, whatever
the size of the file. Where a game begins depends on what stands before it, as far as a comment may reach, and on a
little behind it: an edit is split anew from there, until a boundary is where it was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pgnfen import native
from pgnfen.audit.finding import Remark
from pgnfen.lazy import deferred
from pgnfen.lsp.units import Encoding, Position, Range, bytes_of, line_begin, line_end, line_start, units_of
from pgnfen.pgn.block import Block, Neighbors, RawGame, count_lines
from pgnfen.pgn.blocks import HEAD, HELD, new_splitter
from pgnfen.pgn.definitions import COMMENT_LIMIT, LOOKAHEAD
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.record_block import split as split_records

with deferred:
    from pgnfen.pgn.native_records import split as native_split

PART = 1 << 16
"""Bytes of a part, as it is read; edits may make it larger, or smaller."""
REACH = COMMENT_LIMIT + 2 * LOOKAHEAD
"""Bytes behind its end that a game's boundary may depend on."""


class Found(NamedTuple):
    """What is found in a game: `size` bytes at byte `at` of it."""

    remark: Remark
    at: int
    size: int


@dataclass(slots=True, eq=False)
class Part:
    """Whole games: their bytes, where each begins, how many lines end in it; what is found in each (None: the game is
    still to be audited). `shown`: what is made of that for the client, kept by whoever makes it; `count`: how many are
    found, where that is known."""

    data: bytes
    starts: list[int]
    found: list[list[Found] | None]
    lines: int
    shown: object = None
    count: int | None = None

    def set_found(self, index: int, found: list[Found]) -> None:
        """Note what is found in the game at `index` (0-based, in the part)."""
        self.found[index], self.shown, self.count = found, None, None

    def findings(self) -> int:
        """How many are found."""
        if self.count is None:
            self.count = sum(len(found) for found in self.found if found)
        return self.count

    @property
    def pending(self) -> bool:
        """Whether a game is still to be audited."""
        return None in self.found

    def game_end(self, index: int) -> int:
        """Where the game at `index` (0-based, in the part) ends."""
        return self.starts[index + 1] if index + 1 < len(self.starts) else len(self.data)


class Place(NamedTuple):
    """A game: the index of its part, its own there, and the offset (bytes) and line (from 0) of its first byte."""

    part: int
    game: int
    offset: int
    line: int


class Changed(NamedTuple):
    """The parts that an edit has made anew: index of the first, how many; and of their games those to be audited."""

    part: int
    parts: int
    games: list[tuple[int, int]]


class _Window(NamedTuple):
    """Bytes that were split anew: where games began before (part, and index in it), the first byte of the edit and by
    how much it moves what is behind, the boundary from which on all is as it was; whether the text ends there."""

    data: bytes
    old: dict[int, tuple[int, int]]
    edited: int
    moved: int
    agreed: int
    final: bool


class Cutter(Protocol):
    """Splits bytes into games, or records."""

    reach: int

    def split(self, data: bytes, first: bool, final: bool) -> tuple[list[int], int]:
        """Where the games begin that are whole, and where the last of them ends."""
        ...

    def block(self, game: RawGame) -> Block:
        """One game as a block."""
        ...

    def blocks_of(self, data: bytes, first: bool, final: bool, number: int) -> Block:
        """Games that are known to be whole, as a block."""
        ...


class Games:
    """Splits PGN."""

    reach = REACH

    def __init__(self) -> None:
        self._splitter = new_splitter()

    def split(self, data: bytes, first: bool, final: bool) -> tuple[list[int], int]:
        """See Cutter."""
        block = self.blocks_of(data, first, final, 1)
        return block.starts, block.end

    def blocks_of(self, data: bytes, first: bool, final: bool, number: int) -> Block:
        """See Cutter."""
        splitter = self._splitter
        splitter.offset, splitter.number, splitter.line = 0, number, 1
        return splitter.split(data, final)

    def block(self, game: RawGame) -> Block:
        """See Cutter."""
        return self._splitter.whole(game)


class Records:
    """Splits FEN and EPD, a record a line."""

    reach = 0

    def split(self, data: bytes, first: bool, final: bool) -> tuple[list[int], int]:
        """See Cutter."""
        block = self.blocks_of(data, first, final, 1)
        starts, end = block.starts, len(data)
        if not final:
            end = starts[-1] if len(starts) > 1 else 0
            starts = starts[:-1]
        return ([0, *starts[1:]] if end else []), end

    def blocks_of(self, data: bytes, first: bool, final: bool, number: int) -> RecordBlock:
        """See Cutter."""
        cut = native_split if native.load() is not None else split_records
        return cut(data, len(data), (0 if first else 1, number, 1))

    def block(self, game: RawGame) -> RecordBlock:
        """See Cutter."""
        cut = native_split if native.load() is not None else split_records
        return cut(game.raw, len(game.raw), (game.offset, game.number, game.line))


class Document:
    """A text that a client has open, in parts."""

    def __init__(self, data: bytes, records: bool, encoding: Encoding = "utf-16") -> None:
        self.records, self.encoding = records, encoding
        self.cutter: Cutter = Records() if records else Games()
        self.parts: list[Part] = []
        self.edits = 0  # so far
        self._read(data)

    def _read(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            size = PART
            while True:
                final = at + size >= len(data)
                starts, end = self.cutter.split(data[at : at + size], at == 0, final)
                if end or final:
                    break
                size *= 2
            end = end or len(data) - at
            own = data[at : at + end]
            self.parts.append(Part(own, starts or [0], [None] * max(1, len(starts)), count_lines(own, 0, end)))
            at += end

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(len(part.data) for part in self.parts)

    @property
    def data(self) -> bytes:
        """All bytes; a copy."""
        return b"".join([part.data for part in self.parts])

    # --- places

    def begin(self, part: int) -> int:
        """The byte at which a part begins. Cost: the number of parts before it."""
        return sum(len(before.data) for before in self.parts[:part])

    def offset_of(self, position: Position) -> int:
        """The byte at which a place is; the end of its line, or of the text, for one behind it."""
        line, offset, number = position.line, 0, 0
        while number < len(self.parts) and line > self.parts[number].lines:
            line -= self.parts[number].lines
            offset += len(self.parts[number].data)
            number += 1
        if number == len(self.parts):
            return offset
        begin = line_start(self.parts[number].data, line)
        text = b""
        for at in range(number, len(self.parts)):  # a game may begin within a line, and a part with it
            data, start = self.parts[at].data, begin if at == number else 0
            end = line_end(data, start)
            text += data[start:end]
            if end < len(data):
                break
        return offset + begin + bytes_of(text, position.character, self.encoding)

    def position_of(self, offset: int) -> Position:
        """The place of a byte."""
        line = number = 0
        while number + 1 < len(self.parts) and offset >= len(self.parts[number].data):
            line += self.parts[number].lines
            offset -= len(self.parts[number].data)
            number += 1
        if not self.parts:
            return Position(0, 0)
        data = self.parts[number].data
        offset = min(offset, len(data))
        begin = line_begin(data, offset)
        units = units_of(data[begin:offset].rstrip(b"\r\n"), self.encoding)
        line += count_lines(data, 0, begin)
        while not begin and number:
            number -= 1
            data = self.parts[number].data
            begin = line_begin(data, len(data))
            units += units_of(data[begin:], self.encoding)
        return Position(line, units)

    def range_of(self, start: int, end: int) -> Range:
        """The places of bytes `start` to `end`."""
        return Range(self.position_of(start), self.position_of(end))

    def place_at(self, offset: int) -> Place | None:
        """The game that holds a byte; the last for the end of the text, None for an empty one."""
        line = before = 0
        for number, part in enumerate(self.parts):
            if offset < before + len(part.data) or number + 1 == len(self.parts):
                index = max(bisect_right(part.starts, offset - before) - 1, 0)
                start = part.starts[index]
                return Place(number, index, before + start, line + count_lines(part.data, 0, start))
            before += len(part.data)
            line += part.lines
        return None

    def places(self) -> Iterator[Place]:
        """All games, in order."""
        line = before = 0
        for number, part in enumerate(self.parts):
            at = 0
            for index, start in enumerate(part.starts):
                line += count_lines(part.data, at, start)
                at = start
                yield Place(number, index, before + start, line)
            line += count_lines(part.data, at, len(part.data))
            before += len(part.data)

    def raw(self, place: Place) -> bytes:
        """The bytes of a game."""
        part = self.parts[place.part]
        return part.data[part.starts[place.game] : part.game_end(place.game)]

    def block(self, place: Place) -> Block:
        """A game as a block of its own, with its neighbors; game 1 is the first of the document alone."""
        part = self.parts[place.part]
        last = place.part + 1 == len(self.parts) and place.game + 1 == len(part.starts)
        first = place.part == 0 and place.game == 0
        game = RawGame(self.raw(place), place.offset, place.line + 1, 1 if first else 2, last)
        block = self.cutter.block(game)
        if not self.records:
            block.neighbors = self._neighbors(place)
        return block

    def _neighbors(self, place: Place) -> Neighbors:
        before, behind = b"", b""
        part = self.parts[place.part]
        if place.game:
            before = part.data[part.starts[place.game - 1] : part.starts[place.game]]
        elif place.part:
            other = self.parts[place.part - 1]
            before = other.data[other.starts[-1] :]
        if place.game + 1 < len(part.starts):
            behind = part.data[part.starts[place.game + 1] : part.game_end(place.game + 1)]
        elif place.part + 1 < len(self.parts):
            other = self.parts[place.part + 1]
            behind = other.data[: other.game_end(0)]
        return Neighbors(before if len(before) <= HELD else None, behind[:HEAD])

    # --- edits

    def edit(self, start: int, end: int, new: bytes) -> Changed:
        """Put other bytes in the place of bytes `start` to `end`; what has to be audited is said, and noted as pending.

        Cost: the splitting of a mebibyte, the copy of a part or two, and what is inserted.
        """
        self.edits += 1
        parts = self.parts
        if not parts:
            self._read(new)
            return Changed(0, len(self.parts), _pending(self.parts, 0))
        offsets = self._offsets()
        touched = max(bisect_right(offsets, start) - 1, 0)
        first = min(max(bisect_right(offsets, max(0, start - self.cutter.reach)) - 1, 0), max(0, touched - 1))
        last = max(bisect_right(offsets, end) - 1, touched)
        begin, moved = offsets[first], len(new) - (end - start)
        while True:
            old = {
                offsets[number] - begin + at: (number, index)
                for number in range(first, last + 1)
                for index, at in enumerate(parts[number].starts)
            }
            before = b"".join([part.data for part in parts[first : last + 1]])
            window = before[: start - begin] + new + before[end - begin :]
            final = last + 1 == len(parts)
            starts, stop = self.cutter.split(window, first == 0, final)
            if window and not starts and final:
                starts, stop = [0], len(window)
            behind = start - begin + len(new)
            agreed = next((at for at in (*starts, stop) if at >= behind and at - moved in old), None)
            if agreed is not None or final:
                break
            last = min(2 * last + 1 - first, len(parts) - 1)
        same = _Window(window, old, start - begin, moved, len(window) if agreed is None else agreed, final)
        return self._replace(first, last, starts, same)

    def _offsets(self) -> list[int]:
        offsets, at = [], 0
        for part in self.parts:
            offsets.append(at)
            at += len(part.data)
        return offsets

    def _replace(self, first: int, last: int, starts: list[int], window: _Window) -> Changed:
        """Make parts of the window: games that end before the edit, and those from `agreed` on, are the old ones."""
        data, old, edited, moved, agreed, final = window
        olds = sorted(old)
        old_ends = dict(zip(olds, [*olds[1:], len(data) - moved], strict=True))
        behind = [start for start in olds if start + moved >= agreed and start >= edited]
        own = [start for start in starts if start < agreed]
        ends = [*own[1:], agreed] if own else []
        found: list[list[Found] | None] = []
        changed = agreed
        for start, end in zip(own, ends, strict=True):
            known = start in old and old_ends[start] == end < edited and not (final and start == olds[-1])
            if not known:
                changed = min(changed, start)
            found.append(self._found(old[start]) if known else None)
        if final and not behind and own:
            found[-1], changed = None, min(changed, own[-1])  # the last game of a file may be told otherwise
        # Parts before the first game that is another, and those behind the last, stay as they are.
        while first < last and len(self.parts[first].data) <= changed:
            cut = len(self.parts[first].data)
            data, agreed, changed = data[cut:], agreed - cut, changed - cut
            skipped = sum(start < cut for start in own)
            own, found = [start - cut for start in own[skipped:]], found[skipped:]
            behind = [start - cut for start in behind]
            old = {start - cut: key for start, key in old.items()}
            first += 1
        stop = len(data)
        while last > first and stop - len(self.parts[last].data) >= agreed:
            stop -= len(self.parts[last].data)
            last -= 1
        for start in behind:
            if start + moved < stop:
                own.append(start + moved)
                found.append(self._found(old[start]))
        fresh = _parts(data[:stop], own, found)
        self.parts[first : last + 1] = fresh
        return Changed(first, len(fresh), _pending(fresh, first))

    def _found(self, key: tuple[int, int]) -> list[Found] | None:
        return self.parts[key[0]].found[key[1]]


def _parts(data: bytes, games: list[int], found: list[list[Found] | None]) -> list[Part]:
    """Bytes as parts."""
    parts: list[Part] = []
    first = 0
    while first < len(games):
        begin, behind = games[first], first + 1
        while behind < len(games) and games[behind] - begin < PART:
            behind += 1
        own = data[begin : games[behind] if behind < len(games) else len(data)]
        starts = [start - begin for start in games[first:behind]]
        parts.append(Part(own, starts, found[first:behind], count_lines(own, 0, len(own))))
        first = behind
    return parts


def _pending(parts: list[Part], first: int) -> list[tuple[int, int]]:
    return [
        (first + number, index)
        for number, part in enumerate(parts)
        for index, found in enumerate(part.found)
        if found is None
    ]
