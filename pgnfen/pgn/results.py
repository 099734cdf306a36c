"""Results that are not written as PGN writes them: `1/2`, `1:0`, `½ - ½`; what is meant, and where one begins."""

from __future__ import annotations

import re

from pgnfen.regex import regex

MARKERS = (b"*", b"1-0", b"0-1", b"1/2-1/2")
LONGEST = 24  # more than any spelling has bytes, the one before it included

_HALF = rb"(?:1/2|\xc2\xbd|\xbd|0?[.,]5)"
_PARTED = rb"[ \t]{0,4}(?:-|:|\xe2\x80[\x90-\x95]|\xe2\x88\x92|\x96|\x97)[ \t]{0,4}"
_NOUGHT = rb"[0Oo]"
_SPELLED = regex(
    rb"(?:(1" + _PARTED + _NOUGHT + rb")|(" + _NOUGHT + _PARTED + rb"1)"
    rb"|((?:1/2|\xc2\xbd|\xbd)|" + _HALF + _PARTED + _HALF + rb"))[.,]?"
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
    first = max(begin, end - LONGEST)
    found = _LAST.search(data[first:end])
    if found is None or found[0] in MARKERS:
        return None
    return first + found.start(), _marker(found)


def _marker(found: re.Match[bytes]) -> bytes:
    return MARKERS[found.lastindex or 0]
