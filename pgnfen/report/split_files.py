"""Games divided among files by their values: what is written to which, and the index of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Annotated

from pgnfen.columns import Column, columns_of
from pgnfen.lazy import regex
from pgnfen.pgn.records import InputFormat, takes_records
from pgnfen.report.formats import cells
from pgnfen.select.division import Stretch
from pgnfen.select.outputs import FileNames, Sink, Write

INDEX = "index.csv"
_SUFFIX = regex(r"(?:\.[A-Za-z0-9]+)+")


def check_suffix(suffix: str | None) -> None:
    """Raises ValueError for what is no suffix of files that can be written."""
    if suffix is not None and not _SUFFIX.fullmatch(suffix):
        raise ValueError(f"{suffix!r} is not a suffix; use for example .pgn or .pgn.zst")
    if suffix is not None and suffix.lower().endswith(".zip"):
        raise ValueError("zip output is not supported; use .gz, .bz2, .xz or .zst")


@dataclass(frozen=True, slots=True)
class SplitFile:
    """A file of the folder that `split` writes, as `index.csv` lists it."""

    file: Annotated[str, Column("text", "the name of the file in the folder")]
    value: Annotated[str | None, Column("text", "what its games have in common; null: they have no such value")]
    games: Annotated[int, Column("u64", "how many games it has")]
    bytes: Annotated[int, Column("u64", "its bytes, uncompressed")]
    first_input: Annotated[str, Column("word", "the input of its first game")]
    first_game: Annotated[int, Column("u64", "the number of that game in its input, from 1")]


@dataclass(slots=True)
class _Written:
    """A file of the folder: its value, its games and bytes, and where the first of them comes from."""

    value: str | None
    sink: Sink
    first: tuple[str, int]
    games: int = 0
    bytes: int = 0


class SplitFiles:
    """The files of a folder, by value. `write` appends to the file of a name; None: nothing is written. `format`: what
    is read as records; `suffix`: of the files, or None: that of the first input's content."""

    def __init__(self, write: Callable[[str, bytes], object] | None, format: InputFormat, suffix: str | None) -> None:
        self._write, self._format, self._suffix = write, format, suffix
        self._names: FileNames | None = None
        self._value: str | None = None  # of the last game
        self.written: dict[str, _Written] = {}
        self.contradicting = 0

    @property
    def begun(self) -> bool:
        """Whether a block was read."""
        return self._names is not None

    @property
    def without_values(self) -> bool:
        """Whether no game has a value."""
        return all(file.value is None for file in self.written.values())

    def put(self, stretches: Sequence[Stretch], path: str, number: int) -> None:
        """Write the stretches of a block; `number` is that of its first game."""
        records = takes_records(path, self._format)
        if self._names is None:
            self._names = FileNames(self._suffix or (".epd" if records else ".pgn"))
            self._names.taken(INDEX)
        for stretch in stretches:
            if stretch.games:  # else more of the game before, which is too large for one block
                self._value = stretch.value
            self.contradicting += stretch.contradicting
            file = self._file(self._names.of(self._value), path, number)
            file.sink.put(stretch.data, path, records)
            file.games += stretch.games
            number += stretch.games

    def _file(self, name: str, path: str, number: int) -> _Written:
        file = self.written.get(name)
        if file is None:
            file = self.written[name] = _Written(self._value, Sink(self._writer(name)), (path, number))
        return file

    def _writer(self, name: str) -> Write:
        def write(data: bytes) -> None:
            if self._write is not None:
                self._write(name, data)
            self.written[name].bytes += len(data)

        return write

    def rows(self) -> Iterator[SplitFile]:
        """What went where, by the names of the files."""
        for name, file in sorted(self.written.items()):
            yield SplitFile(name, file.value, file.games, file.bytes, *file.first)

    def index(self) -> bytes:
        """The same as CSV."""
        rows = [tuple(columns_of(SplitFile)), *map(astuple, self.rows())]
        return b"".join([cells(row) + b"\n" for row in rows])
