"""Findings as text, JSON Lines or CSV, and the summary of an audit."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import astuple, fields

from pgnfen.audit.finding import SEVERITIES, Finding
from pgnfen.audit.rule import REGISTRY, all_rules
from pgnfen.report.tags import Format
from pgnfen.report.values import to_json

_COLUMNS = [field.name for field in fields(Finding)]


def head(format: Format) -> bytes:
    """What stands before the first finding."""
    return ",".join(_COLUMNS).encode() + b"\r\n" if format == "csv" else b""


def write_findings(findings: Iterable[Finding], format: Format) -> bytes:
    """Findings in one format, a line each (in CSV a value may hold line ends)."""
    if format == "csv":
        buffer = io.StringIO()
        csv.writer(buffer).writerows(astuple(finding) for finding in findings)
        return buffer.getvalue().encode("utf-8", "surrogatepass")
    if format == "jsonl":
        return b"".join(to_json(finding_json(finding)) + b"\n" for finding in findings)
    return "".join(map(text_line, findings)).encode("utf-8", "surrogatepass")


def finding_json(finding: Finding) -> dict[str, object]:
    """A finding under its JSON keys."""
    return dict(zip(_COLUMNS, astuple(finding), strict=True))


def text_line(finding: Finding) -> str:
    """A finding for the reader: place, game, code, severity, message, expected value, repair."""
    ply = f", ply {finding.ply}" if finding.ply is not None else ""
    expected = f" (expected: {_printable(finding.expected)})" if finding.expected is not None else ""
    fix = f" [{finding.fix} fix]" if finding.fix else ""
    return (
        f"{_printable(finding.path)}:{finding.line}: game {finding.game}{ply}: {finding.code} {finding.name} "
        f"{finding.severity}: {_printable(finding.message)}{expected}{fix}\n"
    )


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode() for c in text)


def summary(games: int, inputs: int, counts: Mapping[tuple[str, str], int], with_findings: int) -> str:
    """The summary by rule: `counts` by (code, severity), lines in the order of the catalogue."""
    total = sum(counts.values())
    by_severity: Counter[str] = Counter()
    for (_, severity), count in counts.items():
        by_severity[severity] += count
    parts = ", ".join(f"{by_severity[severity]} {severity}" for severity in SEVERITIES)
    lines = [
        f"{_count(games, 'game')} in {_count(inputs, 'input')}: "
        + (f"{_count(total, 'finding')} in {_count(with_findings, 'game')} ({parts})" if total else "no findings")
    ]
    width = max((len(str(count)) for count in counts.values()), default=0)
    for rule in all_rules():
        for severity in SEVERITIES:
            count = counts.get((rule.code, severity), 0)
            if count:
                lines.append(f"  {count:>{width}}  {rule.code} {REGISTRY[rule.code].name} ({severity})")
    return "\n".join(lines)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
