"""The native scanner as Python meets it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("pgnfen._native")

from native_judge import CASTLING, CLEAR, LOOK, MOVES_CLEAR, cleared_of, column
from native_starts import learn_for

from pgnfen import _native
from pgnfen.replay.interface import Cleared

NONE = (None, None, None)
GAME = b'[Event "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {x} Nc6 1-0\n\n'
FEN = b"nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w KQkq - 0 1"
CHESS960 = b'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "' + FEN + b'"]\n\n1. g3 g6 2. Bg2 Bg7 3. Nf3 Nf6 4. O-O *\n'
HOME = "r3k2r/8/8/8/8/8/8/R3K2R w {} - 0 1"
CASTLES = b'[SetUp "1"]\n[FEN "%s"]\n\n%s. O-O O-O-O *\n'


@pytest.fixture
def scanner() -> _native.Scanner:
    return _native.Scanner()


def split(scanner: _native.Scanner, data: bytes, final: bool = True) -> _native.Games:
    """The games up to the first that asks for care."""
    games = _native.Games()
    scanner.split(data, games, final)
    return games


def statuses(scanner: _native.Scanner, data: bytes) -> list[int]:
    """What is said of the games, with all starts told of."""
    games = split(scanner, data)
    for index in scanner.unknown(games):
        learn_for(scanner, games, index, games.values_of(data, index)[5:])
    return list(scanner.clear(data, games).statuses)


def test_columns(scanner: _native.Scanner) -> None:
    data = GAME + b'[FEN "x"]\r\n[Variant ""]\r\n\r\n*\r\n'
    games = split(scanner, data)
    assert (len(games), games.stop, games.more, games.lines) == (2, len(data), False, 9)
    assert column(games.starts(), "I") == [0, len(GAME)]
    assert column(games.ends(), "I") == [len(GAME), len(data)]
    assert column(games.line_numbers(), "I") == [0, 5]
    assert [data[at:][:2] for at in column(games.movetexts(), "I")] == [b"1.", b"*\r"]
    assert column(games.ids(), "I") == [0, 1]
    assert games.values(data) == [(b"A", None, None, None, b"1-0", *NONE), (None,) * 6 + (b"x", b"")]
    assert games.values_of(data, 1) == games.values(data)[1]
    spans = column(games.spans(), "I")
    assert (len(spans), data[spans[0] :][: spans[1]], spans[3]) == (32, b"A", _native.ABSENT)
    assert [bool(flag & _native.ORDERED) for flag in games.flags()] == [True, False]


def test_verdicts(scanner: _native.Scanner) -> None:
    data = GAME + GAME.replace(b'"1-0"', b'"\xff"').replace(b"1. e4 e5 2", b"7. e4 e5 8")
    games = split(scanner, data)
    assert list(scanner.clear(data, games).statuses) == [LOOK, LOOK]
    assert scanner.unknown(games) == [0]
    assert learn_for(scanner, games, 0, NONE)
    assert scanner.unknown(games) == []
    said = scanner.clear(data, games)
    assert (len(said), list(said.statuses)) == (2, [CLEAR, MOVES_CLEAR])
    assert (column(said.plies(), "H"), column(said.numbers(), "I")) == ([4, 4], [0, 7])
    cleared = cleared_of(column(said.plies(), "H")[0], said.markers()[0], said.boards()[0])
    assert cleared == Cleared(4, b"1-0", mate=False, stalemate=False, white_to_move=True)
    assert [bool(flag & _native.UTF8) for flag in said.flags()] == [True, False]
    every = _native.COMMENTS | _native.PRINTABLE | _native.START | _native.REGULAR
    assert all(flag & every == every for flag in said.flags())
    assert list(scanner.clear(data[:-3], games).statuses) == [CLEAR, LOOK]


def test_more_and_careful(scanner: _native.Scanner) -> None:
    part = split(scanner, GAME, final=False)
    assert (len(part), part.stop, part.more) == (0, 0, True)
    odd = b'[Event "A"] \n\n1. e4 *\n\n'
    data = GAME + odd + GAME
    games = split(scanner, data, final=False)
    assert (len(games), games.stop, games.more) == (1, len(GAME), False)
    spans = (len(GAME) + 8, 1, *(0, _native.ABSENT) * 7)
    with pytest.raises(ValueError, match="does not end"):
        games.add(data, games.stop, games.stop, 0, spans, 0)
    with pytest.raises(ValueError, match="does not end"):
        games.add(data, len(data) + 1, games.stop, 0, spans, 0)
    games.add(data, len(GAME) + len(odd), len(GAME) + 14, 4, spans, _native.SPELLED)
    scanner.split(data, games, True)
    assert (len(games), games.stop, games.lines) == (3, len(data), 14)
    assert column(games.line_numbers(), "I") == [0, 5, 9]
    assert column(games.ids(), "I") == [0, _native.NO_ID, 0]
    assert games.flags()[1] == _native.SPELLED | _native.CAREFUL
    assert games.values(data)[1] == (b"A", *(None,) * 7)
    learn_for(scanner, games, 0, NONE)
    assert not learn_for(scanner, games, 1, NONE)
    assert list(scanner.clear(data, games).statuses) == [CLEAR, LOOK, CLEAR]
    assert split(scanner, b"").stop == 0


def test_starts(scanner: _native.Scanner) -> None:
    games = split(scanner, CHESS960)
    assert scanner.clear(CHESS960, games).statuses == b"\0"
    assert learn_for(scanner, games, 0, (b"1", FEN, b"Chess960"))
    assert scanner.clear(CHESS960, games).statuses == b"\1"
    # What has been told holds for later tables.
    assert statuses(scanner, CHESS960) == [CLEAR]
    assert statuses(scanner, CHESS960.replace(b"O-O", b"O-O-O")) == [CASTLING]
    assert scanner.learn(games, 0, None, True, True) is False
    assert scanner.clear(CHESS960, games).statuses == b"\0"
    with pytest.raises(IndexError):
        scanner.learn(games, 1, None, True, True)


def test_look(scanner: _native.Scanner) -> None:
    fen = HOME.format("-")
    data = CASTLES % (fen.encode(), b"1")
    assert statuses(scanner, data) == [CASTLING]
    games = split(scanner, data)
    assert scanner.look(data, games, 0, HOME.format("H"), False) is None
    look = scanner.look(data, games, 0, HOME.format("Ha"), False)
    assert look is not None
    assert (look.plies, look.castlings, look.number) == (2, (1, 2), 0)
    assert (_native.MARKERS[look.marker], look.board) == (b"*", _native.WHITE_TO_MOVE)
    later = scanner.look(data, games, 0, HOME.format("Ha")[:-1] + "9", False)
    assert later is not None
    assert later.number == 1
    assert scanner.look(data, games, 0, "no FEN", False) is None
    with pytest.raises(IndexError):
        scanner.look(data, games, 1, fen, False)
    # With a number of its own there is no hint.
    assert statuses(scanner, CASTLES % (fen.encode(), b"2")) == [LOOK]


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
    data = b'[SetUp "1"]\n[FEN "x"]\n\n*\n'
    games = split(scanner, data)
    assert scanner.learn(games, 0, board, chess960, True) is False
    assert scanner.clear(data, games).statuses == b"\0"
    assert scanner.look(data, games, 0, board, chess960) is None


def test_starts_are_bounded(scanner: _native.Scanner) -> None:
    old = split(scanner, GAME)
    learn_for(scanner, old, 0, NONE)
    many = b"".join(b'[FEN "%d"]\n\n*\n' % number for number in range(65_536))
    games = split(scanner, many + GAME)
    assert (column(games.ids(), "I")[-2:], len(scanner.unknown(games))) == ([65_536, 0], 65_536)
    fresh = split(scanner, GAME)
    assert (column(fresh.ids(), "I"), scanner.unknown(fresh)) == ([65_537], [0])
    assert scanner.unknown(old) == []
    assert scanner.clear(GAME, old).statuses == b"\1"


def test_long_starts_are_not_remembered(scanner: _native.Scanner) -> None:
    data = b'[FEN "' + b"x" * 5000 + b'"]\n\n*\n'
    games = split(scanner, data)
    assert (column(games.ids(), "I"), scanner.unknown(games)) == ([_native.NO_ID], [])
    assert scanner.learn(games, 0, HOME.format("-"), False, True) is False
    assert scanner.clear(data, games).statuses == b"\0"


def test_threads_share_a_scanner(scanner: _native.Scanner) -> None:
    def work(number: int) -> tuple[int, ...]:
        data = CASTLES % (HOME.format("HAha").encode() + b" " * (number % 8), b"1") + GAME * 2000
        return tuple(statuses(scanner, data)[1:])

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(work, range(40))) == {(CLEAR,) * 2000}
    assert scanner.panics == 0
    assert scanner.last_panic is None


def test_data_is_bytes(scanner: _native.Scanner) -> None:
    with pytest.raises(TypeError):
        scanner.split("text", _native.Games(), True)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        scanner.clear("text", _native.Games())  # type: ignore[arg-type]
