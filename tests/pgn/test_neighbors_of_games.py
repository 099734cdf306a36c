"""The games around a game: those in its block, else those that its block has beside it."""

from __future__ import annotations

from pgnfen.pgn.block import Neighbors
from pgnfen.pgn.blocks import neighbors_of, with_neighbors
from pgnfen.pgn.splitter import Splitter

GAMES = [b'[A "%c"]\n\n*\n\n' % letter for letter in b"abcd"]


def test_inside_a_block_and_at_its_ends() -> None:
    block = Splitter().split(b"".join(GAMES), True)
    block.neighbors = Neighbors(b"before", b"behind")
    expected = [b"before", *GAMES, b"behind"]
    for index in range(4):
        assert neighbors_of(block, index) == Neighbors(expected[index], expected[index + 2])


def test_from_block_to_block() -> None:
    blocks = [Splitter().split(b"".join(part), True) for part in (GAMES[:2], GAMES[2:])]
    first, second = with_neighbors(blocks)
    assert (first.neighbors, second.neighbors) == (Neighbors(b"", GAMES[2]), Neighbors(GAMES[1], b""))
