"""Runs of compressed data decoded by several threads, the content given out in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Condition, Thread
from typing import NamedTuple

from pgnfen.inputs.temporary import leave_interrupts

MOST = 4  # threads: what they decode is split into games by one
HELD = 32 << 20  # bytes of content that a run holds at most before its turn: pzstd's frames have as many

_GLANCE = 1.0  # seconds; on Windows Ctrl-C comes through between two waits only


class Run(NamedTuple):
    """Compressed data, and where it stands."""

    position: int
    data: bytes


Decode = Callable[[Run], Iterator[bytes]]


class _Job:
    """A run on its way, and what has come of it."""

    __slots__ = ("ended", "error", "held", "pieces", "run")

    def __init__(self, run: Run | None) -> None:
        self.run = run
        self.pieces: deque[bytes] = deque()
        self.held = 0
        self.ended = False
        self.error: BaseException | None = None


class _Pool:
    """The threads, the jobs that wait for one, and what all of them look at and change under `changed`."""

    def __init__(self, decode: Decode, threads: int) -> None:
        self.decode, self.free = decode, threads
        self.changed = Condition()
        self.waiting: deque[_Job] = deque()
        self.closed = False

    def submit(self, run: Run) -> _Job:
        """A job for this run, which a thread takes as soon as one is free."""
        job = _Job(run)
        with self.changed:
            self.waiting.append(job)
            self.changed.notify_all()
        if self.free:
            self.free -= 1
            with suppress(RuntimeError):  # no threads to be had: it goes on with those that there are
                Thread(target=self._work, name="decode", daemon=True).start()
        return job

    def content(self, job: _Job) -> Iterator[bytes]:
        """What comes of a run, as it comes; one that no thread has taken is decoded here."""
        with self.changed:
            mine = job in self.waiting
            if mine:
                self.waiting.remove(job)
        if mine and job.run is not None:
            yield from self.decode(job.run)
            return
        while piece := self._next(job):
            yield piece
        if job.error is not None:
            raise job.error

    def _next(self, job: _Job) -> bytes:
        """The next piece; b"" at the end and at an error."""
        with self.changed:
            while not (job.pieces or job.ended):
                self.changed.wait(_GLANCE)
            if not job.pieces:
                return b""
            piece = job.pieces.popleft()
            job.held -= len(piece)
            self.changed.notify_all()
            return piece

    def close(self) -> None:
        """Have the threads end; none is waited for."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()

    def _work(self) -> None:
        """What a thread does."""
        leave_interrupts()
        while (job := self._take()) is not None:
            try:
                assert job.run is not None
                for piece in self.decode(job.run):
                    if not self._put(job, piece):
                        return
            except BaseException as error:  # whatever it is, the reader gets it
                job.error = error
            with self.changed:
                job.ended, job.run = True, None
                self.changed.notify_all()

    def _take(self) -> _Job | None:
        """The next job; None once nothing more is wanted."""
        with self.changed:
            while not (self.waiting or self.closed):
                self.changed.wait()
            return None if self.closed else self.waiting.popleft()

    def _put(self, job: _Job, piece: bytes) -> bool:
        """Keep a piece for the reader, once there is room; whether it is wanted."""
        with self.changed:
            while job.held >= HELD and not self.closed:
                self.changed.wait()
            job.pieces.append(piece)
            job.held += len(piece)
            self.changed.notify_all()
            return not self.closed


def in_order(runs: Iterator[Run], decode: Decode, threads: int) -> Iterator[bytes]:
    """The content of all runs, in order; what `decode` raises comes in its place.

    A single run is decoded by no thread of its own. Held at a time: as many runs as threads, and HELD bytes of the
    content of each.
    """
    threads = max(2, min(threads, MOST))
    first, second = next(runs, None), next(runs, None)
    if first is None:
        return
    if second is None:
        yield from decode(first)
        return
    pool = _Pool(decode, threads)
    try:
        started = deque(map(pool.submit, (first, second)))
        del first, second
        while started:
            while len(started) < threads and (run := next(runs, None)) is not None:
                started.append(pool.submit(run))
            yield from pool.content(started.popleft())
    finally:
        pool.close()
