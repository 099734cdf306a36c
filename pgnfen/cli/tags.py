"""`pgnfen tags`."""

from __future__ import annotations

import click

from pgnfen.cli import options
from pgnfen.cli.standard import standard_output
from pgnfen.cli.stream import Stream
from pgnfen.pgn.block import Block
from pgnfen.pgn.records import InputFormat
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.report.tags import Format, TagsReport


class _Task:
    def __init__(self, format: Format, variant: str | None) -> None:
        assume_variant(variant)
        self.variant = variant
        self.format: Format = format
        self.report = TagsReport(format)

    def __reduce__(self) -> tuple[type[_Task], tuple[Format, str | None]]:
        return _Task, (self.format, self.variant)

    @property
    def released(self) -> float:
        return 0.0

    def __call__(self, block: Block, path: str) -> bytes:
        return self.report.block(block, path)


@click.command()
@options.inputs
@options.input_format
@options.variant()
@options.output_format
@options.csv_raw
@options.stream
@options.resume
def tags(
    inputs: tuple[str, ...],
    input_format: InputFormat,
    default_variant: str | None,
    format_: Format,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """One row a game, or a record of an .epd or .fen file: SetUp, FEN, Variant, kind of start, Scharnagl numbers,
    conventions.

    Kinds: standard, chess960, double-chess960, shuffle, odds, position, variant, 10x8, unreadable.

    \b
    Example:
      pgnfen tags games.pgn
      pgnfen tags --format jsonl archive/ | grep '"kind": "chess960"'
    """
    out = standard_output()
    stream = Stream(inputs, progress, input_format)
    head = TagsReport(format_).head()
    for rows in stream.map(_Task(format_, default_variant), jobs):
        out.write(head + rows)
        head = b""
    if stream.read:  # nothing was in it
        out.write(head)
    out.flush()
    return stream.status(0)
