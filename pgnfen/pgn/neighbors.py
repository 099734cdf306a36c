"""The games around a block: what stands directly before its first game and directly behind its last.

Where a stream is cut into blocks depends on how much is read at a time, and on where a run goes on. Work that looks at
the neighbors of a game takes them from here, so that its result is the same wherever the cut is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pgnfen.errors import InputError
from pgnfen.pgn.block import Block, Neighbors
from pgnfen.pgn.pieces import Piece
from pgnfen.pgn.record_block import RecordBlock

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
