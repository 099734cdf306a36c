"""FENs that comments and tags declare, found in their text: what counts as declared, and nothing of positions.

The same in native/src/declared.rs. A FEN in a comment counts where it is all that the comment says (quoted or not,
beside `[%clk ...]` and its like), and behind `fen=`, `[%fen`, `Final position` and `Current position`. What else a
comment may speak of is not declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pgnfen.facts.declared_words import FEWEST_SLASHES, NAMED, NOT_BEFORE_WORDS, SECOND_WORDS, WORDS
from pgnfen.lazy import regex
from pgnfen.pgn.movetext import Kind, Token, unclosed_comment

RUN = regex(rb"[0-9A-Za-z/]+")
_FIELDS = (
    rb"S+[A-Za-z]S+(?:-|[A-Za-z]{1,4})S+(?:-|[A-Za-z][0-9])(?![0-9A-Za-z/\-])"
    rb"(S+[0-9]{1,5}S+[0-9]{1,5}(?![0-9A-Za-z/:%\-]|\.[0-9]))?"
)
BLANKS = (b" \t\r\n", b" \t\r\n;")
BEHIND = tuple(regex(_FIELDS.replace(b"S", b"[" + blanks + b"]")) for blanks in BLANKS)
_NEXT_LINE = regex(rb"[^\r\n]*(?:[\r\n][ \t\r\n]*;[^\r\n]*)*")
_LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Found(NamedTuple):
    """A FEN that is declared, bytes `at` to `end` of the game; `last`: said to be the final position."""

    at: int
    end: int
    last: bool


def may_declare(raw: bytes, movetext: int, tags: Sequence[bytes]) -> bool:
    """Whether there may be a FEN in a comment or in one of the tags, at a glance."""
    comments = b"{" in raw[movetext:] or b";" in raw[movetext:]
    if comments and (raw.count(b"/", movetext) >= FEWEST_SLASHES or NAMED in raw[movetext:].lower()):
        return True
    return tags_may_declare(raw, movetext, tags)


def may_declare_readable(raw: bytes, movetext: int, tags: Sequence[bytes]) -> bool:
    """Likewise of a FEN that can be read: eight parts of a placement stand together (see is_placement).

    >>> [may_declare_readable(text, 0, ()) for text in (b"{8/8/8/8/8/8/8/8 w - -} *", b"{tb=0/0, mb=+0/+0/0} *")]
    [True, False]
    """
    inner = 0
    for part in raw[movetext:].split(b"/")[1:-1]:
        inner = inner + 1 if part.isalnum() else 0
        if inner == 6:
            return may_declare(raw, movetext, tags)
    return tags_may_declare(raw, movetext, tags)


def tags_may_declare(raw: bytes, movetext: int, tags: Sequence[bytes]) -> bool:
    """Whether there may be a FEN in one of the tags that declare final positions."""
    return any(raw.find(b"[" + name + b' "', 0, movetext) >= 0 for name in tags)


def in_comment(raw: bytes, start: int, end: int, lines: bool) -> Iterator[Found]:
    """The FENs that the text of a comment declares, raw[start:end] without its brackets; `lines`: of line comments.

    >>> [raw[one.at:one.end] for raw in [b"d=3, fen=8/8/8/8/8/8/8/8 w - -, x"] for one in in_comment(raw, 0, 33, False)]
    [b'8/8/8/8/8/8/8/8 w - -']
    """
    if raw.count(b"/", start, end) < 7:
        return
    for run in RUN.finditer(raw, start, end):
        if not is_placement(run[0]):
            continue
        behind = BEHIND[lines].match(raw, run.end(), end)
        if behind:
            said = declared_by(raw, start, run.start(), behind.end(), end, BLANKS[lines])
            if said is not None:
                yield Found(run.start(), behind.end(), said[1])


def in_tags(raw: bytes, movetext: int, tags: Sequence[bytes]) -> Iterator[Found]:
    """The FENs that are the values of tags of these names."""
    for name in tags:
        for value, end in values(raw, movetext, name):
            fen = fen_of(raw, value, end)
            if fen is not None:
                yield Found(value, fen, True)


def values(raw: bytes, movetext: int, name: bytes) -> Iterator[tuple[int, int]]:
    """The values of all tags of a name, without the blanks before them."""
    head = b"[" + name + b' "'
    at = raw.find(head, 0, movetext)
    while at >= 0:
        value = at + len(head)
        end = raw.find(b'"', value, movetext)
        if (at == 0 or raw[at - 1] in b"\r\n") and end >= 0:
            yield end - len(raw[value:end].lstrip(BLANKS[0])), end
        at = raw.find(head, value, movetext)


def fen_of(raw: bytes, at: int, end: int) -> int | None:
    """Where the FEN ends that is all of a tag's value; None where that is none."""
    run = RUN.match(raw, at, end)
    behind = BEHIND[False].match(raw, run.end(), end) if run and is_placement(run[0]) else None
    return behind.end() if behind and not raw[behind.end() : end].strip(BLANKS[0]) else None


def is_placement(run: bytes) -> bool:
    """Eight parts, none of them empty."""
    return run.count(b"/") == 7 and all(run.split(b"/"))


def declared_by(raw: bytes, start: int, at: int, behind: int, end: int, blanks: bytes) -> tuple[int, bool] | None:
    """Whether what stands around the FEN raw[at:behind] within raw[start:end] says that it is declared: where the words
    begin that do, and True for the final position; None if nothing does."""
    fen = at
    if at > start and raw[at - 1] in b'"':
        at -= 1
    at = _back(raw, at, start, blanks)
    if at == start or raw[at - 1] in b"]":
        behind += raw.startswith(b'"', behind, end)
        while behind < end and raw[behind] in blanks:
            behind += 1
        return (fen, False) if behind == end or raw[behind] in b"[" else None
    if raw[at - 1] in b"=:":
        at = _back(raw, at - 1, start, blanks)
    first = _back(raw, at, start, _LETTERS)
    word = raw[first:at].lower()
    if word in SECOND_WORDS:
        at = _back(raw, first, start, blanks)
        first = _back(raw, at, start, _LETTERS)
        word = raw[first:at].lower() + word
    last = WORDS.get(word)
    if last is None or (first > start and raw[first - 1] in NOT_BEFORE_WORDS):
        return None
    return None if has_word_before(raw, first, start, blanks) else (first, last)


def has_word_before(raw: bytes, first: int, start: int, blanks: bytes) -> bool:
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
