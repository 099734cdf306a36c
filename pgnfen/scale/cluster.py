"""The work done on a cluster of Dask: whole files, and ranges of plain ones; the results in the order of the input.

Workers read the inputs themselves, by the names that the driver gives: they need the same files, or URLs, and the same
pgnfen. A range is seen first (`pgnfen.pgn.ranges`), so that its games have their numbers before they are worked on.
A worker that dies costs the time of its parts, which another does again.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any, NamedTuple

import zstandard

from pgnfen.errors import InputError, PgnfenError
from pgnfen.inputs.limits import Limits
from pgnfen.inputs.source import file_sources
from pgnfen.pgn.block import Block, Place
from pgnfen.pgn.ranges import Range, Seen, joined, range_blocks, see
from pgnfen.pgn.records import InputFormat, blocks_of, suffixes_of
from pgnfen.scale.jobs import Task
from pgnfen.scale.parts import Unit


class How(NamedTuple):
    """How inputs are read, beside what the task says."""

    format: InputFormat
    max_game: int
    window: int
    block_size: int


class Read(NamedTuple):
    """What came of an input, or of a part of it: the results of its blocks, packed, its games, its bytes as stored, and
    why it was not read to its end; `opened`: it could be, `whole`: nothing of it follows."""

    name: str
    packed: list[bytes]
    games: int
    consumed: int
    error: InputError | None
    opened: bool
    whole: bool

    def results(self) -> Iterator[Any]:
        """The results, one after the other."""
        unpacker = zstandard.ZstdDecompressor()
        return (pickle.loads(unpacker.decompress(one)) for one in self.packed)


class _Results:
    """The results of blocks, packed, for they wait in memory for their turn."""

    def __init__(self, task: Task[Any]) -> None:
        self.task, self.packed, self.games = task, list[bytes](), 0
        self._packer = zstandard.ZstdCompressor(level=1)

    def add(self, block: Block, path: str) -> None:
        self.games += len(block)
        result = pickle.dumps(self.task(block, path), pickle.HIGHEST_PROTOCOL)
        self.packed.append(self._packer.compress(result))


_TASKS: dict[bytes, Any] = {}
_LOCK = Lock()


def _task(packed: bytes) -> Any:
    """A task, made once in each worker: it keeps what it remembers."""
    with _LOCK:
        if packed not in _TASKS:
            _TASKS.clear()
            _TASKS[packed] = pickle.loads(packed)
        return _TASKS[packed]


def work(packed: bytes, unit: Unit, how: How, part: Range | None, place: Place, last: bool) -> list[Read]:
    """What a worker does: the task on every block of the inputs that a unit means, or of a part of its file."""
    task = _task(packed)
    if part is not None:
        results = _Results(task)
        with open(unit.name, "rb") as file:  # noqa: PTH123
            for block in range_blocks(file, part, place, how.max_game, how.block_size):
                results.add(block, unit.name)
        return [Read(unit.name, results.packed, results.games, part.end - part.begin, None, True, last)]
    done = []
    for source in file_sources(unit.name, suffixes_of(how.format), Limits(window=how.window), unit.demand):
        if isinstance(source, InputError):
            done.append(_unread(source))
            continue
        results, error = _Results(task), None
        with source:
            try:
                for block in blocks_of(source, how.format, how.block_size, how.max_game):
                    results.add(block, source.name)
            except InputError as failed:
                error = failed
        done.append(Read(source.name, results.packed, results.games, source.consumed, error, True, True))
    return done


def _unread(error: InputError) -> Read:
    """What comes of an input that cannot be opened."""
    return Read(error.name, [], 0, 0, error, opened=False, whole=True)


def look(name: str, part: Range, max_game: int, first: int | None = None) -> Seen:
    """What a worker sees of a range."""
    with open(name, "rb") as file:  # noqa: PTH123
        return see(file, part, max_game, first)


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
        try:
            import distributed
        except ImportError:
            raise PgnfenError(f"--cluster {address}: Dask is not installed: pip install 'pgnfen[cluster]'") from None
        try:
            if address.startswith("local:"):
                self._local = distributed.LocalCluster(
                    n_workers=int(address.removeprefix("local:")), threads_per_worker=1, processes=True,
                    dashboard_address="127.0.0.1:0", silence_logs=50, host="127.0.0.1",
                )  # fmt: skip  # port 0 is any: the default one may be taken
            self._client = distributed.Client(self._local or address, timeout=20)
        except (OSError, TimeoutError, RuntimeError, ValueError) as error:  # what Dask raises, whatever fails
            what = "workers cannot be started" if address.startswith("local:") else "no scheduler answers there"
            raise PgnfenError(f"--cluster {address}: {what} ({error})") from None

    def map(self, task: Task[Any], units: Iterator[Unit | InputError], how: How) -> Iterator[Read]:
        """What comes of all units, in order; what is an error already too. Raises PgnfenError where workers die again
        and again."""
        from distributed import KilledWorker

        packed = pickle.dumps(task)
        waiting: deque[Any] = deque()
        try:
            for future in self._submitted(packed, units, how):
                waiting.append(future)
                if len(waiting) > 2 * self._workers():
                    yield from _result(waiting.popleft())
            while waiting:
                yield from _result(waiting.popleft())
        except KilledWorker as error:
            raise PgnfenError(f"--cluster {self.address}: workers end before their work: {error}") from None

    def _workers(self) -> int:
        """Tasks that are done at once; a cluster may grow."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def _submitted(self, packed: bytes, units: Iterator[Unit | InputError], how: How) -> Iterator[Any]:
        """A future for each unit and each part in which a game begins; as they are asked for."""
        submit: Callable[..., Any] = self._client.submit
        for unit in units:
            if isinstance(unit, InputError):
                yield [_unread(unit)]
                continue
            if not unit.parts:
                yield submit(work, packed, unit, how, None, (0, 1, 1), True, pure=False)
                continue
            futures = [submit(look, unit.name, part, how.max_game, pure=False) for part in unit.parts]

            def again(part: Range, first: int, name: str = unit.name) -> Seen:
                seen: Seen = submit(look, name, part, how.max_game, first, pure=False).result()
                return seen

            bare = unit._replace(parts=())
            seen = ((part, future.result()) for part, future in zip(unit.parts, futures, strict=True))
            held: tuple[Range, Place] | None = None  # the last one says that nothing follows
            for part, place in joined(seen, again):
                if place is None:
                    continue
                if held is not None:
                    yield submit(work, packed, bare, how, *held, False, pure=False)
                held = part, place
            assert held is not None  # the first range begins with a game
            yield submit(work, packed, bare, how, *held, True, pure=False)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
        if self._local is not None:
            self._local.close()
