"""Movetext as tokens, each with its byte span: nothing is judged, nothing is left out but white space.

Sources of the token kinds: PGN 1994 sections 5 (comments), 6 (escape), 8.2 (movetext). Beyond them stand what
archives hold: castling with zeros or any dash, `e.p.`, null moves in five spellings, promotion in four, drops,
the annotation symbols of printed chess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pgnfen.lazy import regex
from pgnfen.pgn.definitions import BEFORE_PROSE, DASH, PROSE
from pgnfen.pgn.tagpairs import BLANK_LINE, MARKER_WORD
from pgnfen.pgn.token_kinds import Kind as Kind  # whoever reads movetext needs it too


class Token(NamedTuple):
    """A token: bytes `start` to `end` (exclusive) of the lexed data; `depth` counts the variations around it.

    A parenthesis has the depth of what it encloses; a `)` that closes nothing has depth 0.
    """

    kind: Kind
    start: int
    end: int
    depth: int

    def text(self, data: bytes) -> bytes:
        """The token's bytes in the data that was lexed."""
        return data[self.start : self.end]


_ENDS = rb"(?![0-9A-Za-z@])"
_SYMBOLS = (
    rb"[+\-]/[+\-=]|=/[+\-]|\+\-|\-\+|\+=|=\+|=|~|/\\|<=|>=|\xc2\xb1|\xe2\x88\x93|\xe2\xa9\xb1|\xe2\xa9\xb2|\xe2\x88\x9e"
    rb"|(?:\+\+?|\#)(?![^\s{}();$!?*])|\xe2\x96\xa1|\xe2\x86\x91|\xe2\x86\x92|\xe2\x87\x86|\xe2\x8c\x93|\xe2\x96\xb3|\xe2\x80\xa0|\xe2\x80\xa1"
)
# N and D remark on a move; behind a number or before a sign they are what is left of one, as is D before a marker. N is
# also the mark of a novelty, D that of a diagram: right behind a move that has a check sign or a promotion, or that
# cannot promote, they are nothing else.
_AFTER_MOVE = (
    rb"(?:(?<=[2-7+\#])|(?<==[QRBN])|(?<=[KQRBN][a-h][18])|(?<=[KQRBN][a-h1-8x:\-@][a-h][18])"
    rb"|(?<=[KQRBN][a-h1-8][1-8x:\-][a-h][18])|(?<=[KQRBN][a-h][1-8][x:\-][a-h][18]))"
)
_NO_NOVELTY = rb"(?!" + _AFTER_MOVE + rb"N)"
_WORDS = rb"(?:(?<!\.)(?<!\.[ \n])(?<!\.\r\n)(?!D\s{1,8}(?:\*|1-0|0-1|1/2-1/2))[ND](?![!?])"
_BEFORE_MARK = rb"(?=[DN][+\#]{0,2}(?![^\s{}();$!?*]))"
_WORDS += rb"|(?<=[1-8QRBN+\#Oo0])[DN][+\#]{0,2}|RR|TN|inf|unclear|ch|mate|dbl|dis|eg|ch\.|mate\.)(?![^\s{}();$!?*])"

# First what nearly all movetext consists of, in its plainest form: a number with one dot before a move, a move before
# white space; and signs that nobody can read, of which a faulty file may have thousands. The alternatives behind them
# would read the same, and more slowly.
_PATTERN = (
    rb"""
    \s*(?:
      ([1-9][0-9]{0,3}\.)(?=[ \n]?[A-Za-z])
    | ((?:[KQRBN][a-h1-8]?x?[a-h][1-8]|[a-h](?:x[a-h])?[1-8])[+\#]?)(?=\s)
    | (\$(?![0-9])|[}\]])
    | (\{[^}]*\}?)
    | (;[^\r\n]*)
    | ((?<=[\r\n])%[^\r\n]*)
    | (\()
    | (\))
    | (\$[0-9]{1,9})
    | (\*|"""
    + MARKER_WORD
    + rb""")
    | ((?:OOO?|ooo?|000?)[+\#]{0,2}(?=[\s{}();$!?*]|\Z)|[Oo0]"""
    + DASH
    + rb"[Oo0](?:"
    + DASH
    + rb"""[Oo0])?[+\#]{0,2})(?:"""
    + _ENDS
    + rb"|"
    + _BEFORE_MARK
    + rb""")
    | ((?:--|Z0|0000|@@@@|(?i:null|pass))(?![0-9A-Za-z\-]))
    | ([0-9]{1,9}(?:[ \t]{0,8}(?:\.|\xe2\x80\xa6))+|[0-9]{1,9}(?![0-9A-Za-z/\-.,:%+])|\.+|\xe2\x80\xa6)
    | (
        (?:[KQRBNP]?[a-h]?[1-8]?[x:\-]?[a-h][1-8](?:"""
    + _NO_NOVELTY
    + rb"""[=/]?[QRBNKqrbnk]|=?\([QRBNqrbn]\))?
        |[PNBRQK]?@[a-h][1-8])
        [+\#]{0,2}
      )(?:"""
    + _ENDS
    + rb"""|(?=e\.?p)|"""
    + _AFTER_MOVE
    + _BEFORE_MARK
    + rb""")
    | (e\.?[ ]?p\.?)"""
    + _ENDS
    + rb"""
    | ([!?]+|"""
    + _SYMBOLS
    + b"|"
    + _WORDS
    + rb""")
    | (\xc2\xa0|\xef\xbb\xbf|\x1a|\[[^\]\r\n{]*\]?|\}|\]|\$|[^\s{}();$!?\[\]*]+)
    | (\Z))
    """  # the end: white space before it is passed over once
)
ANY_WIDTH = 12
"""A width for read_movetext: the movetext of variants whose boards and men may be any."""

_KINDS = [Kind.COMMENT, Kind.NUMBER, Kind.MOVE, Kind.UNREADABLE, *Kind]  # by the number of the pattern's group, from 1
_PLAIN, _END = 3, len(_KINDS)
_BLANK = (b"\xc2\xa0", b"\xef\xbb\xbf", b"\x1a")
_PLAYED = frozenset(group for group, kind in enumerate(_KINDS) if kind in (Kind.MOVE, Kind.CASTLING, Kind.NULL))


@lru_cache
def _token_pattern(width: int) -> re.Pattern[bytes]:
    """One token; compiled at the first game that is read so, since it takes milliseconds."""
    pattern = _PATTERN
    if width == ANY_WIDTH:  # any man, files to l, ranks to 12; a man gated in behind a move or a castling (`Nf3/H`)
        square, man, gated = rb"[a-l](?:1[0-2]|[1-9])", rb"(?:[=/]?[A-Za-z]|=?\([A-Za-z]\))?", rb"(?:/[A-Z][a-l][1-9])?"
        pattern = (
            pattern.replace(rb"[a-h][1-8](?:" + _NO_NOVELTY + rb"[=/]?[QRBNKqrbnk]|=?\([QRBNqrbn]\))?", square + man)
            .replace(rb"[KQRBNP]?[a-h]?[1-8]?", rb"[A-Z]?[a-l]?(?:1[0-2]|[1-9])?")
            .replace(rb"[PNBRQK]?@[a-h][1-8]", rb"[A-Z]?@" + square)
            .replace(rb"[Oo0])?[+\#]{0,2})", rb"[Oo0])?" + gated + rb"[+\#]{0,2})")
        )
    if width == 10:
        # 10x8 boards: files a to j, and the letters that archives have for the archbishop and the chancellor.
        pattern = (
            pattern.replace(b"[a-h]", b"[a-j]")
            .replace(b"[KQRBNP]?", b"[KQRBNPACJHME]?")
            .replace(b"[PNBRQK]?@", b"[PNBRQKACJHME]?@")
            .replace(b"[QRBNKqrbnk]", b"[QRBNKACJHMEqrbnkacj]")
            .replace(b"[QRBNqrbn]", b"[QRBNACJHMEqrbnacj]")
        )
    return re.compile(pattern, re.VERBOSE)


class Movetext(NamedTuple):
    """Movetext as tokens: all of them, those of the mainline (see `mainline_of`), its termination marker.

    `kinds` are the kinds that occur among `tokens`. `whole` is False where reading ended before a move (see
    `read_movetext`): what stands from there on is not among the tokens.
    """

    tokens: tuple[Token, ...]
    mainline: tuple[Token, ...]
    marker: Token | None
    kinds: frozenset[Kind]
    whole: bool = True


def read_movetext(data: bytes, start: int = 0, width: int = 8, moves: int | None = None) -> Movetext:
    """The movetext data[start:]; with `moves` only what stands before the next move of the mainline after so many.

    >>> text = read_movetext(b"1. e4 e5 2. Nf3 *", moves=2)
    >>> [token.text(b"1. e4 e5 2. Nf3 *") for token in text.mainline], text.marker, text.whole
    ([b'1.', b'e4', b'e5', b'2.'], None, False)
    """
    tokens, kinds, whole = _read(data, start, None, width, moves)
    mainline, marker = mainline_of(tokens)
    return Movetext(tokens, mainline, marker, kinds, whole)


def mainline_of(tokens: Sequence[Token]) -> tuple[tuple[Token, ...], Token | None]:
    """The tokens outside variations up to the first termination marker, and that marker."""
    outside = tuple([token for token in tokens if not token.depth])
    for index, token in enumerate(outside):
        if token.kind is Kind.MARKER:
            return outside[:index], token
    return outside, None


def lex(data: bytes, start: int = 0, end: int | None = None, width: int = 8) -> list[Token]:
    """The tokens of movetext, data[start:end], in order; white space (and a byte order mark) is not a token.

    Linear in the data; nesting costs nothing. `width` 10 reads the files i and j and the men of 10x8 boards, ANY_WIDTH
    those of any variant.

    >>> [(t.kind.name, t.text(b"1. e4! (1. d4) *"), t.depth) for t in lex(b"1. e4! (1. d4) *")][1:4]
    [('MOVE', b'e4', 0), ('ANNOTATION', b'!', 0), ('OPEN', b'(', 1)]
    >>> [t.kind.name for t in lex(b"1. Ci3 Axj5", width=10)], [t.kind.name for t in lex(b"1. Ci3")]
    (['NUMBER', 'MOVE', 'MOVE'], ['NUMBER', 'UNREADABLE'])
    """
    return list(_read(data, start, end, width, None)[0])


def has_moves(data: bytes, start: int, end: int, count: int) -> bool:
    """Whether the mainline of the movetext data[start:end] has so many moves or more; null moves count."""
    return not _read(data, start, end, 8, count - 1)[2]


def _read(data: bytes, start: int, end: int | None, width: int, moves: int | None) -> _Tokens:
    """The tokens before the mainline's next move after `moves`, their kinds, and whether these are all tokens."""
    return (_remembered if len(data) <= _SHORT else _read_anew)(data, start, end, width, moves)


def _read_anew(data: bytes, start: int, end: int | None, width: int, moves: int | None) -> _Tokens:
    tokens: list[Token] = []
    groups: set[int] = set()
    add, new = tokens.append, tuple.__new__  # not by Token(): twice as fast
    depth, whole = 0, True
    left = len(data) if moves is None else moves
    stop = len(data) if end is None else end
    at: int | None = start
    while at is not None:
        begin, at = at, None
        for match in _token_pattern(width).finditer(data, begin, stop):
            group = match.lastindex or _END
            if group == _END:
                break
            kind = _KINDS[group]
            if group > _PLAIN:
                if kind is Kind.OPEN:
                    depth += 1
                elif kind is Kind.UNREADABLE:
                    if match.group(group) in _BLANK:
                        continue
                    at = _prose_end(data, *match.span(group), stop)
            if group in _PLAYED and not depth:
                left -= 1
                if left < 0:
                    whole = False
                    break
            groups.add(group)
            if at is not None:
                add(new(Token, (kind, match.start(group), at, depth)))
                break  # what prose names is not lexed
            add(new(Token, (kind, *match.span(group), depth)))
            if kind is Kind.CLOSE and depth:
                depth -= 1
    return tuple(tokens), frozenset([_KINDS[group] for group in groups]), whole


_IN_NO_PROSE = regex(
    rb"[{}();*\[\]$]|(?<![0-9A-Za-z])[0-9]{1,4}\.|(?<![0-9A-Za-z/\-])(?:1-0|0-1|1/2-1/2)|" + BLANK_LINE
)
_PROSE_WORD = regex(rb"[A-Za-z\x80-\xff]{2,}\Z")


def _prose_end(data: bytes, start: int, end: int, limit: int) -> int | None:
    """Where prose ends that begins with the unreadable word data[start:end]; None where it is none.

    Prose begins a paragraph with a word of letters alone, has three such words or more, more than other words, and ends
    before a move number, a marker or a sign: moves that it names are not those of the game.
    """
    if not _PROSE_WORD.match(data[start:end].strip(b".,:!?'\"-")):
        return None
    before = data[max(0, start - BEFORE_PROSE) : start].rstrip(b" \t")
    if not before.endswith((b"\n", b"\r")):
        return None
    before = before[: -2 if before.endswith(b"\r\n") else -1].rstrip(b" \t")
    if not before.endswith((b"\n", b"\r")):
        return None
    limit = min(limit, start + PROSE)
    stop = _IN_NO_PROSE.search(data, start, limit)
    text = data[start : stop.start() if stop else limit].rstrip()
    words = text.split()
    letters = sum(1 for word in words if _PROSE_WORD.match(word.strip(b".,:!?'\"-")))
    return start + len(text) if letters >= 3 and 2 * letters > len(words) else None


_Tokens = tuple[tuple[Token, ...], frozenset[Kind], bool]
_SHORT = 4096  # bytes of data of which tokens are remembered: readers, rules and repairs ask for the same again
_remembered = lru_cache(maxsize=64)(_read_anew)


COMMENTS = frozenset((Kind.COMMENT, Kind.LINE_COMMENT, Kind.ESCAPE))
_NO_MOVES = COMMENTS | {Kind.UNREADABLE, Kind.ANNOTATION, Kind.NUMBER, Kind.NAG, Kind.OPEN, Kind.CLOSE}
_LINE_END = rb"(?:\r\n|\n|\r(?!\n))"
_BLANK_LINE = regex(_LINE_END + rb"[ \t]*" + _LINE_END)


def moves_end_before_prose(data: bytes, start: int = 0) -> int | None:
    r"""Where the moves of data[start:] end if prose stands behind them.

    Prose is text that nobody can read as movetext, behind a blank line, with no move behind it; it may stand in
    parentheses.

    >>> text = b"1. e4 {best} e5 {by test}\n\nGame 2\nis (much) better!"
    >>> text[: moves_end_before_prose(text)], moves_end_before_prose(b"1. e4 e5\nand so on")
    (b'1. e4 {best} e5', None)
    """
    tokens = lex(data, start)
    first = len(tokens)
    while first and tokens[first - 1].kind in _NO_MOVES:
        first -= 1
    depth = tokens[first - 1].depth if first else 0
    while depth and first < len(tokens):  # the rest of a variation that has moves
        depth = tokens[first].depth - (tokens[first].kind is Kind.CLOSE)
        first += 1
    if not first:
        return None
    end, behind, blank = tokens[first - 1].end, tokens[first - 1].end, False
    for index in range(first, len(tokens)):
        token = tokens[index]
        blank = blank or bool(_BLANK_LINE.search(data, behind, token.start))
        behind = token.end
        if token.kind in COMMENTS:
            continue
        if blank:
            return end if any(one.kind is Kind.UNREADABLE for one in tokens[index:]) else None
        end = token.end
    return None


def marker_place(data: bytes, at: int) -> int:
    """Where a termination marker belongs that is missing behind a move that ends at `at`: behind its comments, down to
    a blank line.

    >>> text = b"1. e4 e5 {best} ; by test"
    >>> marker_place(text, 8) == len(text)
    True
    """
    if not data[at:].strip():
        return at
    for token in lex(data, at):
        if token.kind not in COMMENTS or _BLANK_LINE.search(data, at, token.start):
            break
        at = token.end
    return at


def unclosed_comment(token: Token, data: bytes) -> bool:
    """Whether a COMMENT token lacks its closing brace."""
    return token.kind is Kind.COMMENT and not data.endswith(b"}", token.start + 1, token.end)


_NUMBER = regex(rb"([0-9]*)[^0-9]*\Z")


def read_number(text: bytes) -> tuple[int | None, int]:
    """Number and dots of a move number indication; the number is None for dots alone.

    >>> read_number(b"12..."), read_number(b"12"), read_number(b"..")
    ((12, 3), (12, 0), (None, 2))
    """
    return _remembered_number(text) if len(text) <= 16 else _read_number(text)


def _read_number(text: bytes) -> tuple[int | None, int]:
    match = _NUMBER.match(text)
    digits = match[1] if match else b""
    dots = text.count(b".") + 3 * text.count(b"\xe2\x80\xa6")
    return (int(digits) if digits else None), dots


_remembered_number = lru_cache(maxsize=4096)(_read_number)  # longer ones would only fill the memory
