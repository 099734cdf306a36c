"""The native scanner as Python meets it: starts that it is told of, and the facts that it says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("pgnfen._native")

from native_columns import column, split

from pgnfen import _native
from pgnfen.facts.facts import start_kinds
from pgnfen.facts.kinds import Fact
from pgnfen.facts.native_reader import board_fen
from pgnfen.pgn.definitions import MARKERS, NO_ID
from pgnfen.pgn.start_tags import start_of_key

GAME = b'[Event "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {x} Nc6 1-0\n\n'
# Four fields: Python says what it stands for.
ASKED = b'[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K -"]\n\n1. O-O Kd7 *\n'
FEN = b"nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w KQkq - 0 1"
CHESS960 = b'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "' + FEN + b'"]\n\n1. g3 g6 2. Bg2 Bg7 3. Nf3 Nf6 4. O-O *\n'
HOME = "r3k2r/8/8/8/8/8/8/R3K2R w {} - 0 1"
CASTLES = b'[SetUp "1"]\n[FEN "%s"]\n\n1. O-O O-O-O *\n'
UNREAD = int(Fact.UNREAD)


@pytest.fixture
def scanner() -> _native.Scanner:
    return _native.Scanner()


def learn(scanner: _native.Scanner, data: bytes, games: _native.Games) -> list[bool]:
    """Tell the scanner what the starts of the games stand for that it has not read; which it plays."""
    played = []
    for _, index, learned, _ in scanner.starts(data, games, True):
        if not learned:
            start = start_of_key(games.values_of(data, index)[5:])
            played.append(scanner.learn(games, index, board_fen(start), start.chess960, start_kinds(start)))
    return played


def read(scanner: _native.Scanner, data: bytes, moves: bool = True) -> _native.BlockFacts:
    """The facts of the games, with all starts told of."""
    games = split(scanner, data)
    learn(scanner, data, games)
    return scanner.read(data, games, moves)


def test_starts(scanner: _native.Scanner) -> None:
    data = GAME * 2 + ASKED + GAME + CHESS960
    games = split(scanner, data)
    # Of the plain ones there is nothing to say.
    assert scanner.starts(data, games, False) == [(1, 2, False, False)]
    assert scanner.starts(data, games, True) == [(0, 0, True, False), (1, 2, False, False), (2, 4, True, False)]
    assert column(scanner.ids(data, games)) == [0, 0, 1, 0, 2]
    assert learn(scanner, data, games) == [True]
    assert scanner.starts(data, games, False) == [(1, 2, True, False)]
    # What has been told holds for later tables.
    later = split(scanner, ASKED)
    assert scanner.starts(ASKED, later, False) == [(1, 0, True, False)]
    assert scanner.read(ASKED, later, True).game(0)[1] == 2


@pytest.mark.parametrize("tags", [(b'[SetUp "1"]\n', b""), (b"Chess960", b"fischerandom")])
def test_starts_with_nothing_to_remark_on_the_fen(scanner: _native.Scanner, tags: tuple[bytes, bytes]) -> None:
    data = CHESS960.replace(*tags)
    assert scanner.starts(data, split(scanner, data), False) == [(0, 0, True, True)]
    assert scanner.starts(data, split(scanner, data), True) == [(0, 0, True, False)]


def test_games_of_starts_not_learned_are_unread(scanner: _native.Scanner) -> None:
    data = ASKED + CHESS960 + ASKED.replace(b"SetUp", b"Setup")
    games = split(scanner, data)
    for moves in (True, False):
        read = scanner.read(data, games, moves)
        assert [read.kinds(index)[0] & UNREAD for index in range(3)] == [UNREAD, 0, UNREAD]
    [(_, index, *_)] = scanner.starts(data, games, False)
    assert scanner.learn(games, index, None, True, int(Fact.START)) is False  # not to be played
    assert scanner.read(data, games, True).kinds(0)[0] == UNREAD | Fact.START
    assert scanner.read(data, games, False).kinds(0)[0] == Fact.START


def test_learning_wants_starts_asked_for(scanner: _native.Scanner) -> None:
    games = split(scanner, ASKED)
    assert scanner.learn(games, 0, None, True, 0) is False
    assert scanner.starts(ASKED, games, False) == [(0, 0, False, False)]
    assert scanner.learn(games, 1, board_fen(start_of_key((None, None, None))), True, 0) is False


def test_absent_is_not_empty(scanner: _native.Scanner) -> None:
    data = b'[FEN ""]\n\n*\n[SetUp ""]\n\n*\n[Event ""]\n\n*\n'
    games = split(scanner, data)
    assert column(scanner.ids(data, games)) == [0, 1, 2]
    assert [games.start_places(index) for index in range(3)] == [(-1, 6, -1), (20, -1, -1), (-1, -1, -1)]
    with pytest.raises(IndexError):
        games.start_places(3)


def test_facts_of_a_game(scanner: _native.Scanner) -> None:
    facts = read(scanner, GAME + GAME.replace(b'"1-0"', b'"\xff"').replace(b"1. e4 e5 2", b"7. e4 \x00 e5 7"))
    assert len(facts) == 2
    assert facts.game(0) == (0, 4, 1 + MARKERS.index(b"1-0"), True, 0, [], None, [])
    kinds, plies, marker, white, skipped, noted, stop, _ = facts.game(1)
    assert (plies, marker, white, skipped, stop) == (4, 2, True, 1, None)
    said = {(kind, ply, at, value) for kind, ply, at, _, value in noted}
    assert said == {
        (Fact.NOT_UTF8, 0, 21, 0), (Fact.CONTROL_CHARACTER, 0, 32, 1), (Fact.UNREADABLE, 0, 32, 0),
        (Fact.FIRST_NUMBER, 1, 26, 7), (Fact.MOVE_NUMBER, 3, 37, 7),
    }  # fmt: skip
    assert kinds == sum(kind for kind, *_ in said) | Fact.RESULT_SPELLING | Fact.RESULT_DIFFERS
    assert facts.kinds(1) == (kinds, 0)
    for ask in (facts.kinds, facts.game):
        with pytest.raises(IndexError):
            ask(2)


def test_having(scanner: _native.Scanner) -> None:
    data = GAME + CHESS960 + GAME.replace(b"e5", b"e6 ,x").replace(b"{x}", b"--") + GAME[:-6]
    facts = read(scanner, data)
    assert facts.having(int(Fact.NO_MARKER), set()) == [3]
    assert facts.having(int(Fact.NO_MARKER | Fact.UNREADABLE), set()) == [2, 3]
    assert facts.having(int(Fact.NULL_MOVE), {1}) == [1, 2]
    assert facts.having(0, {0}) == [0, 2, 3]
    assert facts.having(0, set()) == []


def test_without_moves(scanner: _native.Scanner) -> None:
    facts = read(scanner, CHESS960.replace(b"g6", b"\x00 g4") + GAME, moves=False)
    kinds, plies, marker, white, skipped, noted, stop, _ = facts.game(0)
    assert (plies, marker, white, skipped, stop) == (0, 0, True, 0, None)
    assert (kinds, len(noted)) == (Fact.START | Fact.CONTROL_CHARACTER, 1)
    assert facts.game(1) == (0, 0, 0, True, 0, [], None, [])


def test_where_the_moves_stop(scanner: _native.Scanner) -> None:
    data = GAME.replace(b"Nf3", b"Ke3!")
    [*_, stop, _] = read(scanner, data).game(0)
    assert stop is not None
    ply, at, end, position, fen, *_ = stop
    white, black = position.white, position.black
    assert (ply, data[at:end]) == (3, b"Ke3")
    assert fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert (white.bit_count(), black.bit_count(), white & black) == (16, 16, 0)
    assert (position.castling_rights, position.en_passant) == (0x8100000000000081, 44)
    assert (position.white_to_move, position.halfmove_clock, position.fullmove_number) == (True, 0, 2)


def test_reading_from_another_position(scanner: _native.Scanner) -> None:
    data = CASTLES % HOME.format("-").encode()
    movetext = data.index(b"1. O-O")
    assert read(scanner, data).game(0)[6] is not None
    assert scanner.read_from(data, movetext, HOME.format("H"), False)[1] == 1
    line = scanner.read_from(data, movetext, HOME.format("Ha"), False)
    assert (line[0], line[1], line[6]) == (0, 2, None)
    later = scanner.read_from(data, movetext, HOME.format("Ha")[:-1] + "9", False)
    assert (later[0], later[5][0][4]) == (Fact.FIRST_NUMBER, 1)
    # Nothing is said of the tag section and the bytes.
    assert scanner.read_from(b"[X x]\x00*", 6, HOME.format("Ha"), False)[0] == 0
    assert scanner.read_from(data, len(data), HOME.format("-"), False)[0] == Fact.NO_MARKER
    with pytest.raises(IndexError):
        scanner.read_from(data, len(data) + 1, HOME.format("-"), False)


@pytest.mark.parametrize(
    ("board", "chess960"),
    [
        ("", True),
        ("no FEN", True),
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
    scanner.starts(data, games, True)
    assert scanner.learn(games, 0, board, chess960, 0) is False
    assert scanner.read(data, games, True).kinds(0)[0] == UNREAD
    assert scanner.read_from(data, 0, board, chess960)[0] == UNREAD
    assert scanner.panics == 0


def test_starts_are_bounded(scanner: _native.Scanner) -> None:
    old = split(scanner, GAME)
    learn(scanner, GAME, old)
    many = b"".join(b'[FEN "%d"]\n\n*\n' % number for number in range(65_536))
    games = split(scanner, many + GAME)
    assert column(scanner.ids(many + GAME, games))[-2:] == [65_536, 0]
    assert len(scanner.starts(many + GAME, games, True)) == 65_537
    fresh = split(scanner, GAME)
    assert scanner.starts(GAME, fresh, True) == [(65_537, 0, True, False)]
    assert scanner.starts(GAME, old, True) == [(0, 0, True, False)]
    assert scanner.read(GAME, old, True).kinds(0) == (0, 0)


def test_long_starts_are_not_remembered(scanner: _native.Scanner) -> None:
    data = b'[FEN "' + b"x" * 5000 + b'"]\n\n*\n'
    games = split(scanner, data)
    assert column(scanner.ids(data, games)) == [NO_ID]
    assert scanner.starts(data, games, True) == []
    assert scanner.learn(games, 0, HOME.format("-"), False, 0) is False
    assert scanner.read(data, games, False).kinds(0) == (UNREAD, NO_ID)


def test_threads_share_a_scanner(scanner: _native.Scanner) -> None:
    def work(number: int) -> set[int]:
        data = CASTLES % (HOME.format("HAha").encode() + b" " * (number % 8)) + GAME * 2000
        facts = read(scanner, data)
        return {facts.kinds(index)[0] for index in range(1, len(facts))}

    with ThreadPoolExecutor(4) as pool:
        assert set.union(*pool.map(work, range(40))) == {0}
    assert scanner.panics == 0
    assert scanner.last_panic is None


def test_data_is_bytes(scanner: _native.Scanner) -> None:
    games = _native.Games()
    for call in (
        lambda text: scanner.split(text, games, True),
        lambda text: scanner.starts(text, games, True),
        lambda text: scanner.read(text, games, True),
    ):
        with pytest.raises(TypeError):
            call("text")


def test_data_that_is_not_the_games(scanner: _native.Scanner) -> None:
    """What a table points at beyond the data counts as absent; nothing panics."""
    data = CHESS960 + GAME
    games = split(scanner, data)
    learn(scanner, data, games)
    for other in (b"", data[:40], data[:-3]):
        facts = scanner.read(other, games, True)
        assert len(facts) == 2
    assert scanner.panics == 0
