"""`pgnfen audit`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pgnfen.audit.catalogue import choose
from pgnfen.audit.finding import SEVERITIES, Placed, Severity, at_least
from pgnfen.audit.rule import Rule
from pgnfen.cli import options
from pgnfen.cli.audit_task import Asked, Counts, Found, Result, Task
from pgnfen.cli.config import Ignores, find, say_useless, show, take
from pgnfen.cli.options import split
from pgnfen.cli.standard import say, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.pgn.records import InputFormat
from pgnfen.report.columns import quoted
from pgnfen.report.findings import counted, summary
from pgnfen.report.folds import Folds
from pgnfen.report.tags import Format

if TYPE_CHECKING:
    from pgnfen.report.baseline import Baseline

_DEFAULT: Severity = "warning"  # the least severity that is shown, and that fails
_NAMES = {"select": "select", "ignore": "ignore", "severity": "severity", "fail-on": "fail_on", "standard": "standard"}
"""The parameters that a configuration may give, by their keys."""


class _Chooser:
    """Leaves out what files may hold (per-file-ignores) and what a baseline knows, and counts both."""

    def __init__(self, ignores: Ignores | None, baseline: Baseline | None) -> None:
        self.ignores, self.baseline = ignores, baseline
        self.known = self.ignored = 0

    def choose(self, found: Found) -> list[Placed]:
        """What is left of the findings of a block."""
        fitting = self.ignores.of(found.path) if self.ignores is not None else []
        left = []
        if self.baseline is not None:
            self.baseline.read(found.path)
        for one, digest in zip(found.findings, found.hashes, strict=True):
            remark = one.remark
            if self.ignores is not None and fitting and self.ignores.silences(fitting, remark.code):
                self.ignored += 1
            elif self.baseline is None or self.baseline.is_new(found.path, remark.code, digest, remark.declared):
                left.append(one)
            else:
                self.known += 1
        return left

    def say(self, new: int) -> None:
        """What was left out, and what is left out for nothing."""
        if self.baseline is not None:
            say(f"{self.known:,} known, {new:,} new ({quoted(self.baseline.file)})")
            gone = self.baseline.gone().total()
            if gone:
                say(f"{counted(gone, 'known finding')} no longer occur{'s' if gone == 1 else ''}: --prune-baseline")
        if self.ignored:
            say(f"{self.ignored:,} ignored (per-file-ignores)")
        say_useless(self.ignores)


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
    "--select",
    metavar="CODES",
    multiple=True,
    help="Only these rules: codes or prefixes, with commas. What a code in full finds is shown whatever its severity.",
)
@click.option("--ignore", metavar="CODES", multiple=True, help="Not these rules; the longer prefix wins.")
@click.option(
    "--severity",
    type=click.Choice(SEVERITIES),
    default=None,
    help="The least severity shown (default: warning, or that of --fail-on if it is less).",
)
@click.option(
    "--fail-on",
    type=click.Choice(SEVERITIES),
    default=_DEFAULT,
    show_default=True,
    help="Exit with 1 if a finding that is shown has at least this severity.",
)
@click.option(
    "--standard", type=click.Choice(["1994", "1.1"]), default="1994", show_default=True, help="1.1 has no SetUp tag."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings.")
@click.option("--each", is_flag=True, help="In text: each finding, also those that repeat in a file.")
@click.option("--summary/--no-summary", "with_summary", default=True, help="Count by rule on standard error.")
@click.option("--baseline", metavar="FILE", help="Findings that are known: only others are shown, and fail.")
@click.option("--update-baseline", is_flag=True, help="Write the baseline: all that is found now is known.")
@click.option("--prune-baseline", is_flag=True, help="Take out of the baseline what no longer occurs.")
@options.configuration
@options.input_format
@options.variant()
@options.output_format
@options.csv_raw
@options.stream
@options.resume
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
    baseline: str | None,
    update_baseline: bool,
    prune_baseline: bool,
    config: str | None,
    with_config: bool,
    show_config: bool,
    input_format: InputFormat,
    default_variant: str | None,
    format_: Format,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """Check the tags SetUp, FEN and Variant, the FEN itself, and what the moves say of it; one line a finding.

    Files called .epd or .fen hold a FEN or EPD a line: each is checked as a start without moves.

    `pgnfen rules` lists what is looked for, `pgnfen rules C201` explains one rule.

    Text shows the first findings of those that repeat in a file, and counts them in a line behind the file's others;
    jsonl and csv have each.

    A pgnfen.toml, or [tool.pgnfen] in a pyproject.toml, found upwards from the inputs, may give select, ignore,
    severity, fail-on, standard, baseline, and per-file-ignores.

    Exit status: 0 no finding that is shown fails (--fail-on), 1 one does, 2 usage or an input that could not be read.

    \b
    Example:
      pgnfen audit games.pgn
      pgnfen audit --select C,E --severity error --format jsonl archive/
    """
    found = find(inputs, config, with_config)
    ctx = click.get_current_context()
    if show_config:
        show(ctx, found, _NAMES)
        return 0
    given = take(ctx, found, _NAMES)
    select, severity, fail_on = given["select"], given["severity"], given["fail_on"]
    known = _baseline(baseline or found.file_of("baseline"), update_baseline or prune_baseline)
    chooser = _Chooser(found.ignores(), known)
    chosen = known is not None or chooser.ignores is not None
    codes = tuple(rule.code for rule in chosen_rules(select, given["ignore"], given["standard"]))
    named = frozenset(code.upper() for code in split(select)).intersection(codes) if severity is None else frozenset()
    least = severity or ("info" if fail_on == "info" else _DEFAULT)
    task = Task(Asked(codes, least, named, with_summary, format_, each, chosen, default_variant))
    stream = Stream(inputs, progress, input_format)
    total = _run(stream.map_heavy(task, jobs), task, chooser, quiet=update_baseline)
    if stream.read and not total.written and not update_baseline:  # there was no game in it
        standard_output().write(task.report.head())
        standard_output().flush()
    if known is not None and (update_baseline or prune_baseline) and not stream.unread:
        known.write(prune_only=not update_baseline)
    if update_baseline:
        say(f"{quoted(known.file if known else '')}: {counted(total.counts.total() + chooser.known, 'finding')} known")
        return stream.status(0)
    if with_summary:
        say(summary(stream.games, stream.read, total.counts, total.games, total.hidden))
        chooser.say(total.counts.total())
    fails = any(severity in at_least(fail_on) for _, severity in total.counts)
    return stream.status(1 if fails and not exit_zero else 0)


def _baseline(file: str | None, written: bool) -> Baseline | None:
    if file is None and written:
        raise click.UsageError("--update-baseline and --prune-baseline go with --baseline FILE")
    if file is None:
        return None
    from pgnfen.report.baseline import Baseline  # most audits have none

    return Baseline(file)


@dataclass(slots=True)
class _Total:
    """What was found in all."""

    counts: Counts
    hidden: Counter[str]
    games: int = 0
    written: bool = False


def _run(results: Iterable[Result | Found], task: Task, chooser: _Chooser, quiet: bool) -> _Total:
    """Write what is found, `quiet`: nothing of it; what was found in all."""
    out, folds, head = standard_output(), Folds(), task.report.head()
    total = _Total(Counter(), Counter())
    for result in results:
        if isinstance(result, Found):
            result = task.written(chooser.choose(result), result.number, result.hidden, result.path)
        lines = result.lines if isinstance(result.lines, bytes) else folds.put(result.lines)
        if not quiet:
            out.write(lines if total.written else head + lines)
        total.written = True
        total.counts += result.counts
        total.hidden += result.hidden
        total.games += result.games
    if not quiet:
        out.write(folds.end())
    out.flush()
    return total
