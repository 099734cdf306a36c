"""The search of lost starts: all arrays that python-chess replays the moves from, and no other."""

from __future__ import annotations

import random

import chess
import pytest

from pgnfen.fen.arrays import double_start_fen
from pgnfen.replay import start_search
from pgnfen.replay.quick_board import QuickBoard, quick_board
from pgnfen.replay.san import San, read_san
from pgnfen.replay.start_search import Search, replays, search_arrays, search_odds

BOTH = [(number, number) for number in range(960)]


def read(moves: str) -> list[San]:
    sans = [read_san(move.encode()) for move in moves.split()]
    assert None not in sans
    return [san for san in sans if san is not None]


def random_moves(rng: random.Random, white: int, black: int, plies: int) -> list[San]:
    """Random play that prefers castling and the first moves of pieces."""
    board, moves = chess.Board(double_start_fen(white, black), chess960=True), []
    while len(moves) < plies and not board.is_game_over():
        legal = list(board.legal_moves)
        castling = [move for move in legal if board.is_castling(move)]
        others = [move for move in legal if board.piece_type_at(move.from_square) != chess.PAWN]
        move = rng.choice((castling if rng.random() < 0.8 else []) or (others if rng.random() < 0.6 else []) or legal)
        moves.append(board.san(move))
        board.push(move)
    return read(" ".join(moves))


@pytest.mark.parametrize("seed", range(8))
def test_all_arrays_are_found_that_python_chess_replays_from(seed: int) -> None:
    rng = random.Random(seed)
    number = rng.randrange(960)
    moves = random_moves(rng, number, number, rng.choice((4, 9, 16, 30)))
    found = search_arrays(moves)
    assert found.whole and not found.double
    assert list(found.arrays) == [both for both in BOTH if replays(both, moves)]
    assert (number, number) in found.arrays and found.spelled in (None, (number, number))


@pytest.mark.parametrize("seed", range(60))
def test_the_array_played_from_is_among_those_found(seed: int) -> None:
    rng = random.Random(seed)
    white, black = rng.randrange(960), rng.randrange(960)
    if seed < 40:
        black = white
    found = search_arrays(random_moves(rng, white, black, 50))
    assert not found.double or (white, black) in found.arrays or not found.whole
    if white == black:
        assert (white, white) in found.arrays and found.unique in (None, (white, white))


def test_a_move_that_no_array_allows() -> None:
    assert search_arrays(read("e4 e5 e5")) == Search(False, (), True)
    assert search_arrays(read("e4 e5 e5"), double=True) == Search(True, (), True)
    assert search_arrays(read("Ra3 e5")) == Search(True, (), True)


def test_few_moves_leave_too_many_arrays() -> None:
    found = search_arrays(read("e4"))
    assert not found.whole and found.unique is None


def test_an_en_passant_capture_takes_the_pawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_search, "MOST_PLIES", 100_000)
    moves = read("e4 a6 e5 d5 exd6 a5 d4 a4 d5")
    assert search_arrays(moves).arrays == tuple(both for both in BOTH if replays(both, moves))


def test_the_spelling_decides_between_arrays() -> None:
    moves = read(
        "Na3 Nc6 Ng3 g5 e3 Ng6 Rb1 Qg7 d3 O-O Bg4 h6 h4 Kh8 Kd2 e5 Nh1 f5 Ng3 Re8 Rbe1 Rf8 Rb1 a5"
    )
    found = search_arrays(moves)
    assert (found.arrays, found.spelled) == (((337, 337), (353, 353)), (353, 353))


def test_a_bound_ends_the_search_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_search, "MOST_PLIES", 100)
    found = search_arrays(read("e4 e5"))
    assert not found.whole and found.unique is None


def test_boards_made_of_arrays_are_those_of_their_fens() -> None:
    rng = random.Random(24)
    pairs = [*BOTH, *((rng.randrange(960), rng.randrange(960)) for _ in range(500))]
    for pair in pairs:
        expected = quick_board(chess.Board(double_start_fen(*pair), chess960=True))
        board = start_search._array_board(*pair)
        assert [getattr(board, name) for name in QuickBoard.__slots__] == [
            getattr(expected, name) for name in QuickBoard.__slots__
        ]


@pytest.mark.parametrize("seed", range(12))
def test_odds_are_those_without_which_the_moves_do_not_replay(seed: int) -> None:
    """Men that never stood in the way may be missing as well: of these the search says nothing."""
    rng = random.Random(seed)
    start = chess.Board()
    gone = rng.sample([square for square, man in start.piece_map().items() if man.piece_type != chess.KING], 2)
    for square in gone:
        start.remove_piece_at(square)
    start.castling_rights = start.clean_castling_rights()
    board, moves = start.copy(), []
    while len(moves) < 40 and not board.is_game_over():
        move = rng.choice(list(board.legal_moves))
        moves.append(board.san(move))
        board.push(move)
    found = search_odds(tuple(read(" ".join(moves))))
    assert found.whole
    for fen in found.fens:
        assert len(chess.Board(fen).piece_map()) < 32
        board = chess.Board(fen)
        for move in moves:
            board.push_san(move)
    if found.fens and all(len(chess.Board(fen).piece_map()) == 30 for fen in found.fens):
        assert start.fen() in found.fens
