"""Where blank lines and variations stand that break a game for other readers."""

from __future__ import annotations

import pytest

from pgnfen.facts.kinds import Fact
from pgnfen.facts.structure import structure
from pgnfen.pgn.movetext import lex


def found(movetext: bytes, tags: bytes = b"") -> list[tuple[int, int, int, int]]:
    """Kind, first byte, end, number of what is noted."""
    raw = tags + movetext
    noted = structure(raw, len(tags), lambda: lex(raw, len(tags)))
    return [(one.kind, one.at, one.end, one.value) for one in noted]


@pytest.mark.parametrize(
    ("movetext", "place"),
    [
        (b"1. e4\n\ne5 *", (6, 7, 1)),
        (b"1. e4\n \ne5 *", (6, 8, 1)),
        (b"1. e4\r\n\r\ne5 *", (7, 9, 1)),
        (b"1. e4\n\n{x}\n\ne5\n\n", (6, 7, 2)),
        (b"1. e4\ne5 *", None),
        (b"1. e4 *\n\n{by test}", None),
    ],
)
def test_blank_lines_between_moves(movetext: bytes, place: tuple[int, int, int] | None) -> None:
    assert found(movetext) == ([(int(Fact.BLANK_LINES), *place)] if place else [])


@pytest.mark.parametrize(("lines", "number"), [(b"\n", None), (b"\n\n", None), (b"\n\n\n", 2)])
def test_more_than_one_blank_line_behind_the_tags(lines: bytes, number: int | None) -> None:
    noted = found(b"1. e4 *", b'[Event "?"]' + lines)
    assert noted == ([(int(Fact.BLANK_LINES), 13, 14, number)] if number else [])


@pytest.mark.parametrize(
    ("movetext", "place"),
    [(b"(1. d4) 1. e4 *", (0, 1, 0)), (b"1. e4 ((1. c4) 1. d4) *", (7, 8, 1)), (b"1. e4 (1. d4) *", None)],
)
def test_variations_without_a_move_before_them(movetext: bytes, place: tuple[int, int, int] | None) -> None:
    assert found(movetext) == ([(int(Fact.BARE_VARIATION), *place)] if place else [])
