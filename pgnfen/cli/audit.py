"""`pgnfen audit`: which findings are written, in which form, and where to."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, get_args

import click

from pgnfen.audit.finding import Finding, at_least
from pgnfen.cli.config import Config, ConfigOptions, RuleOptions, find, settled, show
from pgnfen.cli.declare import Choice, Options, command, command_line, grouped, option, path_option, register_of_command
from pgnfen.cli.options import ColorOptions, InputOptions, OutputOptions, RowOptions, StreamOptions
from pgnfen.cli.parquet import json_to_parquet
from pgnfen.cli.standard import Write, say
from pgnfen.cli.stream import Stream
from pgnfen.lazy import deferred
from pgnfen.report.audit_task import (
    AuditedBlock,
    AuditTask,
    AuditTaskOptions,
    Chooser,
    Counts,
    Fixes,
    FoundInBlock,
    with_files,
)
from pgnfen.report.findings import Folded, Folds, by_severity, count_rows, summary
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.terminal_text import quoted
from pgnfen.words import counted

with deferred:
    from pgnfen.report.arrow import schema_of
    from pgnfen.report.baseline import Baseline
    from pgnfen.report.grouped import GroupedText
    from pgnfen.report.outcome import Outcome

if TYPE_CHECKING:
    import pyarrow as pa

    from pgnfen.report.baseline import Baseline
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
    folds, head = Folds(), b"" if stream.files is not None else task.report.head()
    total = Total()
    for result in results:
        if isinstance(result, FoundInBlock):
            left = [result.findings[number] for number in chooser.choose(result)]
            result = task.written(left, result.number, by_severity(result.hidden), result.path)
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
        outcome.hidden += by_severity(result.hidden)
        if result.number:  # what is found in a file as a whole is of no game
            outcome.games_with += len({one.placed.game for one in found})
    outcome.games, outcome.inputs, outcome.unread = stream.games, stream.read + stream.cut_off, stream.unread.lines
    outcome.known, outcome.ignored = chooser.known, chooser.ignored
    if not quiet:
        write(document.end(outcome))
    for note in document.notes:
        say(note)
    return Total(outcome.counts, outcome.hidden, outcome.games_with)


class BaselineOptions(Options):
    """Findings that are known."""

    baseline: str | None = path_option(
        "--baseline", use="both", group="Selection", metavar="FILE",
        help="Read a baseline from FILE; show and count only the findings that are not in it.",
    )
    update_baseline: bool = option(
        "--update-baseline", group="Selection", is_flag=True,
        help="Write all current findings to the --baseline file.",
    )
    prune_baseline: bool = option(
        "--prune-baseline", group="Selection", is_flag=True,
        help="Remove findings that no longer occur from the --baseline file.",
    )

    @property
    def written(self) -> bool:
        """Whether the file is to be written."""
        return self.update_baseline or self.prune_baseline

    def read(self, config: Config) -> Baseline | None:
        """The baseline that is named here, or in the configuration. Raises UsageError where none is, and one is to be
        written."""
        file = self.baseline
        if file is None and (file := config.file_of("baseline")) is not None:
            register_of_command().add("the baseline of the configuration", file, "both")
        if file is None and self.written:
            raise click.UsageError("--update-baseline and --prune-baseline need --baseline FILE")
        if file is None:
            return None
        baseline = Baseline(file)
        if not baseline.exists and self.prune_baseline and not self.update_baseline:
            raise click.UsageError(f"--prune-baseline: {quoted(file)} does not exist; --update-baseline creates it")
        if not baseline.exists and not self.written:
            say(f"{quoted(file)} does not exist, so every finding is new; --update-baseline creates it")
        return baseline


class ReportOptions(Options):
    """What is written, and in which form."""

    exit_zero: bool = option(
        "--exit-zero", group="Output", is_flag=True, help="Exit with 0 even if there are findings.",
    )
    each: bool = option(
        "--each", group="Output", is_flag=True, help=(
            "Show every finding in text output, including those that repeat in a file."
        ),
    )
    with_summary: bool = option(
        "--summary/--no-summary", group="Output", default=True,
        help="Show the number of findings per rule on standard error (default: yes).",
    )
    rows: RowOptions = grouped(
        RowOptions, changed={"format_": {"type": Choice([*FORMATS, "parquet", *DOCUMENTS])}}
    )
    color: ColorOptions = grouped(ColorOptions)
    statistics: bool = option(
        "--statistics", group="Output", is_flag=True,
        help="Write the number of findings and fixes per rule instead of the findings.",
    )
    silent: bool = option(
        "--quiet", "-q", group="Output", is_flag=True,
        help="Write only error messages, no report; the exit status gives the result.",
    )
    output: OutputOptions = grouped(
        OutputOptions, changed={"output": {"help": "Write the report to FILE (default: standard output)."}}
    )

    @property
    def parquet(self) -> bool:
        """Whether findings become rows of Parquet."""
        return self.rows.format_ == "parquet"

    @property
    def lines(self) -> Format:
        """The form of findings that are lines."""
        format = self.rows.format
        return "jsonl" if self.parquet else format if format in get_args(Format) else "text"

    @property
    def document(self) -> Document | None:
        """The report that is one whole; None where findings are lines."""
        to_stdout, color = self.output.output == "-", self.color
        return document_of(self.rows.format, to_stdout and color.colored, self.each, to_stdout and color.for_people)


class AuditOptions(Options):
    """What `pgnfen audit` is asked for."""

    inputs: InputOptions = grouped(InputOptions)
    rules: RuleOptions = grouped(RuleOptions)
    candidates: bool = option(
        "--candidates", group="Selection", is_flag=True,
        help=(
        "For an illegal or ambiguous move (R101, R102), search for the move that was probably meant. This "
        "takes some milliseconds per such game."
    ),
    )
    baseline: BaselineOptions = grouped(BaselineOptions)
    config: ConfigOptions = grouped(ConfigOptions)
    report: ReportOptions = grouped(ReportOptions)
    stream: StreamOptions = grouped(StreamOptions)

    def check(self) -> None:
        """Raises UsageError for options that mean nothing together."""
        if self.report.statistics and self.report.rows.format_ in (*DOCUMENTS, "parquet"):
            raise click.UsageError("--statistics needs --format text, jsonl or csv")
        if self.baseline.update_baseline and self.report.output.output != "-":
            raise click.UsageError("--update-baseline writes no report; remove --output")

    @property
    def quiet(self) -> bool:
        """Whether no finding is written."""
        report = self.report
        silent = report.silent and report.output.output == "-"
        return silent or report.statistics or self.baseline.update_baseline


@command(AuditOptions)
def audit(options: AuditOptions) -> int:
    """Report what is wrong with tags, FENs and moves.

    Each finding is one line. `pgnfen rules` lists the rules, `pgnfen rules C201` explains one.

    Each line of an .epd or .fen file is a record: it is checked as a start without moves.

    With --format text, if a finding repeats in a file, the first ones are shown and one line counts all of them; jsonl
    and csv list every finding.

    pgnfen.toml, or [tool.pgnfen] in pyproject.toml, in the folder of the inputs or above it, can set select, ignore,
    severity, fail-on, standard, position-tag, baseline and per-file-ignores.

    \b
    Exit status:
      0  no findings at or above --fail-on SEVERITY
      1  findings at or above --fail-on SEVERITY
      2  a usage error, or an input that cannot be read

    \b
    Examples:
      pgnfen audit sample_pgn
      pgnfen audit --select C,E --severity error --format jsonl sample_pgn
    """
    config = find(options.inputs.inputs, options.config)
    rules, inputs = settled(config, options.rules, options.inputs)
    if options.config.show_config:
        show(config, rules, inputs)
        return 0
    options.check()
    baseline = options.baseline.read(config)
    codes = tuple(rule.code for rule in rules.rules())
    chooser = Chooser(config.ignores(), baseline, codes)
    least, named = rules.shown(codes)
    if baseline is not None:
        baseline.show(codes, least, named)
    document = options.report.document if not options.quiet else None
    chosen = chooser.chooses or document is not None
    shows = document.needs if document is not None else None
    task = AuditTask(AuditTaskOptions(
        codes, least, named, options.report.with_summary, options.report.lines, options.report.each, chosen, shows,
        inputs.default_variant, inputs.declaring, options.candidates, baseline is not None or shows == "fingerprint",
    ))  # fmt: skip
    stream = Stream(inputs, options.stream)
    parts = stream.writes_parts(options.report.output.output)
    if parts and (chosen or options.quiet or options.report.rows.format == "text"):
        raise click.UsageError(
            "files of parts (-o with *) need --format jsonl, csv or parquet, and no baseline, per-file-ignores or "
            "--statistics"
        )
    with _report(options, stream, task.report.head()) as write:
        results, quiet = with_files(stream.map(task), task), options.quiet
        if document is not None:
            file = str(config.file or "")
            total = write_document(results, document, chooser, stream, quiet=quiet, write=write, configuration=file)
        else:
            total = write_lines(results, task, chooser, stream, quiet=quiet, write=write)
        if options.report.statistics:
            write(count_rows(total.counts, total.fixes, options.report.lines))
    _write_baseline(options.baseline, baseline, stream, total.counts.total() + chooser.known)
    if options.baseline.update_baseline:
        return stream.status(0)
    _say_summary(options, stream, total, chooser)
    fails = any(severity in at_least(rules.fail_on) for _, severity in total.counts)
    return stream.status(1 if fails and not options.report.exit_zero else 0)


@contextmanager
def _report(options: AuditOptions, stream: Stream, head: bytes) -> Iterator[Write]:
    """What findings are written to."""
    output, parquet = options.report.output.output, options.report.parquet and not options.quiet
    with stream.destination(output, head, _lines, _schema if parquet else None) as out, ExitStack() as stack:
        parquet = parquet and stream.files is None
        yield stack.enter_context(json_to_parquet(out, output, _schema)) if parquet else out


def _lines(result: AuditedBlock) -> tuple[bytes | Folded, AuditedBlock]:
    return result.lines, result._replace(lines=b"")


def _schema() -> pa.Schema:
    return schema_of(Finding)


def _write_baseline(options: BaselineOptions, baseline: Baseline | None, stream: Stream, known: int) -> None:
    """Write the baseline where that is asked for; `known`: how many findings it has then."""
    if baseline is None or not options.written:
        return
    if stream.unread:
        say(f"{quoted(baseline.file)}: not written because some inputs could not be read")
        return
    baseline.write(prune_only=not options.update_baseline)
    if options.update_baseline:
        say(f"{quoted(baseline.file)}: {counted(known, 'finding')} in the baseline")


def _say_summary(options: AuditOptions, stream: Stream, total: Total, chooser: Chooser) -> None:
    """The summary, on standard error."""
    report = options.report
    if not report.with_summary or report.statistics or report.silent:
        return
    say(summary(stream.games, stream.read + stream.cut_off, total.counts, total.games_with, total.hidden))
    for line in chooser.summary(total.counts.total(), not stream.unread, options.baseline.prune_baseline):
        say(line)
