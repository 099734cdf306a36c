"""Inputs as the functions of the API read them: block by block, by the variant that is assumed, as often as asked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from pgnfen.api.keywords import values_of
from pgnfen.errors import InputError, check_one_of
from pgnfen.inputs.limits import LARGEST_WINDOW, Limits
from pgnfen.inputs.source import Input, find_sources
from pgnfen.lazy import deferred
from pgnfen.pgn.blocks import BLOCK_SIZE
from pgnfen.pgn.neighbors import with_neighbors
from pgnfen.pgn.records import INPUT_FORMATS, InputFormat, blocks_of, is_record_file, suffixes_of
from pgnfen.pgn.start_tags import assumed, check_variant
from pgnfen.scale.jobs import sees_neighbors

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
    records are an InputError.

    Raises ValueError for arguments that are not allowed, TypeError for one that there is not.
    """

    def __init__(
        self,
        source: Inputs,
        on_error: OnError,
        input_format: InputFormat | None,
        kind: type,
        options: Mapping[str, Any],
    ) -> None:
        if on_error not in ("raise", "now", "skip") and not callable(on_error):
            raise ValueError(f"on_error is {on_error!r}; it must be 'raise', 'now', 'skip' or a function")
        if input_format is not None:
            check_one_of("input_format", input_format, INPUT_FORMATS)
        self.inputs: list[Input] = list(source) if isinstance(source, (list, tuple)) else [source]
        self.on_error, self.input_format = on_error, input_format
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

    def limits(self) -> Limits:
        """New limits, which count what is read."""
        return Limits(self.options["max_bytes"], self.options["long"])

    def made(self, make: Callable[[], Result]) -> Result:
        """What is made, and asked, under the variant that is assumed."""
        with assumed(self.variant):
            return make()

    def map(
        self,
        task: Task[Result],
        register: Register | None = None,
        block_size: int = BLOCK_SIZE,
        inputs: Sequence[Input] | None = None,
    ) -> Iterator[Result]:
        """The task's results on each block of the inputs, or of those in their place, in order."""
        blocks = self.blocks(register, block_size, sees_neighbors(task), inputs)
        while True:
            with assumed(self.variant):  # what is behind `yield` is another's
                one = next(blocks, None)
                if one is None:
                    return
                result = task(*one)
            yield result

    def blocks(
        self,
        register: Register | None = None,
        block_size: int = BLOCK_SIZE,
        neighbors: bool = False,
        inputs: Sequence[Input] | None = None,
    ) -> Iterator[tuple[Block, str]]:
        """The blocks of the inputs, or of those in their place, with the name of each."""
        errors: list[InputError] = []
        stdin = getattr(sys.stdin, "buffer", None)
        inputs = self.inputs if inputs is None else inputs
        found = find_sources(inputs, stdin, self.suffixes, register, self.limits()) if inputs else ()
        with _Bar(inputs, self.suffixes) if self.options["progress"] else _NoBar() as bar:
            for one in found:
                try:
                    if isinstance(one, InputError):
                        raise one
                    with one:
                        for block in self._blocks_of(one, block_size, neighbors):
                            yield block, one.name
                            bar.advance(one, len(block))
                        bar.end(one)
                except InputError as error:
                    if self.on_error == "now":
                        raise
                    if callable(self.on_error):
                        self.on_error(error)
                    elif self.on_error == "raise":
                        errors.append(error)
        if errors:
            raise errors[0]

    def _blocks_of(self, source: Source, block_size: int, neighbors: bool) -> Iterator[Block]:
        if self.input_format is None and is_record_file(source.name):
            raise InputError(source.name, _RECORDS)
        blocks = blocks_of(source, self.input_format or "pgn", block_size, self.max_game)
        return with_neighbors(blocks) if neighbors else blocks


class _NoBar:
    """No progress bar."""

    def __enter__(self) -> _NoBar:
        return self

    def __exit__(self, *_: object) -> None:
        pass

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

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def advance(self, source: Source, games: int) -> None:
        self._games += games
        self._bar.update(self._done + source.consumed - self._bar.n)
        self._bar.set_postfix_str(f"{self._games:,} games", refresh=False)

    def end(self, source: Source) -> None:
        self._done += source.consumed
        self._bar.update(self._done - self._bar.n)
