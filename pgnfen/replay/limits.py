"""When a game is drawn, or a draw may be claimed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pgnfen.lazy import deferred

with deferred:
    import chess

if TYPE_CHECKING:
    from pgnfen.replay.interface import Position

THREEFOLD: Final = 3
"""How often a position must have occurred."""
FIFTY_CLOCK: Final = 100
"""The smallest halfmove clock for the fifty-move rule."""
FIVEFOLD: Final = 5
"""How often a position must have occurred for the game to be over."""
FIVEFOLD_CLOCK: Final = 16
"""The smallest halfmove clock behind the fifth occurrence."""


def is_dead(board: Position) -> bool:
    """Whether neither side has the pieces to mate, whatever the other does, by python-chess's rules of the variant.

    FIDE calls more positions dead (Laws of Chess, 5.2.2): pawns may block each other for good. The native reader says
    the same of standard chess and Chess960 (native/src/history.rs).
    """
    if not isinstance(board, chess.Board) or not board.is_insufficient_material():
        return False
    return type(board) is not chess.Board or all(chess.popcount(side & board.kings) == 1 for side in board.occupied_co)
