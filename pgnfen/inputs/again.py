"""Inputs that can be read more than once: what cannot (standard input, pipes, open files) waits in a temporary file."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from typing import IO, BinaryIO

from pgnfen.errors import InputError
from pgnfen.inputs.source import Input, Readable
from pgnfen.lazy import deferred

with deferred:
    import tempfile

_PIECE = 1 << 20


class Spooled:
    """What a stream has given, as it is stored, to be read from its beginning again."""

    def __init__(self, stream: Readable, name: str) -> None:
        self.name = name
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._error: OSError | None = None
        try:
            while data := stream.read(_PIECE):
                self._file.write(data)
        except OSError as error:
            self._error = error
        self._file.seek(0)

    def read(self, n: int, /) -> bytes:
        """See Readable; what the stream has raised comes behind what it has given."""
        data = self._file.read(n)
        if not data and self._error is not None:
            raise self._error
        return data

    def rewind(self) -> None:
        """Begin anew."""
        self._file.seek(0)

    def close(self) -> None:
        """Give up what is stored."""
        self._file.close()


class Again:
    """Inputs for several passes; a context manager."""

    def __init__(self, inputs: Sequence[Input], stdin: BinaryIO | None) -> None:
        self._spooled: list[Spooled] = []
        self._inputs = [self._of(item, stdin) for item in inputs]

    def __enter__(self) -> Again:
        return self

    def __exit__(self, *_: object) -> None:
        for one in self._spooled:
            one.close()

    def inputs(self) -> list[Input]:
        """The inputs, to be read from their beginnings."""
        for one in self._spooled:
            one.rewind()
        return self._inputs

    def _of(self, item: Input, stdin: BinaryIO | None) -> Input:
        if isinstance(item, (bytes, bytearray, memoryview)):
            return item
        if not isinstance(item, (str, os.PathLike)):
            name = getattr(item, "name", None)
            return self._spool(item, name if isinstance(name, str) else "<file>")
        if item == "-":
            return item if stdin is None else self._spool(stdin, "<stdin>")
        if not _is_pipe(os.fspath(item)):
            return item
        try:
            with open(item, "rb", 0) as file:  # noqa: PTH123
                return self._spool(file, os.fspath(item))
        except (OSError, InputError):
            return item  # whoever reads it says so

    def _spool(self, stream: Readable, name: str) -> Spooled:
        spooled = Spooled(stream, name)
        self._spooled.append(spooled)
        return spooled


def _is_pipe(path: str) -> bool:
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or stat.S_ISCHR(mode)
