"""`pgnfen stats`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TypeAlias

import click

from pgnfen.cli import complete
from pgnfen.cli.declare import Choice, Options, command, grouped, option
from pgnfen.cli.options import InputOptions, OutputOptions, RowOptions, StreamOptions
from pgnfen.cli.standard import Write, destination, say
from pgnfen.cli.stream import Stream
from pgnfen.lazy import deferred
from pgnfen.report.formats import FORMATS
from pgnfen.report.stats import BY, Counts, Statistics, StatsOptions, by_input
from pgnfen.report.stats_lines import StatsReport
from pgnfen.select.division import no_such_tag

with deferred:
    from pgnfen.report.stats_page import StatsPage

_TOP = 20
_Results: TypeAlias = Iterator[tuple[Counts, "str | None", int]]


class StatsCommandOptions(Options):
    """What `pgnfen stats` is asked for."""

    inputs: InputOptions = grouped(InputOptions, without=("position_tags",))
    by: str | None = option(
        "--by", group="Selection", metavar="WHAT", shell_complete=complete.divided_by(BY),
        help=(
        f"Count only this: {', '.join(BY)}, or a tag name (year:Date, month:Date: part of a date). Counts "
        "cover all inputs and show the first game of each value."
    ),
    )
    top: int | None = option(
        "--top", group="Selection", type=click.IntRange(1), metavar="N",
        help=f"List the N most frequent values (default: {_TOP} in text and html, all in csv and jsonl).",
    )
    plies: bool = option(
        "--plies", group="Selection", is_flag=True,
        help="Also count plies. The moves are played, which takes longer.",
    )
    findings: bool = option(
        "--findings", group="Selection", is_flag=True,
        help="Also count the findings in games per rule (except family N, whose rules are about files).",
    )
    rows: RowOptions = grouped(RowOptions, changed={"format_": {"type": Choice([*FORMATS, "html"])}})
    output: OutputOptions = grouped(OutputOptions)
    stream: StreamOptions = grouped(StreamOptions)


@command(StatsCommandOptions)
def stats(options: StatsCommandOptions) -> int:
    """Count kinds of starting positions, tags, results.

    For each input and for all together: games, bytes, kinds of start, Scharnagl numbers, the tags SetUp, FEN and
    Variant, variants, conventions, results. Records of .epd and .fen files count as games.

    Only headers are read, unless --plies or --findings need more. As in `pgnfen tags`, a FEN is counted for each
    convention that it follows: "any" if it follows all of them, "none" if it does not follow any.

    \b
    Examples:
      pgnfen stats sample_pgn
      pgnfen stats --by White --top 5 sample_pgn
      pgnfen stats --by key --format csv sample_pgn
      pgnfen stats --format html -o stats.html sample_pgn
    """
    counted = StatsOptions(options.by, options.plies, options.findings, options.inputs.default_variant)
    format = options.rows.format
    try:
        task = Statistics(counted)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    stream = Stream(options.inputs, options.stream)
    notes: list[str] = []
    results = _noted(by_input(stream.map(task, counted.heavy)), options.by, notes)
    with destination(options.output.output, stream.register) as write:
        if format in (*FORMATS, "csv-raw"):
            top = options.top or (_TOP if format == "text" else None)
            _lines(results, StatsReport(counted, format, top, shutil.get_terminal_size().columns), write)
        else:
            _page(results, counted, options.top or _TOP, stream, write)
    for note in notes:
        say(note)
    return stream.status(1 if notes else 0)


def _lines(results: _Results, report: StatsReport, write: Write) -> None:
    """The counts as lines: those of each input, unless they are by one thing; of all, unless text has one input."""
    by, text = report.options.by, report.format == "text"
    write(report.head())
    for counts, path, files in results:
        if by is None if path is not None else files != 1 or by is not None or not text:
            for piece in report.lines(counts, path, files):
                write(piece)


def _noted(results: _Results, by: str | None, notes: list[str]) -> _Results:
    """The results; where no game has the tag that they are counted by, that is noted."""
    for counts, path, files in results:
        yield counts, path, files
        if path is None and by is not None and by not in BY and set(counts.by.get(by, ())) == {None}:
            notes.append(no_such_tag(by, BY))


def _page(results: _Results, options: StatsOptions, top: int, stream: Stream, write: Write) -> None:
    page = StatsPage(options, top)
    for counts, path, files in results:
        if path is None:
            write(page.end(counts, files, stream.unread.lines))
        elif options.by is None:
            page.put(counts, path)
