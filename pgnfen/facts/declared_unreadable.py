"""What comments and tags declare as a position, and is no FEN: found in their text.

The same in native/src/unreadable.rs. In a comment that is what stands behind `fen=` and `[%fen`, whatever it is; and
where a FEN would be declared (`Final position`, `FEN:`, all that the comment says) what looks like a piece placement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pgnfen.facts.declared_text import BEHIND, BLANKS, RUN, declared_by, fen_of, has_word_before, is_placement, values
from pgnfen.facts.declared_words import (
    FEWEST_SLASHES,
    LONGEST,
    LONGEST_PLACEMENT,
    NAMED,
    NOT_BEFORE_WORDS,
    SOUND_RANKS,
    UNKNOWN,
    UNSOUND_PARTS,
)
from pgnfen.lazy import regex

_ENDS = (regex(rb'[ \t\r\n]*(?:["\],;]|\Z)'), regex(rb'[ \t\r\n;]*(?:["\],]|\Z)'))
_CLOCK_ALONE = tuple(regex(rb'[%b]+[0-9]+[ \t]*(?:["\],;\r\n]|\Z)' % blanks) for blanks in BLANKS)
_NAMED = regex(
    rb"\[%%%b(?=[ \t\r\n])|(?<![A-Za-z%b])%b[ \t]*=" % (NAMED, re.escape(NOT_BEFORE_WORDS), NAMED), re.IGNORECASE
)
_VALUE = regex(rb'[^"\],;\r\n]*')

_WORD = regex(rb'[^ \t\r\n";,\[\]{}()=:]+')
_FIELDS = tuple(
    regex(rb'(?:[%b]+(?:-|[A-HKQWa-hkqw]{1,4}|[a-h][1-8]|[0-9]{1,5})(?![^ \t\r\n";,\[\]{}()=:]))*' % blanks)
    for blanks in BLANKS
)
_IN_NO_PLACEMENT = regex(rb"[_.\\@%]")  # but in names of files and addresses
_SQUARES = dict.fromkeys(b"KQRBNPkqrbnp", 1) | {char: char - 48 for char in b"12345678"}


class _Named(NamedTuple):
    """What `[%fen` or `fen=` declares: where that begins, and the value; whether brackets or quotes delimit it."""

    begin: int
    at: int
    delimited: bool


def unreadable_in_comment(raw: bytes, start: int, end: int, lines: bool) -> Iterator[tuple[int, int]]:
    """What a comment declares as a position and is no FEN: its bytes; arguments as in `in_comment`.

    A value that ends in a bracket or a quote is all of it a FEN or none, as that of a tag is. Without these, words may
    follow a FEN; a number alone is a halfmove clock whose fullmove number is missing. What is no FEN ends where the
    next declaration begins, and has 1,024 bytes at most.

    >>> text = b"[%fen 8/8/8 w] fen=?, fen=8/8/8/8/8/8/8/8 w - -"
    >>> [text[at:end] for at, end in unreadable_in_comment(text, 0, len(text), False)]
    [b'8/8/8 w']
    >>> text = "fen=/ fen=8/8[%fen 8 [%fen x y fen=z fen=x, fen=".encode() + "é".encode() * 600
    >>> list(unreadable_in_comment(text, 0, len(text), False))
    [(4, 5), (10, 13), (19, 20), (27, 42), (48, 1072)]
    >>> text = b"fen=1 Final position: 4k3/8/8/8/8/8/4K3 w - - 0 1 and draws"
    >>> [text[at:end] for at, end in unreadable_in_comment(text, 0, len(text), False)]
    [b'1', b'4k3/8/8/8/8/8/4K3 w - - 0 1']
    """
    named = list(_named(raw, start, end, lines))
    values_at = {one.at for one in named}
    broken = [one for one in _broken(raw, start, end, lines) if one[1] not in values_at]
    begins = sorted([*(one.begin for one in named), *(begin for begin, _, _ in broken)])
    following = dict(pairwise(begins))
    found = [(at, _cut(raw, at, behind)) for _, at, behind in broken]
    for one in named:
        spelled = _behind_name(raw, one, following.get(one.begin, end), end, lines)
        if spelled is not None:
            found.append(spelled)
    yield from sorted(found)


def _named(raw: bytes, start: int, end: int, lines: bool) -> Iterator[_Named]:
    """What `[%fen` and `fen=` declare."""
    blanks = BLANKS[lines]
    for match in _NAMED.finditer(raw, start, end):
        bracketed = match[0][0] == b"["[0]
        if bracketed or not has_word_before(raw, match.start(), start, blanks):
            at = match.end()
            while at < end and raw[at] in blanks:
                at += 1
            quoted = raw.startswith(b'"', at, end)
            yield _Named(match.start(), at + quoted, bracketed or quoted)


def _behind_name(raw: bytes, one: _Named, following: int, end: int, lines: bool) -> tuple[int, int] | None:
    """The value, where it is no FEN; the next declaration begins at `following`."""
    run = RUN.match(raw, one.at, end)
    fen = BEHIND[lines].match(raw, run.end(), end) if run and is_placement(run[0]) else None
    if fen and not _goes_on(raw, fen, end, one.delimited, lines):
        return None
    known = fen.end() if fen else one.at
    value = _VALUE.match(raw, known, max(known, _cut(raw, one.at, following)))
    text = raw[one.at : value.end()].rstrip(BLANKS[lines]) if value else b""
    return None if text in UNKNOWN else (one.at, one.at + len(text))


def _broken(raw: bytes, start: int, end: int, lines: bool) -> Iterator[tuple[int, int, int]]:
    """What looks like a piece placement and is declared as one, with the fields behind it: where the declaration
    begins, and its bytes. Nothing that is a FEN; words may follow that."""
    if raw.count(b"/", start, end) < FEWEST_SLASHES:
        return
    for word in _WORD.finditer(raw, start, end):
        if not _looks_like_placement(word[0]):
            continue
        at, run = word.start(), RUN.match(raw, word.start(), end)
        fen = BEHIND[lines].match(raw, run.end(), end) if run and is_placement(run[0]) else None
        if fen and not _goes_on(raw, fen, end, at > start and raw[at - 1] == b'"'[0], lines):
            continue
        fields = _FIELDS[lines].match(raw, word.end(), end)
        behind = fields.end() if fields else word.end()
        said = declared_by(raw, start, at, behind, end, BLANKS[lines])
        if said is not None:
            yield said[0], at, behind


def _looks_like_placement(word: bytes) -> bool:
    """Whether two ranks or more have eight squares, one of them with a piece, and at most two parts are something
    else."""
    if word.count(b"/") < FEWEST_SLASHES or len(word) > LONGEST_PLACEMENT or _IN_NO_PLACEMENT.search(word):
        return False
    parts = word.split(b"/")
    sound = [part for part in parts if sum(_SQUARES.get(char, 9) for char in part) == 8]
    enough = len(sound) >= SOUND_RANKS and len(parts) - len(sound) <= UNSOUND_PARTS
    return enough and not all(part.isdigit() for part in sound)


def _cut(raw: bytes, at: int, end: int) -> int:
    """Where a declaration from `at` ends at the latest, before `end`, not within a character of UTF-8."""
    if end <= at + LONGEST:
        return end
    end = at + LONGEST
    return next((end - back for back in range(3) if raw[end - back] & 0xC0 != 0x80), end - 3)


def _goes_on(raw: bytes, fen: re.Match[bytes], end: int, delimited: bool, lines: bool) -> bool:
    """Whether the value goes on behind its FEN, of which the fields behind the placement have been matched."""
    if delimited:
        return not _ENDS[lines].match(raw, fen.end(), end)
    return fen[1] is None and _CLOCK_ALONE[lines].match(raw, fen.end(), end) is not None


def unreadable_in_tags(raw: bytes, movetext: int, tags: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    """The values of tags of these names that are no FEN: their bytes."""
    for name in tags:
        for at, end in values(raw, movetext, name):
            text = raw[at:end].rstrip(BLANKS[0])
            if text not in UNKNOWN and fen_of(raw, at, end) is None:
                yield at, at + len(text)
