"""Positions that occur again in a mainline."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

import chess

from pgnfen.replay.conventions import Conventions
from pgnfen.replay.position_record import key_of

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.replay.interface import Position

_WRITTEN = Conventions("x-fen", "legal")


def identity(board: chess.Board) -> Hashable:
    """Equal for equal positions: pieces, side to move, real castling rights, target of a legal en passant capture."""
    return (
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
        board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK], board.turn, board.clean_castling_rights(),
        board.ep_square if board.has_legal_en_passant() else None,
    )  # fmt: skip


def may_repeat(moves: Sequence[chess.Move], times: int) -> bool:
    """Whether a position may occur so many times in a game with these moves: whether as often all squares that were
    left are occupied again, and those that were taken empty. Much faster than to play them.

    >>> moves = [chess.Move.from_uci(uci) for uci in ("g1f3", "g8f6", "f3g1", "f6g8")]
    >>> may_repeat(moves, 2), may_repeat(moves, 3), may_repeat(moves * 2, 3)
    (True, False, True)
    """
    squares, changed = chess.BB_SQUARES, [0, 0]
    seen = {(0, 0): 1}
    side = 0
    for move in moves:
        changed[side] ^= squares[move.from_square] ^ squares[move.to_square]
        side ^= 1
        key = changed[0], changed[1]
        count = seen[key] = seen.get(key, 0) + 1
        if count >= times:
            return True
    return False


def same_position(board: Position, start: Start) -> Hashable:
    """The same for equal positions of a game from that start, whoever plays it."""
    return identity(board) if type(board) is chess.Board else key_of(board, start, _WRITTEN)
