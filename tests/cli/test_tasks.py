"""What goes to worker processes can be pickled, as every start method but fork does."""

from __future__ import annotations

import io
import pickle
from typing import Any

import pytest

from pgnfen.cli import audit, filter, tags
from pgnfen.pgn.records import read_record_blocks
from pgnfen.pgn.splitter import read_blocks

PGN = b'[Event "A"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e5 *\n\n[Event "B"]\n\n1. e4 *\n'
EPD = b"4k3/8/8/8/8/8/4P3/4K3 w - - id 1\n"
TASKS = [
    tags._Task("csv"),
    audit._Task(("S101", "R101"), "info", "jsonl"),
    filter._Task({"has": ("R",)}, True),
]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: type(task).__module__)
def test_tasks_and_blocks_travel(task: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the native engine, whole blocks go to processes."""
    monkeypatch.setenv("PGNFEN_ENGINE", "python-chess")
    for block in read_blocks(io.BytesIO(PGN)):
        there = travel(task)(travel(block), "x.pgn")
        assert there == task(block, "x.pgn")


@pytest.mark.parametrize("task", TASKS[1:], ids=lambda task: type(task).__module__)
def test_pieces_travel(task: Any) -> None:
    """With it, what the first look leaves open does."""
    pieces = 0
    for data, read in ((PGN, read_blocks), (EPD, read_record_blocks)):
        for block in read(io.BytesIO(data)):
            first, left = task.first(block)
            pieces += len(left)
            looked = [travel(task).second(travel(piece)) for piece in left]
            assert task.last(first, looked, block, "x") == task(block, "x")
    assert pieces >= 2


def travel(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))
