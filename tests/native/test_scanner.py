"""The native scanner as Python meets it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("pgnfen._native")

import chess
from native_judge import cleared_of, column, values_of
from native_starts import learn_for

from pgnfen import _native
from pgnfen.replay.interface import Cleared

NONE = (None, None, None)
GAME = b'[Event "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {x} Nc6 1-0\n\n'
FEN = b"nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w KQkq - 0 1"


@pytest.fixture
def scanner() -> object:
    one = _native.Scanner()
    assert learn_for(one, NONE)
    return one


def test_columns(scanner: _native.Scanner) -> None:
    data = GAME + b'[FEN "x"]\r\n[Variant ""]\r\n\r\n*\r\n'
    scan = scanner.scan(data, final=True)
    assert (len(scan), scan.count, scan.stop, scan.more) == (2, 2, len(data), False)
    assert column(scan, "starts", "I").tolist() == [0, len(GAME)]
    assert column(scan, "ends", "I").tolist() == [len(GAME), len(data)]
    assert column(scan, "lines", "I").tolist() == [5, 4]
    assert [data[at:][:2] for at in column(scan, "movetexts", "I")] == [b"1.", b"*\r"]
    assert list(scan.statuses) == [1, 3]
    assert values_of(scan, 0, data) == (b"A", None, None, None, b"1-0", None, None, None)
    assert values_of(scan, 1, data) == (None,) * 6 + (b"x", b"")
    assert [bool(flag & _native.ORDERED) for flag in scan.flags] == [True, False]
    assert [bool(flag & _native.COMMENTS) for flag in scan.flags] == [True, False]
    looked = scanner.look(data, 0, len(GAME))
    assert cleared_of(looked) == Cleared(4, b"1-0", mate=False, stalemate=False, white_to_move=True)
    assert column(scan, "plies", "H")[0] == 4


def test_more_and_careful(scanner: _native.Scanner) -> None:
    part = scanner.scan(GAME, final=False)
    assert (len(part), part.stop, part.more) == (0, 0, True)
    odd = b'[Event "A"] \n\n1. e4 *\n\n'
    data = GAME + odd + GAME
    scan = scanner.scan(data, final=False)
    assert (len(scan), scan.stop, scan.more) == (1, len(GAME), False)
    rest = scanner.scan(data, len(GAME) + len(odd), final=True)
    assert (column(rest, "starts", "I").tolist(), rest.stop) == ([len(GAME) + len(odd)], len(data))
    assert len(scanner.scan(GAME, len(GAME) + 5)) == 0
    assert scanner.scan(b"").stop == 0


def test_unknown_start(scanner: _native.Scanner) -> None:
    data = b'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "' + FEN + b'"]\n\n1. g3 g6 2. Bg2 Bg7 3. Nf3 Nf6 4. O-O-O *\n'
    assert list(scanner.scan(data).statuses) == [3]
    assert scanner.look(data, 0, len(data))[0] == 3
    assert learn_for(scanner, (b"1", FEN, b"Chess960"))
    assert scanner.look(data, 0, len(data))[0] == 0  # no such castling here
    data = data.replace(b"4. O-O-O *", b"4. O-O *")
    assert list(scanner.scan(data).statuses) == [1]
    assert scanner.learn(b"1", FEN, b"Chess960", None, True, True) is False
    assert list(scanner.scan(data).statuses) == [0]


@pytest.mark.parametrize(
    ("board", "chess960"),
    [
        ("", True),
        ("8/8/8/8/8/8/8/8 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", True),
        ("4k3/8/8/8/8/8/8/4K3 w - -", True),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", True),
        ("4k3/8/8/8/8/8/8/4K3 w - - 99999999999 1", True),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", True),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 +1", True),
        ("4k3/8/8/8/8/8/8/R3K3 w B - 0 1", True),
        ("4k3/8/8/8/8/8/4K3/R7 w A - 0 1", True),
        ("4k3/8/8/8/8/8/8/RR2K3 w BA - 0 1", True),
        ("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", False),
        ("4k3/8/8/8/8/8/8/R4K2 w A - 0 1", False),
        ("4k3[Pp]/8/8/8/8/8/8/4K3 w - - 0 1", True),
        ("r\u00e9", True),
    ],
)
def test_boards_not_played(scanner: _native.Scanner, board: str, chess960: bool) -> None:
    assert scanner.learn(b"1", b"x", None, board, chess960, True) is False
    data = b'[SetUp "1"]\n[FEN "x"]\n\n*\n'
    assert list(scanner.scan(data).statuses) == [0]


def test_starts_are_bounded(scanner: _native.Scanner) -> None:
    for number in range(65_536):
        scanner.learn(None, b"%d" % number, None, None, False, False)
    assert scanner.starts == 1
    scanner.learn(None, b"x" * 5000, None, chess.STARTING_FEN.replace("KQkq", "HAha"), False, True)
    assert scanner.starts == 1
    data = b'[FEN "' + b"x" * 5000 + b'"]\n\n*\n'
    assert list(scanner.scan(data).statuses) == [0]


def test_threads_share_a_scanner(scanner: _native.Scanner) -> None:
    data = GAME * 2000

    def work(number: int) -> tuple[int, ...]:
        learn_for(scanner, (b"1", b"%d" % number, None))
        return tuple(scanner.scan(data).statuses)

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(work, range(40))) == {(1,) * 2000}
    assert scanner.panics == 0
    assert scanner.last_panic is None


def test_data_is_bytes(scanner: _native.Scanner) -> None:
    with pytest.raises(TypeError):
        scanner.scan("text")
    with pytest.raises(TypeError):
        scanner.learn("1", None, None, None, False, False)
