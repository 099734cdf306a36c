"""OutputFolder: many files written under another folder's name, which is renamed when all are complete."""

from __future__ import annotations

import os
from collections import OrderedDict
from contextlib import suppress
from types import TracebackType
from typing import Any, BinaryIO

from pgnfen.errors import PgnfenError
from pgnfen.inputs.raw import files_to_open
from pgnfen.inputs.temporary_folder import TemporaryFolder
from pgnfen.inputs.writer import compressor_of


class OutputFolder:
    """A folder of files that appears under its name only when all are complete; a context manager.

    `most` files are open at a time, or as many as the system allows: those that were not written to for longest are
    closed, and opened again (in compressed ones with a frame of its own) when it is their turn. Raises PgnfenError
    where the folder is there already and holds something, or cannot be written.
    """

    def __init__(self, target: str, most: int) -> None:
        self.name = target
        self.most = files_to_open(max(1, most))
        self._given_up = False
        self._open: OrderedDict[str, tuple[Any, BinaryIO]] = OrderedDict()
        try:
            if os.path.lexists(target) and (not os.path.isdir(target) or os.listdir(target)):  # noqa: PTH112, PTH208
                raise PgnfenError(
                    f"{target}: cannot be written because this name exists already; use a new folder name"
                )
            self._folder = TemporaryFolder(os.path.abspath(target))  # noqa: PTH100
        except OSError as error:
            raise self._failure(error) from None

    def write(self, name: str, data: bytes) -> None:
        """Append bytes to a file of the folder. Raises PgnfenError (a full disk)."""
        try:
            self._file(name).write(data)
        except OSError as error:
            raise self._failure(error) from None

    def _file(self, name: str) -> Any:
        known = self._open.get(name)
        if known is not None:
            self._open.move_to_end(name)
            return known[0]
        while len(self._open) >= self.most:
            self._close(self._open.popitem(last=False)[1])
        file = open(os.path.join(self._folder.name, name), "ab")  # noqa: PTH118, PTH123, SIM115
        compressor = compressor_of(name)
        sink = compressor(file) if compressor else file
        self._open[name] = sink, file
        return sink

    @staticmethod
    def _close(pair: tuple[Any, BinaryIO]) -> None:
        sink, file = pair
        if sink is not file:
            sink.close()
        file.close()

    def commit(self) -> None:
        """Complete all files and give the folder its name. Raises PgnfenError and leaves no trace on failure."""
        try:
            while self._open:
                self._close(self._open.popitem()[1])
            self._folder.take_place()
        except OSError as error:
            self.abort()
            raise self._failure(error) from None

    def abort(self) -> None:
        """Give up: nothing is left, and nothing is committed any more."""
        self._given_up = True
        while self._open:
            with suppress(Exception):  # of the system, or of the library that compresses
                self._close(self._open.popitem()[1])
        self._folder.remove()

    def _failure(self, error: OSError) -> PgnfenError:
        return PgnfenError(f"{self.name}: cannot be written: {error.strerror or error}")

    def __enter__(self) -> OutputFolder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and not self._given_up:
            self.commit()
        else:
            self.abort()
