"""Which edits can be done together."""

from __future__ import annotations

import pytest

from pgnfen.audit.edits import Edit
from pgnfen.repair.edits import overlap


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((3, 5), (5, 7), False),
        ((3, 5), (4, 6), True),
        ((3, 5), (3, 3), False),  # what is inserted stands before the span
        ((3, 5), (4, 4), True),
        ((3, 5), (5, 5), False),
        ((4, 4), (4, 4), True),  # which of them stands first?
        ((4, 4), (5, 5), False),
    ],
)
def test_overlap(one: tuple[int, int], other: tuple[int, int], expected: bool) -> None:
    edits = Edit(*one, b"x"), Edit(*other, b"y")
    assert (overlap(*edits), overlap(*edits[::-1])) == (expected, expected)
