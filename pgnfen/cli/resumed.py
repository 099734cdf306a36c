"""`--resume FILE`: the results of a run go through its journal, and a run that was ended goes on."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pgnfen.errors import InputError, PgnfenError
from pgnfen.inputs.source import Source
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import Piece, last_game, sees_neighbors
from pgnfen.scale.jobs import Task
from pgnfen.scale.journal import Input, Journal, Place, Replayed, changed_error
from pgnfen.version import __version__

with deferred:
    from pgnfen.scale.part_journal import PartJournal

Result = TypeVar("Result")

RECORDS = frozenset({
    ("collections", "Counter"), ("pgnfen.report.audit_task", "AuditedBlock"),
    ("pgnfen.report.audit_task", "FoundInBlock"),
    ("pgnfen.report.audit_task", "Noted"), ("pgnfen.audit.file_notes", "FileNotes"),
    ("pgnfen.audit.file_notes", "GamePlace"), ("pgnfen.report.findings", "Folded"),
    ("pgnfen.audit.finding", "Placed"), ("pgnfen.audit.finding", "Remark"),
    ("pgnfen.report.evidence", "Shown"), ("pgnfen.report.evidence", "Evidence"), ("pgnfen.report.evidence", "Drawn"),
    ("pgnfen.report.explained", "WitnessRow"),
    ("pgnfen.report.excerpt", "Excerpt"), ("pgnfen.select.partition", "Part"), ("pgnfen.select.division", "Stretch"),
    ("pgnfen.report.stats", "Counts"), ("pgnfen.report.stats", "Count"), ("pgnfen.report.position_lines", "Part"),
    ("pgnfen.report.position_lines", "Halted"), ("pgnfen.report.fix_task", "FixCounts"),
    ("pgnfen.report.fix_task", "FixedPart"),
    ("pgnfen.cli.fix_run", "Outcome"),
    ("pgnfen.repair.state", "FixedBlock"), ("pgnfen.pgn.block", "RawGame"),
})  # fmt: skip
"""What tasks give, beside values."""


class Resumed:
    """The journal of a run, kept in step with what is read ahead of the results."""

    def __init__(self, path: str, task: Task[Any], how: tuple[object, ...]) -> None:
        self.journal = Journal(path, run_of(task, how), RECORDS)
        self._done = deque(self.journal.done)
        self._ahead: deque[Callable[[], None] | tuple[Place, int, bool]] = deque()
        self._place = Place()
        self._sees_neighbors = sees_neighbors(task)
        self.before: bytes | None = b""

    def replay(self) -> Iterator[Replayed]:
        """What the runs before have done."""
        return self.journal.replay()

    def is_done(self, source: Source | InputError) -> bool:
        """Whether an input needs no reading any more. Raises PgnfenError where it is not what it was."""
        if not self._done:
            return False
        before = self._done.popleft()
        if before.name != source.name or (isinstance(source, Source) and before.identity != source.identity):
            raise self._changed(before.name)
        return True

    def begin(self, source: Source) -> tuple[int, int, int]:
        """Where to begin in an input that was opened: its offset, number of the first game, and line; `before` is the
        game before that, for a task that looks at it (see pgn.neighbors)."""
        journal, current = self.journal, Input(source.name, source.identity)
        if journal.current is None:
            self._ahead.append(lambda: journal.begin(current))
            self._place, self.before = Place(), b""
        else:
            if journal.current != current:
                raise self._changed(journal.current.name)
            self._place, journal.current = journal.place, None
            before = self._place.before
            skipped = source.skip(self._place.offset - before)
            self.before = _exactly(source, before) if before else None
            if skipped + len(self.before or b"") < self._place.offset:
                raise self._changed(source.name)
        return self._place.offset, self._place.games + 1, self._place.line

    def block(self, block: Block) -> None:
        """Another block goes to the work."""
        offset, line, games, _ = self._place
        last = last_game(block) if self._sees_neighbors else None
        self._place = Place(offset + block.end, line + block.line_ends(), games + len(block), len(last or b""))
        self._ahead.append((self._place, len(block), not isinstance(block, Piece)))

    def end(self) -> None:
        """An input has been read."""
        self._ahead.append(self.journal.end)

    def failed(self, error: InputError) -> None:
        """An input could not be read, or not to its end."""
        self._ahead.append(lambda: self.journal.failed(Input(error.name, None), error.reason))

    def results(self, results: Iterator[Result]) -> Iterator[Result]:
        """The results of all blocks, noted as they come."""
        for result in results:
            place = self._noted()
            assert place is not None
            self.journal.result(result, *place)
            yield result
        self._noted()

    def _noted(self) -> tuple[Place, int, bool] | None:
        """Write what was before the next block; that block."""
        while self._ahead:
            next_one = self._ahead.popleft()
            if isinstance(next_one, tuple):
                return next_one
            next_one()
        return None

    def _changed(self, name: str) -> PgnfenError:
        return changed_error(name, self.journal.path)


def _exactly(source: Source, size: int) -> bytes:
    """So many bytes, or what there is."""
    parts = []
    while size and (data := source.read(size)):
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


def run_of(task: Task[Any], how: tuple[object, ...]) -> str:
    """What tells a run from others: version, command, what is asked of it, how inputs are read."""
    said = (__version__, f"{type(task).__module__}.{type(task).__qualname__}", task.__reduce__()[1], how)
    return hashlib.sha256(repr(_steady(said)).encode()).hexdigest()


def journal_of_parts(path: str, task: Task[Any], how: tuple[object, ...]) -> PartJournal:
    """The journal of a run on a cluster."""
    return PartJournal(path, run_of(task, ("--cluster", how)), RECORDS)


def _steady(value: object) -> object:
    """The value in a form that is the same in each process."""
    if isinstance(value, dict):
        return sorted((str(key), _steady(one)) for key, one in value.items())
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    if isinstance(value, (tuple, list)):
        return [_steady(one) for one in value]
    return value
