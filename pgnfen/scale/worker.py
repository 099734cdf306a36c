"""What a worker of a cluster does: the task on every block of an input, or of a portion of it."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext, suppress
from threading import Lock
from typing import Any, BinaryIO, NamedTuple

import zstandard

from pgnfen import native
from pgnfen.errors import InputError, UnreadableInputError
from pgnfen.inputs.content import Damage
from pgnfen.inputs.raw import Limits
from pgnfen.inputs.source import file_sources
from pgnfen.inputs.stream import PassedOver
from pgnfen.pgn.block import Block, Place
from pgnfen.pgn.blocks import Piece, sees_neighbors, with_neighbors
from pgnfen.pgn.ranges import Range, Seen, first_game, range_blocks, seen_of
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
    """Games of a file from `place` on: those that begin in a part of it, or (no part) all of them. `last`: nothing
    follows. `before`: the game before the first (see pgn.neighbors)."""

    place: Place = (0, 1, 1)
    part: Range | None = None
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

    def results(self, unpacked: Callable[[bytes], Any] | None = None) -> Iterator[Any]:
        """The results, one after the other; `unpacked` makes one of its bytes."""
        return map(unpacked or _unpacked, self.packed)


def _unpacked(packed: bytes) -> Any:
    return pickle.loads(zstandard.ZstdDecompressor().decompress(packed))


def unread(error: InputError) -> Read:
    """What comes of an input that cannot be opened."""
    return Read(error.name, [], 0, 0, error, opened=False, whole=True)


class _Results:
    """The results of blocks, packed, for they wait in memory for their turn."""

    def __init__(self, task: Task[Any], take: Callable[[Any], Any] | None) -> None:
        self.task, self.packed, self.games = task, list[bytes](), 0
        self._take = take
        self._packer = zstandard.ZstdCompressor(level=1)

    def add(self, blocks: Iterable[Block], path: str) -> InputError | None:
        """Work on all blocks; what ends them early, if anything does."""
        try:
            for block in blocks:
                self.games += len(block)
                result = self.task(block, path)
                if self._take is not None:
                    result = self._take(result)
                self.packed.append(self._packer.compress(pickle.dumps(result, pickle.HIGHEST_PROTOCOL)))
        except InputError as error:
            return error
        return None


_TASKS: dict[bytes, Any] = {}
_LOCK = Lock()


def _task(packed: bytes) -> Any:
    """A task and the files for it, made once in each worker: it keeps what it remembers."""
    with _LOCK:
        if packed not in _TASKS:
            _TASKS.clear()
            _TASKS[packed] = pickle.loads(packed)
        return _TASKS[packed]


def work(
    packed: bytes, unit: Unit, how: How, portion: Portion, held: Held | None = None, number: int = 0
) -> list[Read]:
    """The task on every block of the inputs that a unit means, or of a portion of its file, which is held; the results
    go to the file of that number, if there are files."""
    native.keep_memory()
    task, files = _task(packed)
    with nullcontext() if files is None else files.opened(number) as take:
        if held is not None and portion.part is not None:
            return [_work_on_part(_Results(task, take), unit, held, portion.part, portion)]
        return _work_on_all(task, take, unit, how, portion)


def _work_on_all(
    task: Task[Any], take: Callable[[Any], Any] | None, unit: Unit, how: How, portion: Portion
) -> list[Read]:
    done = []
    for source in file_sources(unit.name, suffixes_of(how.format), Limits(window=how.window), unit.demand):
        if isinstance(source, InputError):
            done.append(unread(source))
            continue
        results = _Results(task, take)
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


def _work_on_part(results: _Results, unit: Unit, held: Held, part: Range, portion: Portion) -> Read:
    try:
        error = results.add(held.blocks_at(portion.place, portion.before), unit.name)
    except (Damage, OSError) as failed:  # that could be read before
        error = UnreadableInputError(unit.name, f"has changed while it was read ({failed})")
    return Read(unit.name, results.packed, results.games, part.end - part.begin, error, True, portion.last)


class Held:
    """A part of a file, read and split, in the memory of a worker until the place of its first game is known.

    Where it goes to another worker, or to disk, only what it is made from does: it is read again there. `seen`: what is
    seen of it; None: it cannot be read, not to its end, or not to that of its last game. `size`: bytes of its text.
    Both are counted from where its text begins.
    """

    def __init__(self, unit: Unit, part: Range, how: How, first: int | None = None) -> None:
        self._made_from = unit, part, how, first
        self._blocks: list[Block] | None = None
        self._place: Place = (0, 1, 1)
        self.seen: Seen | None = None
        self.size = 0

    def read(self) -> None:
        """Read and split it. Raises Damage or OSError."""
        unit, part, how, first = self._made_from
        with open(unit.name, "rb") as file:  # noqa: PTH123
            text: Run | BinaryIO
            if unit.packed:
                text = Run(file, part, how.window)
                begin, span = 0, text.range
                if first is None:
                    first = first_game(text, span, before=0) if part.begin else 0
            else:
                text, begin, span = file, part.begin, part
                if first is None:
                    found = first_game(text, span) if begin else 0
                    first = found if found is None else found - begin
            blocks: list[Block] = []
            if first is not None:
                blocks += range_blocks(text, span, (begin + first, 1, 1), how.max_game, how.block_size)
        self.size = span.end - span.begin
        self._blocks = blocks
        if first is None:
            self.seen = Seen(None, self.size, 0, 0)
        else:
            self.seen = seen_of(blocks, begin + first).moved(-begin)
            self._place = begin + first, 1, 1

    def blocks_at(self, place: Place, before: bytes | None) -> list[Block]:
        """The blocks of its games, the first of which is at `place`, behind the game `before`."""
        if self._blocks is None:
            self.read()
        blocks = self._blocks or []
        offset, number, line = (new - old for new, old in zip(place, self._place, strict=True))
        for block in blocks:
            block.move((offset, number, line))
        self._place = place
        if blocks and not isinstance(blocks[0], Piece):
            blocks[0].neighbors = blocks[0].neighbors._replace(before=before)
        return blocks

    def __reduce__(self) -> tuple[Any, ...]:
        return Held, self._made_from

    def __sizeof__(self) -> int:
        return self.size


def look(unit: Unit, part: Range, how: How, first: int | None = None) -> Held:
    """A part of a file, held; `first`: where its first game begins, from where its text does, if that is known."""
    native.keep_memory()
    held = Held(unit, part, how, first)
    with suppress(Damage, OSError):
        held.read()
    return held


def seen(held: Held) -> tuple[Seen, int] | None:
    """What is seen of a part that is held, and the size of its text; None: see Held."""
    return None if held.seen is None else (held.seen, held.size)
