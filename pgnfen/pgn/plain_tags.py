"""Tag sections as programs write them, whole: `[Name "value"]`, one a line, then movetext."""

from __future__ import annotations

from pgnfen.lazy import regex

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
