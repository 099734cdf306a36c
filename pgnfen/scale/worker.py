"""What a worker of a cluster does: the task on every block of an input, or of a portion of it."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Any, NamedTuple

import zstandard

from pgnfen.errors import InputError, UnreadableInputError
from pgnfen.inputs.content import Damage
from pgnfen.inputs.raw import Limits
from pgnfen.inputs.source import file_sources
from pgnfen.inputs.stream import PassedOver
from pgnfen.pgn.block import Block, Place
from pgnfen.pgn.blocks import sees_neighbors, with_neighbors
from pgnfen.pgn.ranges import Range, Seen, first_game, range_blocks, see
from pgnfen.pgn.records import InputFormat, blocks_of, suffixes_of
from pgnfen.scale.frame_runs import Run
from pgnfen.scale.jobs import Task
from pgnfen.scale.parts import Unit


class How(NamedTuple):
    """How inputs are read, beside what the task says."""

    format: InputFormat
    max_game: int
    window: int
    block_size: int


class Portion(NamedTuple):
    """Games of a file from `place` on: those that begin in a part of it, whose text begins at byte `begin` of all text,
    or (no part) all of them. `last`: nothing follows. `before`: the game before the first (see pgn.neighbors)."""

    place: Place = (0, 1, 1)
    part: Range | None = None
    begin: int = 0
    last: bool = True
    before: bytes | None = b""


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
    passed_over: PassedOver | None = None

    def results(self) -> Iterator[Any]:
        """The results, one after the other."""
        unpacker = zstandard.ZstdDecompressor()
        return (pickle.loads(unpacker.decompress(one)) for one in self.packed)


def unread(error: InputError) -> Read:
    """What comes of an input that cannot be opened."""
    return Read(error.name, [], 0, 0, error, opened=False, whole=True)


class _Results:
    """The results of blocks, packed, for they wait in memory for their turn."""

    def __init__(self, task: Task[Any]) -> None:
        self.task, self.packed, self.games = task, list[bytes](), 0
        self._packer = zstandard.ZstdCompressor(level=1)

    def add(self, blocks: Iterable[Block], path: str) -> InputError | None:
        """Work on all blocks; what ends them early, if anything does."""
        try:
            for block in blocks:
                self.games += len(block)
                result = pickle.dumps(self.task(block, path), pickle.HIGHEST_PROTOCOL)
                self.packed.append(self._packer.compress(result))
        except InputError as error:
            return error
        return None


_TASKS: dict[bytes, Any] = {}
_LOCK = Lock()


def _task(packed: bytes) -> Any:
    """A task, made once in each worker: it keeps what it remembers."""
    with _LOCK:
        if packed not in _TASKS:
            _TASKS.clear()
            _TASKS[packed] = pickle.loads(packed)
        return _TASKS[packed]


def work(packed: bytes, unit: Unit, how: How, portion: Portion) -> list[Read]:
    """The task on every block of the inputs that a unit means, or of a portion of its file."""
    task = _task(packed)
    if portion.part is not None:
        return [_work_on_part(task, unit, how, portion.part, portion)]
    done = []
    for source in file_sources(unit.name, suffixes_of(how.format), Limits(window=how.window), unit.demand):
        if isinstance(source, InputError):
            done.append(unread(source))
            continue
        results = _Results(task)
        with source:
            error: InputError | None
            try:
                if portion.place[0]:
                    source.skip(portion.place[0])
                blocks = blocks_of(source, how.format, how.block_size, how.max_game, portion.place)
                if sees_neighbors(task):
                    blocks = with_neighbors(blocks, portion.before)
                error = results.add(blocks, source.name)
            except InputError as damage:
                error = damage
        read = Read(source.name, results.packed, results.games, source.consumed, error, opened=True, whole=True)
        done.append(read._replace(passed_over=source.passed_over))
    return done


def _work_on_part(task: Task[Any], unit: Unit, how: How, part: Range, portion: Portion) -> Read:
    results, before = _Results(task), portion.before
    try:
        with open(unit.name, "rb") as file:  # noqa: PTH123
            if unit.packed:
                run = Run(file, part, how.window, portion.begin)
                blocks = range_blocks(run, run.range, portion.place, how.max_game, how.block_size, before)
            else:
                blocks = range_blocks(file, part, portion.place, how.max_game, how.block_size, before)
            error = results.add(blocks, unit.name)
    except (Damage, OSError) as failed:  # that could be read before
        error = UnreadableInputError(unit.name, f"has changed while it was read ({failed})")
    return Read(unit.name, results.packed, results.games, part.end - part.begin, error, True, portion.last)


def look(unit: Unit, part: Range, how: How, first: int | None = None) -> tuple[Seen, int] | None:
    """What a worker sees of a part, and the size of its text, both counted from where its text begins; None: it cannot
    be read, not to its end, or not to that of its last game."""
    try:
        with open(unit.name, "rb") as file:  # noqa: PTH123
            if not unit.packed:
                begin, size = part
                seen = see(file, part, how.max_game, first if first is None else begin + first)
                first = seen.first if seen.first is None else seen.first - begin
                return seen._replace(first=first, next=seen.next - begin), size - begin
            run = Run(file, part, how.window)
            if first is None:
                first = first_game(run, run.range, before=0) if part.begin else 0
            size = run.range.end
            return Seen(None, size, 0, 0) if first is None else see(run, run.range, how.max_game, first), size
    except (Damage, OSError):
        return None
