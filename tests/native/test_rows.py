"""The rows of `tags` that the native engine writes are those that Python writes."""

from __future__ import annotations

import io
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("pgnfen._native")

from hypothesis import given
from hypothesis import strategies as st

from pgnfen import _native
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.definitions import KEYS
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.tags import TagsReport

ROOT = Path(__file__).parent.parent.parent
FEN = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"
NAMES = ("Event", "Date", "White", "Black", "Result", "SetUp", "FEN", "Variant", "ECO", "fen")
VALUES = (
    b"", b"?", b"-", b" ", b"Kasparov, Garry", b'\\"quoted\\"', b"back\\\\slash \\n", b"tab\there", b"\x01\x1f\x7f",
    b"Polg\xe1r", "Polgár – 雪".encode(), b"\xff\x81\xfe", b"\xed\xa0\x80", b"%", b"100 %d %b %%", b"a,b", b"'", b"{}",
    b"\xc2\x85\xe2\x80\xa8", FEN.encode(), FEN.replace("w KQkq -", "b HFhf e6").encode(),
    b"From Position", b"chess 960", b"-960", b"/frc", b"8/8/8/8/8/8/8/8 w - - 0 1", b"Chess960", b"1", b"0",
    b"x" * 5000,
)  # fmt: skip
CAREFUL = {
    "twice": b'[White "A"]\n[White "B"]\n\n1. e4 *\n\n',
    "comment": b'; first\n[White "A"]\n; second\n[Black "B"]\n\n1. e4 *\n\n',
    "one line": b'[White "A"] [Black "B"] [FEN "x"]\n\n1. e4 *\n\n',
    "broken": b'[White "A"]\n[Black "B]\n\n1. e4 *\n\n',
    "spread": b'[White "A\nB"]\n\n1. e4 *\n\n',
    "lone CR": b'[White "A"]\r[Black "B"]\r\r1. e4 *\r\r',
    "no tags": b"1. e4 e5 *\n\n",
    "byte order mark": b'\xef\xbb\xbf[White "A"]\n\n1. e4 *\n\n',
}


def game(tags: dict[str, bytes], eol: bytes = b"\n") -> bytes:
    head = b"".join(b'[%s "%s"]%s' % (name.encode(), value, eol) for name, value in tags.items())
    return head + eol + b"1. e4 {x} *" + eol + eol


def blocks(engine: str, data: bytes, size: int = 1 << 20) -> list[Block]:
    with patch.dict(os.environ, PGNFEN_ENGINE=engine):
        return list(read_blocks(io.BytesIO(data), size))


def rows(found: list[Block], format: Format, path: str = "a.pgn") -> bytes:
    report = TagsReport(format)
    return b"".join(report.block(block, path) for block in found)


def check(data: bytes, path: str = "a.pgn", size: int = 1 << 20) -> None:
    quick, plain = blocks("native", data, size), blocks("python-chess", data, size)
    assert all(isinstance(block, NativeBlock) for block in quick)
    assert not any(isinstance(block, NativeBlock) for block in plain)
    for format in (*FORMATS, "csv-raw"):
        assert rows(quick, format, path) == rows(plain, format, path)


@pytest.mark.parametrize("eol", [b"\n", b"\r\n"])
@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_every_value_in_every_tag(value: bytes, eol: bytes) -> None:
    check(b"".join(game({name: value, "Site": b"x"}, eol) for name in NAMES))


@given(
    st.lists(st.dictionaries(st.sampled_from(NAMES), st.sampled_from(VALUES[:-1]) | st.binary(max_size=8)), max_size=8),
    st.sampled_from([b"\n", b"\r\n"]),
    st.integers(1, 600),
)
def test_games(games: list[dict[str, bytes]], eol: bytes, size: int) -> None:
    check(b"".join(game(tags, eol) for tags in games), size=size)


def test_values_that_come_again() -> None:
    """In the next game, behind one without the tag, behind another value; as another tag's; of another game's start."""
    names = ("Event", "Date", "White", "Black", "Result", "FEN")
    for one in names:
        values = [b"a", b"a", None, b"a", b"b", b"a", b"", b"", None, b"a"]
        games = [{one: value} if value is not None else {} for value in values]
        check(b"".join(game(tags | {"Site": b"x"}) for tags in games))
    check(b"".join(game({one: b"a", other: b"a"}) for one in names for other in names))


@pytest.mark.parametrize("path", ["", "100 %d%b.pgn", 'a "b", c.pgn', "tab\t.pgn", "\udcff.pgn", "雪.zip:é.pgn"])
def test_paths(path: str) -> None:
    check(game({"White": b"A"}) * 2, path)


@pytest.mark.parametrize("name", CAREFUL)
def test_careful_games(name: str) -> None:
    plain = game({"White": b"C", "FEN": FEN.encode()})
    check(CAREFUL[name] + plain)
    check(plain + CAREFUL[name] + plain + CAREFUL[name] * 2, size=70)


@pytest.mark.parametrize("room", [0, 100, 400, 5000])
def test_more_than_is_remembered(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TagsReport, "ROOM", room)
    some = [{"White": b"W%d" % number, "Black": b"B%d" % (number % 7), "FEN": b"f%d" % number} for number in range(300)]
    check(b"".join(map(game, some + some[::-1])) + game({"Event": b"y" * 20_000, "FEN": b"z" * 20_000}) * 2, size=5000)


def test_files() -> None:
    paths = [*(ROOT / "sample_pgn").rglob("*.pgn"), *(ROOT / "tests").rglob("*.pgn")]
    assert len(paths) > 100
    for path in paths:
        check(path.read_bytes(), str(path), 3000)


def test_threads_may_share_a_report() -> None:
    data = b"".join(game({"White": b"W%d" % (number % 50), "FEN": b"f%d" % (number % 90)}) for number in range(3000))
    found, report = blocks("native", data, 2000), TagsReport("jsonl")
    with ThreadPoolExecutor(4) as pool:
        written = b"".join(pool.map(lambda block: report.block(block, "a"), found))
    assert written == rows(blocks("python-chess", data, 2000), "jsonl", "a")


class Callbacks:
    """Counts what it is asked, and raises where a value says so."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def value(self, raw: bytes | None) -> bytes:
        self.asked.append(raw)
        if raw == b"bad":
            raise LookupError(raw)
        return raw or b"-"

    def start(self, *key: bytes | None) -> bytes:
        self.asked.append(key)
        if key[1] == b"bad":
            raise LookupError(key)
        return b"start"


COLUMNS = [KEYS.index(name) for name in (b"white", b"black", b"date", b"event", b"result")]
PIECES = [b"(", b",", b",", b",", b";", b";", b";", b";", b";", b")"]
GAME = game({"Event": b"E", "White": b"W", "FEN": b"x"})  # a FEN that is not plain: Python writes its columns
NO_TAGS = b"-\t-\t-\tstandard\t518\t-\t-\t-"


def split(data: bytes) -> _native.Games:
    games = _native.Games()
    _native.Scanner().split(data, games, True)
    assert games.stop == len(data)
    return games


def test_each_is_asked_once() -> None:
    told = Callbacks()
    written = _native.Rows("text", PIECES, COLUMNS, told.value, told.start, 1 << 20)
    row = b"p(%d,%d,%d,start;W;-;-;E;-)"
    for place in (1, 1, 0), (1 << 40, 1 << 33, 1 << 50):
        second = place[0] + 1, place[1] + 6, place[2] + len(GAME)
        assert written.block(GAME * 2, split(GAME * 2), b"p", place) == row % place + row % second
    assert told.asked == [None, (None, b"x", None), b"W", b"E"]


@pytest.mark.parametrize("name", ["Black", "FEN"])
def test_what_a_callback_raises_is_passed_on(name: str) -> None:
    told = Callbacks()
    written = _native.Rows("text", PIECES, COLUMNS, told.value, told.start, 1 << 20)
    bad = GAME + game({name: b"bad"})
    for _ in range(2):
        with pytest.raises(LookupError, match="bad"):
            written.block(bad, split(bad), b"p", (1, 1, 0))
    asked = len(told.asked)
    assert written.block(GAME, split(GAME), b"p", (1, 1, 0)) == b"p(1,1,0,start;W;-;-;E;-)"
    assert len(told.asked) == asked  # what was told before is not forgotten


def test_a_callback_may_come_back() -> None:
    told = Callbacks()
    inner: list[bytes] = []

    def start(*key: bytes | None) -> bytes:
        if not inner:
            inner.append(b"")
            inner.append(written.block(GAME, split(GAME), b"p", (1, 1, 0)))
        return told.start(*key)

    written = _native.Rows("text", PIECES, COLUMNS, told.value, start, 1 << 20)
    assert written.block(GAME, split(GAME), b"p", (1, 1, 0)) == inner[1]


def test_misuse() -> None:
    told = Callbacks()
    with pytest.raises(ValueError, match="html is no format"):
        _native.Rows("html", PIECES, COLUMNS, told.value, told.start, 0)
    with pytest.raises(ValueError, match="before each column"):
        _native.Rows("text", PIECES[1:], COLUMNS, told.value, told.start, 0)
    with pytest.raises(ValueError, match="a tag that is kept"):
        _native.Rows("text", PIECES, [*COLUMNS[1:], len(KEYS)], told.value, told.start, 0)
    with pytest.raises(TypeError):
        _native.Rows("text", PIECES, COLUMNS, lambda raw: "text", told.start, 0)
    written = _native.Rows("text", PIECES, COLUMNS, told.value, told.start, 0)
    with pytest.raises(OverflowError):
        written.block(GAME, split(GAME), b"p", (-1, 1, 0))
    # Data that the games were not split from: values out of it count as absent.
    assert written.block(b"", split(GAME), b"p", (1, 1, 0)) == b"p(1,1,0,%s;-;-;-;-;-)" % NO_TAGS
