"""What a start may have left out: castling rights and en passant squares that the game then uses.

A right is granted only where python-chess plays the castling with it: king and rook have then stood still since
the start.
"""

from __future__ import annotations

from typing import Literal

import chess

from pgnfen.fen.start import Start
from pgnfen.replay.find import find_move
from pgnfen.replay.san import San

_Kind = Literal["castling", "other-rook", "en-passant"]
_Colour = Literal["w", "b"]
_Side = Literal["king", "queen"] | None
Granted = tuple[chess.Board, chess.Board, chess.Move, tuple[_Kind, _Colour, _Side, str]]


def grant_for(start: Start, first: chess.Board, moves: list[chess.Move], san: San) -> Granted | None:
    """The amended start, the board after `moves` from it, and the move, where a grant makes `san` legal."""
    if start.record is None:
        return None
    if san.kind == "castling":
        return _castling(start, first, moves, san)
    if not moves and san.kind == "move" and san.piece == chess.PAWN and not san.fully_specified:
        return _en_passant(first, san)
    return None


def denies(first: chess.Board, moves: int, kingside: bool) -> bool:
    """Whether the start has no right to castle to that side for whoever is to move after so many plies."""
    turn = first.turn if moves % 2 == 0 else not first.turn
    king = _king_at_home(first, turn)
    return king is not None and not first.castling_rights & _beyond(king, turn, kingside)


def _king_at_home(first: chess.Board, turn: bool) -> int | None:
    king = first.king(turn)
    return king if king is not None and chess.square_rank(king) == (0 if turn else 7) else None


def _beyond(king: int, turn: bool, kingside: bool) -> int:
    """The squares of the back rank on that side of the king."""
    lower = chess.BB_SQUARES[king] - 1
    return (chess.BB_RANK_1 if turn else chess.BB_RANK_8) & (~(lower | chess.BB_SQUARES[king]) if kingside else lower)


def _castling(start: Start, first: chess.Board, moves: list[chess.Move], san: San) -> Granted | None:
    turn = first.turn if len(moves) % 2 == 0 else not first.turn
    king = _king_at_home(first, turn)
    if king is None:
        return None
    beyond = _beyond(king, turn, san.kingside)
    rooks = first.rooks & first.occupied_co[turn] & beyond
    declared = first.castling_rights & beyond
    candidates = list(chess.scan_reversed(rooks) if san.kingside else chess.scan_forward(rooks))
    for rook in candidates:
        if declared & chess.BB_SQUARES[rook]:
            continue
        corner = chess.square_file(rook) in (0, 7) and chess.square_file(king) == 4
        if not corner and not (start.chess960 or start.variant_text is None):
            continue
        amended = first.copy(stack=False)
        amended.chess960 = first.chess960 or not corner
        amended.castling_rights = (first.castling_rights & ~declared) | chess.BB_SQUARES[rook]
        after = amended.copy(stack=False)
        for move in moves:
            after.push(move)
        try:
            castling = find_move(after, san)
        except ValueError:
            continue
        kind: _Kind = "other-rook" if declared else "castling"
        side: _Side = "king" if san.kingside else "queen"
        return amended, after, castling, (kind, "w" if turn else "b", side, chess.square_name(rook))
    return None


def _en_passant(first: chess.Board, san: San) -> Granted | None:
    turn = first.turn
    if first.occupied & chess.BB_SQUARES[san.to] or chess.square_rank(san.to) != (5 if turn else 2):
        return None
    behind = 8 if turn else -8
    pawn, origin = san.to - behind, san.to + behind
    if first.piece_at(pawn) != chess.Piece(chess.PAWN, not turn) or first.piece_at(origin):
        return None
    amended = first.copy(stack=False)
    amended.ep_square = san.to
    try:
        move = amended.parse_san(san.standard)
    except ValueError:
        return None
    colour: _Colour = "w" if turn else "b"
    return amended, amended.copy(stack=False), move, ("en-passant", colour, None, chess.square_name(san.to))
