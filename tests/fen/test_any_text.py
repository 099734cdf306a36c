"""Whatever the text, the FEN library answers: no exception, and faults that point into the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pgnfen.fen import KINDS, read_fen, read_start, read_variant, to_chess_board

VARIANTS = [
    None, "Standard", "chess 960", "Crazyhouse", "Antichess", "Atomic", "Horde", "Racing Kings", "Three-check",
    "King of the Hill", "Suicide", "Seirawan", "No king", "Capablanca", "Janus", "Calvinball",
]  # fmt: skip
RANK = st.text("KQRBNPkqrbnpACac123456789~0", max_size=10) | st.sampled_from(
    ["8", "10", "rnbqkbnr", "pppppppp", "PPPPPPPP", "RNBQKBNR", "4k3", "R3K2R", "r3k2r", "3PpP2", "pppppppppp"]
)
PLACEMENT = st.lists(RANK, min_size=7, max_size=9).map("/".join) | st.lists(
    st.sampled_from(["8", "4k3", "R3K2R", "r3k2r", "3PpP2", "1K1Q4", "pppppppp", "2Pp4", "q6R"]), min_size=8, max_size=8
).map("/".join)
FIELD = st.sampled_from(["w", "b", "W", "-", "KQkq", "qkQK", "HAha", "GHgh", "sKQkq", "e3", "d6", "c6", "0", "1", "²", "3+3"])
RECORD = st.builds(lambda p, f, s: s.join([p, *f]), PLACEMENT, st.lists(FIELD, max_size=7), st.sampled_from([" ", "  ", "\t", "_"]))
SOUND = st.builds(
    lambda p, c, r, e, n: f"{p} {c} {r} {e} {n} 1",
    PLACEMENT,
    st.sampled_from("wb"),
    st.sampled_from(["-", "KQkq", "Kq", "HAha", "Gkq", "Qk", "KAha", "GH"]),
    st.sampled_from(["-", "e3", "d6", "c3", "a6", "h4"]),
    st.integers(0, 9),
)
TEXT = st.text() | RECORD | SOUND


@settings(max_examples=1500, deadline=None)
@given(TEXT, st.sampled_from(VARIANTS))
def test_any_text_gets_an_answer(text: str, variant: str | None) -> None:
    start = read_start("1", text, variant)
    assert start.kind in KINDS
    for fault in start.faults:
        assert 0 <= fault.column <= len(text)
        assert fault.length >= 1
        assert "\n" not in fault.message and fault.message
        assert fault.expected is None or fault.expected != fault.declared
        assert (fault.fix is None) or fault.expected is not None
    record = start.record
    played = start.variant.family != "known"
    if played and record and record.is_readable and record.board and record.width == 8:
        board = to_chess_board(record, start.variant)
        assert board.board_fen(promoted=False) is not None


@given(st.text())
def test_any_variant_gets_an_answer(text: str) -> None:
    assert read_variant(text).family


@settings(max_examples=500, deadline=None)
@given(TEXT)
def test_text_written_is_read_as_the_same_record(text: str) -> None:
    record = read_fen(text)
    if record.board is None:
        return
    again = read_fen(record.to_text())
    assert again.board == record.board
    assert again.to_text() == record.to_text()


@pytest.mark.parametrize("text", ["9" * 100_000, "/" * 100_000, "8/" * 50_000, "w" * 100_000, " " * 100_000])
def test_long_text_takes_no_long_time(text: str) -> None:
    assert read_start("1", text, None).kind == "unreadable"
