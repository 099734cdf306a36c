"""Text as a terminal shows it: columns of each character, carets that stand under the right ones, colors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pgnfen.errors import InputError, PgnfenError
from pgnfen.lazy import deferred

with deferred:
    import unicodedata

if TYPE_CHECKING:
    from pgnfen.audit.finding import Finding, Remark, Severity


def shown(char: str) -> str:
    r"""A character as it is printed: what is not printable (a tab, a control character) by its escape.

    >>> shown("\t"), shown("a"), shown("\u200b"), shown("\ufeff")
    ('\\t', 'a', '\\u200b', '\\ufeff')
    """
    return char if char.isprintable() else char.encode("unicode_escape", "backslashreplace").decode("ascii")


def width(char: str) -> int:
    r"""The columns that a character takes as it is printed: none for a combining mark, two for a wide character.

    >>> width("\t"), width("a"), width("\u738b"), width("\u0332")
    (2, 1, 2, 0)
    """
    if not char.isprintable():
        return len(shown(char))
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def columns(text: str) -> int:
    r"""The columns that a text takes as it is printed.

    >>> columns("a\tb"), columns("\u738b")
    (4, 2)
    """
    return len(text) if text.isascii() and text.isprintable() else sum(map(width, text))


def printable(text: str) -> str:
    """A line of foreign text as it is printed."""
    return text if text.isprintable() else "".join(map(shown, text))


def message(remark: Remark | Finding, printed: Callable[[str], str] = printable) -> str:
    """What a finding says, and what is expected, as it is printed."""
    expected = f" (expected: {printed(remark.expected)})" if remark.expected else ""
    return printed(remark.message) + expected


_ESCAPES = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}


def quoted(name: str) -> str:
    r"""The name of an input as it is printed: one with characters that are not printable in quotes, and these by their
    bytes, as git does it. Shells read that in $'...'.

    >>> print(quoted("a b.pgn"), quoted("a\x1b[1m\n.pgn"), quoted("\udcff"))
    a b.pgn "a\033[1m\n.pgn" "\377"
    """
    if name.isprintable():
        return name
    return '"' + "".join(char if char.isprintable() and char not in '"\\' else _escaped(char) for char in name) + '"'


def _escaped(char: str) -> str:
    if ord(char) in _ESCAPES:
        return "\\" + _ESCAPES[ord(char)]
    surrogate = "\udc80" <= char <= "\udcff"  # a byte of a name that is no UTF-8
    data = bytes([ord(char) & 0xFF]) if surrogate else char.encode("utf-8", "surrogatepass")
    return "".join(f"\\{byte:03o}" for byte in data)


def error_line(error: PgnfenError) -> str:
    """An error in a line, as it is printed."""
    if isinstance(error, InputError):
        return f"{quoted(error.name)}: {printable(error.reason)}"
    return printable(str(error))


def carets(text: str, column: int, length: int) -> str:
    r"""Blanks and carets that mark `length` characters from `column` (0-based) of a line printed by `printable`.

    At the end of the line the caret stands behind it.

    >>> carets("ab\tcd", 3, 2), carets("\u738bx", 1, 1), carets("ab", 2, 1)
    ('    ^^', '  ^', '  ^')
    """
    before = columns(text[:column])
    under = columns(text[column : column + length])
    return " " * before + "^" * max(1, under)


_SEVERITIES: dict[Severity, str] = {"error": "1;31", "warning": "33", "info": "36"}


class Colors:
    r"""Puts text in colors, if that is wanted.

    >>> Colors(True).code("C201"), Colors(False).code("C201")
    ('\x1b[1mC201\x1b[0m', 'C201')
    """

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted

    def severity(self, severity: Severity, text: str) -> str:
        """Text in the color of a severity."""
        return self._in(_SEVERITIES[severity], text)

    def code(self, text: str) -> str:
        """A rule's code."""
        return self._in("1", text)

    def path(self, text: str) -> str:
        """The name of an input."""
        return self._in("1;35", text)

    def soft(self, text: str) -> str:
        """What is said by the way."""
        return self._in("2", text)

    def gone(self, text: str) -> str:
        """What a repair takes away."""
        return self._in("31", text)

    def come(self, text: str) -> str:
        """What a repair puts in its place."""
        return self._in("32", text)

    def _in(self, number: str, text: str) -> str:
        return f"\x1b[{number}m{text}\x1b[0m" if self.wanted and text else text
