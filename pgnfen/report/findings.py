"""Findings as text, JSON Lines or CSV; how many there are, by rule, as rows and in the summary of an audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pgnfen.audit.catalog import all_rules
from pgnfen.audit.finding import SEVERITIES, Finding, Placed, Remark
from pgnfen.audit.rule import REGISTRY
from pgnfen.report.formats import ROW_FORMATS, Format
from pgnfen.report.terminal_text import message
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


def summary(
    games: int,
    inputs: int,
    counts: Mapping[tuple[str, str], int],
    with_findings: int,
    hidden: Mapping[str, int] | None = None,
) -> str:
    """The summary by rule: `counts` by (code, severity), lines in the order of the catalog; `hidden` by severity."""
    total = sum(counts.values())
    by_severity: Counter[str] = Counter()
    for (_, severity), count in counts.items():
        by_severity[severity] += count
    parts = ", ".join(f"{by_severity[severity]:,} {severity}" for severity in SEVERITIES)
    left = [severity for severity in SEVERITIES if hidden and hidden.get(severity)]
    none = "no findings to show" if left else "no findings"
    where = f" in {counted(with_findings, 'game')}" if with_findings else ""  # those in a file as a whole are in none
    found = f"{counted(total, 'finding')}{where} ({parts})" if total else none
    lines = [f"{counted(games, 'game')} in {counted(inputs, 'input')}: {found}"]
    width = max((len(f"{count:,}") for count in counts.values()), default=0)
    for rule in all_rules():
        for severity in SEVERITIES:
            count = counts.get((rule.code, severity), 0)
            if count:
                lines.append(f"  {count:>{width},}  {rule.code} {REGISTRY[rule.code].name} ({severity})")
    if hidden and left:
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
