"""Threads that work while the interpreter is free. concurrent.futures has them too, but importing it takes longer than
the blocks of many a file take to be read."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

from pgnfen.inputs.temporary import leave_interrupts

Result = TypeVar("Result")


class Pending(Generic[Result]):
    """Work whose result comes later."""

    def __init__(self, work: Callable[..., Result], arguments: tuple[Any, ...]) -> None:
        self._work, self._arguments = work, arguments
        self._done = Lock()
        self._done.acquire()
        self._value: Result
        self._error: BaseException | None = None

    def run(self) -> None:
        """Do it; what it raises is kept."""
        try:
            self._value = self._work(*self._arguments)
        except BaseException as error:
            self._error = error
        finally:
            del self._work, self._arguments
            self._done.release()

    def result(self) -> Result:
        """Wait for the result; raises what the work has raised. Asked for once."""
        self._done.acquire()
        if self._error is not None:
            raise self._error
        return self._value


class Threads:
    """So many threads, started as there is work; as concurrent.futures.Executor is used."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._threads: list[Thread] = []
        self._queue: SimpleQueue[Pending[Any] | None] = SimpleQueue()
        atexit.register(self.shutdown)

    def submit(self, work: Callable[..., Result], *arguments: Any) -> Pending[Result]:
        """Have a thread do it; where none can be started it is done at once."""
        pending = Pending(work, arguments)
        if len(self._threads) < self._most:
            self._start()
        if self._threads:
            self._queue.put(pending)
        else:
            pending.run()
        return pending

    def _start(self) -> None:
        thread = Thread(target=self._run, daemon=True)  # where nobody shuts down it is waited for at exit
        try:
            thread.start()
        except RuntimeError:  # there may be no more
            self._most = len(self._threads)
        else:
            self._threads.append(thread)

    def _run(self) -> None:
        leave_interrupts()
        while (pending := self._queue.get()) is not None:
            pending.run()
            del pending

    def shutdown(self) -> None:
        """Leave undone what nobody has begun, and wait for the rest."""
        atexit.unregister(self.shutdown)
        with suppress(Empty):
            while True:
                self._queue.get_nowait()
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()
        self._threads.clear()
