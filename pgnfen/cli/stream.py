"""From inputs to results: opens sources, shows progress, reports what cannot be read (at once, and again at the end,
where it is seen), and goes on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from pgnfen import native
from pgnfen.cli.declare import register_of_command
from pgnfen.cli.options import InputOptions, StreamOptions
from pgnfen.cli.standard import Write, destination, say, standard_input, standard_register
from pgnfen.errors import InputError, PgnfenError
from pgnfen.inputs.register import named_files
from pgnfen.inputs.source import Input, Source, find_sources
from pgnfen.lazy import deferred
from pgnfen.pgn.blocks import BLOCK_SIZE, sees_neighbors, with_neighbors
from pgnfen.pgn.records import OneKind, blocks_of, suffixes_of
from pgnfen.report.terminal_text import error_line, quoted
from pgnfen.scale.jobs import Task, cores, map_blocks
from pgnfen.scale.progress import size_of
from pgnfen.scale.read_ahead import ReadAhead
from pgnfen.words import counted

with deferred:
    from pgnfen.cli.resumed import Resumed, journal_of_parts
    from pgnfen.scale import parts
    from pgnfen.scale.cluster import Cluster
    from pgnfen.scale.part_files import LastFile, PartFiles
    from pgnfen.scale.worker import How

if TYPE_CHECKING:
    import pyarrow as pa
    from tqdm import tqdm

    from pgnfen.cli.resumed import Resumed
    from pgnfen.inputs.raw import Limits
    from pgnfen.inputs.stream import PassedOver
    from pgnfen.inputs.writer import OutputFile
    from pgnfen.pgn.block import Block
    from pgnfen.scale.journal import RunFile
    from pgnfen.scale.part_files import PartFiles
    from pgnfen.scale.part_journal import PartJournal
    from pgnfen.scale.parts import Unit
    from pgnfen.scale.worker import Read


_NAMED = 5  # inputs that the last line names


class Unread:
    """The inputs that could not be read, or not to their end; true where there are any."""

    def __init__(self) -> None:
        self.count = 0
        self.names: list[str] = []
        self.lines: list[str] = []  # what was said of each

    def __bool__(self) -> bool:
        return self.count > 0

    def add(self, error: InputError) -> None:
        """One more."""
        self.count += 1
        self.lines.append(error_line(error))
        if len(self.names) < _NAMED:
            self.names.append(error.name)

    def update(self, other: Unread) -> None:
        """Those of another run."""
        self.count += other.count
        self.lines += other.lines
        self.names += other.names[: _NAMED - len(self.names)]

    def say(self, read: int) -> None:
        """The last line, where there were several inputs: which could not be read, beside so many that could."""
        if not self.count or self.count + read < 2:
            return
        more = f" and {self.count - len(self.names):,} more" if self.count > len(self.names) else ""
        names = ", ".join(map(quoted, self.names))
        say(f"pgnfen: {self.count:,} of {self.count + read:,} inputs could not be read to the end: {names}{more}")


def say_passed_over(passed_over: PassedOver | None, suffixes: Sequence[str]) -> None:
    """The line on members of a zip archive that are not read."""
    if passed_over is None:
        return
    names = passed_over.members
    shown = ", ".join(map(quoted, names[:_NAMED]))
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    say(
        f"pgnfen: {quoted(passed_over.archive)}: not read because the names do not end in "
        f"{' or '.join(suffixes)}: {shown}{more}"
    )


Result = TypeVar("Result")


class Stream:
    """The blocks of all inputs; counts what was read and what could not be.

    `one_kind`: all of them are games, or all are records. Raises PgnfenError where the names of the inputs say
    otherwise, and later where a zip archive does.
    `alone`: this is one file of several, each with an output of its own, which the command has checked; --resume counts
    whole files then. `limits`: those that are counted on, where this is one of several. `read_as`: what is read in
    place of the inputs that are named.
    """

    def __init__(
        self,
        options: InputOptions,
        how: StreamOptions,
        *,
        one_kind: bool = False,
        block_size: int = BLOCK_SIZE,
        alone: bool = False,
        limits: Limits | None = None,
        read_as: Sequence[Input] | None = None,
    ) -> None:
        native.keep_memory()
        self._read_as = read_as
        self.inputs, self._jobs, self._cluster = options.inputs, how.jobs, how.cluster
        inputs, self.format, progress = options.inputs, options.input_format, how.progress
        self._journal = None if alone else how.resume
        if not inputs and sys.stdin is not None and sys.stdin.isatty():
            keys = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
            say(f"pgnfen: no input is given; reading games from the terminal (end with {keys})")
        self.register = standard_register() if alone else register_of_command()
        self.limits, self.max_game = limits or how.limits(), how.max_game
        self._kind = OneKind(self.format) if one_kind else None
        if one_kind and self.format == "auto":
            for name in named_files(inputs, suffixes_of(self.format)):
                self._expect(name)
        self.games = 0
        self.read = 0  # inputs that were read to the end
        self.cut_off = 0  # inputs of which games were read, but not to the end
        self._games_before = 0  # games of the inputs before this one
        self.unread = Unread()
        self._block_size = block_size
        self._sees_neighbors = False
        self._progress = progress if progress is not None else sys.stderr is not None and sys.stderr.isatty()
        self.found = 0  # findings so far, as the command counts them
        self._bar: tqdm[Any] | None = None
        self._resumed: Resumed | None = None
        self._run: RunFile | None = None
        self.files: PartFiles | None = None
        self._parts = 0  # that workers have done
        self._files, self._total = 0, 0  # of all inputs: how many, and their bytes as stored
        self._done, self._opened = 0, 0  # bytes of the inputs that were read to the end; inputs opened

    def map(self, task: Task[Result], heavy: bool = True) -> Iterator[Result]:
        """The task's results on every block, in order: `heavy` work by several cores; else a block is sooner done than
        sent."""
        if self._cluster is not None:
            return self._closed(self._by_cluster(task, self._cluster))
        jobs = self.limits.threads = self._jobs or cores()
        if not heavy:
            return self._closed(self._to_the_end(task, map_blocks(task, self.blocks())))
        if jobs > 1 and not native.load():
            self._block_size = min(self._block_size, BLOCK_SIZE // 4)  # smaller pieces keep all workers busy to the end
        return self._closed(self._to_the_end(task, map_blocks(task, self.blocks(), jobs, say)))

    def writes_parts(self, output: str) -> bool:
        """Whether an output stands for files that workers write."""
        return self._cluster is not None and "*" in output

    @contextmanager
    def destination(
        self, output: str, head: bytes, take: Callable[[Any], tuple[Any, Any]], schema: Callable[[], pa.Schema] | None
    ) -> Iterator[Write]:
        """What writes to an output. With --cluster and a * in its name, workers write the results to files (`files`,
        see PartFiles), and this writes what is found besides."""
        if not self.writes_parts(output):
            with destination(output, self.register) as write:
                yield write
            return
        self.files = PartFiles(os.path.abspath(output), head, take, schema)  # noqa: PTH100
        with LastFile(self.files, lambda: self._parts) as file:
            yield file.write

    def _closed(self, results: Iterator[Result]) -> Iterator[Result]:
        """The results; the progress bar is closed behind them."""
        try:
            yield from results
        finally:
            if self._bar is not None:
                self._bar.close()

    def _to_the_end(self, task: Task[Result], results: Iterator[Result]) -> Iterator[Result]:
        """The results, with those of the runs before where one goes on."""
        self._sees_neighbors = sees_neighbors(task)
        path = self._journal
        if path is not None:
            if self.limits.most is not None:  # what is done is not read again, and so not counted
                raise PgnfenError("--resume cannot be used with --max-bytes")
            how = (self.inputs, self.format, self.max_game, self.limits.window)
            self._resumed = Resumed(path, task, how)
            self._run = self._resumed.journal
            self.register.add_target(path)  # it exists by now, and may be in a folder that is read
            yield from self._replayed(self._resumed)
            results = self._resumed.results(results)
        yield from results

    def _by_cluster(self, task: Task[Any], address: str) -> Iterator[Any]:
        """The results of workers on a cluster, in order."""
        if self.limits.most is not None:
            raise PgnfenError("--cluster cannot be used with --max-bytes")
        how = How(self.format, self.max_game, self.limits.window, self._block_size)
        part = parts.PART * self._block_size // BLOCK_SIZE  # where much is made of little, workers hold as much
        if self.files is not None:
            self.files.prepare(new=self._journal is None or not os.path.exists(self._journal))  # noqa: PTH110
        journal: PartJournal | None = None
        if self._journal is not None:
            pattern = None if self.files is None else self.files.pattern
            journal = self._run = journal_of_parts(self._journal, task, (self.inputs, how, part, pattern))
            self.register.add_target(self._journal)
        with Cluster(address) as cluster:
            self._begin_bar()
            for read in self._reads(cluster, task, parts.units(self.inputs, self.format, part), how, journal):
                if read.opened:
                    self._expect(read.name)
                self.games += read.games
                yield from read.results(None if journal is None else journal.unpacked)
                self._say_file(self._opened + 1)
                if self._bar is not None:
                    self._advance(read.consumed)
                self._opened += read.opened and read.whole
                self._done += read.consumed
                say_passed_over(read.passed_over, suffixes_of(self.format))
                if read.error is not None:
                    self.fail(read.error)
                elif read.whole:
                    self._end(True)

    def _reads(
        self, cluster: Cluster, task: Task[Any], units: Iterator[Unit | InputError], how: How,
        journal: PartJournal | None,
    ) -> Iterator[Read]:  # fmt: skip
        """What workers have read, with what is in the journal before it."""
        if journal is not None:
            yield from journal.replay()
            self._parts, units = journal.worked_on, journal.left(units)
        for step in cluster.map(task, units, how, self.files, self._parts):
            self._parts += not isinstance(step.unit, InputError)
            if journal is not None:
                journal.note(step)
            yield from step.reads

    def _replayed(self, resumed: Resumed) -> Iterator[Any]:
        """The results of the runs before, and what else is counted and said of them."""
        for one in resumed.replay():
            self.games += one.games
            if one.read:
                self._end(True)
            if one.reason is not None:
                self._say_failed(InputError(one.name, one.reason))
            elif not one.read:
                yield one.result

    def blocks(self) -> Iterator[tuple[Block, str]]:
        """Blocks with the name of the input they come from; what cannot be read is said and passed over."""
        resumed = self._resumed
        inputs = self.inputs if self._read_as is None else self._read_as
        for source in find_sources(inputs, standard_input(), suffixes_of(self.format), self.register, self.limits):
            done = resumed is not None and resumed.is_done(source)
            if isinstance(source, InputError):
                if not done:
                    self.fail(source)
                continue
            try:
                self._expect(source.name)
            except PgnfenError:
                source.close()
                raise
            if done:
                source.close()
            else:
                yield from self._blocks_of(source, resumed)

    def _blocks_of(self, source: Source, resumed: Resumed | None) -> Iterator[tuple[Block, str]]:
        """The blocks of one input, from the place on to which the runs before came."""
        place = resumed.begin(source) if resumed is not None else (0, 1, 1)
        with ReadAhead(source) if source.decoded else source as stream:
            try:
                self.begin(source)
                say_passed_over(source.passed_over, suffixes_of(self.format))
                blocks = blocks_of(stream, self.format, self._block_size, self.max_game, place)
                if self._sees_neighbors:
                    blocks = with_neighbors(blocks, resumed.before if resumed is not None else b"")
                for block in blocks:
                    self.games += len(block)
                    if resumed is not None:
                        resumed.block(block)
                    yield block, source.name
                    if self._bar is not None:
                        self._advance(source.consumed)
                self._end(True)
                if resumed is not None:
                    resumed.end()
            except InputError as error:
                self.fail(error)
            self._done += source.consumed

    def _expect(self, name: str) -> None:
        """Note the kind of an input that is of one kind with the others; PgnfenError where it is not."""
        if self._kind is not None:
            self._kind.expect(name)

    def begin(self, source: Source) -> None:
        """An input is opened: which one of how many the progress bar says."""
        self._begin_bar()
        self._opened += 1
        self._say_file(self._opened)

    def _begin_bar(self) -> None:
        """One progress bar for the whole run, in bytes as stored."""
        if self._progress and self._bar is None:
            from tqdm import tqdm

            self._files, self._total = size_of(self.inputs, suffixes_of(self.format))
            self._bar = tqdm(
                total=self._total or None, unit="B", unit_scale=True, file=sys.stderr, leave=False, disable=False,
            )  # fmt: skip

    def _say_file(self, number: int) -> None:
        if self._bar is not None:
            of_all = f" of {self._files:,}" if self._files >= number > 0 else ""
            self._bar.set_description_str(f"file {number:,}{of_all}", refresh=False)

    def _advance(self, consumed: int) -> None:

        assert self._bar is not None
        self._bar.update(self._done + consumed - self._bar.n)
        found = f", {counted(self.found, 'finding')}" if self.found else ""
        self._bar.set_postfix_str(f"{counted(self.games, 'game')}{found}", refresh=False)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """While something is written to standard output; on a terminal the bar makes way for it."""
        if self._bar is None:
            yield
            return
        with self._bar.external_write_mode(file=sys.stdout):
            yield

    def _end(self, read: bool) -> None:
        """An input ends: it was read to its end, or not."""
        self.read += read
        self.cut_off += not read and self.games > self._games_before
        self._games_before = self.games

    def fail(self, error: InputError) -> None:
        """One line on standard error; the other inputs are still read."""
        if self._resumed is not None:
            self._resumed.failed(error)
        self._say_failed(error)

    def _say_failed(self, error: InputError) -> None:
        self.unread.add(error)
        self._end(False)
        message = f"pgnfen: {error_line(error)}"
        if self._bar is not None:
            self._bar.write(message, file=sys.stderr)
        else:
            say(message)

    def keep(self, file: OutputFile) -> None:
        """Leave a file as it was, by PgnfenError, where no input could be read: there is nothing to take its place."""
        if file.appears and self.unread and not (self.read or self.games):
            raise PgnfenError(f"{file.name}: not written because no input could be read")

    def status(self, otherwise: int) -> int:
        """The exit status, when all is done: 2 where an input could not be read; which, is said once more."""
        self.unread.say(self.read)
        self.finish()
        return 2 if self.unread else otherwise

    def finish(self) -> None:
        """All is done, and written: what was kept to go on with is removed."""
        if self._run is not None:
            self._run.finish()
