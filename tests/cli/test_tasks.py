"""Work for other threads and processes: tasks and blocks can be pickled, and the result is the same there."""

from __future__ import annotations

import io
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.records import read_record_blocks
from pgnfen.report.audit_task import AuditTask, AuditTaskOptions
from pgnfen.report.position_lines import PositionsOptions
from pgnfen.report.positions import PositionsReport
from pgnfen.report.stats import Statistics, StatsOptions
from pgnfen.report.tags import More, TagsReport
from pgnfen.select.partition import Part
from pgnfen.select.selection import Selection, SelectOptions

pytestmark = pytest.mark.usefixtures("either_reader")

NAMES = ("tags", "tags --final --key", "audit", "filter", "positions", "stats")
GAMES = (
    b'[Event "A"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e5 *\n\n'
    b'[Event "B"]\n\n1. e4 *\n'
    b'[Event "C"]\n[Event "C"]\n\n1. e4 {\r} -- 2. ,x (\n\n'
    b'[SetUp "1"]\n[FEN "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"]\n[Result "0-1"]\n\n1. O-O-O O-O 3. Kb1 *\n\n'
    b'[FEN "' + b"x" * 5000 + b'"]\n\n1. e4 *\n\n'
)
EPD = b"4k3/8/8/8/8/8/4P3/4K3 w - - id 1\n4k3/8/8/8/8/8/4P3/4K3 w KQ - id 2\n"


def task(name: str) -> Any:
    if name == "tags":
        return TagsReport("csv", More())
    if name == "tags --final --key":
        return TagsReport("jsonl", More(True, True, ("ECO",)))
    if name == "positions":
        return PositionsReport(PositionsOptions(format="csv", hashed=True))
    if name == "stats":
        return Statistics(StatsOptions(plies=True, findings=True))
    if name == "audit":
        codes = ("S", "C", "R", "K", "G")
        return AuditTask(AuditTaskOptions(codes, "warning", frozenset({"S204"}), True, "text", False))
    return Selection(SelectOptions(has=("R",), without=("K203",)), readings=True)


def travel(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def work(task: Any, block: Block) -> Any:
    """A result in which equal ones are equal: parts of blocks as what they hold."""
    done = task(block, "x.pgn")
    return tuple(vars(one) if isinstance(one, Part) else one for one in done) if isinstance(done, tuple) else done


def blocks() -> list[Block]:
    """Blocks of one game and of many."""
    return [block for size in (1, 200, 1 << 20) for block in read_blocks(io.BytesIO(GAMES * 3), size)]


@pytest.mark.parametrize("name", NAMES)
def test_tasks_and_blocks_travel(name: str) -> None:
    here, there = task(name), travel(task(name))
    for block in blocks():
        copy = travel(block)
        assert (type(copy), copy.offset, copy.number, copy.at_end) == (
            type(block), block.offset, block.number, block.at_end,
        )  # fmt: skip
        assert list(copy.games()) == list(block.games())
        assert work(there, copy) == work(here, block)


@pytest.mark.parametrize("name", NAMES)
def test_blocks_of_records_travel(name: str) -> None:
    here, there = task(name), travel(task(name))
    found = list(read_record_blocks(io.BytesIO(EPD)))
    assert [work(there, travel(block)) for block in found] == [work(here, block) for block in found]


def test_another_process_says_the_same() -> None:
    """One that begins anew, as where processes cannot be forked."""
    tasks, found = [task(name) for name in NAMES], blocks()[-2:]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        futures = [(one, block, pool.submit(work, one, block)) for one in tasks for block in found]
        for one, block, future in futures:
            assert future.result(60) == work(one, block)


@pytest.mark.parametrize("name", NAMES)
def test_threads_may_share_a_task(name: str) -> None:
    shared, found = task(name), blocks()
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(lambda block: work(shared, block), found * 4))
    assert said == [work(task(name), block) for block in found] * 4
