"""`pgnfen audit`."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import click

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalogue import choose
from pgnfen.audit.finding import SEVERITIES, Remark, Severity, at_least
from pgnfen.audit.rule import Rule
from pgnfen.cli import options
from pgnfen.cli.options import split
from pgnfen.cli.standard import say, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.pgn.block import Block
from pgnfen.pgn.records import InputFormat
from pgnfen.report.findings import FindingsReport, summary
from pgnfen.report.folds import Folded, FoldingReport, Folds
from pgnfen.report.tags import Format

Counts = Counter[tuple[str, str]]
_DEFAULT: Severity = "warning"  # the least severity that is shown, and that fails


class _Asked(NamedTuple):
    """What is looked for: rules by code, the least severity shown and the codes that are shown whatever theirs,
    whether what is not shown is counted, and the form of the output."""

    codes: tuple[str, ...]
    severity: Severity
    named: frozenset[str]
    counted: bool
    format: Format
    each: bool


class _Result(NamedTuple):
    """The findings of a block as lines, or as Folds wants them; how many by code and severity, in how many games;
    how many by severity are not shown."""

    lines: bytes | Folded
    counts: Counts
    games: int
    hidden: Counter[str]


class _Task:
    """Audits a block; the auditor is made where the work is done, for rules do not travel between processes."""

    def __init__(self, asked: _Asked) -> None:
        self.asked = asked
        every = asked.counted or asked.named
        self.shown = frozenset(at_least(asked.severity))
        self.auditor = Auditor(choose(asked.codes) if asked.codes else (), "info" if every else asked.severity)
        self.folding = FoldingReport() if asked.format == "text" and not asked.each else None
        self.report = FindingsReport(asked.format)

    def __reduce__(self) -> tuple[type[_Task], tuple[_Asked]]:
        return _Task, (self.asked,)

    @property
    def released(self) -> float:
        return self.auditor.released

    def __call__(self, block: Block, path: str) -> _Result:
        found = self.auditor.block(block)
        counts: Counts = Counter()
        hidden: Counter[str] = Counter()
        for remark, count in Counter(one.remark for one in found).items():
            if self.shows(remark):
                counts[remark.code, remark.severity] += count
            else:
                hidden[remark.severity] += count
        if hidden:
            found = [one for one in found if self.shows(one.remark)]
        if self.folding is not None:
            lines: bytes | Folded = self.folding.lines(found, path, block.number)
        else:
            lines = self.report.lines(found, path)
        return _Result(lines, counts, len({one.game for one in found}), hidden)

    def shows(self, remark: Remark) -> bool:
        """Whether a finding is shown."""
        return remark.severity in self.shown or remark.code in self.asked.named


def chosen_rules(select: tuple[str, ...], ignore: tuple[str, ...], standard: str) -> list[Rule]:
    """The rules that options choose; a usage error where an option names none."""
    if select and not split(select):
        raise click.UsageError("--select names no rule")
    try:
        return list(choose(split(select), split(ignore), standard))
    except ValueError as error:
        raise click.UsageError(str(error)) from None


@click.command()
@options.inputs
@click.option(
    "--select", metavar="CODES", multiple=True,
    help="Only these rules: codes or prefixes, with commas. What a code in full finds is shown whatever its severity.",
)
@click.option("--ignore", metavar="CODES", multiple=True, help="Not these rules; the longer prefix wins.")
@click.option(
    "--severity", type=click.Choice(SEVERITIES), default=None,
    help="The least severity shown (default: warning, or that of --fail-on if it is less).",
)
@click.option(
    "--fail-on", type=click.Choice(SEVERITIES), default=_DEFAULT, show_default=True,
    help="Exit with 1 if a finding that is shown has at least this severity.",
)
@click.option(
    "--standard", type=click.Choice(["1994", "1.1"]), default="1994", show_default=True, help="1.1 has no SetUp tag."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings.")
@click.option("--each", is_flag=True, help="In text: each finding, also those that repeat in a file.")
@click.option("--summary/--no-summary", "with_summary", default=True, help="Count by rule on standard error.")
@options.input_format
@options.output_format
@options.csv_raw
@options.stream
def audit(
    inputs: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: Severity | None,
    fail_on: Severity,
    standard: str,
    exit_zero: bool,
    each: bool,
    with_summary: bool,
    input_format: InputFormat,
    format_: Format,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """Check the tags SetUp, FEN and Variant, the FEN itself, and what the moves say of it; one line a finding.

    Files called .epd or .fen hold a FEN or EPD a line: each is checked as a start without moves.

    `pgnfen rules` lists what is looked for, `pgnfen rules C201` explains one rule.

    Text shows the first findings of those that repeat in a file, and counts them in a line behind the file's others;
    jsonl and csv have each.

    Exit status: 0 no finding that is shown fails (--fail-on), 1 one does, 2 usage or an input that could not be read.

    \b
    Example:
      pgnfen audit games.pgn
      pgnfen audit --select C,E --severity error --format jsonl archive/
    """
    rules = chosen_rules(select, ignore, standard)
    codes = tuple(rule.code for rule in rules)
    named = frozenset(code.upper() for code in split(select)).intersection(codes) if severity is None else frozenset()
    least = severity or ("info" if fail_on == "info" else _DEFAULT)
    task = _Task(_Asked(codes, least, named, with_summary, format_, each))
    out = standard_output()
    stream = Stream(inputs, progress, input_format)
    counts: Counts = Counter()
    hidden: Counter[str] = Counter()
    faulty = 0
    folds = Folds()
    head = task.report.head()
    for result in stream.map_heavy(task, jobs):
        lines = result.lines if isinstance(result.lines, bytes) else folds.put(result.lines)
        out.write(head + lines)
        head = b""
        counts += result.counts
        hidden += result.hidden
        faulty += result.games
    if stream.read:  # there was no game in it
        out.write(head)
    out.write(folds.end())
    out.flush()
    if with_summary:
        say(summary(stream.games, stream.read, counts, faulty, hidden))
    fails = any(severity in at_least(fail_on) for _, severity in counts)
    return stream.status(1 if fails and not exit_zero else 0)
