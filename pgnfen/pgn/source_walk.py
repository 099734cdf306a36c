"""Which files a path, folder or glob pattern means."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from pgnfen.errors import InputError


def wanted(name: str, suffixes: Sequence[str]) -> bool:
    """Whether a file of this name in a folder or archive is meant: a suffix fits, and it is not hidden.

    >>> wanted("x/A.PGN.gz", [".pgn"]), wanted("x/.a.pgn", [".pgn"]), wanted("pgn.txt", [".pgn"])
    (True, False, False)
    """
    path = PurePosixPath(name)
    return not path.name.startswith(".") and any(s.lower() in suffixes for s in path.suffixes)


def is_pattern(text: str) -> bool:
    """Whether `text` names no file of its own but has glob characters.

    >>> is_pattern("no such folder/*.pgn"), is_pattern("no such file.pgn")
    (True, False)
    """
    return not os.path.lexists(text) and any(c in text for c in "*?[")


def expand(pattern: str) -> Iterator[str]:
    """Files that a glob pattern matches, sorted; folders too unless `**` went into them already."""
    deep = "**" in pattern
    for path in sorted(glob.glob(pattern, recursive=deep)):  # noqa: PTH207
        if not (deep and Path(path).is_dir()):
            yield path


def walk(folder: str, suffixes: Sequence[str]) -> Iterator[str | InputError]:
    """Files of a folder and the folders in it, sorted, each with a fitting suffix or a zip archive.

    Hidden ones are passed over, links to folders not followed. A folder that cannot be read is an
    InputError as a value.
    """
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        yield InputError(folder, f"folder could not be read: {error.strerror}")
        return
    for entry in found:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from walk(entry.path, suffixes)
        # FIFOs and devices would block; a broken link is left for the reader to report.
        elif _meant(entry.name, suffixes) and (entry.is_file() or not Path(entry.path).exists()):
            yield entry.path


def _meant(name: str, suffixes: Sequence[str]) -> bool:
    return wanted(name, suffixes) or name.lower().endswith(".zip")
