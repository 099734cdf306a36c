"""Positions that occur again in a mainline."""

from __future__ import annotations

from collections.abc import Hashable
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


def same_position(board: Position, start: Start) -> Hashable:
    """The same for equal positions of a game from that start, whoever plays it."""
    return identity(board) if type(board) is chess.Board else key_of(board, start, _WRITTEN)
