"""Findings that repeat in a file, in text: the first are shown one by one, the others are counted in a line.

Archives repeat one fault on every game. What differs only by place is one thing said again: the first SHOWN are
written as they come; behind the file's findings follows a line with how many there are in all, and which game is the
first. Of a rule that speaks of how a file is written rather than of a game (`Rule.once`) the first alone is shown,
whatever it says. A line never stands for a single finding: that one is written itself.

Findings come block by block from workers and are counted here, in the order of the input, so that neither the size
of blocks nor the number of workers shows. Memory: KNOWN different things said of a file are counted; what is said
for the first time behind so many is written each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pgnfen.audit.finding import Placed, Remark
from pgnfen.audit.rule import REGISTRY
from pgnfen.report.findings import FindingsReport, tail_of, text_of
from pgnfen.report.terminal_text import quoted
from pgnfen.words import counted

SHOWN = 3
KNOWN = 10_000

Said = tuple[bytes, int]  # what is said again and again, without its place, and how many of it are shown one by one
Entry = tuple[Said, bytes, int, int]  # of a finding what is said, the end of its line, its line (from 1) and game


class Folded(NamedTuple):
    """The findings of a block whose first game has this number."""

    path: str
    number: int
    findings: list[Entry]


class FoldingReport:
    """Says the findings of blocks for Folds; what is said of a remark is remembered."""

    def __init__(self) -> None:
        self._known: dict[Remark, tuple[Said, bytes]] = {}

    def lines(self, found: Sequence[Placed], path: str, number: int) -> Folded:
        """The findings of the block whose first game has this number."""
        known = self._known
        entries = [(*(known.get(remark) or self._say(remark)), line, game) for remark, game, line, _ in found]
        return Folded(path, number, entries)

    def _say(self, remark: Remark) -> tuple[Said, bytes]:
        if len(self._known) >= FindingsReport.REMEMBERED:
            self._known.clear()
        said = text_of(remark)
        known = self._known[remark] = (what_is_said(remark, said), tail_of(remark, said))
        return known


def what_is_said(remark: Remark, said: bytes | None = None) -> Said:
    """What a finding says again and again, and how many of it are shown; `said`: its text_of, where it is known."""
    rule = REGISTRY[remark.code]
    if rule.once:
        return f"{remark.code} {remark.name} {remark.severity}: {rule.summary.rstrip('.')}\n".encode(), 1
    return _without_column(said or text_of(remark)), SHOWN


def _without_column(said: bytes) -> bytes:
    """What is said of a record, but for the place in it.

    >>> _without_column(b"F701 epd-operations info: column 78: no operation")
    b'F701 epd-operations info: no operation'
    """
    if b": column " not in said:
        return said
    head, colon, message = said.partition(b": ")
    place, _, rest = message.partition(b": ")
    return head + colon + (rest if place.startswith(b"column ") and place[7:].isdigit() else message)


class Count:
    """How often a thing is said of a file, in how many games, the first and the last of them; how many are shown so
    far, and the first line that is not."""

    __slots__ = ("findings", "first", "games", "held", "last", "shown")

    def __init__(self, game: int) -> None:
        self.findings = self.games = self.last = self.shown = 0
        self.first, self.held = game, b""


class Folds:
    """Joins the findings of blocks, in the order of the input."""

    def __init__(self) -> None:
        self._path, self._quoted = "", quoted("").encode()
        self._known: dict[Said, Count] = {}

    def put(self, block: Folded) -> bytes:
        """The lines to write now: what is left of another file, and those of the block."""
        lines = [self.end()] if block.number == 1 or block.path != self._path else []
        if lines:
            self._path, self._quoted = block.path, quoted(block.path).encode()
        for said, tail, line, game in block.findings:
            known = self._known.get(said)
            if known is None:
                if len(self._known) >= KNOWN:
                    lines.append(self.written(tail, line, game))
                    continue
                known = self._known[said] = Count(game)
            known.findings += 1
            known.games += known.last != game
            known.last = game
            if known.shown < said[1]:
                known.shown += 1
                lines.append(self.written(tail, line, game))
            elif not known.held:
                known.held = self.written(tail, line, game)
        return b"".join(lines)

    def end(self) -> bytes:
        """The lines that stand for what was not shown of the file that ends."""
        lines = []
        for said, known in self._known.items():
            left = known.findings - known.shown
            if left == 1:
                lines.append(known.held)
            elif left:
                lines.append(self.line(said[0], known))
        self._known.clear()
        return b"".join(lines)

    def written(self, tail: bytes, line: int, game: int) -> bytes:
        """The line of a finding."""
        return b"%b:%d: game %d%b" % (self._quoted, line, game, tail)

    def line(self, said: bytes, known: Count) -> bytes:
        """A line that stands for all findings that say the same of the file."""
        times = f"{known.findings:,} times in " if known.findings != known.games else ""
        head = f": {times}{counted(known.games, 'game')}, first: game {known.first}: "
        return self._quoted + head.encode() + said
