"""Whatever the text, the FEN library answers: no exception, and faults that point into the text."""

from __future__ import annotations

import pytest
from fen_texts import TEXT
from hypothesis import given, settings
from hypothesis import strategies as st

from pgnfen.fen import KINDS, read_fen, read_start, read_variant, to_chess_board

VARIANTS = [
    None, "Standard", "chess 960", "Crazyhouse", "Antichess", "Atomic", "Horde", "Racing Kings", "Three-check",
    "King of the Hill", "Suicide", "Seirawan", "No king", "Capablanca", "Janus", "Calvinball",
]  # fmt: skip


LONG_CASTLING = "8/8/8/8/8/8/8/8 w " + "KQkq" * 50_000 + " - 0 1"


@settings(max_examples=250, deadline=None)
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


@settings(max_examples=250, deadline=None)
@given(TEXT)
def test_text_written_is_read_as_the_same_record(text: str) -> None:
    record = read_fen(text)
    if record.board is None:
        return
    again = read_fen(record.to_text())
    assert again.board == record.board
    assert again.to_text() == record.to_text()


@pytest.mark.parametrize(
    "text", ["9" * 100_000, "/" * 100_000, "8/" * 50_000, "w" * 100_000, " " * 100_000, LONG_CASTLING]
)
def test_long_text_takes_no_long_time(text: str) -> None:
    assert read_start("1", text, None).kind == "unreadable"
