"""Small inputs go to workers together, and blocks of one input do not wait for each other."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import programs
import pytest

from pgnfen.errors import PgnfenError
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import read_blocks
from pgnfen.scale import jobs

GAME = b'[Event "%d"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd%d *\n\n'


class _Games:
    """A task that takes long enough for workers."""

    gil_free_seconds = 0.0

    def __call__(self, block: Block, path: str) -> tuple[str, int]:
        sum(range(100_000 if path == "0" else 0))
        return path, len(block)


def work(count: int) -> Iterator[tuple[Block, str]]:
    for number in range(count):
        for block in read_blocks(io.BytesIO(GAME % (number, 8))):
            yield block, str(number)


@pytest.mark.parametrize("workers", ["threads", "processes"])
def test_results_are_in_order(workers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_WORTH_PROCESSES", -1.0)
    if workers == "threads":
        monkeypatch.setattr(_Games, "gil_free_seconds", property(lambda self: jobs.perf_counter()))
    assert list(jobs.map_blocks(_Games(), work(2000), 2)) == [(str(number), 1) for number in range(2000)]


def test_blocks_of_an_input_are_not_held_up() -> None:
    blocks = list(read_blocks(io.BytesIO(b"".join(GAME % (number, 8) for number in range(1000))), 4096))
    sizes = [len(batch) for batch in jobs._batches((block, "x") for block in blocks)]
    assert sizes[0] == 2 and set(sizes[1:]) == {1}
    assert [len(batch) for batch in jobs._batches(work(600))] == [256, 256, 88]


def test_without_processes_the_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(jobs, "_WORTH_PROCESSES", -1.0)
    monkeypatch.setattr("os.fork", refuse)
    said: list[str] = []
    assert len(list(jobs.map_blocks(_Games(), work(2000), 2, said.append))) == 2000
    assert said == [
        "pgnfen: worker processes could not be started (Resource temporarily unavailable); continuing as with --jobs 1"
    ]


def test_a_pool_without_its_threads_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(jobs, "_WORTH_PROCESSES", -1.0)
    monkeypatch.setattr("multiprocessing.queues.Queue._start_thread", refuse)
    monkeypatch.setattr("threading.excepthook", lambda arguments: None)
    with pytest.raises(PgnfenError, match="use --jobs 1"):
        list(jobs.map_blocks(_Games(), work(2000), 2))


def test_many_small_files(tmp_path: Path) -> None:
    for number in range(600):
        (tmp_path / f"{number:03}.pgn").write_bytes(GAME % (number, 8 if number % 7 else 5))
    outcomes = [programs.pgnfen("audit", "--jobs", count, tmp_path) for count in ("1", "2")]
    assert outcomes[0].stdout == outcomes[1].stdout and outcomes[0].stdout.count(b"R101") == 86
