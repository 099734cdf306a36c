"""Findings as text, JSON Lines or CSV; how many there are, by rule, as rows and in the summary of an audit.

Archives repeat one fault on every game. What differs only by place is one thing said again: the first SHOWN are
written as they come; behind the file's findings follows a line with how many there are in all, and which game is the
first. Of a rule that speaks of how a file is written rather than of a game (`Rule.once`) the first alone is shown,
whatever it says. A line never stands for a single finding: that one is written itself.

Findings come block by block from workers and are counted here, in the order of the input, so that neither the size
of blocks nor the number of workers shows. Memory: KNOWN different things said of a file are counted; what is said
for the first time behind so many is written each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pgnfen.audit.catalog import all_rules
from pgnfen.audit.finding import SEVERITIES, Finding, Placed, Remark
from pgnfen.audit.rule import REGISTRY
from pgnfen.report.formats import ROW_FORMATS, Format
from pgnfen.report.terminal_text import message, quoted
from pgnfen.words import counted


class FindingsReport:
    """Writes findings in one format, a line each (in CSV a value may hold line ends).

    What does not depend on the place is remembered for each remark: archives repeat one fault on every game.
    """

    REMEMBERED = 8192

    def __init__(self, format: Format) -> None:
        self._format, self._text = ROW_FORMATS[format], format == "text"
        between = self._format.between
        numbers = [self._format.key(name) + b"%d" for name in Finding._fields[1:4]]
        self._place = b":%d: game %d" if self._text else between + between.join(numbers) + between
        self._tails: dict[Remark, bytes] = {}

    def head(self) -> bytes:
        """What stands before the first finding."""
        return self._format.head(Finding._fields)

    def lines(self, found: Iterable[Placed], path: str) -> bytes:
        """The lines of findings in the input of that name."""
        return b"".join(self.each(found, path))

    def each(self, found: Iterable[Placed], path: str) -> list[bytes]:
        """As lines, one by one."""
        tails, row, text = self._tails, self._format.path(path).replace(b"%", b"%%") + self._place, self._text
        return [
            row % ((line, game) if text else (game, line, offset)) + (tails.get(remark) or self._tail(remark))
            for remark, game, line, offset in found
        ]

    def _tail(self, remark: Remark) -> bytes:
        if len(self._tails) >= self.REMEMBERED:
            self._tails.clear()
        tail = tail_of(remark) if self._text else self._format.values(Remark._fields, remark) + self._format.end
        self._tails[remark] = tail
        return tail


def text_of(remark: Remark) -> bytes:
    """What a line of text says behind the place: code, severity, message, expected value, repair."""
    fix = f" [{remark.fix} fix]" if remark.fix else ""
    return f"{remark.code} {remark.name} {remark.severity}: {message(remark)}{fix}\n".encode()


def tail_of(remark: Remark, said: bytes | None = None) -> bytes:
    """The end of a line of text, from the ply on; `said`: its text_of, where it is known."""
    ply = b", ply %d" % remark.ply if remark.ply is not None else b""
    return ply + b": " + (said or text_of(remark))


def by_severity(counts: Mapping[tuple[str, str], int]) -> Counter[str]:
    """How many there are of each severity, where they are counted by code and severity."""
    found: Counter[str] = Counter()
    for (_, severity), count in counts.items():
        found[severity] += count
    return found


def summary(
    games: int,
    inputs: int,
    counts: Mapping[tuple[str, str], int],
    with_findings: int,
    hidden: Mapping[str, int] | None = None,
) -> str:
    """The summary by rule: `counts` by (code, severity), lines in the order of the catalog; `hidden` by severity."""
    total = sum(counts.values())
    of_all = by_severity(counts)
    parts = ", ".join(f"{of_all[severity]:,} {severity}" for severity in SEVERITIES)
    hidden = hidden or {}
    left = [severity for severity in SEVERITIES if hidden.get(severity)]
    none = "no findings to show" if left else "no findings"
    where = f" in {counted(with_findings, 'game')}" if with_findings else ""  # those in a file as a whole are in none
    found = f"{counted(total, 'finding')}{where} ({parts})" if total else none
    lines = [f"{counted(games, 'game')} in {counted(inputs, 'input')}: {found}"]
    width = max((len(f"{count:,}") for count in counts.values()), default=0)
    for rule in all_rules():
        for severity in SEVERITIES:
            if count := counts.get((rule.code, severity), 0):
                lines.append(f"  {count:>{width},}  {rule.code} {rule.name} ({severity})")
    if left:
        those = ", ".join(f"{hidden[severity]:,} of severity {severity}" for severity in left)
        lines.append(f"{those} not shown (--severity {left[-1]})")
    return "\n".join(lines)


_COUNTED = ("count", "code", "name", "severity", "safe_fixes", "unsafe_fixes")


def count_rows(
    counts: Mapping[tuple[str, str], int], fixes: Mapping[tuple[str, str, str], int], format: Format
) -> bytes:
    r"""A line for each rule and severity, the most frequent first; `counts` by code and severity, `fixes`: how many of
    them have a fix, by code, severity and fix.

    >>> counts = {("S101", "warning"): 2, ("C201", "error"): 30}
    >>> print(count_rows(counts, {("C201", "error", "safe"): 28}, "text").decode(), end="")
    30  C201  castling-not-declared  error    28 safe fixes
     2  S101  fen-without-setup      warning  no fix
    """
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    rows = []
    for (code, said), count in ordered:
        safe, unsafe = (fixes.get((code, said, fix), 0) for fix in ("safe", "unsafe"))
        rows.append((count, code, REGISTRY[code].name, said, safe, unsafe))
    if format != "text":
        how = ROW_FORMATS[format]
        return how.head(_COUNTED) + b"".join(how.begin + how.values(_COUNTED, row) + how.end for row in rows)
    if not rows:
        return b""
    width, longest = max(len(f"{row[0]:,}") for row in rows), max(len(row[2]) for row in rows)
    line = f"{{:>{width},}}  {{}}  {{:<{longest}}}  {{:<7}}  {{}}\n"
    return "".join(line.format(*row[:4], _fixes(row[4], row[5])) for row in rows).encode()


def _fixes(safe: int, unsafe: int) -> str:
    told = [counted(count, f"{fix} fix") for fix, count in (("safe", safe), ("unsafe", unsafe)) if count]
    return ", ".join(told) or "no fix"


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
