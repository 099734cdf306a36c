"""The formats that rows are written in: text, JSON Lines, CSV (RFC 4180)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from pgnfen.report.terminal_text import quoted
from pgnfen.report.values import escaped, is_utf8, path_json, to_json, utf8

Format = Literal["text", "jsonl", "csv", "csv-raw"]
FORMATS: tuple[Format, ...] = ("text", "jsonl", "csv")
"""What --format may be; csv-raw is csv with --csv-raw."""
NATIVE: tuple[str, ...] = ("text", "jsonl", "csv", "csv-raw")
"""The formats that the native engine writes too."""
PREFIX = "'"
"""Stands before a text that a spreadsheet would take for a formula; --csv-raw leaves it out."""

_RUN = ("=", "+", "-", "@", "\t", "\r", "\n")
_QUOTED = frozenset(',"\r\n')


def cell(value: object, raw: bool = False) -> str:
    r"""A value as a cell: quoted where it has to be; `raw`: without PREFIX and escapes. A lone `-` is no formula.

    >>> [cell(value) for value in ("a,b", "=1+1", "-", "--", -1, None, "a\rb")]
    ['"a,b"', "'=1+1", '-', "'--", '-1', '', '"a\rb"']
    >>> print(cell("a\x1b[1m\0\u202e"), ascii(cell("a\x1b", raw=True)))
    a\x1b[1m\x00\u202e 'a\x1b'
    """
    text = "" if value is None else str(value)
    if not raw and isinstance(value, str):
        if text.startswith(_RUN) and text != "-":
            text = PREFIX + text
        if not text.isprintable():
            text = escaped(text)
    if not _QUOTED.isdisjoint(text):
        text = '"' + text.replace('"', '""') + '"'
    return text


def cells(values: Iterable[object], raw: bool = False) -> bytes:
    """Values as cells with commas between, without a line end."""
    return utf8(",".join([cell(value, raw) for value in values]))


def shown(value: object) -> str:
    """A value on one line, without control characters; `-` for an absent one."""
    if value is None:
        return "-"
    text = str(value)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())


class RowFormat:
    """How a format writes a row. A row is put together of pieces, some of which are remembered: `path`, then behind
    `between` each value, in named formats behind its `key`, then `end`; one without a path has `begin` in its place.
    This one is text: values with tabs between."""

    begin, between, end = b"", b"\t", b"\n"

    def head(self, names: Sequence[str]) -> bytes:
        """What stands before the first row."""
        return b""

    def path(self, path: str | None) -> bytes:
        """The beginning of a row: the name of the input in the column `path`."""
        return b"-" if path is None else quoted(path).encode()

    def key(self, name: str) -> bytes:
        """What stands before the value of a column."""
        return b""

    def value(self, value: object) -> bytes:
        """One value; a list or tuple of words is one."""
        words = ",".join(value) or None if isinstance(value, (list, tuple)) else value
        return shown(words).encode()

    def values(self, names: Sequence[str], values: Iterable[object]) -> bytes:
        """The values of some columns in a row."""
        pairs = zip(names, values, strict=True)
        return self.between.join([self.key(name) + self.value(value) for name, value in pairs])

    def row(self, path: str | None, names: Sequence[str], values: Iterable[object]) -> bytes:
        """A row: the path and the columns behind it."""
        return self.path(path) + self.between + self.values(names, values) + self.end


class _JsonLines(RowFormat):
    begin, between, end = b"{", b", ", b"}\n"

    def path(self, path: str | None) -> bytes:
        return to_json(path_json(path))[:-1]

    def key(self, name: str) -> bytes:
        return b'"%b": ' % name.encode()

    def value(self, value: object) -> bytes:
        return to_json(value)

    def values(self, names: Sequence[str], values: Iterable[object]) -> bytes:
        return to_json(dict(zip(names, values, strict=True)))[1:-1]


class _Csv(RowFormat):
    between, end = b",", b"\r\n"

    def __init__(self, raw: bool) -> None:
        self._raw = raw

    def head(self, names: Sequence[str]) -> bytes:
        return cells(names) + self.end

    def path(self, path: str | None) -> bytes:
        return cells([path if path is None or is_utf8(path) else quoted(path)], self._raw)

    def value(self, value: object) -> bytes:
        return self.values(("",), (value,))

    def values(self, names: Sequence[str], values: Iterable[object]) -> bytes:
        words = (" ".join(value) if isinstance(value, (list, tuple)) else value for value in values)
        return cells(words, self._raw)


ROW_FORMATS: dict[str, RowFormat] = {
    "text": RowFormat(), "jsonl": _JsonLines(), "csv": _Csv(raw=False), "csv-raw": _Csv(raw=True),
}  # fmt: skip
