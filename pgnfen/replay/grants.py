"""What a start may have left out: castling rights and en passant squares that the game then uses.

A right is granted only where the castling can be played with it: king and rook have then stood still since the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import chess

from pgnfen.fen.start import Start
from pgnfen.replay.find import find_move
from pgnfen.replay.san import San

_Kind = Literal["castling", "other-rook", "en-passant"]
_Color = Literal["w", "b"]
_Side = Literal["king", "queen"] | None


class Amended(NamedTuple):
    """A start with a right that it may have left out, and what Grant says of it."""

    first: chess.Board
    kind: _Kind
    color: _Color
    side: _Side
    square: str


def amended_starts(start: Start, first: chess.Board, plies: int, san: San) -> Iterator[Amended]:
    """The starts that might make `san` legal after so many plies, the likelier first.

    Only playing the game anew from it tells.
    """
    if start.record is None:
        return
    turn = first.turn == (plies % 2 == 0)
    if san.kind == "castling":
        yield from _castling(start, first, turn, san.kingside)
    elif not plies and san.kind == "move" and san.piece == chess.PAWN and not san.fully_specified:
        yield from _en_passant(first, san)


def denies(first: chess.Board, plies: int, kingside: bool) -> bool:
    """Whether the start has no right to castle to that side for whoever is to move after so many plies."""
    turn = first.turn == (plies % 2 == 0)
    king = _king_at_home(first, turn)
    return king is not None and not first.castling_rights & _beyond(king, turn, kingside)


def grant_for(
    start: Start, first: chess.Board, moves: list[chess.Move], san: San
) -> tuple[Amended, chess.Board, chess.Move] | None:
    """The amended start, the board after `moves` from it, and the move, where an amended start makes `san` legal."""
    for amended in amended_starts(start, first, len(moves), san):
        after = amended.first.copy(stack=False)
        for move in moves:
            after.push(move)
        try:
            return amended, after, find_move(after, san)
        except ValueError:
            continue
    return None


def _king_at_home(first: chess.Board, turn: bool) -> int | None:
    king = first.king(turn)
    return king if king is not None and chess.square_rank(king) == (0 if turn else 7) else None


def _beyond(king: int, turn: bool, kingside: bool) -> int:
    """The squares of the back rank on that side of the king."""
    lower = chess.BB_SQUARES[king] - 1
    return (chess.BB_RANK_1 if turn else chess.BB_RANK_8) & (~(lower | chess.BB_SQUARES[king]) if kingside else lower)


def _castling(start: Start, first: chess.Board, turn: bool, kingside: bool) -> Iterator[Amended]:
    king = _king_at_home(first, turn)
    if king is None:
        return
    beyond = _beyond(king, turn, kingside)
    rooks = first.rooks & first.occupied_co[turn] & beyond
    declared = first.castling_rights & beyond
    for rook in chess.scan_reversed(rooks) if kingside else chess.scan_forward(rooks):
        if declared & chess.BB_SQUARES[rook]:
            continue
        corner = chess.square_file(rook) in (0, 7) and chess.square_file(king) == 4
        if not corner and not (start.chess960 or not start.has_variant or chess.square_name(rook) in start.named_rooks):
            continue
        amended = first.copy(stack=False)
        amended.chess960 = first.chess960 or not corner
        amended.castling_rights = (first.castling_rights & ~declared) | chess.BB_SQUARES[rook]
        kind: _Kind = "other-rook" if declared else "castling"
        square = chess.square_name(rook)
        yield Amended(amended, kind, "w" if turn else "b", "king" if kingside else "queen", square)


def _en_passant(first: chess.Board, san: San) -> Iterator[Amended]:
    turn = first.turn
    if first.occupied & chess.BB_SQUARES[san.to] or chess.square_rank(san.to) != (5 if turn else 2):
        return
    behind = 8 if turn else -8
    pawn, origin = san.to - behind, san.to + behind
    if first.piece_at(pawn) != chess.Piece(chess.PAWN, not turn) or first.piece_at(origin):
        return
    amended = first.copy(stack=False)
    amended.ep_square = san.to
    yield Amended(amended, "en-passant", "w" if turn else "b", None, chess.square_name(san.to))
