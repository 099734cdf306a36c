"""`pgnfen tags`."""

from __future__ import annotations

from collections.abc import Callable

import click

from pgnfen.cli import options
from pgnfen.cli.standard import standard_output
from pgnfen.cli.stream import Stream
from pgnfen.pgn.block import Block
from pgnfen.pgn.records import InputFormat
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.report.more_columns import more_names
from pgnfen.report.tags import Format, TagsReport, column_names


class _Task:
    def __init__(self, format: Format, variant: str | None, final: bool = False, key: bool = False) -> None:
        assume_variant(variant)
        self.asked = format, variant, final, key
        self.report = TagsReport(format, final, key)

    def __reduce__(self) -> tuple[type[_Task], tuple[Format, str | None, bool, bool]]:
        return _Task, self.asked

    @property
    def released(self) -> float:
        return self.report.released

    def __call__(self, block: Block, path: str) -> bytes:
        return self.report.block(block, path)


def _table_to(write: Callable[[bytes], object], colour: bool) -> Callable[[bytes], object]:
    """What writes rows as a table of the terminal's width."""
    import shutil

    from pgnfen.report.tags_table import TagsTable

    table = TagsTable(shutil.get_terminal_size((160, 24)).columns, colour)
    return lambda rows: write(table.block(rows))


@click.command()
@options.inputs
@click.option("--key", is_flag=True, help="One more column: the key of the starting position (see positions).")
@click.option("--final", is_flag=True, help="More columns: the last position and the plies; the moves are played.")
@options.input_format
@options.variant()
@options.output_format()
@options.csv_raw
@click.option("--header", is_flag=True, help="In text: a first line with the names of the columns, as csv has it.")
@options.colour
@options.stream
@options.resume
@options.cluster
def tags(
    inputs: tuple[str, ...],
    key: bool,
    final: bool,
    input_format: InputFormat,
    default_variant: str | None,
    format_: Format,
    header: bool,
    colour: bool,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """One row a game, or a record of an .epd or .fen file: SetUp, FEN, Variant, kind of start, Scharnagl numbers,
    conventions.

    On a terminal text is a table that is cut to its width; else values with tabs between, in the columns of csv, with
    - for what is not there.

    Kinds: standard, chess960, double-chess960, shuffle, odds, position, variant, 10x8, unreadable.

    \b
    Example:
      pgnfen tags games.pgn
      pgnfen tags --format jsonl archive/ | grep '"kind": "chess960"'
    """
    out = standard_output()
    stream = Stream(inputs, progress, input_format)
    task = _Task(format_, default_variant, final, key)
    head = task.report.head()
    write: Callable[[bytes], object] = out.write
    if format_ == "text" and header:
        head = "\t".join([*column_names(), *more_names(final, key)]).encode() + b"\n"
    elif format_ != "text" or key or final:
        pass  # a table has no room for more columns
    elif options.on_terminal() or (colour and options.asked_for("colour")):
        write = _table_to(out.write, colour)
    for rows in stream.map_heavy(task, jobs) if final else stream.map(task, jobs):
        with stream.writing():
            write(head + rows)
        head = b""
    if stream.read:  # nothing was in it
        out.write(head)
    out.flush()
    return stream.status(0)
