"""Numbers of mainlines: equal where start and moves are, with both readers, and different elsewhere."""

from __future__ import annotations

import io
import random
from array import array
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from pgnfen.facts.mainlines import ENTRY, LEFT, TEXT, Beginnings, Mainlines
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import read_blocks

CASES = sorted((Path(__file__).parent.parent / "rules").glob("*.pgn"))


def blocks(data: bytes) -> Iterator[Block]:
    return read_blocks(io.BytesIO(data))


def entries(data: bytes) -> list[tuple[bytes, int]]:
    mainlines = Mainlines()
    return [entry for block in blocks(data) for entry in ENTRY.iter_unpack(mainlines.of(block))]


def random_games(count: int, seed: int) -> bytes:
    chooser, found = random.Random(seed), []
    for index in range(count):
        board = chess.Board() if index % 2 else chess.Board.from_chess960_pos(chooser.randrange(960))
        tags = "" if index % 2 else f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{board.fen()}"]\n'
        moves = []
        for _ in range(chooser.randrange(120)):
            legal = list(board.legal_moves)
            if not legal:
                break
            castling = [move for move in legal if board.is_castling(move) or move.promotion]
            move = chooser.choice(castling or legal)
            moves.append(board.san(move))
            board.push(move)
        found.append(f'[Event "{index}"]\n{tags}\n{" ".join(moves)} *\n\n')
    return "".join(found).encode()


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1. e4 e5 2. Nf3 *", '[White "A"]\n\n1.e2e4 {good} e5 $1 (1... c5) 2. Ng1f3! 1-0'),
        ('[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 9"]\n\n9. e4 *', "1. e4 *"),
        ('[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *', '[FEN "4k3/8/8/8/8/8/8/4K2R w H - 0 1"]\n\n1. 0-0 *'),
    ],
)
def test_spelling_does_not_count(one: str, other: str) -> None:
    assert entries(one.encode()) == entries(other.encode())


@pytest.mark.usefixtures("reader")
def test_other_moves_have_other_numbers() -> None:
    games = [
        "1. e4 e5 2. Nf3 Nc6 *", "1. Nf3 Nc6 2. e4 e5 *", "1. e4 e5 2. Nf3 *", "1. e4 *", "*",
        '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=Q *', '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=N *',
        '[FEN "8/7P/k7/8/8/8/8/K7 w - - 0 1"]\n\n1. h8=R *', '[FEN "8/7P/k7/8/8/8/8/K7 w - - 0 1"]\n\n1. h8=B *',
        '[FEN "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"]\n[Variant "Chess960"]\n\n1. O-O *',
        '[FEN "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"]\n[Variant "Chess960"]\n\n1. -- *',
        '[FEN "4k3/8/8/8/8/8/8/5KR1 w - - 0 1"]\n\n1. -- *',
    ]  # fmt: skip
    found = [entries(game.encode())[0] for game in games]
    assert len({number for number, _ in found}) == len(games)
    assert [plies for _, plies in found] == [4, 4, 3, 1, 0, *[1] * 7]


@pytest.mark.usefixtures("reader")
def test_what_cannot_be_played_is_compared_by_its_words() -> None:
    games = [b"1. e4 c5 2. Kf5 *", b"1. e4! {x} c5 2. Kf5+ 1-0", b"1. e4 c5 2. Kf6 *", b"1. e2e4 c5 2. Kf5 *"]
    found = [entries(game)[0] for game in games]
    assert [plies & TEXT for _, plies in found] == [TEXT] * 4
    assert [number == found[0][0] for number, _ in found] == [True, True, False, False]


def test_both_readers_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pgnfen._native")
    data = random_games(60, 3) + b"".join(path.read_bytes() + b"\n\n" for path in CASES)
    found = []
    for name in ("native", "python-chess"):
        monkeypatch.setenv("PGNFEN_ENGINE", name)
        told = entries(data)
        ends = array("Q", sorted({int.from_bytes(mark[:8], "little") for mark, _ in told}))
        mainlines, passing = Mainlines(), []
        for block in blocks(data):
            passing += [(block.number + index, *more) for index, *more in mainlines.passing(block, Beginnings(ends, 1))]
        found.append((told, passing))
    assert found[0] == found[1]
    assert sum(plies == LEFT for _, plies in found[0][0]) == 0
    assert len(found[0][1]) > 50


@pytest.mark.usefixtures("reader")
def test_beginnings_of_other_games() -> None:
    data = b"1. e4 e5 2. Nf3 *\n\n1. Nf3 e5 2. e4 *\n\n1. e4 e5 *\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n"
    told = entries(data)
    ends = array("Q", sorted(int.from_bytes(mark[:8], "little") for mark, _ in told))
    [block] = blocks(data)
    assert Mainlines().passing(block, Beginnings(ends, 2)) == [
        (0, told[2][0], 3), (3, told[2][0], 5), (3, told[0][0], 5),
    ]  # fmt: skip
    assert len(Mainlines().passing(block, Beginnings(ends, 3))) == 1
