"""Why a move cannot be played, in half a sentence that is true of the position."""

from __future__ import annotations

import chess

from pgnfen.replay.find import find_move, reaches
from pgnfen.replay.quick_board import CASTLED
from pgnfen.replay.san import San

_NAMES = {
    chess.PAWN: "pawn", chess.KNIGHT: "knight", chess.BISHOP: "bishop",
    chess.ROOK: "rook", chess.QUEEN: "queen", chess.KING: "king",
}  # fmt: skip


NULL_IN_CHECK = "a null move while the king is in check"


def _color(turn: chess.Color) -> str:
    return "white" if turn else "black"


def _squares(mask: int) -> str:
    return ", ".join([chess.SQUARE_NAMES[square] for square in chess.scan_forward(mask)])


def why_illegal(board: chess.Board, san: San) -> str:
    """The reason why `san` is no legal move on `board`, in words, e.g. "no white knight can reach f3"."""
    if board.is_variant_end():
        return "the game is over by the rules of the variant"
    if san.kind == "castling":
        return _why_no_castling(board, san.kingside)
    if san.kind == "drop":
        return f"no {_NAMES[san.piece]} of {_color(board.turn)} can be dropped on {chess.square_name(san.to)}"
    castling = _castling_meant(board, san)
    if castling:
        return f"this move is castling, which is written {castling}"
    if san.fully_specified:
        men = san.from_mask & board.occupied_co[board.turn]
        if not men:
            return f"no {_color(board.turn)} piece is on {_squares(san.from_mask)}"
    else:
        men = board.pieces_mask(san.piece, board.turn) & san.from_mask
    return _why_no_move(board, san, men)


def _castling_meant(board: chess.Board, san: San) -> str | None:
    """O-O or O-O-O, where that is what a king's move of two squares means in standard chess."""
    if san.piece != chess.KING or board.chess960:
        return None
    king = board.king(board.turn)
    if king is None or not chess.BB_SQUARES[king] & san.from_mask:
        return None
    if san.to - king not in (2, -2) or san.promotion is not None:
        return None
    return board.san(move).rstrip("+#") if board.is_legal(move := chess.Move(king, san.to)) else None


def why_ambiguous(board: chess.Board, san: San) -> str:
    """Which men can all make the move."""
    men = board.pieces_mask(san.piece, board.turn) & san.from_mask
    moves = board.generate_legal_moves(men, chess.BB_SQUARES[san.to])
    squares = [chess.square_name(move.from_square) for move in moves if move.promotion == san.promotion]
    return f"the pieces on {' and '.join(squares)} can {'both' if len(squares) == 2 else 'all'} make the move"


def _why_no_move(board: chess.Board, san: San, men: int) -> str:
    name = _NAMES[san.piece] if not san.fully_specified else "man"
    side, to = _color(board.turn), chess.square_name(san.to)
    if not men and not board.pieces_mask(san.piece, board.turn):
        return f"there is no {side} {name}"
    if board.occupied_co[board.turn] & chess.BB_SQUARES[san.to] and san.piece != chess.KING:
        return f"{to} is occupied by a {side} {_name_at(board, san.to)}"
    pseudo = _pseudo_legal(board, san, men)
    if pseudo:
        return _why_not_legal(board, san, pseudo)
    if _other_side_can(board, san):
        return f"it is {side.capitalize()}'s move, but only {_color(not board.turn).capitalize()} could play it"
    if san.piece == chess.PAWN and san.capture and not board.occupied & chess.BB_SQUARES[san.to]:
        return f"there is nothing to capture on {to}"
    if men and chess.popcount(men) <= 3 and san.piece != chess.PAWN:
        return f"no {side} {name} can reach {to} (from {_squares(men)})"
    return f"no {side} {name} can reach {to}"


def _pseudo_legal(board: chess.Board, san: San, men: int) -> list[chess.Move]:
    """The moves of men, castling aside, that a king in check may forbid."""
    if type(board) is chess.Board and not san.fully_specified and not reaches(board, san, men):
        return []  # seen without a move being generated
    moves = board.generate_pseudo_legal_moves(men, chess.BB_SQUARES[san.to])
    return [move for move in moves if not board.is_castling(move)]


def _name_at(board: chess.Board, square: int) -> str:
    return _NAMES[board.piece_type_at(square) or chess.PAWN]


def _why_not_legal(board: chess.Board, san: San, pseudo: list[chess.Move]) -> str:
    legal = [move for move in pseudo if board.is_legal(move)]
    if legal and san.promotion is None:
        return "the promotion piece is missing"
    if legal:
        return f"a pawn cannot promote to a {_NAMES[san.promotion or chess.PAWN]} there"
    move = pseudo[0]
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(board.turn)
    checkers = 0 if king is None else after.attackers_mask(not board.turn, king)
    if king is None or not checkers:
        return "the move is not legal in this variant"
    where = " and ".join(f"{_name_at(after, s)} on {chess.square_name(s)}" for s in chess.scan_forward(checkers))
    return f"the move leaves the king on {chess.square_name(king)} in check from the {where}"


def _other_side_can(board: chess.Board, san: San) -> bool:
    if type(board) is chess.Board and not san.fully_specified and san.kind == "move":
        men = board.pieces_mask(san.piece, not board.turn) & san.from_mask
        if not reaches(board, san, men):
            return False  # seen without a move being generated
    other = board.copy(stack=False)
    other.turn = not board.turn
    other.ep_square = None
    try:
        return bool(find_move(other, san))
    except ValueError:
        return False


def _why_no_castling(board: chess.Board, kingside: bool) -> str:
    side = _color(board.turn).capitalize()
    wing = "kingside" if kingside else "queenside"
    king = board.king(board.turn)
    if king is None:
        return f"{side} has no king"
    rights = board.clean_castling_rights() & (chess.BB_RANK_1 if board.turn else chess.BB_RANK_8)
    beyond = ~(chess.BB_SQUARES[king] * 2 - 1) if kingside else chess.BB_SQUARES[king] - 1
    if not rights & beyond & chess.BB_ALL:
        return f"{side} cannot castle {wing}: the king or rook has moved, or the starting position does not allow it"
    if board.is_check():
        return f"{side}'s king is in check"
    rook = chess.msb(rights & beyond & chess.BB_ALL) if kingside else chess.lsb(rights & beyond)
    king_to, rook_to = CASTLED[board.turn, kingside]
    men = chess.BB_SQUARES[king] | chess.BB_SQUARES[rook]
    way = chess.between(king, king_to) | chess.between(rook, rook_to) | chess.BB_SQUARES[king_to]
    blockers = (way | chess.BB_SQUARES[rook_to]) & board.occupied & ~men
    if blockers:
        return f"the path is blocked on {_squares(blockers)}"
    path = chess.between(king, king_to) | chess.BB_SQUARES[king_to]
    attacked = [s for s in chess.scan_forward(path) if board.attackers_mask(not board.turn, s)]
    if attacked:
        return f"the king would pass over or reach {chess.square_name(attacked[0])}, which is attacked"
    return f"{side} cannot castle {wing} in this position"
