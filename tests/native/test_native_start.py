"""Starts as the native engine takes them."""

from __future__ import annotations

import pytest

from pgnfen.fen import read_start
from pgnfen.replay.native_start import board_fen, fen_with_all_rights

BARE = "r3k2r/8/8/8/8/8/8/R3K2R"
INNER = "1r2k1r1/8/8/8/8/8/8/1R2K1R1"
BQNBNRKR = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR"


@pytest.mark.parametrize(
    ("fen", "variant", "expected"),
    [
        (f"{BARE} w KQkq - 0 1", None, f"{BARE} w HAha - 0 1"),
        (f"{BARE} b - e3 4 7", None, f"{BARE} b - - 4 7"),  # no pawn has made a double step
        (f"{BQNBNRKR} w KQkq - 0 1", "Chess960", f"{BQNBNRKR} w HFhf - 0 1"),
        (f"{BARE} w HAk - 3 1", None, f"{BARE} w HAh - 3 1"),  # K101: counters are taken as they are
        (f"{BARE}", None, f"{BARE} w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", None, "4k3/8/8/8/8/8/8/4K2R w H - 0 1"),
        (f"{BARE} w KQkq - 0 1", "Atomic", None),
        ("r3k2r/8/8/8 w - - 0 1", None, None),
    ],
)
def test_what_a_start_stands_for(fen: str, variant: str | None, expected: str | None) -> None:
    assert board_fen(read_start("1", fen, variant)) == expected


def test_no_fen_is_the_standard_array() -> None:
    assert board_fen(read_start(None, None, None)) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
    assert board_fen(read_start("1", "?", None)) is None


@pytest.mark.parametrize(
    ("fen", "variant", "expected"),
    [
        (f"{BARE} w - - 0 1", "Standard", (f"{BARE} w HAha - 0 1", "HAha")),
        (f"{BARE} w Kq - 0 1", None, (f"{BARE} w HaAh - 0 1", "Ah")),
        (f"{BARE} w KQkq - 0 1", None, None),  # nothing is denied
        (f"{INNER} w - - 0 1", None, (f"{INNER} w GBgb - 0 1", "GBgb")),
        (f"{INNER} w - - 0 1", "Chess960", (f"{INNER} w GBgb - 0 1", "GBgb")),
        (f"{INNER} w - - 0 1", "Standard", None),  # rooks and kings of standard chess stand elsewhere
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", None, None),  # a king off its rank
        ("4k3/8/8/8/8/8/8/4KRR1 w F - 0 1", "Chess960", None),  # that side has a right
        ("8/8/8/8/8/8/8/4K2R w - - 0 1", None, None),  # no position to play from
    ],
)
def test_rights_that_a_start_may_have_left_out(
    fen: str, variant: str | None, expected: tuple[str, str] | None
) -> None:
    assert fen_with_all_rights(read_start("1", fen, variant)) == expected
