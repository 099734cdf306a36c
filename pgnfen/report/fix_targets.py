"""Where repaired bytes go: one output, a folder, the inputs themselves, a diff, or nowhere."""

from __future__ import annotations

import filecmp
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, Protocol

from pgnfen.errors import InputError, MissingInputError, PgnfenError, UnreadableInputError
from pgnfen.inputs.content import detect
from pgnfen.inputs.names import expand, file_suffixes, is_pattern, is_url, walk, wanted
from pgnfen.inputs.register import Register
from pgnfen.inputs.writer import OutputFile
from pgnfen.lazy import deferred
from pgnfen.pgn.records import suffixes_of
from pgnfen.pgn.tagpairs import decode
from pgnfen.report.terminal_text import printable, quoted

with deferred:
    from pgnfen.report.diff import UnifiedDiff

if TYPE_CHECKING:
    from pgnfen.repair.state import FixedBlock


class File(NamedTuple):
    """An input file, and its name below the folder that it was found in."""

    path: str
    relative: str


def files_of(inputs: Sequence[str], suffixes: Sequence[str]) -> Iterator[File | InputError]:
    """The files that inputs mean, for outputs of their own; raises ValueError for inputs that are none."""
    for item in inputs or ("-",):
        if item == "-" or is_url(item):
            raise ValueError(f"{'standard input' if item == '-' else item} is not a file that can be written")
        for path in expand(item) if is_pattern(item) else [item]:
            if not os.path.isdir(path):  # noqa: PTH112
                yield _file(path, os.path.basename(path))  # noqa: PTH119
                continue
            for inner in walk(path, suffixes):
                yield inner if isinstance(inner, InputError) else _file(inner, os.path.relpath(inner, path))


def _file(path: str, relative: str) -> File | InputError:
    """The file; an error where its content is not compressed as its name says, for what is written goes by that."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            held = detect(file.read(16))
    except OSError as error:
        kind = MissingInputError if isinstance(error, FileNotFoundError) else UnreadableInputError
        return kind(path, error.strerror or str(error))
    if held == "zip":
        return InputError(path, "pgnfen reads zip archives but cannot write them; unpack the archive first")
    suffix = file_suffixes(path)[-1:]
    named = next((kind for kind, name in _SUFFIXES.items() if suffix == [name]), None)
    if held != named:
        holds, says = held or "plain", named or "plain"
        return InputError(path, f"contains {holds} data, but its name is that of {says}; rename it")
    return File(path, relative)


_SUFFIXES = {"gzip": ".gz", "bzip2": ".bz2", "xz": ".xz", "Zstandard": ".zst", "zip": ".zip"}


class Places(NamedTuple):
    """Where repaired files go: into a folder, or (None) to their own names, the old ones kept under `backup`."""

    folder: str | None
    backup: str | None


def note_outputs(files: Sequence[File], places: Places, register: Register, suffixes: Sequence[str]) -> None:
    """Note what is written of each file. Raises PgnfenError where that is an input, or another output."""
    for file in files:
        if places.folder is not None:
            register.add(f"-o for {quoted(file.path)}", folder_target(places.folder, file.relative))
            continue
        register.add_replaced("--in-place", file.path)
        if places.backup is not None:
            register.add(f"--backup for {quoted(file.path)}", file.path + places.backup)
    register.check([file.path for file in files], None, suffixes)


def check_backup(suffix: str) -> None:
    """Raises ValueError for what is no suffix of backups, or is that of inputs."""
    if not suffix or "/" in suffix or os.sep in suffix or (os.name == "nt" and ":" in suffix):
        raise ValueError(f"{quoted(suffix)} is not a valid suffix; use for example .orig")
    if wanted(f"games.pgn{suffix}", suffixes_of("auto")):
        raise ValueError(f"files with the suffix {quoted(suffix)} would be read as inputs; use for example .orig")


def is_folder(output: str) -> bool:
    """Whether an output is a folder that takes a file for each input."""
    return output.endswith(("/", os.sep)) or os.path.isdir(output)  # noqa: PTH112


class Output:
    """One output for one input."""

    def __init__(self, target: str, stdout: BinaryIO | None, register: Register) -> None:
        self.file = OutputFile(target, stdout, register)
        self.path: str | None = None

    def put(self, before: bytes, fixed: FixedBlock, path: str) -> None:
        """Write a block."""
        if self.path not in (None, path):
            raise PgnfenError("several inputs need a folder: use -o FOLDER/ or --in-place")
        self.path = path
        self.file.write(fixed.data)


class Replacement:
    """A file that takes the place of another when it is complete and differs from it."""

    def __init__(self, source: str, target: str, backup: str | None) -> None:
        self.source, self.backup = source, backup
        self.same_name = os.path.realpath(source) == os.path.realpath(target)
        folder = os.path.dirname(target)  # noqa: PTH120
        if folder:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        self.file = OutputFile(target)
        self.changed = False

    def put(self, before: bytes, fixed: FixedBlock, path: str) -> None:
        """Write a block."""
        self.file.write(fixed.data)
        self.changed |= bool(fixed.changed)

    def close(self, failed: bool) -> None:
        """Replace the file; leave it alone where nothing is changed or not all of the input could be read."""
        if failed or (self.same_name and not self.changed):
            self.file.abort()
            return
        if self._backup is not None:
            try:
                _keep(self.source, self._backup)
            except BaseException:
                self.file.abort()
                raise
        self.file.commit()

    @property
    def _backup(self) -> str | None:
        """The name under which the old file is kept; None where it is not."""
        return self.source + self.backup if self.backup is not None and self.same_name and self.changed else None

    def refusal(self) -> InputError | None:
        """Why the file cannot be replaced: its backup is the name of another file, which is never overwritten."""
        name = self._backup
        if name is None or not os.path.lexists(name) or _same_content(self.source, name):
            return None
        return InputError(
            self.source, (
                f"not replaced because the backup {name} already exists; move it or use a different --backup "
                "suffix"
            )
        )


def _keep(path: str, name: str) -> None:
    """The file under another name too, unless a run that was ended has kept it already. Raises PgnfenError where
    another file has that name."""
    try:
        if os.path.lexists(name) and _same_content(path, name):
            return
        try:
            os.link(path, name)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            _copy(path, name)
    except OSError as error:
        raise PgnfenError(f"{name}: cannot be written: {error.strerror or error}") from None


def _same_content(path: str, name: str) -> bool:
    return os.path.isfile(name) and filecmp.cmp(path, name, shallow=False)  # noqa: PTH113


def _copy(path: str, name: str) -> None:
    """A copy that has the name only when it is complete, and takes nobody's place."""
    temporary = f"{name}.{os.urandom(4).hex()}.tmp"
    try:
        shutil.copy2(path, temporary)
        os.rename(temporary, name)  # noqa: PTH104
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)  # noqa: PTH108


class _Writable(Protocol):
    def write(self, data: bytes, /) -> object: ...


class Diff:
    """A unified diff of each input on standard output; what a terminal would obey is shown there as what it is."""

    def __init__(self, out: _Writable, terminal: bool, color: bool) -> None:
        self.out, self.terminal, self.color = out, terminal, color
        self.path: str | None = None
        self.diff: UnifiedDiff | None = None

    def put(self, before: bytes, fixed: FixedBlock, path: str) -> None:
        """The hunks of a block."""
        if path != self.path or self.diff is None:
            self.close()
            self.path, self.diff = path, UnifiedDiff(quoted(path))
        at = 0
        for game, after in fixed.changed:
            begin = game.offset - fixed.offset
            self.write(self.diff.feed(before[at:begin], before[at:begin]) + self.diff.feed(game.raw, after))
            at = begin + len(game.raw)
        self.write(self.diff.feed(before[at:], before[at:]))

    def close(self) -> None:
        """The rest of the diff of an input."""
        if self.diff is not None:
            self.write(self.diff.finish())

    def write(self, hunks: bytes) -> None:
        """Hunks, for a terminal where it is one."""
        if hunks and self.terminal:
            hunks = b"".join([self._line(line) for line in hunks.split(b"\n")[:-1]])
        self.out.write(hunks)

    def _line(self, line: bytes) -> bytes:
        shown = printable(decode(line.removesuffix(b"\r"))).encode("utf-8", "replace")
        color = _COLORS.get(line[:1]) if self.color else None
        return color + shown + b"\x1b[0m\n" if color else shown + b"\n"


_COLORS = {b"+": b"\x1b[32m", b"-": b"\x1b[31m", b"@": b"\x1b[36m"}


class Nowhere:
    """Nothing is written; which inputs would change is said."""

    def __init__(self) -> None:
        self.paths: dict[str, int] = {}

    def put(self, before: bytes, fixed: FixedBlock, path: str) -> None:
        """Note what would change."""
        if fixed.changed:
            self.paths[path] = self.paths.get(path, 0) + len(fixed.changed)


def folder_target(folder: str, relative: str) -> str:
    """The output of a file in a folder of outputs."""
    return str(Path(folder) / relative)
