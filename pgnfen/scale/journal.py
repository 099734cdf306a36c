"""What a run has done so far, in a file, so that after its end, by whatever, another goes on where it stopped.

The file has what came of each block, in order, and where in the inputs the next one begins. A run that goes on takes
the results from the file, as if it had just made them, and reads on from there: its output is that of a run that
nothing has disturbed, whatever the output is (a pipe too). Records are appended whole and checked when read: half of
one at the end, as KILL leaves it, is forgotten. Only values and a few records of pgnfen's own are read from it.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, BinaryIO, NamedTuple

import zstandard

from pgnfen.errors import PgnfenError
from pgnfen.report.terminal_text import quoted

_MAGIC = b"pgnfen --resume 2\n"
_HEAD = struct.Struct("<cII")  # kind, length, CRC-32 of both and the content
_RESULT, _BEGIN, _END, _FAILED, _RUN = b"R", b"B", b"E", b"F", b"I"

Identity = tuple[int, int]
"""Size and time of change (in nanoseconds) of an input file."""


class Place(NamedTuple):
    """Where a run goes on: in the input behind those that are done, at this byte, line and number of games; `before`:
    bytes of the game that ends there, 0 where nobody looks at it, or it is too long to be held (see pgn.neighbors)."""

    offset: int = 0
    line: int = 1
    games: int = 0
    before: int = 0


class Input(NamedTuple):
    """An input as it was reached: its name, and what tells it from another of that name; None: nothing does."""

    name: str
    identity: Identity | None


class Replayed(NamedTuple):
    """One thing that happened: a result (of so many games), or an input that was read, or that failed (`reason`)."""

    result: Any = None
    games: int = 0
    read: bool = False
    name: str = ""
    reason: str | None = None


def changed_error(name: str, journal: str) -> PgnfenError:
    """What is said where an input is no longer what it was."""
    return PgnfenError(
        f"{quoted(name)}: the inputs have changed since the run saved in {quoted(journal)}; remove that file "
        "to start again"
    )


class RunFile:
    """The file of a run: records, appended whole. `run` tells a run from others; `allowed`: module and name of what
    results consist of. Raises PgnfenError for a file of another run, for one that is none of these, and where another
    process uses it."""

    def __init__(self, path: str, run: str, allowed: frozenset[tuple[str, str]]) -> None:
        self.path, self._allowed = path, allowed
        try:
            self._target = os.path.realpath(path)  # a link stays a link
            if os.path.exists(self._target) and not os.path.isfile(self._target):  # noqa: PTH110, PTH113
                raise PgnfenError(
                    f"{path}: cannot be used to resume because it is not a regular file; choose another file"
                )
            self._file: BinaryIO = io.FileIO(os.open(self._target, os.O_RDWR | os.O_CREAT, 0o666), "r+")
            self._lock()
            self._end = self._read_head(run)
            self._file.truncate(self._end)
            self._file.seek(self._end)
        except OSError as error:
            raise PgnfenError(f"{path}: cannot be used to resume: {error.strerror or error}") from None

    def _lock(self) -> None:
        if os.name != "posix":
            return
        import fcntl

        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PgnfenError(f"{self.path}: another run uses this file") from None

    def _read_head(self, run: str) -> int:
        """Check whose file this is, or make it; where what is of use ends, in bytes."""
        head = self._file.read(len(_MAGIC))
        if not head:
            self._file.write(_MAGIC + _record(_RUN, run.encode()))
            return self._file.tell()
        records = self._records()
        first = next(records, None) if head == _MAGIC else None
        if first is None or first[0] != _RUN:
            raise PgnfenError(f"{self.path}: contains something other than a run to resume; choose another file")
        if first[1] != run.encode():
            raise PgnfenError(

                    f"{self.path}: belongs to another run (different inputs, options or version); repeat that "
                    "run or remove the file"

            )
        return self._use(records)

    def _use(self, records: Iterator[tuple[bytes, bytes]]) -> int:
        """Note what the records say; where what is of use ends, in bytes."""
        raise NotImplementedError

    def _records(self) -> Iterator[tuple[bytes, bytes]]:
        """The records from here on, as far as they are whole."""
        while len(head := self._file.read(_HEAD.size)) == _HEAD.size:
            kind, length, check = _HEAD.unpack(head)
            content = self._file.read(length)
            if len(content) < length or zlib.crc32(content, length) != check:
                return
            yield kind, content

    def unpacked(self, data: bytes) -> Any:
        """A result."""
        return _Unpickler(io.BytesIO(zstandard.ZstdDecompressor().decompress(data)), self._allowed).load()

    def _write(self, kind: bytes, content: bytes) -> None:
        try:
            self._file.write(_record(kind, content))
        except OSError as error:
            raise PgnfenError(f"{self.path}: cannot be written: {error.strerror or error}") from None

    def finish(self) -> None:
        """All is done, and written: the file is removed."""
        with suppress(OSError):  # nobody needs what it holds
            self._file.close()
        os.unlink(self._target)  # noqa: PTH108


class Journal(RunFile):
    """The file of a run. `done`: inputs that need no reading any more; `current`, `place`: where to go on."""

    def __init__(self, path: str, run: str, allowed: frozenset[tuple[str, str]]) -> None:
        self.done: list[Input] = []
        self.current: Input | None = None
        self.place = Place()
        super().__init__(path, run, allowed)
        self._packer = zstandard.ZstdCompressor(level=1)

    def _use(self, records: Iterator[tuple[bytes, bytes]]) -> int:
        end = self._file.tell()
        for kind, content in records:
            if kind == _BEGIN:
                self.current, self.place = _input(content), Place()
                if self.current.identity is None:  # what is behind that name now may be something else
                    self.current = None
                    return end
                continue  # nothing of it is done
            if kind == _RESULT:
                place, whole = self._place(content)
                if not whole:
                    continue
                self.place = place
            else:
                self.done.append(self.current or _input(content))
                self.current, self.place = None, Place()
            end = self._file.tell()
        if self.current is not None and not self.place.offset:
            self.current = None
        return end

    @staticmethod
    def _place(content: bytes) -> tuple[Place, bool]:
        *place, _, whole = _PLACE.unpack_from(content)
        return Place(*place), whole

    def replay(self) -> Iterator[Replayed]:
        """What has been done, in order."""
        self._file.seek(len(_MAGIC))
        begun = ""
        while self._file.tell() < self._end:
            kind, content = next(self._records())
            at = self._file.tell()
            if kind == _BEGIN:
                begun = _input(content).name
            elif kind == _RESULT:
                games = _PLACE.unpack_from(content)[-2]
                yield Replayed(self.unpacked(content[_PLACE.size :]), games)
            elif kind == _END:
                yield Replayed(read=True, name=begun)
            elif kind == _FAILED:
                yield Replayed(name=_input(content).name, reason=json.loads(content)[2])
            self._file.seek(at)

    def begin(self, source: Input) -> None:
        """An input is read from its beginning."""
        self._write(_BEGIN, _noted(source))

    def end(self) -> None:
        """All of the input has been worked on."""
        self._write(_END, b"")

    def failed(self, source: Input, reason: str) -> None:
        """An input could not be read, or not to its end."""
        self._write(_FAILED, _noted(source, reason))

    def result(self, result: Any, place: Place, games: int, whole: bool) -> None:
        """What came of a block of so many games; the next begins at `place`; not `whole`: within a game."""
        packed = self._packer.compress(pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
        self._write(_RESULT, _PLACE.pack(*place, games, whole) + packed)


_PLACE = struct.Struct("<QQQQQ?")


def _record(kind: bytes, content: bytes) -> bytes:
    return _HEAD.pack(kind, len(content), zlib.crc32(content, len(content))) + content


def _noted(source: Input, reason: str = "") -> bytes:
    return json.dumps([source.name, source.identity, reason]).encode()


def _input(content: bytes) -> Input:
    name, identity, _ = json.loads(content)
    return Input(name, (identity[0], identity[1]) if identity is not None else None)


class _Unpickler(pickle.Unpickler):
    """Reads values, and records that are allowed; nothing in a file is executed."""

    def __init__(self, file: BinaryIO, allowed: frozenset[tuple[str, str]]) -> None:
        super().__init__(file)
        self._allowed = allowed

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in self._allowed:
            raise PgnfenError(f"the run to resume contains {module}.{name}, which is not valid; remove the file")
        return super().find_class(module, name)
