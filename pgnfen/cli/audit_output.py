"""What `pgnfen audit` writes: which findings, in which form, and where to."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from pgnfen.cli.declare import command_line
from pgnfen.cli.standard import Write, say
from pgnfen.lazy import deferred
from pgnfen.report.audit_task import AuditedBlock, AuditTask, Chooser, Counts, Fixes, FoundInBlock
from pgnfen.report.folds import Folds

with deferred:
    from pgnfen.report.grouped import GroupedText
    from pgnfen.report.outcome import Outcome

if TYPE_CHECKING:
    from pgnfen.cli.stream import Stream
    from pgnfen.report.outcome import Document

DOCUMENTS = {
    "full": "pgnfen.report.full:FullText",
    "html": "pgnfen.report.html_page:HtmlPage",
    "sarif": "pgnfen.report.sarif:Sarif",
    "github": "pgnfen.report.github:GithubAnnotations",
    "gitlab": "pgnfen.report.gitlab:GitlabCodeQuality",
    "junit": "pgnfen.report.junit:Junit",
    "markdown": "pgnfen.report.markdown:Markdown",
}
"""The forms of a report that is one whole; each is imported when it is asked for."""


def document_of(format: str, color: bool, each: bool, people: bool) -> Document | None:
    """The report of that form, for `people` who look at it; None where findings are lines."""
    if format == "text" and people:
        return GroupedText(color, each)
    if format not in DOCUMENTS:
        return None
    module, _, name = DOCUMENTS[format].partition(":")
    kind: Callable[..., Document] = getattr(importlib.import_module(module), name)
    return kind(color) if format == "full" else kind()


class Total:
    """What was found in all; see report.outcome.Outcome. `fixes`: how many findings have a fix."""

    def __init__(
        self, counts: Counts | None = None, hidden: Counter[str] | None = None, games_with: int = 0
    ) -> None:
        self.counts: Counts = counts or Counter()
        self.hidden: Counter[str] = hidden or Counter()
        self.games_with = games_with
        self.fixes: Fixes = Counter()


def write_lines(
    results: Iterable[AuditedBlock | FoundInBlock], task: AuditTask, chooser: Chooser, stream: Stream, *, quiet: bool,
    write: Write,
) -> Total:  # fmt: skip
    """Write findings as they come, `quiet`: nothing of them; what was found in all."""
    folds, head = Folds(), task.report.head()
    total = Total()
    for result in results:
        if isinstance(result, FoundInBlock):
            left = [result.findings[number] for number in chooser.choose(result)]
            result = task.written(left, result.number, result.hidden, result.path)
        lines = result.lines if isinstance(result.lines, bytes) else folds.put(result.lines)
        stream.found += result.counts.total()
        if not quiet and (head or lines):
            with stream.writing():
                write(head + lines)
        head = b""
        total.counts += result.counts
        total.fixes += result.fixes
        total.hidden += result.hidden
        total.games_with += result.games
    if not quiet:
        write(folds.end() + (head if stream.read else b""))  # there was no game in it
    return total


def write_document(
    results: Iterable[AuditedBlock | FoundInBlock], document: Document, chooser: Chooser, stream: Stream, *,
    quiet: bool, write: Write, configuration: str,
) -> Total:  # fmt: skip
    """As write_lines, a report that is one whole."""
    outcome = Outcome(command_line(), configuration)
    for result in results:
        assert isinstance(result, FoundInBlock) and result.shown is not None
        left = chooser.choose(result)
        found = [result.shown[number] for number in left]
        stream.found += len(found)
        if not quiet:
            text = document.put(result.path, found, [result.hashes[number] for number in left])
            with stream.writing():
                write(text)
        outcome.counts.update((one.placed.remark.code, one.placed.remark.severity) for one in found)
        outcome.hidden += result.hidden
        if result.number:  # what is found in a file as a whole is of no game
            outcome.games_with += len({one.placed.game for one in found})
    outcome.games, outcome.inputs, outcome.unread = stream.games, stream.read + stream.cut_off, stream.unread.lines
    outcome.known, outcome.ignored = chooser.known, chooser.ignored
    if not quiet:
        write(document.end(outcome))
    for note in document.notes:
        say(note)
    return Total(outcome.counts, outcome.hidden, outcome.games_with)
