"""Findings as workflow commands of GitHub Actions, which shows them beside the lines that they speak of.

GitHub shows ten of each severity a step: a thing that is said of a file is one annotation, and errors come first.
"""

from __future__ import annotations

from collections.abc import Sequence

from pgnfen.audit.finding import SEVERITIES
from pgnfen.inputs.names import slashed
from pgnfen.report.evidence import Shown
from pgnfen.report.outcome import Needs, Outcome, Repeated, Repeats
from pgnfen.report.terminal_text import message
from pgnfen.report.values import utf8

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


class GithubAnnotations:
    """See Document."""

    needs: Needs = "place"

    def __init__(self) -> None:
        self._repeats = Repeats()
        self.notes: list[str] = []

    def put(self, path: str, found: Sequence[Shown], hashes: Sequence[str]) -> bytes:
        """See Document."""
        self._repeats.add(path, found)
        return b""

    def end(self, outcome: Outcome) -> bytes:
        """See Document."""
        said = sorted(self._repeats.all(), key=lambda one: SEVERITIES.index(one.first.placed.remark.severity))
        if self._repeats.left:
            self.notes.append(f"{self._repeats.left:,} findings are not annotated")
        return utf8("".join(map(_command, said)))


def _command(one: Repeated) -> str:
    r"""A line.

    >>> "a:b,c%\n".translate(_PROPERTY)
    'a%3Ab%2Cc%25%0A'
    """
    remark, _, line, _ = one.first.placed
    column, length = one.first.excerpt.column, one.first.excerpt.length
    places = {"file": slashed(one.path).removeprefix("./"), "line": str(line)}
    if column is not None:
        places |= {"col": str(column)} | ({"endColumn": str(column + length)} if length else {})
    places["title"] = f"{remark.code} {remark.name}"
    properties = ",".join(f"{key}={value.translate(_PROPERTY)}" for key, value in places.items())
    more = f" (and {one.findings - 1:,} more in this file)" if one.findings > 1 else ""
    text = f"game {one.first.placed.game}: {message(remark)}{more}"
    return f"::{_COMMANDS[remark.severity]} {properties}::{text.translate(_DATA)}\n"
