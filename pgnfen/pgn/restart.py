"""Whether a paragraph of movetext, the text behind a blank line, may begin another game without tags."""

from __future__ import annotations

from collections.abc import Iterable

from pgnfen.lazy import regex
from pgnfen.pgn.definitions import PARAGRAPH
from pgnfen.pgn.movetext import COMMENTS, Kind, Token, lex, moves_end_before_prose, read_number
from pgnfen.pgn.tagpairs import BLANK_LINE

_BLANK_LINE = regex(BLANK_LINE)
_NEWLINE = regex(rb"[\r\n]")
_MOVES = frozenset((Kind.MOVE, Kind.CASTLING, Kind.NULL))
_BEFORE = COMMENTS | {Kind.NAG, Kind.ANNOTATION, Kind.UNREADABLE}
_BESIDE = COMMENTS | {Kind.NAG, Kind.ANNOTATION}
# The moves of the standard array, short or long (PGN 1994 8.2.3; `e2e4`, `Ng1-f3`), check signs aside.
_ON_ONE_FILE = {home: b"|".join(rb"%c%c-?%c" % (file, home, file) for file in b"abcdefgh") for home in b"27"}
_WHITE = regex(
    rb"(?:P?(?:" + _ON_ONE_FILE[0x32] + rb"|[a-h])[34]|N(?:(?:b(?:1-?)?)?[ac]|(?:g(?:1-?)?)?[fh])3)[+#]*\Z"
)
_BLACK = regex(
    rb"(?:P?(?:" + _ON_ONE_FILE[0x37] + rb"|[a-h])[65]|N(?:(?:b(?:8-?)?)?[ac]|(?:g(?:8-?)?)?[fh])6)[+#]*\Z"
)


def paragraph_at(data: bytes, at: int, end: int) -> bytes:
    """The paragraph at `at`: up to the next blank line, PARAGRAPH bytes at most; empty where another one begins."""
    limit = min(end, at + PARAGRAPH)
    if data[at : at + 1] in (b"\r", b"\n"):
        return b""
    blank = _BLANK_LINE.search(data, at, limit)
    return data[at : blank.start() if blank else limit]


def may_begin_game(data: bytes, start: int) -> bool:
    r"""Whether a paragraph behind a move of data[start:] begins with a move number 1, as another game would.

    >>> [may_begin_game(text, 0) for text in (b"1. e4\n\n{two} 1. d4", b"1. e4\n\n1... e5", b"{by hand}\n\n1. e4")]
    [True, False, False]
    """
    first = next((token.end for token in lex(data, start) if token.kind in _MOVES), len(data))
    paragraphs = (paragraph_at(data, blank.end(), len(data)) for blank in _BLANK_LINE.finditer(data, first))
    return any(leading_number(paragraph) is not None for paragraph in paragraphs)


def has_text(data: bytes, start: int) -> bool:
    r"""Whether text that is no move stands before the first move of the movetext data[start:] or behind the last, or a
    paragraph is prose: a blank line parts them, and without it they would read as moves.

    >>> [has_text(text, 0) for text in (b"1. e4\n\nHe thought of d5 for long\n1... e5", b"1. e4\n\n(Round 2)")]
    [True, True]
    >>> [has_text(text, 0) for text in (b'0 1"]\n\n1. e4', b"1. e4\n\nfoo e5")]
    [True, False]
    """
    tokens = lex(data, start)
    odd = [token for token in tokens if token.kind is Kind.UNREADABLE]
    if not odd:
        return False
    first = next((token.start for token in tokens if token.kind in _MOVES), len(data))
    prose = any(len(token.text(data).split()) > 2 for token in odd)
    return prose or odd[0].start < first or moves_end_before_prose(data, start) is not None


def follows_no_move(data: bytes, places: Iterable[int]) -> bool:
    r"""Whether no move stands before one of the places (ascending) on its line; each line is lexed once.

    >>> [follows_no_move(b"1. e4 1 e5\n1. d4", places) for places in ([6], [6, 11])]
    [False, True]
    """
    behind = -1
    for at in places:
        if behind < 0 or _NEWLINE.search(data, behind, at):
            line = max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at)) + 1
            if not any(token.kind in _MOVES for token in lex(data[line:at])):
                return True
        behind = at
    return False


def leading_number(paragraph: bytes) -> Token | None:
    """The move number 1, one dot or none behind it, that is the first in a paragraph: comments, NAGs and prose aside.

    >>> leading_number(b"{Game two} 1. d4 d5").start, leading_number(b"1... e5"), leading_number(b"e5 1. d4")
    (11, None, None)
    """
    if b"1" not in paragraph:
        return None
    for token in lex(paragraph):
        if token.kind is Kind.NUMBER:
            return token if read_number(token.text(paragraph)) in ((1, 1), (1, 0)) else None
        if token.kind not in _BEFORE or paragraph[token.start] == 0x5B:  # [
            return None
    return None


def opening(paragraph: bytes, number: Token) -> int:
    """Where the game of a leading number begins: at the paragraph's first token, behind prose at the number.

    >>> [opening(text, leading_number(text)) for text in (b" {Game two} $1 1. d4", b"Game two: {best} 1. d4")]
    [1, 17]
    """
    before = lex(paragraph, 0, number.start)
    prose = any(token.kind is Kind.UNREADABLE for token in before)
    return number.start if prose or not before else before[0].start


def can_open_game(paragraph: bytes, at: int) -> bool:
    """Whether the moves behind the move number 1 at `at` can be the first of a game from the standard array.

    White's move and Black's must be possible there, and the next number be 1 or 2. What cannot be read, or is not
    there, proves nothing.

    >>> [can_open_game(text, 0) for text in (b"1. Nf3 d5 2. d4", b"1. Nxe5 Qe7", b"1. d4 d5 12. c4")]
    [True, False, False]
    """
    rest = [token for token in lex(paragraph, at)[1:] if token.kind not in _BESIDE]
    if not rest or rest[0].kind is not Kind.MOVE or not _WHITE.match(rest[0].text(paragraph)):
        return False
    rest = rest[1:]
    if rest and rest[0].kind is Kind.NUMBER:
        number = read_number(rest[0].text(paragraph))[0]
        if number not in (None, 1):
            return number == 2
        rest = rest[1:]
    return _can_answer(paragraph, rest)


def _can_answer(paragraph: bytes, rest: list[Token]) -> bool:
    """Whether Black's first move and the number behind it can be the array's."""
    if not rest or rest[0].kind is not Kind.MOVE:
        return not rest or rest[0].kind not in (Kind.CASTLING, Kind.NULL)
    if not _BLACK.match(rest[0].text(paragraph)):
        return False
    return len(rest) < 2 or rest[1].kind is not Kind.NUMBER or read_number(rest[1].text(paragraph))[0] in (2, None)
