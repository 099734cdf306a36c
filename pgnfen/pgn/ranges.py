"""A range of bytes of a PGN file, split by itself: whoever has it needs nothing of what stands before.

A game belongs to the range in which it begins, as a line does in Hadoop's and fsspec's splits. Where the first one
begins cannot be known from the range alone (it may open within a comment that holds lines like tag pairs), so it is
guessed, and what follows from the guess is held to what the range before says: where its last game ends, the next
begins. Games are a matter of where the first begins and of nothing else before it; so where both agree, the joined
ranges are the whole, byte for byte, with the same numbers and lines. Where they do not, the range is seen once more,
from the place that is known now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from pgnfen.lazy import regex
from pgnfen.pgn.block import Block, Neighbors, Place
from pgnfen.pgn.blocks import BLOCK_SIZE, head_of, last_game, part_of, read_blocks, with_neighbors
from pgnfen.pgn.tagpairs import TAG_LIKE

_BEFORE = 4096  # bytes looked at before the range, for the line that its first one follows
_LINE = regex(rb"[^\r\n]+")


class Seekable(Protocol):
    """A file, as far as ranges are concerned."""

    def seek(self, offset: int, /) -> object: ...
    def read(self, size: int = ..., /) -> bytes: ...


class Range(NamedTuple):
    """Bytes of a file: from `begin` up to `end`."""

    begin: int
    end: int


class Seen(NamedTuple):
    """What was seen of a range: where its first game begins (None: nowhere), where the first one behind it does (or the
    file ends), and how many games and lines are between; `last`: its last game (see pgn.neighbors)."""

    first: int | None
    next: int
    games: int
    lines: int
    last: bytes | None = None

    def moved(self, by: int) -> Seen:
        """What is seen of a text that begins at another byte."""
        return self._replace(first=self.first if self.first is None else self.first + by, next=self.next + by)


def seen_of(blocks: Iterable[Block], first: int) -> Seen:
    """What is seen of a range whose games begin at `first`, by its blocks."""
    games, lines, end, last = 0, 0, first, None
    for block in blocks:
        games += len(block)
        lines += block.line_ends()
        end, last = block.offset + block.end, last_game(block)
    return Seen(first, end, games, lines, last)


def joined(
    parts: Iterable[tuple[Range, Seen]],
    again: Callable[[Range, int], Seen],
    place: Place = (0, 1, 1),
    last: bytes | None = b"",
) -> Iterator[tuple[Range, Place | None, bytes | None]]:
    """The ranges of a file, from left to right, with offset, number and line of the first game of each (None: no game
    begins there), and the game before it; `again` sees a range from an offset on. `place`, `last`: those of the first
    range."""
    offset, number, line = place
    for part, seen in parts:
        if offset >= part.end:
            yield part, None, last
            continue
        if seen.first != offset:
            seen = again(part, offset)
        yield part, (offset, number, line), last
        offset, number, line, last = seen.next, number + seen.games, line + seen.lines, seen.last


def range_blocks(
    file: Seekable,
    part: Range,
    place: Place,
    max_game: int | None = None,
    block_size: int = BLOCK_SIZE,
    before: bytes | None = b"",
) -> Iterator[Block]:
    """The blocks of the games that begin in a range, with their neighbors; the first of them does at `place`, behind
    the game `before`."""
    file.seek(place[0])
    for block in with_neighbors(read_blocks(file, block_size, max_game, place), before):
        if not len(block) or block.offset + block.starts[-1] < part.end:
            yield block
            continue
        count = sum(block.offset + start < part.end for start in block.starts)
        if count:
            games = part_of(block, 0, count)
            games.neighbors = Neighbors(block.neighbors.before, head_of(block, count))
            yield games
        return


def first_game(file: Seekable, part: Range, before: int = _BEFORE) -> int | None:
    """Where the first game of a range seems to begin: at a tag pair that follows none, behind the comment that is
    closed in the range and was not opened there. `before`: bytes that may be looked at before the range."""
    at = max(0, part.begin - before)
    size = part.begin - at + BLOCK_SIZE
    while True:
        file.seek(at)
        data = _read(file, min(size, part.end + _BEFORE - at))
        found = _guess(data, part.begin - at)
        if found is not None:
            return at + found if at + found < part.end else None
        if at + len(data) >= part.end or len(data) < size:
            return None
        size *= 4


def _read(file: Seekable, size: int) -> bytes:
    """So many bytes, fewer at the end."""
    parts = []
    while size > 0 and (data := file.read(size)):
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


def _guess(data: bytes, begin: int) -> int | None:
    """As first_game, in data."""
    closed = data.find(b"}", begin)
    if closed >= 0 and data.find(b"{", begin, closed) < 0:
        found = _opens(data, closed)
        if found is not None:
            return found
    return _opens(data, begin)


def _opens(data: bytes, begin: int) -> int | None:
    tags = True  # so seems the line before the first that is looked at: it may be cut
    for line in _LINE.finditer(data):
        cut_tag = line.start() == 0 and line[0].rstrip().endswith(b"]")  # its beginning may be in the range before
        tag = cut_tag or TAG_LIKE.match(data, line.start()) is not None
        if tag and not tags and line.start() >= begin:
            return line.start()
        if tag or line[0].strip():
            tags = tag
    return None
