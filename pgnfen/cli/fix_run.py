"""What `pgnfen fix` has done so far: of one stream, or of each file by itself; which files a run before has done."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import click

from pgnfen.audit.finding import SEVERITIES
from pgnfen.cli.declare import register_of_command
from pgnfen.cli.options import InputOptions, StreamOptions
from pgnfen.cli.resumed import RECORDS, run_of
from pgnfen.cli.standard import say
from pgnfen.cli.stream import Stream, Unread
from pgnfen.errors import InputError
from pgnfen.inputs.writer import OutputFile
from pgnfen.pgn.records import suffixes_of
from pgnfen.report.fix_targets import File, Places, Replacement, files_of, folder_target, note_outputs
from pgnfen.report.fix_task import FixCounts, FixTask, with_files
from pgnfen.report.terminal_text import error_line
from pgnfen.scale.jobs import Task
from pgnfen.scale.journal import Identity, Input, Journal, Place, Replayed, changed_error
from pgnfen.words import counted

if TYPE_CHECKING:
    from pgnfen.repair.state import FixedBlock


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


class _Target(Protocol):
    def put(self, before: bytes, fixed: FixedBlock, path: str, /) -> None: ...


class Run:
    """What has been done so far; `options` and `how` say of what, and how it is read."""

    def __init__(self, task: FixTask, options: InputOptions, how: StreamOptions, log: OutputFile | None) -> None:
        self.task, self.options, self.how, self.log = task, options, how, log
        self._limits = how.limits()  # of all inputs together
        self.counts = FixCounts.none()
        self.games = self.changed = self.inputs = 0
        self.unread = Unread()

    def stream(self, file: str | None = None) -> Stream:
        """All inputs; or one of the files that they mean, by itself."""
        options = self.options if file is None else self.options.replaced(inputs=(file,))
        return Stream(options, self.how, alone=file is not None, limits=self._limits)

    def read(self, stream: Stream, target: _Target, keep_log: bool = False) -> Outcome:
        """Repair all that a stream reads; `keep_log`: the log is written when the outcome is added."""
        counts, log, changed = FixCounts.none(), list[bytes](), 0
        for before, fixed, lines, done, path, *_ in with_files(stream.map(self.task), self.task):
            if fixed is not None:
                target.put(before, fixed, path)
                changed += len(fixed.changed)
            if keep_log:
                log.append(lines)
            elif self.log is not None:
                self.log.write(lines)
            for mine, theirs in zip(counts, done, strict=True):
                mine.update(theirs)
        unread = stream.unread
        return Outcome(counts, stream.games, changed, stream.read, b"".join(log), unread.names, unread.lines)

    def add(self, outcome: Outcome) -> None:
        """Count what came of a stream."""
        if self.log is not None:
            self.log.write(outcome.log)
        for mine, theirs in zip(self.counts, outcome.counts, strict=True):
            mine.update(theirs)
        self.games += outcome.games
        self.changed += outcome.changed
        self.inputs += outcome.inputs
        unread = Unread()
        unread.count, unread.names, unread.lines = len(outcome.unread), outcome.names, outcome.unread
        self.unread.update(unread)

    def summary(self) -> str:
        """What was done, refused and left."""
        done, refused, left, unknown, of_files = self.counts
        kept = refused.pop("", 0)
        lines = [f"{counted(done.total(), 'fix')} in {self.changed:,} of {counted(self.games, 'game')}{_by_code(done)}"]
        if refused:
            lines.append(f"refused: {refused.total():,}{_by_code(refused)}; --log FILE lists the reasons")
        if kept:
            lines.append(
                f"not converted: {counted(kept, 'field')} that the convention cannot express; --log FILE lists "
                "the reasons"
            )
        if unknown:
            many = f"{counted(len(unknown), 'name')}, {counted(unknown.total(), 'time')}"
            lines.append(f"not in the name list: {many}; --unknown-names FILE lists them")
        if left:
            shown = [counted(left[severity], severity) for severity in SEVERITIES if left[severity]]
            more = " --severity info" if left["info"] else ""
            lines.append(f"not fixed: {', '.join(shown)}; run 'pgnfen audit{more}' to list them")
        if of_files:
            lines.append(
                f"findings about a whole file have no fix{_by_code(of_files)}; check the castling rights that they "
                "name (--log FILE lists them)"
            )
            if self.task.options.conventions.castling is not None:
                lines.append(
                    "--castling wrote the castling rights in these findings the way pgnfen understands them, so an "
                    "audit of the output no longer reports these findings"
                )
        return "\n".join(lines)


def _by_code(counts: Counter[str]) -> str:
    shown = [f"{code or 'conventions'} {count:,}" for code, count in sorted(counts.items())]
    return f": {', '.join(shown)}" if shown else ""


def files_to_fix(options: InputOptions, places: Places) -> list[File | InputError]:
    """The files that inputs mean, and those that cannot be repaired. What is written of each is noted in the register,
    so this comes before any output is opened. Raises PgnfenError where that is an input, or another output."""
    suffixes = suffixes_of(options.input_format)
    try:
        files = list(files_of(options.inputs, suffixes))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    note_outputs([one for one in files if isinstance(one, File)], places, register_of_command(), suffixes)
    return files


def fix_files(run: Run, files: Sequence[File | InputError], places: Places) -> FilesDone | None:
    """Each file by itself: replaced, or written into a folder; those that a run before has done are counted. Returns
    the journal, if one is kept."""
    folder, path, options = places.folder, run.how.resume, run.options
    how = options.inputs, places, options.input_format
    done = FilesDone(path, run.task, how, folder is None) if path is not None else None
    for one in files:
        if isinstance(one, InputError):
            run.unread.add(one)
            say(f"pgnfen: {error_line(one)}")
            continue
        known = done.known(one.path) if done is not None else None
        if known is None or not known.written:
            target = folder_target(folder, one.relative) if folder is not None else one.path
            outcome = _replace(run, Replacement(one.path, target, places.backup), done, known)
        else:
            for line in known.outcome.unread:
                say(f"pgnfen: {line}")
        run.add(outcome if known is None else known.outcome)
    return done


def _replace(run: Run, target: Replacement, done: FilesDone | None, known: Known | None) -> Outcome:
    """Repair a file; what came of it is noted, unless it is known already, before the file gets its name."""
    try:
        stream = run.stream(target.source)
        outcome = run.read(stream, target, keep_log=True)
        if not outcome.unread and (error := target.refusal()) is not None:
            stream.fail(error)
            outcome = outcome._replace(inputs=0, names=stream.unread.names, unread=stream.unread.lines)
        if outcome.unread:  # the file stays as it is
            outcome = outcome._replace(counts=FixCounts.none(), changed=0, log=b"")
        if done is not None and known is None:
            done.noted(target.source, outcome)
    except BaseException:
        target.file.abort()
        raise
    target.close(failed=bool(outcome.unread))
    if done is not None:
        done.written()
    return outcome
