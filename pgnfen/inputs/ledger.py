"""Ledger: which regular files are read and which are written, so that none is both, by whatever name it is reached."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pgnfen.errors import InputError, PgnfenError
from pgnfen.inputs.url import is_url, local_path
from pgnfen.inputs.walk import expand, is_pattern, walk

Key = tuple[int, int]
"""Device and inode: what a file is, whatever its names."""

_SAME = "input file is also an output"


class Ledger:
    """The regular files that a command reads and writes; pipes, terminals and devices are free.

    Outputs are of two kinds: streams, written where they stand (standard output, a descriptor), and
    targets, replaced when complete. `streams` are files or descriptors that are open for writing already.
    """

    __slots__ = ("_begun", "_holds_data", "_inputs", "_streams", "_targets")

    def __init__(self, streams: Iterable[object] = ()) -> None:
        self._begun = False  # an input was opened: from then on an empty stream need not stay empty
        self._holds_data = False  # a stream was not empty when it was noted
        self._inputs: dict[Key, str] = {}
        self._streams: set[Key] = set()
        self._targets: dict[Key, str] = {}
        for file in streams:
            self.add_stream(file)

    def add_stream(self, file: object) -> None:
        """Note an open file, or a descriptor, that is written to."""
        if (status := _status(file)) is not None:
            self._streams.add(_key(status))
            self._holds_data |= status.st_size > 0

    def add_target(self, path: str) -> None:
        """Note a file that is to be replaced, if there is one. Raises PgnfenError where it was opened as an input."""
        if (status := _stat(path)) is not None:
            key = _key(status)
            if key in self._inputs:
                raise _overwrites(path, self._inputs[key])
            self._targets[key] = path

    def admit(self, file: object, name: str) -> InputError | None:
        """Note an input as it is opened, before anything is read; the error where a stream writes to it.

        An empty file at the end of which nothing was written yet is harmless, as it is to cat. Raises
        PgnfenError where an output would replace the input.
        """
        begun, self._begun = self._begun, True
        status = _status(file)
        if status is None:
            return None
        key = _key(status)
        if key in self._targets:
            raise _overwrites(self._targets[key], name)
        if key in self._streams and (begun or _left(file, status)):
            return InputError(name, _SAME)
        self._inputs[key] = name
        return None

    def check(self, inputs: Sequence[object], stdin: object, suffixes: Sequence[str]) -> None:
        """Before anything is opened: raises PgnfenError where one of the files that inputs mean now is an output.

        Inputs are as find_sources takes them. What comes to be an output later is for `admit` to see.
        """
        if not (self._targets or self._holds_data):
            return  # folders need not be walked twice
        for item in inputs:
            if isinstance(item, str) and item == "-":
                self._check(stdin, _status(stdin), "<stdin>")
            elif isinstance(item, (str, os.PathLike)):
                for path in _files(os.fspath(item), suffixes):
                    self._check(None, _stat(path), path)

    def _check(self, file: object, status: os.stat_result | None, name: str) -> None:
        if status is None:
            return
        key = _key(status)
        if key in self._targets:
            raise _overwrites(self._targets[key], name)
        if key in self._streams and _left(file, status):
            raise PgnfenError(f"{name}: {_SAME}")


def _key(status: os.stat_result) -> Key:
    return status.st_dev, status.st_ino


def _overwrites(output: str, name: str) -> PgnfenError:
    via = "" if name == output else f" ({name})"
    return PgnfenError(f"{output}: output would overwrite the input{via}")


def _descriptor(file: Any) -> int:
    number: int = file if isinstance(file, int) else file.fileno()
    return number


def _status(file: object) -> os.stat_result | None:
    """What the system says of an open file; None where it is no regular one, or none of the system's."""
    try:
        status = os.fstat(_descriptor(file))
    except (OSError, ValueError, AttributeError):  # closed, or a stream of Python's own
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _stat(path: str) -> os.stat_result | None:
    try:
        status = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):  # the reader will say so
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _left(file: object, status: os.stat_result) -> int:
    """Bytes that are left to read; of all the file where it is not open."""
    at = 0 if file is None else os.lseek(_descriptor(file), 0, os.SEEK_CUR)
    return max(0, status.st_size - at)


def _files(item: str, suffixes: Sequence[str]) -> Iterator[str]:
    """The files that an input means."""
    if is_url(item):
        path = local_path(item)
        if path is not None:
            yield path
        return
    for path in expand(item) if is_pattern(item) else [item]:
        if os.path.isdir(path):  # noqa: PTH112
            yield from (inner for inner in walk(path, suffixes) if isinstance(inner, str))
        else:
            yield path


def named_files(inputs: Sequence[str], suffixes: Sequence[str]) -> Iterator[str]:
    """The names of what inputs mean, as far as that can be told before anything is opened: zip archives are left out.

    Inputs are as find_sources takes them; standard input is "<stdin>".
    """
    for item in inputs or ("-",):
        if item == "-":
            yield "<stdin>"
        elif is_url(item):
            yield item
        elif item:
            yield from (path for path in _files(item, suffixes) if not path.lower().endswith(".zip"))
