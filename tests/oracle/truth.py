"""What python-chess alone knows of a start and its moves: the oracle's own judgement."""

from __future__ import annotations

import chess
from clean_games import PgnGame

CORNERS = chess.BB_A1 | chess.BB_H1 | chess.BB_A8 | chess.BB_H8


def play(board: chess.Board, sans: list[str]) -> tuple[int, str] | None:
    """Ply and code of the first move that cannot be played; None where all can."""
    board = board.copy(stack=False)
    for ply, san in enumerate(sans, 1):
        try:
            board.push_san(san)
        except chess.AmbiguousMoveError:
            return ply, "R102"
        except ValueError:
            return ply, "R101"
    return None


def flipped(board: chess.Board) -> chess.Board | None:
    """The other side to move; None where the side that has just moved would be in check."""
    other = board.copy(stack=False)
    other.turn = not other.turn
    other.ep_square = None
    return None if other.was_into_check() else other


def explained(board: chess.Board, sans: list[str], fen: bool = True) -> str | None:
    """Why moves that stop do so, if another start explains it: R201, R202, R203; `fen`: a FEN is given."""
    if not fen:
        return None
    other = flipped(board)
    if other is not None and play(other, sans) is None:
        return "R201"
    array = chess.Board()
    if play(array, sans) is not None:
        return None
    before = array.copy()
    for san in sans:
        array.push_san(san)
    if array.board_fen() == board.board_fen():
        return "R202"
    for san in sans:
        before.push_san(san)
        if before.board_fen() == board.board_fen() and before.turn == board.turn:
            return "R203"
    return None


def stops(game: PgnGame, board: chess.Board | None = None, sans: list[str] | None = None) -> tuple[int, str] | None:
    """Ply and code of the finding that says why the game's moves, as they stand now, cannot be played."""
    board = board or game.start.board
    sans = game.sans if sans is None else sans
    found = play(board, sans)
    if found is None:
        return None
    code = explained(board, sans, game.start.fen is not None)
    return (0, code) if code else found


def foreign(board: chess.Board, rook: int) -> bool:
    """Whether standard chess does not know a right: the king not on e, or the rook in no corner."""
    king = board.king(bool(chess.BB_SQUARES[rook] & chess.BB_RANK_1))
    return king is None or chess.square_file(king) != 4 or not chess.BB_SQUARES[rook] & CORNERS


def rights(board: chess.Board) -> list[int]:
    """The rooks' squares of all castling rights."""
    return list(chess.SquareSet(board.castling_rights))


def castlings(game: PgnGame) -> list[tuple[int, int]]:
    """Ply and rook's square of each castling played."""
    found = []
    for ply, move in enumerate(game.moves, 1):
        board = game.before(ply)
        if board.is_castling(move):
            row = 0 if board.turn else 56
            kingside = board.is_kingside_castling(move)
            if board.chess960 and board.piece_type_at(move.to_square) == chess.ROOK:
                found.append((ply, move.to_square))
            else:
                found.append((ply, row + (7 if kingside else 0)))
    return found


def evidence(game: PgnGame) -> str | None:
    """What shows, without a Variant tag, that a start needs Chess960's rules: castling, array, letters or kings."""
    board, text = game.start.board, game.fen[2]
    strange = [rook for rook in rights(board) if foreign(board, rook)]
    if not strange:
        return None
    if any(foreign(game.before(ply), rook) for ply, rook in castlings(game)):
        return "castling"
    if game.start.kind in ("chess960", "double-chess960"):
        return "array"
    if any(letter(rook) in text and letter(rook) not in "AHah" for rook in strange):
        return "letters"
    kings = [board.king(color) for color in chess.COLORS if any((rook < 8) == color for rook in strange)]
    return "kings" if len(kings) == 2 and len({(king or 0) % 8 for king in kings}) == 1 else None


def letter(rook: int) -> str:
    """The file letter of a right: capital for White."""
    name = "abcdefgh"[chess.square_file(rook)]
    return name.upper() if rook < 8 else name


def letter_in(board: chess.Board, rook: int, text: str) -> str:
    """The letter that stands for a right in a castling field."""
    if letter(rook) in text:
        return letter(rook)
    king = board.king(rook < 8) or 0
    side = "k" if rook > king else "q"
    return side.upper() if rook < 8 else side


def without(text: str, letters: str) -> str:
    """A castling field without some of its letters."""
    return "".join(c for c in text if c not in letters) or "-"


def standard_letters(board: chess.Board, text: str) -> str:
    """The castling field less what standard chess does not know."""
    return without(text, "".join(letter_in(board, rook, text) for rook in rights(board) if foreign(board, rook)))
