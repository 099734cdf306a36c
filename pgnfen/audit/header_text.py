"""What is left in the value of a tag pair of other encodings and escapes, and the text without it."""

from __future__ import annotations

import re
from functools import lru_cache

from pgnfen.lazy import deferred, regex

with deferred:
    import html
    from urllib.parse import unquote_to_bytes

_ENTITY = regex(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,31}[0-9]{0,2});")
_ESCAPE = regex(r"\\(?:u([0-9A-Fa-f]{4})|(['\"/]))")
_PERCENT = regex(r"(?:[^%\s]|%[0-9A-Fa-f]{2})+")
_BLANKS = regex(r"[ \t]{2,}")
_MOST = 4  # times that one text was encoded


@lru_cache(maxsize=4096)
def cleaned(value: str) -> tuple[str, frozenset[str]]:
    r"""A value without what is left over in it, and the codes of the rules that say so.

    >>> cleaned("Caf\u00c3\u00a9 &amp;  Bar")
    ('Café & Bar', frozenset({...}))
    """
    codes: set[str] = set()
    text = value
    for _ in range(_MOST):
        before = text
        for code, clean in _STEPS:
            other = clean(text)
            if other != text:
                codes.add(code)
                text = other
        if text == before:
            break
    if _without_blanks(value) == value:
        codes.discard("H141")  # what was written for a blank was at fault
    return text, frozenset(codes)


def without_mojibake(text: str) -> str:
    """The text before its UTF-8 was read as Windows-1252 or Latin-1; the same where that is not proved."""
    if text.isascii():
        return text
    for encode in (_windows, _latin):
        raw = encode(text)
        if raw is None:
            continue
        try:
            other = raw.decode("utf-8")
        except UnicodeDecodeError:
            continue
        if other != text and all(char.isprintable() or char == "\ufeff" for char in other if not char.isascii()):
            return other
    return text


def _windows(text: str) -> bytes | None:
    """The bytes in Windows-1252, with Latin-1 for the five that it leaves out."""
    try:
        return b"".join(char.encode("latin-1" if char in "\x81\x8d\x8f\x90\x9d" else "cp1252") for char in text)
    except UnicodeEncodeError:
        return None


def _latin(text: str) -> bytes | None:
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return None


def _without_entities(text: str) -> str:
    def char(match: re.Match[str]) -> str:
        entity = match[0]
        read = html.unescape(entity)
        if read == "\ufffd":  # no character has that number
            return entity
        return read if read.isprintable() else " " if read.isspace() else entity

    return _ENTITY.sub(char, text) if "&" in text else text


def _without_escapes(text: str) -> str:
    def char(match: re.Match[str]) -> str:
        read = chr(int(match[1], 16)) if match[1] else match[2]
        return read if read.isprintable() else match[0]

    return _ESCAPE.sub(char, text) if "\\" in text else text


def _without_percents(text: str) -> str:
    if "%" not in text or _is_address(text) or not _PERCENT.fullmatch(text):
        return text
    raw = unquote_to_bytes(text)
    encoded = (chr(int(part[:2], 16)) for part in text.split("%")[1:])
    if any(char.isascii() and char.isalnum() for char in encoded):
        return text  # `50%50` is a text of its own
    try:
        other = raw.decode("utf-8")
    except UnicodeDecodeError:
        return text
    return other if other.isprintable() else text


def _is_address(text: str) -> bool:
    """Whether a text may be an address: percent signs belong there. (`x.org/a%20b`: a dot, and a slash.)"""
    return "://" in text or ("." in text and "/" in text) or text.lower().startswith(("www.", "mailto:"))


def _without_blanks(text: str) -> str:
    return _BLANKS.sub(" ", text.strip(" \t"))


_STEPS = (
    ("H144", without_mojibake),
    ("H145", lambda text: text.replace("\ufeff", "")),
    ("H142", _without_entities),
    ("H143", _without_escapes),
    ("H146", _without_percents),
    ("H141", _without_blanks),
)
