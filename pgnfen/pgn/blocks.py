"""A stream of PGN as blocks of whole games, or as games, by the native splitter or the Python one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from pgnfen import native
from pgnfen.errors import InputError
from pgnfen.pgn.block import Block, RawGame
from pgnfen.pgn.splitter import Splitter

BLOCK_SIZE = 1 << 20


class Readable(Protocol):
    """Anything with read(n) -> bytes, b"" at the end."""

    def read(self, n: int, /) -> bytes: ...


def new_splitter() -> Splitter:
    """The native splitter where the extension is there, else the Python one; both give the same blocks."""
    module = native.load()
    if module is None:
        return Splitter()
    from pgnfen.pgn.native_splitter import NativeSplitter

    return NativeSplitter(module)


def read_blocks(stream: Readable, block_size: int = BLOCK_SIZE) -> Iterator[Block]:
    """Blocks of whole games from a stream; every byte of it is in one of them, in order.

    `block_size` is how much is read at a time, in bytes: it changes neither boundaries nor numbers. A game larger
    than that is read in doubling steps. An InputError from the stream is raised after the games before
    it have been given out, the last of them as far as it was read.
    """
    splitter = new_splitter()
    rest, size = b"", block_size
    error: InputError | None = None
    while True:
        try:
            chunk = stream.read(size)
        except InputError as caught:
            chunk, error = b"", caught
        data = rest + chunk if rest else chunk
        block = splitter.split(data, final=not chunk)
        rest = data[block.end :]
        size = block_size if len(block) else max(block_size, len(data))
        if len(block):
            yield block
        if not chunk:
            if error is not None:
                raise error
            return


def read_games(stream: Readable, block_size: int = BLOCK_SIZE) -> Iterator[RawGame]:
    """The games of a stream, one by one; see read_blocks."""
    for block in read_blocks(stream, block_size):
        yield from block.games()
