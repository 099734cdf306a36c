"""Games too large to check: passed through in pieces, of which the first has the tag section.

A game is too large when it takes more than a limit, or its tag section more than TAG_LIMIT. What is held at once
stays within the limit and a little more (`window`). Where the window does not show the end of a game, it ends where
a line beyond the window opens as a tag pair, whatever stands around that; where the window is full of tag pairs, at
an Event tag, or at such a line behind movetext. Both readers, and reads of any size, give the same games.
"""

from __future__ import annotations

from collections.abc import Iterator

from pgnfen.lazy import regex
from pgnfen.pgn.block import Block, Readable, count_lines
from pgnfen.pgn.definitions import COMMENT_LIMIT, LOOKAHEAD
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.scan import game_end
from pgnfen.pgn.splitter import Splitter
from pgnfen.pgn.tagpairs import BLANKS, TAG_LIKE, read_tag_section

MAX_GAME = 64 << 20  # bytes of a game, where the user does not say another limit
TAG_LIMIT = 2 << 20  # bytes of a tag section
PIECE = 1 << 20

_TAG_WINDOW = TAG_LIMIT + LOOKAHEAD
_HEADER = 1 << 20  # bytes in which the tag pairs are that are said of a game too large; less than any window
# With the line end before it, which is quicker to find than what stands behind one.
_TAG_LINE = regex(rb"[\r\n](" + TAG_LIKE.pattern + rb")")
_BEHIND_TAGS = regex(rb'[\r\n](\[' + BLANKS + rb'[Ee][Vv][Ee][Nn][Tt]' + BLANKS + rb'"|[^\s\[;%])')


class Piece(Block):
    """A piece of a game that is too large: the first has the game, with its tag section; the others have none."""

    __slots__ = ()


class CutGame(Piece):
    """A piece of a game that was read in part, because an error or a limit ended the input in it."""

    __slots__ = ()


def cut_at(number: int) -> str:
    """What is said of a game that was read in part."""
    return f"game {number:,} is cut off there and is not checked"


def cut_game(block: Block) -> Iterator[Piece]:
    """The last game of a block, which was read in part."""
    index = len(block) - 1
    start, counts = block.starts[index], Splitter()
    counts.offset, counts.number, counts.line = block.offset + start, block.number + index, block.lines[index]
    yield from _Cutter(counts, CutGame).pieces(block.data[start : block.end], block.end - start, last=True)


def window(max_game: int) -> int:
    """How much of a game is held at most, in bytes, until it is known to be too large."""
    return max_game + COMMENT_LIMIT + LOOKAHEAD


def parted(block: Block, max_game: int) -> Iterator[Block]:
    """The block, or what it is made of: games that are too large in pieces, those between in blocks."""
    if block.end <= min(max_game, TAG_LIMIT):
        yield block
        return
    places = list(zip(block.starts, block.movetexts, block.ends(), strict=True))
    large = [
        index
        for index, (start, movetext, end) in enumerate(places)
        if end - start > max_game or movetext - start > TAG_LIMIT
    ]
    if not large:
        yield block
        return
    begin = 0
    for index in large:
        if begin < index:
            yield part_of(block, begin, index)
        start, _, end = places[index]
        counts = Splitter()
        counts.offset, counts.number, counts.line = block.offset + start, block.number + index, block.lines[index]
        yield from _Cutter(counts).pieces(block.data[start:end], end - start, last=True)
        begin = index + 1
    if begin < len(block):
        yield part_of(block, begin, len(block))


def part_of(block: Block, begin: int, end: int) -> Block:
    """The games of a block with these indices."""
    starts, wanted = block.starts, slice(begin, end)
    at, stop = starts[begin], block.ends()[end - 1]
    part = Block(block.data[at:stop], block.offset + at, block.number + begin)
    part.end, part.at_end = stop - at, block.at_end and end == len(block)
    part.starts = [start - at for start in starts[wanted]]
    part.movetexts = [start - at for start in block.movetexts[wanted]]
    part.lines, part.layouts, part.values = block.lines[wanted], block.layouts[wanted], block.values[wanted]
    return part


class LargeGame:
    """The game at the beginning of `data`, if that is known to be too large; counted by `splitter`.

    `known`: it is. Behind `pieces`, `rest` is what was read of the next game.
    """

    def __init__(self, data: bytes, max_game: int, splitter: Splitter) -> None:
        self.rest = data
        self._splitter = splitter
        self._tags = False  # what is looked at is still the tag section
        self._end: int | None = None  # known from the window
        self._at = 0
        self.known = False
        if len(data) >= _TAG_WINDOW and _tags_end(data) > TAG_LIMIT:
            self.known = self._tags = True
            self._at = _TAG_WINDOW
        elif len(data) >= window(max_game):
            self._end = game_end(data, 0, final=False)
            self.known = self._end is None or self._end > max_game
            self._at = window(max_game)

    def pieces(self, stream: Readable) -> Iterator[Piece]:
        """The game, to its end in the stream."""
        cutter, ended = _Cutter(self._splitter), False
        while (end := self._find(ended)) is None:
            safe = len(self.rest) if ended else self._at - 1
            yield from cutter.pieces(self.rest, safe, last=ended)
            self.rest, self._at = self.rest[safe:], 1
            if ended:
                return
            chunk = stream.read(PIECE)
            ended = not chunk
            self.rest += chunk
        yield from cutter.pieces(self.rest, end, last=True)
        self.rest = self.rest[end:]

    def _find(self, ended: bool) -> int | None:
        """Where the game ends in what is held; None where it does not."""
        if self._end is not None:
            return self._end
        limit = len(self.rest) - (0 if ended else LOOKAHEAD)
        while True:
            found = (_BEHIND_TAGS if self._tags else _TAG_LINE).search(self.rest, self._at - 1)
            if found is None or found.start(1) > limit:
                self._at = max(self._at, limit)
                return None
            if not self._tags or self.rest[found.start(1)] == 0x5B:
                return found.start(1)
            self._tags, self._at = False, found.start(1)


def _tags_end(data: bytes) -> int:
    """Where the tag section ends in its window; a line of movetext that does not end there has begun all the same."""
    section = read_tag_section(data, 0, _TAG_WINDOW)
    return section.end if section is not None else 0


class _Cutter:
    """Cuts one game into pieces, as it comes, and counts it."""

    def __init__(self, counts: Splitter, kind: type[Piece] = Piece) -> None:
        self.counts, self.kind = counts, kind
        self.first = True
        self.held = b""  # a CR whose LF may come

    def pieces(self, data: bytes, cut: int, last: bool) -> Iterator[Piece]:
        """What comes of the game, in data[:cut]; `last`: that is its end."""
        if self.held:
            data, cut, self.held = self.held + data, cut + 1, b""
        if not last and data[cut - 1 : cut] == b"\r":
            cut, self.held = cut - 1, b"\r"
        at = 0
        while at < cut:
            section = read_tag_section(data, 0, min(cut, _HEADER)) if self.first else None
            end = min(cut, max(at + PIECE, section.end if section else 0))
            if end < cut and data[end - 1 : end + 1] == b"\r\n":
                end += 1
            counts = self.counts
            piece = self.kind(data[at:end], counts.offset, counts.number)
            piece.end = end - at
            if section is not None:
                header = read_header(section)
                piece.starts, piece.movetexts, piece.lines = [0], [section.end], [counts.line]
                piece.layouts, piece.values = [header.layout], [tuple(header.values)]
                counts.number += 1
                self.first = False
            counts.line += count_lines(data, at, end)
            counts.offset += end - at
            at = end
            yield piece
