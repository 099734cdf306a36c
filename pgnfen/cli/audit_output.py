"""What `pgnfen audit` writes: which findings, in which form, and where to."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

from pgnfen.cli.audit_task import Counts, Found, Result, Task
from pgnfen.cli.config import Ignores, say_useless
from pgnfen.cli.standard import Write, say
from pgnfen.report.columns import counted, quoted
from pgnfen.report.folds import Folds

if TYPE_CHECKING:
    from pgnfen.cli.stream import Stream
    from pgnfen.report.baseline import Baseline
    from pgnfen.report.formats import Format
    from pgnfen.report.outcome import Document

ReportFormat: TypeAlias = (
    "Format | Literal['parquet', 'full', 'html', 'sarif', 'github', 'gitlab', 'junit', 'markdown']"
)
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


def document_of(format: str, colour: bool, each: bool, people: bool) -> Document | None:
    """The report of that form, for `people` who look at it; None where findings are lines."""
    if format == "text" and people:
        from pgnfen.report.grouped import GroupedText

        return GroupedText(colour, each)
    if format not in DOCUMENTS:
        return None
    module, _, name = DOCUMENTS[format].partition(":")
    kind: Callable[..., Document] = getattr(importlib.import_module(module), name)
    return kind(colour) if format == "full" else kind()


class Chooser:
    """Leaves out what files may hold (per-file-ignores) and what a baseline knows, and counts both."""

    def __init__(self, ignores: Ignores | None, baseline: Baseline | None) -> None:
        self.ignores, self.baseline = ignores, baseline
        self.known = self.ignored = 0

    def choose(self, found: Found) -> list[int]:
        """Which of the findings of a block are left (0-based)."""
        fitting = self.ignores.of(found.path) if self.ignores is not None else []
        left = []
        if self.baseline is not None:
            self.baseline.read(found.path, tuple(code for _, code in fitting))
        for number, (one, digest) in enumerate(zip(found.findings, found.hashes, strict=True)):
            remark = one.remark
            if self.ignores is not None and fitting and self.ignores.silences(fitting, remark.code):
                self.ignored += 1
            elif self.baseline is None or self.baseline.is_new(found.path, digest, remark):
                left.append(number)
            else:
                self.known += 1
        return left

    def say(self, new: int, whole: bool, pruned: bool = False) -> None:
        """What was left out, and what is left out for nothing; what is gone only where the inputs were read `whole`;
        `pruned`: it has been taken out of the baseline."""
        if self.baseline is not None:
            say(f"{self.known:,} known, {new:,} new ({quoted(self.baseline.file)})")
            gone = self.baseline.gone().total() if whole else 0
            if gone:
                what = f"{counted(gone, 'known finding')} no longer occur{'s' if gone == 1 else ''}"
                say(f"{what}{', and taken out' if pruned else ': --prune-baseline'}")
        if self.ignored:
            say(f"{self.ignored:,} ignored (per-file-ignores)")
        say_useless(self.ignores)


class Total:
    """What was found in all; see report.outcome.Outcome."""

    def __init__(
        self, counts: Counts | None = None, hidden: Counter[str] | None = None, games_with: int = 0
    ) -> None:
        self.counts: Counts = counts or Counter()
        self.hidden: Counter[str] = hidden or Counter()
        self.games_with = games_with


def write_lines(
    results: Iterable[Result | Found], task: Task, chooser: Chooser, stream: Stream, *, quiet: bool, write: Write
) -> Total:
    """Write findings as they come, `quiet`: nothing of them; what was found in all."""
    folds, head = Folds(), task.report.head()
    total = Total()
    for result in results:
        if isinstance(result, Found):
            left = [result.findings[number] for number in chooser.choose(result)]
            result = task.written(left, result.number, result.hidden, result.path)
        lines = result.lines if isinstance(result.lines, bytes) else folds.put(result.lines)
        stream.found += result.counts.total()
        if not quiet and (head or lines):
            with stream.writing():
                write(head + lines)
        head = b""
        total.counts += result.counts
        total.hidden += result.hidden
        total.games_with += result.games
    if not quiet:
        write(folds.end() + (head if stream.read else b""))  # there was no game in it
    return total


def write_document(
    results: Iterable[Result | Found], document: Document, chooser: Chooser, stream: Stream, *, quiet: bool,
    write: Write,
) -> Total:  # fmt: skip
    """As write_lines, a report that is one whole."""
    from pgnfen.report.outcome import Outcome

    outcome = Outcome()
    for result in results:
        assert isinstance(result, Found) and result.shown is not None
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
