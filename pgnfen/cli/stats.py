"""`pgnfen stats`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Literal, TypeAlias

import click

from pgnfen.cli import options
from pgnfen.cli.paths import command, path_option
from pgnfen.cli.standard import Write, destination, say
from pgnfen.cli.stream import Stream
from pgnfen.pgn.block import Block
from pgnfen.pgn.records import InputFormat
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.stats import BY, Asked, Counts, Statistics, by_input
from pgnfen.report.stats_lines import StatsReport

_TOP = 20
_Results: TypeAlias = Iterator[tuple[Counts, "str | None", int]]


class _Task:
    """Counts a block."""

    def __init__(self, asked: Asked, variant: str | None) -> None:
        assume_variant(variant)
        self.asked, self.variant = asked, variant
        self.statistics = Statistics(asked)

    def __reduce__(self) -> tuple[type[_Task], tuple[Asked, str | None]]:
        return _Task, (self.asked, self.variant)

    @property
    def released(self) -> float:
        return self.statistics.released

    def __call__(self, block: Block, path: str) -> tuple[Counts, str]:
        return self.statistics.block(block, path), path


@command()
@options.inputs
@click.option(
    "--by", metavar="WHAT",
    help=f"Count by one thing alone: {', '.join(BY)}, or the name of a tag; of all inputs together, with first games.",
)
@click.option(
    "--top", type=click.IntRange(1), metavar="N",
    help=f"List the N most frequent values alone (default: {_TOP} in text and html, all in csv and jsonl).",
)
@click.option("--plies", is_flag=True, help="Count plies too: the moves are played.")
@click.option("--findings", is_flag=True, help="Count findings in games by rule too (not family N, of files).")
@options.input_format
@options.variant()
@options.output_format((*FORMATS, "html"))
@options.csv_raw
@path_option(
    "-o", "--output", use="write", metavar="FILE", default="-",
    help="Where to (default: standard output).",
)
@options.stream
@options.resume
@options.cluster
def stats(
    inputs: tuple[str, ...],
    by: str | None,
    top: int | None,
    plies: bool,
    findings: bool,
    input_format: InputFormat,
    default_variant: str | None,
    format_: Format | Literal["html"],
    output: str,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """What the inputs hold, each and all together: games, bytes, kinds of start, Scharnagl numbers, which of the tags
    SetUp, FEN and Variant there are, variants, conventions, results. Records of .epd and .fen files count as games.

    Headers alone are read, unless --plies or --findings ask for more. The conventions are those that a FEN is
    consistent with, as in `tags`; "any" tells nothing, "none" is none of them.

    \b
    Example:
      pgnfen stats archive/
      pgnfen stats --by White --top 50 games.pgn
      pgnfen stats --by key --format csv book.epd
      pgnfen stats --format html -o stats.html archive/
    """
    asked = Asked(by, plies, findings)
    try:
        task = _Task(asked, default_variant)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    stream = Stream(inputs, progress, input_format)
    notes: list[str] = []
    results = _noted(by_input(stream.map_heavy(task, jobs) if plies or findings else stream.map(task, jobs)), by, notes)
    with destination(output, stream.register) as write:
        if format_ == "html":
            _page(results, asked, top or _TOP, stream, write)
        else:
            columns = shutil.get_terminal_size().columns
            report = StatsReport(asked, format_, top or (_TOP if format_ == "text" else None), columns)
            write(report.head())
            for counts, path, files in results:
                if by is None if path is not None else files != 1 or by is not None or format_ != "text":
                    write(report.lines(counts, path, files))
    for note in notes:
        say(note)
    return stream.status(0)


def _noted(results: _Results, by: str | None, notes: list[str]) -> _Results:
    """The results; where no game has the tag that they are counted by, that is noted."""
    for counts, path, files in results:
        yield counts, path, files
        if path is None and by is not None and by not in BY and set(counts.by.get(by, ())) == {None}:
            from pgnfen.select.division import no_such_tag  # most have it

            notes.append(no_such_tag(by, BY))


def _page(
    results: _Results, asked: Asked, top: int, stream: Stream, write: Write
) -> None:
    from pgnfen.report.stats_page import StatsPage  # asked for by an option

    page = StatsPage(asked, top)
    for counts, path, files in results:
        if path is None:
            write(page.end(counts, files, stream.unread.lines))
        elif asked.by is None:
            page.put(counts, path)
