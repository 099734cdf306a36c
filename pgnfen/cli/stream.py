"""From inputs to results: opens sources, shows progress, reports what cannot be read, and goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pgnfen import native
from pgnfen.cli.standard import standard_input, standard_ledger
from pgnfen.errors import InputError
from pgnfen.inputs.source import Source, find_sources
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import BLOCK_SIZE
from pgnfen.pgn.records import InputFormat, blocks_of, is_record_file, suffixes_of
from pgnfen.scale.jobs import Task, cores, map_blocks
from pgnfen.scale.read_ahead import ReadAhead

if TYPE_CHECKING:
    from tqdm import tqdm

Result = TypeVar("Result")


class Stream:
    """The blocks of all inputs; counts what was read and what could not be.

    Without a `format` the command takes games only, and a file of records is an input that it cannot read.
    """

    def __init__(self, inputs: Sequence[str], progress: bool | None, format: InputFormat | None = None) -> None:
        self.inputs = inputs
        self.ledger = standard_ledger()
        self.format: InputFormat = format or "pgn"
        self._records = format is not None
        self.games = 0
        self.read = 0
        self.failed = 0
        self._block_size = BLOCK_SIZE
        self._progress = progress if progress is not None else sys.stderr is not None and sys.stderr.isatty()
        self._bar: tqdm[Any] | None = None

    def map(self, task: Task[Result]) -> Iterator[Result]:
        """The task's results on every block, in order, where a block is sooner done than sent."""
        return self._to_the_end(map_blocks(task, self.blocks()))

    def map_heavy(self, task: Task[Result], jobs: int | None) -> Iterator[Result]:
        """The task's results on every block, in order, by several cores."""
        jobs = jobs or cores()
        if jobs > 1 and not native.load():
            self._block_size = BLOCK_SIZE // 4  # smaller pieces keep all workers busy to the end
        return self._to_the_end(map_blocks(task, self.blocks(), jobs))

    def _to_the_end(self, results: Iterator[Result]) -> Iterator[Result]:
        """The results; the progress bar is closed behind them."""
        try:
            yield from results
        finally:
            if self._bar is not None:
                self._bar.close()

    def blocks(self) -> Iterator[tuple[Block, str]]:
        """Blocks with the name of the input they come from; what cannot be read is said and passed over."""
        for source in find_sources(self.inputs, standard_input(), suffixes_of(self.format), self.ledger):
            if isinstance(source, InputError):
                self.fail(source)
                continue
            if not self._records and is_record_file(source.name):
                source.close()
                self.fail(InputError(source.name, "a file of FEN or EPD records; this command takes games"))
                continue
            with ReadAhead(source) if source.decoded else source as stream:
                try:
                    self.begin(source)
                    for block in blocks_of(stream, self.format, self._block_size):
                        self.games += len(block)
                        yield block, source.name
                        if self._bar is not None:
                            self._bar.update(source.consumed - self._bar.n)
                            self._bar.set_postfix_str(f"{self.games} games", refresh=False)
                    self.read += 1
                except InputError as error:
                    self.fail(error)

    def begin(self, source: Source) -> None:
        """A progress bar of its own for each source, in bytes as stored."""
        if not self._progress:
            return
        if self._bar is not None:
            self._bar.close()
        from tqdm import tqdm

        self._bar = tqdm(
            total=source.size, desc=source.name, unit="B", unit_scale=True, file=sys.stderr, leave=False, disable=False
        )

    def fail(self, error: InputError) -> None:
        """One line on standard error; the other inputs are still read."""
        self.failed += 1
        message = f"pgnfen: {error}"
        if self._bar is not None:
            self._bar.write(message, file=sys.stderr)
        else:
            click.echo(message, err=True)

    def status(self, otherwise: int) -> int:
        """The exit status: 2 where an input could not be read."""
        return 2 if self.failed else otherwise


def say(line: str) -> None:
    """A line of summary or diagnosis on standard error."""
    click.echo(line, err=True)
