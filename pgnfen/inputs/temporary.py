"""The file that an output is written to before it has its name: beside it, hidden, locked while somebody writes it.

Called `.NAME.pgnfen-0.tmp` for an output NAME. A lock shows that its writer lives; what a killed writer has left
has none, and the next output of that name removes it.
"""

from __future__ import annotations

import errno
import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from pgnfen.lazy import deferred

with deferred:
    import shutil

NUMBERED = 10  # runs that write the same output at once and get a number; more get a random one
_LONGEST = 200  # bytes of the output's name that the temporary one has; file systems take 255 in all
_UNSUPPORTED = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EACCES, errno.EPERM, errno.EBADF}
_MOST_DESCRIPTORS = 8192  # that a process may have on Windows
unfinished: set[str] = set()


class Temporary:
    """A new file for `target`; one that is overwritten (`old`) passes on owner, group and mode, without setuid.

    `descriptor` is open for writing, and the caller's to close. Raises OSError.
    """

    __slots__ = ("_lock", "descriptor", "name", "target")

    def __init__(self, target: str, old: os.stat_result | None) -> None:
        self.target, self.name = target, ""
        self.descriptor, self._lock = -1, -1
        try:
            with undisturbed():
                self.descriptor, self.name = _create(target, 0o666 if old is None else 0o600)
                unfinished.add(self.name)
            if os.name == "posix":
                self._lock = os.dup(self.descriptor)
            if old is not None:
                _pass_on(self.descriptor, self.name, old)
        except BaseException:
            if self.descriptor >= 0:
                os.close(self.descriptor)
            self.remove()
            raise

    def take_place(self) -> None:
        """Give the file, which is closed, its name, for good. Raises OSError."""
        with undisturbed():
            os.replace(self.name, self.target)  # noqa: PTH105
            unfinished.discard(self.name)
        self._unlock()
        sync_folder(os.path.dirname(self.target))  # noqa: PTH120

    def remove(self) -> None:
        """Give up the file."""
        with undisturbed():
            if self.name in unfinished:
                unfinished.discard(self.name)
                with suppress(FileNotFoundError):
                    os.unlink(self.name)  # noqa: PTH108
        self._unlock()

    def _unlock(self) -> None:
        lock, self._lock = self._lock, -1
        if lock >= 0:
            with suppress(OSError):  # all is on the disk by now, or given up
                os.close(lock)


def remove_tree(name: str) -> None:
    """Remove a folder and all that is in it, as far as that can be done."""
    with suppress(OSError):  # of closing a folder
        shutil.rmtree(name, ignore_errors=True)


def remove_unfinished() -> None:
    """Remove every temporary file and folder of this process: it is about to end."""
    if os.name == "nt" and unfinished:  # there a file that is open cannot be removed
        os.closerange(3, _MOST_DESCRIPTORS)
    while unfinished:
        name = unfinished.pop()
        with suppress(OSError):
            if os.path.isdir(name):  # noqa: PTH112
                remove_tree(name)
            else:
                os.unlink(name)  # noqa: PTH108


@contextmanager
def undisturbed() -> Iterator[None]:
    """Signals that end the program wait until this is done."""
    if not hasattr(signal, "pthread_sigmask"):
        with _putting_off():
            yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _PutOff:
    """Where the system holds no signals back (Windows), their handler does: how deep in such work, and which came."""

    depth = 0
    number = 0


@contextmanager
def _putting_off() -> Iterator[None]:
    _PutOff.depth += 1
    try:
        yield
    finally:
        _PutOff.depth -= 1
        if _PutOff.number and not _PutOff.depth:
            number, _PutOff.number = _PutOff.number, 0
            signal.raise_signal(number)


def puts_off(number: int) -> bool:
    """Whether a signal that came has to wait; it is sent again."""
    if _PutOff.depth:
        _PutOff.number = number
    return _PutOff.depth > 0


def ending_signals() -> list[signal.Signals]:
    """The signals by which users and systems end a program in good order."""
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # the last is Ctrl-Break, and a closed console, on Windows
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


def leave_interrupts() -> None:
    """Keep Ctrl-C and its like from a thread, and from the processes that it starts: the main thread handles them."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, ending_signals())


def sync(descriptor: int) -> None:
    """Have the system write to the disk what it holds of a file; nothing where it cannot. Raises OSError."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise


def sync_folder(folder: str) -> None:
    if os.name != "posix":
        return
    with suppress(PermissionError):  # a folder may be written in and not be read
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            sync(descriptor)
        finally:
            close_read(descriptor)


def close_read(descriptor: int) -> None:
    """Close what was read alone: nothing is lost where that fails."""
    with suppress(OSError):
        os.close(descriptor)


def _create(target: str, mode: int) -> tuple[int, str]:
    """A new file, locked, and its name; what killed runs have left of this target is removed."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    names = [temporary_name(target, str(number)) for number in range(NUMBERED)]
    for at, name in enumerate([*names, temporary_name(target, os.urandom(8).hex())]):
        while True:
            try:
                descriptor = os.open(name, flags, mode)
            except FileExistsError:
                if not _remove_left(name):
                    break
                continue
            if _is_locked(descriptor, name):
                for other in names[at + 1 :]:
                    _remove_left(other)
                return descriptor, name
            os.close(descriptor)  # another run has taken it for one that was left, and removed it
    raise FileExistsError(errno.EEXIST, "no name is free for a temporary file", target)


def temporary_name(target: str, number: str) -> str:
    folder, base = os.path.split(target)
    while len(os.fsencode(base)) > _LONGEST:
        base = base[:-1]
    return os.path.join(folder, f".{base}.pgnfen-{number}.tmp")  # noqa: PTH118


def _is_locked(descriptor: int, name: str) -> bool:
    """Lock a file that was just made; false where somebody was faster and it has no name any more."""
    if os.name != "posix":
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: there nobody removes what is left
        return True
    with suppress(FileNotFoundError):
        return os.path.samestat(os.stat(name), os.fstat(descriptor))  # noqa: PTH116
    return False


def _remove_left(name: str) -> bool:
    """Remove the temporary file of a run that has ended; whether there is none of that name now."""
    try:
        if os.name != "posix":
            os.unlink(name)  # noqa: PTH108  # refused while it is open
            return True
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return False
        if os.path.samestat(os.lstat(name), status):
            os.unlink(name)  # noqa: PTH108
    except FileNotFoundError:
        return True
    except OSError:  # its writer lives, or it is somebody else's
        return False
    finally:
        os.close(descriptor)
    return True


def _pass_on(descriptor: int, name: str, old: os.stat_result) -> None:
    """Owner and group, as far as this user may give them; then the mode, without setuid, setgid and sticky."""
    mode = stat.S_IMODE(old.st_mode) & 0o777
    if os.name != "posix":
        os.chmod(name, mode)  # noqa: PTH101
        return
    status = os.fstat(descriptor)
    if (status.st_uid, status.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.fchown(descriptor, old.st_uid, old.st_gid)
        except PermissionError:
            try:
                os.fchown(descriptor, -1, old.st_gid)
            except PermissionError:
                mode &= ~0o070  # what one group was allowed is not for another
    os.fchmod(descriptor, mode)
