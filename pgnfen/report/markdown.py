"""Findings as Markdown, for a comment or the summary of a job: what was found by rule, and where each thing stands
first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pgnfen.audit.catalog import all_rules
from pgnfen.audit.finding import SEVERITIES
from pgnfen.lazy import regex
from pgnfen.report.evidence import Shown
from pgnfen.report.outcome import Needs, Outcome, Repeated, Repeats
from pgnfen.report.terminal_text import message, printable
from pgnfen.report.values import utf8
from pgnfen.words import counted

ROWS = 200
"""Things that are said of files and shown, the worst first; GitHub takes a comment of 65,536 characters."""
_SPECIAL = regex(r"[\\`*_{}\[\]<>()#+!|~&@$:]")


class Markdown:
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
        return utf8("\n".join(self._lines(outcome)) + "\n")

    def _lines(self, outcome: Outcome) -> Iterator[str]:
        total = outcome.counts.total()
        read = f"{counted(outcome.games, 'game')} in {counted(outcome.inputs, 'input')}"
        yield "## pgnfen audit"
        yield ""
        where = f" in {counted(outcome.games_with, 'game')}" if outcome.games_with else ""
        yield f"{read}: " + (f"**{counted(total, 'finding')}**{where}" if total else "no findings")
        for line in outcome.unread:
            yield f"\n> not read: {plain(line)}"
        if total:
            yield from _rules(outcome)
            yield from self._findings()

    def _findings(self) -> Iterator[str]:
        every = sorted(self._repeats.all(), key=lambda one: SEVERITIES.index(one.first.placed.remark.severity))
        yield from ("", "| file | line | game | finding | times |", "|---|--:|--:|---|--:|")
        for one in every[:ROWS]:
            yield _row(one)
        left = sum(one.findings for one in every[ROWS:]) + self._repeats.left
        if left:
            yield f"\n{counted(left, 'more finding')} not listed."


def _rules(outcome: Outcome) -> Iterator[str]:
    yield from ("", "| findings | rule | severity |", "|--:|---|---|")
    for rule in all_rules():
        for severity in SEVERITIES:
            if count := outcome.counts[rule.code, severity]:
                yield f"| {count:,} | {rule.code} {rule.name} | {severity} |"


def _row(one: Repeated) -> str:
    remark, game, line, _ = one.first.placed
    said = f"{remark.code} {remark.severity}: {message(remark, plain)}"
    return f"| {plain(one.path)} | {line} | {game} | {said} | {one.findings:,} |"


def plain(text: str) -> str:
    r"""Foreign text as text: nothing in it is markup.

    >>> print(plain("a|b <i> `x`"))
    a\|b \<i\> \`x\`
    """
    return _SPECIAL.sub(r"\\\g<0>", printable(text))
