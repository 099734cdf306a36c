"""Each condition that clears a game, with a game that must not be cleared."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("pgnfen._native")

from native_judge import CASTLING, CLEAR, LOOK, MOVES_CLEAR, Judge, split

from pgnfen import _native
from pgnfen.audit.rule import Rule, all_rules

CLEAN = (
    '[Event "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n',
    '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "brnnkqrb/pppppppp/8/8/8/8/PPPPPPPP/BRNNKQRB w KQkq - 0 1"]\n\n'
    "1. g3 g6 2. Qg2 Qg7 3. O-O O-O 4. Ne3 Ne6 *\n\n",
    '[SetUp "1"]\n[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9"]\n\n9. exd6 Kd7 10. Kd2 Kxd6 1/2-1/2\n\n',
)

FAULTS = [
    # The moves: an illegal one, an ambiguous one, other spellings, numbers, what stands beside them.
    (0, "e5 2.", "e6 2. Ke3", 0), (0, "Qh5", "Qg5", 0), (0, "Qh5", "Qd1h5", 1), (0, "Qh5", "d1h5", 0),
    (0, "Qh5", "--", 0), (0, "3.", "4.", 0), (0, "3.", "3...", 1), (0, "1.", "1...", 0), (0, "1.", "1. 1.", 0),
    (0, "Nc6", "Nc6 junk", 0), (0, "Nc6", "Nc6 (2... d6", 0), (0, "Nc6", "Nc6 )", 0), (0, "Nc6", "Nc6 {", None),
    (0, "Nc6", "Nc6 [x]", 0), (0, "# 1-0", "#", 0), (0, "# 1-0", "# 1-0 *", None), (0, "# 1-0", "# 1-0 x", None),
    (1, "O-O O-O", "0-0 O-O", 0), (2, "exd6 Kd7", "exd6 Ke7", 0), (2, "d6 0 9", "- 0 9", 0), (2, "exd6", "ed", 0),
    (2, "9. exd6 Kd7 10.", "10. exd6 Kd7 11.", 2),
    (2, "9. exd6", "10. exd6", 0), (2, "d6 0 9", "- 150 99", 0), (1, "KQkq", "Qkq", 3), (1, "KQkq", "-", 3),
    (0, "4. Qxf7#", "4. Qxe8", 0),
    # Result tag, marker and board.
    (0, '"1-0"', '"0-1"', 2), (0, "# 1-0", "# *", 2), (0, '[Result "1-0"]', '[Site "x"]', 1),
    (0, CLEAN[0][11:], CLEAN[0][11:].replace("1-0", "0-1"), 2),
    # Bytes.
    (0, '"A"', '"\x01"', 2), (0, "Nc6", "Nc6 {\x7f}", 2), (0, "Nc6", "Nc6 {\udce9}", 2), (0, '"A"', '"\u00e9"', 1),
    # Tags: the start, the layout.
    (0, "[Event", '[SetUp "1"]\n[Event', 2), (2, "SetUp", "Setup", 2), (2, '[SetUp "1"]\n', "", 2),
    (1, "Chess960", "fischerandom", 2), (1, '[Variant "Chess960"]\n', "", 2),
    (1, '[Variant "Chess960"]\n[SetUp "1"]\n', '[SetUp "1"]\n', 2), (2, "FEN", "fen", 2),
    (2, '"]\n\n9.', '"]\n[Variant "Standard"]\n\n9.', 2), (2, "0 9", "3 9", 2), (2, "w -", "b -", 0),
    (2, "0 9", "0 0", 2),
    # Sections that are not settled.
    (0, "[Event", '[Event "B"]\n[Event', None), (0, '"A"', '"A"B"', None), (0, '"A"', '"A\\""', None),
    (0, "[Event", "[Event A]\n[Event", None), (0, "\n\n1.", "\n;\n1.", None), (0, "\n\n1.", "\r1.", None),
    (0, "[Event", "\ufeff[Event", None),
]  # fmt: skip


def statuses(data: bytes) -> list[int]:
    """The statuses of the games in the data; -1 for those that are not settled natively."""
    judge = Judge()
    judge.check(data, len(data))  # holds the verdicts to the Python path's
    games = split(judge.scanner, data)
    said = judge.scanner.clear(data, games)
    return [-1 if flag & _native.CAREFUL else one for one, flag in zip(said.statuses, games.flags(), strict=True)]


@pytest.mark.parametrize("game", CLEAN)
def test_clean_games_are_cleared(game: str) -> None:
    assert statuses(game.encode()) == [CLEAR]


@pytest.mark.parametrize(("index", "old", "new", "expected"), FAULTS)
def test_faults(index: int, old: str, new: str, expected: int | None) -> None:
    assert old in CLEAN[index]
    data = CLEAN[index].replace(old, new, 1).encode("utf-8", "surrogateescape")
    assert statuses(data)[0] == (-1 if expected is None else expected)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_no_example_of_a_rule_is_cleared(rule: Rule) -> None:
    # A backslash and hexadecimal digits stand for a byte.
    data = re.sub(rb"\\x([0-9a-f]{2})", lambda match: bytes([int(match[1], 16)]), rule.example.encode())
    allowed = (-1, LOOK, CASTLING) if rule.scope == "moves" and rule.code != "K201" else (-1, LOOK, MOVES_CLEAR)
    assert all(one in allowed for one in statuses(data)[:1]), rule.code
