"""`pgnfen tags`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Literal

import click

from pgnfen.cli import options
from pgnfen.cli.parquet import json_to_parquet
from pgnfen.cli.paths import command, path_option
from pgnfen.cli.standard import destination, say
from pgnfen.cli.stream import Stream
from pgnfen.pgn.block import Block
from pgnfen.pgn.records import InputFormat
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.more_columns import TAG_COLUMNS, More, tag_names
from pgnfen.report.tags import TagsReport, column_names

if TYPE_CHECKING:
    import pyarrow as pa


class _Task:
    def __init__(self, format: Format, variant: str | None, more: More) -> None:
        assume_variant(variant)
        self.asked = format, variant, more
        self.report = TagsReport(format, more)

    def __reduce__(self) -> tuple[type[_Task], tuple[Format, str | None, More]]:
        return _Task, self.asked

    @property
    def released(self) -> float:
        return self.report.released

    def __call__(self, block: Block, path: str) -> bytes:
        return self.report.block(block, path)


def _tags(ctx: click.Context, _: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    if not values:
        return ()
    asked = options.split(values)
    try:
        names = tag_names(asked, column_names())
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    for name in asked:
        if name.lower() in TAG_COLUMNS and not ctx.resilient_parsing:  # nothing while a shell completes
            say(f"pgnfen: {name} is a column without --columns: {name.lower()}")
    return names


def _schema(more: tuple[str, ...]) -> pa.Schema:
    from pgnfen.report.arrow import tags_schema

    return tags_schema(more)


def _table_to(write: Callable[[bytes], object], colour: bool) -> Callable[[bytes], object]:
    """What writes rows as a table of the terminal's width."""
    import shutil

    from pgnfen.report.tags_table import TagsTable

    table = TagsTable(shutil.get_terminal_size((160, 24)).columns, colour)
    return lambda rows: write(table.block(rows))


@command()
@options.inputs
@click.option("--key", is_flag=True, help="One more column: the key of the starting position (see positions).")
@click.option("--final", is_flag=True, help="More columns: the last position and the plies; the moves are played.")
@click.option(
    "--columns", metavar="TAG,TAG", multiple=True, callback=_tags,
    help="More columns: the values of these tags (Site,WhiteElo,ECO); may be given more than once.",
)
@options.input_format
@options.variant()
@options.output_format((*FORMATS, "parquet"))
@options.csv_raw
@click.option("--header", is_flag=True, help="In text: a first line with the names of the columns, as csv has it.")
@options.colour
@path_option(
    "-o", "--output", use="write", metavar="FILE", default="-",
    help="Where to (default: standard output).",
)
@options.stream
@options.resume
@options.cluster
def tags(
    inputs: tuple[str, ...],
    key: bool,
    final: bool,
    columns: tuple[str, ...],
    input_format: InputFormat,
    default_variant: str | None,
    format_: Format | Literal["parquet"],
    header: bool,
    colour: bool,
    output: str,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """One row a game, or a record of an .epd or .fen file: SetUp, FEN, Variant, kind of start, Scharnagl numbers,
    conventions.

    On a terminal text is a table that is cut to its width, unless more columns are asked for; else values with tabs
    between, in the columns of csv, with - for what is not there. parquet takes the extra of that name, and a file or a
    pipe.

    Kinds: standard, chess960, double-chess960, shuffle, odds, position, variant, 10x8, unreadable.

    \b
    Example:
      pgnfen tags games.pgn
      pgnfen tags --format jsonl archive/ | grep '"kind": "chess960"'
      pgnfen tags --columns Site,WhiteElo --format parquet -o games.parquet archive/
    """
    more = More(final, key, columns)
    task = _Task("jsonl" if format_ == "parquet" else format_, default_variant, more)
    stream = Stream(inputs, progress, input_format)
    head = task.report.head()
    if format_ == "text" and header:
        head = "\t".join([*column_names(), *more.names]).encode() + b"\n"
    with destination(output, stream.register) as out, ExitStack() as stack:
        write = out
        if format_ == "parquet":
            write = stack.enter_context(json_to_parquet(out, output, lambda: _schema(more.names)))
        elif format_ != "text" or header or more.names or options.asked_for("columns") or output != "-":
            pass  # a table has no room for all columns
        elif options.on_terminal() or (colour and options.asked_for("colour")):
            write = _table_to(out, colour)
        for rows in stream.map_heavy(task, jobs) if final else stream.map(task, jobs):
            with stream.writing():
                write(head + rows)
            head = b""
        if stream.read:  # nothing was in it
            write(head)
    return stream.status(0)
