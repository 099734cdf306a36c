"""The changes that let the rest of a mainline replay: which are found, in what order, and when one is the only one."""

from __future__ import annotations

import random

import chess
import pytest

from pgnfen.replay.candidates import BOUND, candidates
from pgnfen.replay.quick_board import QuickBoard
from pgnfen.replay.san import San, read_san

FISCHER = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7 Bg5 b4 Nb1 h6 "
    "Bh4 c5 dxe5 Nxe4 Bxe7 Qxe7 exd6 Qf6 Nbd2 Nxd6 Nc4 Nxc4 Bxc4 Nb6 Ne5 Rae8 Bxf7+ Rxf7 Nxf7 Rxe1+ Qxe1 Kxf7 Qe3 Qg5"
)
SHORT = "e4 e5 Nf3 Nc6 Nc3 Nf6 d4 exd4 Nxd4 Bb4 Nxc6 bxc6 Bd3 O-O O-O exd5 cxd5 h3 Re8 Qf3 c6 Bf4 Nd7"
SPANISH = FISCHER[: FISCHER.index(" Bh4")]


def stop_of(moves: list[str], fen: str = chess.STARTING_FEN) -> int | None:
    """The index of the first move that python-chess does not play."""
    board = chess.Board(fen)
    for index, move in enumerate(moves):
        try:
            board.push_san(move)
        except ValueError:
            return index
    return None


def named(moves: list[str], fen: str = chess.STARTING_FEN) -> list[list[str]]:
    """The games after each candidate, checks left out."""
    stop = stop_of(moves, fen)
    assert stop is not None
    found = candidates(chess.Board(fen), [read_san(move.encode()) for move in moves], stop).found
    games = [[*moves[: one.at], *one.moves, *moves[one.at + one.removed :]] for one in found]
    return [[move.rstrip("+#") for move in game] for game in games]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("a6 Ba4", "a6 Qa4"),
        ("a6 Ba4", "a6 Ba5"),
        ("Bb3 d6", "d6 Bb3"),
        ("Nf3 Nc6 Bb5 a6 Ba4", "Nf3 Nc6 Ba4 a6 Bb5"),
        ("d6 c3 O-O", "d6 c3 O-O-O"),
        ("Re1 b5", "Re1 Re1 b5"),
        ("cxb5 axb5", "dxb5 axb5"),
        ("Nbd7", "Nd7"),
        ("axb5 Nc3", "axb5 Nd3"),
    ],
)
def test_the_true_moves_alone_are_found(right: str, wrong: str) -> None:
    moves = SPANISH.replace(right, wrong, 1).split()
    assert named(moves)[0] == SPANISH.split()


def test_an_earlier_move_is_found() -> None:
    """`d3` for `d4` stops the moves only where the pawn captures on e5, 13 plies later."""
    right = FISCHER.split()
    wrong = list(right)
    wrong[wrong.index("d4")] = "d3"
    stop = stop_of(wrong)
    assert stop is not None
    assert wrong[stop] == "dxe5"
    assert [move.rstrip("+#") for move in right] in named(wrong)


def test_a_missing_move_is_among_the_candidates() -> None:
    right = SPANISH.split()
    assert right in named(right[:9] + right[10:])


def test_a_missing_man_that_is_captured_may_be_put_there_in_several_places() -> None:
    """Both sides castle between: the pawn on d5 may have come before that or behind it."""
    moves = SHORT.split()
    assert [*moves[:15], "d5", *moves[15:]] in named(moves)
    assert [*moves[:13], "d5", *moves[13:]] in named(moves)


def test_promotions() -> None:
    fen, right = "8/P6k/8/8/8/8/8/K7 w - - 0 1", ["a8=Q", "Kg7", "Qb7", "Kf6", "Qb6", "Ke7", "Qb5", "Kf6"]
    assert named(["a8", *right[1:]], fen)[0] == right
    assert named(["a7=Q", *right[1:]], fen)[0] == right


def test_where_nothing_follows_several_moves_are_as_likely() -> None:
    found = candidates(chess.Board(), [read_san(b"Nf4")], 0)
    assert found.complete
    assert [one.moves for one in found.found[:2]] == [("f4",), ("Nf3",)]


def test_a_move_with_which_only_some_follow_is_named_where_none_leads_to_the_end() -> None:
    """Two faults: the candidates for the first lead to the second."""
    moves = SPANISH.replace("Ba4", "Qa4", 1).replace("Nb1 h6", "Nb1 Kh3").split()
    stop = stop_of(moves)
    assert stop is not None
    found = candidates(chess.Board(), [read_san(move.encode()) for move in moves], stop).found
    assert found[0].moves == ("Ba4",)
    assert not found[0].whole
    assert moves[found[0].end] == "Kh3"


def test_moves_end_where_one_cannot_be_read() -> None:
    sans = [read_san(move.encode()) for move in SPANISH.replace("Ba4", "Qa4", 1).split()]
    found = candidates(chess.Board(), [*sans, None], 6).found
    assert found[0].moves == ("Ba4",)
    assert not found[0].whole


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooks and queens that wander: whatever is changed, hundreds of moves follow."""
    fen = "rrqqqk2/8/8/8/8/8/8/RRQQQK2 w - - 0 1"
    board, luck, moves = chess.Board(fen), random.Random(1), []
    while len(moves) < 300:
        quiet = [move for move in board.legal_moves if not board.is_capture(move) and not board.gives_check(move)]
        moves.append(board.san(luck.choice(quiet)))
        board.push_san(moves[-1])
    moves[100] = "Ne5"
    played = 0
    play = QuickBoard.play

    def counted(self: QuickBoard, san: San) -> int:
        nonlocal played
        played += 1
        return play(self, san)

    monkeypatch.setattr(QuickBoard, "play", counted)
    candidates(chess.Board(fen), [read_san(move.encode()) for move in moves], 100)
    assert 300 < played <= BOUND + 2 * len(moves)


def test_no_wrong_move_is_the_only_one() -> None:
    """Each ply of a game misprinted by chance: where one candidate leads through many plies, it is the true one."""
    luck, right = random.Random(7), FISCHER.split()
    alone = 0
    for at in range(len(right)):
        wrong = list(right)
        text = right[at]
        if text[0] in "NBRQK":
            wrong[at] = luck.choice([letter for letter in "NBRQK" if letter != text[0]]) + text[1:]
        elif text[0] in "abcdefgh" and "x" not in text:
            wrong[at] = text[0] + luck.choice([digit for digit in "12345678" if digit != text[1]])
        stop = stop_of(wrong)
        if stop is None:
            continue
        found, complete = candidates(chess.Board(), [read_san(move.encode()) for move in wrong], stop)
        if len(found) == 1 and complete and found[0].whole and len(wrong) - stop > 8:
            alone += 1
            assert (found[0].at, found[0].moves[0].rstrip("+#")) == (at, text.rstrip("+#")), wrong
    assert alone > 20
