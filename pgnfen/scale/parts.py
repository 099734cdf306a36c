"""What the inputs mean, as units of work for others: files and URLs by name, large files in parts."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pgnfen.errors import InputError, MissingInputError, PgnfenError
from pgnfen.inputs.content import SAMPLE, Damage, detect, why_not_text
from pgnfen.inputs.names import expand, is_pattern, is_remote, is_url, walk
from pgnfen.inputs.raw import Raw
from pgnfen.inputs.zstd import decode_zstd
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Place
from pgnfen.pgn.ranges import Range
from pgnfen.pgn.records import InputFormat, holds_records, suffixes_of, takes_records
from pgnfen.scale.frame_runs import frame_runs

with deferred:
    from pgnfen.inputs.remote import urls_of

PART = 64 << 20  # bytes of a range; a file below twice as much is one


class Start(NamedTuple):
    """Where in a divided unit a portion begins: the number of its part, where the text of that begins, the place of the
    portion's first game, and the game before it (see pgn.neighbors)."""

    part: int = 0
    begin: int = 0
    place: Place = (0, 1, 1)
    before: bytes | None = b""


class Unit(NamedTuple):
    """A file or URL; `demand`: a zip archive must hold something; `parts`: how it is divided, if it is, into bytes or,
    if it is `packed`, into runs of frames. `identity`: what tells a file from another of its name; `start`: where it
    goes on, if what stands before is done."""

    name: str
    demand: bool = True
    parts: tuple[Range, ...] = ()
    packed: bool = False
    identity: tuple[int, int] | None = None
    start: Start | None = None


def units(inputs: Sequence[str], format: InputFormat, part: int | None = None) -> Iterator[Unit | InputError]:
    """The units of all inputs, in order, files in parts of so many bytes (PART). Raises PgnfenError for standard
    input, which workers cannot read."""
    part = part or PART
    suffixes = suffixes_of(format)
    for item in inputs or ("-",):
        if item == "-":
            raise PgnfenError("--cluster: workers cannot read standard input; use files or URLs")
        if is_url(item):
            yield from _remote(item, suffixes) if is_remote(item) else [Unit(item)]
        elif not is_pattern(item):
            yield from _of_path(item, suffixes, format, part)
        else:
            paths = list(expand(item))
            for path in paths:
                yield from _of_path(path, suffixes, format, part)
            if not paths:
                yield MissingInputError(item, "no file matches this pattern")


def _remote(url: str, suffixes: Sequence[str]) -> Iterator[Unit | InputError]:
    for found in urls_of(url, suffixes):
        yield found if isinstance(found, InputError) else Unit(found)


def _of_path(path: str, suffixes: Sequence[str], format: InputFormat, size: int) -> Iterator[Unit | InputError]:
    path_is_folder = os.path.isdir(path)  # noqa: PTH112
    if not path_is_folder:
        yield _divided(Unit(path), format, size)
        return
    found = False
    for inner in walk(path, suffixes):
        found = True
        if isinstance(inner, InputError):
            yield inner
        else:
            yield _divided(Unit(inner, not inner.lower().endswith(".zip")), format, size)
    if not found:
        yield MissingInputError(path, f"no {' or '.join(suffixes)} file in this folder")


def _divided(unit: Unit, format: InputFormat, size: int) -> Unit:
    """The unit in parts, where it is a large file of games that can be read from the middle."""
    path = unit.name
    try:
        status = os.stat(path)  # noqa: PTH116
        unit = unit._replace(identity=(status.st_size, status.st_mtime_ns))
        if not stat.S_ISREG(status.st_mode) or takes_records(path, format):
            return unit
        with open(path, "rb") as file:  # noqa: PTH123
            head = file.read(SAMPLE)
            kind = detect(head)
            if kind is None:
                parts = _ranges(status.st_size, size)
            elif kind == "Zstandard":
                file.seek(0)
                raw = Raw(file.read)
                text = next(decode_zstd(raw), b"")
                head = text[:SAMPLE]
                parts = frame_runs(file, status.st_size, max(1, size * raw.position // max(1, len(text))))
            else:
                return unit
    except (OSError, ValueError, Damage):
        return unit
    if not parts or detect(head) or why_not_text(head) or holds_records(head):
        return unit
    return unit._replace(parts=parts, packed=kind is not None)


def _ranges(total: int, size: int) -> tuple[Range, ...]:
    if total < 2 * size:
        return ()
    count = total // size
    cuts = [total * index // count for index in range(count + 1)]
    return tuple(map(Range, cuts, cuts[1:]))
