"""An input as a stream of bytes: Raw as they come, Source decompressed; and Limits, what reading may cost at most.

Everything above works on a Raw, so that seekable files, short reads of pipes and the output of a decoder look alike.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import NamedTuple

from pgnfen.errors import (
    InputError,
    NotTextInputError,
    RemoteInputError,
    TruncatedInputError,
    UnreadableInputError,
)
from pgnfen.inputs.content import SAMPLE, Damage, detect, why_not_text
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.inputs.compression import decoded_by


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


_LAYERS = 4  # compression inside compression: a .pgn.gz in a zip has two


class PassedOver(NamedTuple):
    """The members of a zip archive that are not read, because they have other suffixes; the archive's name."""

    archive: str
    members: tuple[str, ...]


class Source:
    """One PGN text, decompressed as it is read; a context manager.

    `name` is the input as shown to the user, `size` its bytes on disk (compressed) or None if unknown. `passed_over`:
    of the first text of a zip archive, what else is in it.
    """

    __slots__ = ("_base", "_error", "_limits", "_made", "_raw", "name", "passed_over", "size")

    def __init__(self, name: str, raw: Raw, base: Raw, limits: Limits) -> None:
        self.name, self.size = name, base.size
        self._raw, self._base, self._limits = raw, base, limits
        self.passed_over: PassedOver | None = None
        self._made = 0
        self._error: InputError | None = None

    def __repr__(self) -> str:
        return f"Source({self.name!r}, size={self.size})"

    @property
    def consumed(self) -> int:
        """Bytes read so far as they are on disk (compressed), for a progress bar."""
        return self._base.consumed

    @property
    def decoded(self) -> bool:
        """Whether reading takes decoding: it is compressed, or in an archive."""
        return self._raw is not self._base

    def read(self, n: int = 1 << 20) -> bytes:
        """Up to n uncompressed bytes, b"" at the end.

        Raises InputError for damage, and that only after every byte before it was delivered; so where a limit is
        exceeded.
        """
        if self._error is not None:
            raise self._error
        left = self._limits.left
        if left is not None:
            n = min(n, left + 1)
        parts: list[bytes] = []
        have = 0
        try:
            while have < n and (data := self._raw.read(n - have)):
                parts.append(data)
                have += len(data)
                if not self.decoded:  # decoders give small pieces, files do not
                    break
        except (Damage, OSError) as error:
            self._error = _failure(self.name, error, self._made + have)
            if not parts:
                raise self._error from None
        data = parts[0] if len(parts) == 1 else b"".join(parts)
        if left is not None and have > left:
            self._limits.exceeded = True
            self._error = InputError(self.name, self._limits.reason)
            data, have = data[:left], left
            if not data:
                raise self._error
        self._made += have
        self._limits.made += have
        return data

    @property
    def identity(self) -> tuple[int, int] | None:
        """Size and time of change (in nanoseconds) of a regular file; None of anything else."""
        try:
            status = os.fstat(self._base.file.fileno())  # type: ignore[attr-defined]
        except (OSError, ValueError, AttributeError):
            return None
        return (status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None

    def skip(self, n: int) -> int:
        """Pass over so many uncompressed bytes from the beginning; returns how many there were. Raises as `read`."""
        if not self.decoded and self._base.seekable:
            self._base.seek(n)
            self._base.consumed = n
            self._made += n
            self._limits.made += n
            return n
        left = n
        while left and (data := self.read(min(left, 1 << 20))):
            left -= len(data)
        return n - left

    def close(self) -> None:
        """Close what was opened for this source; stdin stays open."""
        self._base.close()

    def __enter__(self) -> Source:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def why(error: Exception) -> str:
    """What an exception of the system or of a connection says, in a few words."""
    if isinstance(error, TimeoutError):
        return "no answer before the time-out; try again"
    text = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
    text = " ".join(text.split())
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def unreadable(name: str, error: Exception) -> InputError:
    """The error of an input that the system, or a connection, does not let be read at all."""
    return _system(name)(name, f"could not be read: {why(error)}")


def _failure(name: str, error: Exception, made: int) -> InputError:
    """The error of an input of which so many bytes were read."""
    after = f"after {made} bytes of PGN"
    if not isinstance(error, Damage):
        return _system(name)(name, f"could not be read further {after}: {why(error)}")
    if error.what == "undecodable":
        return UnreadableInputError(name, f"{error.kind} data that this installation cannot read: {error.detail}")
    kind = TruncatedInputError if error.what == "truncated" else UnreadableInputError
    detail = f" ({error.detail})" if error.detail else ""
    return kind(name, f"{error.what} {error.kind} data {after}{detail}; get a complete copy of the file")


def _system(name: str) -> type[InputError]:
    """The kind of error of what the system, or a connection, does not give."""
    scheme, is_url, _ = name.partition("://")
    return RemoteInputError if is_url and scheme.lower() != "file" else UnreadableInputError


def source_of(raw: Raw, name: str, decoded: Raw | None = None, *, limits: Limits) -> Source | InputError:
    """A Source over `raw` with all its compression undone, or what stands against reading it.

    `decoded` is the content of `raw` where a container (zip) has been opened already. Closes `raw` when
    it returns an InputError.
    """
    top = decoded or raw
    error: InputError | None = None
    try:
        for _ in range(_LAYERS):
            kind = detect(look_ahead(top, 10))
            if kind is None:
                reason = why_not_text(look_ahead(top, SAMPLE))
                error = NotTextInputError(name, reason) if reason is not None else None
                break
            if kind == "zip":
                error = UnreadableInputError(name, "is a zip archive inside compressed data; unpack it first")
                break
            top = raw_of_chunks(decoded_by(kind, top, limits.window, limits.threads), raw)
        else:
            error = UnreadableInputError(name, "is compressed several times; decompress it first")
    except OSError as failed:
        error = unreadable(name, failed)
    if error is None:
        return Source(name, top, raw, limits)
    raw.close()
    return error


def look_ahead(raw: Raw, n: int) -> bytes:
    """The next n bytes, fewer before the end or an error (which the reader will meet again)."""
    try:
        return raw.peek(n)
    except (Damage, OSError) as error:
        if not raw.buffered and not isinstance(error, Damage):
            raise
        return raw.peek(raw.buffered)[:n]
