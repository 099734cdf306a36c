"""`pgnfen tags`."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import click

from pgnfen.cli import complete
from pgnfen.cli.declare import Choice, Options, command, grouped, option
from pgnfen.cli.options import ColorOptions, InputOptions, OutputOptions, RowOptions, StreamOptions
from pgnfen.cli.parquet import json_to_parquet
from pgnfen.cli.standard import Write, say
from pgnfen.cli.stream import Stream
from pgnfen.lazy import deferred
from pgnfen.report.formats import FORMATS
from pgnfen.report.tags import More, TagsReport, tag_names
from pgnfen.words import split

with deferred:
    import shutil

    from pgnfen.report.arrow import tags_schema
    from pgnfen.report.tags_table import TagsTable

if TYPE_CHECKING:
    import pyarrow as pa


def _tags(ctx: click.Context, _: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    names = tuple(split(values))
    if not names:
        return ()
    try:
        others = tag_names(names)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    for name in names:
        if name.lower() not in map(str.lower, others) and not ctx.resilient_parsing:  # nothing while a shell completes
            say(f"pgnfen: --columns {name}: every table has this column already: {name.lower()}")
    return names


class TagsOptions(Options):
    """What `pgnfen tags` is asked for."""

    inputs: InputOptions = grouped(InputOptions, without=("position_tags",))
    key: bool = option(
        "--key", group="Output", is_flag=True,
        help="Add a column: a key of the starting position. Games with the same starting position have the same key.",
    )
    final: bool = option(
        "--final", group="Output", is_flag=True,
        help="Add columns: the last position, the number of plies, the halfmove clock, and how often the position has "
        "occurred. The moves are played, which takes longer.",
    )
    columns: tuple[str, ...] = option(
        "--columns", group="Output", metavar="TAG,TAG", multiple=True, callback=_tags, shell_complete=complete.tags,
        help="Add columns: the values of these tags (Site,WhiteElo,ECO); can be given more than once.",
    )
    rows: RowOptions = grouped(RowOptions, changed={"format_": {"type": Choice([*FORMATS, "parquet"])}})
    header: bool = option(
        "--header", group="Output", is_flag=True,
        help="Write the names of the columns as the first line of text (csv always has them).",
    )
    color: ColorOptions = grouped(ColorOptions)
    output: OutputOptions = grouped(OutputOptions)
    stream: StreamOptions = grouped(StreamOptions)

    @property
    def more(self) -> More:
        """The columns behind the others."""
        return More(self.final, self.key, tag_names(self.columns) if self.columns else ())

    @property
    def as_table(self) -> bool:
        """Whether rows are for people; a table has no room for all columns."""
        columns = self.header or self.key or self.final or self.columns
        return self.rows.format == "text" and not columns and self.output.output == "-" and self.color.for_people


def _table_to(write: Write, color: bool) -> Write:
    """What writes rows as a table of the terminal's width."""
    table = TagsTable(shutil.get_terminal_size((160, 24)).columns, color)
    return lambda rows: write(table.block(rows))


def _lines(rows: bytes) -> tuple[bytes, bytes]:
    return rows, b""


def _schema(names: tuple[str, ...]) -> pa.Schema:
    return tags_schema(names)


@command(TagsOptions)
def tags(options: TagsOptions) -> int:
    """List SetUp, FEN and Variant: one row per game.

    The columns are SetUp, FEN, Variant, the kind of start, Scharnagl numbers, the conventions of the FEN, and player
    tags. A record of an .epd or .fen file is one row, too.

    On a terminal, text is a table that fits the width. In a pipe or a file, or with more columns, it has the columns
    of csv with tabs between the values, and - for missing values. parquet needs more packages:
    pip install "pgnfen[parquet]".

    Kinds of start: standard, chess960, double-chess960, shuffle, odds, position, variant, 10x8, unreadable.

    \b
    Examples:
      pgnfen tags sample_pgn
      pgnfen tags --format jsonl sample_pgn
      pgnfen tags --columns Site,WhiteElo --format csv -o games.csv sample_pgn
    """
    format, more, output = options.rows.format, options.more, options.output.output
    parquet = format not in (*FORMATS, "csv-raw")
    report = TagsReport("jsonl" if parquet else format, more, options.inputs.default_variant)
    stream = Stream(options.inputs, options.stream)
    head = report.head()
    if format == "text" and options.header:
        head = "\t".join(report.names).encode() + b"\n"
    schema = partial(_schema, more.names) if parquet else None
    with stream.destination(output, head, _lines, schema) as out, ExitStack() as stack:
        write: Write = _table_to(out, options.color.colored) if options.as_table else out
        if stream.files is not None:
            head = b""
        elif schema is not None:
            write = stack.enter_context(json_to_parquet(out, output, schema))
        for rows in stream.map(report, heavy=more.final):
            with stream.writing():
                write(head + rows)
            head = b""
        if stream.read:  # nothing was in it
            write(head)
    return stream.status(0)
