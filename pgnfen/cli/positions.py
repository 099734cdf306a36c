"""`pgnfen positions`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from pgnfen.cli.declare import Choice, Options, command, grouped, option
from pgnfen.cli.options import InputOptions, OutputOptions, RowOptions, StreamOptions, number_ranges, size_or
from pgnfen.cli.parquet import positions_to_parquet
from pgnfen.cli.standard import open_output, say, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.fen.definitions import EN_PASSANT_CONVENTIONS, EnPassantConvention
from pgnfen.inputs.writer import OutputFile
from pgnfen.lazy import deferred
from pgnfen.pgn.blocks import BLOCK_SIZE
from pgnfen.replay.conventions import NOTATIONS, Notation
from pgnfen.report.formats import FORMATS
from pgnfen.report.position_lines import Halted, Part, Plies, PositionsOptions, plies_of
from pgnfen.report.positions import PositionsReport
from pgnfen.report.terminal_text import printable, quoted
from pgnfen.report.unique import MEMORY, Unique, in_batches
from pgnfen.words import Ranges, counted

with deferred:
    from pgnfen.report.position_table import schema, unpacked

if TYPE_CHECKING:
    import pyarrow as pa

    from pgnfen.report.parquet import ParquetFile

_SHOWN = 3  # games that stop
_BLOCK = BLOCK_SIZE // 8  # a line of movetext is many of positions


class PlyOptions(Options):
    """Which positions of a game are written."""

    start: bool = option(
        "--start", group="Selection", is_flag=True,
        help="Write the starting position (ply 0). Without other options, moves are not read.",
    )
    last: bool = option(
        "--last", group="Selection", is_flag=True,
        help="Write the position after the last move. A game whose moves stop at an error has no such position.",
    )
    ranges: Ranges = option(
        "--ply", group="Selection", metavar="N,M-K", multiple=True, callback=number_ranges("ply", "plies"),
        help="Write these plies: 1,10-20,60- (0 is the starting position, 1 is after the first move).",
    )
    every: int | None = option(
        "--every", group="Selection", type=click.IntRange(1), metavar="N",
        help="Write the starting position and every Nth ply after it.",
    )
    unique: bool = option(
        "--unique", group="Selection", is_flag=True,
        help="Write each position once; counters are ignored in the comparison.",
    )

    @property
    def plies(self) -> Plies:
        """All of them, where none is named."""
        return plies_of(self.start, self.last, self.every, self.ranges)


class PositionsCommandOptions(Options):
    """What `pgnfen positions` is asked for."""

    inputs: InputOptions = grouped(InputOptions, without=("position_tags",))
    plies: PlyOptions = grouped(PlyOptions)
    notation: Notation = option(
        "--notation", group="Output", type=Choice(NOTATIONS), default="x-fen", show_default=True,
        help="Write positions in this notation; epd has only the first four fields of x-fen.",
    )
    en_passant: EnPassantConvention = option(
        "--en-passant", group="Output", type=Choice(EN_PASSANT_CONVENTIONS), default="legal", show_default=True,
        help=(
        "Write the en passant target square after each double step (1994), if an enemy pawn is next to the "
        "pawn (x-fen), or if a capture is legal (legal)."
    ),
    )
    san: bool = option(
        "--san", group="Output", is_flag=True,
        help="Add the move to each line of text, after a tab; csv and jsonl always have it.",
    )
    output: OutputOptions = grouped(OutputOptions)
    quiet: bool = option("--quiet", "-q", group="Output", is_flag=True, help="Write no summary.")
    rows: RowOptions = grouped(RowOptions, changed={"format_": {"type": Choice([*FORMATS, "parquet"])}})
    memory: int = option(
        "--memory", group="Performance", metavar="SIZE", callback=size_or(MEMORY), initial=MEMORY,
        help="With --unique, the most memory for keys of positions; the rest is in temporary files (default: 400M).",
    )
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
    """Write the positions of games in any notation.

    Without --start, --last, --ply or --every, each position of the mainline is written, with the start. Records of
    .epd and .fen files have one position each.

    Text is one position per line. csv and jsonl have path, game, ply, san (as the game spells it), fen, its six fields,
    and the key of the position: placement, active color, castling availability in Shredder-FEN letters (only rights
    whose king and rook stand where the right needs them), en passant target square if a capture is legal. Equal
    positions have equal keys.

    A game stops at a move that is illegal or ambiguous, that the start does not allow, or that cannot be read. The
    positions up to there are written, and standard error has the number of such games.

    --unique keeps the keys of 4 million different positions in memory (--memory 400M), and writes the rest to
    temporary files.

    \b
    Exit status:
      0  all moves are played, and a position is written
      1  a game stops, or no position is written
      2  a usage error, or an input that cannot be read

    \b
    Examples:
      pgnfen positions sample_pgn/classic.pgn
      pgnfen positions --ply 4 --unique --notation epd sample_pgn/classic.pgn -o book.epd
      pgnfen positions --last --format jsonl sample_pgn/classic.pgn
    """
    parquet, output = options.rows.format_ == "parquet", options.output.output
    if parquet and options.plies.unique:
        raise click.UsageError(
            "--unique needs --format text, csv or jsonl; for Parquet, remove duplicate keys with a query"
        )
    report = PositionsReport(options.of_report)
    stream = Stream(options.inputs, options.stream, block_size=_BLOCK)
    total = _Total()
    if stream.writes_parts(output):
        if options.plies.unique:
            raise click.UsageError("files of parts (-o with *) cannot be used with --unique")
        with stream.destination(output, report.head(), *((_rows, _schema) if parquet else (_lines, None))):
            for part, path in stream.map(report):
                total.add(part, path)
        return _end(options, stream, total)
    out = standard_output() if output == "-" else open_output()
    with ExitStack() as stack:
        file = stack.enter_context(OutputFile(output, out, stream.register))
        chosen = stack.enter_context(Unique(options.memory)) if options.plies.unique else None
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
    return _end(options, stream, total)


def _end(options: PositionsCommandOptions, stream: Stream, total: _Total) -> int:
    """Say the summary; the exit status."""
    if not options.quiet:
        total.say(stream.games, options.plies.unique)
    return stream.status(1 if total.halted or not total.count else 0)


def _lines(result: tuple[Part, str]) -> tuple[bytes, tuple[Part, str]]:
    part, path = result
    return part.data, (replace(part, data=b""), path)


def _rows(result: tuple[Part, str]) -> tuple[list[pa.RecordBatch], tuple[Part, str]]:
    part, path = result
    return part.batches or unpacked(part.data), (replace(part, data=b"", batches=[]), path)


def _schema() -> pa.Schema:
    return schema()


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
            yield (
                f"{count(self.unsaid, 'position')} written in X-FEN because KQkq cannot express the castling "
                "availability"
            )
        if not self.halted:
            return
        verb = "stops" if self.halted == 1 else "stop"
        yield (
            f"{count(self.halted, 'game')} {verb} before the end; run 'pgnfen audit' for the reason, or try "
            "'pgnfen fix':"
        )
        for path, one in self.first:
            where = f"ply {one.ply}" if one.ply else "no starting position"
            yield f"  {quoted(path)}: game {one.game}, {where}: {printable(one.why)}"
        if self.halted > len(self.first):
            yield "  ..."
