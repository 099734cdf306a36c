"""One king beside another in the center is not yet the sign of an electronic board (R111)."""

from __future__ import annotations

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.pgn.blocks import new_splitter

pytestmark = pytest.mark.usefixtures("reader")


@pytest.mark.parametrize(
    ("fen", "moves", "code"),
    [
        ("8/8/2k5/8/4K3/8/8/8 b - - 0 40", "40... Kd5", "R101"),  # one square: a move that may have been played
        ("3k4/8/8/8/4K3/8/8/8 b - - 0 40", "40... Kd5", "R111"),  # three squares
        ("8/8/2k5/8/8/3K4/8/8 w - - 0 40", "40. Kd5 Ke4", "R111"),  # two kings tell the result
        ("8/8/8/8/8/8/k7/4K3 w - - 0 40", "40. Kd5", "R111"),  # one king alone in the center, far from where it was
        ("8/8/8/8/8/8/k7/4K3 w - - 0 40", "40. Kd4", "R101"),  # the square of the other result
    ],
)
def test_how_far_the_kings_have_come(fen: str, moves: str, code: str) -> None:
    game = f'[Result "1-0"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n{moves} 1-0\n'
    block = new_splitter().split(game.encode(), final=True)
    found = {one.remark.code for one in Auditor().block(block)} & {"R101", "R111"}
    assert found == {code}
