"""How a mainline ends: what its last position is, and how often it has occurred; said in bits of a number.

The native reader says the same (native/src/endings.rs).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import TYPE_CHECKING

from pgnfen.facts.course_bits import FIFTY, INSUFFICIENT, MATE, REPETITION, STALEMATE
from pgnfen.lazy import deferred
from pgnfen.replay.limits import FIFTY_CLOCK, THREEFOLD, is_dead

with deferred:
    from pgnfen.replay.repeated import same_position

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.replay.interface import Position


class Endings:
    """Is told of the positions of a game from that start, in order."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._seen: Counter[Hashable] = Counter()

    def add(self, board: Position) -> None:
        """The game comes to a position."""
        self._last = same_position(board, self._start)
        self._seen[self._last] += 1

    def of(self, board: Position) -> int:
        """What the last position is, which is on the board."""
        found = FIFTY if board.halfmove_clock >= FIFTY_CLOCK else 0
        if self._seen[self._last] >= THREEFOLD:
            found |= REPETITION
        if board.is_checkmate():
            found |= MATE
        elif board.is_stalemate():
            found |= STALEMATE
        if is_dead(board):
            found |= INSUFFICIENT
        return found
