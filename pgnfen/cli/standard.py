"""The program's standard streams, which may be closed, as those of a daemon are, full, or without a reader."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, TextIO

import click

from pgnfen.errors import PgnfenError
from pgnfen.inputs.register import Register
from pgnfen.lazy import deferred
from pgnfen.report.terminal_text import printable

with deferred:
    from pgnfen.inputs.writer import OutputFile

Write = Callable[[bytes], object]
_CLOSED = "standard output is closed; redirect it to a file or a pipe"


class ClosedPipeError(Exception):
    """The reader of standard output has gone; no OSError, for click would take that for a failure."""


class _Descriptor(io.FileIO):
    """A descriptor that takes all it is given, however slow its reader is."""

    def __init__(self, number: int) -> None:
        super().__init__(number, "w", closefd=False)

    def write(self, data: Any, /) -> int:
        rest = memoryview(data).cast("B")
        size = len(rest)
        while rest:
            done = super().write(rest)
            if done is None:  # non-blocking
                time.sleep(0.01)
            rest = rest[done or 0 :]
        return size


class _Output(_Descriptor):
    """Standard output: what cannot be written ends the program, with an error that can be of no other stream."""

    failed = False

    def write(self, data: Any, /) -> int:
        if not self.failed:  # what is still in buffers is given up
            try:
                return super().write(data)
            except BrokenPipeError:
                self.failed = True
                raise ClosedPipeError from None
            except OSError as error:
                self.failed = True
                raise PgnfenError(f"cannot write to standard output: {error.strerror}") from None
        return memoryview(data).nbytes


class _Closed(io.RawIOBase):
    """Closed standard output: what is written ends the program with an error."""

    failed = False

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        size = memoryview(data).nbytes
        if size and not self.failed:  # click tries whether a stream takes bytes by writing none
            self.failed = True
            raise PgnfenError(_CLOSED)
        return size


class _Messages(_Descriptor):
    """Standard error: what cannot be written is dropped, and the work goes on."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def prepare() -> None:
    """Put these in the place of the standard streams that are written to, once, before anything is opened."""
    for number in (1, 2):
        try:
            os.fstat(number)
        except OSError:
            # Else the next file to be opened would get the number of the closed one, and what is meant for that.
            _occupy(number)
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(_Closed(), "utf-8", newline="\n", write_through=True)
    elif (raw := _raw(sys.stdout)) is not None:
        unbuffered = raw is sys.stdout.buffer  # python -u
        output = _Output(raw.fileno())
        sys.stdout = _text(output if unbuffered else io.BufferedWriter(output), sys.stdout)
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(_Messages(2), "utf-8", "backslashreplace", "\n", write_through=True)
    elif (raw := _raw(sys.stderr)) is not None:
        sys.stderr = _text(_Messages(raw.fileno()), sys.stderr)


def _occupy(number: int) -> None:
    """Nothing, open the other way round: a write fails, as it does on a closed descriptor."""
    null = os.open(os.devnull, os.O_RDONLY)
    if null != number:
        os.dup2(null, number, inheritable=False)
        os.close(null)


def _raw(stream: TextIO) -> io.FileIO | None:
    """What a stream of the system's writes to; a Windows console is none, nor is what a test puts in its place."""
    binary = getattr(stream, "buffer", None)
    raw = getattr(binary, "raw", binary)
    return raw if type(raw) is io.FileIO else None


def _text(binary: Any, old: TextIO) -> io.TextIOWrapper:
    """Text in the encoding of the old stream, which may lack a character; lines end as on every system, for what is
    redirected is compared and read there."""
    errors = "backslashreplace" if old.errors == "strict" else old.errors
    through = isinstance(binary, io.RawIOBase)
    return io.TextIOWrapper(binary, old.encoding, errors, "\n", bool(old.line_buffering), through)


def standard_input() -> BinaryIO | None:
    """Standard input as bytes, None where it is closed.

    Without its buffer: Python dies at exit where a thread, still waiting for bytes, holds its lock.
    """
    if sys.stdin is None:
        return None
    raw: BinaryIO = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    return raw


def standard_output() -> BinaryIO:
    """Standard output as bytes; raises PgnfenError where it is closed: what is written would be lost."""
    out = open_output()
    if out is None:
        raise PgnfenError(_CLOSED)
    return out


def open_output() -> BinaryIO | None:
    """Standard output as bytes, None where it is closed."""
    return None if sys.stdout is None or isinstance(sys.stdout.buffer, _Closed) else sys.stdout.buffer


def standard_register() -> Register:
    """A register in which standard output and standard error are outputs."""
    streams = ("standard output", open_output()), ("standard error", sys.stderr)
    return Register((name, stream) for name, stream in streams if stream is not None)


def say(text: str) -> None:
    """A line of summary or diagnosis, or several, on standard error; foreign text in it as it is printed."""
    click.echo("\n".join(map(printable, text.split("\n"))), err=True)


@contextmanager
def destination(output: str, register: Register) -> Iterator[Write]:
    """What writes to standard output (`-`), or to a file that appears when it is complete."""
    if output == "-":
        out = standard_output()
        yield out.write
        out.flush()
        return
    with OutputFile(output, None, register) as file:
        yield file.write
