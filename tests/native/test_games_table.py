"""The extension's table of games: its columns, games that Python adds, its way to other processes."""

from __future__ import annotations

import pickle

import pytest

pytest.importorskip("pgnfen._native")

from native_columns import column, split

from pgnfen import _native
from pgnfen.pgn.definitions import ABSENT, CAREFUL, ORDERED, SPELLED
from pgnfen.pgn.native_splitter import NativeSplitter

GAME = b'[Event "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {x} Nc6 1-0\n\n'
OTHER = b'[FEN "x"]\r\n[Variant ""]\r\n\r\n*\r\n'
ODD = b'[Event "A"]\n\n1. e4 {\r} *\n'
NONE = (None, None, None)


@pytest.fixture
def scanner() -> _native.Scanner:
    return _native.Scanner()


def test_columns(scanner: _native.Scanner) -> None:
    data = GAME + OTHER
    games = split(scanner, data)
    assert (len(games), games.stop, games.more, games.lines) == (2, len(data), False, 9)
    assert column(games.starts()) == [0, len(GAME)]
    assert column(games.ends()) == [len(GAME), len(data)]
    assert column(games.line_numbers()) == [0, 5]
    assert [data[at:][:2] for at in column(games.movetexts())] == [b"1.", b"*\r"]
    assert games.values(data) == [(b"A", None, None, None, b"1-0", *NONE), (None,) * 6 + (b"x", b"")]
    assert games.values_of(data, 1) == games.values(data)[1]
    assert games.start_places(1) == (-1, len(GAME) + 6, data.index(b'""') + 1)
    spans = column(games.spans())
    assert (len(spans), data[spans[0] :][: spans[1]], spans[3]) == (32, b"A", ABSENT)
    assert [bool(flag & ORDERED) for flag in games.flags()] == [True, False]
    with pytest.raises(IndexError):
        games.values_of(data, 2)


def test_more_and_careful(scanner: _native.Scanner) -> None:
    part = split(scanner, GAME, final=False)
    assert (len(part), part.stop, part.more) == (0, 0, True)
    data = GAME + ODD + GAME
    games = split(scanner, data, final=False)
    assert (len(games), games.stop, games.more) == (1, len(GAME), False)
    spans = (len(GAME) + 8, 1, *(0, ABSENT) * 7)
    for end in (games.stop, len(data) + 1):
        with pytest.raises(ValueError, match="does not end"):
            games.add(data, end, games.stop, 0, spans, 0)
    games.add(data, len(GAME) + len(ODD), len(GAME) + 13, 4, spans, SPELLED)
    scanner.split(data, games, True)
    assert (len(games), games.stop, games.lines) == (3, len(data), 14)
    assert column(games.line_numbers()) == [0, 5, 9]
    assert games.flags()[1] == SPELLED | CAREFUL
    assert games.values(data)[1] == (b"A", *(None,) * 7)
    assert scanner.starts(data, games, True) == [(0, 0, True, False)]
    assert split(scanner, b"").stop == 0


def test_starts_of_a_table_that_grows(scanner: _native.Scanner) -> None:
    data = GAME + ODD + OTHER
    games = split(scanner, data)
    assert scanner.starts(data, games, True) == [(0, 0, True, False)]
    games.add(data, len(GAME + ODD), len(GAME) + 13, 3, (0, ABSENT) * 8, 0)
    scanner.split(data, games, True)
    assert column(scanner.ids(data, games)) == [0, 0, 1]
    assert scanner.starts(data, games, True) == [(0, 0, True, False), (1, 2, False, False)]


@pytest.mark.parametrize("data", [b"", GAME, GAME + ODD + OTHER, ODD + GAME * 3])
def test_restored_in_another_process(data: bytes) -> None:
    block = NativeSplitter(_native).split(data, True)
    games = block.games_table  # type: ignore[attr-defined]
    again = _native.Games.restore(games.numbers(), games.lines, games.pairs)
    for name in ("starts", "ends", "movetexts", "line_numbers", "spans", "flags"):
        assert getattr(again, name)() == getattr(games, name)()
    assert (len(again), again.stop, again.lines, again.more) == (len(games), games.stop, games.lines, False)
    assert again.values(data) == games.values(data)
    copy = pickle.loads(pickle.dumps(block))
    assert list(copy.games()) == list(block.games())
    assert (copy.layouts, copy.values) == (block.layouts, block.values)
