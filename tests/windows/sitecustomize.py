"""A Windows for the modules of pgnfen alone, where this folder is on PYTHONPATH: they find no attribute, module or
signal that Windows lacks, no fork, and CRLF in text streams; a file that is open cannot be replaced, renamed or
removed. The standard library stays that of this system."""

from __future__ import annotations

import builtins
import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

ABSENT = {
    "os": """O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_SYNC WIFEXITED WNOHANG chown chroot confstr fchmod
        fchown fdatasync fork forkpty fpathconf getegid geteuid getgid getgroups getloadavg getpgid getpriority
        getresuid getuid killpg lchown lockf mkfifo mknod nice openpty pipe2 posix_fadvise posix_fallocate posix_spawn
        pread preadv pwrite pwritev readv sched_getaffinity sched_yield sendfile setsid setuid splice statvfs sync
        sysconf tcgetpgrp ttyname uname wait waitid writev""",
    "signal": """ITIMER_REAL SIGALRM SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1
        SIGUSR2 SIGWINCH SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm pause pthread_kill pthread_sigmask setitimer
        siginterrupt sigpending sigtimedwait sigwait""",
}
NO_MODULES = ("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")


class Seen(ModuleType):
    """A module as it is on Windows: without what is `absent`, and with its `own`."""

    def __init__(self, module: ModuleType, absent: str = "", **own: object) -> None:
        super().__init__(module.__name__)
        object.__setattr__(self, "_parts", (module, frozenset(absent.split()), own))

    def __getattribute__(self, name: str) -> Any:
        module, absent, own = object.__getattribute__(self, "_parts")
        if name in absent:
            raise AttributeError(f"module {module.__name__!r} of Windows has no attribute {name!r}")
        return own[name] if name in own else getattr(module, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(object.__getattribute__(self, "_parts")[0], name, value)


def refused_if_open(work: Callable[..., None]) -> Callable[..., None]:
    """A function of paths that fails where this process has a file of theirs open."""

    def checked(*paths: Any) -> None:
        held = set()
        for number in range(3, 256):
            try:
                held.add(os.path.realpath(f"/proc/self/fd/{number}", strict=True))
            except OSError:
                continue
        for path in paths:
            if os.path.realpath(path) in held:
                raise PermissionError(13, "another program uses the file", path)
        work(*paths)

    return checked


class Text(io.TextIOWrapper):
    """Writes CRLF, unless it is told not to."""

    def __init__(
        self, buffer: Any, encoding: Any = None, errors: Any = None, newline: Any = None, *how: Any, **more: Any
    ) -> None:
        super().__init__(buffer, encoding, errors, "\r\n" if newline is None else newline, *how, **more)


def context(method: str | None = None) -> Any:
    """Processes are started anew, never forked."""
    if method == "fork":
        raise ValueError("cannot find context for 'fork'")
    return multiprocessing.get_context(method or "spawn")


MOVING = {name: refused_if_open(getattr(os, name)) for name in ("replace", "rename", "unlink", "remove")}
MODULES = {
    "os": Seen(os, ABSENT["os"], name="nt", O_BINARY=0, **MOVING),
    "signal": Seen(signal, ABSENT["signal"], SIGBREAK=signal.SIGUSR1),
    "sys": Seen(sys, platform="win32"),
    "io": Seen(io, TextIOWrapper=Text),
    "multiprocessing": Seen(multiprocessing, get_context=context),
}
load = builtins.__import__


def windows_import(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    """Imports of pgnfen get these modules, those that it defers too."""
    importer = (globals or sys._getframe(1).f_globals).get("__name__", "")
    if not level and importer.partition(".")[0] == "pgnfen":
        if name in NO_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name in MODULES:
            return MODULES[name]
    return load(name, globals, locals, fromlist, level)


# Whoever imports this file to look for examples in it keeps the system that it has.
if str(Path(__file__).parent) in os.environ.get("PYTHONPATH", "").split(os.pathsep):
    builtins.__import__ = windows_import
