"""The folder that an output folder is before it has its name; see pgnfen.inputs.temporary."""

from __future__ import annotations

import errno
import os
from contextlib import suppress

from pgnfen.inputs.temporary import (
    NUMBERED,
    close_read,
    remove_tree,
    sync,
    sync_folder,
    temporary_name,
    undisturbed,
    unfinished,
)


class TemporaryFolder:
    """A new folder for `target`, as Temporary is a new file; what a killed run has left is removed. Raises OSError."""

    __slots__ = ("_lock", "name", "target")

    def __init__(self, target: str) -> None:
        self.target, self._lock = target, -1
        for number in (*map(str, range(NUMBERED)), os.urandom(8).hex()):
            self.name = temporary_name(target, number)
            _remove_left_folder(self.name)
            with suppress(FileExistsError), undisturbed():
                os.mkdir(self.name)  # noqa: PTH102
                unfinished.add(self.name)
                self._lock = _lock_folder(self.name)
                return
        raise FileExistsError(errno.EEXIST, "no name is free for a temporary folder", target)

    def take_place(self) -> None:
        """Give the folder, whose files are closed, its name, for good. Raises OSError where that is one in use."""
        for name in os.listdir(self.name):  # noqa: PTH208
            descriptor = os.open(os.path.join(self.name, name), os.O_RDONLY)  # noqa: PTH118
            try:
                sync(descriptor)
            finally:
                close_read(descriptor)
        sync_folder(self.name)
        with undisturbed():
            if os.name != "posix":  # there rename takes the place of an empty folder
                with suppress(FileNotFoundError):
                    os.rmdir(self.target)  # noqa: PTH106
            os.rename(self.name, self.target)  # noqa: PTH104
            unfinished.discard(self.name)
        self._unlock()
        sync_folder(os.path.dirname(self.target))  # noqa: PTH120

    def remove(self) -> None:
        """Give up the folder and all that is in it."""
        with undisturbed():
            if self.name in unfinished:
                unfinished.discard(self.name)
                remove_tree(self.name)
        self._unlock()

    def _unlock(self) -> None:
        lock, self._lock = self._lock, -1
        if lock >= 0:
            close_read(lock)


def _lock_folder(name: str) -> int:
    """A descriptor that holds the lock of a folder; -1 where there are none."""
    if os.name != "posix":
        return -1
    import fcntl

    descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY)
    with suppress(OSError):  # a file system without locks
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return descriptor


def _remove_left_folder(name: str) -> None:
    """Remove the temporary folder of a run that has ended."""
    if os.name != "posix":
        return
    import fcntl

    with suppress(OSError):  # there is none, or its writer lives
        descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove_tree(name)
        finally:
            os.close(descriptor)
