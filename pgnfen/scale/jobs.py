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
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pgnfen.errors import PgnfenError
from pgnfen.inputs.temporary import ending_signals
from pgnfen.pgn.block import Block

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
    def released(self) -> float:
        """Seconds of its work so far in which the interpreter was free for other threads."""
        ...


def sees_neighbors(task: Task[Any]) -> bool:
    """Whether a task looks at the games around a block (Block.neighbors): its attribute `sees_neighbors`."""
    return bool(getattr(task, "sees_neighbors", False))


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_blocks(task: Task[Result], work: Work, jobs: int = 1) -> Iterator[Result]:
    """The results of `task` on each (block, path), in the order of the input, by as many workers as `jobs` says.

    Memory stays bounded by three blocks a worker. What the work or a worker raises is raised here. A few
    blocks are not worth a worker, and little work no process.
    """
    blocks, number, spent = iter(work), 0, 0.0
    for number, (block, path) in enumerate(blocks, 1):
        began, before = perf_counter(), task.released
        result = task(block, path)
        took = perf_counter() - began
        spent += took
        yield result
        # The last of them counts: what is met for the first time takes longest.
        free = task.released - before > took / 4
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
        yield from _by_threads(task, work, jobs) if free else _by_processes(task, work, jobs)


_FIRST = 3  # blocks that are worked on at once, by nobody else; they are small
_FEW_FOR_THREADS = 3  # blocks that follow: to start threads takes as long as they save (the last one is mostly small)
_WORTH_PROCESSES = 0.1  # seconds of work, behind which there may be as much: starting processes takes half of it


def _by_threads(task: Task[Result], work: Work, jobs: int) -> Iterator[Result]:
    from pgnfen.scale.threads import Threads  # small inputs need none

    threads = Threads(jobs)
    try:
        yield from _in_order((threads.submit(task, block, path) for block, path in work), jobs)
    finally:
        threads.shutdown()


def _by_processes(task: Task[Result], work: Work, jobs: int) -> Iterator[Result]:
    """As _by_threads; a worker process that has been killed is said in a line."""
    from concurrent.futures import BrokenExecutor

    pool = _processes(task, jobs)
    try:
        yield from _in_order((pool.submit(_work, block, path) for block, path in work), jobs)
    except OSError:  # not all workers could be started: those that were would be waited for, and wait for work
        end_workers()
        raise
    except BrokenExecutor:
        raise PgnfenError("a worker process has ended before its work (killed, or out of memory?)") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _in_order(futures: Iterable[Pending[Any] | Future[Any]], jobs: int) -> Iterator[Any]:
    """The results of futures that are submitted as they are asked for, never more than a few ahead."""
    waiting: deque[Pending[Any] | Future[Any]] = deque()
    for future in futures:
        waiting.append(future)
        if len(waiting) > 2 * jobs:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


_PR_SET_PDEATHSIG = 1


class _Worker:
    task: Any = None


def _processes(task: Task[Any], jobs: int) -> Executor:
    """Processes that hold the task. Where they can be forked they begin with what it remembers, at once."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    method = "fork" if sys.platform == "linux" else None
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
        from threading import Thread

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
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(block: Block, path: str) -> Any:
    return _Worker.task(block, path)
