"""Blocks to workers and their results back in order, with no more than a few blocks on the way.

Two kinds of work take two kinds of worker. What the native engine does leaves the interpreter free, so threads do it,
over shared memory. What Python does, such as the replay of a doubtful game, holds the interpreter: processes do it,
started only once there is enough of it to pay for them.
"""

from __future__ import annotations

import os
import signal
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pgnfen.pgn.block import Block

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future, ProcessPoolExecutor

Result = TypeVar("Result")
Covariant = TypeVar("Covariant", covariant=True)
Work = Iterable[tuple[Block, str]]


class Task(Protocol[Covariant]):
    """Work on one block. The object is sent to each worker process once and keeps what it remembers there."""

    def __call__(self, block: Block, path: str) -> Covariant: ...


class Shared(ABC, Generic[Result]):
    """A task in two steps: a first look that leaves the interpreter free, and a second at what that leaves over.

    `first` gives what `last` needs and the pieces left over; `second` may run in another process, piece by piece;
    `last` puts together what both have found.
    """

    def __call__(self, block: Block, path: str) -> Result:
        """All of it in one place."""
        first, left = self.first(block)
        return self.last(first, list(map(self.second, left)), block, path)

    @abstractmethod
    def first(self, block: Block) -> tuple[Any, Sequence[Any]]: ...

    @abstractmethod
    def second(self, piece: Any) -> Any: ...

    @abstractmethod
    def last(self, first: Any, second: Sequence[Any], block: Block, path: str) -> Result: ...


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_blocks(task: Task[Result], work: Work, jobs: int = 1) -> Iterator[Result]:
    """The results of `task` on each (block, path), in the order of the input, by as many processes as `jobs` says.

    Memory stays bounded by three blocks a worker. What the work or a worker raises is raised here. Input of a
    block or two is not worth a process.
    """
    work, few = _few(work, jobs)
    if few:
        for block, path in work:
            yield task(block, path)
        return
    with _process_pool(task, jobs, None) as pool:
        yield from _in_order(pool, (pool.submit(_work, block, path) for block, path in work), jobs)


def map_shared(task: Shared[Result], work: Work, jobs: int = 1) -> Iterator[Result]:
    """As map_blocks, by threads; processes join in where the second look becomes the greater part of the work."""
    work, few = _few(work, jobs)
    if few:
        for block, path in work:
            yield task(block, path)
        return
    from concurrent.futures import ThreadPoolExecutor

    second = _SecondLook(task, jobs)
    try:
        with ThreadPoolExecutor(jobs, initializer=leave_interrupts) as pool:
            yield from _in_order(pool, (pool.submit(second.block, block, path) for block, path in work), jobs)
    finally:
        second.close()


def _few(work: Work, jobs: int) -> tuple[Work, bool]:
    """The work, and whether it is too little for workers, or for one only."""
    if jobs <= 1:
        return work, True
    blocks = iter(work)
    first = list(islice(blocks, 3))  # the end of a small file is a block of its own
    return chain(first, blocks), len(first) < 3


def _in_order(pool: Executor, futures: Iterable[Future[Any]], jobs: int) -> Iterator[Any]:
    """The results of futures that are submitted as they are asked for, never more than a few ahead."""
    waiting: deque[Future[Any]] = deque()
    try:
        for future in futures:
            waiting.append(future)
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class _SecondLook(Generic[Result]):
    """The second step of a shared task: in its thread at first, by processes once it has taken long enough."""

    PATIENCE = 1.0  # seconds: a few times what starting the processes takes

    def __init__(self, task: Shared[Result], jobs: int) -> None:
        self._task, self._jobs = task, jobs
        self._spent = 0.0
        self._pool: ProcessPoolExecutor | None = None
        self._starting = Lock()

    def block(self, block: Block, path: str) -> Result:
        """The whole task on one block."""
        first, left = self._task.first(block)
        return self._task.last(first, self._second(left), block, path)

    def _second(self, left: Sequence[Any]) -> Sequence[Any]:
        if not left:
            return left
        with self._starting:
            if self._pool is None and self._spent > self.PATIENCE:
                # Started afresh: a fork of a program with threads may hang.
                _start_tracker()
                self._pool = _process_pool(self._task, self._jobs, "spawn")
        if self._pool is not None:
            looked: list[Any] = self._pool.submit(_second, left).result()
            return looked
        began = perf_counter()
        done = list(map(self._task.second, left))
        self._spent += perf_counter() - began
        return done

    def close(self) -> None:
        """Stop the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


class _Worker:
    task: Any = None


def _process_pool(task: Task[Any], jobs: int, method: str | None) -> ProcessPoolExecutor:
    """Processes that hold the task."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, get_context(method), initializer=_begin, initargs=(task,))


def leave_interrupts() -> None:
    """Keep Ctrl-C from a thread, and so from the processes that it starts: it is for the main thread to handle."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _start_tracker() -> None:
    """Start what multiprocessing starts beside its first process: that lets Ctrl-C through to this thread again."""
    if os.name == "posix":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()
        leave_interrupts()


def _begin(task: Task[Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to handle
    _Worker.task = task


def _work(block: Block, path: str) -> Any:
    return _Worker.task(block, path)


def _second(left: Sequence[Any]) -> list[Any]:
    return list(map(_Worker.task.second, left))
