"""Movetext that the native engine takes for English at a glance has no translation."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pgnfen._native")

from pgnfen import _native
from pgnfen.pgn.piece_letters import translations

ENGLISH = ["1.", "e4", "Nf3", "Bxc4+", "O-O", "O-O-O", "e8=Q", "a1=N", "Rad1!", "$1", "1-0", "*", "Qd8#"]
OTHERS = [
    "Sf3", "Dd1", "Od4", "O-OO", "O-", "-O", "O-Od4", "OO-O", "O-O-O-O", "e8=D", "Kr", "\u0424d4", "{Sf3}", ";Dd1",
]  # fmt: skip


def test_english_is_not_translated() -> None:
    random_ = random.Random(9)
    seen = {False: 0, True: 0}
    for _ in range(4000):
        words = random_.choices(ENGLISH if random_.random() < 0.5 else ENGLISH + OTHERS, k=random_.randrange(8))
        movetext = random_.choice(("", " ", "\n")).join(words).encode()
        raw = b'[White "Dd4"]\n\n' + movetext
        at = len(raw) - len(movetext)
        english = _native.only_english(raw, at)
        seen[english] += 1
        assert not (english and translations(raw, at)), raw
    assert min(seen.values()) > 500


@pytest.mark.parametrize(
    ("movetext", "expected"),
    [
        (b"1. e4 e5 2. Nf3 (2. Bc4!) Nc6 $1 3. O-O O-O-O 4. e8=Q+ 1/2-1/2\r\n", True),
        (b"", True),
        (b"1. O-O-O-O *", False),
        (b"1. OO-O *", False),
        (b"1. Od4 *", False),
        (b"1. e4 {Nf3} *", False),
        (b"1. Sf3 *", False),
    ],
)
def test_what_is_english_at_a_glance(movetext: bytes, expected: bool) -> None:
    assert _native.only_english(b"S" + movetext, 1) is expected
    assert _native.only_english(movetext, len(movetext) + 1)  # nothing stands there
