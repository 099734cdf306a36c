"""`pgnfen fix --resume`, where each file has an output of its own: which are done, and what came of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from pgnfen.cli.resumed import RECORDS, changed_error, run_of
from pgnfen.report.fix_task import FixCounts
from pgnfen.scale.jobs import Task
from pgnfen.scale.journal import Identity, Input, Journal, Place, Replayed


class Outcome(NamedTuple):
    """What came of a file, or of a stream: counts, games, games changed, inputs read; lines for the log; names of
    inputs that could not be read, and what was said of them."""

    counts: FixCounts
    games: int
    changed: int
    inputs: int
    log: bytes
    names: list[str]
    unread: list[str]


class Known(NamedTuple):
    """What a run before has noted of a file; `written`: and done."""

    outcome: Outcome
    written: bool


class FilesDone:
    """The journal of a run; an outcome is noted before its file gets its name, so that it is known whatever ends the
    run between. `in_place`: files that are done are no longer what they were."""

    def __init__(self, path: str, task: Task[Any], how: tuple[object, ...], in_place: bool) -> None:
        self._journal = Journal(path, run_of(task, how), RECORDS)
        self._in_place = in_place
        self._known = [*self._journal.done, *filter(None, [self._journal.current])][::-1]
        self._whole = len(self._journal.done)
        self._replay: Iterator[Replayed] = self._journal.replay()

    def known(self, path: str) -> Known | None:
        """What is known of the next file. Raises PgnfenError where it is another one, or has changed."""
        if not self._known:
            return None
        before = self._known.pop()
        same = before.identity == _identity(path)
        if before.name != path or not (same or self._in_place):
            raise changed_error(before.name, self._journal.path)
        outcome = next(self._replay).result
        self._whole -= 1
        written = self._whole >= 0
        if written:
            next(self._replay)
        elif not same:  # the run was ended behind the writing
            self._journal.end()
            written = True
        return Known(outcome, written)

    def noted(self, path: str, outcome: Outcome) -> None:
        """A file is about to be written."""
        self._journal.begin(Input(path, _identity(path)))
        self._journal.result(outcome, Place(1, 1, outcome.games), outcome.games, whole=True)

    def written(self) -> None:
        """The file is."""
        self._journal.end()

    def finish(self) -> None:
        """All is done: the journal is removed."""
        self._journal.finish()


def _identity(path: str) -> Identity | None:
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
