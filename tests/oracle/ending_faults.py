"""Faults of how games end: they go on in a dead position, or are won in one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
from clean_games import PgnGame, written_game
from faults import Faulty, fault, faulty, want
from random_starts import RandomStart, choose_move, is_dead, written

_ALMOST_DEAD = ("p", "r", "q", "bp", "np", "bq", "nn", "bn", "bb", "Bb", "Nn", "Bn", "Bbp", "Bbb", "BBbr", "Pp")
"""The pieces beside the kings, White's in capitals, of positions that few captures or promotions make dead."""


@fault("composed")
def dead_position_passed(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Some legal moves behind the first dead position; drawn, open or won."""
    start, moves, dead = _into_dead(rng)
    ply = len(moves) + 1
    for _ in range(rng.randint(1, 12)):
        legal = list(dead.legal_moves)
        if legal:
            moves.append(choose_move(rng, dead, legal))
            dead.push(moves[-1])
    if len(moves) < ply:
        return None
    stalemate = not any(dead.legal_moves)
    result = "1/2-1/2" if stalemate else rng.choice(("1/2-1/2", "*", "1-0", "0-1"))
    return faulty(written_game(rng, start, moves, result), want("K107", "movetext", None, ply))


@fault("composed")
def dead_position_won(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A game that ends in a dead position, and somebody won it: by tag and marker, or by the marker alone."""
    start, moves, dead = _into_dead(rng)
    if not any(dead.legal_moves):
        return None
    won = rng.choice(("1-0", "0-1"))
    made = written_game(rng, start, moves, won)
    match rng.randrange(3):
        case 0:
            made.drop_tag("Result")
            return faulty(made, want("K107", "termination marker", None), also="H201")
        case 1:
            made.set_tag("Result", won.replace("-", ":"))
            return faulty(made, want("K107", "Result", None), also="G110")
    return faulty(made, want("K107", "Result", None))


def _into_dead(rng: random.Random) -> tuple[RandomStart, list[chess.Move], chess.Board]:
    """A start, and moves that end in the first dead position, which is given too."""
    return next(found for found in _played_into(rng) if found is not None)


def _played_into(rng: random.Random) -> Iterator[tuple[RandomStart, list[chess.Move], chess.Board] | None]:
    while True:
        board = _few_pieces(rng)
        if not board.is_valid() or is_dead(board):
            continue
        start, moves = RandomStart("composed", board.copy(), written(rng, board)), []
        for _ in range(60):
            legal = list(board.legal_moves)
            if not legal or is_dead(board):
                break
            # A capture at once where there is one: there are few.
            moves.append(choose_move(rng, board, [move for move in legal if board.is_capture(move)] or legal))
            board.push(moves[-1])
        yield (start, moves, board) if moves and is_dead(board) else None


def _few_pieces(rng: random.Random) -> chess.Board:
    board = chess.Board(None)
    letters = rng.choice(_ALMOST_DEAD)
    squares = rng.sample(range(8, 56) if "p" in letters.lower() else range(64), len(letters) + 2)
    letters = "Kk" + (letters if rng.random() < 0.5 else letters.swapcase())
    for square, letter in zip(squares, letters, strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = rng.random() < 0.5
    return board
