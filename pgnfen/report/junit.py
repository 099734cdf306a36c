"""Findings as JUnit XML: a suite for each input, in it a case for each rule that found something; one that passes where
none did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from pgnfen.audit.rule import REGISTRY
from pgnfen.report.evidence import Shown
from pgnfen.report.outcome import Needs, Outcome
from pgnfen.report.terminal_text import message, quoted
from pgnfen.report.values import utf8
from pgnfen.words import counted

_LINES = 20
"""Findings of a rule in an input that are said one by one; the others are counted."""


@dataclass(slots=True)
class _Case:
    """What a rule found in an input; `fails`: something that is more than info."""

    findings: int = 0
    fails: bool = False
    lines: list[str] = field(default_factory=list)


class Junit:
    """See Document. Memory: _LINES findings of each rule in each input."""

    needs: Needs = "place"

    def __init__(self) -> None:
        self._suites: dict[str, dict[str, _Case]] = {}
        self.notes: list[str] = []

    def put(self, path: str, found: Sequence[Shown], hashes: Sequence[str]) -> bytes:
        """See Document."""
        cases = self._suites.setdefault(quoted(path), {})
        for one in found:
            remark, game, line, _ = one.placed
            case = cases.setdefault(remark.code, _Case())
            case.findings += 1
            case.fails |= remark.severity != "info"
            if len(case.lines) < _LINES:
                case.lines.append(f"line {line}: game {game}: {remark.severity}: {message(remark)}")
        return b""

    def end(self, outcome: Outcome) -> bytes:
        """See Document."""
        suites = [_suite(name, cases) for name, cases in self._suites.items()]
        tests, failures, unread = sum(map(_tests, self._suites.values())), sum(one[1] for one in suites), outcome.unread
        head = f'name="pgnfen audit" tests="{tests + len(unread)}" failures="{failures}" errors="{len(unread)}"'
        body = "".join(text for text, _ in suites) + (_errors(unread) if unread else "")
        return utf8(f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites {head}>\n{body}</testsuites>\n')


def _tests(cases: dict[str, _Case]) -> int:
    return len(cases) or 1


def _suite(name: str, cases: dict[str, _Case]) -> tuple[str, int]:
    """The suite of an input, and how many of its cases fail."""
    attribute = quoteattr(name)
    lines = [f'    <testcase classname={attribute} name="pgnfen audit"/>\n'] if not cases else []
    for code, case in cases.items():
        text = escape("\n".join(case.lines))
        if case.findings > _LINES:
            text += f"\n... and {case.findings - _LINES:,} more"
        title = f"{code} {REGISTRY[code].name}"
        said = quoteattr(f"{counted(case.findings, 'finding')}: {REGISTRY[code].summary}")
        inside = f'<failure type="{code}" message={said}>{text}</failure>'
        if not case.fails:
            inside = f"<system-out>{text}</system-out>"
        lines.append(f'    <testcase classname={attribute} name="{title}">{inside}</testcase>\n')
    failures = sum(case.fails for case in cases.values())
    head = f'  <testsuite name={attribute} tests="{_tests(cases)}" failures="{failures}" errors="0">\n'
    return head + "".join(lines) + "  </testsuite>\n", failures


def _errors(unread: list[str]) -> str:
    """Inputs that could not be read, as a suite."""
    cases = "".join(
        f'    <testcase classname="inputs" name={quoteattr(line)}><error message={quoteattr(line)}/></testcase>\n'
        for line in unread
    )
    count = f'tests="{len(unread)}" failures="0" errors="{len(unread)}"'
    return f'  <testsuite name="inputs" {count}>\n{cases}  </testsuite>\n'
