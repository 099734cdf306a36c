"""Safe fixes of one game never contradict each other: of every case, and of cases with a FEN, tags or moves changed.

Two fixes contradict each other where they ask for different bytes at one place, where the fixes of one game never come
to an end, or where, all done, a safe fix is left or a rule finds something that it did not find before. These may: S206
and C105 are said only where Variant is Chess960 (S201 adds it), K103 of an array that has all its rights, D103 and D104
where the start denies nothing that is played, and D where G102 writes the marker: a comment with a FEN behind it
declares the final position then, and `fix` refuses; the plies before it can be counted; and text in parentheses
(R108) stands behind the marker (R103).
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import fixes
import pytest

import pgnfen

CASES = sorted((Path(__file__).parents[1] / "rules").glob("*.pgn"))
_FEN = re.compile(rb'(\[FEN ")([^"\n]*)')
_FIELDS = (
    (),
    ("w", "b"),
    ("-", "KQkq", "kqKQ", "QKqk", "K", "Qq", "HAha", "ahAH", "Gg", "KQha", "HQkq", "Kh", "GBgb", "kq", "FCfc", "Ah"),
    ("-", "-", "e3", "e6", "d6", "c3", "g6", "f3", "e4", "a6"),
    ("0", "0", "1", "5", "14", "99"),
    ("0", "1", "1", "2", "7", "24"),
)
_NUMBER = re.compile(rb"\b(\d{1,3})\.")


def wrong(data: bytes) -> list[str]:
    """What a repair by all safe fixes shows."""
    got = fixes.apply_safe(data)
    before = fixes.audit(data)
    left = fixes.left_over(before, got)
    codes = {found.code for found in got.applied}
    may_come = [f"new: {found.code}" for found in before]  # the same of another field
    if "S201" in codes:
        may_come += ["new: S206", "new: C105"]
    if codes & {"C102", "C105", "C201"}:
        may_come.append("new: K103")
    if codes & {"C201", "E201"}:
        may_come += ["new: D103", "new: D104"]
    if "F501" in codes:  # a FEN that nobody could read is read, and the moves are played
        may_come += ["new: S206", "new: K2"]
    if "F402" in codes:  # letters in order are seen to be those of files
        may_come.append("new: C104")
    if "F603" in codes and codes & {"E101", "E102", "E103"}:  # a clock that the target square explained
        may_come.append("new: K101")
    if "G110" in codes:  # a marker that is is spelled differently contradicts nothing yet, and may be a move
        may_come += ["new: G103", "new: D", "new: R110", "new: R112"]
    if "G102" in codes:
        may_come += ["new: D", *(["new: R103"] if any(found.code == "R108" for found in before) else [])]
    # F102 writes the whole FEN; a fault of a field in it is found again behind that.
    contradictions = [one for one in got.contradictions if not one.startswith("F102 asks for")]
    return [*contradictions, *(one for one in left if not one.startswith(tuple(may_come)))]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_cases(path: Path) -> None:
    for game in pgnfen.read(path.read_bytes()):
        assert wrong(game.raw) == [], game.raw


class Changes:
    """Changes games as people and programs do: a field, a tag, a number, a spelling."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed)
        self.games = [game.raw for path in CASES for game in pgnfen.read(path.read_bytes())]
        self.fens = [game for game in self.games if (found := _FEN.search(game)) and b"[" not in found[2]]

    def game(self) -> bytes:
        data = self.pick.choice(self.fens if self.pick.random() < 0.8 else self.games)
        for _ in range(self.pick.choice((1, 1, 2, 3))):
            data = self.pick.choice((self.field, self.field, self.field, self.tag, self.number, self.spelling))(data)
        return data

    def field(self, data: bytes) -> bytes:
        found = _FEN.search(data)
        fields = found[2].split(b" ") if found else []
        at = self.pick.randrange(1, 6)
        if found is None or at >= len(fields):
            return data
        fields[at] = self.pick.choice(_FIELDS[at]).encode()
        return data[: found.start(2)] + b" ".join(fields) + data[found.end(2) :]

    def tag(self, data: bytes) -> bytes:
        name = self.pick.choice((b"SetUp", b"Variant", b"Result", b"PlyCount"))
        values = {b"SetUp": (b"1", b"0"), b"Variant": (b"Chess960", b"Standard", b"fischerandom"),
                  b"Result": (b"1-0", b"*", b"1/2"), b"PlyCount": (b"3", b"9")}  # fmt: skip
        data = re.sub(rb"\[%s \"[^\"\n]*\"\]\n" % name, b"", data)
        if self.pick.random() < 0.4 or not data.startswith(b"["):
            return data
        return b'[%s "%s"]\n' % (name, self.pick.choice(values[name])) + data

    def number(self, data: bytes) -> bytes:
        head, blank, moves = data.partition(b"\n\n")
        more, most = self.pick.choice((1, -1, 6)), self.pick.choice((0, 1))
        return head + blank + _NUMBER.sub(lambda match: b"%d." % max(0, int(match[1]) + more), moves, count=most)

    def spelling(self, data: bytes) -> bytes:
        head, blank, moves = data.partition(b"\n\n")
        ways = ((b"O-O", b"0-0"), (b"O-O", b"o-o"), (b" *", b""), (b" *", b" 1/2"), (b"1. ", b"1... "), (b"*", b"1:0"))
        return head + blank + moves.replace(*self.pick.choice(ways))


@pytest.mark.parametrize("count", [400, pytest.param(2000, marks=pytest.mark.exhaustive)])
def test_changed_cases(count: int) -> None:
    changes = Changes(int(os.environ.get("PGNFEN_FUZZ_SEED", "1")))
    for number in range(int(os.environ.get("PGNFEN_FUZZ", count))):
        data = changes.game()
        assert wrong(data) == [], f"game {number}: {data!r}"
