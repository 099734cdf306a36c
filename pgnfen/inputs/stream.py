"""Source: one input as a stream of uncompressed bytes, and how one is made from a Raw."""

from __future__ import annotations

import os
import stat
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
from pgnfen.inputs.raw import Limits, Raw, raw_of_chunks
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.inputs.compression import decoded_by

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

    @property
    def may_have_ended(self) -> bool:
        """Whether all bytes are read that a plain file had when it was opened: the next read, which cannot wait, tells
        whether it has grown."""
        return self.size is not None and self.consumed >= self.size and not self.decoded

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
