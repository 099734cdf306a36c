"""Small inputs by a number: games, FENs and records by their grammar, with faults, and runs of one fragment in them."""

from __future__ import annotations

import random
import sys
from functools import cache
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "growth"))

from hostile import FRAGMENTS, PLACES
from seeds import seeds
from strategies import ARRAY, PLACEMENTS

from pgnfen.facts.declared_words import NAMED, PHRASES

LARGEST = 1000
"""Bytes."""
_BLANKS = (" ", " ", " ", " ", "  ", "\t", "\t\t", "\v", "\x85", "\xa0", "\u2003", "\u200b", "\ufeff", "_", ",", "")
_FIELDS = (
    ("w", "b", "W", "x", "-", "white"),
    ("KQkq", "-", "K", "HAha", "Gkq", "kqKQ", "0", "KQ kq", "KK"),
    ("-", "d6", "e3", "e9", "e6"),
    ("0", "3", "150", "-1", "x", "3+3", "99999999999"),
    ("1", "0", "9", "99999999999", "", "+0+0", "1."),
)
_OPERATIONS = (' id "x";', " bm Ke2;", " hmvc 3; fmvn 7;", " ;", ' id "', ";D1 20 ;D2 400", " c0 a b", " fmvn x;")
_NAMES = ("Event", "Result", "SetUp", "FEN", "Variant", "White", "setup", "PlyCount", "T1", "CurrentPosition", "a-b")
_VALUES = ("1", "0", "*", "1-0", "1/2", "Chess960", "Atomic", "Capablanca", "?", '\\"', "a\nb", "", "x" * 40)
_WORDS = (
    "e4", "e5", "Nf3", "Nc6", "d4", "d5", "Bb5", "a6", "O-O", "0-0-0", "exd6", "a8=Q", "Qh9", "Ke2", "--", "Sf3",
    "e2e4", "Nbd7", "Kf1+", "1.", "1...", "2.", "3.", "17.", "(", ")", "{", "}", "{x}", ";", "; x\n", "\n%\n", "$1",
    "!?", "1-0", "*", "1/2-1/2", "[", "]", "R50=49", f"{{{NAMED.decode()}=", f"[%{NAMED.decode()}", *PHRASES,
    "Кf3", "–", "½", "\x00",    "\x1a", "(1. d4 d5)", "\n\n",
)  # fmt: skip


@cache
def _examples() -> tuple[bytes, ...]:
    return tuple(seeds().values())


def shaped(number: int) -> tuple[bytes, bool]:
    """An input, the same for each number, and whether it is of records."""
    luck = random.Random(number)
    records = luck.random() < 0.3
    data = _records(luck) if records else _games(luck)
    for _ in range(luck.choice((0, 0, 1, 1, 1, 2, 4))):
        data = _changed(luck, data)
    return data[:LARGEST], records


def _fen(luck: random.Random) -> str:
    if luck.random() < 0.1:
        return ARRAY
    fields = [luck.choice(PLACEMENTS), *(luck.choice(field) for field in _FIELDS)][: luck.randint(1, 6)]
    if luck.random() < 0.2:
        luck.shuffle(fields)
    blank = luck.choice(_BLANKS)
    return "".join(field + (blank if luck.random() < 0.8 else luck.choice(_BLANKS)) for field in fields).rstrip(" ")


def _records(luck: random.Random) -> bytes:
    lines = []
    for _ in range(luck.randint(1, 5)):
        operations = "".join(luck.choice(_OPERATIONS) for _ in range(luck.randint(0, 3)))
        lines.append(luck.choice((_fen(luck) + operations, _fen(luck), "# x", "")))
    return luck.choice(("\n", "\r\n", "\r")).join(lines).encode()


def _games(luck: random.Random) -> bytes:
    if luck.random() < 0.25:
        return luck.choice(_examples())
    parts = []
    for _ in range(luck.randint(1, 3)):
        end = luck.choice(("\n", "\n", "\n", "\r\n", "\r", " "))
        pairs = []
        for _ in range(luck.randint(0, 5)):
            name = luck.choice(_NAMES)
            value = _fen(luck) if name in ("FEN", "CurrentPosition") else luck.choice(_VALUES)
            pairs.append(luck.choice((f'[{name} "{value}"]', f'[{name} "{value}"]', f'[{name} "{value}', "; x", "{y}")))
        words = [
            f"{{{luck.choice(('', 'fen=', '[%fen '))}{_fen(luck)}}}" if luck.random() < 0.1 else luck.choice(_WORDS)
            for _ in range(luck.randint(0, 25))
        ]
        movetext = luck.choice((" ", " ", "\n", end)).join(words)
        parts.append(end.join([*pairs, "", movetext + luck.choice((" *", " 1-0", "", " 1/2-1/2")), "", ""]))
    return "".join(parts).encode()


def _changed(luck: random.Random, data: bytes) -> bytes:
    at = luck.randint(0, len(data))
    kind = luck.random()
    if kind < 0.55:  # a run
        fragment = b"".join(luck.choices(FRAGMENTS, k=luck.choice((1, 1, 1, 2, 3))))
        size = luck.choice((1, 2, 5, 30, 60, 200, 700))
        return data[:at] + fragment * max(1, size // len(fragment)) + data[at:]
    if kind < 0.65:
        head, tail = luck.choice(list(PLACES.values()))
        return head + data[at : at + luck.randint(0, 300)] + tail
    end = min(len(data), at + luck.randint(0, 40))
    if kind < 0.8:
        return data[:at] + data[end:]
    if kind < 0.9:
        return data[:end] + data[at:]
    return data[:at] + bytes(luck.randrange(256) for _ in range(luck.randint(1, 3))) + data[end:]
