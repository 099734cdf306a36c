"""Where `pgnfen fen` has its records from: arguments, files, standard input."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pgnfen.cli.declare import register_of_command
from pgnfen.cli.standard import say, standard_input
from pgnfen.cli.stream import Unread, say_passed_over
from pgnfen.errors import InputError, MissingInputError
from pgnfen.fen.notation import Notation, noted_lines
from pgnfen.inputs.raw import Limits
from pgnfen.inputs.source import Source, find_sources
from pgnfen.pgn.tagpairs import decode
from pgnfen.report.terminal_text import error_line, quoted

_SUFFIXES = (".epd", ".fen")
_FILE_NAME = r"(?i).*[^/]\.(?:epd|fen)(?:\.\w{1,4})?"


@dataclass(frozen=True, slots=True)
class GivenRecord:
    """A record as the user gave it; path and line where it comes from a file."""

    text: str
    path: str | None = None
    line: int | None = None

    @property
    def place(self) -> str:
        """What stands before a message about it."""
        return f"{quoted(self.path)}:{self.line}: " if self.path else ""


class Records:
    """The records of arguments, files and standard input; counts what could not be read."""

    def __init__(
        self, records: tuple[str, ...], files: tuple[str, ...], notation: Notation | None, limits: Limits
    ) -> None:
        self.records, self.files, self.notation = records, files, notation
        self.register = register_of_command()
        self.limits = limits
        self.read = 0
        self.unread = Unread()

    def __iter__(self) -> Iterator[GivenRecord]:
        named = [*filter(_is_file, self.records), *self.files]
        self.register.check(named, standard_input(), _SUFFIXES)
        for record in self.records:
            if _is_file(record):
                yield from self.of_file(record)
            elif _names_a_file(record):
                what = "is a folder; --file needs one file" if Path(record).is_dir() else "no such file or folder"
                self.fail(MissingInputError(record, what))
            else:
                yield GivenRecord(_as_text(record))
        for file in self.files:
            yield from self.of_file(file)

    def of_file(self, name: str) -> Iterator[GivenRecord]:
        """A record a line, or eight lines; what cannot be read is said on standard error."""
        for source in find_sources([name], standard_input(), _SUFFIXES, self.register, self.limits):
            if isinstance(source, InputError):
                self.fail(source)
                continue
            say_passed_over(source.passed_over, _SUFFIXES)
            with source:
                try:
                    for line, text in noted_lines(_lines(source), self.notation):
                        yield GivenRecord(text, source.name, line)
                    self.read += 1
                except InputError as error:
                    self.fail(error)

    def fail(self, error: InputError) -> None:
        """One line on standard error; the other records are still read."""
        self.unread.add(error)
        say(f"pgnfen: {error_line(error)}")


class _Raw(io.RawIOBase):
    """A Source as a stream of Python's own, to read it line by line."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self.rest or self.source.read(1 << 16)
        size = min(len(buffer), len(data))
        buffer[:size], self.rest = data[:size], data[size:]
        return size


def _lines(source: Source) -> Iterator[str]:
    """Lines of a source, ended by LF, CRLF or CR; no longer than 64 KiB at a time."""
    reader = io.BufferedReader(_Raw(source))
    while line := reader.readline(1 << 16):
        yield from decode(line).rstrip("\r\n").split("\r")


def _as_text(record: str) -> str:
    """An argument; bytes of it that are not UTF-8 are read as in a file."""
    return record if record.isprintable() else decode(os.fsencode(record))


def _is_file(record: str) -> bool:
    """Whether an argument names a file: a FEN could, but never does."""
    try:
        return record == "-" or ("\n" not in record and Path(record).is_file())
    except (OSError, ValueError):
        return False


def _names_a_file(record: str) -> bool:
    """Whether an argument that is no file was meant for one: a folder, or a name that ends in .epd, .fen, .epd.zst."""
    if not record.strip() or "\n" in record or (" " in record and record.count("/") >= 7):
        return False  # an empty path would be the current folder; an operation of an EPD may end in .epd
    try:
        return bool(re.fullmatch(_FILE_NAME, record)) or Path(record).is_dir()
    except (OSError, ValueError):
        return False
