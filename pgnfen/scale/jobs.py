"""Blocks to workers and their results back in order, with no more than a few blocks on the way."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from pgnfen.pgn.block import Block

if TYPE_CHECKING:
    from concurrent.futures import Future

Result = TypeVar("Result")
Covariant = TypeVar("Covariant", covariant=True)


class Task(Protocol[Covariant]):
    """Work on one block. The object is sent to each worker process once and keeps what it remembers there."""

    def __call__(self, block: Block, path: str) -> Covariant: ...


class _Worker(Generic[Result]):
    task: Task[object] | None = None


def _begin(task: Task[object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to handle
    _Worker.task = task


def _work(block: Block, path: str) -> object:
    assert _Worker.task is not None
    return _Worker.task(block, path)


def map_blocks(task: Task[Result], work: Iterable[tuple[Block, str]], jobs: int = 1) -> Iterator[Result]:
    """The results of `task` on each (block, path), in the order of the input.

    With `jobs` above 1 the blocks go to as many processes; memory stays bounded by three blocks a process. What
    the work or a worker raises is raised here.
    """
    if jobs <= 1:
        for block, path in work:
            yield task(block, path)
        return
    from concurrent.futures import ProcessPoolExecutor

    waiting: deque[Future[object]] = deque()
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(task,)) as pool:
        try:
            for block, path in work:
                waiting.append(pool.submit(_work, block, path))
                if len(waiting) > 2 * jobs:
                    yield waiting.popleft().result()  # type: ignore[misc]
            while waiting:
                yield waiting.popleft().result()  # type: ignore[misc]
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
