"""Small inputs through the commands: see commands.py."""

from __future__ import annotations

import pytest

pytest.importorskip("pgnfen._native")

from commands import LIMIT, compare

SLOW = 6 * LIMIT
"""Seconds that are seen on a machine with too much to do too."""


def check(first: int, count: int) -> None:
    wrong, slowest = compare(first, count)
    assert [text for text in wrong if not text.endswith(" s")] == []
    assert slowest[0][0] < SLOW, slowest[0]


def test_small_inputs() -> None:
    check(268, 60)


@pytest.mark.exhaustive
def test_more_small_inputs() -> None:
    check(1_000_000, 2500)
