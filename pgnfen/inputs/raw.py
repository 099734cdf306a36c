"""Raw: bytes as they come from a file, pipe, connection or decoder, with a look ahead; Limits: what reading may cost.

Everything above works on a Raw, so that seekable files, short reads of pipes and the output of a decoder look alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

WINDOW = 27  # what libzstd and the zstd command accept without being asked: 128 MiB


LARGEST_WINDOW = 31  # what they accept at all: 2 GiB


def files_to_open(most: int) -> int:
    """How many outputs may be open at a time: `most`, or half of the files that the system allows this process."""
    try:
        import resource  # Windows has none
    except ImportError:
        return most
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return most if soft == resource.RLIM_INFINITY else max(1, min(most, (soft - _OTHER_FILES) // 2))


_OTHER_FILES = 12  # standard streams, an input, a journal, a module that is imported


class Limits:
    """`most`: uncompressed bytes of all inputs together (None: no limit); `window`: the largest window of Zstandard
    data, as a power of two, which is the memory that it takes; `threads`: how many decode at once. `made` counts what
    was read; `exceeded`: there was more.
    """

    def __init__(self, most: int | None = None, window: int = WINDOW, threads: int = 1) -> None:
        self.most = most
        self.window = window
        self.threads = threads
        self.made = 0
        self.exceeded = False

    @property
    def left(self) -> int | None:
        """Bytes that may still be read; None where there is no limit."""
        return None if self.most is None else self.most - self.made

    @property
    def reason(self) -> str:
        """What is said where there is more."""
        return (
            f"more than {self.most} bytes to read (--max-bytes); the rest of this input and all other inputs "
            "are not read"
        )


def window_log(size: int) -> int:
    """The least power of two that a window of so many bytes fits in.

    >>> window_log(1 << 27), window_log((1 << 27) + 1)
    (27, 28)
    """
    return (size - 1).bit_length()


BLOCK = 1 << 18  # bytes read at a time where small pieces are wanted


class Raw:
    """A forward reader over `read`, which gives up to n bytes, b"" at the end (None: not ready yet), with a look ahead;
    offsets and sizes in bytes. `file` is what was opened, if anything was.

    What `read` raises comes after the bytes before it, and again on every call from then on.

    >>> import io
    >>> raw = Raw(io.BytesIO(b"[Event]").read)
    >>> raw.peek(2), raw.take(3), raw.read(10), raw.read(10)
    (b'[E', b'[Ev', b'ent]', b'')
    """

    __slots__ = ("_buffer", "_close", "_failed", "_offset", "_read", "_seek", "consumed", "file", "position", "size")

    def __init__(
        self,
        read: Callable[[int], bytes | None],
        size: int | None = None,
        seek: Callable[[int], object] | None = None,
        close: Callable[[], object] | None = None,
        file: object = None,
    ) -> None:
        self._read, self._seek, self._close = read, seek, close
        self.size, self.file = size, file
        self.consumed = 0  # bytes that came in, for progress: looked at or taken
        self.position = 0  # bytes handed out
        self._buffer, self._offset = b"", 0
        self._failed: Exception | None = None

    @property
    def seekable(self) -> bool:
        """Whether `seek` can go back."""
        return self._seek is not None

    def _pull(self, n: int) -> bytes:
        if self._failed is not None:  # a generator or connection that failed would now say "the end"
            raise self._failed
        try:
            while (data := self._read(n)) is None:  # a non-blocking stdin
                time.sleep(0.01)
        except Exception as error:
            self._failed = error
            raise
        self.consumed += len(data)
        return data

    def _fill(self, n: int) -> int:
        """Have n bytes (fewer at the end) in the buffer; returns how many are there."""
        have = self.buffered
        if have >= n:
            return have
        parts = [self._buffer[self._offset :]]
        try:
            while have < n and (data := self._pull(max(BLOCK, n - have))):
                parts.append(data)
                have += len(data)
        finally:  # what came before an error can still be read
            self._buffer, self._offset = b"".join(parts), 0
        return have

    def peek(self, n: int) -> bytes:
        """The next n bytes (fewer at the end) without taking them."""
        self._fill(n)
        return self._buffer[self._offset : self._offset + n]

    def take(self, n: int) -> bytes:
        """Exactly the next n bytes, fewer only at the end."""
        self._fill(n)
        return self._from_buffer(n)

    @property
    def buffered(self) -> int:
        """Bytes that `peek` can show without asking for more."""
        return len(self._buffer) - self._offset

    def read(self, n: int) -> bytes:
        """Up to n bytes, b"" at the end; large reads go through without a copy."""
        if self._offset == len(self._buffer):
            if n >= BLOCK:
                data = self._pull(n)
                self.position += len(data)
                return data
            self._buffer, self._offset = self._pull(BLOCK), 0
        return self._from_buffer(n)

    def _from_buffer(self, n: int) -> bytes:
        if self._offset == 0 and len(self._buffer) <= n:
            data, self._buffer = self._buffer, b""
        else:
            data = self._buffer[self._offset : self._offset + n]
            self._offset += len(data)
        self.position += len(data)
        return data

    def skip(self, n: int) -> int:
        """Take n bytes and forget them; returns how many there were."""
        left = n
        while left and (data := self.read(min(left, BLOCK))):
            left -= len(data)
        return n - left

    def seek(self, position: int) -> None:
        """Go to a position counted as `position` is; only when `seekable`."""
        assert self._seek is not None
        self._seek(position)
        self._buffer, self._offset, self.position = b"", 0, position

    def close(self) -> None:
        """Close what was opened for this Raw."""
        close, self._close, self._buffer = self._close, None, b""
        if close is not None:
            close()


def raw_of_chunks(chunks: Iterator[bytes], outer: Raw) -> Raw:
    """A Raw over the output of a decoder of `outer` (for compression inside compression)."""
    ahead, at = b"", 0

    def read(n: int) -> bytes:
        nonlocal ahead, at
        if at == len(ahead):
            ahead, at = next(chunks, b""), 0
        data = ahead[at : at + n]
        at += len(data)
        return data

    return Raw(read, outer.size)
