"""The work done on a cluster of Dask: whole files, and parts of large ones; the results in the order of the input.

Workers read the inputs themselves, by the names that the driver gives: they need the same files, or URLs, and the same
pgnfen. A part is seen first (`pgnfen.pgn.ranges`), so that its games have their numbers before they are worked on.
A worker that dies costs the time of its parts, which another does again.
"""

from __future__ import annotations

import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from logging import CRITICAL, getLogger
from time import monotonic
from typing import Any, NamedTuple

from pgnfen.errors import InputError, PgnfenError
from pgnfen.extras import extra_module
from pgnfen.pgn.ranges import Range, Seen, joined
from pgnfen.scale.jobs import Task
from pgnfen.scale.part_files import PartFiles
from pgnfen.scale.part_journal import Step
from pgnfen.scale.parts import Start, Unit
from pgnfen.scale.worker import How, Portion, look, seen, unread, work


class _Submitted(NamedTuple):
    """As a Step; `future` gives what came of it, if it needed one."""

    unit: Unit | InputError
    then: Start | None
    future: Any

    def done(self) -> Step:
        """Wait for it."""
        return Step(self.unit, self.then, self.future if isinstance(self.future, list) else self.future.result())


_ASK = 2.0  # seconds


class Cluster:
    """A scheduler's client; a context manager. `address`: local:N starts N workers here, else that of a scheduler.

    Raises PgnfenError where Dask is not installed, or no scheduler answers.
    """

    _threads, _ask_at, _number = 1, 0.0, 0

    def __init__(self, address: str) -> None:
        self.address = address
        self._local: Any = None
        self._killed: type[Exception]
        self._lost: tuple[type[BaseException], ...]
        distributed = extra_module("distributed", "cluster", f"--cluster {address}")
        for name in ("distributed", "distributed.client", "tornado.application"):
            getLogger(name).setLevel(CRITICAL + 1)  # what fails is said once, by an error
        try:
            if address.startswith("local:"):
                self._local = distributed.LocalCluster(
                    n_workers=int(address.removeprefix("local:")), threads_per_worker=1, processes=True,
                    dashboard_address="127.0.0.1:0", silence_logs=50, host="127.0.0.1",
                )  # fmt: skip  # port 0 is any: the default one may be taken
            self._client = distributed.Client(self._local or address, timeout=20)
            self._killed = distributed.KilledWorker
            closed = getattr(distributed.client, "ClosedClientError", CancelledError)  # older ones have none
            self._lost = CancelledError, closed, distributed.comm.CommClosedError
        except (OSError, TimeoutError, RuntimeError, ValueError) as error:  # what Dask raises, whatever fails
            what = "workers could not be started" if address.startswith("local:") else (
                "no scheduler answers at this address"
            )
            raise PgnfenError(f"--cluster {address}: {what} ({error})") from None

    def map(
        self, task: Task[Any], units: Iterator[Unit | InputError], how: How, files: PartFiles | None = None,
        done: int = 0,
    ) -> Iterator[Step]:  # fmt: skip
        """What comes of all units, in order; what is an error already too. With `files` each is written to one of them,
        behind the parts that are `done`. Raises PgnfenError where workers die again and again."""
        packed = pickle.dumps((task, files))
        self._number = done
        waiting: deque[_Submitted] = deque()
        try:
            for submitted in self._submitted(packed, units, how):
                waiting.append(submitted)
                if len(waiting) > 2 * self._workers():
                    yield waiting.popleft().done()
            while waiting:
                yield waiting.popleft().done()
        except self._killed as error:
            raise PgnfenError(f"--cluster {self.address}: workers ended before they finished: {error}") from None
        except self._lost:
            raise PgnfenError(
                f"--cluster {self.address}: the connection to the scheduler is lost; repeat the command when a "
                "scheduler runs (with --resume FILE, finished parts are kept)"
            ) from None

    def _workers(self) -> int:
        """Tasks that are done at once; a cluster may grow, so the scheduler is asked now and then."""
        now = monotonic()
        if now >= self._ask_at and self._client.status == "running":
            with suppress(OSError):  # the next future says so
                threads: dict[str, int] = self._client.nthreads()
                self._threads, self._ask_at = max(1, sum(threads.values())), now + _ASK
        return self._threads

    def _submitted(self, packed: bytes, units: Iterator[Unit | InputError], how: How) -> Iterator[_Submitted]:
        """What is done of each unit and each part in which a game begins; as they are asked for."""
        for unit in units:
            if isinstance(unit, InputError):
                yield _Submitted(unit, None, [unread(unit)])
                continue
            start, unit = unit.start or Start(), unit._replace(start=None)
            ready: tuple[Portion, Any] | None = None  # the last one says that nothing follows
            for portion, held, here in self._portions(unit, how, start):
                if ready is not None:
                    future = self._work(packed, unit, how, ready[0]._replace(last=False), ready[1])
                    yield _Submitted(unit, here, future)
                ready = portion, held
            yield _Submitted(unit, None, self._work(packed, unit, how, *(ready or (Portion(), None))))

    def _work(self, packed: bytes, unit: Unit, how: How, portion: Portion, held: Any) -> Any:
        self._number += 1
        return self._submit(work, packed, unit, how, portion, held, self._number)

    def _submit(self, call: Callable[..., Any], *arguments: Any) -> Any:
        return self._client.submit(call, *arguments, pure=False)

    def _portions(self, unit: Unit, how: How, start: Start) -> Iterator[tuple[Portion, Any, Start]]:
        """The portions of a file that is divided, from left to right, each with the future of what a worker holds of
        it, and where it begins; none of another. From where a part cannot be read on, one worker reads all that is
        left: it says what is wrong, and where."""
        here: tuple[Range, Any] | None = None  # the part that is looked at, where it can be read
        number = start.part

        def all_seen() -> Iterator[tuple[Range, Seen]]:
            nonlocal here
            nonlocal number
            begin = start.begin
            for number, (part, held, looked) in enumerate(self._looks(unit, how, start.part), start.part):  # noqa: B007
                here = (part, held) if looked is not None else None
                if looked is None:
                    yield Range(begin, sys.maxsize), Seen(None, sys.maxsize, 0, 0)
                    return
                text = Range(begin, begin + looked[1])
                yield text, looked[0].moved(begin)
                begin = text.end

        def again(text: Range, first: int) -> Seen:
            nonlocal here
            if here is not None:
                held = self._submit(look, unit, here[0], how, first - text.begin)
                looked = self._submit(seen, held).result()
                here = (here[0], held) if looked is not None else None
                if looked is not None:
                    found: Seen = looked[0].moved(text.begin)
                    return found
            return Seen(first, sys.maxsize, 0, 0)

        for text, place, before in joined(all_seen(), again, start.place, start.before):
            if place is not None:
                part, held = here or (None, None)
                yield Portion(place, part, before=before), held, Start(number, text.begin, place, before)
                if part is None:
                    return

    def _looks(self, unit: Unit, how: How, first: int) -> Iterator[tuple[Range, Any, tuple[Seen, int] | None]]:
        """The parts from that number on, the future of what is held of each, and what is seen of it; looked at as far
        ahead of the work as each worker has one to look at."""
        waiting: deque[tuple[Range, Any, Any]] = deque()
        for part in unit.parts[first:]:
            held = self._submit(look, unit, part, how)
            waiting.append((part, held, self._submit(seen, held)))
            if len(waiting) > self._workers():
                part, held, found = waiting.popleft()
                yield part, held, found.result()
        while waiting:
            part, held, found = waiting.popleft()
            yield part, held, found.result()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(*self._lost):
            self._client.close()
        if self._local is not None:
            self._local.close()
