"""Inputs as the functions of the API read them: block by block, by the variant that is assumed, as often as asked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from pgnfen.api.keywords import values_of
from pgnfen.errors import InputError, check_one_of
from pgnfen.fen.variants import check_variant
from pgnfen.inputs.raw import LARGEST_WINDOW, Limits
from pgnfen.inputs.source import Input, find_sources
from pgnfen.lazy import deferred
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.blocks import BLOCK_SIZE, sees_neighbors, with_neighbors
from pgnfen.pgn.records import INPUT_FORMATS, InputFormat, OneKind, blocks_of, is_record_file, suffixes_of
from pgnfen.pgn.start_tags import assumed

with deferred:
    from pgnfen.scale.progress import size_of

if TYPE_CHECKING:
    from pgnfen.inputs.register import Register
    from pgnfen.inputs.stream import Source
    from pgnfen.pgn.block import Block

Inputs: TypeAlias = "Input | list[Input] | tuple[Input, ...]"
OnError: TypeAlias = "Literal['raise', 'now', 'skip'] | Callable[[InputError], object]"
Texts: TypeAlias = str | Iterable[str]
Numbers: TypeAlias = int | str | Iterable[int | str]
Result = TypeVar("Result")
Task = Callable[["Block", str], Result]

_RECORDS = "is a file of FEN or EPD records, not of games; use tags, audit, positions or stats to read it"


def texts_of(values: Numbers) -> tuple[str, ...]:
    """One text or several, as options have them; numbers too.

    >>> texts_of("C,E"), texts_of(["C", "E"]), texts_of(518)
    (('C,E',), ('C', 'E'), ('518',))
    """
    return (str(values),) if isinstance(values, (str, int)) else tuple(map(str, values))


class Reading:
    """How inputs are to be read; `options` are the keyword arguments of `kind`. `input_format` None: games alone,
    records are an InputError. `one_kind`: games or records; both are a PgnfenError, for they have one output.

    Raises ValueError for arguments that are not allowed, TypeError for one that there is not.
    """

    def __init__(
        self,
        source: Inputs,
        on_error: OnError,
        input_format: InputFormat | None,
        kind: type,
        options: Mapping[str, Any],
        one_kind: bool = False,
    ) -> None:
        if on_error not in ("raise", "now", "skip") and not callable(on_error):
            raise ValueError(f"on_error is {on_error!r}; it must be 'raise', 'now', 'skip' or a function")
        if input_format is not None:
            check_one_of("input_format", input_format, INPUT_FORMATS)
        given = [source] if isinstance(source, RawGame) or not isinstance(source, (list, tuple)) else source
        if any(isinstance(one, RawGame) for one in given):
            raise TypeError("a game is not an input; pass its bytes, game.raw")
        self.inputs: list[Input] = list(source) if isinstance(source, (list, tuple)) else [source]
        self.on_error, self.input_format, self.one_kind = on_error, input_format, one_kind
        self.options = values_of(kind, options)
        self.variant: str | None = self.options.get("default_variant", self.options.get("variant"))
        if self.variant is not None:
            check_variant(self.variant)
        self.max_game: int | None = self.options.get("max_game")
        if not 10 <= self.options["long"] <= LARGEST_WINDOW:
            raise ValueError(f"long is {self.options['long']!r}; it must be 10 to {LARGEST_WINDOW}")

    @property
    def suffixes(self) -> Sequence[str]:
        """Which files of a folder are meant."""
        return suffixes_of(self.input_format or "pgn")

    def again(self) -> Reading:
        """The same once more, quietly: nothing is raised or shown."""
        other = copy(self)
        other.on_error, other.options = "skip", {**self.options, "progress": False}
        return other

    def limits(self) -> Limits:
        """New limits, which count what is read."""
        return Limits(self.options["max_bytes"], self.options["long"])

    def made(self, make: Callable[[], Result]) -> Result:
        """What is made, and asked, under the variant that is assumed."""
        with assumed(self.variant):
            return make()

    def under(self, items: Iterator[Result]) -> Iterator[Result]:
        """What is made one by one, under that variant; what is done with it is another's."""
        while True:
            with assumed(self.variant):
                found = [*islice(items, 1)]
            if not found:
                return
            yield found[0]

    def map(
        self, task: Task[Result], register: Register | None = None, block_size: int = BLOCK_SIZE
    ) -> Iterator[Result]:
        """The task's results on each block, in order."""
        return self.under(self.results(task, register, block_size))

    def results(
        self,
        task: Task[Result],
        register: Register | None = None,
        block_size: int = BLOCK_SIZE,
        inputs: Sequence[Input] | None = None,
    ) -> Iterator[Result]:
        """As map, by whichever variant is assumed; `inputs`: those that are read in place of the others."""
        with self.run(self.inputs if inputs is None else inputs) as run:
            for block, path in run.blocks(run.inputs, register, block_size, sees_neighbors(task)):
                yield task(block, path)
            run.end()

    def blocks(self) -> Iterator[tuple[Block, str]]:
        """The blocks of the inputs, with the name of each."""
        return self.results(lambda block, path: (block, path))

    def run(self, inputs: Sequence[Input]) -> Run:
        """A pass over inputs."""
        return Run(self, inputs)


class Run:
    """A pass over inputs: its limits, its progress bar, and the first input that could not be read."""

    def __init__(self, reading: Reading, inputs: Sequence[Input]) -> None:
        self._reading, self.inputs, self._limits = reading, inputs, reading.limits()
        self._bar = _Bar(inputs, reading.suffixes) if reading.options["progress"] else _NoBar()
        self._kind = OneKind(reading.input_format or "pgn") if reading.one_kind else None
        self._error: InputError | None = None

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def fail(self, error: InputError) -> None:
        """An input cannot be read: what `on_error` says."""
        on_error = self._reading.on_error
        if on_error == "now":
            raise error
        if callable(on_error):
            on_error(error)
        elif on_error == "raise" and self._error is None:
            self._error = error

    def end(self) -> None:
        """All is read: raises what is to be raised."""
        if self._error is not None:
            raise self._error

    def blocks(
        self,
        inputs: Sequence[Input],
        register: Register | None = None,
        block_size: int = BLOCK_SIZE,
        neighbors: bool = False,
        fail: Callable[[InputError], None] | None = None,
    ) -> Iterator[tuple[Block, str]]:
        """The blocks of some of the inputs, with the name of each; `fail` is told what cannot be read (default: the
        method)."""
        stdin, suffixes = getattr(sys.stdin, "buffer", None), self._reading.suffixes
        for one in find_sources(inputs, stdin, suffixes, register, self._limits) if inputs else ():
            try:
                if isinstance(one, InputError):
                    raise one
                with one:
                    for block in self._blocks_of(one, block_size, neighbors):
                        yield block, one.name
                        self._bar.advance(one, len(block))
                    self._bar.end(one)
            except InputError as error:
                (fail or self.fail)(error)

    def _blocks_of(self, source: Source, block_size: int, neighbors: bool) -> Iterator[Block]:
        reading = self._reading
        if reading.input_format is None and is_record_file(source.name):
            raise InputError(source.name, _RECORDS)
        if self._kind is not None:
            self._kind.expect(source.name)
        blocks = blocks_of(source, reading.input_format or "pgn", block_size, reading.max_game)
        return with_neighbors(blocks) if neighbors else blocks


class _NoBar:
    """No progress bar."""

    def close(self) -> None:
        """All is read."""

    def advance(self, source: Source, games: int) -> None:
        """So much is read of an input, and so many games more."""

    def end(self, source: Source) -> None:
        """An input was read to its end."""


class _Bar(_NoBar):
    """A progress bar of all inputs, in bytes as stored."""

    def __init__(self, inputs: Sequence[Input], suffixes: Sequence[str]) -> None:
        from tqdm.auto import tqdm

        names = [os.fspath(one) for one in inputs if isinstance(one, (str, os.PathLike))]
        given = [len(one) for one in inputs if isinstance(one, (bytes, bytearray, memoryview))]
        total = (size_of(names, suffixes).bytes if names else 0) + sum(given)
        known = len(names) + len(given) == len(inputs)
        self._bar: tqdm[Any] = tqdm(total=(total or None) if known else None, unit="B", unit_scale=True)
        self._done = self._games = 0

    def close(self) -> None:
        self._bar.close()

    def advance(self, source: Source, games: int) -> None:
        self._games += games
        self._bar.update(self._done + source.consumed - self._bar.n)
        self._bar.set_postfix_str(f"{self._games:,} games", refresh=False)

    def end(self, source: Source) -> None:
        self._done += source.consumed
        self._bar.update(self._done - self._bar.n)
