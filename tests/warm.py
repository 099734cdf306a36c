"""Commands of `pgnfen` as children of a process that has imported it (see `warm_server`)."""

from __future__ import annotations

import io
import locale
import os
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from warm_server import STATUS, Request, send_request

COLD: Final = "PGNFEN_COLD_STARTS"
"""The environment variable with which each command is started by Python anew."""
_OPTIONS = {"input", "text", "cwd", "env", "stdin", "stdout", "stderr"}
_AT_START = ("PYTHON", "LC_", "LANG", "LD_")
"""Variables that are read once, when Python starts."""


def can(options: dict[str, Any]) -> bool:
    """Whether a command with these options of `subprocess.run` may be forked."""
    if sys.platform != "linux" or os.environ.get(COLD) or not options.keys() <= _OPTIONS:
        return False
    if subprocess.DEVNULL in (options.get(name) for name in ("stdin", "stdout", "stderr")):
        return False
    return _at_start(options.get("env") or os.environ) == _server()[1]


def _at_start(environment: Any) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(_AT_START)}


@cache
def _server() -> tuple[socket.socket, dict[str, str]]:
    ours, theirs = socket.socketpair()
    server = Path(__file__).with_name("warm_server.py")
    with theirs:
        subprocess.Popen(
            [sys.executable, server, str(theirs.fileno())],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[theirs.fileno()],
            preexec_fn=default_signals, cwd="/",
        )  # fmt: skip
    return ours, _at_start(os.environ)


def default_signals() -> None:
    """What a shell's `&` or nohup starts ignores Ctrl-C or hanging up, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def run(code: str, words: list[str], timeout: float, **options: Any) -> subprocess.CompletedProcess[Any]:
    """`pgnfen`, or `python -c code`, with these words, ended: as `subprocess.run` says with these options."""
    server, _ = _server()
    folder, environment = str(options.get("cwd") or Path.cwd()), dict(options.get("env") or os.environ)
    (stdin, feed), (out, stdout), (errors, stderr) = os.pipe(), os.pipe(), os.pipe()
    pipes = {"stdin": stdin, "stdout": stdout, "stderr": stderr}
    try:
        streams = [_descriptor(options.get(name), pipe) for name, pipe in pipes.items()]
        send_request(server, Request(code, words, folder, environment), streams)
    finally:
        for descriptor in pipes.values():
            os.close(descriptor)
    data, text = options.get("input"), options.get("text", False)
    child = _number(server)
    late = threading.Timer(timeout, os.kill, (child, signal.SIGKILL))
    late.start()
    with ThreadPoolExecutor(2) as readers:
        read = [readers.submit(_read, descriptor) for descriptor in (out, errors)]
        _write(feed, data.encode() if isinstance(data, str) else data or b"")
        status = _number(server)
    too_late = late.finished.is_set()
    late.cancel()
    if too_late:
        raise subprocess.TimeoutExpired(words, timeout)
    said = [_decoded(one.result()) if text else one.result() for one in read]
    return subprocess.CompletedProcess(words, status, *said)


def _descriptor(given: Any, pipe: int) -> int:
    if given is None or isinstance(given, int):
        return pipe if given is None else given
    number: int = given.fileno()
    return number


def _number(server: socket.socket) -> int:
    number: int = STATUS.unpack(server.recv(STATUS.size, socket.MSG_WAITALL))[0]
    return number


def _read(descriptor: int) -> bytes:
    with open(descriptor, "rb") as stream:
        return stream.read()


def _write(descriptor: int, data: bytes) -> None:
    with suppress(BrokenPipeError), open(descriptor, "wb") as stream:
        stream.write(data)


def _decoded(data: bytes) -> str:
    return io.TextIOWrapper(io.BytesIO(data), locale.getpreferredencoding(False)).read()
