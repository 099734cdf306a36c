"""`pgnfen positions`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from pgnfen.cli.declare import Options, command, grouped, option
from pgnfen.cli.options import InputOptions, OutputOptions, Ranges, RowOptions, StreamOptions, number_ranges
from pgnfen.cli.parquet import positions_to_parquet
from pgnfen.cli.standard import open_output, say, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.fen.definitions import EN_PASSANT_CONVENTIONS, EnPassantConvention
from pgnfen.inputs.writer import OutputFile
from pgnfen.lazy import deferred
from pgnfen.pgn.blocks import BLOCK_SIZE
from pgnfen.replay.conventions import NOTATIONS, Notation
from pgnfen.report.formats import FORMATS
from pgnfen.report.position_lines import Halted, Part, Plies, PositionsOptions
from pgnfen.report.positions import PositionsReport
from pgnfen.report.terminal_text import printable, quoted
from pgnfen.report.unique import Unique, in_batches
from pgnfen.words import counted

with deferred:
    from pgnfen.report.position_table import unpacked

if TYPE_CHECKING:
    from pgnfen.report.parquet import ParquetFile

_SHOWN = 3  # games that stop
_BLOCK = BLOCK_SIZE // 4  # a line of movetext is many of positions


class PlyOptions(Options):
    """Which positions of a game are written."""

    start: bool = option(
        "--start", group="Selection", is_flag=True, help="The starting position, ply 0; alone, no move is read.",
    )
    last: bool = option(
        "--last", group="Selection", is_flag=True,
        help="The position behind the last move; a game that stops has none.",
    )
    ranges: Ranges = option(
        "--ply", group="Selection", metavar="N,M-K", multiple=True, callback=number_ranges("ply", "plies"),
        help="These plies: 1,10-20,60- (0 is the start, 1 behind the first move).",
    )
    every: int | None = option(
        "--every", group="Selection", type=click.IntRange(1), metavar="N",
        help="The start, and every N plies from there.",
    )
    unique: bool = option(
        "--unique", group="Selection", is_flag=True,
        help="Each position once, the first; by its key: counters do not count.",
    )

    @property
    def plies(self) -> Plies:
        """All of them, where none is named."""
        some = self.start or self.last or self.every or self.ranges
        return Plies(not some, self.last, self.every or 0, (*self.ranges, *([(0, 0)] if self.start else [])))


class PositionsCommandOptions(Options):
    """What `pgnfen positions` is asked for."""

    inputs: InputOptions = grouped(InputOptions, without=("position_tags",))
    plies: PlyOptions = grouped(PlyOptions)
    notation: Notation = option(
        "--notation", group="Output", type=click.Choice(NOTATIONS), default="x-fen", show_default=True,
        help="How a position is written; epd: four fields, as in X-FEN.",
    )
    en_passant: EnPassantConvention = option(
        "--en-passant", group="Output", type=click.Choice(EN_PASSANT_CONVENTIONS), default="legal", show_default=True,
        help="The target square: after every double step (1994), where a pawn stands ready (x-fen), if a capture is "
        "legal.",
    )
    san: bool = option(
        "--san", group="Output", is_flag=True,
        help="In text: the move that led there, behind a tab; csv and jsonl have it.",
    )
    output: OutputOptions = grouped(OutputOptions)
    quiet: bool = option("--quiet", "-q", group="Output", is_flag=True, help="No summary.")
    rows: RowOptions = grouped(RowOptions, changed={"format_": {"type": click.Choice([*FORMATS, "parquet"])}})
    stream: StreamOptions = grouped(StreamOptions)

    @property
    def of_report(self) -> PositionsOptions:
        """What the report is asked for."""
        parquet, unique = self.rows.format_ == "parquet", self.plies.unique
        form, packed = "columns" if parquet else self.rows.format, parquet and self.stream.resume is not None
        variant = self.inputs.default_variant
        return PositionsOptions(
            self.plies.plies, form, self.notation, self.en_passant, self.san, unique, variant, packed
        )


@command(PositionsCommandOptions)
def positions(options: PositionsCommandOptions) -> int:
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
    parquet, output = options.rows.format_ == "parquet", options.output.output
    if parquet and options.plies.unique:
        raise click.UsageError("--unique goes with --format text, csv or jsonl; in Parquet a query chooses by key")
    report = PositionsReport(options.of_report)
    stream = Stream(options.inputs, options.stream, block_size=_BLOCK)
    out = standard_output() if output == "-" else open_output()
    total = _Total()
    with ExitStack() as stack:
        file = stack.enter_context(OutputFile(output, out, stream.register))
        chosen = stack.enter_context(Unique()) if options.plies.unique else None
        file.write(report.head())
        rows = stack.enter_context(positions_to_parquet(file.write, output)) if parquet else None
        for part, path in stream.map(report):
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
    if not options.quiet:
        total.say(stream.games, options.plies.unique)
    return stream.status(1 if total.halted or not total.count else 0)


def _put(part: Part, rows: ParquetFile) -> None:
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
        count: Callable[[int, str], str] = counted
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
