"""Movetext as tokens, each with its byte span: nothing is judged, nothing is left out but white space.

Sources of the token kinds: PGN 1994 sections 5 (comments), 6 (escape), 8.2 (movetext). Beyond them stand what
archives hold: castling with zeros or any dash, `e.p.`, null moves in five spellings, promotion in four, drops,
the annotation symbols of printed chess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from pgnfen.pgn.tagpairs import MARKER_WORD

DASH = rb"(?:-|\xe2\x80[\x90-\x95]|\xe2\x88\x92|\x96|\x97)"


class Kind(IntEnum):
    """What a token is."""

    COMMENT = 1  # { ... }, to the end of the game where the } is missing
    LINE_COMMENT = 2  # ; to the end of the line
    ESCAPE = 3  # % in the first column, to the end of the line
    OPEN = 4  # ( begins a recursive annotation variation
    CLOSE = 5
    NAG = 6  # $ and a number
    MARKER = 7  # game termination marker
    CASTLING = 8
    NULL = 9  # null move
    NUMBER = 10  # move number indication, its dots included
    MOVE = 11  # SAN, long algebraic, or a drop
    EN_PASSANT = 12  # the remark e.p.
    ANNOTATION = 13  # !? and the like
    UNREADABLE = 14


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
_WORDS = rb"(?:N|RR|D|TN|inf|unclear|ch|mate|dbl|dis|eg|ch\.|mate\.)(?![^\s{}();$!?*])"

_PATTERN = (
    rb"""
      (\{[^}]*\}?)
    | (;[^\r\n]*)
    | ((?<=[\r\n])%[^\r\n]*)
    | (\()
    | (\))
    | (\$[0-9]{1,9})
    | (\*|"""
    + MARKER_WORD
    + rb""")
    | ([Oo0]"""
    + DASH
    + rb"[Oo0](?:"
    + DASH
    + rb"""[Oo0])?[+\#]{0,2})"""
    + _ENDS
    + rb"""
    | ((?:--|Z0|0000|@@@@|(?i:null|pass))(?![0-9A-Za-z\-]))
    | ([0-9]{1,9}(?:[ \t]{0,8}(?:\.|\xe2\x80\xa6))+|[0-9]{1,9}(?![0-9A-Za-z/\-.,:%+])|\.+|\xe2\x80\xa6)
    | (
        (?:[KQRBNP]?[a-h]?[1-8]?[x:\-]?[a-h][1-8](?:[=/]?[QRBNKqrbnk]|=?\([QRBNqrbn]\))?
        |[PNBRQK]?@[a-h][1-8])
        [+\#]{0,2}
      )(?:"""
    + _ENDS
    + rb"""|(?=e\.?p))
    | (e\.?[ ]?p\.?)"""
    + _ENDS
    + rb"""
    | ([!?]+|"""
    + _SYMBOLS
    + b"|"
    + _WORDS
    + rb""")
    | (\xc2\xa0|\xef\xbb\xbf|\x1a|\[[^\]\r\n{]*\]?|\}|\]|\$|[^\s{}();$!?\[\]*]+)
    """
)
_TOKEN = re.compile(_PATTERN, re.VERBOSE)
# 10x8 boards: files a to j, and the letters that archives have for the archbishop and the chancellor.
_LARGE_TOKEN = re.compile(
    _PATTERN.replace(b"[a-h]", b"[a-j]")
    .replace(b"[KQRBNP]?", b"[KQRBNPACJHME]?")
    .replace(b"[PNBRQK]?@", b"[PNBRQKACJHME]?@")
    .replace(b"[QRBNKqrbnk]", b"[QRBNKACJHMEqrbnkacj]")
    .replace(b"[QRBNqrbn]", b"[QRBNACJHMEqrbnacj]"),
    re.VERBOSE,
)
_KINDS = [Kind.COMMENT, *Kind]
_BLANK = (b"\xc2\xa0", b"\xef\xbb\xbf", b"\x1a")


def lex(data: bytes, start: int = 0, end: int | None = None, width: int = 8) -> Iterator[Token]:
    """The tokens of movetext, data[start:end], in order; white space (and a byte order mark) is not a token.

    Linear in the data; nesting costs nothing. `width` 10 reads the files i and j and the men of 10x8 boards.

    >>> [(t.kind.name, t.text(b"1. e4! (1. d4) *"), t.depth) for t in lex(b"1. e4! (1. d4) *")][1:4]
    [('MOVE', b'e4', 0), ('ANNOTATION', b'!', 0), ('OPEN', b'(', 1)]
    >>> [t.kind.name for t in lex(b"1. Ci3 Axj5", width=10)], [t.kind.name for t in lex(b"1. Ci3")]
    (['NUMBER', 'MOVE', 'MOVE'], ['NUMBER', 'UNREADABLE'])
    """
    depth = 0
    pattern = _LARGE_TOKEN if width == 10 else _TOKEN
    for match in pattern.finditer(data, start, len(data) if end is None else end):
        kind = _KINDS[match.lastindex or 0]
        if kind is Kind.OPEN:
            depth += 1
        elif kind is Kind.UNREADABLE and match.group() in _BLANK:
            continue
        yield Token(kind, match.start(), match.end(), depth)
        if kind is Kind.CLOSE and depth:
            depth -= 1


def unclosed_comment(token: Token, data: bytes) -> bool:
    """Whether a COMMENT token lacks its closing brace."""
    return token.kind is Kind.COMMENT and not data.endswith(b"}", token.start + 1, token.end)


_NUMBER = re.compile(rb"([0-9]*)[^0-9]*\Z")


def read_number(text: bytes) -> tuple[int | None, int]:
    """Number and dots of a move number indication; the number is None for dots alone.

    >>> read_number(b"12..."), read_number(b"12"), read_number(b"..")
    ((12, 3), (12, 0), (None, 2))
    """
    match = _NUMBER.match(text)
    digits = match[1] if match else b""
    dots = text.count(b".") + 3 * text.count(b"\xe2\x80\xa6")
    return (int(digits) if digits else None), dots
