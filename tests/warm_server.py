"""A process that has imported `pgnfen` and forks a child for each command that a test asks for.

A child is a process of its own, with its own streams, folder and environment, and it ends as the program does; what it
is spared is to start Python and to import, which is most of what a small command takes.
"""

from __future__ import annotations

import atexit
import importlib
import io
import os
import pkgutil
import runpy
import socket
import struct
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

STATUS = struct.Struct("<i")
_SIZE = struct.Struct("<q")
_STREAMS = 3
_LATE = (
    "concurrent.futures.process", "concurrent.futures.thread", "fcntl", "importlib.metadata", "logging",
    "multiprocessing.connection", "multiprocessing.queues", "tqdm", "unicodedata", "zipfile", "zstandard",
    "pyffish", "pyarrow.parquet", "pandas",
)  # fmt: skip
"""What the program, or pyarrow for it, imports only where it is needed."""


class Request(NamedTuple):
    """A command: its words, its folder, its environment. `code`: what Python runs; empty for `pgnfen` itself."""

    code: str
    words: list[str]
    folder: str
    environment: dict[str, str]


def send_request(to: socket.socket, request: Request, streams: list[int]) -> None:
    """Ask for a command; `streams` become its standard input, output and error output."""
    parts = [request.code, request.folder, str(len(request.words)), *request.words]
    parts += [f"{name}={value}" for name, value in request.environment.items()]
    data = os.fsencode("\0".join(parts))
    socket.send_fds(to, [_SIZE.pack(len(data))], streams)
    to.sendall(data)


def _receive(of: socket.socket) -> tuple[Request, list[int]] | None:
    """The next request and its streams; None where nobody asks any more."""
    head, streams, *_ = socket.recv_fds(of, _SIZE.size, _STREAMS)
    if len(head) < _SIZE.size:
        return None
    data = bytearray()
    while len(data) < _SIZE.unpack(head)[0]:
        data += of.recv(1 << 16)
    code, folder, count, *rest = os.fsdecode(bytes(data)).split("\0")
    words = int(count)
    environment = dict(pair.split("=", 1) for pair in rest[words:])
    return Request(code, rest[:words], folder, environment), streams


def _become(request: Request, streams: list[int]) -> None:
    """Be what the system would have started."""
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
    os.closerange(_STREAMS, max(streams) + 1)
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.environment)
    sys.argv = ["-c" if request.code else "pgnfen", *request.words]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        old = getattr(sys, name)
        raw = io.FileIO(number, "w" if number else "r", closefd=False)
        buffered = io.BufferedWriter(raw) if number else io.BufferedReader(raw)
        by_line = name == "stderr" or raw.isatty()
        stream = io.TextIOWrapper(buffered, old.encoding, old.errors, line_buffering=by_line)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def serve(of: socket.socket) -> Request | None:
    """Fork a child for each request and say its process, then its status; in a child the request, to be run."""
    while (received := _receive(of)) is not None:
        request, streams = received
        child = os.fork()
        if not child:
            of.close()
            _become(request, streams)
            return request
        for descriptor in streams:
            os.close(descriptor)
        of.sendall(STATUS.pack(child))
        _, status = os.waitpid(child, 0)
        of.sendall(STATUS.pack(os.waitstatus_to_exitcode(status)))
    return None


def _import_all() -> None:
    """All of the program and more: each child would import anew what it needs."""
    package = importlib.import_module("pgnfen")
    own = [module.name for module in pkgutil.walk_packages(package.__path__, "pgnfen.")]
    for name in (*own, *_LATE):
        if not name.endswith("__main__"):
            with suppress(ImportError):  # of an extra that is not there
                importlib.import_module(name)


def _run(request: Request) -> None:
    if request.code:
        exec(compile(request.code, "<string>", "exec"), {"__name__": "__main__"})
    else:
        runpy.run_module("pgnfen", run_name="__main__", alter_sys=True)


def _ends(request: Request) -> None:
    """Run it, and end as Python does, but for the last of it: to take apart all modules, each page of which would be
    copied, takes ten times what a small command takes. Where anything is wrong Python does it all."""
    status = 0
    try:
        _run(request)
    except SystemExit as error:
        if error.code is not None and not isinstance(error.code, int):
            raise
        status = error.code or 0
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        sys.exit(status)
    os._exit(status & 0xFF)


if __name__ == "__main__":
    # What runs is the program alone: nothing of the tests is found by it.
    sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != Path(__file__).parent]
    _import_all()
    asked = serve(socket.socket(fileno=int(sys.argv[1])))
    if asked is not None:
        _ends(asked)
