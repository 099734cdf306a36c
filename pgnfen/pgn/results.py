"""Results that are not written as PGN writes them: `1/2`, `1:0`, `½ - ½`; what is meant, and where one begins; and
results of games that were not played, or lost by both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pgnfen.lazy import regex
from pgnfen.pgn.definitions import (
    DASH,
    DRAWN,
    MARKERS,
    RESULT_BETWEEN,
    RESULT_DECIMAL,
    RESULT_ENDS,
    RESULT_HALF,
    RESULT_LONGEST,
    RESULT_MOST_BLANKS,
    RESULT_NOUGHT,
    RESULT_ONE,
    WINNERS,
    WON,
)


def _any(words: Iterable[bytes]) -> bytes:
    return b"(?:" + b"|".join(map(re.escape, words)) + b")"


_HALF = _any((*RESULT_HALF, *RESULT_DECIMAL))
_BLANKS = rb"[ \t]{0,%d}" % RESULT_MOST_BLANKS
_PARTED = _BLANKS + b"(?:" + _any(RESULT_BETWEEN) + b"|" + DASH + b")" + _BLANKS
_ONE, _NOUGHT, _ALONE = map(_any, (RESULT_ONE, RESULT_NOUGHT, RESULT_HALF))
_SPELLED = regex(
    b"(?:(" + _ONE + _PARTED + _NOUGHT + b")|(" + _NOUGHT + _PARTED + _ONE + b")"
    b"|(" + _ALONE + b"|" + _HALF + _PARTED + _HALF + b"))" + _any(RESULT_ENDS) + b"?"
)  # fmt: skip
_LAST = regex(rb"(?:\A|(?<=[\s})]))" + _SPELLED.pattern + rb"\Z")


def meant(text: bytes) -> bytes | None:
    """The termination marker that is meant by `text`, blanks around it aside; None where it means none.

    >>> meant(b"1/2"), meant(b"1-0 "), meant("½:½".encode()), meant(b"0 - 1"), meant(b"?")
    (b'1/2-1/2', b'1-0', b'1/2-1/2', b'0-1', None)
    """
    text = text.strip()
    if text in MARKERS:
        return text
    found = _SPELLED.fullmatch(text)
    return _marker(found) if found else None


def last_result(data: bytes, begin: int, end: int) -> tuple[int, bytes] | None:
    """Where the misspelled result begins that data[begin:end] ends with, and the marker that is meant.

    It stands behind white space, a comment or a variation, or is all there is.

    >>> last_result(b"1. e4 e5 1/2 - 1/2", 0, 18), last_result(b"1. e4 1-0", 0, 9)
    ((9, b'1/2-1/2'), None)
    """
    first = max(begin, end - RESULT_LONGEST)
    found = _LAST.search(data[first:end])
    if found is None or found[0] in MARKERS:
        return None
    return first + found.start(), _marker(found)


def _marker(found: re.Match[bytes]) -> bytes:
    return MARKERS[found.lastindex or 0]


_FORFEIT = regex(r"(\+|1F?|1f?|-|0F?|0f?)\s?[-/:=]\s?(\+|1F?|1f?|-|0F?|0f?)\s?(?:F|f|FF|ff|forfeit|wo|w\.?o\.?)?")
_PLAYED = regex(r"[01]\s?[-/:=]\s?1|1\s?[-/:=]\s?0")


def forfeit(text: str) -> str | None:
    """`1-0` or `0-1` for the winner, `0-0` for none; None of what says no forfeit.

    >>> [forfeit(text) for text in ("+/-", "-:+", "0-0", "1-0F", "-/-", "0 - 1", "1-1", "+ - -")]
    ['1-0', '0-1', '0-0', '1-0', '0-0', None, None, '1-0']
    """
    text = text.strip()
    read = _FORFEIT.fullmatch(text)
    if read is None or _PLAYED.fullmatch(text):
        return None
    won = [side[:1] in "+1" for side in read.groups()]
    if won == [True, True]:
        return None
    return "1-0" if won[0] else "0-1" if won[1] else "0-0"


def result_in_words(termination: bytes, white: bytes, black: bytes) -> bytes | None:
    """The result that a Termination tag of a game of these players says in words, as servers write it; None: it says
    none.

    >>> said = b"Magnus won by resignation", b"Game drawn", b"Black won on time", b"normal", b"Mag won on time"
    >>> [result_in_words(each, b"Magnus", b"Hikaru") for each in said]
    [b'1-0', b'1/2-1/2', b'0-1', None, None]
    """
    _, white_wins, black_wins, draw = MARKERS
    if termination.startswith(DRAWN):
        return draw
    players = (white, black) if white != black else (b"", b"")
    for own, color, result in zip(players, WINNERS, (white_wins, black_wins), strict=True):
        if any(termination.startswith(name + word) for name in {own, color} - {b""} for word in WON):
            return result
    return None
