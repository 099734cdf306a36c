"""Lines of which each key is wanted once, the first: in bounded memory, whatever their number.

Keys are kept in memory by 16 bytes of hash, as many as it takes. The lines of further keys wait in temporary files, by
parts of their hashes; at the end each part is looked through on its own, and what is left of all comes in the order of
the input.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from struct import Struct
from typing import IO

from pgnfen.lazy import deferred

with deferred:
    import tempfile
    from heapq import merge

MEMORY = 400 << 20
"""Bytes of memory for keys."""
_PER_KEY = 100  # bytes

ENTRY = Struct("<16sI")
"""What is said of a line: the hash of its key, and of how many bytes it is."""

_PARTS = 64
_HEAD = Struct("<Q16sI")  # number, hash, bytes of the line


class Unique:
    """Passes lines on whose key has not been met before. A context manager: its files go with it. `memory`: bytes for
    keys."""

    def __init__(self, memory: int = MEMORY) -> None:
        self._limit = memory // _PER_KEY
        self._known: set[bytes] = set()
        self._parts: list[IO[bytes]] = []
        self._number = 0

    def __enter__(self) -> Unique:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._parts:
            file.close()

    def put(self, data: bytes, entries: bytes) -> tuple[bytes, int]:
        """Those lines of `data` that are known to be new, and how many; `entries` has an ENTRY for each."""
        known, new, at = self._known, [], 0
        for one, length in ENTRY.iter_unpack(entries):
            if one not in known:
                line = data[at : at + length]
                if len(known) < self._limit:
                    known.add(one)
                    new.append(line)
                else:
                    self._wait(one, line)
            at += length
        return b"".join(new), len(new)

    def _wait(self, one: bytes, line: bytes) -> None:
        if not self._parts:
            self._parts = [_file() for _ in range(_PARTS)]
        self._parts[one[0] % _PARTS].write(_HEAD.pack(self._number, one, len(line)) + line)
        self._number += 1

    def rest(self) -> Iterator[bytes]:
        """The lines that have waited and are new, in order. To be asked once, at the end."""
        self._known = set()
        for index, file in enumerate(self._parts):
            self._parts[index] = _firsts(file)
        for _, line in merge(*[((number, line) for number, _, line in _lines(file)) for file in self._parts]):
            yield line


def _file() -> IO[bytes]:
    return tempfile.TemporaryFile()


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes, bytes]]:
    file.seek(0)
    while head := file.read(_HEAD.size):
        number, one, length = _HEAD.unpack(head)
        yield number, one, file.read(length)


def _firsts(file: IO[bytes]) -> IO[bytes]:
    """Of each key the first line."""
    found, known = _file(), set()
    with file:
        for number, one, line in _lines(file):
            if one not in known:
                known.add(one)
                found.write(_HEAD.pack(number, one, len(line)) + line)
    return found


def in_batches(lines: Iterator[bytes], size: int = 1000) -> Iterator[tuple[bytes, int]]:
    """Lines joined, so many at a time, and how many."""
    while batch := list(islice(lines, size)):
        yield b"".join(batch), len(batch)
