"""Moves read off the quick board are those of python-chess, and what it doubts python-chess decides."""

from __future__ import annotations

import itertools
import random

import chess
import pytest

from pgnfen.fen.start import read_start
from pgnfen.pgn.movetext import read_movetext
from pgnfen.replay import PythonChess, Replay, chess_player
from pgnfen.replay.find import find_move
from pgnfen.replay.glance import glance
from pgnfen.replay.quick_board import DOUBT, quick_board, reach, read_code
from pgnfen.replay.san import San, read_san

ENGINE = PythonChess()
STARTS = [
    (chess.STARTING_FEN, None),
    ("rnbnkqrb/pppppppp/8/8/8/8/PPPPPPPP/RNBNKQRB w KQkq - 0 1", "Chess960"),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", None),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "Chess960"),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", None),
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", None),
    ("1r2kr2/8/8/2pP4/8/8/1P6/1R2KR2 w FBfb c6 0 1", "Chess960"),
    ("3k4/3r4/8/3pP3/8/8/3K4/8 w - d6 0 2", None),
]
ODD = ["Ke2", "Qh5", "O-O", "O-O-O", "e4", "exd6", "a8=Q", "Nf3", "e2e4", "Pe2e4", "Pg1f3", "--", "N@e4", "2e4", "Kxd8"]


def san_of(text: str) -> San:
    san = read_san(text.encode())
    assert san is not None
    return san


def random_game(fen: str, variant: str | None, random_: random.Random) -> list[str]:
    """Legal moves, castling, en passant and promotions before others."""
    board = chess.Board(fen, chess960=variant is not None)
    moves = []
    for _ in range(30):
        legal = list(board.legal_moves)
        if not legal:
            break
        rare = [move for move in legal if board.is_castling(move) or board.is_en_passant(move) or move.promotion]
        move = random_.choice(rare if rare and random_.random() < 0.7 else legal)
        moves.append(board.san(move))
        board.push(move)
    return moves


def test_replays_are_those_without_the_quick_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games, most of them with an odd move thrown in: the records are the same."""
    random_ = random.Random(3)
    games: list[tuple[str, str | None, bytes]] = []
    for round_ in range(400):
        fen, variant = STARTS[round_ % len(STARTS)]
        words = random_game(fen, variant, random_)
        for _ in range(random_.choice((0, 1, 1, 2))):
            words.insert(random_.randrange(len(words) + 1), random_.choice(ODD))
        games.append((fen, variant, " ".join([*words, "*"]).encode()))

    def replays() -> list[Replay]:
        return [
            ENGINE.replay(read_start("1", fen, variant), text, read_movetext(text)) for fen, variant, text in games
        ]

    quick = replays()
    monkeypatch.setattr(chess_player, "quick_board", lambda board: None)
    for one, other in zip(quick, replays(), strict=True):
        assert (one.plies, one.stop, one.grants, one.skipped) == (other.plies, other.stop, other.grants, other.skipped)
        assert one.final.fen() == other.final.fen()
        if one.ending is not None:
            assert one.final.is_checkmate() == (one.ending == "mate")
            assert one.final.is_stalemate() == (one.ending == "stalemate")
    assert sum(one.stop is None for one in quick) > 80 and sum(one.ending == "open" for one in quick) > 60
    assert sum(ply.castling is not None for one in quick for ply in one.plies) > 50
    assert sum(ply.en_passant for one in quick for ply in one.plies) > 10


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Rxe8"),  # takes the king
        ("4k3/8/8/8/8/8/8/RK5R w - - 0 1", "O-O"),
        ("8/8/8/8/8/8/4p3/4K2k w - - 0 1", "e3"),
        ("4k3/8/8/8/8/8/3NKN2/8 w - - 0 1", "Ne4"),  # two can
        ("4k3/4r3/8/8/4N3/8/8/4K3 w - - 0 1", "Nc5"),  # pinned
        ("4k3/8/8/2KpP2r/8/8/8/8 w - d6 0 1", "exd6"),  # the king is in check
        ("4k3/8/8/8/8/4P3/8/4K3 w - e3 0 1", "exd3"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K"),
    ],
)
def test_doubts(fen: str, move: str) -> None:
    board = quick_board(chess.Board(fen))
    assert board is not None and board.play(san_of(move)) == DOUBT


@pytest.mark.parametrize("men", ["K7", "8", "kKK5", "KK6"])
def test_boards_without_just_two_kings_are_left_alone(men: str) -> None:
    assert quick_board(chess.Board(f"8/8/8/{men}/8/8/8/8 w - - 0 1")) is None


def test_deep_variations_are_left_to_the_lexer() -> None:
    for depth, left in ((20, False), (20_000, True)):
        text = b"1. e4 " + b"(1. d4 " * depth + b") " * depth + b"e5 *"
        assert (glance(chess.Board(), text) is None) is left


def test_castling_moves_are_spelled_as_python_chess_spells_them() -> None:
    for chess960 in (False, True):
        board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960=chess960)
        quick = quick_board(board)
        assert quick is not None
        for move in ("O-O", "O-O-O"):
            played, side, _ = read_code(quick.play(san_of(move)), chess960)
            assert played == board.push_san(move)
            assert side == ("king" if move == "O-O" else "queen")


def test_a_move_is_found_where_parse_san_finds_it() -> None:
    random_ = random.Random(5)
    for fen, variant in STARTS * 4:
        board = chess.Board(fen, chess960=variant is not None)
        words = random_game(fen, variant, random_)
        for word in words:
            for text in (word, random_.choice(ODD), random_.choice(words)):
                san = read_san(text.encode())
                if san is None:
                    continue
                try:
                    expected: object = board.parse_san(san.standard)
                except ValueError as error:
                    expected = type(error)
                try:
                    found: object = find_move(board, san)
                except ValueError as error:
                    found = type(error)
                assert found == expected, (board.fen(), text)
            board.push_san(word)


def test_what_reaches_a_square_attacks_it() -> None:
    random_ = random.Random(7)
    for fen, variant in STARTS:
        board = chess.Board(fen, chess960=variant is not None)
        for word in random_game(fen, variant, random_):
            board.push_san(word)
        for piece, to in itertools.product(range(chess.KNIGHT, chess.KING + 1), chess.SQUARES):
            for color in chess.COLORS:
                men = board.pieces_mask(piece, color)
                assert reach(piece, to, board.occupied) & men == board.attackers_mask(color, to) & men
