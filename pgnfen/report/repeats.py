"""What findings say, file by file, each thing once: where it stands first, and how often it comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pgnfen.audit.finding import Remark
from pgnfen.report.evidence import Shown
from pgnfen.report.findings import KNOWN, Said, what_is_said
from pgnfen.report.terminal_text import quoted


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
