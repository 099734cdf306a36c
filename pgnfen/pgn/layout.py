"""Tag sections by their layout: the names of the tags, in order, and one pattern that reads them all.

Programs write the tags of game after game in one order. The first game of a layout is read with care
(tagpairs); the pattern made from it reads the next ones whole, at the speed of one match.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import NamedTuple

from pgnfen.lazy import regex
from pgnfen.pgn.definitions import CANONICAL, KEYS, Values
from pgnfen.pgn.tagpairs import TagPair, TagSection

StartKey = tuple[bytes | None, ...]
"""The raw values of SetUp, FEN and Variant."""
ToldStart = tuple[StartKey, int | None]
"""Those, and the number that says the columns of a plain start (fen.plain_columns), where the native engine has read
them."""
# Possessive where the interpreter knows it (3.11): a mismatch late in the section is not retried bit by bit.
_UNQUOTED = b'[^"]*+' if sys.version_info >= (3, 11) else b'[^"]*'


class Layout(NamedTuple):
    """The names of a tag section in order (None: not kept, by the native splitter).

    `regular`: each stands once, well formed, and no line is amiss. `spelled`: SetUp, FEN and Variant are spelled
    right. `ordered`: Variant does not stand behind FEN.
    """

    names: tuple[bytes, ...] | None
    regular: bool
    spelled: bool = True
    ordered: bool = True


class Header(NamedTuple):
    """What the tag section says, as far as the start and the listing of a game need it."""

    layout: Layout
    values: Values


def read_header(section: TagSection) -> Header:
    """The header of a tag section read with care; see counting_pairs."""
    found = {key: pair.raw_value for key, pair in counting_pairs(section).items()}
    names = tuple(pair.name for pair in section.pairs)
    regular = (
        not section.bad_lines
        and not section.junk
        and len({name.lower() for name in names}) == len(names)
        and all(pair.well_formed for pair in section.pairs)
    )
    spelled = all(name == CANONICAL.get(name.lower(), name) for name in names)
    layout = Layout(names, regular, spelled, _in_order(names))
    return Header(layout, Values(*(found.get(key) for key in KEYS)))


def counting_pairs(section: TagSection) -> dict[bytes, TagPair]:
    """The pair that counts for each tag, by its name in lower case.

    Names count without letter case; the exact spelling wins over others, else the last of equals, as
    python-chess has it.
    """
    found: dict[bytes, TagPair] = {}
    exact: set[bytes] = set()
    for pair in section.pairs:
        key = pair.name.lower()
        is_exact = pair.name == CANONICAL.get(key, pair.name)
        if is_exact or key not in exact:
            found[key] = pair
        if is_exact:
            exact.add(key)
    return found


def _in_order(names: Sequence[bytes]) -> bool:
    fen, variant = layout_positions(names, b"fen"), layout_positions(names, b"variant")
    return not (fen and variant and variant[-1] > fen[-1])


class LayoutPattern:
    """Matches a tag section of a layout: one pair a line, one blank line, then a digit or `*` to begin movetext.

    A value may not hold a quote; that it holds no line end shows in the section's `line_count`. `groups` picks
    the values from the match, in the order of KEYS.
    """

    __slots__ = ("groups", "layout", "line_count", "match")

    def __init__(self, layout: Layout, eol: bytes) -> None:
        self.layout = layout
        names = layout.names or ()
        self.line_count = len(names) + 1
        lower = [name.lower() for name in names]
        order: dict[bytes, int] = {}
        parts: list[bytes] = []
        for name, key in zip(names, lower, strict=True):
            wanted = key in KEYS
            if wanted:
                order[key] = len(order) + 1
            value = b"(" + _UNQUOTED + b")" if wanted else _UNQUOTED
            parts.append(rb"\[" + re.escape(name) + rb' "' + value + rb'"\]' + eol)
        # A group that never takes part in a match stands for every absent tag.
        section = b"".join(parts) + eol + rb"(?=[0-9*])((?!))?"
        self.match = re.compile(section).match
        self.groups = [order.get(key, len(order) + 1) for key in KEYS]


class Layouts:
    """The layouts seen so far, the last used first; bounded."""

    LIMIT = 16

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[bytes, ...], bytes], LayoutPattern] = {}
        self.recent: list[LayoutPattern] = []

    def learn(self, header: Header, eol: bytes) -> None:
        """Remember a regular layout; `eol` is the line end that the section was written with."""
        names = header.layout.names
        if not header.layout.regular or not names or len(names) > 64:
            return
        key = (names, eol)
        pattern = self._known.get(key)
        if pattern is None:
            if len(self._known) >= self.LIMIT:
                oldest = self.recent.pop()
                self._known = {k: v for k, v in self._known.items() if v is not oldest}
            pattern = self._known[key] = LayoutPattern(header.layout, eol)
        else:
            self.recent.remove(pattern)
        self.recent.insert(0, pattern)

    def match(self, data: bytes, start: int) -> tuple[LayoutPattern, re.Match[bytes]] | None:
        """The pattern that matches at `start` and its match, if there is one; the pattern comes to the front."""
        for pattern in self.recent:
            match = pattern.match(data, start)
            if match:
                self.prefer(pattern)
                return pattern, match
        return None

    def prefer(self, pattern: LayoutPattern) -> None:
        """Bring a pattern to the front."""
        if pattern is not self.recent[0]:
            self.recent.remove(pattern)
            self.recent.insert(0, pattern)


def layout_positions(names: Sequence[bytes], key: bytes) -> list[int]:
    """The places (0-based) at which a tag stands, whatever its letter case.

    >>> layout_positions([b"FEN", b"Fen"], b"fen")
    [0, 1]
    """
    return [index for index, name in enumerate(names) if name.lower() == key]


_SECTION = regex(rb'((?:\[[A-Za-z][A-Za-z0-9_]{0,63} "[^"\\\r\n]*"\]\r?\n)+)(?:\r?\n)*(?=[0-9*{(])')


def plain_tags(raw: bytes) -> dict[str, str] | None:
    r"""The tags of a game, in order, where its tag section is UTF-8, without escapes, and names no tag twice; None of
    another, which tagpairs has to read.

    >>> plain_tags(b'[Event "A"]\n[ECO "B00"]\n\n1. e4 *\n'), plain_tags(b'[Event "A\\"]\n\n1. e4 *\n')
    ({'Event': 'A', 'ECO': 'B00'}, None)
    """
    section = _SECTION.match(raw)
    if section is None:
        return None
    try:
        text = section[1].decode().replace("\r\n", "\n")
    except UnicodeDecodeError:
        return None
    parts = text[1:-3].replace('"]\n[', ' "').split(' "')  # no value holds a quote
    tags = dict(zip(parts[::2], parts[1::2], strict=True))
    return tags if len({name.lower() for name in tags}) == len(parts) // 2 else None
