"""Random games of chess, Chess960 and double Chess960, with a bent for captures, promotions, checks or quiet moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import chess

KINDS = ("Standard", "Standard", "Chess960", "Double")
STYLES = ("plain", "captures", "promotions", "checks", "quiet")


def start(kind: str, rng: random.Random) -> chess.Board:
    """The array that a game of this kind begins at."""
    if kind == "Standard":
        return chess.Board()
    white, black = (chess.Board.from_chess960_pos(rng.randrange(960)) for _ in range(2))
    if kind == "Chess960":
        return white
    board = chess.Board(None, chess960=True)
    board.set_board_fen("/".join([black.board_fen().split("/")[0], *white.board_fen().split("/")[1:]]))
    board.castling_rights = board.rooks
    return board


def choose(board: chess.Board, style: str, rng: random.Random) -> chess.Move | None:
    """A legal move by the bent of a style."""
    moves = list(board.legal_moves)
    kinds: dict[str, Callable[[chess.Move], bool]] = {
        "captures": board.is_capture,
        "promotions": lambda move: board.piece_type_at(move.from_square) == chess.PAWN,
        "checks": board.gives_check,
        "quiet": lambda move: not board.is_zeroing(move),
    }
    wanted = kinds.get(style)
    if wanted is not None and rng.random() < 0.6:
        moves = [move for move in moves if wanted(move)] or moves
    return rng.choice(moves) if moves else None


def games(seed: int) -> Iterator[tuple[str, list[chess.Board]]]:
    """Random games without end: the kind, the positions behind each move."""
    rng = random.Random(seed)
    while True:
        kind, style, length = rng.choice(KINDS), rng.choice(STYLES), rng.choice((12, 40, 120, 400))
        board, boards = start(kind, rng), []
        while len(boards) < length:
            move = choose(board, style, rng)
            if move is None:
                break
            board.push(move)
            boards.append(board.copy(stack=False))
        yield kind, boards


def variant_of(kind: str) -> str | None:
    """The Variant tag of a game of this kind."""
    return None if kind == "Standard" else "Chess960"


def text_of(board: chess.Board, kind: str) -> str:
    """The FEN of a position; its rights as they are set, in standard chess."""
    if kind != "Standard":
        return board.shredder_fen(en_passant="fen")
    fields = board.fen(en_passant="fen").split(" ")
    corners = zip((7, 0, 63, 56), "KQkq", strict=True)
    fields[2] = "".join(letter for square, letter in corners if board.castling_rights >> square & 1) or "-"
    return " ".join(fields)
