"""Programs that tests start: as a shell's user starts them, whatever started the tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import warm

PGNFEN = [sys.executable, "-m", "pgnfen"]
TIMEOUT = 100  # seconds: less than a test has, so that what hangs is named

Command = Sequence[str | Path]


_SIGNALS: dict[str, Any] = {"preexec_fn": warm.default_signals} if os.name == "posix" else {}


@contextmanager
def start(command: Command, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A program that runs beside the test, in a group of its own; whatever is left of the group is ended behind it."""
    with subprocess.Popen(command, start_new_session=True, **_SIGNALS, **options) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):  # else a test that failed would wait for a program that does not end
                os.killpg(process.pid, signal.SIGKILL)


def run(command: Command, **options: Any) -> subprocess.CompletedProcess[Any]:
    """A program that has ended: status, output, errors."""
    wanted = {"capture_output": True, "check": False, "timeout": TIMEOUT} | options
    return subprocess.run(command, **wanted, **_SIGNALS)


def pgnfen(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[Any]:
    """`pgnfen` with these arguments, ended; forked from a process that has imported it, where that is the same."""
    return _forked("", PGNFEN, arguments, options)


def python(code: str, *arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[Any]:
    """`python -c code` with these arguments, ended; forked as `pgnfen` is."""
    return _forked(code, [sys.executable, "-c", code], arguments, options)


def _forked(
    code: str, command: Command, arguments: Sequence[str | Path], options: dict[str, Any]
) -> subprocess.CompletedProcess[Any]:
    words = [str(argument) for argument in arguments]
    if warm.can(options):
        return warm.run(code, words, TIMEOUT, **options)
    return run([*command, *words], **options)
