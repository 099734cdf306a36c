"""The one memory of starts is bounded by bytes."""

from __future__ import annotations

import pytest

from pgnfen.fen.start import read_start
from pgnfen.pgn.layout import StartKey
from pgnfen.pgn.start_tags import _BYTE, _PLAIN, _ROOM, _START, _Known, start_of_key


def keys(count: int, length: int) -> list[StartKey]:
    return [(b"1", b"%0*d" % (length, number), None) for number in range(count)]


def test_equal_values_are_one_start() -> None:
    assert start_of_key((b"1", b"8/8 w", None)) is start_of_key((b"1", b"8/8 w", None))


def test_few_bytes_many_starts() -> None:
    start = read_start(None, None, None)
    most = []
    for length in (10, 1000):
        known, sizes = _Known(), []
        for key in keys(20_000, length):
            known.keep(key, start)
            sizes.append(len(known))
            assert known.size <= _ROOM
        most.append(max(sizes))
        assert known.size == len(known) * (_START + _BYTE * (length + 1))
    assert 20_000 > most[0] > 4 * most[1] > 5000


def test_a_long_one_is_not_kept() -> None:
    known = _Known()
    known.keep(keys(1, 100_000)[0], read_start(None, None, None))
    assert not known


def test_how_long_a_plain_start_is() -> None:
    """What the native engine reads takes no more than is reckoned for it; what is longer Python reads."""
    _native = pytest.importorskip("pgnfen._native")
    fen = b"/".join([b"rnbqkbnr"] * 8) + b" w KQkq e3 1234567890 1234567890"
    variant = b"Chess960".ljust(40)
    assert _native.start(b"1", fen, b"Chess960") is not None
    assert _native.start(b"1", fen + b"0", b"Chess960") is None
    assert _native.start(b"1", fen, b"x" * 41) is None
    assert _PLAIN == _START + _BYTE * 160 >= _START + _BYTE * len(b"1" + fen + variant)
