"""Rows of CSV (RFC 4180), with cells that no spreadsheet runs and no terminal obeys."""

from __future__ import annotations

from collections.abc import Iterable

from pgnfen.report.columns import quoted
from pgnfen.report.values import escaped, is_utf8, utf8

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


def path_cell(path: str, raw: bool = False) -> bytes:
    """The name of an input; one that is no UTF-8 is quoted as in text."""
    return cells([path if is_utf8(path) else quoted(path)], raw)
