"""A stream of PGN as blocks of whole games, or as games, by the native splitter or the Python one.

A game is too large to be checked when it takes more than a limit, or its tag section more than TAG_LIMIT: it is passed
through in pieces, of which the first has the tag section. What is held at once stays within the limit and a little
more (`window`). Where the window does not show the end of a game, it ends where a line beyond the window opens as a
tag pair, whatever stands around that; where the window is full of tag pairs, at an Event tag, or at such a line behind
movetext. Both readers, and reads of any size, give the same games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pgnfen import native
from pgnfen.errors import InputError
from pgnfen.lazy import regex
from pgnfen.pgn.block import Block, GameT, Neighbors, Place, RawGame, Readable, count_lines
from pgnfen.pgn.definitions import COMMENT_LIMIT, LOOKAHEAD
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.native_splitter import NativeSplitter
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.scan import game_end
from pgnfen.pgn.splitter import Splitter
from pgnfen.pgn.tagpairs import BLANKS, TAG_LIKE, read_tag_section

BLOCK_SIZE = 1 << 20
FIRST_READ = BLOCK_SIZE >> 3  # each read is twice the one before: others wait for what is done with the first


def new_splitter() -> Splitter:
    """The native splitter where the extension is there, else the Python one; both give the same blocks."""
    module = native.load()
    if module is None:
        return Splitter()
    return NativeSplitter(module)


def read_blocks(
    stream: Readable, block_size: int = BLOCK_SIZE, max_game: int | None = None, place: Place = (0, 1, 1)
) -> Iterator[Block]:
    """Blocks of whole games from a stream; every byte of it is in one of them, in order.

    `place`: offset, number and line of its first game, where that is not the input's.

    `block_size` is how much is read at a time, in bytes: it changes neither boundaries nor numbers. A game larger
    than that is read in doubling steps; one larger than `max_game` comes in pieces (see Piece), and memory stays
    bounded. An InputError from the stream is raised after the games before it have been given out, the last of them
    as far as it was read: it is a CutGame, which is counted and not judged, and the error names it.
    """
    splitter, reader = new_splitter(), _Stream(stream)
    splitter.offset, splitter.number, splitter.line = place
    most = window(max_game) if max_game is not None else _NO_LIMIT
    rest, size = b"", block_size
    while not reader.ended:
        chunk = reader.read(min(size, most - len(rest)))
        rest = rest + chunk if rest else chunk
        block = splitter.split(rest, reader.ended)
        if max_game is None or block.end <= min(max_game, TAG_LIMIT):
            if len(block):
                yield from reader.whole(block)
        else:
            for part in parted(block, max_game):
                yield from reader.whole(part)
        size = block_size if len(block) else max(block_size, len(rest))
        rest = rest[block.end :]
        if max_game is not None and not len(block) and not reader.ended:
            del chunk, block  # a large game is not held twice
            large = LargeGame(rest, max_game, splitter)
            if large.known:
                rest, size = b"", block_size
                yield from large.pieces(reader)
                rest = large.rest
            elif len(rest) >= most:  # the Python splitter sees its end, if no other does
                block = _carefully(splitter, rest)
                yield from parted(block, max_game)
                rest, size = rest[block.end :], block_size
        if reader.ended and rest:
            block = splitter.split(rest, final=True)
            for part in parted(block, max_game or most):
                yield from reader.whole(part)
            rest = b""
    if reader.error is not None:
        raise reader.error


_NO_LIMIT = 1 << 62


class _Stream:
    """A stream that says when it has ended; what it raises then comes later."""

    def __init__(self, stream: Readable) -> None:
        self._stream, self._read = stream, stream.read
        self._most = FIRST_READ
        self.ended = False
        self.error: InputError | None = None

    def whole(self, block: Block) -> Iterator[Block]:
        """The block; where an error has ended the stream in its last game, that one as a CutGame."""
        if self.error is None or not self.ended or not block.at_end or isinstance(block, Piece):
            yield block
            return
        last = len(block) - 1
        if last:
            yield part_of(block, 0, last)
        self.error = self.error.with_reason(f"{self.error.reason}; {cut_at(block.number + last)}")
        yield from cut_game(block)

    def read(self, n: int, /) -> bytes:
        """See Readable; what is asked for in a large game comes at once, however little a pipe gives."""
        parts: list[bytes] = []
        if self._most < BLOCK_SIZE:
            n, self._most = min(n, self._most), 2 * self._most
        left = n
        while left > 0:
            data = self._more(min(left, BLOCK_SIZE) if n > BLOCK_SIZE else left)
            self.ended = not data
            parts.append(data)
            left -= len(data)
            if not data or n <= BLOCK_SIZE:
                break
        if len(parts) > 1 and self.ended:
            self.ended = False  # first what there is
        elif len(parts) == 1 and not self.ended and getattr(self._stream, "may_have_ended", False):
            more = self._more(1)  # its last games need not be split again to see that nothing follows
            self.ended = not more and self.error is None
            parts.append(more)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _more(self, n: int) -> bytes:
        try:
            return self._read(n)
        except InputError as error:
            self.error = error
            return b""


def _carefully(splitter: Splitter, data: bytes) -> Block:
    careful = Splitter()
    careful.offset, careful.number, careful.line = splitter.offset, splitter.number, splitter.line
    block = careful.split(data, final=False)
    splitter.offset, splitter.number, splitter.line = careful.offset, careful.number, careful.line
    return block


def read_games(stream: Readable, block_size: int = BLOCK_SIZE) -> Iterator[RawGame]:
    """The games of a stream, one by one; see read_blocks."""
    for block in read_blocks(stream, block_size):
        yield from block.games()


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
    """A game that was read in part, because an error or a limit ended the input in it; one piece, all that was read."""

    __slots__ = ()

    def games(self, kind: type[GameT] = RawGame) -> Iterator[GameT]:  # type: ignore[assignment]
        """The game, which knows that it is cut off."""
        for game in super().games(kind):
            game.is_cut = True
            yield game


def cut_at(number: int) -> str:
    """What is said of a game that was read in part."""
    return f"game {number:,} is cut off there; it is counted, but not checked"


def cut_game(block: Block) -> Iterator[Piece]:
    """The last game of a block, which was read in part."""
    index = len(block) - 1
    start, counts = block.starts[index], Splitter()
    counts.offset, counts.number, counts.line = block.offset + start, block.number + index, block.lines[index]
    size = block.end - start
    yield from _Cutter(counts, CutGame, size).pieces(block.data[start : block.end], size, last=True)


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

    def __init__(self, counts: Splitter, kind: type[Piece] = Piece, size: int = PIECE) -> None:
        self.counts, self.kind, self.size = counts, kind, size
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
            end = min(cut, max(at + self.size, section.end if section else 0))
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


HELD = 1 << 20
"""Bytes of the longest game that is held as the neighbor before another."""
HEAD = 1 << 14
"""Bytes that are held of the neighbor behind: its beginning is all that a boundary depends on."""


def sees_neighbors(task: object) -> bool:
    """Whether a task looks at the games around a block (Block.neighbors): its attribute `sees_neighbors`."""
    return bool(getattr(task, "sees_neighbors", False))


def neighbors_of(block: Block, index: int) -> Neighbors:
    """The neighbors of the game at `index` (0-based, in the block)."""
    starts = block.starts
    before, behind = block.neighbors
    if index:
        begin = starts[index - 1]
        before = block.data[begin : starts[index]] if starts[index] - begin <= HELD else None
    if index + 1 < len(starts):
        behind = head_of(block, index + 1)
    return Neighbors(before, behind)


def head_of(block: Block, index: int) -> bytes:
    """The game at `index` (0-based, in the block) as the neighbor behind another: its first bytes, HEAD at most."""
    starts = block.starts
    end = starts[index + 1] if index + 1 < len(starts) else block.end
    return block.data[starts[index] : min(end, starts[index] + HEAD)]


def with_neighbors(blocks: Iterable[Block], before: bytes | None = b"") -> Iterator[Block]:
    """The blocks, each with its neighbors; one is held until the next is there. Blocks of records and pieces of games
    that are too large pass as they are.

    `before`: the game before the first block (see Neighbors). An InputError of the blocks is raised behind the last.
    """
    held: Block | None = None
    try:
        for block in blocks:
            if isinstance(block, RecordBlock):
                yield block
                continue
            if held is not None and len(block):
                held.neighbors = Neighbors(held.neighbors.before, head_of(block, 0))
                yield held
                before, held = last_game(held), None
            if isinstance(block, Piece):
                before = None
                yield block
            elif len(block):
                block.neighbors = Neighbors(before)
                held = block
    except InputError:
        if held is not None:
            yield held
        raise
    if held is not None:
        yield held


def last_game(block: Block) -> bytes | None:
    """The last game of a block as the neighbor of what follows (see Neighbors)."""
    if isinstance(block, Piece) or not len(block):
        return None
    begin = block.starts[-1]
    return block.data[begin : block.end] if block.end - begin <= HELD else None
