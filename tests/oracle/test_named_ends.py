"""Termination names the end of a game: H132 is found where python-chess says that the last position is another."""

from __future__ import annotations

import random

import chess
import pytest
from clean_games import PgnGame, random_game

import pgnfen

pytestmark = pytest.mark.usefixtures("reader")

MIDDLE = ("Ra7 Kf8 Ra1 Kg8 " * 4).split()
FENS = ("6k1/5ppp/8/8/8/8/8/R5K1 w - - {} 80", "7k/8/5K2/6Q1/8/8/8/8 w - - {} 80", "7k/8/8/8/8/8/p7/K6B w - - {} 80")


def ends(board: chess.Board) -> dict[str, bool]:
    return {
        "checkmate": board.is_checkmate(), "stalemate": board.is_stalemate(), "repetition": board.is_repetition(3),
        "50-move rule": board.halfmove_clock >= 100,
    }  # fmt: skip


def drawn_out(rng: random.Random) -> tuple[bytes, chess.Board]:
    """A game from a position near an end."""
    fen = rng.choice(FENS).format(rng.randint(0, 99))
    board, words = chess.Board(fen), []
    for san in MIDDLE[: rng.randint(1, 16)] if fen.startswith("6k1") else [None] * rng.randint(1, 3):
        move = board.parse_san(san) if san else rng.choice([*board.legal_moves] or [None])
        if move is None:
            break
        words.append(board.san(move))
        board.push(move)
    return f'[SetUp "1"]\n[FEN "{fen}"]\n[Termination "%s"]\n\n80. {" ".join(words)} *\n\n'.encode(), board


def random_one(rng: random.Random) -> tuple[bytes, chess.Board]:
    game: PgnGame = random_game(rng, least=1, most=90)
    board = game.start.board.copy()
    for move in game.moves:
        board.push(move)
    game.set_tag("Termination", "%s")
    game.head = b""
    return game.data() + b"\n\n", board


@pytest.mark.parametrize("games", [60, pytest.param(3000, marks=pytest.mark.exhaustive)])
def test_ends_are_those_of_python_chess(games: int) -> None:
    rng, data, wanted, number = random.Random(games), [], set(), 0
    for _ in range(games):
        text, board = rng.choice((drawn_out, random_one))(rng)
        if not board.move_stack:
            continue
        for named, holds in ends(board).items():
            number += 1
            data.append(text.replace(b"%s", named.encode(), 1))
            wanted |= set() if holds else {number}
    found = {one.game for one in pgnfen.audit(b"".join(data), select="H132")}
    assert found == wanted
    assert len(wanted) < number - games // 10, "too few of these ends"
