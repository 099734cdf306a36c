"""A standard or Chess960 game in which nothing is out of the ordinary, played fast, its variations too.

Whatever is (a spelling, a number, a move that is not plainly legal) is answered with None, and the game is replayed by
python-chess. It may be wrong in that direction only.

It splits movetext at white space instead of lexing it. With it the Python reader audits clean games 1.9 times as fast
as without, games with comments 1.8 times (shapes of benchmarks/shapes.py with `--engine python-chess`).
"""

from __future__ import annotations

import re
from functools import lru_cache

import chess

from pgnfen.lazy import regex
from pgnfen.pgn.definitions import MARKERS
from pgnfen.replay.interface import Plain
from pgnfen.replay.quick_board import QuickBoard, quick_board
from pgnfen.replay.san import San, read_san

_COMMENT = regex(rb"\{[^}]*\}?|;[^\r\n]*|(?<=[\r\n])%[^\r\n]*")
_GLUED = regex(rb"([0-9]{1,4})(\.{1,3})(.*)", re.DOTALL)
_MARKERS = frozenset(MARKERS)
_SUFFIX = regex(rb"([+#]?)[!?]{1,2}\Z")
_NAG = regex(rb"\$[0-9]{1,3}\Z")
_DEPTH = 32  # of variations
_QUIET = 8  # the clock behind the third occurrence of a position that occurs five times, at least
_PLAIN_CASTLING = frozenset(side + check for side in (b"O-O", b"O-O-O") for check in (b"", b"+", b"#"))


def plain_words(movetext: bytes) -> list[bytes] | None:
    """The blank-separated words of movetext, parentheses apart, comments taken out; None where that needs care.

    >>> plain_words(b"1. e4 {best (by test)} e5 (1... c5 2. c3) *")
    [b'1.', b'e4', b'e5', b'(', b'1...', b'c5', b'2.', b'c3', b')', b'*']
    """
    if movetext.rfind(b"{") > movetext.rfind(b"}"):
        return None  # a comment that never closes
    if b"{" in movetext or b";" in movetext or b"%" in movetext:
        movetext = _COMMENT.sub(b" ", movetext)
    if b"{" in movetext or b"}" in movetext or b"[" in movetext:
        return None
    if movetext.rstrip().endswith(b")"):
        return None  # a variation behind the termination marker
    if b"(" in movetext or b")" in movetext:
        movetext = movetext.replace(b"(", b" ( ").replace(b")", b" ) ")
    return movetext.split()


@lru_cache(maxsize=1 << 15)  # words repeat
def _read_word(word: bytes) -> tuple[int, int, San | None] | None:
    """(number or -1, dots, move): `12.` -> (12, 1, None); `e4` -> (-1, 0, San); None: not plain."""
    number, dots = -1, 0
    glued = _GLUED.fullmatch(word)
    if glued:
        number, dots, word = int(glued[1]), len(glued[2]), glued[3]
        if not word:
            return number, dots, None
    elif _NAG.match(word):
        return -1, 0, None
    word = _SUFFIX.sub(rb"\1", word)
    if word[:1] in b"Oo0" and word not in _PLAIN_CASTLING:
        return None
    san = read_san(word)
    return (number, dots, san) if san is not None and san.plain else None


def glance(start: chess.Board, movetext: bytes) -> Plain | None:
    """Play the mainline and its variations from `start`; None asks for a replay.

    A plain mainline has only legal, unambiguous moves in standard spelling, right move numbers wherever there
    are any, a halfmove clock that never passes 150, no position that may occur five times, and one termination
    marker, at its end. Of variations numbers and clock do not matter, and termination markers may stand in them.
    """
    words = plain_words(movetext)
    if not words or words[-1] not in _MARKERS:
        return None
    board = quick_board(start)
    if board is None:
        return None
    read, play = _read_word, board.play
    plies = 0
    marker = words.pop()
    lines = _Lines(board) if b"(" in words else None
    seen: dict[tuple[int, ...], int] = {}
    for word in words:
        if lines is not None and (lines.outer or word == b"("):
            if not lines.plain(word):
                return None
            continue
        answer = read(word)
        if answer is None:
            return None
        number, dots, san = answer
        if number >= 0 and (number != board.number or (plies == 0 and board.white != (dots < 2))):
            return None
        if san is not None:
            if lines is not None:
                lines.before = board.copy()
            if board.clock >= 150 or play(san) < 0:
                return None
            plies += 1
            if board.clock >= _QUIET:
                key = *board.sides, board.white
                seen[key] = seen.get(key, 0) + 1
                if seen[key] == 3:
                    return None
    if lines is not None and lines.outer:
        return None
    ending = board.ending() if plies else "open"
    return Plain(plies, marker, ending, board.white) if ending is not None else None


class _Lines:
    """The variation that is read, and the lines around it; `before` is the position before the last move."""

    __slots__ = ("before", "board", "outer")

    def __init__(self, mainline: QuickBoard) -> None:
        self.board = mainline
        self.before: QuickBoard | None = None
        self.outer: list[tuple[QuickBoard, QuickBoard]] = []

    def plain(self, word: bytes) -> bool:
        """Whether a word that opens a variation or stands in one is plain there; it is played."""
        outer, before = self.outer, self.before
        if word == b"(":
            if before is None or len(outer) >= _DEPTH:
                return False
            outer.append((self.board, before))
            self.board, self.before = before.copy(), None
            return True
        if word == b")":
            self.board, self.before = outer.pop()
            return True
        answer = _read_word(word)
        if answer is None or answer[2] is None:
            return answer is not None or word in _MARKERS
        self.before = self.board.copy()
        return self.board.play(answer[2]) >= 0
