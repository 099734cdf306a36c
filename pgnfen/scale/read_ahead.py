"""A source read by a thread of its own, so that decompression goes on while the blocks before it are worked on."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from threading import Condition, Thread
from types import TracebackType

from pgnfen.inputs.source import Source
from pgnfen.inputs.temporary import leave_interrupts

PIECES = 8  # read ahead at most, each as large as the first read asked for

_PATIENCE = 0.2  # seconds that close() gives a read to return
_GLANCE = 1.0  # seconds; on Windows Ctrl-C comes through between two waits only


class ReadAhead:
    """A Source with a thread that reads PIECES pieces ahead; a context manager that closes the source.

    The thread starts once a read has been filled: a short input or a slow pipe goes without.
    """

    def __init__(self, source: Source) -> None:
        self.name = source.name
        self._source = source
        self._size = 0  # bytes of a piece
        self._rest = b""  # of a piece that was larger than what was asked for
        self._thread: Thread | None = None
        # What follows is shared with the thread: looked at and changed under this.
        self._changed = Condition()
        self._pieces: deque[bytes] = deque()
        self._error: BaseException | None = None
        self._ended = self._closed = False

    def read(self, n: int = 1 << 20, /) -> bytes:
        """Up to n bytes, b"" at the end; raises what the source raises, after every byte before it."""
        if self._thread is None:
            data = self._source.read(n)
            if len(data) == n > 0:
                self._start(n)
            return data
        parts = [self._rest] if self._rest else []
        have = len(self._rest)
        while have < n and (piece := self._next()):
            parts.append(piece)
            have += len(piece)
            if len(piece) < self._size:  # the end is near, or a pipe has no more for now
                break
        if not parts and self._error is not None:
            raise self._error
        data = b"".join(parts)  # one piece is not copied
        self._rest = data[n:]
        return data[:n]

    def close(self) -> None:
        """Stop the thread and close the source.

        A read that does not return (a connection stalls) is left alone: the thread closes the source after it.
        """
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._changed.notify()
            mine = self._thread is None or self._ended
        if mine:
            self._source.close()
        elif self._thread is not None:
            self._thread.join(_PATIENCE)

    def __enter__(self) -> ReadAhead:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self, size: int) -> None:
        self._size = size
        thread = Thread(target=self._fill, name=f"read ahead: {self.name}", daemon=True)
        with suppress(RuntimeError):  # no threads to be had: it goes on without
            thread.start()
            self._thread = thread

    def _next(self) -> bytes:
        """The next piece; b"" at the end and at an error."""
        with self._changed:
            while not (self._pieces or self._ended):
                self._changed.wait(_GLANCE)
            self._changed.notify()
            return self._pieces.popleft() if self._pieces else b""

    def _fill(self) -> None:
        """What the thread does."""
        leave_interrupts()
        while self._put(*self._read()):
            pass
        with self._changed:
            self._ended = True
            self._changed.notify()
            mine = self._closed
        if mine:
            self._source.close()

    def _read(self) -> tuple[bytes, BaseException | None]:
        try:
            return self._source.read(self._size), None
        except BaseException as error:  # whatever it is, the reader gets it
            return b"", error

    def _put(self, piece: bytes, error: BaseException | None) -> bool:
        """Give the reader a piece, or what was raised instead; whether there is room for another, once there is."""
        with self._changed:
            self._error = error
            if piece:
                self._pieces.append(piece)
            self._changed.notify()
            while len(self._pieces) >= PIECES and not self._closed:
                self._changed.wait()
            return bool(piece) and not self._closed
