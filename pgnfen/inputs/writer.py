"""OutputFile: bytes written under another name and renamed when complete."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable
from types import TracebackType
from typing import Any, BinaryIO

from pgnfen.errors import PgnfenError
from pgnfen.inputs.names import file_suffixes
from pgnfen.inputs.register import Register, descriptor_of
from pgnfen.inputs.temporary import Temporary, sync, undisturbed
from pgnfen.lazy import deferred

with deferred:
    import bz2
    import gzip
    import lzma

    from pgnfen.inputs.zstd_writer import FramesWriter

_BUFFER = 1 << 18  # bytes


def _gzip(file: BinaryIO) -> Any:
    return gzip.GzipFile("", "wb", 6, file, 0)  # no name, no time: same bytes every run


def _bzip2(file: BinaryIO) -> Any:
    return bz2.BZ2File(file, "wb")


def _xz(file: BinaryIO) -> Any:
    return lzma.LZMAFile(file, "wb")


def _zstd(file: BinaryIO) -> Any:
    import zstandard

    return zstandard.ZstdCompressor(write_checksum=True).stream_writer(file, closefd=False)


def _frames(file: BinaryIO) -> Any:
    return FramesWriter(file)


# Each library is imported when something is to be compressed by it.
_COMPRESSORS: dict[str, Callable[[BinaryIO], Any]] = {".gz": _gzip, ".bz2": _bzip2, ".xz": _xz, ".zst": _zstd}


def compressor_of(name: str) -> Callable[[BinaryIO], Any] | None:
    """What compresses a file of that name; it appends to what the file has, and its close leaves the file open."""
    return _COMPRESSORS.get(_suffix(name))


def _suffix(name: str) -> str:
    return next(reversed(file_suffixes(name)), "")


class OutputFile:
    """A binary output that appears under its name only when complete; a context manager.

    Leaving it cleanly commits, any exception (KeyboardInterrupt too) aborts. `-` writes to `stdout`;
    .gz, .bz2, .xz and .zst are compressed. Noted in `register`. Raises PgnfenError when the target cannot be
    written or was read as an input.
    """

    __slots__ = ("_close", "_file", "_register", "_sink", "_temporary", "name")

    def __init__(
        self,
        target: str | os.PathLike[str],
        stdout: BinaryIO | None = None,
        register: Register | None = None,
    ) -> None:
        self.name = os.fspath(target)
        self._temporary: Temporary | None = None  # what is written to until commit
        self._close = True
        self._register = register or Register()
        try:
            self._file = self._open(stdout)
            self._register.add_stream(self._file)
            compressor = _frames if _suffix(self.name) == ".zst" else compressor_of(self.name)
            self._sink: Any = compressor(self._file) if compressor else self._file
        except OSError as error:
            self._remove()
            raise self._failure(error) from None
        except BaseException:
            self._remove()
            raise

    @property
    def appears(self) -> bool:
        """Whether it is a file of its own, which has its name only when complete; a pipe or a device has it before."""
        return self._temporary is not None

    def _open(self, stdout: BinaryIO | None) -> BinaryIO:
        number = descriptor_of(self.name)
        if number == 1 and stdout is not None:
            self._close = False
            return stdout
        if self.name == "-":
            raise PgnfenError("-: standard output is not available")
        if number is not None:  # opening it by name would cut off what is in the file already
            return open(os.dup(number), "wb", _BUFFER)  # noqa: PTH123
        if not self.name or self.name.endswith((os.sep, os.altsep or os.sep)):
            raise PgnfenError(f"{self.name or '(empty name)'}: cannot be written because this is not a file name")
        if os.name == "nt" and ":" in os.path.splitdrive(self.name)[1]:  # it would be a hidden stream of another file
            raise PgnfenError(f"{self.name}: cannot be written because Windows allows no colon in a file name")
        if _suffix(self.name) == ".zip":
            raise PgnfenError(f"{self.name}: zip output is not supported; use .gz, .bz2, .xz or .zst")
        target = os.path.realpath(self.name)  # a link stays a link
        try:
            status = os.stat(target)  # noqa: PTH116
        except FileNotFoundError:
            return self._open_temporary(target, None)
        if not stat.S_ISREG(status.st_mode):
            return open(target, "wb", _BUFFER)  # noqa: PTH123
        self._register.add_target(self.name)
        if not os.access(target, os.W_OK):  # renaming over it would not ask
            raise PgnfenError(f"{self.name}: cannot be written: the file is read-only")
        return self._open_temporary(target, status)

    def _open_temporary(self, target: str, old: os.stat_result | None) -> BinaryIO:
        self._temporary = Temporary(target, old)
        return open(self._temporary.descriptor, "wb", _BUFFER)  # noqa: PTH123

    def write(self, data: bytes | bytearray | memoryview) -> int:
        """Append bytes; returns how many. Raises PgnfenError (a full disk), BrokenPipeError as it is."""
        try:
            self._sink.write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._failure(error) from None
        return len(data)

    def commit(self) -> None:
        """Complete the output and give it its name. Raises PgnfenError and leaves no trace on failure."""
        self._or_abort(self._complete)
        self._or_abort(self._appear)

    def _or_abort(self, step: Callable[[], None]) -> None:
        try:
            step()
        except BrokenPipeError:
            self.abort()
            raise
        except OSError as error:
            self.abort()
            raise self._failure(error) from None
        except BaseException:
            self.abort()
            raise

    def _complete(self) -> None:
        """All is written, and on the disk; the name is still another."""
        if self._sink is not self._file:
            self._sink.close()
        self._file.flush()
        if self._temporary is not None:
            sync(self._file.fileno())
        if self._close:
            self._file.close()

    def _appear(self) -> None:
        if self._temporary is not None:
            self._register.add_target(self._temporary.target)  # what has this name by now may have been read
            self._temporary.take_place()

    def abort(self) -> None:
        """Give up: a file that was there before stays as it was."""
        try:
            if self._close:
                self._discard()
        finally:
            self._remove()

    def _discard(self) -> None:
        """Close without an error that would hide the one which led here (a full disk, a closed pipe)."""
        for close in (self._sink.close, self._file.close):
            try:
                close()
            except Exception:  # of the system, or of the library that compresses
                # BufferedWriter.close leaves the descriptor to its raw file when flushing fails.
                raw = getattr(self._file, "raw", None)
                if isinstance(raw, io.RawIOBase):
                    raw.close()

    def _remove(self) -> None:
        if self._temporary is not None:
            self._temporary.remove()

    def _failure(self, error: OSError) -> PgnfenError:
        return PgnfenError(f"{self.name}: cannot be written: {error.strerror or error}")

    def __enter__(self) -> OutputFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.commit()
        else:
            self.abort()


class Together:
    """Outputs that are of use only together: all are complete before one has its name; a context manager."""

    def __init__(self) -> None:
        self.files: list[OutputFile] = []

    def add(self, file: OutputFile) -> OutputFile:
        """One more, which the others wait for."""
        self.files.append(file)
        return file

    def commit(self) -> None:
        """Complete all, then name all, uninterrupted. Raises as OutputFile.commit does."""
        for file in self.files:
            file._or_abort(file._complete)
        with undisturbed():
            for file in self.files:
                file._or_abort(file._appear)

    def __enter__(self) -> Together:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.commit()
        finally:
            for file in self.files:
                file.abort()  # nothing, for those that have appeared
