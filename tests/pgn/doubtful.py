"""The doubtful cases of game boundaries: small archives, and how many games each reader finds in them.

docs/boundaries.md has a row for each. Behind each stands a plain game, so that a game that swallows the next shows.
"""

from __future__ import annotations

from typing import NamedTuple

PLAIN = b'[Event "plain"]\n[Result "*"]\n\n1. c4 c5 *\n\n'
TAGS = b'[Event "odd"]\n[Result "1-0"]\n\n'


class Case(NamedTuple):
    """A case: what it is, its bytes, and the games in it for pgnfen, python-chess 1.11.2, pgn-extract 19.04 and Scid
    4.7.4. The plain game behind it is left out; one that swallows it too finds -1."""

    what: str
    data: bytes
    pgnfen: int
    python_chess: int
    pgn_extract: int
    scid: int


CASES = (
    Case("two blank lines between tags and moves", TAGS + b"\n1. e4 e5 1-0\n\n", 1, 2, 1, 1),
    Case("a blank line inside the movetext", TAGS + b"1. e4 e5\n\n2. Nf3 1-0\n\n", 1, 2, 1, 1),
    Case("a comment and a blank line before the moves", TAGS + b"{by hand}\n\n1. e4 e5 1-0\n\n", 1, 2, 1, 1),
    Case("a blank line inside a comment", TAGS + b"1. e4 {one\n\ntwo} e5 1-0\n\n", 1, 1, 1, 1),
    Case("a comment after a blank line and the marker", TAGS + b"1. e4 e5 1-0\n\n{a note}\n\n", 1, 2, 1, 1),
    Case("prose after a finished game", TAGS + b"1. e4 e5 1-0\n\nThe next one is better!\n\n", 1, 2, 2, 2),
    Case("prose after a game without marker", TAGS + b"1. e4 e5\n\nThe next one is better!\n\n", 1, 2, 2, 1),
    Case("no marker, and tags after a blank line", TAGS + b"1. e4 e5\n\n", 1, 1, 1, 1),
    Case("no blank line before the next tags", TAGS + b"1. e4 e5 1-0\n", 1, 1, 1, 1),
    Case("tags alone, no movetext", TAGS + b"\n", 1, 1, 0, 0),
    Case("a second `1.` after a blank line, no marker, no tags", b"1. e4 e5 2. Nf3\n\n1. d4 d5\n\n", 2, 2, 1, 1),
    Case("a comment before such a `1.`", b"1. e4 e5 2. Nf3\n\n{two} 1. d4 d5\n\n", 2, 2, 1, 1),
    Case("prose before such a `1.`", b"1. e4 e5 2. Nf3\n\nGame two\n1. d4 d5\n\n", 2, 2, 2, 1),
    Case("a `1.` whose moves go on from before the blank line", b"10. Bd3 Be7\n\n1. e5 Nd7 12. c4\n\n", 1, 2, 1, 1),
    Case("a NAG before the moves after a marker", b"1. e4 e5 *\n\n$10 1. d4 d5 *\n\n", 2, 2, 2, 2),
    Case("a move number 1 without dot after a marker", b"1. e4 e5 *\n\n1 d4 d5 *\n\n", 2, 2, 2, 2),
    Case("a sign before the first moves of a file", b"+- 1. d4 d5 *\n\n", 1, 1, 1, 1),
    Case("two games without tags on lines of their own", b"1. e4 e5 1-0\n1. d4 d5 0-1\n\n", 2, 1, 2, 2),
    Case("`]]` after a tag pair", b'[Event "odd"]]\n[Site "x"]]\n\n1. e4 e5 1-0\n\n', 1, 1, 1, 2),
    Case("`[[` before a tag pair", b'[[Event "odd"]\n[Site "x"]\n\n1. e4 e5 1-0\n\n', 1, 1, 1, 1),
    Case("indented tags after a marker", b' [Event "odd"]\n [Result "1-0"]\n\n1. e4 e5 1-0\n\n', 1, 2, 1, 1),
    Case("indented tags after a game without marker", TAGS + b'1. e4 e5\n\n [Event "i"]\n\n1. d4 *\n\n', 2, 3, 2, 2),
    Case("a NAG before the first move", TAGS + b"$10 1. e4 e5 1-0\n\n", 1, 1, 2, 1),
    Case("a comment line that opens with `[%`", TAGS + b"1. e4 {see\n[%cal Rf3e5]} e5 1-0\n\n", 1, 1, 1, 1),
    Case("a comment line that is a tag pair", TAGS + b'1. e4 {see\n[Event "x"]\n} e5 1-0\n\n', 1, 1, 1, 1),
    Case("a comment that is never closed", TAGS + b"1. e4 {no end\n\n", 1, 0, -1, 0),
    Case("a comment before the tags", b"{from a book}\n" + TAGS + b"1. e4 e5 1-0\n\n", 1, 2, 1, 1),
    Case("a value broken over two lines", b'[Event "odd\none"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n', 1, 2, 1, 1),
    Case("a variation that is never closed", TAGS + b"1. e4 e5 (1... c5 2. Nf3 1-0\n\n", 1, 1, 1, 1),
    Case("`((1... c5))`", TAGS + b"1. e4 e5 ((1... c5)) 2. Nf3 1-0\n\n", 1, 1, 2, 1),
    Case("a marker inside a variation", TAGS + b"1. e4 e5 (1... c5 2. Nf3 1-0) 2. Nf3 1-0\n\n", 1, 1, 1, 2),
    Case("two markers", TAGS + b"1. e4 e5 1-0 1-0\n\n", 1, 1, 2, 2),
    Case("tags after the marker on its line", TAGS + b'1. e4 e5 1-0 [Event "same line"]\n\n1. d4 *\n\n', 2, 2, 2, 2),
    Case("a `;` before the first tag", b';[Event "odd"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n', 1, 1, 1, 1),
)  # fmt: skip


def page_row(case: Case) -> str:
    """The case's row in docs/boundaries.md: the plain game behind it is counted."""
    counts = (case.pgnfen, case.python_chess, case.pgn_extract, case.scid)
    return f"| {case.what} | " + " | ".join(str(count + 1) for count in counts) + " |"
