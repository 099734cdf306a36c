"""What the name of an input means: a path, a folder, a glob pattern, a URL; and which files that are."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from pgnfen.errors import InputError, UnreadableInputError
from pgnfen.lazy import deferred

with deferred:
    import glob
    from urllib.request import Request, url2pathname

STORES = ("s3", "gs", "gcs")  # schemes of object stores


def slashed(path: str) -> str:
    """A path with slashes between its parts, as reports name it on every system; Windows has backslashes there."""
    return path if os.sep == "/" else path.replace(os.sep, "/")


def relative_path(path: str, folder: str) -> str:
    """A path as a folder's files name it, with slashes; a whole one where it is on another drive than the folder."""
    try:
        return slashed(os.path.relpath(path, folder))
    except ValueError:
        return slashed(os.path.abspath(path))  # noqa: PTH100


def file_suffixes(name: str) -> list[str]:
    """The suffixes of a file's name, in lower case.

    >>> file_suffixes("x.y/A.PGN.gz"), file_suffixes("x/.pgn")
    (['.pgn', '.gz'], [])
    """
    return [f".{part.lower()}" for part in slashed(name).rpartition("/")[2].lstrip(".").split(".")[1:]]


COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zip")
"""Suffixes of compressed files, which stand behind that of what they hold."""


def wanted(name: str, suffixes: Sequence[str]) -> bool:
    """Whether a file of this name in a folder or archive is meant: its suffix fits, and it is not hidden.

    A suffix behind it that is not of compression makes it a copy or a part (`x.pgn.orig`).

    >>> wanted("x/A.PGN.gz", [".pgn"]), wanted("x/.a.pgn", [".pgn"]), wanted("x.pgn.bak", [".pgn"])
    (True, False, False)
    """
    own = [suffix for suffix in file_suffixes(name) if suffix in suffixes or suffix not in COMPRESSED]
    return not name.rpartition("/")[2].startswith(".") and own[-1:] != [] and own[-1] in suffixes


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
        if not (deep and os.path.isdir(path)):  # noqa: PTH112
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
        yield UnreadableInputError(folder, f"folder could not be read: {error.strerror}")
        return
    for entry in found:
        if entry.name.startswith("."):
            continue
        if _is_folder(entry):
            yield from walk(entry.path, suffixes)
        elif _meant(entry.name, suffixes) and _readable(entry):
            yield entry.path


_JUNCTION = 0xA0000003  # stat.IO_REPARSE_TAG_MOUNT_POINT, which Python has on Windows alone


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether this is a folder, and no link to one; the junctions of Windows are links, but is_symlink denies it."""
    if not entry.is_dir(follow_symlinks=False):
        return False
    return os.name != "nt" or getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) != _JUNCTION


def _readable(entry: os.DirEntry[str]) -> bool:
    """Whether a file is for the reader: FIFOs and devices would block; a link to nothing, or to itself, it reports."""
    try:
        return entry.is_file() or not os.path.exists(entry.path)  # noqa: PTH110
    except OSError:
        return True


def _meant(name: str, suffixes: Sequence[str]) -> bool:
    return wanted(name, suffixes) or name.lower().endswith(".zip")


def is_url(text: str) -> bool:
    """Whether `text` starts with a scheme.

    >>> is_url("https://example.org/a.pgn"), is_url("c:\\\\a.pgn")
    (True, False)
    """
    return "://" in text and re.match("[A-Za-z][A-Za-z0-9+.-]+://", text) is not None


def is_store(url: str) -> bool:
    """Whether a URL is that of an object store."""
    return url.partition("://")[0].lower() in STORES


def is_remote(url: str) -> bool:
    """Whether a URL is that of an object store, or a pattern: remote.py says what it means.

    >>> is_remote("s3://bucket/a.pgn"), is_remote("https://a/b*.pgn"), is_remote("https://a/b?q=*")
    (True, True, False)
    """
    scheme, _, rest = url.partition("://")
    return is_store(url) or (scheme.lower() in ("http", "https") and "*" in rest.partition("?")[0])


def local_path(url: str) -> str | None:
    """The path that a file URL means, None for any other URL and for one that makes no sense."""
    if url.partition(":")[0].lower() != "file":
        return None
    try:
        return url2pathname(Request(url).selector)
    except (ValueError, OSError):
        return None


def shown_url(url: str) -> str:
    """A URL as messages and tables name it: a password is not for them.

    >>> shown_url("https://me:secret@example.org/a.pgn")
    'https://me:***@example.org/a.pgn'
    """
    return re.sub("^([^:/?#]+://[^/?#:]*):[^/?#]*@", r"\1:***@", url)
