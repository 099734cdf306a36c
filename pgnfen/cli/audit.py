"""`pgnfen audit`."""

from __future__ import annotations

from collections import Counter

import click

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalogue import choose
from pgnfen.audit.finding import SEVERITIES, Severity
from pgnfen.audit.rule import Rule
from pgnfen.cli import options
from pgnfen.cli.options import split
from pgnfen.cli.standard import standard_output
from pgnfen.cli.stream import Stream, say
from pgnfen.pgn.block import Block
from pgnfen.pgn.records import InputFormat
from pgnfen.report.findings import FindingsReport, summary
from pgnfen.report.tags import Format

Counts = Counter[tuple[str, str]]


class _Task:
    """Audits a block; the auditor is made where the work is done, for rules do not travel between processes."""

    def __init__(self, codes: tuple[str, ...], severity: Severity, format: Format) -> None:
        self.codes, self.severity, self.format = codes, severity, format
        self.auditor = Auditor(choose(codes) if codes else (), severity)
        self.report = FindingsReport(format)

    def __reduce__(self) -> tuple[type[_Task], tuple[tuple[str, ...], Severity, Format]]:
        return _Task, (self.codes, self.severity, self.format)

    @property
    def released(self) -> float:
        return self.auditor.released

    def __call__(self, block: Block, path: str) -> tuple[bytes, Counts, int]:
        found = self.auditor.block(block)
        counts: Counts = Counter()
        for remark, count in Counter(one.remark for one in found).items():
            counts[remark.code, remark.severity] += count
        return self.report.lines(found, path), counts, len({one.game for one in found})


def chosen_rules(select: tuple[str, ...], ignore: tuple[str, ...], severity: Severity, standard: str) -> list[Rule]:
    """The rules that options choose; a usage error where an option names none."""
    if select and not split(select):
        raise click.UsageError("--select names no rule")
    try:
        return list(choose(split(select), split(ignore), severity, standard))
    except ValueError as error:
        raise click.UsageError(str(error)) from None


@click.command()
@options.inputs
@click.option("--select", metavar="CODES", multiple=True, help="Only these rules: codes or prefixes, with commas.")
@click.option("--ignore", metavar="CODES", multiple=True, help="Not these rules; the longer prefix wins.")
@click.option(
    "--severity", type=click.Choice(SEVERITIES), default="info", show_default=True, help="The least severity shown."
)
@click.option(
    "--standard", type=click.Choice(["1994", "1.1"]), default="1994", show_default=True, help="1.1 has no SetUp tag."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings.")
@click.option("--summary/--no-summary", "with_summary", default=True, help="Count by rule on standard error.")
@options.input_format
@options.output_format
@options.stream
def audit(
    inputs: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: Severity,
    standard: str,
    exit_zero: bool,
    with_summary: bool,
    input_format: InputFormat,
    format_: Format,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """Check the tags SetUp, FEN and Variant, the FEN itself, and what the moves say of it; one line a finding.

    Files called .epd or .fen hold a FEN or EPD a line: each is checked as a start without moves.

    `pgnfen rules` lists what is looked for, `pgnfen rules C201` explains one rule.

    \b
    Example:
      pgnfen audit games.pgn
      pgnfen audit --select C,E --severity error --format jsonl archive/
    """
    rules = chosen_rules(select, ignore, severity, standard)
    task = _Task(tuple(rule.code for rule in rules), severity, format_)
    out = standard_output()
    stream = Stream(inputs, progress, input_format)
    counts: Counts = Counter()
    faulty = 0
    head = task.report.head()
    for lines, found, games in stream.map_heavy(task, jobs):
        out.write(head + lines)
        head = b""
        counts += found
        faulty += games
    if stream.read:  # there was no game in it
        out.write(head)
    out.flush()
    if with_summary:
        say(summary(stream.games, stream.read, counts, faulty))
    return stream.status(1 if counts and not exit_zero else 0)
