"""Edits of a game's bytes, and those of its tag section: a value, a tag line inserted, taken out, or moved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pgnfen.lazy import regex
from pgnfen.pgn.tagpairs import TagPair, codec_of

_BEHIND = regex(rb"[ \t]*(\r\n?|\n)?")


class Edit(NamedTuple):
    """Bytes `start` to `end` (exclusive, of the game) become `new`; nothing is taken away where both are the same."""

    start: int
    end: int
    new: bytes


def apply(raw: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes after edits that do not overlap.

    >>> apply(b"1. e4 e5", [Edit(8, 8, b" *"), Edit(3, 5, b"d4")])
    b'1. d4 e5 *'
    """
    parts, at = [], 0
    edits = sorted(edits)
    if len(edits) == 1:  # most fixes ask for one
        [edit] = edits
        return raw[: edit.start] + edit.new + raw[edit.end :]
    for edit in edits:
        parts += [raw[at : edit.start], edit.new]
        at = edit.end
    return b"".join([*parts, raw[at:]])


def escaped(text: str, codec: str = "utf-8") -> bytes:
    r"""Text as the value of a tag pair has it. Raises UnicodeEncodeError where the encoding does not have a character.

    >>> escaped('a "b"')
    b'a \\"b\\"'
    """
    written = text.encode(codec, "surrogatepass" if codec == "utf-8" else "strict")
    return written.replace(b"\\", b"\\\\").replace(b'"', b'\\"')


def can_hold(raw: bytes, pair: TagPair, text: str) -> bool:
    """Whether the encoding of a tag pair (see tag_value) has all characters of a text."""
    try:
        escaped(text, _codec(raw, pair))
    except UnicodeEncodeError:
        return False
    return True


def _codec(raw: bytes, pair: TagPair) -> str:
    return codec_of(raw if pair.raw_value.isascii() else pair.raw_value)


def tag_value(raw: bytes, pair: TagPair, text: str) -> Edit:
    """The pair of the game `raw` has this value; only what differs is touched.

    It is written in the encoding of the value that was there, or of the game where that is ASCII; where this does not
    have a character, nothing is changed.
    """
    if not can_hold(raw, pair, text):
        return Edit(pair.value_start, pair.value_start, b"")
    old, new = pair.raw_value, escaped(text, _codec(raw, pair))
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start = pair.value_start
    return Edit(start + head, start + len(old) - tail, new[head : len(new) - tail])


def tag_name(raw: bytes, pair: TagPair, spelling: bytes) -> Edit:
    """The pair has this name."""
    start = raw.index(pair.name, pair.start)
    return Edit(start, start + len(pair.name), spelling)


def tag_inserted(raw: bytes, before: TagPair, tag: str, text: str) -> Edit:
    """A pair before another: a line of its own, as that one has; on the same line where that one shares its own."""
    behind = _BEHIND.match(raw, before.end)
    end = behind[1] if behind else None
    alone = end is not None or before.end == len(raw)
    between = (end or line_end(raw)) if alone else b" "
    return Edit(before.start, before.start, b'[%s "%s"]%s' % (tag.encode(), escaped(text), between))


def tags_appended(raw: bytes, after: TagPair, tags: list[tuple[str, str]]) -> Edit:
    """Pairs behind another: on lines of their own where that one does not share its line."""
    behind = _BEHIND.match(raw, after.end)
    alone = (behind is not None and behind[1] is not None) or after.end == len(raw)
    between = line_end(raw) if alone else b" "
    new = b"".join([between + b'[%s "%s"]' % (tag.encode(), escaped(text)) for tag, text in tags])
    return Edit(after.end, after.end, new)


def tag_removed(raw: bytes, pair: TagPair) -> Edit:
    """The pair is taken out, with its line where it has one of its own."""
    start, behind = pair.start, _BEHIND.match(raw, pair.end)
    end = behind.end() if behind else pair.end
    line = line_begin(raw, start)
    if raw[line:start].strip() or (behind and behind[1] is None):  # it shares its line
        return Edit(start, end if behind and behind[1] is None else pair.end, b"")
    return Edit(line, end, b"")


def tag_moved(raw: bytes, pair: TagPair, before: TagPair) -> list[Edit]:
    """The pair, with its line, stands before another."""
    out = tag_removed(raw, pair)
    text = raw[pair.start : pair.end]
    behind = _BEHIND.match(raw, before.end)
    between = behind[1] if behind and behind[1] else b" "
    return [Edit(before.start, before.start, text + between), out]


def line_begin(raw: bytes, at: int) -> int:
    """Where the line of a byte begins."""
    return max(raw.rfind(b"\n", 0, at), raw.rfind(b"\r", 0, at)) + 1


def line_end(raw: bytes) -> bytes:
    r"""How lines end in a game: as the first one does.

    >>> line_end(b"[Event \"a\"]\r\n\n")
    b'\r\n'
    """
    at = raw.find(b"\n")
    if at > 0 and raw[at - 1] == 0x0D:
        return b"\r\n"
    return b"\r" if at < 0 and b"\r" in raw else b"\n"
