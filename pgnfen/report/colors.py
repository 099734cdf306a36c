"""Colors of a terminal, or none."""

from __future__ import annotations

from pgnfen.audit.finding import Severity

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
