"""What the moves, or the rest of the tags, determine comes back byte for byte; clean games are not touched."""

from __future__ import annotations

import pytest
from round_trip import Repairs, trip

pytestmark = pytest.mark.usefixtures("reader")

BY_SAFE_FIXES = [
    "blanks-odd", "blank-before-counter-missing", "digits-parted", "zero-in-rank", "castling-order", "fullmove-zero",
    "castling-spelled", "later-number-wrong", "counters-at-array", "conventions-mixed", "file-letters-in-standard",
    "en-passant-dropped", "en-passant-other-file", "en-passant-without-pawn",
    "en-passant-on-wrong-rank", "en-passant-with-halfmove", "en-passant-impossible", "setup-missing",
    "fen-of-standard-array", "tag-name-case", "variant-behind-fen", "result-tag-spelled", "marker-missing",
    "marker-spelled",
]  # fmt: skip
BY_ALL = [
    "counters-missing", "fullmove-missing", "field-too-many", "active-color-spelled", "castling-unknown-letter",
    "fullmove-is-no-number", "color-flipped", "fullmove-other", "right-without-king", "right-without-rook",
    "right-without-rook-960", "other-rook", "setup-zero", "setup-other", "en-passant-rank",
    "fen-twice-wrong-last", "fen-twice-wrong-first", "variant-standard", "variant-misspelled",
    "marker-and-tag-wrong",
]  # fmt: skip


@pytest.mark.parametrize("games", [1, pytest.param(2, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("name", [*BY_SAFE_FIXES, *BY_ALL])
def test_there_and_back(name: str, games: int) -> None:
    done = trip(name, games, 2026, Repairs())
    assert done.found == done.games and done.touched == 0
    assert done.safe == done.games or name in BY_ALL, done.lost[:1]
    assert done.unsafe == done.games, done.lost[:1]
