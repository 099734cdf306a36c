"""What an audit came to, for reports that say it of the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pgnfen.report.evidence import Shown

Needs = Literal["place", "evidence"]
"""Of findings: the line that each stands on, or all that it is looked at with."""


@dataclass(slots=True)
class Outcome:
    """`command` is what was asked for, without options that change no finding, `configuration` its file; `counts` by
    code and severity, `games_with` how many games have a finding, `hidden` by severity what is not shown, `unread` the
    inputs that could not be read and why, `known` and `ignored` what was left out."""

    command: str = ""
    configuration: str = ""
    games: int = 0
    inputs: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    games_with: int = 0
    hidden: Counter[str] = field(default_factory=Counter)
    unread: list[str] = field(default_factory=list)
    known: int = 0
    ignored: int = 0


class Document(Protocol):
    """A report that is one whole: findings are put in, in order, and what is written comes at once or at the end.

    `notes` are what is to be said of it when it is complete: what was left out.
    """

    needs: Needs
    notes: list[str]

    def put(self, path: str, found: Sequence[Shown], hashes: Sequence[str]) -> bytes:
        """Findings of a block of the input of that name, or none, with the hashes of their games; what is to be written
        now."""
        ...

    def end(self, outcome: Outcome) -> bytes:
        """The rest."""
        ...
