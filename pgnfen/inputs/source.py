"""Inputs as streams of bytes: files, folders, globs, URLs, stdin and bytes, compressed or not.

What cannot be read is an InputError *as a value* in its place, so that the other inputs still are. What is needed for
some inputs only (zip archives, a temporary file, pathlib) is imported when one of them comes.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple, Protocol, TypeAlias, cast

from pgnfen.errors import InputError, MissingInputError, PgnfenError, UnreadableInputError
from pgnfen.inputs.content import detect
from pgnfen.inputs.names import expand, is_pattern, is_remote, is_store, is_url, shown_url, walk
from pgnfen.inputs.raw import Limits, Raw
from pgnfen.inputs.register import Register
from pgnfen.inputs.stream import Source, look_ahead, source_of, unreadable, why
from pgnfen.inputs.url import open_url
from pgnfen.lazy import deferred

with deferred:
    import tempfile

    from pgnfen.inputs.remote import open_object, urls_of
    from pgnfen.inputs.zip_archive import zip_sources

__all__ = ["Input", "Source", "find_sources"]

Input: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview | Readable"
"""A path, folder, glob pattern, URL, "-" for stdin; as bytes, the PGN itself; or a file that is open for its bytes."""


class Readable(Protocol):
    """A file that is open, or anything with its read(n)."""

    def read(self, n: int, /) -> bytes | None: ...


def find_sources(
    inputs: Sequence[Input],
    stdin: BinaryIO | None = None,
    suffixes: Sequence[str] = (".pgn",),
    register: Register | None = None,
    limits: Limits | None = None,
) -> Iterator[Source | InputError]:
    """A Source for each PGN text that the inputs mean, in order; an InputError for each unreadable one.

    No inputs: `stdin`. Files are opened when reached; the consumer closes each Source. `suffixes`
    (lower case) choose files in folders and zip archives; compression is recognized by content. Nothing follows an
    input in which a limit was reached.
    Raises PgnfenError where an input is an output, by the `register`: before anything is opened, or when it is reached.

    >>> [source.read() for source in find_sources([b'[Event "x"]'])]
    [b'[Event "x"]']
    >>> [str(error) for error in find_sources(["no such file.pgn"])]
    ['no such file.pgn: no such file or folder']
    """
    inputs = inputs or ("-",)
    how = _How(suffixes, register or Register(), limits or Limits())
    how.register.check(inputs, stdin, suffixes)
    for item in inputs:
        for source in _of_input(item, stdin, how):
            yield source
            if how.limits.exceeded:
                return


def file_sources(
    name: str, suffixes: Sequence[str], limits: Limits, demand: bool = True
) -> Iterator[Source | InputError]:
    """The sources of one file or URL; a zip archive with nothing in it is an error if that is `demand`ed."""
    how = _How(suffixes, Register(), limits)
    return _of_url(name, how) if is_url(name) else _of_file(name, how, demand)


class _How(NamedTuple):
    """How all inputs of one run are read."""

    suffixes: Sequence[str]
    register: Register
    limits: Limits


def _of_input(item: Input, stdin: BinaryIO | None, how: _How) -> Iterator[Source | InputError]:
    if isinstance(item, (bytes, bytearray, memoryview)):
        yield from _of_bytes(bytes(item), how)
        return
    if not isinstance(item, (str, os.PathLike)):
        yield from _of_open(item, how)
        return
    text = os.fspath(item)
    if not text:
        yield MissingInputError("(empty name)", "no input has an empty name")
    elif text == "-" and isinstance(item, str):
        yield from _of_stdin(stdin, how)
    elif isinstance(item, str) and is_url(text):
        yield from _of_url(text, how)
    elif is_pattern(text):
        yield from _of_pattern(text, how)
    else:
        yield from _of_path(text, how)


def _of_url(url: str, how: _How) -> Iterator[Source | InputError]:
    if not is_remote(url):
        yield from _of_address(url, how)
        return
    for found in urls_of(url, how.suffixes):
        yield from [found] if isinstance(found, InputError) else _of_address(found, how)


def _of_address(url: str, how: _How) -> Iterator[Source | InputError]:
    """The sources of one file or object."""
    reopen = None
    if is_store(url):
        found = open_object(url)
        opened, reopen = (found, None) if isinstance(found, InputError) else found
    else:
        opened = open_url(url)
    yield from [opened] if isinstance(opened, InputError) else _sources(opened, shown_url(url), how, reopen)


def _of_pattern(pattern: str, how: _How) -> Iterator[Source | InputError]:
    found = False
    for path in expand(pattern):
        found = True
        yield from _of_path(path, how)
    if not found:
        yield MissingInputError(pattern, "no file matches this pattern")


def _of_path(path: str, how: _How) -> Iterator[Source | InputError]:
    if not os.path.isdir(path):  # noqa: PTH112
        yield from _of_file(path, how)
        return
    found = False
    for inner in walk(path, how.suffixes):
        if isinstance(inner, InputError):
            found = True
            yield inner
            continue
        # A zip archive counts only for the PGN files in it, whatever else people keep in archives.
        for source in _of_file(inner, how, demand=not inner.lower().endswith(".zip")):
            found = True
            yield source
    if not found:
        yield MissingInputError(path, f"no {' or '.join(how.suffixes)} file in this folder")


def _of_file(
    path: str, how: _How, demand: bool = True
) -> Iterator[Source | InputError]:
    def reopen() -> BinaryIO:
        return cast(BinaryIO, io.FileIO(path))

    try:
        file = io.FileIO(path)
    except FileNotFoundError:
        yield MissingInputError(path, "no such file or folder")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        yield UnreadableInputError(path, f"could not be opened: {why(error)}")
    else:
        regular, size = _regular_size(file)
        read = _all_of(file, file.read, size) if size is not None else file.read
        raw = Raw(read, size, file.seek if regular else None, file.close, file)
        yield from _sources(raw, path, how, reopen if regular else None, demand)


def _regular_size(file: Any) -> tuple[bool, int | None]:
    """Whether this is a regular file, and then the bytes from here to its end."""
    try:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            return False, None
        return True, max(0, status.st_size - file.tell())
    except (OSError, ValueError, AttributeError):  # a stream of Python's own has no descriptor
        return False, None


def _all_of(file: Any, read: Callable[[int], bytes | None], size: int) -> Callable[[int], bytes | None]:
    """The read function of a regular file of which so many bytes were left; raises OSError where it has become
    shorter since."""
    end = file.tell() + size

    def checked(n: int) -> bytes | None:
        data = read(n)
        if not data and data is not None and (now := os.fstat(file.fileno()).st_size) < end:
            raise OSError(f"the file became shorter while it was read, from {end} to {now} bytes")
        return data

    return checked


def _of_stdin(stdin: BinaryIO | None, how: _How) -> Iterator[Source | InputError]:
    if stdin is None:
        yield MissingInputError("<stdin>", "there is no standard input")
        return
    # read1 gives what is there; read would wait for the whole block.
    read: Callable[[int], bytes | None] = getattr(stdin, "read1", stdin.read)
    size = _regular_size(stdin)[1]
    if size is not None:
        read = _all_of(stdin, read, size)
    yield from _sources(Raw(read, size, file=stdin), "<stdin>", how)


def _of_bytes(data: bytes, how: _How) -> Iterator[Source | InputError]:
    file = io.BytesIO(data)
    yield from _sources(
        Raw(file.read, len(data), file.seek), "<bytes>", how, lambda: io.BytesIO(data)
    )


def _of_open(file: Readable, how: _How) -> Iterator[Source | InputError]:
    """An open file, from where it stands; it stays open. Raises TypeError for one of text: its bytes are lost. What its
    read raises, or returns that is no bytes, is an InputError, whenever that is."""
    if isinstance(file, io.TextIOBase) or not hasattr(file, "read"):
        raise TypeError(
            f"{type(file).__name__} is not an input; use a path, bytes, or a file opened in binary mode (rb)"
        )
    name = getattr(file, "name", None)

    def read(n: int) -> bytes | None:
        try:
            data = file.read(n)
        except (OSError, MemoryError):
            raise
        except Exception as error:  # whatever its owner raises
            raise OSError(why(error)) from error
        if data is not None and not isinstance(data, (bytes, bytearray, memoryview)):
            raise OSError(f"read({n}) returned an object of type {type(data).__name__}, not bytes")
        return data if data is None or isinstance(data, bytes) else bytes(data)

    yield from _sources(Raw(read, file=file), name if isinstance(name, str) else "<file>", how)


def _sources(
    raw: Raw,
    name: str,
    how: _How,
    reopen: Callable[[], BinaryIO] | None = None,
    demand: bool = True,
) -> Iterator[Source | InputError]:
    """What is in `raw`: the members of a zip archive, or the one text that it is; nothing, if it is an output."""
    try:
        refused = how.register.admit(raw.file, name)
    except PgnfenError:
        raw.close()
        raise
    if refused is not None:
        raw.close()
        yield refused
        return
    try:
        is_zip = detect(look_ahead(raw, 10)) == "zip"
        if is_zip:
            file = reopen() if reopen else _spooled(raw, how.limits)
            raw.close()
    except MemoryError:
        raw.close()
        raise
    except Exception as error:  # of the system, or whatever a connection raises
        raw.close()
        yield unreadable(name, error)
        return
    if is_zip:
        yield from zip_sources(file, name, how.suffixes, demand, how.limits)
    else:
        yield source_of(raw, name, limits=how.limits)


def _spooled(raw: Raw, limits: Limits) -> BinaryIO:
    """All of `raw` in a temporary file, since a zip archive is read from its end. Raises ValueError beyond a limit."""
    file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115
    try:
        while data := raw.read(1 << 20):
            if limits.left is not None and raw.position > limits.left:
                limits.exceeded = True
                raise ValueError(limits.reason)
            file.write(data)
    except BaseException:
        file.close()
        raise
    return file
