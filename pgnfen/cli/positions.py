"""`pgnfen positions`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Literal

import click

from pgnfen.cli import options
from pgnfen.cli.options import resume_asked
from pgnfen.cli.parquet import positions_to_parquet
from pgnfen.cli.paths import command, path_option
from pgnfen.cli.standard import open_output, say, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.fen.fault import plural
from pgnfen.fen.names import EN_PASSANT_CONVENTIONS, EnPassantConvention
from pgnfen.inputs.writer import OutputFile
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import BLOCK_SIZE
from pgnfen.pgn.records import InputFormat
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.replay.conventions import NOTATIONS, Notation
from pgnfen.report.columns import printable, quoted
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.position_lines import Asked, Halted, Part, Plies
from pgnfen.report.positions import PositionsReport
from pgnfen.report.unique import Unique, in_batches

if TYPE_CHECKING:
    from pgnfen.report.parquet import ParquetFile

_SHOWN = 3  # games that stop
_BLOCK = BLOCK_SIZE // 4  # a line of movetext is many of positions


class _Task:
    """Writes the positions of a block; `packed`: columns as bytes, for --resume keeps nothing else."""

    def __init__(self, asked: Asked, variant: str | None, packed: bool = False) -> None:
        assume_variant(variant)
        self.asked, self.variant, self.packed = asked, variant, packed
        self.report = PositionsReport(asked)

    def __reduce__(self) -> tuple[type[_Task], tuple[Asked, str | None, bool]]:
        return _Task, (self.asked, self.variant, self.packed)

    @property
    def released(self) -> float:
        return self.report.seconds

    def __call__(self, block: Block, path: str) -> tuple[Part, str]:
        part = self.report.block(block, path)
        if self.packed and part.batches:
            from pgnfen.report.position_table import packed

            part.data, part.batches = packed(part.batches), []
        return part, path


@command()
@options.inputs
@click.option("--start", is_flag=True, help="The starting position, ply 0; alone, no move is read.")
@click.option("--last", is_flag=True, help="The position behind the last move; a game that stops has none.")
@click.option(
    "--ply", "ranges", metavar="N,M-K", multiple=True, callback=options.number_ranges("ply", "plies"),
    help="These plies: 1,10-20,60- (0 is the start, 1 behind the first move).",
)
@click.option("--every", type=click.IntRange(1), metavar="N", help="The start, and every N plies from there.")
@click.option(
    "--notation", type=click.Choice(NOTATIONS), default="x-fen", show_default=True,
    help="How a position is written; epd: four fields, as in X-FEN.",
)
@click.option(
    "--en-passant", type=click.Choice(EN_PASSANT_CONVENTIONS), default="legal", show_default=True,
    help="The target square: after every double step (1994), where a pawn stands ready (x-fen), if a capture is legal.",
)
@click.option("--unique", is_flag=True, help="Each position once, the first; by its key: counters do not count.")
@click.option("--san", is_flag=True, help="In text: the move that led there, behind a tab; csv and jsonl have it.")
@path_option("-o", "--output", use="write", metavar="FILE", default="-", help="Where to (default: standard output).")
@click.option("--quiet", "-q", is_flag=True, help="No summary.")
@options.input_format
@options.variant()
@options.output_format((*FORMATS, "parquet"))
@options.csv_raw
@options.stream
@options.resume
@options.cluster
def positions(
    inputs: tuple[str, ...],
    start: bool,
    last: bool,
    ranges: tuple[tuple[int, int], ...],
    every: int | None,
    notation: Notation,
    en_passant: EnPassantConvention,
    unique: bool,
    san: bool,
    output: str,
    quiet: bool,
    input_format: InputFormat,
    default_variant: str | None,
    format_: Format | Literal["parquet"],
    jobs: int | None,
    progress: bool | None,
) -> int:
    """Write the positions of games, or of the records of .epd and .fen files: every one of the mainline, the start
    included, unless --start, --last, --ply or --every ask for some of them (together: for all that one asks for).

    Text is one record a line. csv and jsonl have path, game, ply, san (as the game spells it), fen, its six fields, and
    the key of the position: placement, active colour, castling availability in Shredder letters of rights that are
    real, en passant target square if a capture is legal. Equal positions have equal keys.

    A game that stops (an illegal or ambiguous move, one that the start denies, a token that nobody can read) gives its
    positions down to there. How many do is said on standard error, and the status is 1; so it is where no position is
    written.

    --unique keeps 4 million different positions in memory (400 MB); the lines of further ones wait in temporary files.

    \b
    Example:
      pgnfen positions games.pgn
      pgnfen positions --ply 20 --unique --notation epd archive/ -o book.epd
      pgnfen positions --last --format jsonl games.pgn
      pgnfen positions --format parquet -o positions.parquet archive/
    """
    parquet = format_ == "parquet"
    if parquet and unique:
        raise click.UsageError("--unique goes with --format text, csv or jsonl; in Parquet a query chooses by key")
    some = start or last or every or ranges
    plies = Plies(not some, last, every or 0, (*ranges, *([(0, 0)] if start else [])))
    form = "columns" if parquet else format_
    asked = Asked(plies, form, notation, en_passant, san, unique)
    task = _Task(asked, default_variant, parquet and resume_asked() is not None)
    stream = Stream(inputs, progress, input_format, block_size=_BLOCK)
    out = standard_output() if output == "-" else open_output()
    total = _Total()
    with ExitStack() as stack:
        file = stack.enter_context(OutputFile(output, out, stream.register))
        chosen = stack.enter_context(Unique()) if unique else None
        file.write(task.report.head())
        rows = stack.enter_context(positions_to_parquet(file.write, output)) if parquet else None
        for part, path in stream.map_heavy(task, jobs):
            total.add(part, path)
            if rows is not None:
                _put(part, rows)
                continue
            if chosen is None:
                file.write(part.data)
                continue
            lines, count = chosen.put(part.data, part.hashes)
            file.write(lines)
            total.written += count
        for lines, count in in_batches(chosen.rest()) if chosen is not None else ():
            file.write(lines)
            total.written += count
    if not quiet:
        total.say(stream.games, unique)
    return stream.status(1 if total.halted or not total.count else 0)


def _put(part: Part, rows: ParquetFile) -> None:
    from pgnfen.report.position_table import unpacked  # pyarrow is there

    for batch in part.batches or unpacked(part.data):
        rows.write(batch)


class _Total:
    """What has been written, and which games stop."""

    def __init__(self) -> None:
        self.count = self.unsaid = self.halted = self.written = 0
        self.first: list[tuple[str, Halted]] = []

    def add(self, part: Part, path: str) -> None:
        self.count += part.count
        self.unsaid += part.unsaid
        self.halted += len(part.halted)
        self.first += [(path, one) for one in part.halted[: max(0, _SHOWN - len(self.first))]]

    def say(self, games: int, unique: bool) -> None:
        """The summary, on standard error."""
        for line in self._lines(games, unique):
            say(line)

    def _lines(self, games: int, unique: bool) -> Iterator[str]:
        count: Callable[[int, str], str] = plural
        if unique:
            yield f"{count(self.written, 'different position')} of {self.count:,} in {count(games, 'game')}"
        else:
            yield f"{count(self.count, 'position')} of {count(games, 'game')}"
        if self.unsaid:
            yield f"{count(self.unsaid, 'position')} in X-FEN: KQkq cannot say the castling availability"
        if not self.halted:
            return
        verb = "stops" if self.halted == 1 else "stop"
        yield f"{count(self.halted, 'game')} {verb} before the end (pgnfen audit says more, pgnfen fix may mend it):"
        for path, one in self.first:
            where = f"ply {one.ply}" if one.ply else "no start"
            yield f"  {quoted(path)}: game {one.game}, {where}: {printable(one.why)}"
        if self.halted > len(self.first):
            yield "  ..."
