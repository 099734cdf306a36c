"""Values as JSON."""

from __future__ import annotations

import json


def to_json(value: object) -> bytes:
    """A value as JSON in UTF-8, with `, ` and `: ` between parts.

    >>> to_json({"white": "Polg\u00e1r", "n": [1, None]}).decode()
    '{"white": "Polg\u00e1r", "n": [1, null]}'
    """
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
