"""Inputs in object stores (s3://, gs://), and patterns on servers, by fsspec and what it is extended by.

Read by ranges: a connection that breaks costs a pause and the range, not the whole. All of it comes with the extra
`remote`; without it the error says so. Credentials and endpoints are those of the environment, as fsspec takes them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from pgnfen.errors import InputError
from pgnfen.inputs.raw import Raw
from pgnfen.inputs.stream import why
from pgnfen.inputs.url import PAUSES, shown_url
from pgnfen.inputs.walk import wanted

_BLOCK = 8 << 20  # bytes of a range
_FINAL = (FileNotFoundError, PermissionError, NotImplementedError, ValueError)
_PACKAGES = {"s3": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "http": "aiohttp", "https": "aiohttp"}


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
        yield InputError(shown_url(url), what)
    yield from names


def open_remote(url: str) -> tuple[Raw, Callable[[], BinaryIO]] | InputError:
    """What stands at a URL, and what opens it once more; what stands against it is an InputError as a value."""
    try:
        files, path = _open(url)
        opened = _Ranges(lambda: files.open(path, "rb", block_size=_BLOCK, cache_type="readahead"))
    except Exception as error:
        return _failed(url, error)

    def again() -> BinaryIO:
        return files.open(path, "rb", block_size=_BLOCK)  # type: ignore[no-any-return]

    return Raw(opened.read, opened.size, opened.seek if opened.size is not None else None, opened.close), again


def _open(url: str) -> tuple[Any, str]:
    import fsspec

    found: tuple[Any, str] = fsspec.core.url_to_fs(url)
    return found


def _failed(url: str, error: Exception) -> InputError:
    scheme = url.partition(":")[0].lower()
    if isinstance(error, ImportError):
        package = "fsspec" if "fsspec" in str(error) else _PACKAGES[scheme]
        install = "pip install 'pgnfen[remote]'"
        return InputError(shown_url(url), f"{scheme} URLs are read with {package}, which is not installed: {install}")
    reason = "no such file" if isinstance(error, FileNotFoundError) else f"could not be opened: {why(error)}"
    return InputError(shown_url(url), reason)


def _tried(work: Callable[[], Any]) -> Any:
    """What the work gives, which is tried again after each pause. Raises what the last one raises."""
    for pause in PAUSES:
        try:
            return work()
        except (ImportError, *_FINAL):
            raise
        except Exception:  # of a connection, whatever the library raises
            time.sleep(pause)
    return work()


class _Ranges:
    """A remote file, opened anew where reading fails. Raises OSError where that does not help."""

    def __init__(self, open_file: Callable[[], Any]) -> None:
        self._open = open_file
        self._file: Any = _tried(open_file)
        self._position = 0
        size = getattr(self._file, "size", None)
        self.size: int | None = size if isinstance(size, int) else None

    def read(self, n: int) -> bytes:
        """Up to n bytes, b"" at the end."""
        try:
            data: bytes = _tried(lambda: self._read(n))
        except Exception as error:
            raise OSError(why(error)) from error
        self._position += len(data)
        return data

    def _read(self, n: int) -> bytes:
        if self._file is None:
            self._file = self._open()
            self._file.seek(self._position)
        try:
            data: bytes = self._file.read(n)
        except Exception:
            self._file = None
            raise
        return data

    def seek(self, position: int) -> None:
        """Go to a byte."""
        self._position = position
        if self._file is not None:
            self._file.seek(position)

    def close(self) -> None:
        """Close it."""
        if self._file is not None:
            self._file.close()
