"""The FENs that articles on the notation give, with what they say of them."""

from __future__ import annotations

import chess
import pytest

from pgnfen.errors import ConversionError
from pgnfen.fen import Board, read_forsyth, read_start, to_chess_board, write_forsyth

OPENING = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 3",
    "6r1/6pp/7r/1B5K/1P3k2/N7/3R4/8 w - - 30 79",
    "4r3/2P3R1/R1N2k1P/5Np1/K1p1p3/1pr5/3P4/Bn3Q2 w - - 0 1",
]

FORSYTH_1883 = "0 r 6\n5 p p 0\nR 0 R 4 p\n0 r 0 p P 3\n2 p k Q P P 0\n7 P\n0 P 6\n2 K 5"
FORSYTH_1897 = "1 B 6, 2 kt 5, p 1 Kt 1 P 2 R, P 1 K 3 Kt 1, 4 P k 2, 1 Q 2 p 2 p, 6 kt P, 1 B 4 R 1"


@pytest.mark.parametrize("fen", OPENING)
def test_examples_have_no_fault(fen: str) -> None:
    """But for a clock: the queen that has just given mate neither captured nor is a pawn."""
    start = read_start("1", fen, None)
    assert [fault.code for fault in start.faults] == (["K105"] if "6Pq" in fen else [])
    assert start.record is not None
    assert start.record.to_text() == fen


def test_squares_passed_by_pawns_that_nobody_can_take_follow_1994_only() -> None:
    assert read_start("1", OPENING[1], None).en_passant == ("1994",)
    assert read_start("1", OPENING[3], None).en_passant == ("1994", "x-fen", "legal")


def test_mates() -> None:
    for fen in (OPENING[5], OPENING[6]):
        record = read_start("1", fen, None).record
        assert record is not None
        assert to_chess_board(record).is_checkmate()


def test_problem_after_its_key() -> None:
    start = read_start("1", "4r3/2P3R1/R1N2k1P/5Np1/K1pPp3/1pr5/8/Bn3Q2 b - d3 0 1", None)
    assert start.faults == ()
    assert start.en_passant == ("1994", "x-fen", "legal")
    assert start.record is not None
    board = to_chess_board(start.record)
    assert chess.Move.from_uci("c4d3") in board.legal_moves


def test_inner_rook_of_the_x_fen_article() -> None:
    start = read_start("1", "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11", None)
    assert (start.castling, start.chess960, start.faults) == (("x-fen",), True, ())
    assert start.record is not None
    assert [right.rook for right in start.record.rights] == ["g1", "g8", "a8"]
    outer = read_start("1", "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Kkq - 4 11", None)
    assert outer.record is not None
    assert outer.record.rights[0].rook == "h1"
    array = read_start("1", "rnbnkqrb/pppppppp/8/8/8/8/PPPPPPPP/RNBNKQRB w KQkq - 0 1", None)
    assert array.kind == "chess960" and array.scharnagl is not None


def test_forsyth_s_example_of_1883_square_by_square() -> None:
    found = read_forsyth(FORSYTH_1883)
    assert found.style == "1883"
    modern = "1r6/5pp1/R1R4p/1r1pP3/2pkQPP1/7P/1P6/2K5 w - - 0 41"
    assert found.fen.split()[0] == modern.split()[0]
    # a source without its underlining: every kind of man still agrees
    bare = read_forsyth(FORSYTH_1883.upper())
    assert bare.board.squares == found.board.squares.upper()
    # what the docstring says: rooks on a6 and c6, not d6; Black's king in check with White to move
    assert [found.board.at(square) for square in ("a6", "c6", "d6")] == ["R", "R", "."]
    assert [fault.code for fault in read_start("1", modern, None).faults] == ["P103"]


def test_forsyth_s_example_of_1897() -> None:
    found = read_forsyth(FORSYTH_1897)
    assert found.fen == "1B6/2n5/p1N1P2R/P1K3N1/4Pk2/1Q2p2p/6nP/1B4R1 w - - 0 1"
    assert found.unstated[0] == "active color" and len(found.unstated) == 5
    assert read_start("1", found.fen, None).faults == ()
    assert write_forsyth(found.board) == FORSYTH_1897


def test_forsyth_underlined() -> None:
    assert read_forsyth("0 R\u0332 6\n8\nK\u0332t\u0332 7\n8\n8\n8\n8\n8").fen == "1r6/8/n7/8/8/8/8/8 w - - 0 1"


@pytest.mark.parametrize("style", ["1883", "1897"])
def test_forsyth_round_trips(style: str) -> None:
    for fen in OPENING:
        board = Board(8, "".join("." * int(c) if c.isdigit() else c for c in fen.split()[0] if c != "/"))
        text = write_forsyth(board, style)  # type: ignore[arg-type]
        assert read_forsyth(text, style).board == board  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("8, 8, 8", "3 ranks instead of 8"),
        ("8, 8, 8, 8, 8, 8, 8, 7", "rank 1"),
        ("8, 8, 8, 8, x 7, 8, 8, 8", "rank 4"),
        ("8, 8, 8, 8, 0 K 6, 8, 8, 8", '"0", but 1897 writes "1"'),
        ("8\n8\n8\n8\n8\n8\n8\n1 K 6", '"1", but 1883 writes "0"'),
    ],
)
def test_forsyth_says_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(ConversionError, match=reason):
        read_forsyth(text)
