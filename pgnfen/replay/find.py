"""A spelled move found among python-chess's legal moves."""

from __future__ import annotations

import chess

from pgnfen.replay.quick_board import reach
from pgnfen.replay.san import San

UNPLAYABLE = (ValueError, LookupError, ArithmeticError, AssertionError, AttributeError, TypeError)
"""What find_move raises of a move that cannot be played: ValueError, and on odd positions python-chess has raised
IndexError and AssertionError. A lack of memory says nothing of the move, and is none of them."""


def find_move(board: chess.Board, san: San) -> chess.Move:
    """What Board.parse_san makes of a move; raises as it does, see UNPLAYABLE.

    Plain moves on boards of chess are looked for here, with the masks that parse_san makes of them: its errors hold
    the position as a FEN, which costs more than the search: `audit --candidates` takes 1.2 times as long without.

    >>> from pgnfen.replay.san import read_san
    >>> find_move(chess.Board(), read_san(b"Ng1-f3"))
    Move.from_uci('g1f3')
    """
    if not san.plain or san.kind == "drop" or type(board) is not chess.Board:
        return board.parse_san(san.standard)
    if san.kind == "castling":
        return _find_castling(board, san)
    if out_of_reach(board, san):
        raise chess.IllegalMoveError(f"illegal: {san.standard}")
    found = None
    men = board.pieces_mask(san.piece, board.turn) & san.from_mask
    for move in board.generate_legal_moves(men, chess.BB_SQUARES[san.to] & ~board.occupied_co[board.turn]):
        if move.promotion == san.promotion:
            if found is not None:
                raise chess.AmbiguousMoveError(f"ambiguous: {san.standard}")
            found = move
    if found is None:
        raise chess.IllegalMoveError(f"illegal: {san.standard}")
    return found


def out_of_reach(board: chess.Board, san: San) -> bool:
    """Whether no man that is meant may reach the square, which makes the move illegal; False says nothing."""
    if not san.plain or san.kind != "move" or type(board) is not chess.Board:
        return False
    return not reaches(board, san, board.pieces_mask(san.piece, board.turn) & san.from_mask)


def reaches(board: chess.Board, san: San, men: int) -> bool:
    """Whether one of the men, one side's and of the kind that moves, may reach the square, checks and own men aside;
    pawns always may, and a king that may castle does not have to."""
    if not men or san.piece == chess.PAWN:
        return bool(men)
    if san.piece == chess.KING and chess.BB_SQUARES[san.to] & (chess.BB_RANK_1 | chess.BB_RANK_8):
        return True
    return bool(reach(san.piece, san.to, board.occupied) & men)


def _find_castling(board: chess.Board, san: San) -> chess.Move:
    on_this_side = board.is_kingside_castling if san.kingside else board.is_queenside_castling
    for move in board.generate_castling_moves():
        if on_this_side(move):
            return move
    raise chess.IllegalMoveError(f"illegal: {san.standard}")
