"""Every rule's case repaired: NAME.fixed.pgn is what is left of it after the safe fixes, NAME.unsafe.pgn after all.

`pytest tests/repair --update-expected` writes those files anew; read the diff by eye.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import all_rules, choose
from pgnfen.audit.finding import Placed
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import new_splitter, read_blocks
from pgnfen.repair.fixer import Fixer
from pgnfen.repair.state import UNTOLD, Done, FixedBlock

pytestmark = pytest.mark.usefixtures("reader")

RULES = Path(__file__).parent.parent / "rules"
FIXED = Path(__file__).parent / "cases"
CASES = sorted(RULES.glob("*.pgn"))


def block_of(data: bytes) -> Block:
    return new_splitter().split(data, final=True)


def repaired(data: bytes, unsafe: bool, *codes: str) -> FixedBlock:
    auditor = Auditor(choose(codes), searches=unsafe)
    return Fixer(auditor, auditor.codes, unsafe).block(block_of(data))


def codes_of(found: list[Placed]) -> set[tuple[int, str]]:
    return {(one.game, one.remark.code) for one in found if one.remark.severity != "info"}


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, unsafe: bool, reader: str, update_expected: bool) -> None:
    data = path.read_bytes()
    fixed = repaired(data, unsafe)
    expected = FIXED / f"{path.stem}.{'unsafe' if unsafe else 'fixed'}.pgn"
    if update_expected and reader == "python-chess":
        expected.unlink(missing_ok=True)
        if fixed.data != (repaired(data, False).data if unsafe else data):
            expected.write_bytes(fixed.data)
    if unsafe and not expected.exists():
        expected = FIXED / f"{path.stem}.fixed.pgn"
    assert fixed.data == (expected if expected.exists() else path).read_bytes()
    _holds(data, fixed, unsafe)


def _holds(data: bytes, fixed: FixedBlock, unsafe: bool) -> None:
    """What holds for every repair."""
    auditor = Auditor()
    before = auditor.block(block_of(data))
    after = auditor.block(block_of(fixed.data))
    known = codes_of(before)
    known |= {(game, "R103") for game, code in known if code == "R108"}  # text in parentheses, behind the marker then
    assert codes_of(after) <= known
    assert codes_of(after) == codes_of(fixed.left)
    # What promises a fix is fixed, or refused with its reason; what has nothing to write promises none.
    refused = {(one.placed.game, one.placed.remark.code): one.refused for one in fixed.done if one.refused}
    wanted = [one for one in fixed.left if one.remark.fix == "safe" or (unsafe and one.remark.fix)]
    assert {(one.game, one.remark.code) for one in wanted} <= refused.keys()
    assert UNTOLD not in refused.values()
    again = repaired(fixed.data, unsafe)
    assert again.data == fixed.data
    assert not [one for one in again.done if one.refused is None]
    # Outside the games that are said to have changed every byte is kept.
    at, parts = 0, []
    for game, new in fixed.changed:
        parts += [data[at : game.offset], new]
        at = game.offset + len(game.raw)
    assert b"".join([*parts, data[at:]]) == fixed.data
    for one in fixed.done:
        if one.refused is None and one.before and len(fixed.done) == 1:
            assert data[one.offset : one.offset + len(one.before)] == one.before


def test_every_rule_with_a_fix_repairs_something() -> None:
    """In its own case."""
    for rule in all_rules():
        if rule.fix is not None:
            data = next(path for path in CASES if path.name.startswith(rule.code)).read_bytes()
            named = [rule.code] if rule.by_name else []
            both = [*repaired(data, True, *named).done, *repaired(data, False, *named).done]
            done = {one.placed.remark.code for one in both if one.refused is None}
            assert rule.code in done, rule.code


def test_a_fix_that_nobody_can_write_is_refused_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b'[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3  w - - 0 1"]\n\n*\n'
    monkeypatch.setattr("pgnfen.repair.fixer.edits_of", lambda game, remark, at: [])
    fixed = repaired(data, False)
    assert [(one.placed.remark.code, one.refused) for one in fixed.done] == [("F102", UNTOLD)]
    assert fixed.data == data


def test_a_forfeit_is_repaired_alone() -> None:
    """Its termination marker with it: between the two nothing is left to another rule."""
    data = b'[White "A"]\n[Black "B"]\n[Result "+/-"]\n\n*\n'
    assert repaired(data, True, "H133").data == b'[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1-0\n'
    other = data.replace(b"*", b"0-1")  # which marker says so is read for this rule alone, too
    assert repaired(other, True, "H133").data == other


def test_what_is_utf8_stays_beside_what_is_not() -> None:
    data = '[White "Élo\x00 Müller"]\n\n*\n'.encode().replace(b"\x00", b"\xe9\xe8")
    assert repaired(data, True).data == '[White "Éloéè Müller"]\n\n*\n'.encode()


def test_a_block_at_a_time() -> None:
    """However the input falls into blocks, the same is repaired."""
    data = b"\n\n".join(path.read_bytes() for path in CASES if path.stem[0] in "SC")
    whole = repaired(data, True)
    auditor = Auditor()
    fixer = Fixer(auditor, auditor.codes, True)
    parts = [fixer.block(block) for block in read_blocks(io.BytesIO(data), 700)]
    assert b"".join(part.data for part in parts) == whole.data
    assert [_said(one) for part in parts for one in part.done] == [_said(one) for one in whole.done]


def _said(one: Done) -> object:
    return one.placed.game, one.offset, one.placed.remark.code, one.before, one.after, one.refused


def test_what_was_refused_may_hold_when_all_else_is_done() -> None:
    data = '[SetUp "1"]\n[FEN "r3k2r/P6P/8/8/8/8/8/R3K2R b - - 149 1"]\n\n1. O-O Крd7  null  null 2. hxg8=Ф Лxa7 *\n\n'
    fixed = repaired(data.encode(), True)
    assert repaired(fixed.data, True).data == fixed.data
