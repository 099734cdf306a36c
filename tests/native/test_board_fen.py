"""Starts as the native engine takes them."""

from __future__ import annotations

import pytest

from pgnfen.audit.diagnosis import _flipped
from pgnfen.facts.native_reader import board_fen, fen_of
from pgnfen.fen import read_start

BARE = "r3k2r/8/8/8/8/8/8/R3K2R"
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
    ("fen", "variant", "castling", "target"),
    [
        (f"{BARE} w KQkq - 3 9", None, "HAha", "-"),
        (f"{BQNBNRKR} w KQkq - 0 1", "Chess960", "HFhf", "-"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", None, "-", "-"),  # the other side cannot have passed over it
        ("4k3/8/8/3pP3/3Pp3/8/8/4K3 w - d3 0 2", None, "-", "d3"),  # it can have passed over this one
        (f"{BARE} w KQ - 0 1", None, "HA", "-"),
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", None, "Hha", "-"),  # a right that nobody has
        (f"{BARE}", None, "-", "-"),
    ],
)
def test_the_other_side_to_move(fen: str, variant: str | None, castling: str, target: str) -> None:
    """What the record says of it is what python-chess's board does."""
    flipped = _flipped(read_start("1", fen, variant))
    assert flipped is not None
    assert flipped.fen == fen_of(flipped.board)
    assert flipped.fen.split(" ")[1:4] == ["b", castling, target]
