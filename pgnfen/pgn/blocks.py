"""A stream of PGN as blocks of whole games, or as games, by the native splitter or the Python one."""

from __future__ import annotations

from collections.abc import Iterator

from pgnfen import native
from pgnfen.errors import InputError
from pgnfen.pgn.block import Block, Place, RawGame, Readable
from pgnfen.pgn.native_splitter import NativeSplitter
from pgnfen.pgn.pieces import TAG_LIMIT, LargeGame, Piece, cut_at, cut_game, part_of, parted, window
from pgnfen.pgn.splitter import Splitter

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
    as far as it was read: it is a CutGame, which is not judged, and the error names it.
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
        self._read = stream.read
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
            try:
                data = self._read(min(left, BLOCK_SIZE) if n > BLOCK_SIZE else left)
            except InputError as error:
                data, self.error = b"", error
            self.ended = not data
            parts.append(data)
            left -= len(data)
            if not data or n <= BLOCK_SIZE:
                break
        if len(parts) > 1 and self.ended:
            self.ended = False  # first what there is
        return parts[0] if len(parts) == 1 else b"".join(parts)


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
