"""The replay: python-chess decides, our lexer feeds it, and a glance plays only what it would."""

from __future__ import annotations

import io
import random
from pathlib import Path

import chess
import chess.pgn
import pytest

from pgnfen.errors import InputError
from pgnfen.fen.start import Start, read_start
from pgnfen.inputs.source import find_sources
from pgnfen.pgn.blocks import read_games
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.movetext import read_movetext
from pgnfen.pgn.start_tags import start_of
from pgnfen.replay import PythonChess, Replay, starting_board
from pgnfen.replay.glance import glance, plain_words

ENGINE = PythonChess()
STANDARD = read_start(None, None, None)


def play(moves: str, fen: str | None = None, variant: str | None = None) -> Replay:
    start = read_start("1" if fen else None, fen, variant)
    return ENGINE.replay(start, moves.encode(), read_movetext(moves.encode()))


def test_the_game_of_the_x_fen_article() -> None:
    replay = play(
        "1. h4 g6 2. g3 Bf6 3. a4 Qh6 4. Ra3 Bxh4 5. gxh4 Qxh4 6. Qh3 Qxh3 7. Rxh3 Ne6 8. Bf3 d6 "
        "9. Nbc3 Ng5 10. Rhh1 Bf5 11. 0–0 *",
        "rnbnkqrb/pppppppp/8/8/8/8/PPPPPPPP/RNBNKQRB w KQkq - 0 1",
    )
    assert replay.stop is None and len(replay.plies) == 21
    assert replay.position(20).fen() == "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11"
    assert replay.plies[-1].castling == "king"
    assert replay.final.fen() == "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BN1RKR b kq - 5 11"


def test_spellings() -> None:
    replay = play("1. e2-e4 d7d5 2. Pe4-e5 f5 3. exf6 e.p. -- 4. fxg7 null 5. gxh8(Q) *")
    assert replay.stop is None
    assert [ply.en_passant for ply in replay.plies].count(True) == 1
    assert [ply.number for ply in replay.plies if ply.null] == [6, 8]
    assert replay.final.piece_at(chess.H8) == chess.Piece(chess.QUEEN, chess.WHITE)


def test_positions_on_demand() -> None:
    replay = play("1. e4 e5 2. Nf3 *")
    assert replay.position(0).fen() == chess.STARTING_FEN
    assert replay.position(-1).fen() == replay.position(3).fen() == replay.final.fen()
    with pytest.raises(IndexError):
        replay.position(4)


def test_variations_comments_and_what_stands_behind_the_marker_are_not_played() -> None:
    replay = play("1. e4 {1... c5} (1. d4 d5 (1... f5)) e5 ; 2. c4\n 2. Nf3 1-0 2... Nc6")
    assert [ply.san for ply in replay.plies] == ["e4", "e5", "Nf3"]
    assert replay.marker is not None


@pytest.mark.parametrize(
    ("moves", "fen", "variant", "plies"),
    [
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7 *", None, "Atomic", 5),
        ("1. e3 d5 2. Bb5+ c6 3. Bxc6+ bxc6 4. N@e5 *", None, "Crazyhouse", 6),
        ("1. e3 b5 2. Bxb5 *", None, "Antichess", 3),
        ("1. Kh3 Ka3 2. Kg4 *", None, "Racing Kings", 3),
        ("1. e4 e5 2. Ke2 Ke7 *", None, "King of the Hill", 4),
        ("1. a5 e6 2. h5 *", None, "Horde", 3),
        ("1. e4 f5 2. Qh5+ g6 *", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", "Three-check", 4),
        ("1. e4 *", None, "something unheard of", 1),
    ],
)
def test_variants(moves: str, fen: str | None, variant: str, plies: int) -> None:
    replay = play(moves, fen, variant)
    assert len(replay.plies) == plies


def test_castling_names_its_side_in_any_game() -> None:
    standard = play("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O d6 *")
    assert [ply.number for ply in standard.plies if ply.castling == "king"] == [7]
    queenside = play("1. O-O-O *", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "Chess960")
    assert queenside.plies[0].castling == "queen"


@pytest.mark.parametrize(
    ("moves", "fen", "why"),
    [
        ("1. Ng3 *", None, "no white knight can reach g3"),
        ("1. e5 *", None, "it is White's move, but only Black could play it"),
        ("1. Bb5 *", None, "no white bishop can reach b5"),
        ("1. Qd2 *", None, "d2 is occupied by a white pawn"),
        ("1. exd3 *", None, "there is nothing to capture on d3"),
        ("1. O-O *", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "White cannot castle kingside"),
        ("1. O-O *", "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "White's king is in check"),
        ("1. O-O *", "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "the king would pass over or reach f1"),
        ("1. Kg1 *", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "this move is castling, which is written O-O"),
        ("1. Kc1 *", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "this move is castling, which is written O-O-O"),
        ("1. a8 *", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "the promotion piece is missing"),
        ("1. a8=K *", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot promote to a king"),
        ("1. N@e4 *", None, "can be dropped"),
        ("1. -- *", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "null move while the king is in check"),
    ],
)
def test_reasons(moves: str, fen: str | None, why: str) -> None:
    replay = play(moves, fen)
    assert replay.stop is not None and why in replay.stop.why
    assert replay.stop.reason == "illegal"


def test_odd_positions_do_not_break_the_replay() -> None:
    kings = "KKKKKKKK/8/8/8/8/8/8/kkkkkkkk b - - 0 1"
    for fen in ("8/8/8/8/8/8/8/8 w - - 0 1", kings, "8/8/8/8/8/8/8/K7 w KQkq e6 0 1"):
        for moves in ("1. O-O *", "1. e4 *", "1. Kb1 Kb2 2. Ka1 *", "1. exd6 *", "1. -- -- *"):
            replay = play(moves, fen)
            assert replay.stop is not None or replay.plies


def python_chess_mainline(raw: bytes) -> tuple[list[chess.Move], bool] | None:
    """Moves as chess.pgn reads them, and whether it met an error; None where it raises."""
    try:
        game = chess.pgn.read_game(io.StringIO(raw.decode("utf-8", "replace")))
    except Exception:
        return None
    assert game is not None
    return list(game.mainline_moves()), bool(game.errors)


def archive(corpora: Path, name: str) -> list[tuple[bytes, Start]]:
    [source] = find_sources([str(corpora / name)])
    assert not isinstance(source, InputError)
    with source:
        return [(game.raw, start_of(tuple(read_header(game.tag_section).values))) for game in read_games(source)]


@pytest.mark.parametrize(
    "name",
    ["chess960/tcec-season-22-bonus-dfrc-1-final.pgn.zst", "tags/lichess-rated-1000-games.pgn.zst", "variants/zh.pgn",
     "variants/atomic.pgn", "tags/lichess-study-checkmate-patterns-4.pgn", "tags/puzzles-fullmove-zero.pgn"],
)  # fmt: skip
def test_same_moves_as_chess_pgn_on_clean_archives(corpora: Path, name: str) -> None:
    compared = 0
    for raw, start in archive(corpora, name)[:150]:
        theirs = python_chess_mainline(raw)
        if theirs is None or theirs[1]:
            continue
        text = read_movetext(raw, raw.index(b"]\n\n") if b"]\n\n" in raw else 0)
        replay = ENGINE.replay(start, raw, text)
        assert [ply.move for ply in replay.plies] == theirs[0]
        compared += 1
    assert compared > 9


WORDS = ["O-O", "O-O-O", "--", "e4", "Nf3", "Kd7", "exd6", "a8=Q", "1-0", "0-0", "3.", "2...", "?"]


def mutated(words: list[str], random_: random.Random) -> list[str]:
    """A word of the mainline dropped, doubled, swapped or changed."""
    words = list(words)
    at = random_.randrange(len(words))
    kind = random_.randrange(6)
    if kind == 0:
        del words[at]
    elif kind == 1:
        words.insert(at, words[random_.randrange(len(words))])
    elif kind == 2:
        other = random_.randrange(len(words))
        words[at], words[other] = words[other], words[at]
    elif kind == 3:
        words[at] = random_.choice(WORDS)
    else:
        word = words[at]
        place = random_.randrange(len(word) + 1)
        words[at] = word[:place] + random_.choice("abcdefgh12345678NBRQKx=+#O-. ") + word[place + (kind == 4) :]
    return words


GAMES = [
    (None, None, "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O 9. Kh1 b5 *"),
    (None, None, "1. e4 d5 2. e5 f5 3. exf6 Nc6 4. fxg7 Bf5 5. gxh8=Q Qd6 6. Nf3 O-O-O 7. Qxh7 Rd7 8. Bb5 e6 1-0"),
    (
        "rnbnkqrb/pppppppp/8/8/8/8/PPPPPPPP/RNBNKQRB w KQkq - 0 1",
        "Chess960",
        "1. h4 g6 2. g3 Bf6 3. a4 Qh6 4. Ra3 Bxh4 5. gxh4 Qxh4 6. Qh3 Qxh3 7. Rxh3 Ne6 8. Bf3 d6 9. Nbc3 Ng5 "
        "10. Rhh1 Bf5 11. O-O *",
    ),
    ("4k2r/6P1/8/2pP4/8/8/8/R3K2R w KQk c6 0 30", None, "30. dxc6 Rxh1+ 31. Kd2 Rxa1 32. g8=N Ra8 33. c7 Rc8 0-1"),
]  # fmt: skip


def test_a_glance_plays_only_what_python_chess_plays() -> None:
    """Mutants of games: a plain one replays whole, by python-chess, with the same length and end."""
    random_ = random.Random(1)
    plain = 0
    for round_ in range(3000):
        fen, variant, moves = GAMES[round_ % len(GAMES)]
        start = read_start("1" if fen else None, fen, variant)
        words = moves.split()
        for _ in range(random_.choice((0, 1, 1, 2))):
            words = mutated(words, random_)
        text = " ".join(words).encode()
        seen = glance(starting_board(start), text)
        if seen is None:
            continue
        plain += 1
        replay = ENGINE.replay(start, text, read_movetext(text))
        assert replay.stop is None and not replay.skipped and not replay.grants, text
        assert not ENGINE.variation_stops(replay, text), text
        assert len(replay.plies) == seen.plies
        assert replay.final.is_checkmate() == (seen.ending == "mate")
        assert replay.final.turn == seen.white_to_move
        assert seen.marker == text.split()[-1]
    assert plain > 600


def test_a_glance_plays_clean_games() -> None:
    for fen, variant, moves in GAMES:
        start = read_start("1" if fen else None, fen, variant)
        seen = glance(starting_board(start), moves.encode())
        assert seen is not None, moves


def test_a_glance_sees_mate_and_stalemate() -> None:
    mate = glance(chess.Board(), b"1. f3 e5 2. g4 Qh4# 0-1")
    assert mate is not None and mate.ending == "mate" and mate.white_to_move
    stalemate = glance(chess.Board("7k/5Q2/8/8/8/8/8/K7 w - - 0 1"), b"1. Ka2 1-0")
    assert stalemate is not None and stalemate.ending == "stalemate"


@pytest.mark.parametrize(
    "text",
    [b"", b"1. e4", b"1. e4 (1. d4 *", b"1. e4 {x *", b"1. e4 } *", b"1. e4 [x] *", b"1. e4 * 1-0", b"2. e4 *",
     b"1... e4 *", b"1. e4 e5 3. Nf3 *", b"1. Ke2 *", b"1. e4 -- *", b"1. e4 rubbish *", b"1. e2e4 *",
     b"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 *", b"1. e4 (1. e5) *", b"1. e4 (1. d4 e5 2. Nd2 (2. Kd7)) e5 *",
     b"1. e4 (1. d4 foo) *", b"1. e4 ((1. d4)) *", b"(1. d4) 1. e4 *", b"1. e4 (1. d4)) *", b"1. e4 ((1. d4) *",
     b"1. e4 (1... c5) 1... c5 *", b"1. e4 (1. d4 *"],
)  # fmt: skip
def test_a_glance_leaves_the_rest_alone(text: bytes) -> None:
    assert glance(chess.Board(), text) is None


def test_plain_words() -> None:
    assert plain_words(b"1. e4 ; { ( \n e5 {;} (c5 {)}) % *") == [b"1.", b"e4", b"e5", b"(", b"c5", b")", b"%", b"*"]
