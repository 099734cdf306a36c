"""Values as JSON."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any


@cache
def _encoder() -> Callable[[object], str]:
    import json  # at the first value: text and CSV need none of it

    return json.JSONEncoder(ensure_ascii=False).encode


def to_json(value: object) -> bytes:
    """A value as JSON in UTF-8, with `, ` and `: ` between parts; what no UTF-8 can say is a replacement character.

    >>> to_json({"white": "Polg\u00e1r", "n": [1, None]}).decode()
    '{"white": "Polg\u00e1r", "n": [1, null]}'
    """
    return utf8(_encoder()(value))


def path_json(path: str | None) -> dict[str, str | None]:
    r"""The name of an input: `path`; and `path_bytes`, its bytes in base64, where these are no UTF-8.

    >>> print(path_json("a.pgn"), ascii(path_json("\udcff.pgn")))
    {'path': 'a.pgn'} {'path': '\ufffd.pgn', 'path_bytes': '/y5wZ24='}
    """
    if path is None or is_utf8(path):
        return {"path": path}
    from base64 import b64encode

    return {"path": utf8(path).decode(), "path_bytes": b64encode(os.fsencode(path)).decode()}


def said_of(lines: bytes, path: str) -> Iterator[dict[str, Any]]:
    r"""The objects of JSON Lines of that input, with its name as `path`.

    >>> [*said_of(b'{"path": "a", "game": 1}\n{"path": "a", "game": 2}\n', "a")][1]
    {'path': 'a', 'game': 2}
    """
    from json import JSONDecoder

    decode = JSONDecoder().raw_decode
    for line in lines.decode().split("\n")[:-1]:
        said: dict[str, Any] = decode(line)[0]
        if "path_bytes" in said:
            del said["path_bytes"]
            said["path"] = path
        yield said


def is_utf8(text: str) -> bool:
    """Whether text holds no surrogates, by which Python stands for bytes of names that are no UTF-8."""
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def utf8(text: str) -> bytes:
    """Text in UTF-8, with replacement characters for surrogates."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text).encode()
