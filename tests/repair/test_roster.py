"""The Seven Tag Roster set right: rules that are off unless they are selected by their codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.pgn.blocks import new_splitter
from pgnfen.repair.fixer import Fixer

pytestmark = pytest.mark.usefixtures("reader")

RULES = Path(__file__).parent.parent / "rules"


def fixed(data: bytes, *codes: str) -> bytes:
    auditor = Auditor(choose(codes))
    block = Fixer(auditor, auditor.codes, unsafe=False).block(new_splitter().split(data, final=True))
    assert not [one for one in block.left if one.remark.code in codes]
    return block.data


def test_missing_tags_are_added_in_their_places() -> None:
    data = b'[Annotator "x"]\n[Site "b"]\n[Result "1-0"]\n\n1. e4 1-0\n'
    assert fixed(data, "H101") == (
        b'[Event "?"]\n[Annotator "x"]\n[Site "b"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n'
        b'[Result "1-0"]\n\n1. e4 1-0\n'
    )


def test_the_order_of_the_roster() -> None:
    data = b'[Result "*"]\r\n[Black "d"]\r\n[White "c"]\r\n[ECO "A00"]\r\n[Event "a"]\r\n\r\n1. e4 *\r\n'
    assert fixed(data, "H102") == (
        b'[Event "a"]\r\n[White "c"]\r\n[Black "d"]\r\n[Result "*"]\r\n[ECO "A00"]\r\n\r\n1. e4 *\r\n'
    )


@pytest.mark.parametrize("case", ["H101-roster-missing", "H102-roster-order"])
def test_cases_hold(case: str) -> None:
    data = (RULES / f"{case}.pgn").read_bytes()
    code = case[:4]
    once = fixed(data, code)
    assert fixed(once, code) == once
    assert not set(data.split(b"\n")) - set(once.split(b"\n"))  # nothing is taken out
