"""Safe fixes remove no text that was right: games whose witnesses agree, then one thing made wrong, or two."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from witness_games import FAULTS, tokens
from witnesses import outcomes

from pgnfen.audit.auditor import Auditor


def total(games: int, seed: int, two: bool = False) -> Counter[str]:
    counts: Counter[str] = Counter()
    for one in outcomes(list(FAULTS), games, seed, two, Auditor(), show=0).values():
        counts += one
    return counts


def longer(exhaustive: int, hours: int) -> list[Any]:
    """The counts of the longer runs."""
    long = pytest.param(hours, marks=[pytest.mark.hours, pytest.mark.timeout(0)])
    return [pytest.param(exhaustive, marks=pytest.mark.exhaustive), long]


@pytest.mark.parametrize("games", [330, *longer(1000, 6000)])
def test_one_witness_is_wrong(games: int) -> None:
    counts = total(games, seed=11)
    assert counts["harmed"] == 0
    assert counts["harmed unsafe"] <= 0.01 * counts["games"]
    assert counts["restored"] >= 0.6 * counts["determined"]
    assert counts["restored unsafe"] >= 0.85 * counts["determined"]
    assert counts["expected"] >= 0.9 * counts["determined"]


@pytest.mark.parametrize("games", [200, *longer(700, 4000)])
def test_two_are_wrong(games: int) -> None:
    counts = total(games, seed=12, two=True)
    assert counts["harmed"] == 0
    assert counts["harmed unsafe"] <= 0.01 * counts["games"]


def test_values_of_tags_are_told_from_the_movetext() -> None:
    text = '[Result "1-0"]\n\n1. e4 {8/8 w} 1-0'
    assert tokens(text) == ["Result:", "Result: 1-0", "1.", "e4", "{", "8/8", "w", "}", "1-0"]
