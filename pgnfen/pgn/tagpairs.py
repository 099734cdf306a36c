"""The tag section of a game: tag pairs with their byte spans, and the lines that fail to be tag pairs.

PGN 1994 sections 7 and 8.1: a tag pair is `[`, a symbol, a string, `]`; a string escapes `"` and `\\` with a
backslash. Archives add blanks, blank lines, several pairs on a line, `;` comments and `%` escapes,
and comments in braces before the first pair; all of them are read. What cannot be read as a pair is kept as a span,
never dropped.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pgnfen.lazy import regex
from pgnfen.pgn.definitions import COMMENT_LIMIT, LOOKAHEAD, MOST_BLANKS

# Longest piece of input that any decision about a game boundary looks ahead (bytes). Boundaries are decided
# only when so many bytes are there (or the input has ended): that keeps them independent of block size.
# A comment that does not end within so many bytes is never closed.

BLANKS, _BLANK = rb"[ \t]{0,%d}" % MOST_BLANKS, rb"[ \t]{1,%d}" % MOST_BLANKS
BLANK_LINE = rb"\n" + BLANKS + rb"(?:\r\n?|\n)|\r" + BLANKS + rb"\r\n?|\r" + _BLANK + rb"\n"
"""A line end and the blank line behind it."""

NAME = rb"[A-Za-z0-9_][A-Za-z0-9_+#=:\-]{0,63}"
# A string, but for its quotes: written so that memory for going back is needed for escapes alone.
_STRING = rb'[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*'
PAIR = regex(rb"\[" + BLANKS + rb"(" + NAME + rb')[ \t]*"(' + _STRING + rb')"[ \t]*\]')
# What python-chess takes too: everything up to the last `"]` of the line.
LOOSE_PAIR = regex(rb"\[" + BLANKS + rb"(" + NAME + rb')[ \t]*"([^\r\n]*)"[ \t]*\][ \t]*(?=[\r\n]|\Z)')
# A value broken over a line. A line end before the closing quote is not part of it.
SPREAD_PAIR = regex(
    rb"\[" + BLANKS + rb"(" + NAME + rb')[ \t]*"(' + _STRING + rb'(?:(?:\r\n?|\n)(?:[^"\\\r\n\[]|\\.)'
    rb'(?:[^"\\\r\n]|\\.){0,255})?)(?:\r\n?|\n)?"[ \t]*\][ \t]*(?=[\r\n\[]|\Z)'
)
# What opens as a tag pair, its bracket once or twice.
TAG_LIKE = regex(rb"\[{1,2}" + BLANKS + NAME + BLANKS + rb'"')
BROKEN_PAIR = regex(rb'[A-Za-z][A-Za-z0-9_]{0,63}' + _BLANK + rb'"[^"\r\n]{0,255}"\]' + BLANKS + rb'(?=[\r\n]|\Z)')
TAG_LINE = regex(rb'(?<=[\r\n])\[[A-Za-z][A-Za-z0-9_]{0,63}' + _BLANK + rb'"[^\r\n]*"\]' + BLANKS + rb'(?=[\r\n]|\Z)')
EVENT = b"event"
BOM = b"\xef\xbb\xbf"

_SAN = (
    rb"(?:[KQRBNP]?[a-h]?[1-8]?[x\-]?[a-h][1-8]|[A-Z]?@[a-h][1-8]"
    rb"|[Oo0](?:-|\xe2\x80[\x90-\x95]|\x96|\x97)[Oo0]|--(?!-)|Z0)"
)
# A move, perhaps behind its number, of which 1 may lack its dot.
MOVE_START = regex(rb"(?:[1-9][0-9]{0,3}\s{0,32}\.[.\s]{0,32}|1[ \t]{1,8})?" + _SAN)
# A NAG or a sign that may stand before a game's moves.
SIGN = regex(rb"(?:\$[0-9]{1,9}|[!?]{1,8}|[+\-=/]{1,3}|N|D|RR|TN)(?=\s)")
_SIGNED_MOVE = regex(SIGN.pattern + rb"\s{1,32}" + MOVE_START.pattern)
# Game termination markers: the three words need something that ends a token behind them, `*` does not.
MARKER_WORD = rb"(?:1-0|0-1|1/2-1/2)(?![^\s\[({;)}*%!?$])"
MARKER_AT = regex(MARKER_WORD + rb"|\*")

# How movetext opens: a number, a marker, a NAG, a comment, an annotation; or a comment opens later on the line.
_READS_AS_MOVETEXT = regex(BLANKS + rb"(?:[0-9*{(.!?]|\$[0-9]|" + MOVE_START.pattern + rb"|[^\r\n{]{0,1024}\{)")
_TAG_AHEAD = regex(BLANKS + TAG_LIKE.pattern)
_TOO_MANY = regex(rb"[ \t]*(\]+)")
_CLOSED_COMMENT = regex(rb"\{[^{}\r\n]*\}[ \t]*\Z")
_MEANT_AS_TAG = regex(rb'\[{1,2}' + BLANKS + rb'[A-Za-z][^"\r\n]*"')
_NAG = regex(rb"\$[0-9]")
_MARKER = regex(rb"(?<!\S)(?:" + MARKER_AT.pattern + rb")")
_EOL = regex(rb"\r\n?|\n")
_BLANKS = regex(rb"[ \t]*")
_LINE_END = rb"(?:\r\n|\r(?!\n)|\n)"
# Lines of which nothing is said: blank ones (group 1), escaped ones, comments. A thousand take little memory.
_IDLE = regex(
    rb"(?:([ \t]*" + _LINE_END + rb")|(?:%|[ \t]*;)[^\r\n]*" + _LINE_END + rb"){1,1000}"
)
_ESCAPE = regex(rb"\\(.)", re.DOTALL)
_PLAIN_LINE = regex(rb'\[([A-Za-z][A-Za-z0-9_]{0,63}) "([^"\\\r\n]*)"\]\r?\n')


class TagPair(NamedTuple):
    """One tag pair: `name`, `raw_value` (the bytes between the quotes), and where they stand (0-based, in the bytes
    that were scanned, of a game those of `raw`): the pair from `start` to `end`, its value from `value_start` on.

    `well_formed` is false where the pair was read although it breaks the syntax (a lone `"` or a line end
    between the quotes: one before the closing quote is left out of `raw_value`).
    """

    name: bytes
    raw_value: bytes
    start: int
    end: int
    value_start: int
    well_formed: bool = True

    @property
    def value(self) -> str:
        """The value as text: UTF-8, else Windows-1252/Latin-1; the escapes of quote and backslash undone."""
        return decode(unescape(self.raw_value))


class TagSection(NamedTuple):
    """What stands before the movetext: `pairs` in order, `bad_lines` the spans of lines that are not tag pairs.

    `junk` is text before the first game that is neither a tag pair nor movetext. `end` is where the section
    ends: at the first byte of movetext, at a following game's tag section (`next_game` is true then) or at
    the end of the data.
    """

    pairs: tuple[TagPair, ...]
    bad_lines: tuple[tuple[int, int], ...]
    end: int
    next_game: bool = False
    junk: tuple[tuple[int, int], ...] = ()


def unescape(raw: bytes) -> bytes:
    r"""Undo `\"` and `\\`; a backslash before anything else stands for itself.

    >>> unescape(rb'a \"b\" \c')
    b'a "b" \\c'
    """
    if b"\\" not in raw:
        return raw
    return _ESCAPE.sub(lambda m: m[1] if m[1] in (b'"', b"\\") else m[0], raw)


def decode(raw: bytes) -> str:
    """Text of bytes: UTF-8 where they are UTF-8, else Windows-1252 with Latin-1 for the bytes it leaves out.

    >>> decode(b"Polg\\xe1r"), decode("Polgár".encode())
    ('Polgár', 'Polgár')
    """
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return decode_legacy(raw)


def text_of(value: bytes | None) -> str | None:
    """A raw tag value as text (see TagPair.value); None for an absent tag."""
    return None if value is None else decode(unescape(value))


def decode_legacy(raw: bytes) -> str:
    """Text of bytes that are not UTF-8: Windows-1252, with Latin-1 for the bytes it leaves out."""
    try:
        return raw.decode("cp1252")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def codec_of(raw: bytes) -> str:
    """The encoding in which `decode` reads bytes: what stays of them is written back as it was.

    >>> codec_of("Polgár".encode()), codec_of(b"Polg\\xe1r"), codec_of(b"\\x81")
    ('utf-8', 'cp1252', 'latin-1')
    """
    for codec in ("utf-8", "cp1252"):
        try:
            raw.decode(codec)
        except UnicodeDecodeError:
            continue
        return codec
    return "latin-1"


def line_end(data: bytes, pos: int, end: int) -> tuple[int, int] | None:
    """Where the line at `pos` ends and where the next begins; None when its end is not in the data."""
    match = _EOL.search(data, pos, end)
    return match.span() if match else None


def _behind_blanks(data: bytes, pos: int, stop: int) -> int:
    blanks = _BLANKS.match(data, pos, stop)
    return blanks.end() if blanks else pos


class _Section:
    """Reads a tag section line by line; one use each."""

    def __init__(self, data: bytes, start: int, end: int, final: bool) -> None:
        self.data, self.pos, self.end, self.final = data, start, end, final
        self.pairs: list[TagPair] = []
        self.bad: list[tuple[int, int]] = []
        self.junk: list[tuple[int, int]] = []
        self.names: set[bytes] = set()
        self.blank_seen = False
        self.leading = True  # no tag pair yet: what is not movetext is junk before the first game
        self.preamble: int | None = None  # the first comment: movetext begins there if no tag pair follows
        self.tag_ahead = -1  # the tag pair that was seen furthest on; no line before it ends the section
        self.starved = False  # it takes more data to see where a comment ends

    def read(self) -> TagSection | None:
        if self.data.startswith(BOM, self.pos, self.end):
            self.pos += len(BOM)
        self.pass_plain_pairs()
        line = (-1, -1)
        while self.pos < self.end:
            self.pass_idle()
            if line[0] < self.pos:  # else several comments stand on it
                line = line_end(self.data, self.pos, self.end) or (self.end, self.end)
            if not self.final and self.end - line[1] < LOOKAHEAD:
                return None
            done = self.line(*line)
            if self.starved:
                return None
            if done is not None:
                return done
            if self.pairs and not self.blank_seen and self.data[self.pos - 1] in b"\r\n":
                self.pass_plain_pairs()
        return self.finish(self.end) if self.final else None

    def pass_plain_pairs(self) -> None:
        """Read pairs as far as they stand on lines of their own, as programs write them: much faster."""
        data, pos, names, pairs = self.data, self.pos, self.names, self.pairs
        limit = self.end if self.final else self.end - LOOKAHEAD
        while pair := _PLAIN_LINE.match(data, pos, limit):
            name = pair[1].lower()
            if name == EVENT and EVENT in names:
                break
            names.add(name)
            pairs.append(TagPair(pair[1], pair[2], pos, pair.end(2) + 2, pair.start(2)))
            pos = pair.end()
        self.leading = self.leading and not pairs
        self.pos = pos

    def pass_idle(self) -> None:
        """Step over lines of which nothing is said, but for the last bytes, which more to come may change."""
        limit = self.end if self.final else self.end - LOOKAHEAD
        while self.data[self.pos - 1 : self.pos] != b"}" and (idle := _IDLE.match(self.data, self.pos, limit)):
            self.pos = idle.end()
            if idle[1] is not None:
                self.blank_seen = self.blank_seen or bool(self.names)

    def line(self, stop: int, after: int) -> TagSection | None:
        first = _behind_blanks(self.data, self.pos, stop)
        if first == stop:
            self.blank_seen = self.blank_seen or bool(self.names)
            self.pos = after
            return None
        char = self.data[first : first + 1]
        opens = self.preamble is not None and self.leading  # only a tag pair can make it a preamble
        if char == b"[":
            if opens and not (_MEANT_AS_TAG.match(self.data, first, self.end) or self.pair_at(first, first)[0]):
                return self.finish(first)
            return self.tag_line(first, stop, after)
        if char == b"{" and self.leading:
            return self.comment(first)
        if char == b";" or self.opens_escape():
            self.pos = after
            return None
        if self.is_junk(first, char, stop, after) and not (opens and _MARKER.search(self.data, first, stop)):
            return self.junk_line(first, stop, after)
        return self.finish(first)

    def junk_line(self, first: int, stop: int, after: int) -> TagSection | None:
        pair = PAIR.search(self.data, first, stop) if self.leading else None
        if pair:  # a broken byte order mark or the like in front of the first tag pair
            self.junk.append((first, pair.start()))
            return self.tag_line(pair.start(), stop, after)
        self.leading = self.leading and not BROKEN_PAIR.match(self.data, first, self.end)
        (self.junk if self.leading else self.bad).append((first, stop))
        self.pos = after
        return None

    def opens_escape(self) -> bool:
        behind_comment = self.data[self.pos - 1 : self.pos] == b"}"
        return self.data[self.pos : self.pos + 1] == b"%" and not behind_comment

    def comment(self, at: int) -> TagSection | None:
        """Step over a comment before the first tag pair. One that is never closed, or holds a tag pair on a line of
        its own, is movetext."""
        limit = at + COMMENT_LIMIT
        close = self.data.find(b"}", at, min(limit, self.end))
        if close < 0 and not self.final and self.end < limit:
            self.starved = True
            return None
        if close < 0 or TAG_LINE.search(self.data, at, close):
            return self.finish(at)
        if self.preamble is None:
            self.preamble = at
        self.pos = close + 1
        return None

    def is_junk(self, first: int, char: bytes, stop: int, after: int) -> bool:
        if (
            char in b"0123456789*{(.!?"
            or _NAG.match(self.data, first, stop)
            or MOVE_START.match(self.data, first, self.end)
            or _SIGNED_MOVE.match(self.data, first, self.end)
        ):
            return False
        if self.leading:
            return True
        return self.is_stray(first, after)

    def is_stray(self, first: int, after: int) -> bool:
        """Whether the text at `first` stands between the tags of one section: it does not read as movetext, and
        further tag pairs follow, with no blank line and no movetext before them."""
        if _READS_AS_MOVETEXT.match(self.data, first, self.end):
            return False
        if after <= self.tag_ahead:
            return True
        limit, at = min(self.end, after + LOOKAHEAD), after
        while at < limit and self.data[at] not in b"\r\n":
            if _TAG_AHEAD.match(self.data, at, limit):
                self.tag_ahead = at
                return True
            line = line_end(self.data, at, limit)
            if line is None or _READS_AS_MOVETEXT.match(self.data, at, limit):
                return False
            at = line[1]
        return False

    def tag_line(self, first: int, stop: int, after: int) -> TagSection | None:
        doubled = self.data.startswith(b"[[", first, stop)
        pos = first + doubled
        while True:
            pair, well_formed = self.pair_at(pos, first + doubled)
            if pair is None:
                self.bad.append((first if pos == first + doubled else pos, stop))
                break
            name = pair[1].lower()
            if self.starts_next_game(name):
                return self.finish(first if pos == first + doubled else pos, next_game=True)
            if doubled and pos == first + 1:
                self.bad.append((first, pos))
            self.names.add(name)
            self.pairs.append(TagPair(pair[1], pair[2], pair.start(), pair.end(), pair.start(2), well_formed))
            self.leading = self.blank_seen = False
            if pair.end() > stop:  # a value spread over lines
                stop, after = line_end(self.data, pair.end(), self.end) or (self.end, self.end)
                if not self.final and self.end - after < LOOKAHEAD:
                    self.starved = True
                    return None
            pos, movetext = self.behind_pair(pair.end(), stop, after)
            if movetext:
                return self.finish(pos)
            if pos == stop:
                break
        self.leading = False
        self.pos = after
        return None

    def behind_pair(self, pos: int, stop: int, after: int) -> tuple[int, bool]:
        """Where the next pair of the line begins, or the line ends (`stop`); or where movetext begins on it (true)."""
        many = _TOO_MANY.match(self.data, pos, stop)
        if many:
            self.bad.append((many.start(1), many.end(1)))
            pos = many.end(1)
        pos = _behind_blanks(self.data, pos, stop)
        if pos == stop or self.data[pos] == 0x5B:  # "["
            return pos, False
        if self.data[pos] == 0x3B:  # ";"
            return stop, False
        if _CLOSED_COMMENT.match(self.data, pos, stop) and _TAG_AHEAD.match(self.data, after, self.end):
            return stop, False
        if not self.is_stray(pos, after):
            return pos, True
        self.bad.append((pos, stop))
        return stop, False

    def pair_at(self, pos: int, first: int) -> tuple[re.Match[bytes] | None, bool]:
        pair = PAIR.match(self.data, pos, self.end)
        if pair:
            return pair, True
        loose = LOOSE_PAIR.match(self.data, pos, self.end) if pos == first else None
        return loose or SPREAD_PAIR.match(self.data, pos, self.end), False

    def starts_next_game(self, name: bytes) -> bool:
        """Whether this tag pair opens another game although no movetext has come yet.

        So it does when it repeats a tag (or is an Event tag) after a blank line, or repeats Event later on.
        """
        if self.blank_seen:
            return name == EVENT or name in self.names
        return name == EVENT and EVENT in self.names and self.pairs[-1].name.lower() != EVENT

    def finish(self, end: int, next_game: bool = False) -> TagSection:
        if self.preamble is not None and not self.pairs and not self.bad:
            junk = tuple([span for span in self.junk if span[0] < self.preamble])
            return TagSection((), (), self.preamble, False, junk)
        return TagSection(tuple(self.pairs), tuple(self.bad), end, next_game, tuple(self.junk))


def read_tag_section(data: bytes, start: int = 0, end: int | None = None, final: bool = True) -> TagSection | None:
    r"""The tag section that begins at byte `start` of `data`; None when more data is needed (`final` false only).

    >>> section = read_tag_section(b'[Event "A"][FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *')
    >>> [(p.name, p.start, p.end) for p in section.pairs], section.end
    ([(b'Event', 0, 11), (b'FEN', 11, 44)], 46)
    """
    end = len(data) if end is None else end
    return _remembered(data, start, end, final) if len(data) <= _SHORT else _Section(data, start, end, final).read()


_SHORT = 4096  # bytes of data of which sections are remembered: splitter, rules and repairs ask for the same again


@lru_cache(maxsize=64)
def _remembered(data: bytes, start: int, end: int, final: bool) -> TagSection | None:
    return _Section(data, start, end, final).read()
