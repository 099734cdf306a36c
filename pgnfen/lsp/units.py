"""Columns in the units of a client: bytes of UTF-8 on one side, UTF-8, UTF-16 or UTF-32 units on the other."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pgnfen.lazy import regex

Encoding = Literal["utf-8", "utf-16", "utf-32"]
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")

_LINE_END = regex(rb"\r\n|\n|\r")


class Position(NamedTuple):
    """A place as the protocol has it: line and column from 0, the column in units of the encoding."""

    line: int
    character: int


class Range(NamedTuple):
    """From one place to another, which is not part of it."""

    start: Position
    end: Position


def encoded(text: str) -> bytes:
    """A client's text as it is audited. JSON may hold half a surrogate pair, which no file can."""
    return text.encode("utf-8", "surrogatepass")


def units_of(data: bytes, encoding: Encoding) -> int:
    """How many units the bytes take.

    >>> [units_of("Réti \\U0001f600".encode(), encoding) for encoding in ENCODINGS]
    [10, 7, 6]
    """
    if encoding == "utf-8" or data.isascii():
        return len(data)
    characters = sum(byte & 0xC0 != 0x80 for byte in data)
    return characters if encoding == "utf-32" else characters + sum(byte >= 0xF0 for byte in data)


def bytes_of(line: bytes, units: int, encoding: Encoding) -> int:
    """The byte of a line at which a column begins; the end of the line for one behind it.

    >>> [bytes_of("Réti \\U0001f600!".encode(), units, "utf-16") for units in (1, 2, 7, 99)]
    [1, 3, 10, 11]
    """
    if encoding == "utf-8" or line.isascii():
        return min(units, len(line))
    seen = 0
    for at, byte in enumerate(line):
        if byte & 0xC0 == 0x80:
            continue
        if seen >= units:
            return at
        seen += 2 if byte >= 0xF0 and encoding == "utf-16" else 1
    return len(line)


def line_start(data: bytes, line: int) -> int:
    """The byte at which a line (from 0) of the data begins; the end of the data where it has fewer.

    >>> [line_start(b"a\\r\\nb\\rc\\n", line) for line in range(5)]
    [0, 3, 5, 7, 7]
    """
    if b"\r" not in data:
        at = 0
        for _ in range(line):
            at = data.find(b"\n", at) + 1
            if not at:
                return len(data)
        return at
    at = 0
    for _ in range(line):
        found = _LINE_END.search(data, at)
        if found is None:
            return len(data)
        at = found.end()
    return at


def line_end(data: bytes, at: int) -> int:
    """Where the line that holds byte `at` ends, without its line end."""
    found = _LINE_END.search(data, at)
    return found.start() if found else len(data)


def line_begin(data: bytes, at: int) -> int:
    """Where the line that holds byte `at` begins."""
    if data[at - 1 : at + 1] == b"\r\n":
        at -= 1
    return max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at)) + 1
