"""Files that the workers of a cluster write, one for each part of the work, in the place of one output."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pgnfen.errors import PgnfenError
from pgnfen.inputs.writer import OutputFile
from pgnfen.lazy import deferred
from pgnfen.report.terminal_text import quoted

with deferred:
    from pgnfen.report.parquet import ParquetLines

if TYPE_CHECKING:
    import pyarrow as pa

_DIGITS = 6


class PartFiles(NamedTuple):
    """`pattern`: FOLDER/NAME with a * for the number of the part; `head`: what each file begins with; `take` parts a
    result into what is written (lines, or batches) and what is left of it for the driver; `schema`: of Parquet."""

    pattern: str
    head: bytes
    take: Callable[[Any], tuple[Any, Any]]
    schema: Callable[[], pa.Schema] | None = None

    def name(self, number: int) -> str:
        """The file of a part, by its number (from 1)."""
        folder, name = os.path.split(self.pattern)
        return os.path.join(folder, name.replace("*", f"{number:0{_DIGITS}}"))  # noqa: PTH118

    def prepare(self, new: bool) -> None:
        """Make the folder. Raises PgnfenError where it cannot be made, or a `new` run finds such a file in it."""
        folder, name = os.path.split(self.pattern)
        if name.count("*") != 1 or "*" in folder:
            raise PgnfenError(f"{self.pattern}: use one * for the number of the part, in the name of the file")
        before, behind = name.split("*")
        try:
            os.makedirs(folder or ".", exist_ok=True)  # noqa: PTH103
            there = sorted(one.name for one in Path(folder or ".").iterdir())
        except OSError as error:
            raise PgnfenError(f"{quoted(folder)}: cannot be written: {error.strerror or error}") from None
        for one in there:
            number = one[len(before) : len(one) - len(behind)]
            if new and one.startswith(before) and one.endswith(behind) and number.isdigit():
                raise PgnfenError(f"{self.pattern}: cannot be written because {quoted(one)} exists; use a new folder")

    @contextmanager
    def opened(self, number: int) -> Iterator[Callable[[Any], Any]]:
        """The file of a part: what takes a result, and gives what is left of it. The file appears when it is complete.
        """
        with OutputFile(self.name(number)) as file, self._put(file.write) as put:

            def take(result: Any) -> Any:
                content, left = self.take(result)
                put(content)
                return left

            yield take

    def write(self, number: int, lines: bytes) -> None:
        """Write a file with these lines."""
        with OutputFile(self.name(number)) as file, self._put(file.write) as put:
            put(lines)

    @contextmanager
    def _put(self, write: Callable[[bytes], object]) -> Iterator[Callable[[Any], object]]:
        if self.schema is None:
            write(self.head)
            yield write
            return
        with ParquetLines(write, self.schema()) as table:

            def put(content: Any) -> None:
                if isinstance(content, bytes):
                    table.lines(content)
                else:
                    for batch in content:
                        table.write(batch)

            yield put


class LastFile:
    """What the driver itself finds, in a file behind those of the parts, if there is any; a context manager."""

    def __init__(self, files: PartFiles, number: Callable[[], int]) -> None:
        self._files, self._number = files, number
        self._content: list[bytes] = []

    def write(self, content: bytes) -> None:
        """Append lines."""
        if content:
            self._content.append(content)

    def __enter__(self) -> LastFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None and self._content:
            self._files.write(self._number() + 1, b"".join(self._content))
