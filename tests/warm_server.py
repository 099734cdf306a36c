"""A process that has imported `pgnfen` and forks a child for each command that a test asks for.

A child is a process of its own, with its own streams, folder and environment, and it ends as the program does; what it
is spared is to start Python and to import, which is most of what a small command takes.
"""

from __future__ import annotations

import importlib
import io
import os
import runpy
import socket
import struct
import sys
from pathlib import Path
from typing import NamedTuple

STATUS = struct.Struct("<i")
_SIZE = struct.Struct("<q")
_STREAMS = 3


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
    root = Path(importlib.import_module("pgnfen").__path__[0])
    for module in ("cli", "report", "select", "audit/rules", "repair", "scale"):
        for path in sorted(root.joinpath(module).glob("*.py")):
            if not path.stem.startswith("_"):
                importlib.import_module("pgnfen." + f"{module}/{path.stem}".replace("/", "."))


if __name__ == "__main__":
    # What runs is the program alone: nothing of the tests is found by it.
    sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != Path(__file__).parent]
    _import_all()
    asked = serve(socket.socket(fileno=int(sys.argv[1])))
    if asked is not None and asked.code:
        exec(compile(asked.code, "<string>", "exec"), {"__name__": "__main__"})
    elif asked is not None:
        runpy.run_module("pgnfen", run_name="__main__", alter_sys=True)
