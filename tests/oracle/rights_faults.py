"""Faults of the rights that a FEN states: castling availability and en passant target square."""

from __future__ import annotations

import random
from collections.abc import Callable

import chess
import truth
from clean_games import PgnGame
from faults import OF_STANDARD, UNKNOWN, Faulty, fault, faulty, want

CASTLING, EN_PASSANT = "castling availability", "en passant target square"
Such = Callable[[chess.Board, str], bool]


@fault("composed", "fragment", "odds", "shuffle")
def right_without_king(game: PgnGame, rng: random.Random) -> Faulty | None:
    return _right_added(game, rng, "C101", lambda board, letter: board.king(letter.isupper()) != _home(letter)[0])


@fault("composed", "fragment", "odds", "shuffle")
def right_without_rook(game: PgnGame, rng: random.Random) -> Faulty | None:
    return _right_added(game, rng, "C102", lambda board, letter: board.king(letter.isupper()) == _home(letter)[0])


def _home(letter: str) -> tuple[int, int]:
    """The squares of king and rook that a letter means in standard chess."""
    row = 0 if letter.isupper() else 56
    return row + 4, row + (7 if letter in "Kk" else 0)


def _right_added(
    game: PgnGame, rng: random.Random, code: str, such: Callable[[chess.Board, str], bool]
) -> Faulty | None:
    """A right more than standard chess can give; whether Chess960's rules could hold it, other faults ask."""
    board, old = game.start.board, game.fen[2]
    letters = [c for c in "KQkq" if c not in old and such(board, c)]
    letters = [c for c in letters if not _rook_beside(board, c)]
    if not letters:
        return None
    added = rng.choice(letters)
    game.set_field(2, "".join(c for c in "KQkq" if c in old + added))
    return faulty(game, want(code, CASTLING, old))


def _rook_beside(board: chess.Board, letter: str) -> bool:
    """Whether the king is on his back rank and has a rook on that side: X-FEN would find it."""
    color = letter.isupper()
    king = board.king(color) or 0
    if chess.square_rank(king) != (0 if color else 7):
        return False
    rooks = [square for square in board.pieces(chess.ROOK, color) if square // 8 == king // 8]
    return any((rook > king) == (letter in "Kk") for rook in rooks)


@fault("fragment960")
def right_without_rook_960(game: PgnGame, rng: random.Random) -> Faulty | None:
    board, old = game.start.board, game.fen[2]
    if old == "-":
        return None
    files = not set(old) & set("KQkq")
    added = []
    for color in chess.COLORS:
        king = board.king(color) or 0
        if chess.square_rank(king) == (0 if color else 7) and chess.square_file(king) not in (0, 7):
            left = [f for f in range(8) if board.piece_type_at(king // 8 * 8 + f) != chess.ROOK and f != king % 8]
            names = [chess.FILE_NAMES[f] for f in left] if files else list("kq")
            names = [c.upper() if color else c for c in names]
            taken = [truth.letter_in(board, rook, "KQkq") for rook in truth.rights(board)]
            added += [c for c in names if c not in old and not (c in "KQkq" and (c in taken or _rook_beside(board, c)))]
            if files:  # a second letter for one side of the king would be F401
                added = [c for c in added if not _same_side(board, c)]
    if not added:
        return None
    letter = rng.choice(added)
    letters = [c for c in ("HGFEDCBAhgfedcba" if files else "KQkq") if c in old + letter]
    if not files and set(old) - set("KQkq"):
        return None
    game.set_field(2, "".join(letters))
    return faulty(game, want("C102", CASTLING, old))


def _same_side(board: chess.Board, letter: str) -> bool:
    """Whether a right of that color stands already on that side of the king."""
    color = letter.isupper()
    king = chess.square_file(board.king(color) or 0)
    at = "abcdefgh".index(letter.lower())
    mine = [chess.square_file(rook) for rook in truth.rights(board) if (rook < 8) == color]
    return any((rook > king) == (at > king) for rook in mine)


@fault("chess960")
def array_rights_denied(game: PgnGame, rng: random.Random) -> Faulty | None:
    old = game.fen[2]
    game.set_field(2, "".join(c for c in old if rng.random() < 0.4) or "-")
    if game.fen[2] == old:
        return None
    expected: str | None = old if set(old) <= set("KQkq") or game.fen[2] != "-" else UNKNOWN
    if game.fen[2] == "-" and not truth.castlings(game):
        expected = None  # games without castling begin so
    return faulty(game, want("C105", CASTLING, expected), also="R107")


@fault("fragment", "odds", "composed", "fragment960", least=8)
def right_used_is_denied(game: PgnGame, rng: random.Random) -> Faulty | None:
    board, old = game.start.board, game.fen[2]
    played = [rook for _, rook in truth.castlings(game) if rook in truth.rights(board)]
    if not played:
        return None
    game.set_field(2, truth.without(old, truth.letter_in(board, rng.choice(played), old)))
    files = bool(set(old) - set("KQkq"))
    known = old if not (files and game.fen[2] == "-") else UNKNOWN  # which letters, nobody can know then
    return faulty(game, want("C201", CASTLING, known))


@fault("two_rooks", least=1)
def other_rook(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The right names the other of two rooks on one side, and the castling is the first move."""
    board, old = game.start.board, game.fen[2]
    if not board.is_castling(game.moves[0]):
        return None
    rook = truth.castlings(game)[0][1]
    king = board.king(chess.WHITE) or 0
    rooks = [square for square in board.pieces(chess.ROOK, chess.WHITE) if square < 8 and square != rook]
    beside = [square for square in rooks if (square > king) == (rook > king)]
    if not beside:
        return None
    game.set_field(2, truth.letter(beside[0]))
    return faulty(game, want("C202", CASTLING, truth.letter(rook) if old != "K" and old != "Q" else UNKNOWN))


@fault("fragment", "odds")
def conventions_mixed(game: PgnGame, rng: random.Random) -> Faulty | None:
    old = game.fen[2]
    if len(old) < 2:
        return None
    at = rng.randrange(len(old))
    game.set_field(2, old[:at] + {"K": "H", "Q": "A", "k": "h", "q": "a"}[old[at]] + old[at + 1 :])
    return faulty(game, want("C103", CASTLING, old))


@fault("fragment", "odds", "composed")
def file_letters_in_standard(game: PgnGame, rng: random.Random) -> Faulty | None:
    old = game.fen[2]
    if old == "-":
        return None
    game.set_field(2, old.translate(str.maketrans("KQkq", "HAha")))
    return faulty(game, want("C104", CASTLING, old))


@fault("en_passant", least=1)
def en_passant_dropped(game: PgnGame, rng: random.Random) -> Faulty | None:
    if not game.start.board.is_en_passant(game.moves[0]):
        return None
    old = game.fen[3]
    game.set_field(3, "-")
    return faulty(game, want("E201", EN_PASSANT, old, 1))


@fault("en_passant", least=1)
def en_passant_rank(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The square of the pawn, or the rank of the other side."""
    old = game.fen[3]
    ranks = {"3": "6425", "6": "3571"}
    game.set_field(3, old[0] + rng.choice(ranks[old[1]]))
    played = game.start.board.is_en_passant(game.moves[0])
    return faulty(game, want("E101", EN_PASSANT, old if played else UNKNOWN))


@fault("en_passant", least=1)
def en_passant_other_file(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Where no double step can have been, and the capture is played on the right file."""
    board, old = game.start.board, game.fen[3]
    if not board.is_en_passant(game.moves[0]):
        return None
    sound = _double_steps(board)
    others = [f for f in "abcdefgh" if chess.parse_square(f + old[1]) not in sound]
    game.set_field(3, rng.choice(others) + old[1])
    return faulty(game, want("E102", EN_PASSANT, old))


def _double_steps(board: chess.Board) -> list[int]:
    """The squares that a double step of the side not to move can have passed."""
    step = -8 if board.turn else 8
    rank = 5 if board.turn else 2
    pawns = board.pieces(chess.PAWN, not board.turn)
    empty = ~board.occupied
    return [
        square
        for square in range(rank * 8, rank * 8 + 8)
        if square + step in pawns and chess.BB_SQUARES[square] & empty and chess.BB_SQUARES[square - step] & empty
    ]


@fault(*OF_STANDARD, "fragment960")
def en_passant_without_pawn(game: PgnGame, rng: random.Random) -> Faulty | None:
    board = game.start.board
    if game.fen[3] != "-":
        return None
    sound, rank = _double_steps(board), "6" if board.turn else "3"
    others = [f + rank for f in "abcdefgh" if chess.parse_square(f + rank) not in sound]
    game.set_field(3, rng.choice(others))
    return faulty(game, want("E102", EN_PASSANT, "-"))


@fault(*OF_STANDARD, "fragment960")
def en_passant_on_wrong_rank(game: PgnGame, rng: random.Random) -> Faulty | None:
    if game.fen[3] != "-":
        return None
    file, rank = rng.choice("abcdefgh"), "6" if game.fen[1] == "w" else "3"
    game.set_field(3, file + rng.choice("12345678".replace(rank, "")))
    square, board = chess.parse_square(file + rank), game.start.board.copy(stack=False)
    meant = square in _double_steps(board)  # by the convention of 1994
    board.ep_square = square if meant else None
    if board.has_pseudo_legal_en_passant():  # the square that is expected would be another position's
        return None
    return faulty(game, want("E101", EN_PASSANT, UNKNOWN if meant else "-"))


@fault("en_passant")
def en_passant_with_halfmove(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_field(4, str(rng.randint(1, 2 * int(game.fen[5]) - 2)))
    return faulty(game, want("E103", "halfmove clock", "0"))


@fault("composed", "fragment", "fragment960")
def en_passant_impossible(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A double step that cannot have been the last move: before it the king stood in check already."""
    board = game.start.board.copy(stack=False)
    if game.fen[3] != "-" or not board.is_check() or game.fen[4] != "0":
        return None
    for square in _double_steps(board):
        board.ep_square = square
        if board.status() & chess.STATUS_IMPOSSIBLE_CHECK:
            game.set_field(3, chess.square_name(square))
            return faulty(game, want("E104", EN_PASSANT, "-"))
    return None
