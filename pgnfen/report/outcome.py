"""What an audit came to, and what its findings say, file by file, each thing once: for reports of the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pgnfen.audit.finding import Remark
from pgnfen.report.evidence import Shown
from pgnfen.report.findings import KNOWN, Said, what_is_said
from pgnfen.report.terminal_text import quoted

Needs = Literal["place", "fingerprint", "evidence"]
"""Of findings: the line that each stands on, that and the hash of its game, or all that it is looked at with."""


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
        """Findings of a block of the input of that name, or none, with the hashes of their games where these are
        needed; what is to be written now."""
        ...

    def end(self, outcome: Outcome) -> bytes:
        """The rest."""
        ...


@dataclass(slots=True)
class Repeated:
    """A thing that is said of a file: of how many games, in how many findings; `first` of them."""

    path: str
    first: Shown
    findings: int = 0
    games: int = 0
    last: int = 0


class Repeats:
    """Counts what is said of each file. Memory: KNOWN things are kept apart, the others are counted in `left`."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, Said], Repeated] = {}
        self._keys: dict[Remark, Said] = {}
        self.left = 0

    def add(self, path: str, found: Sequence[Shown]) -> None:
        """Note findings of an input."""
        name = quoted(path)
        for one in found:
            remark, game = one.placed.remark, one.placed.game
            key = name, self._keys.get(remark) or self._key(remark)
            known = self._known.get(key)
            if known is None:
                if len(self._known) >= KNOWN:
                    self.left += 1
                    continue
                known = self._known[key] = Repeated(name, one)
            known.findings += 1
            known.games += known.last != game
            known.last = game

    def _key(self, remark: Remark) -> Said:
        if len(self._keys) >= KNOWN:
            self._keys.clear()
        key = self._keys[remark] = what_is_said(remark)
        return key

    def all(self) -> list[Repeated]:
        """What is said, in the order in which it came."""
        return list(self._known.values())
