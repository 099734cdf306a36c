"""Values as JSON."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache


@cache
def _encoder() -> Callable[[object], str]:
    import json  # at the first value: text and CSV need none of it

    return json.JSONEncoder(ensure_ascii=False).encode


def to_json(value: object) -> bytes:
    """A value as JSON in UTF-8, with `, ` and `: ` between parts.

    >>> to_json({"white": "Polg\u00e1r", "n": [1, None]}).decode()
    '{"white": "Polg\u00e1r", "n": [1, null]}'
    """
    return _encoder()(value).encode("utf-8", "surrogatepass")
