"""Bytes in parts by a number, as much of them in memory as is allowed, and the rest in one temporary file."""

from __future__ import annotations

from types import TracebackType
from typing import IO

from pgnfen.lazy import deferred

with deferred:
    import tempfile


class Parts:
    """Bytes by the number of a part: more of them may be put to each, and each be taken once. `memory`: so many bytes
    are held, before all of them go to a file. A context manager: the file goes with it."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._held: dict[int, bytearray] = {}
        self._size = 0
        self._file: IO[bytes] | None = None
        self._stored: dict[int, list[tuple[int, int]]] = {}
        self._end = 0

    def __enter__(self) -> Parts:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give up all that is held and stored."""
        self._held = {}
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def stored(self) -> int:
        """Bytes in the file."""
        return self._end

    @property
    def numbers(self) -> list[int]:
        """The parts that there are, in order."""
        return sorted({*self._held, *self._stored})

    def put(self, part: int, data: bytes) -> None:
        """Add bytes to a part."""
        held = self._held.get(part)
        if held is None:
            held = self._held[part] = bytearray()
        held += data
        self._size += len(data)
        if self._size > self._memory:
            self._store()

    def _store(self) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115
        for part, data in sorted(self._held.items()):
            self._file.write(data)
            self._stored.setdefault(part, []).append((self._end, len(data)))
            self._end += len(data)
        self._held, self._size = {}, 0

    def take(self, part: int) -> bytes:
        """All bytes of a part, in the order in which they came; it has none any more."""
        pieces = []
        for at, length in self._stored.pop(part, ()):
            assert self._file is not None
            self._file.seek(at)
            pieces.append(self._file.read(length))
        if self._file is not None:
            self._file.seek(0, 2)
        held = self._held.pop(part, bytearray())
        self._size -= len(held)
        return b"".join([*pieces, held])
