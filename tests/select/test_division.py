"""Games divided by a value: the stretches are the input, and a game goes by its worst finding, of equals the first."""

from __future__ import annotations

import pytest

from pgnfen.pgn.blocks import new_splitter
from pgnfen.select.division import Division

pytestmark = pytest.mark.usefixtures("reader")

CLEAN = b'[Event "a"]\n\n1. e4 *\n\n'
TWO_WARNINGS = b'[Event "b"]\n[Result "1/2"]\n[PlyCount "9"]\n\n1. e4 1/2-1/2\n\n'
ERROR_BEHIND_A_WARNING = b'[Event "c"]\n[Result "1/2"]\n\n1. e4 e4 1/2-1/2\n\n'
CHESS960 = (
    b'[Event "d"]\n[Variant "Chess960"]\n[SetUp "1"]\n'
    b'[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\n\n*\n\n'
)
GAMES = (CLEAN, CLEAN, TWO_WARNINGS, ERROR_BEHIND_A_WARNING, CHESS960)


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("finding", [("clean", 2), ("G110", 1), ("R101", 1), ("clean", 1)]),
        ("kind", [("standard", 4), ("chess960", 1)]),
        ("scharnagl", [("518", 4), ("1", 1)]),
        ("result", [(None, 2), ("1/2", 2), (None, 1)]),
        ("plycount", [(None, 2), ("9", 1), (None, 2)]),
    ],
)
def test_stretches(by: str, expected: list[tuple[str | None, int]]) -> None:
    block = new_splitter().split(b"".join(GAMES), final=True)
    stretches = Division(by).divide(block)
    assert [(stretch.value, stretch.games) for stretch in stretches] == expected
    assert b"".join(stretch.data for stretch in stretches) == b"".join(GAMES)
