"""What goes to worker processes can be pickled, as every start method but fork does."""

from __future__ import annotations

import io
import pickle

import pytest

from pgnfen.cli import audit, filter, tags
from pgnfen.pgn.splitter import read_blocks

PGN = b'[Event "A"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e5 *\n\n[Event "B"]\n\n1. e4 *\n'
TASKS = [
    tags._Task("csv"),
    audit._Task(("S101", "R101"), "info", "jsonl"),
    filter._Task({"classic": "no-fen", "has": ("R",)}, True),
]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: type(task).__module__)
def test_tasks_and_blocks_travel(task: object) -> None:
    for block in read_blocks(io.BytesIO(PGN)):
        here = task(block, "x.pgn")  # type: ignore[operator]
        there = pickle.loads(pickle.dumps(task))(pickle.loads(pickle.dumps(block)), "x.pgn")
        assert there == here
