"""Findings that repeat: the first are shown, the others are one line; one alone that is left is shown, too."""

from __future__ import annotations

import pytest

from pgnfen.report.findings import Folded, Folds, Said

SAID: Said = (b"X101 odd error: it is odd\n", 3)
TAIL = b": X101 odd error: it is odd\n"


def lines(path: str, games: list[int]) -> list[str]:
    """The lines of a file in which the same is found in these games, one in each line."""
    folds = Folds()
    out = folds.put(Folded(path, 1, [(SAID, TAIL, 10 * game, game) for game in games]))
    return (out + folds.end()).decode().splitlines()


@pytest.mark.parametrize(
    ("games", "last"),
    [
        ([1, 2], None),
        ([1, 2, 3], None),
        ([1, 2, 3, 4], "a.pgn:40: game 4: X101 odd error: it is odd"),
        ([1, 2, 3, 4, 5], "a.pgn: 5 games, first: game 1: X101 odd error: it is odd"),
        ([1, 2, 3, 3, 3], "a.pgn: 5 times in 3 games, first: game 1: X101 odd error: it is odd"),
    ],
)
def test_three_are_shown_and_the_others_counted(games: list[int], last: str | None) -> None:
    shown = [f"a.pgn:{10 * game}: game {game}: X101 odd error: it is odd" for game in games[:3]]
    assert lines("a.pgn", games) == shown + ([last] if last else [])


def test_each_file_begins_anew() -> None:
    folds = Folds()
    first = folds.put(Folded("a.pgn", 1, [(SAID, TAIL, game, game) for game in range(1, 6)]))
    second = folds.put(Folded("b.pgn", 1, [(SAID, TAIL, 1, 1)]))
    assert first.count(b"\n") == 3
    assert second.decode().splitlines() == [
        "a.pgn: 5 games, first: game 1: X101 odd error: it is odd",
        "b.pgn:1: game 1: X101 odd error: it is odd",
    ]
    assert folds.end() == b""
