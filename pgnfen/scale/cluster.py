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
from typing import Any

from pgnfen.errors import InputError, PgnfenError
from pgnfen.extras import extra_module
from pgnfen.pgn.ranges import Range, Seen, joined
from pgnfen.scale.jobs import Task
from pgnfen.scale.parts import Unit
from pgnfen.scale.worker import How, Portion, Read, look, unread, work


def _moved(seen: Seen, by: int) -> Seen:
    """What is seen of a text that begins at another byte."""
    return seen._replace(first=seen.first if seen.first is None else seen.first + by, next=seen.next + by)


def _result(future: Any) -> list[Read]:
    """What a future gives, or what needed none."""
    found: list[Read] = future if isinstance(future, list) else future.result()
    return found


class Cluster:
    """A scheduler's client; a context manager. `address`: local:N starts N workers here, else that of a scheduler.

    Raises PgnfenError where Dask is not installed, or no scheduler answers.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._local: Any = None
        self._killed: type[Exception]
        distributed = extra_module("distributed", "cluster", f"--cluster {address}")
        try:
            if address.startswith("local:"):
                self._local = distributed.LocalCluster(
                    n_workers=int(address.removeprefix("local:")), threads_per_worker=1, processes=True,
                    dashboard_address="127.0.0.1:0", silence_logs=50, host="127.0.0.1",
                )  # fmt: skip  # port 0 is any: the default one may be taken
            self._client = distributed.Client(self._local or address, timeout=20)
            self._killed = distributed.KilledWorker
        except (OSError, TimeoutError, RuntimeError, ValueError) as error:  # what Dask raises, whatever fails
            what = "workers could not be started" if address.startswith("local:") else (
                "no scheduler answers at this address"
            )
            raise PgnfenError(f"--cluster {address}: {what} ({error})") from None

    def map(self, task: Task[Any], units: Iterator[Unit | InputError], how: How) -> Iterator[Read]:
        """What comes of all units, in order; what is an error already too. Raises PgnfenError where workers die again
        and again."""
        packed = pickle.dumps(task)
        waiting: deque[Any] = deque()
        try:
            for future in self._submitted(packed, units, how):
                waiting.append(future)
                if len(waiting) > 2 * self._workers():
                    yield from _result(waiting.popleft())
            while waiting:
                yield from _result(waiting.popleft())
        except self._killed as error:
            raise PgnfenError(f"--cluster {self.address}: workers ended before they finished: {error}") from None

    def _workers(self) -> int:
        """Tasks that are done at once; a cluster may grow."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def _submitted(self, packed: bytes, units: Iterator[Unit | InputError], how: How) -> Iterator[Any]:
        """A future for each unit and each part in which a game begins; as they are asked for."""
        for unit in units:
            if isinstance(unit, InputError):
                yield [unread(unit)]
                continue
            held: Portion | None = None  # the last one says that nothing follows
            for portion in self._portions(unit, how):
                if held is not None:
                    yield self._submit(work, packed, unit, how, held._replace(last=False))
                held = portion
            yield self._submit(work, packed, unit, how, held or Portion())

    def _submit(self, call: Callable[..., Any], *arguments: Any) -> Any:
        return self._client.submit(call, *arguments, pure=False)

    def _portions(self, unit: Unit, how: How) -> Iterator[Portion]:
        """The portions of a file that is divided, from left to right; none of another. From where a part cannot be read
        on, one worker reads all that is left: it says what is wrong, and where."""
        parts: dict[int, Range | None] = {}  # by where their text begins

        def seen() -> Iterator[tuple[Range, Seen]]:
            begin = 0
            for part, looked in self._looks(unit, how):
                parts[begin] = part if looked is not None else None
                if looked is None:
                    yield Range(begin, sys.maxsize), Seen(None, sys.maxsize, 0, 0)
                    return
                text = Range(begin, begin + looked[1])
                yield text, _moved(looked[0], begin)
                begin = text.end

        def again(text: Range, first: int) -> Seen:
            part = parts[text.begin]
            if part is not None:
                looked = self._submit(look, unit, part, how, first - text.begin).result()
                if looked is not None:
                    return _moved(looked[0], text.begin)
                parts[text.begin] = None
            return Seen(first, sys.maxsize, 0, 0)

        for text, place, before in joined(seen(), again):
            if place is not None:
                yield Portion(place, parts[text.begin], text.begin, before=before)
                if parts[text.begin] is None:
                    return

    def _looks(self, unit: Unit, how: How) -> Iterator[tuple[Range, tuple[Seen, int] | None]]:
        """The parts and what is seen of them; looked at a few ahead of the work, while the system remembers them."""
        waiting: deque[tuple[Range, Any]] = deque()
        for part in unit.parts:
            waiting.append((part, self._submit(look, unit, part, how)))
            if len(waiting) > 2 * self._workers():
                part, future = waiting.popleft()
                yield part, future.result()
        for part, future in waiting:
            yield part, future.result()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
        if self._local is not None:
            self._local.close()
