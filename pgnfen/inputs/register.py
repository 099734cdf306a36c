"""Register: every file that a command reads or writes, so that an output is never an input or another output."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from pgnfen.errors import InputError, PgnfenError
from pgnfen.inputs.names import expand, is_pattern, is_url, local_path, walk
from pgnfen.inputs.temporary import temporary_name
from pgnfen.lazy import deferred

with deferred:
    import unicodedata

Key = tuple[int, int]
"""Device and inode: what a file is, whatever its names."""
Identity: TypeAlias = "tuple[str, int, int] | tuple[str, int, int, str]"
"""What tells a file from others: "file" or "pipe" and its Key; of one that does not exist yet, "new", the Key of the
nearest folder that exists, and the rest of the path."""
Mode = Literal["read", "write", "both"]

_DESCRIPTOR = r"/dev/(?:fd/(\d+)|(stdout)|(stderr))|/proc/self/fd/(\d+)"
_TEMPORARY = r"\..+\.pgnfen-([0-9a-f]+)\.tmp"


class Use(NamedTuple):
    """A file as a command uses it. `option`: how messages name the option or argument; `replaced`: an input that its
    own repaired content replaces."""

    option: str
    path: str
    writes: bool
    replaced: bool = False

    def __str__(self) -> str:
        return f"{self.option} ({self.path})" if self.path not in ("", "-") else self.option


class Register:
    """The files that a command reads and writes; terminals and devices are free, and so is a pipe read and written.

    Outputs are of two kinds: streams, written where they stand (standard output, a descriptor), and targets, replaced
    when complete. `streams`: files or descriptors that are open for writing already, by the names that messages use.
    """

    __slots__ = ("_begun", "_checked", "_claimed", "_folders", "_holds_data", "_inputs", "_streams", "_uses")

    def __init__(self, streams: Iterable[tuple[str, object]] = ()) -> None:
        self._begun = False  # an input was opened: from then on an empty stream need not stay empty
        self._holds_data = False  # a stream was not empty when it was noted
        self._inputs: dict[Key, str] = {}
        self._streams: dict[Key, Use] = {}
        self._claimed: dict[int, Use] = {}  # standard output and standard error, where an option names them
        self._folders: list[tuple[str, Use]] = []
        self._uses: dict[Identity, Use] = {}
        self._checked: tuple[object, ...] = ()
        for option, file in streams:
            self.add_stream(file, option)

    def add(self, option: str, path: str, mode: Mode = "write") -> None:
        """Note a file that an option names, before anything is opened; `-` is standard input or standard output.

        Raises PgnfenError where the file is written by this option or another, and used by the other.
        """
        use = Use(option, path, mode != "read")
        number = descriptor_of(path) if mode == "write" else None
        if number in (1, 2):
            if number in self._claimed:
                raise _same(use, self._claimed[number])
            self._claimed[number] = use
        identity = _identity_of_descriptor(number) if number is not None else _identity(path)
        if identity is None or (number in self._claimed and identity[0] == "file"):
            return  # a standard stream that is a file is among the streams already
        stream = self._streams.get(identity[1:3]) if identity[0] == "file" else None
        if stream is not None:
            raise _same(use, stream)
        self._note(identity, use)

    def add_folder(self, option: str, path: str) -> None:
        """Note a folder that is written as one whole. Raises PgnfenError where another file of the command is in it."""
        use, folder = Use(option, path, True), os.path.realpath(path)
        for other in (*self._uses.values(), *self._claimed.values()):
            if _within(other.path, folder):
                raise _same(other, use, "is inside")
        self._folders.append((folder, use))

    def add_replaced(self, option: str, path: str) -> None:
        """Note an input that its own repaired content replaces. Raises PgnfenError as `add` does."""
        if (identity := _identity(path)) is not None:
            self._note(identity, Use(option, path, True, True))

    def _note(self, identity: Identity, use: Use) -> None:
        other = self._uses.setdefault(identity, use)
        if other is not use and (other.writes or use.writes) and (identity[0] != "pipe" or other.writes == use.writes):
            raise _same(use, other)
        for folder, inside in self._folders:
            if _within(use.path, folder):
                raise _same(use, inside, "is inside")

    def add_stream(self, file: object, option: str = "an output") -> None:
        """Note an open file, or a descriptor, that is written to."""
        if (status := _status(file)) is not None:
            self._streams.setdefault(_key(status), Use(option, "", True))
            self._holds_data |= status.st_size > 0

    def add_target(self, path: str) -> None:
        """Note a file that is replaced now, if it exists. Raises PgnfenError where it was opened as an input."""
        if (status := _stat(path)) is not None:
            key = _key(status)
            use = self._uses.setdefault(("file", *key), Use("the output", path, True))
            if key in self._inputs and not use.replaced:
                raise _same(use if use.writes else Use("the output", path, True), _input(self._inputs[key]))
            if not use.writes:
                raise _same(Use("the output", path, True), use)

    def admit(self, file: object, name: str) -> InputError | None:
        """Note an input as it is opened, before anything is read; the error where a stream writes to it.

        An empty file at the end of which nothing was written yet is harmless, as it is to cat. Raises PgnfenError
        where an output would replace the input.
        """
        begun, self._begun = self._begun, True
        status = _status(file)
        if status is None:
            return None
        key = _key(status)
        self._compare(key, name)
        if key in self._streams and (begun or _left(file, status)):
            return InputError(name, f"not read: this file is also {self._streams[key]}")
        self._inputs[key] = name
        return None

    def check(self, inputs: Sequence[object], stdin: object, suffixes: Sequence[str]) -> None:
        """Before anything is opened: raises PgnfenError where one of the files that inputs mean now is an output.

        Inputs are as find_sources takes them. What becomes an output later is for `admit` to see. Folders are walked
        only where an output exists already, and once.
        """
        named = [os.fspath(item) for item in inputs or ("-",) if isinstance(item, (str, os.PathLike))]
        state = (named, len(self._uses), self._holds_data)
        if state == self._checked or not (self._uses or self._holds_data):
            return
        for item in named:
            if item == "-":
                self._check(stdin, _status(stdin), "<stdin>")
            else:
                for path in _files(item, suffixes):
                    self._check(None, _stat(path), path)
                self._check_temporary(item)
        self._checked = state

    def _check(self, file: object, status: os.stat_result | None, name: str) -> None:
        if status is None:
            return
        key = _key(status)
        self._compare(key, name)
        if key in self._streams and _left(file, status):
            raise _same(self._streams[key], _input(name))

    def _compare(self, key: Key, name: str) -> None:
        use = self._uses.get(("file", *key))
        if use is not None and use.writes and not use.replaced:
            raise _same(use, _input(name))

    def _check_temporary(self, name: str) -> None:
        """What a killed run has left of an output is removed when that output is written again: it is no input then."""
        try:
            path = os.path.realpath(name)
        except ValueError:  # a NUL
            return
        match = re.fullmatch(_TEMPORARY, os.path.basename(path))  # noqa: PTH119
        if match is None:
            return
        for use in self._uses.values():
            if use.writes and temporary_name(os.path.realpath(use.path), match[1]) == path:
                raise _same(_input(name), use, "is the temporary file of")


def descriptor_of(path: str) -> int | None:
    """The descriptor that an output's name such as -, /dev/stdout or /dev/fd/3 means; None: it names a file."""
    if path == "-":
        return 1
    match = re.fullmatch(_DESCRIPTOR, path) if path.startswith("/") else None
    if match is None:
        return None
    fd, out, err, proc = match.groups()
    return 1 if out else 2 if err else int(fd or proc)


def _same(one: Use, other: Use, how: str = "") -> PgnfenError:
    if how:
        return PgnfenError(f"{one} {how} {other}; choose another name for one of them")
    return PgnfenError(f"{one} and {other} are the same file; choose another name for one of them")


def _input(name: str) -> Use:
    return Use("input", name, False)


def _key(status: os.stat_result) -> Key:
    return status.st_dev, status.st_ino


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


def _identity_of_descriptor(number: int) -> Identity | None:
    try:
        return _existing(os.fstat(number))
    except OSError:  # closed: whoever writes to it says so
        return None


def _identity(path: str) -> Identity | None:
    """What tells a file from others, whether it exists or not; None for folders, devices and impossible names."""
    if not path or path == "-" or path.endswith(("/", os.sep)):
        return None
    try:
        return _existing(os.stat(path))  # noqa: PTH116
    except (FileNotFoundError, NotADirectoryError):
        pass
    except (OSError, ValueError):
        return None
    folder, name = os.path.split(os.path.realpath(path))
    while True:
        try:
            status = os.stat(folder)  # noqa: PTH116
        except OSError:
            above, last = os.path.split(folder)
            if above == folder:
                return None
            folder, name = above, os.path.join(last, name)  # noqa: PTH118
            continue
        return "new", *_key(status), _folded(name) if folds_case(folder) else name


def _existing(status: os.stat_result) -> Identity | None:
    if stat.S_ISREG(status.st_mode):
        return "file", *_key(status)
    return ("pipe", *_key(status)) if stat.S_ISFIFO(status.st_mode) or stat.S_ISSOCK(status.st_mode) else None


def folds_case(folder: str) -> bool:
    """Whether names that differ in case alone are one name in this folder, asked by the name of a file in it."""
    try:
        names = os.listdir(folder)  # noqa: PTH208
        for name in names:
            if (other := name.swapcase()) != name:
                return os.path.lexists(os.path.join(folder, other)) and other not in names  # noqa: PTH118
    except OSError:
        pass
    return sys.platform in ("win32", "darwin")


def _folded(name: str) -> str:
    """What names have in common that such a folder takes for one; those of macOS may compose their accents or not."""
    return unicodedata.normalize("NFC", name.casefold())


def _within(path: str, folder: str) -> bool:
    """Whether a path is the folder or in it."""
    inner = os.path.realpath(path)
    if folds_case(os.path.dirname(folder)):  # noqa: PTH120
        inner, folder = _folded(inner), _folded(folder)
    return inner == folder or inner.startswith(folder.rstrip(os.sep) + os.sep)


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
