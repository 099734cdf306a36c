"""Lines of FEN and EPD repaired: a finding that promises a fix is fixed, or refused with its reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pgnfen.fen.notation import read_record
from pgnfen.repair.conventions import Conventions
from pgnfen.repair.lines import FixedLine, fix_line

MEN = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"
BLANKS = st.sampled_from([" "] * 4 + ["  ", "\t", "\u200b", " \u200b", "\xa0", "_"])
FIELDS = ("w", "b", "KQkq", "-", "e3", "1+3", "+2+0", "0", "3", 'id "a b";', "bm Ke2;", "-0")


def fixed(line: str, unsafe: bool = False) -> FixedLine:
    return fix_line(line, lambda fault: fault.fix == "safe" or (unsafe and fault.fix == "unsafe"), Conventions())


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("w KQkq  0 3", "w KQkq 0 3"),  # no en passant target square
        ("w  KQkq", "w KQkq"),
        ('w  KQkq id "a";', 'w KQkq id "a";'),
        ("w KQkq - 0 3\u200b", "w KQkq - 0 3"),
        ("w KQkq 0  3\u200b", "w KQkq 0 3"),
        ("w KQkq -\u200b", "w KQkq -"),
        ("w KQkq -  1+3 0 3", "w KQkq - 1+3 0 3"),
        ("w  KQkq - 0 3  +2+0", "w KQkq - 0 3 +2+0"),
        ("w  KQkq - 1+3 bm Ke2;", "w KQkq - 1+3 bm Ke2;"),
        ("w KQkq  -0 3", "w KQkq - 0 3"),
        ("w_KQkq_-_0_3", "w KQkq - 0 3"),
    ],
)
def test_blanks(line: str, after: str) -> None:
    """Fields may be missing beside them, or check counters stand there."""
    before = f"{MEN}_{line}" if "_" in line else f"{MEN} {line}"
    one = fixed(before)
    assert " ".join(one.text.split()) == " ".join(f"{MEN} {after}".split())
    assert [done.fault.code for done in one.done if not done.refused] == ["F102"]
    assert "F102" not in [fault.code for fault in one.left]
    expected = one.done[0].fault.expected
    assert expected is not None and one.text.startswith(expected)


@given(st.lists(st.tuples(BLANKS, st.sampled_from(FIELDS)), max_size=9), BLANKS)
def test_every_fix_that_is_promised_is_done_or_refused(parts: list[tuple[str, str]], end: str) -> None:
    line = MEN + "".join(blank + field for blank, field in parts) + end
    one = fixed(line)
    said = {(done.fault.code, done.fault.declared) for done in one.done if done.refused}
    assert {(fault.code, fault.declared) for fault in one.left if fault.fix == "safe"} <= said
    assert fixed(one.text).text == one.text
    if all(done.fault.code == "F102" for done in one.done):  # nothing is lost
        assert _written(one.text) == _written(line)
    before, after = (read_record(text)[0].record for text in (line, one.text))
    assert before is not None and after is not None and before.checks_left == after.checks_left


def _written(line: str) -> str:
    return "".join(line.replace("\u200b", "").replace("_", "").split())


def test_a_refused_fix_is_tried_again_behind_another() -> None:
    """With White to move the square stands; without the square the other check decides who is to move."""
    one = fixed("4k3/8/8/3p4/4K3/8/8/8 b - e6 0 1", unsafe=True)
    assert one.text == "4k3/8/8/3p4/4K3/8/8/8 w - - 0 1"
    assert all(done.refused is None for done in one.done)
