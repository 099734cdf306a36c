"""Blocks to workers and their results back in order, with no more than a few blocks on the way.

Two kinds of work take two kinds of worker. What the native reader does leaves the interpreter free, so threads do it,
over shared memory. What Python does, such as judging illegal moves, holds the interpreter: processes do it. The first
blocks of the input tell which there is more of.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pgnfen.errors import PgnfenError
from pgnfen.inputs.temporary import ending_signals
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block

with deferred:
    from concurrent.futures import ProcessPoolExecutor, wait
    from multiprocessing import get_context, parent_process

    from pgnfen.scale.threads import Threads

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from pgnfen.scale.threads import Pending

Result = TypeVar("Result")
Covariant = TypeVar("Covariant", covariant=True)
Work = Iterable[tuple[Block, str]]


class Task(Protocol[Covariant]):
    """Work on one block. The object is sent to each worker process once and keeps what it remembers there."""

    def __call__(self, block: Block, path: str) -> Covariant: ...

    @property
    def gil_free_seconds(self) -> float:
        """Seconds of its work so far in which the interpreter was free for other threads."""
        ...


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_blocks(
    task: Task[Result], work: Work, jobs: int = 1, say: Callable[[str], object] = lambda line: None
) -> Iterator[Result]:
    """The results of `task` on each (block, path), in the order of the input, by as many workers as `jobs` says.

    Memory stays bounded by three blocks a worker. What the work or a worker raises is raised here. A few
    blocks are not worth a worker, and little work no process. `say` gets a line where workers cannot be started.
    """
    blocks, number, spent = iter(work), 0, 0.0
    for number, (block, path) in enumerate(blocks, 1):
        began, before = perf_counter(), task.gil_free_seconds
        result = task(block, path)
        took = perf_counter() - began
        spent += took
        yield result
        # The last of them counts: what is met for the first time takes longest.
        free = task.gil_free_seconds - before > took * _FREE
        if jobs > 1 and number >= _FIRST and (free or spent > _WORTH_PROCESSES):
            break
    else:
        return
    few = _FEW_FOR_THREADS if free else 1
    following = list(islice(blocks, few + 1))
    work = chain(following, blocks)
    if len(following) <= few:
        yield from (task(block, path) for block, path in work)
    else:
        yield from _by_threads(task, work, jobs) if free else _by_processes(task, work, jobs, say)


_FIRST = 3  # blocks that are worked on at once, by nobody else; they are small
_FEW_FOR_THREADS = 3  # blocks that follow: to start threads takes as long as they save (the last one is mostly small)
_FREE = 0.4  # of the time of a block: threads that have less wait for each other, longer than results take to be sent
_WORTH_PROCESSES = 0.1  # seconds of work, behind which there may be as much: starting processes takes half of it


def _by_threads(task: Task[Result], work: Work, jobs: int) -> Iterator[Result]:
    threads = Threads(jobs)
    try:
        yield from _in_order((threads.submit(_work_on, task, batch) for batch in _batches(work)), jobs)
    finally:
        threads.shutdown()


def _by_processes(task: Task[Result], work: Work, jobs: int, say: Callable[[str], object]) -> Iterator[Result]:
    """As _by_threads; a worker process that has been killed is said in a line. Where none can be started, this process
    does the work."""
    from concurrent.futures import BrokenExecutor

    batches = _batches(work)
    first = next(batches)
    try:
        pool = _processes(task, jobs)
        begun = pool.submit(_work, first)
    except (OSError, RuntimeError) as error:  # no more descriptors, processes, threads or memory
        end_workers()  # those that were started would be waited for, and wait for work
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        say(f"pgnfen: worker processes could not be started ({reason}); continuing as with --jobs 1")
        for batch in chain([first], batches):
            yield from _work_on(task, batch)
        return
    try:
        futures = chain([begun], (pool.submit(_work, batch) for batch in batches))
        yield from _in_order((_Sent(future, pool) for future in futures), jobs)
    except BrokenExecutor:
        raise PgnfenError(
            "a worker process ended before it finished (killed or out of memory); use fewer --jobs"
        ) from None
    finally:
        if _is_deserted(pool):
            end_workers()
        pool.shutdown(wait=True, cancel_futures=True)


class _Sent:
    """The future of a pool whose own threads may fail to start, which nobody else would notice."""

    def __init__(self, future: Future[list[Any]], pool: Executor) -> None:
        self._future, self._pool = future, pool

    def result(self) -> list[Any]:
        while not wait([self._future], _GLANCE).done:
            if _is_deserted(self._pool) and not self._future.done():
                raise PgnfenError("a thread for the worker processes could not be started; use --jobs 1")
        return self._future.result()


_GLANCE = 1.0  # seconds


def _is_deserted(pool: Executor) -> bool:
    """Whether the thread of a pool that sends work, and ends the workers, has ended itself."""
    manager = getattr(pool, "_executor_manager_thread", None)
    return manager is not None and not manager.is_alive()


def _batches(work: Work) -> Iterator[list[tuple[Block, str]]]:
    """Small inputs together, for to send one takes longer than to work on it; a block that follows another of its input
    waits for nothing."""
    batch, size = list[tuple[Block, str]](), 0
    for block, path in work:
        batch.append((block, path))
        size += len(block.data)
        if block.offset or size >= _BATCH or len(batch) == _MOST_INPUTS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


_BATCH = 1 << 16  # bytes of small inputs that are worked on together
_MOST_INPUTS = 256


def _work_on(task: Task[Result], batch: list[tuple[Block, str]]) -> list[Result]:
    return [task(block, path) for block, path in batch]


def _in_order(futures: Iterable[Pending[list[Any]] | _Sent], jobs: int) -> Iterator[Any]:
    """The results of futures that are submitted as they are asked for, never more than a few ahead."""
    waiting: deque[Pending[list[Any]] | _Sent] = deque()
    for future in futures:
        waiting.append(future)
        if len(waiting) > 2 * jobs:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


_PR_SET_PDEATHSIG = 1
_MOST_ON_WINDOWS = 61  # processes that can be waited for together there


class _Worker:
    task: Any = None


def _processes(task: Task[Any], jobs: int) -> Executor:
    """Processes that hold the task. Where they can be forked they begin with what it remembers, at once."""
    method = "fork" if sys.platform == "linux" else None
    if sys.platform == "win32":
        jobs = min(jobs, _MOST_ON_WINDOWS)
    return ProcessPoolExecutor(jobs, get_context(method), initializer=_begin, initargs=(task, os.getpid()))


def _begin(task: Task[Any], parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to handle
    for number in ending_signals()[1:]:
        if callable(signal.getsignal(number)):  # the parent's way to end is not a worker's
            signal.signal(number, signal.SIG_DFL)
    end_with_parent(parent)
    _Worker.task = task


def end_with_parent(parent: int) -> None:
    """Have this process end when its parent, the process of that number, does, even by KILL."""
    if sys.platform != "linux":
        Thread(target=_outlive_no_parent, daemon=True).start()
        return
    import ctypes  # for what the standard library has no words

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it had ended before
        os._exit(1)


def end_workers() -> None:
    """End all processes that this one has started to work, without waiting for them."""
    # Not imported, or in the middle of it: then none has been started.
    active_children = getattr(sys.modules.get("multiprocessing"), "active_children", tuple)
    for process in active_children():
        with suppress(OSError):
            process.kill()


def _outlive_no_parent() -> None:
    """Wait for the end of the parent, where the system does not tell of it, by the pipe between the two."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(batch: list[tuple[Block, str]]) -> list[Any]:
    return _work_on(_Worker.task, batch)
