"""Values as JSON, remembered: names, events and dates repeat from game to game."""

from __future__ import annotations

import json

from pgnfen.pgn.tagpairs import decode, unescape


def to_json(value: object) -> bytes:
    """A value as JSON in UTF-8, with `, ` and `: ` between parts.

    >>> to_json({"white": "Polg\u00e1r", "n": [1, None]}).decode()
    '{"white": "Polg\u00e1r", "n": [1, null]}'
    """
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


class JsonValues(dict[bytes | None, bytes]):
    """Raw tag values (None: absent) to JSON strings; a dictionary that fills itself and stays bounded."""

    LIMIT = 1 << 15

    def __missing__(self, raw: bytes | None) -> bytes:
        if len(self) >= self.LIMIT:
            self.clear()
        answer = self[raw] = b"null" if raw is None else to_json(decode(unescape(raw)))
        return answer
