"""What a cluster has done so far, in a file at the driver: what came of each unit, or portion of one, in order, and
where the next portion begins."""

from __future__ import annotations

import json
import struct
from collections import deque
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from pgnfen.errors import InputError
from pgnfen.inputs.stream import PassedOver
from pgnfen.scale.journal import Identity, RunFile, changed_error
from pgnfen.scale.parts import Start, Unit
from pgnfen.scale.worker import Read

_PART = b"P"
_SIZE = struct.Struct("<I")


class Step(NamedTuple):
    """What came of a unit, or of a portion of it; `then`: where the next portion begins, None: there is none."""

    unit: Unit | InputError
    then: Start | None
    reads: list[Read]


class _Done(NamedTuple):
    name: str
    identity: Identity | None
    then: Start | None


class PartJournal(RunFile):
    """The file of a run on a cluster."""

    def __init__(self, path: str, run: str, allowed: frozenset[tuple[str, str]]) -> None:
        self._done: deque[_Done] = deque()
        self._first = 0
        self.worked_on = 0  # steps that workers have done
        super().__init__(path, run, allowed)

    def _use(self, records: Iterator[tuple[bytes, bytes]]) -> int:
        end = self._first = self._file.tell()
        for kind, content in records:
            if kind != _PART:
                break
            done, _, worked = _head(content)
            if self._done and self._done[-1].then is not None:
                self._done.pop()
            self._done.append(done)
            self.worked_on += worked
            end = self._file.tell()
        return end

    def left(self, units: Iterator[Unit | InputError]) -> Iterator[Unit | InputError]:
        """The units that are not done, the first of them from where it goes on. Raises PgnfenError where the inputs are
        not what they were."""
        for unit in units:
            if not self._done:
                yield unit
                continue
            done = self._done.popleft()
            if (done.name, done.identity) != _known(unit):
                raise changed_error(done.name, self.path)
            if done.then is not None:
                if isinstance(unit, InputError) or done.then.part >= len(unit.parts):
                    raise changed_error(done.name, self.path)
                yield unit._replace(start=done.then)
        if self._done:
            raise changed_error(self._done[0].name, self.path)

    def replay(self) -> Iterator[Read]:
        """What has been done, in order."""
        at = self._first or self._end
        while at < self._end:
            self._file.seek(at)
            _, content = next(self._records())
            at = self._file.tell()
            yield from _head(content)[1]
        self._file.seek(self._end)

    def note(self, step: Step) -> None:
        """A step is done."""
        name, identity = _known(step.unit)
        then = step.then
        reads, packed = [], [b"" if then is None else then.before or b""]
        for read in step.reads:
            error = None if read.error is None else (read.error.name, read.error.reason)
            reads.append((*read._replace(packed=[], error=None), list(map(len, read.packed)), error))
            packed += read.packed
        place = None if then is None else (then.part, then.begin, then.place, then.before is not None)
        worked = not isinstance(step.unit, InputError)
        head = json.dumps([name, identity, place, len(packed[0]), reads, worked]).encode()
        self._write(_PART, _SIZE.pack(len(head)) + head + b"".join(packed))


def _known(unit: Unit | InputError) -> tuple[str, Identity | None]:
    return unit.name, None if isinstance(unit, InputError) else unit.identity


def _head(content: bytes) -> tuple[_Done, Iterator[Read], bool]:
    """What a record says of its unit, what came of it, and whether a worker was asked."""
    at = _SIZE.size + _SIZE.unpack_from(content)[0]
    name, identity, place, before, reads, worked = json.loads(content[_SIZE.size : at])
    then = None
    if place is not None:
        part, begin, (offset, number, line), known = place
        then = Start(part, begin, (offset, number, line), content[at : at + before] if known else None)
    done = _Done(name, None if identity is None else (identity[0], identity[1]), then)
    return done, _reads(content, at + before, reads), worked


def _reads(content: bytes, at: int, heads: list[list[Any]]) -> Iterator[Read]:
    for *values, sizes, error in heads:
        ends = list(accumulate(sizes, initial=at))
        at = ends[-1]
        read = Read(*values)
        passed_over = read.passed_over
        yield read._replace(
            packed=[content[begin:end] for begin, end in pairwise(ends)],
            error=None if error is None else InputError(*error),
            passed_over=None if passed_over is None else PassedOver(passed_over[0], tuple(passed_over[1])),
        )
