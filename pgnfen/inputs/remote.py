"""Inputs in object stores (s3://, gs://), and patterns on servers, by fsspec and what it is extended by.

Objects are read by ranges: a connection that breaks costs a pause and the range, not the whole. All of it comes with
the extra `remote`; without it the error says so. Credentials and endpoints are those of the environment, as fsspec
takes them.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from pgnfen.errors import InputError, MissingInputError, RemoteInputError
from pgnfen.inputs.names import shown_url, wanted
from pgnfen.inputs.raw import Raw
from pgnfen.inputs.stream import why
from pgnfen.inputs.url import PAUSES, ChangedError

_BLOCK = 8 << 20  # bytes of a range
_FINAL = (ImportError, ChangedError, FileNotFoundError, PermissionError, NotImplementedError, ValueError)
_PACKAGES = {"s3": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "http": "aiohttp", "https": "aiohttp"}
# What stores say of an object that tells its content from any other: those of S3, and those of Google.
_MARKS = ("ETag", "VersionId", "LastModified", "etag", "generation", "md5Hash", "updated")


def urls_of(url: str, suffixes: Sequence[str]) -> Iterator[str | InputError]:
    """The URLs that one means: itself, what a pattern matches, or what a folder (it ends in /) holds, sorted."""
    pattern, folder = any(c in url for c in "*["), url.endswith("/")
    if not (pattern or folder):
        yield url
        return
    try:
        files, path = _open(url)
        found = _tried(lambda: files.glob(path) if pattern else files.find(path))
        names = sorted(files.unstrip_protocol(name) for name in found)
    except Exception as error:  # of the libraries, whatever they raise
        yield _failed(url, error)
        return
    names = [name for name in names if pattern or wanted(name, suffixes) or name.lower().endswith(".zip")]
    if not names:
        what = "no file matches this pattern" if pattern else f"no {' or '.join(suffixes)} file in this folder"
        yield MissingInputError(shown_url(url), what)
    yield from names


def open_object(url: str) -> tuple[Raw, Callable[[], BinaryIO]] | InputError:
    """The object at a URL of a store, and what opens it once more; what stands against it is an InputError as a
    value."""
    try:
        files, path = _open(url)
        opened = _Ranges(files, path)
    except Exception as error:
        return _failed(url, error)

    def again() -> BinaryIO:
        return io.BufferedReader(_Ranges(files, path))

    return Raw(opened.read, opened.size, opened.seek, opened.close), again


def _open(url: str) -> tuple[Any, str]:
    import fsspec

    # Without a cache, what the store says of an object is what it says now.
    found: tuple[Any, str] = fsspec.core.url_to_fs(url, use_listings_cache=False)
    return found


def _failed(url: str, error: Exception) -> InputError:
    scheme = url.partition(":")[0].lower()
    if isinstance(error, ModuleNotFoundError):
        package = "fsspec" if "fsspec" in str(error) else _PACKAGES[scheme]
        install = "pip install 'pgnfen[remote]'"
        what = f"to read {scheme} URLs, install {package}: {install}"
        return RemoteInputError(shown_url(url), what)
    if isinstance(error, FileNotFoundError):
        return MissingInputError(shown_url(url), "no such file")
    return RemoteInputError(shown_url(url), f"could not be opened: {why(error)}")


def _tried(work: Callable[[], Any]) -> Any:
    """What the work gives, which is tried again after each pause. Raises what the last one raises."""
    for pause in PAUSES:
        try:
            return work()
        except _FINAL:
            raise
        except Exception:  # of a connection, whatever the library raises
            time.sleep(pause)
    return work()


class _Ranges(io.RawIOBase):
    """An object as a file, read by ranges that are all of one content: after each, the store says what it says at the
    beginning. Raises OSError where a range cannot be had."""

    def __init__(self, files: Any, path: str) -> None:
        self._files, self._path = files, path
        self.size, self._mark = self._state()
        self._position = 0
        self._block, self._start = b"", 0  # the last range, and where it begins

    def _state(self) -> tuple[int, tuple[str, ...]]:
        """The size of the object, and what tells its content from any other."""
        info = _tried(lambda: self._files.info(self._path))
        if info.get("type") == "directory" or not isinstance(info.get("size"), int):
            raise FileNotFoundError(self._path)
        return info["size"], tuple(str(info.get(name, "")) for name in _MARKS)

    def read(self, n: int = -1) -> bytes:
        """Up to n bytes, b"" at the end."""
        at = self._position - self._start
        if not 0 <= at < len(self._block) and self._position < self.size:
            self._fetch()
            at = 0
        data = self._block[at : at + n if n >= 0 else None] if at >= 0 else b""
        self._position += len(data)
        return data

    def _fetch(self) -> None:
        start, end = self._position, min(self._position + _BLOCK, self.size)
        try:
            data: bytes = _tried(lambda: self._files.cat_file(self._path, start=start, end=end))
            same = self._state() == (self.size, self._mark) and len(data) == end - start
        except FileNotFoundError:
            same = False
        except Exception as error:
            raise OSError(why(error)) from error
        if not same or not any(self._mark):
            raise ChangedError(f"the object was read only up to byte {start} of {self.size}; run the command again")
        self._block, self._start = data, start

    def readinto(self, buffer: Any) -> int:
        """As RawIOBase has it."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, position: int, whence: int = 0) -> int:
        """Go to a byte."""
        self._position = position + (0, self._position, self.size)[whence]
        return self._position

    def tell(self) -> int:
        """The byte that is read next."""
        return self._position

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True
