"""Values as JSON, and the characters that neither JSON nor CSV hands on as they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from pgnfen.lazy import deferred, regex

with deferred:
    import json
    from base64 import b64decode, b64encode

# Controls but tab, LF and CR; what embeds, overrides and isolates directions; separators of lines and paragraphs.
_ORDERS = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def escaped(text: str, hexadecimal: str = r"\x{:02x}") -> str:
    r"""Text with escapes for what a terminal obeys rather than shows; `hexadecimal` is that of characters below 256.

    >>> print(escaped("a\x1b[1m\u202eb\n", r"\u{:04x}"), escaped("\x9b"))
    a\u001b[1m\u202eb
     \x9b
    """
    return _ORDERS.sub(lambda match: (hexadecimal if match[0] < "\u0100" else r"\u{:04x}").format(ord(match[0])), text)


@cache
def _encoder() -> Callable[[object], str]:
    return json.JSONEncoder(ensure_ascii=False).encode


def to_json(value: object) -> bytes:
    """A value as JSON in UTF-8, with `, ` and `: ` between parts; what no UTF-8 can say is a replacement character, and
    what a terminal would obey (C1 controls, bidirectional overrides) is escaped, as JSON itself escapes C0 controls.

    >>> to_json({"white": "Polg\u00e1r", "n": [1, None]}).decode()
    '{"white": "Polg\u00e1r", "n": [1, null]}'
    """
    text = _encoder()(value)
    return utf8(text if text.isascii() and "\x7f" not in text else escaped(text, r"\u{:04x}"))


def path_json(path: str | None) -> dict[str, str | None]:
    r"""The name of an input: `path`; and `path_bytes`, its bytes in base64, where these are no UTF-8.

    >>> print(path_json("a.pgn"), ascii(path_json("\udcff.pgn")))
    {'path': 'a.pgn'} {'path': '\ufffd.pgn', 'path_bytes': '/y5wZ24='}
    """
    if path is None or is_utf8(path):
        return {"path": path}
    return {"path": utf8(path).decode(), "path_bytes": b64encode(os.fsencode(path)).decode()}


def objects_of(lines: bytes, path: str | None = None) -> Iterator[dict[str, Any]]:
    r"""The objects of JSON Lines of that input, with its name as `path`; None: of inputs that the lines name.

    >>> [*objects_of(b'{"path": "a", "game": 1}\n{"path": "a", "game": 2}\n', "a")][1]
    {'path': 'a', 'game': 2}
    """
    decode = json.JSONDecoder().raw_decode
    for line in lines.decode().split("\n")[:-1]:
        values: dict[str, Any] = decode(line)[0]
        if "path_bytes" in values:
            raw = values.pop("path_bytes")
            values["path"] = path if path is not None else os.fsdecode(b64decode(raw))
        yield values


def is_utf8(text: str) -> bool:
    """Whether text holds no surrogates, by which Python stands for bytes of names that are no UTF-8."""
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def utf8(text: str) -> bytes:
    """Text in UTF-8, with replacement characters for surrogates."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text).encode()
