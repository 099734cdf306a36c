"""`pgnfen audit`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from pgnfen.audit.catalogue import choose, resolved
from pgnfen.audit.finding import SEVERITIES, Severity, at_least
from pgnfen.cli import complete, options
from pgnfen.cli.audit_output import (
    DOCUMENTS,
    Chooser,
    ReportFormat,
    document_of,
    write_document,
    write_lines,
)
from pgnfen.cli.audit_task import Asked, Task, with_files
from pgnfen.cli.config import find, show, take
from pgnfen.cli.options import split
from pgnfen.cli.parquet import json_to_parquet
from pgnfen.cli.paths import command, path_option, register_of_command
from pgnfen.cli.standard import destination, say
from pgnfen.cli.stream import Stream
from pgnfen.report.columns import counted, quoted
from pgnfen.report.counts import count_rows
from pgnfen.report.findings import summary
from pgnfen.report.formats import FORMATS, Format

if TYPE_CHECKING:
    import pyarrow as pa

    from pgnfen.audit.rule import Rule
    from pgnfen.pgn.records import InputFormat
    from pgnfen.report.baseline import Baseline

_DEFAULT: Severity = "warning"  # the least severity that is shown, and that fails
_NAMES = {"select": "select", "ignore": "ignore", "severity": "severity", "fail-on": "fail_on", "standard": "standard",
          "position-tag": "position_tags"}  # fmt: skip
"""The parameters that a configuration may give, by their keys."""


def chosen_rules(select: tuple[str, ...], ignore: tuple[str, ...], standard: str) -> list[Rule]:
    """The rules that options choose; a usage error where an option names none."""
    if select and not split(select):
        raise click.UsageError("--select names no rule")
    try:
        return list(choose(split(select), split(ignore), standard))
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def shown(
    select: Sequence[str], codes: Iterable[str], severity: Severity | None, fail_on: Severity
) -> tuple[Severity, frozenset[str]]:
    """The least severity that is shown, or repaired, and the codes that are whatever theirs: those selected in full."""
    if severity is not None:
        return severity, frozenset()
    return "info" if fail_on == "info" else _DEFAULT, frozenset(resolved(split(select))).intersection(codes)


@command()
@options.inputs
@click.option(
    "--select",
    metavar="CODES",
    multiple=True,
    shell_complete=complete.codes,
    help="Only these rules: codes, prefixes or names, with commas. What a code in full finds is shown whatever its "
    "severity.",
)
@click.option(
    "--ignore", metavar="CODES", multiple=True, shell_complete=complete.codes,
    help="Not these rules; the longer prefix wins.",
)
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
@click.option(
    "--candidates", is_flag=True,
    help="Look for what may be meant by a move that is illegal or ambiguous (R101, R102): milliseconds per such game.",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings.")
@click.option("--each", is_flag=True, help="In text: each finding, also those that repeat in a file.")
@click.option("--summary/--no-summary", "with_summary", default=True, help="Count by rule on standard error.")
@path_option("--baseline", use="both", metavar="FILE", help="Findings that are known: only others are shown, and fail.")
@click.option("--update-baseline", is_flag=True, help="Write the baseline: all that is found now is known.")
@click.option("--prune-baseline", is_flag=True, help="Take out of the baseline what no longer occurs.")
@options.configuration
@options.input_format
@options.variant()
@options.position_tags
@options.output_format((*FORMATS, "parquet", *DOCUMENTS))
@options.csv_raw
@options.colour
@click.option("--statistics", is_flag=True, help="How often each rule found something, instead of the findings.")
@click.option("--quiet", "-q", "silent", is_flag=True, help="Nothing but errors: the exit status says what was found.")
@path_option(
    "-o", "--output", use="write", metavar="FILE", default="-",
    help="Where the report goes (default: standard output).",
)
@options.stream
@options.resume
@options.cluster
def audit(
    inputs: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: Severity | None,
    fail_on: Severity,
    standard: str,
    candidates: bool,
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
    position_tags: tuple[str, ...],
    format_: ReportFormat,
    colour: bool,
    statistics: bool,
    silent: bool,
    output: str,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """Check the tags SetUp, FEN and Variant, the FEN itself, and what the moves say of it; one line a finding.

    Files called .epd or .fen hold a FEN or EPD a line: each is checked as a start without moves.

    `pgnfen rules` lists what is looked for, `pgnfen rules C201` explains one rule.

    Text shows the first findings of those that repeat in a file, and counts them in a line behind the file's others;
    jsonl and csv have each.

    A pgnfen.toml, or [tool.pgnfen] in a pyproject.toml, found upwards from the inputs, may give select, ignore,
    severity, fail-on, standard, position-tag, baseline, and per-file-ignores.

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
    if statistics and format_ in (*DOCUMENTS, "parquet"):
        raise click.UsageError("--statistics goes with --format text, jsonl or csv")
    if update_baseline and output != "-":
        raise click.UsageError("--update-baseline writes no report: --output has nothing to take")
    if baseline is None and (baseline := found.file_of("baseline")) is not None:
        register_of_command().add("the baseline of the configuration", baseline, "both")
    known = _baseline(baseline, update_baseline or prune_baseline)
    chooser = Chooser(found.ignores(), known)
    codes = tuple(rule.code for rule in chosen_rules(select, given["ignore"], given["standard"]))
    least, named = shown(select, codes, severity, fail_on)
    if known is not None:
        from pgnfen.report.baseline import Shown  # most audits have none

        known.shown = Shown(frozenset(codes), least, named)
    quiet = (silent and output == "-") or statistics or update_baseline
    people = output == "-" and (options.on_terminal() or (colour and options.asked_for("colour")))
    document = document_of(format_, colour and output == "-", each, people) if not quiet else None
    parquet = format_ == "parquet" and not quiet
    lines: Format = "text" if format_ in DOCUMENTS else "jsonl" if parquet else format_  # type: ignore[assignment]
    chosen = known is not None or chooser.ignores is not None or document is not None
    shows = document.needs if document is not None else None
    of_games = default_variant, options.declaring(given["position_tags"]), candidates
    task = Task(Asked(codes, least, named, with_summary, lines, each, chosen, shows, *of_games))
    stream = Stream(inputs, progress, input_format)
    with destination(output, stream.register) as out, ExitStack() as stack:
        write = stack.enter_context(json_to_parquet(out, output, _schema)) if parquet else out
        results = with_files(stream.map_heavy(task, jobs), task)
        if document is not None:
            outcome = write_document(results, document, chooser, stream, quiet=quiet, write=write)
        else:
            outcome = write_lines(results, task, chooser, stream, quiet=quiet, write=write)
        if statistics:
            write(count_rows(outcome.counts, lines))
    if known is not None and (update_baseline or prune_baseline):
        if stream.unread:
            say(f"{quoted(known.file)}: not written: not all inputs could be read")
        else:
            known.write(prune_only=not update_baseline)
            if update_baseline:
                say(f"{quoted(known.file)}: {counted(outcome.counts.total() + chooser.known, 'finding')} known")
    if update_baseline:
        return stream.status(0)
    if with_summary and not (statistics or silent):
        say(summary(stream.games, stream.read + stream.cut_off, outcome.counts, outcome.games_with, outcome.hidden))
        chooser.say(outcome.counts.total(), not stream.unread, prune_baseline)
    fails = any(severity in at_least(fail_on) for _, severity in outcome.counts)
    return stream.status(1 if fails and not exit_zero else 0)


def _schema() -> pa.Schema:
    from pgnfen.report.arrow import findings_schema

    return findings_schema()


def _baseline(file: str | None, written: bool) -> Baseline | None:
    if file is None and written:
        raise click.UsageError("--update-baseline and --prune-baseline go with --baseline FILE")
    if file is None:
        return None
    from pgnfen.report.baseline import Baseline  # most audits have none

    return Baseline(file)
