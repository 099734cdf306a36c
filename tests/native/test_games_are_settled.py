"""Which games the native splitter settles alone, and that it settles them as the Python one."""

from __future__ import annotations

import pytest

pytest.importorskip("pgnfen._native")

from native_columns import column, split

from pgnfen import _native
from pgnfen.pgn.block import count_lines
from pgnfen.pgn.definitions import ORDERED, REGULAR, SPELLED
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.scan import game_end
from pgnfen.pgn.tagpairs import read_tag_section

GAME = b'[Event "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {x} Nc6 1-0\n\n'


@pytest.fixture
def scanner() -> _native.Scanner:
    return _native.Scanner()


TAGS = b'[Event "A"]\n[FEN "f"]\n'
BEGINNINGS = [
    # No tags.
    b"1. e4 ", b"e4 ", b".e4 ", b"*", b"(x) ", b"{x} ", b"\n \n1. e4 ", b"; x\n% y\n1. e4 ", b"\xef\xbb\xbf1. e4 ",
    b"Z0 ", b"-- ", b"O\xe2\x80\x93O ", b"@e4 ", b"1 . ... e4 ", b"1e4 ",
    # What parts tags and movetext.
    TAGS + b"1. e4 ", TAGS + b" \n\t\n1. e4 ", TAGS + b"\n\n\r\n1. e4 ", TAGS + b"\n;x\n%y\n\n1. e4 ", TAGS + b"\nO-O ",
    TAGS + b"stray ", TAGS + b"stray\n1. [x] ", TAGS + b"\n \n, [X] ", TAGS + b" 1. e4 ", TAGS[:-1] + b"] 1. e4 ",
    # Tags as archives have them.
    b"\xef\xbb\xbf" + TAGS + b"\n1. e4 ", b"\n;x\n" + TAGS + b"\n1. e4 ", b" [Event\t\"A\" ] [White \"B\"]\t\n1. e4 ",
    b'[Date "a\\"b\\\\"]\n\n1. e4 ', b'[Event "A"]\n\n[FEN "f"]\n1. e4 ', TAGS + b'[Fen "g"]\n[Variant "v"]\n\n1. e4 ',
    b'[fen "g"]\n[FEN "f"]\n[fen "h"]\n\n1. e4 ', b'[Variant "v"]\n[FEN "f"]\n[Variant "w"]\n[FEN "g"]\n\n1. e4 ',
    b'[Event "A"]\n[event "B"]\n\n1. e4 ', b'[White "A"]\n[white "B"]\n[Date "a"b"]\n\n1. e4 ', b"[Event A]\n1. e4 ",
    b"[" + b"A" * 65 + b' "x"]\n1. e4 ', b'[Event "A\n[Date "x"]\n\n1. e4 ', b'Event "A"]\n[Date "x"]\n\n1. e4 ',
    b"junk\n, junk\n" + TAGS + b"\n1. e4 ", TAGS + b'stray\n[Date "x"]\n\n1. e4 ', TAGS + b"[X]\n\n1. e4 ",
    b'[White "x"] [Date y]\n1. e4 ', b'[FEN "f\r"]\n[Date "x"]\n\n1. e4 ',
    b'[FEN "f\n"]\n[Date "x"]\n\n1. e4 ', b'[Date "x\r\n" ] \n[FEN "f\\"\r"][Variant "v"]\n\n1. e4 ',
]  # fmt: skip
# No movetext: the next game begins behind them.
TAGS_ALONE = [
    TAGS, TAGS + b"\n", TAGS + b" [White \"B\"]\n", TAGS + b"\n;x\n\n", TAGS + b'[Date "a"b"]\n', TAGS + b"\n[X]\n",
    b'[V ""]\n\n',
]  # fmt: skip
ENDINGS = [
    b"*\n\n", b"1-0\n", b"\n", b"\n\n\n", b"* 1-0\n", b"* (1. d4 (x)) {y} ;z\n\n", b"*\n% 1. d4\n", b"* 1/2 1. d4\n\n",
    b"* stray [x]\n\n", b"(1. d4 *\r\n) *\n", b"(1. d4 *\r\n \r\n", b"{\n[%clk 1]\n} *\n", b'{\n[A "x"]\n} *\n',
    b"* ---\n", b"* (1. d4 *\n\n", b"*\n[x]\n[Event\n", b"1-0 " * 5 + b"\n",
]  # fmt: skip
# What begins a game behind a termination marker only.
BEHIND_MARKERS = [
    b"1. d4 *", b"d4 *", b"1.\n...d4 *", b"O-O *", b"0-0 *", b"Nf3 *", b"--", b"Z0", b'Date "x"]\n*', b"[Event x]\n*",
]  # fmt: skip
NEXT = b'[Event "B"]\n\n*\n'


def check_header(
    data: bytes, start: int, end: int, movetext: int, values: tuple[bytes | None, ...], flags: int
) -> None:
    """The tag section is what the careful reader makes of it."""
    section = read_tag_section(data, start, end)
    assert section is not None
    layout, expected = read_header(section)
    assert (movetext, values) == (section.end, tuple(expected))
    said = [bool(flags & flag) for flag in (REGULAR, SPELLED, ORDERED)]
    assert said == [layout.regular, layout.spelled, layout.ordered]


def check_settled(scanner: _native.Scanner, data: bytes) -> int:
    """All games are settled natively, the same as the definition has; the same wherever the data is cut. How many."""
    games = split(scanner, data)
    assert games.stop == len(data), data
    starts, ends, movetexts = (column(one, "I") for one in (games.starts(), games.ends(), games.movetexts()))
    lines, values, flags = column(games.line_numbers(), "I"), games.values(data), games.flags()
    for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
        assert game_end(data, start, True) == end, data
        assert lines[index] == count_lines(data, 0, start)
        check_header(data, start, end, movetexts[index], values[index], flags[index])
    for cut in range(len(data)):
        part = split(scanner, data[:cut], final=False)
        assert part.ends() == games.ends()[: 4 * len(part)], data[:cut]
    return len(games)


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_beginnings_are_settled(scanner: _native.Scanner, beginning: bytes) -> None:
    assert check_settled(scanner, beginning + b"*\n" + NEXT) == 2
    if TAGS in beginning:
        assert check_settled(scanner, GAME + beginning[beginning.index(TAGS) :] + b"*\n" + NEXT) == 3


@pytest.mark.parametrize("tags", TAGS_ALONE)
def test_tags_without_movetext_are_settled(scanner: _native.Scanner, tags: bytes) -> None:
    assert check_settled(scanner, tags + NEXT) == 2
    assert check_settled(scanner, GAME + tags) == 2


@pytest.mark.parametrize("ending", ENDINGS)
def test_endings_are_settled(scanner: _native.Scanner, ending: bytes) -> None:
    assert check_settled(scanner, TAGS + b"\n1. e4 " + ending + NEXT) == 2
    assert check_settled(scanner, b"1. e4 " + ending + NEXT + b"1. e4 " + ending) == 3


@pytest.mark.parametrize("beginning", BEHIND_MARKERS)
@pytest.mark.parametrize("between", [b"\n", b"\n\n", b"\r\n", b" {x} ;y\n", b" (x) *\n", b" stray\n"])
def test_games_behind_markers_are_settled(scanner: _native.Scanner, beginning: bytes, between: bytes) -> None:
    for first in (GAME.rstrip(), b"1. e4 1/2-1/2", b"*"):
        assert check_settled(scanner, first + between + beginning + b"\n") == 2


def test_junk_alone_is_settled(scanner: _native.Scanner) -> None:
    for junk in (b"junk\n\njunk", b";x\n", b"\n\n", b"%", b"\xef\xbb\xbf"):
        assert check_settled(scanner, junk) == 1
