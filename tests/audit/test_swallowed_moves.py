"""A comment behind the last move that goes on with the next move number may have swallowed moves; no other may."""

from __future__ import annotations

import pytest

import pgnfen

FEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - {} 2"
GAME = '[Event "?"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 {{[%fen {}]}} {{{}}} *\n'


@pytest.mark.parametrize(
    ("comment", "certain"),
    [("better is 2. f4", True), ("2... Nc6 *", False), ("better 3. Bb5", False), ("1. d4 is better", True)],
)
def test_a_comment_behind_whites_move(comment: str, certain: bool) -> None:
    (found,) = [found for found in pgnfen.audit(GAME.format(FEN.format(9), comment).encode()) if found.code == "D105"]
    assert (found.expected == "1") == certain, found.message
