"""FENs that comments and tags declare, found in their text: what counts as declared, and nothing of positions.

The same in native/src/declared.rs. A FEN in a comment counts where it is all that the comment says (quoted or not,
beside `[%clk ...]` and its like), and behind `fen=`, `[%fen`, `Final position` and `Current position`. What else a
comment may speak of is not declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from pgnfen.pgn.movetext import Kind, Token, unclosed_comment
from pgnfen.regex import regex

_SHORTEST: Final = 21
_RUN = regex(rb"[0-9A-Za-z/]+")
_FIELDS = (
    rb"S+[A-Za-z]S+(?:-|[A-Za-z]{1,4})S+(?:-|[A-Za-z][0-9])(?![0-9A-Za-z/\-])"
    rb"(S+[0-9]{1,5}S+[0-9]{1,5}(?![0-9A-Za-z/:%\-]|\.[0-9]))?"
)
_BLANKS = (b" \t\r\n", b" \t\r\n;")
_BEHIND = tuple(regex(_FIELDS.replace(b"S", b"[" + blanks + b"]")) for blanks in _BLANKS)
_ENDS = (regex(rb'[ \t\r\n]*(?:["\],;]|\Z)'), regex(rb'[ \t\r\n;]*(?:["\],]|\Z)'))
_CLOCK_ALONE = tuple(regex(rb'[%b]+[0-9]+[ \t]*(?:["\],;\r\n]|\Z)' % blanks) for blanks in _BLANKS)
_NEXT_LINE = regex(rb"[^\r\n]*(?:[\r\n][ \t\r\n]*;[^\r\n]*)*")
_MEANS_THE_LAST = {b"fen": False, b"currentposition": False, b"finalposition": True}
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Found(NamedTuple):
    """A FEN that is declared, bytes `at` to `end` of the game; `last`: said to be the final position."""

    at: int
    end: int
    last: bool


_NAMED = regex(rb"\[%fen(?=[ \t\r\n])|(?<![0-9A-Za-z_\-\[])fen[ \t]*=", re.IGNORECASE)
_VALUE = regex(rb'[^"\],;\r\n]*')
_LONGEST: Final = 1024
"""Bytes of what is declared and is no FEN; the rest of a longer one is not looked at."""
_UNSAID = (b"", b"?", b"-")


def may_declare(raw: bytes, movetext: int, tags: Sequence[bytes]) -> bool:
    """Whether there may be a FEN in a comment or in one of the tags, at a glance."""
    comments = b"{" in raw[movetext:] or b";" in raw[movetext:]
    if comments and (raw.count(b"/", movetext) >= 7 or b"fen" in raw[movetext:].lower()):
        return True
    return any(raw.find(b"[" + name + b' "', 0, movetext) >= 0 for name in tags)


def in_comment(raw: bytes, start: int, end: int, lines: bool) -> Iterator[Found]:
    """The FENs that the text of a comment declares, raw[start:end] without its brackets; `lines`: of line comments.

    >>> [raw[one.at:one.end] for raw in [b"d=3, fen=8/8/8/8/8/8/8/8 w - -, x"] for one in in_comment(raw, 0, 33, False)]
    [b'8/8/8/8/8/8/8/8 w - -']
    """
    if raw.count(b"/", start, end) < 7:
        return
    for run in _RUN.finditer(raw, start, end):
        if not _is_placement(run[0]):
            continue
        behind = _BEHIND[lines].match(raw, run.end(), end)
        if behind:
            last = _said(raw, start, run.start(), behind.end(), end, _BLANKS[lines])
            if last is not None:
                yield Found(run.start(), behind.end(), last)


def in_tags(raw: bytes, movetext: int, tags: Sequence[bytes]) -> Iterator[Found]:
    """The FENs that are the values of tags of these names."""
    for name in tags:
        for value, end in _values(raw, movetext, name):
            fen = _fen_of(raw, value, end) if end - value >= _SHORTEST else None
            if fen is not None:
                yield Found(value, fen, True)


def _values(raw: bytes, movetext: int, name: bytes) -> Iterator[tuple[int, int]]:
    """The values of all tags of a name, without the blanks before them."""
    head = b"[" + name + b' "'
    at = raw.find(head, 0, movetext)
    while at >= 0:
        value = at + len(head)
        end = raw.find(b'"', value, movetext)
        if (at == 0 or raw[at - 1] in b"\r\n") and end >= 0:
            yield end - len(raw[value:end].lstrip(_BLANKS[0])), end
        at = raw.find(head, value, movetext)


def unreadable_in_comment(raw: bytes, start: int, end: int, lines: bool) -> Iterator[tuple[int, int]]:
    """What `[%fen` and `fen=` declare in a comment and is no FEN: its bytes; arguments as in `in_comment`.

    A value that ends in a bracket or a quote is all of it a FEN or none, as that of a tag is. Without these, words may
    follow a FEN; a number alone is a halfmove clock whose fullmove number is missing. What is no FEN ends where the
    next declaration begins, and has 1,024 bytes at most.

    >>> text = b"[%fen 8/8/8 w] fen=?, fen=8/8/8/8/8/8/8/8 w - -"
    >>> [text[at:end] for at, end in unreadable_in_comment(text, 0, len(text), False)]
    [b'8/8/8 w']
    >>> text = "fen=/ fen=8/8[%fen 8 [%fen x y fen=z fen=x, fen=".encode() + "é".encode() * 600
    >>> list(unreadable_in_comment(text, 0, len(text), False))
    [(4, 5), (10, 13), (19, 20), (27, 42), (48, 1072)]
    """
    blanks = _BLANKS[lines]
    named = [
        match
        for match in _NAMED.finditer(raw, start, end)
        if match[0][0] == b"["[0] or not _has_word_before(raw, match.start(), start, blanks)
    ]
    for match, following in zip_longest(named, named[1:]):
        at = match.end()
        while at < end and raw[at] in blanks:
            at += 1
        quoted = raw.startswith(b'"', at, end)
        at += quoted
        run = _RUN.match(raw, at, end)
        fen = _BEHIND[lines].match(raw, run.end(), end) if run and _is_placement(run[0]) else None
        if fen and not _goes_on(raw, fen, end, quoted or match[0][0] == b"["[0], lines):
            continue
        known = fen.end() if fen else at
        value = _VALUE.match(raw, known, max(known, _cut(raw, at, following.start() if following else end)))
        text = raw[at : value.end()].rstrip(blanks) if value else b""
        if text not in _UNSAID:
            yield at, at + len(text)


def _cut(raw: bytes, at: int, end: int) -> int:
    """Where a declaration from `at` ends at the latest, before `end`, not within a character of UTF-8."""
    if end <= at + _LONGEST:
        return end
    end = at + _LONGEST
    return next((end - back for back in range(3) if raw[end - back] & 0xC0 != 0x80), end - 3)


def _goes_on(raw: bytes, fen: re.Match[bytes], end: int, delimited: bool, lines: bool) -> bool:
    """Whether the value goes on behind its FEN, of which the fields behind the placement have been matched."""
    if delimited:
        return not _ENDS[lines].match(raw, fen.end(), end)
    return fen[1] is None and _CLOCK_ALONE[lines].match(raw, fen.end(), end) is not None


def unreadable_in_tags(raw: bytes, movetext: int, tags: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    """The values of tags of these names that are no FEN: their bytes."""
    for name in tags:
        for at, end in _values(raw, movetext, name):
            text = raw[at:end].rstrip(_BLANKS[0])
            if text not in _UNSAID and _fen_of(raw, at, end) is None:
                yield at, at + len(text)


def _fen_of(raw: bytes, at: int, end: int) -> int | None:
    """Where the FEN ends that is all of a tag's value; None where that is none."""
    run = _RUN.match(raw, at, end)
    behind = _BEHIND[False].match(raw, run.end(), end) if run and _is_placement(run[0]) else None
    return behind.end() if behind and not raw[behind.end() : end].strip(_BLANKS[0]) else None


def _is_placement(run: bytes) -> bool:
    """Eight parts, none of them empty."""
    return run.count(b"/") == 7 and all(run.split(b"/"))


def _said(raw: bytes, start: int, at: int, behind: int, end: int, blanks: bytes) -> bool | None:
    """Whether what stands around the FEN raw[at:behind] within raw[start:end] says that it is declared: True for the
    final position, None if it does not."""
    if at > start and raw[at - 1] in b'"':
        at -= 1
    at = _back(raw, at, start, blanks)
    if at == start or raw[at - 1] in b"]":
        behind += raw.startswith(b'"', behind, end)
        while behind < end and raw[behind] in blanks:
            behind += 1
        return False if behind == end or raw[behind] in b"[" else None
    if raw[at - 1] in b"=:":
        at = _back(raw, at - 1, start, blanks)
    first = _back(raw, at, start, _LETTERS)
    word = raw[first:at].lower()
    if word == b"position":
        at = _back(raw, first, start, blanks)
        first = _back(raw, at, start, _LETTERS)
        word = raw[first:at].lower() + word
    last = _MEANS_THE_LAST.get(word)
    if last is None or (first > start and raw[first - 1] in b"0123456789_-["):
        return None
    return None if _has_word_before(raw, first, start, blanks) else last


def _has_word_before(raw: bytes, first: int, start: int, blanks: bytes) -> bool:
    """Whether there is a word before it on the same line: `the start FEN`; a brace comment may be broken anywhere."""
    before = _back(raw, first, start, b" \t" if b";" in blanks else blanks)
    return before > start and raw[before - 1] in _LETTERS


def _back(raw: bytes, at: int, start: int, bytes_passed: bytes) -> int:
    """Where the bytes before `at` begin that are all among those."""
    while at > start and raw[at - 1] in bytes_passed:
        at -= 1
    return at


def text_of(raw: bytes, token: Token, lines: int) -> tuple[int, int, bool]:
    """The text of a comment without its brackets, and whether it is of line comments; `lines`: where those end of which
    it is the first. Nothing of one that is never closed."""
    if token.kind is Kind.LINE_COMMENT:
        return token.start + 1, lines, True
    if unclosed_comment(token, raw):
        return token.end, token.end, False
    return token.start + 1, token.end - 1, False


def lines_end(raw: bytes, start: int) -> int:
    """Where the line comments end, one behind the other, of which the first begins at `start`."""
    match = _NEXT_LINE.match(raw, start)
    return match.end() if match else start
