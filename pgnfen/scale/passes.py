"""More passes over inputs that were read once: the same blocks, by the number of their first game among all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from pgnfen.errors import InputError, PgnfenError
from pgnfen.inputs.raw import Limits
from pgnfen.inputs.register import Register
from pgnfen.inputs.source import Input, find_sources
from pgnfen.pgn.block import Block
from pgnfen.pgn.records import InputFormat, blocks_of, suffixes_of
from pgnfen.report.terminal_text import quoted
from pgnfen.scale.jobs import Task, map_blocks
from pgnfen.scale.read_ahead import ReadAhead

Result = TypeVar("Result")


class ReadInput(NamedTuple):
    """An input as the first pass has read it: its name, its games and bytes."""

    name: str
    games: int
    size: int


class Seen:
    """The inputs of a pass, noted block by block."""

    def __init__(self) -> None:
        self.inputs: list[ReadInput] = []

    def note(self, name: str, offset: int, games: int, size: int) -> None:
        """A block that begins at a byte of the input of that name."""
        if offset == 0:
            self.inputs.append(ReadInput(name, 0, 0))
        last = self.inputs[-1]
        self.inputs[-1] = ReadInput(name, last.games + games, last.size + size)

    def place(self, number: int) -> tuple[str, int]:
        """The input of a game, by its number among all (from 0), and its number there (from 1)."""
        for one in self.inputs:
            if number < one.games:
                return one.name, number + 1
            number -= one.games
        raise IndexError(number)


class Passes:
    """Reads inputs once more: `inputs` gives them, from their beginnings; errors in them were said before. `seen`: what
    the first pass has read; where that is no longer so, there is a PgnfenError."""

    def __init__(
        self,
        inputs: Callable[[], Sequence[Input]],
        seen: Seen,
        limits: Callable[[], Limits],
        format: InputFormat = "auto",
        max_game: int | None = None,
        register: Register | None = None,
    ) -> None:
        self._inputs, self._seen, self._limits = inputs, seen, limits
        self._format, self._max_game, self._register = format, max_game, register

    def blocks(self) -> Iterator[tuple[Block, str]]:
        """The blocks, with the name of the input that each comes from."""
        seen, left, inputs = Seen(), iter(self._seen.inputs), self._inputs()
        suffixes, limits = suffixes_of(self._format), self._limits()
        for source in find_sources(inputs, None, suffixes, self._register, limits) if inputs else ():
            if isinstance(source, InputError):
                continue
            count = len(seen.inputs)
            with ReadAhead(source) if source.decoded else source as stream:
                try:
                    for block in blocks_of(stream, self._format, max_game=self._max_game):
                        seen.note(source.name, block.offset, len(block), block.end)
                        yield block, source.name
                except InputError:
                    pass  # as in the pass before
            if len(seen.inputs) > count and next(left, None) != seen.inputs[-1]:
                raise _changed(source.name)
        missing = next(left, None)
        if missing is not None:
            raise _changed(missing.name)

    def map(
        self,
        task: Task[Result],
        first: int = 0,
        jobs: int = 1,
        say: Callable[[str], object] = lambda line: None,
    ) -> Iterator[Result]:
        """The results of a task on each block, which goes by the number of its first game; `first` is that of all."""

        def numbered() -> Iterator[tuple[Block, str]]:
            number = first
            for block, _ in self.blocks():
                yield block, str(number)
                number += len(block)

        return map_blocks(task, numbered(), jobs, say)


def _changed(name: str) -> PgnfenError:
    return PgnfenError(f"{quoted(name)}: the input has changed since it was first read; run the command again")


