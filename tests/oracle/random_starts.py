"""Random starting positions of all kinds, each with the FEN and the Variant that are right for it.

Made by python-chess alone; what pgnfen thinks of them is what the tests want to know.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

ARRAY = chess.Board().board_fen()
HOME = "/pppppppp/8/8/8/8/PPPPPPPP/"


@dataclass(frozen=True, slots=True)
class RandomStart:
    """A start: `fen` is None for the standard starting position without a FEN; `board` plays from it."""

    kind: str
    board: chess.Board
    fen: str | None
    variant: str | None = None

    @property
    def is_array(self) -> bool:
        """Whether the placement is one of the 960 arrays, the same on both sides."""
        return self.board.chess960_pos(ignore_turn=True, ignore_castling=True, ignore_counters=True) is not None


def is_dead(board: chess.Board) -> bool:
    """Whether neither side can mate, going by the pieces beside the kings: none, one bishop or knight, or bishops on
    squares of one color."""
    if board.pawns | board.rooks | board.queens:
        return False
    if board.knights:
        return chess.popcount(board.occupied) == 3
    return not (board.bishops & chess.BB_LIGHT_SQUARES and board.bishops & chess.BB_DARK_SQUARES)


def random_board(rng: random.Random, board: chess.Board, plies: int) -> chess.Board | None:
    """The position after so many random plies; None where the game is over before or then."""
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves or is_dead(board):
            return None
        board.push(choose_move(rng, board, moves))
    board.clear_stack()
    return board if any(board.legal_moves) else None


def choose_move(rng: random.Random, board: chess.Board, moves: list[chess.Move]) -> chess.Move:
    """A random move; castlings, en passant captures and promotions come more often than chance has them."""
    weights = [1.0] * len(moves)
    for i, move in enumerate(moves):
        if board.is_castling(move) or board.is_en_passant(move):
            weights[i] = 25.0
        elif move.promotion:
            weights[i] = 3.0
        elif board.piece_type_at(move.from_square) == chess.PAWN:
            weights[i] = 2.0
    return rng.choices(moves, weights)[0]


def written(rng: random.Random, board: chess.Board) -> str:
    """The FEN in one of the conventions: en passant of 1994, X-FEN or legal; castling X-FEN or Shredder-FEN."""
    en_passant = rng.choice(("fen", "xfen", "legal"))
    if board.chess960 and rng.random() < 0.4:
        return board.shredder_fen(en_passant=en_passant)  # type: ignore[arg-type]
    return board.fen(en_passant=en_passant)  # type: ignore[arg-type]


def standard(rng: random.Random) -> RandomStart:
    return RandomStart("standard", chess.Board(), None)


def chess960(rng: random.Random) -> RandomStart:
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    return RandomStart("chess960", board, written(rng, board), "Chess960")


def double_board(rng: random.Random) -> chess.Board:
    """An array of the 960 for each side, and both sides' rights."""
    white, black = rng.sample(range(960), 2)
    ranks = [chess.Board.from_chess960_pos(number).board_fen().split("/") for number in (white, black)]
    board = chess.Board(None, chess960=True)
    board.set_board_fen(ranks[1][0] + HOME + ranks[0][-1])
    board.castling_rights = board.rooks & (chess.BB_RANK_1 | chess.BB_RANK_8)
    return board


def double_chess960(rng: random.Random) -> RandomStart:
    board = double_board(rng)
    return RandomStart("double-chess960", board, written(rng, board), "Chess960")


def shuffle(rng: random.Random) -> RandomStart:
    """Shuffled men without castling, the same for both sides or not: standard chess from a position."""
    ranks = ["".join(rng.sample("RNBQKBNR", 8)) for _ in range(2)]
    if rng.random() < 0.5:
        ranks[1] = ranks[0]
    board = chess.Board(f"{ranks[1].lower()}{HOME}{ranks[0]} w - - 0 1")
    return RandomStart("shuffle", board, written(rng, board))


def odds(rng: random.Random) -> RandomStart:
    """Some men of one side are given before the game."""
    board = chess.Board()
    color = rng.random() < 0.5
    men = [square for square in chess.SquareSet(board.occupied_co[color]) if square != board.king(color)]
    for square in rng.sample(men, rng.randint(1, 3)):
        board.remove_piece_at(square)
    board.castling_rights = board.clean_castling_rights()
    board.turn = rng.random() < 0.8
    return RandomStart("odds", board, written(rng, board))


def fragment(rng: random.Random) -> RandomStart | None:
    """A later position of a game of standard chess, with the counters that it has there."""
    board = random_board(rng, chess.Board(), rng.randint(1, 90))
    if board is None or board.board_fen() == ARRAY or board.halfmove_clock > 80:
        return None
    return RandomStart("fragment", board, written(rng, board))


def en_passant(rng: random.Random) -> RandomStart | None:
    """A fragment whose first move may be an en passant capture."""
    board = chess.Board()
    for _ in range(60):
        moves = list(board.legal_moves)
        if not moves:
            return None
        if board.has_legal_en_passant() and board.fullmove_number > 1:
            board.clear_stack()
            return RandomStart("en-passant", board, written(rng, board))
        pawns = [move for move in moves if board.piece_type_at(move.from_square) == chess.PAWN]
        board.push(rng.choice(pawns if pawns and rng.random() < 0.6 else moves))
    return None


def fragment960(rng: random.Random) -> RandomStart | None:
    """A later position of a game of Chess960 or double Chess960."""
    first = double_board(rng) if rng.random() < 0.3 else chess.Board.from_chess960_pos(rng.randrange(960))
    board = random_board(rng, first, rng.randint(1, 40))
    if board is None or board.halfmove_clock > 80:
        return None
    if board.pawns & ~(chess.BB_RANK_2 | chess.BB_RANK_7) == 0 and chess.popcount(board.pawns) == 16:
        return None  # too near to an array, where other things are asked of rights and counters
    return RandomStart("fragment960", board, written(rng, board), "Chess960")


def composed(rng: random.Random) -> RandomStart | None:
    """Few men anywhere, as in studies; castling rights where king and rooks are at home."""
    board = chess.Board(None)
    for color in (chess.WHITE, chess.BLACK):
        letters = ["K", *rng.choices("QRRBBNNPPPP", k=rng.randint(1, 6))]
        home = rng.random() < 0.4
        for letter in letters:
            free = [square for square in chess.SQUARES if board.piece_at(square) is None]
            if letter == "P":
                free = [square for square in free if 0 < chess.square_rank(square) < 7]
            corners = [square for square in (0, 7, 4) if letter == "KR"[square != 4]] if home else []
            at = [square ^ (0 if color else 56) for square in corners]
            at = [square for square in at if square in free] or free
            board.set_piece_at(rng.choice(at), chess.Piece.from_symbol(letter if color else letter.lower()))
    board.turn = rng.random() < 0.5
    board.castling_rights = board.rooks & (chess.BB_A1 | chess.BB_H1 | chess.BB_A8 | chess.BB_H8)
    board.castling_rights = board.clean_castling_rights()
    if not board.is_valid() or not any(board.legal_moves) or is_dead(board):
        return None
    return RandomStart("composed", board, written(rng, board))


def two_rooks(rng: random.Random) -> RandomStart | None:
    """Chess960 with two rooks on one side of White's king, and the right to castle with one of them."""
    board = chess.Board(None, chess960=True)
    files = sorted(rng.sample(range(8), 3))
    king = files.pop(rng.choice((0, 2)))
    board.set_piece_at(king, chess.Piece.from_symbol("K"))
    for file in files:
        board.set_piece_at(file, chess.Piece.from_symbol("R"))
    for letter, squares in (("k", range(40, 64)), ("P", range(8, 16)), ("p", range(48, 56)), ("n", range(40, 48))):
        free = [at for at in squares if board.piece_at(at) is None]
        board.set_piece_at(rng.choice(free), chess.Piece.from_symbol(letter))
    board.castling_rights = chess.BB_SQUARES[rng.choice(files)]
    if not 0 < king < 7 or not board.is_valid():
        return None
    return RandomStart("two-rooks", board, written(rng, board), "Chess960")


KINDS: tuple[Callable[[random.Random], RandomStart | None], ...] = (
    standard, chess960, double_chess960, shuffle, odds, fragment, fragment, en_passant, fragment960, fragment960,
    composed, two_rooks,
)  # fmt: skip


def random_start(rng: random.Random, kind: str | None = None) -> RandomStart:
    """A start of the kind, or of any."""
    return next(random_starts(rng, kind))


def random_starts(rng: random.Random, kind: str | None = None) -> Iterator[RandomStart]:
    """Starts without end; `kind` is the name of a function above."""
    ways = [way for way in KINDS if kind is None or way.__name__ == kind]
    while True:
        start = rng.choice(ways)(rng)
        if start is not None and any(start.board.legal_moves) and start.board.is_valid():
            yield start
