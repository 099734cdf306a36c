"""The judge of repairs by the moves says when its search ended before all was tried."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.pgn.blocks import new_splitter

CASES = (Path(__file__).parent.parent / "rules" / "D101-declared-placement.pgn").read_bytes()
GAME = CASES[CASES.index(b'[Event "two moves of one piece in the other order') :]


def messages() -> list[str]:
    block = new_splitter().split(GAME, final=True)
    return [placed.remark.message for placed in Auditor().block(block) if placed.remark.code == "D101"]


@pytest.mark.parametrize(
    ("tried", "why"),
    [
        (4000, "the position is that of two moves in the other order"),
        (-1, "the search for other moves that lead to it ended at its bound"),
    ],
)
def test_a_search_that_ends_at_its_bound_is_not_called_a_find(
    monkeypatch: pytest.MonkeyPatch, tried: int, why: str
) -> None:
    monkeypatch.setattr(importlib.import_module("pgnfen.audit.other_moves"), "_TRIED", tried)
    [message] = messages()
    assert message.endswith(f"this is not certain because {why}")
