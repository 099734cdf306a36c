"""`pgnfen split`."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

import click

from pgnfen.cli import complete, options
from pgnfen.cli.filter import Sink, contradictions
from pgnfen.cli.paths import command, path_option
from pgnfen.cli.standard import say, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.fen.fault import plural
from pgnfen.inputs.output_folder import OutputFolder
from pgnfen.pgn.block import Block
from pgnfen.pgn.records import InputFormat, takes_records
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.regex import regex
from pgnfen.report.cells import cells
from pgnfen.report.columns import quoted
from pgnfen.select.division import BY, Division, Stretch, no_such_tag
from pgnfen.select.file_names import FileNames

INDEX = "index.csv"
_SUFFIX = regex(r"(?:\.[A-Za-z0-9]+)+")


class _Task:
    """Divides a block."""

    def __init__(self, by: str, variant: str | None) -> None:
        assume_variant(variant)
        self.by, self.variant = by, variant
        self.division = Division(by)

    def __reduce__(self) -> tuple[type[_Task], tuple[str, str | None]]:
        return _Task, (self.by, self.variant)

    @property
    def released(self) -> float:
        return self.division.auditor.released if self.division.auditor is not None else 0.0

    def __call__(self, block: Block, path: str) -> tuple[list[Stretch], str, int]:
        return self.division.divide(block), path, block.number


@dataclass(slots=True)
class _Written:
    """A file of the folder: its value, its games and bytes, and where the first of them comes from."""

    value: str | None
    sink: Sink
    first: tuple[str, int]
    games: int = 0
    bytes: int = 0


class _Files:
    """The files of the folder, by value; of none, where nothing is to be written."""

    def __init__(self, folder: OutputFolder | None, suffix: str) -> None:
        self.folder = folder
        self.names = FileNames(suffix)
        self.names.taken(INDEX)
        self.written: dict[str, _Written] = {}

    def put(self, stretch: Stretch, path: str, number: int, records: bool) -> None:
        """Write a stretch; `number` is that of its first game."""
        name = self.names.of(stretch.value)
        file = self.written.get(name)
        if file is None:
            file = self.written[name] = _Written(stretch.value, Sink(self._writer(name)), (path, number))
        file.sink.put(stretch.data, path, records)
        file.games += stretch.games

    def _writer(self, name: str) -> Sink.Write:
        def write(data: bytes) -> None:
            if self.folder is not None:
                self.folder.write(name, data)
            self.written[name].bytes += len(data)

        return write

    def index(self) -> bytes:
        """What went where, as CSV: a line a file."""
        rows: list[tuple[object, ...]] = [("file", "value", "games", "bytes", "first_input", "first_game")]
        for name, file in sorted(self.written.items()):
            rows.append((name, file.value, file.games, file.bytes, file.first[0], file.first[1]))
        return b"".join([cells(row) + b"\n" for row in rows])


def _suffix(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not _SUFFIX.fullmatch(value):
        raise click.BadParameter(f"{value!r} is no suffix such as .pgn or .pgn.zst")
    if value is not None and value.lower().endswith(".zip"):
        raise click.BadParameter("zip output is not supported; use .gz, .bz2, .xz or .zst")
    return value


@command("split")
@options.inputs
@click.option(
    "--by",
    required=True,
    metavar="WHAT",
    shell_complete=complete.criteria,
    help=f"{', '.join(BY)}, or the name of a tag: games with the same value go to the same file.",
)
@path_option(
    "-d", "--folder", use="folder", required=True, metavar="FOLDER",
    help="A new folder, or an empty one.",
)
@click.option("--dry-run", is_flag=True, help="Write nothing: say how many games would go to which file.")
@click.option("--quiet", "-q", is_flag=True, help="No summary.")
@click.option(
    "--suffix",
    metavar="SUFFIX",
    callback=_suffix,
    help="Of the files: .pgn.gz, .pgn.bz2, .pgn.xz, .pgn.zst are compressed (default: .pgn, of records .epd).",
)
@click.option(
    "--open",
    "open_files",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Files open at a time.",
)
@options.variant()
@options.input_format
@options.stream
@options.resume
@options.cluster
def split_games(
    inputs: tuple[str, ...],
    by: str,
    folder: str,
    suffix: str | None,
    dry_run: bool,
    quiet: bool,
    open_files: int,
    default_variant: str | None,
    input_format: InputFormat,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """Divide games, or records, into files, one for each value: each is in one of them, byte for byte and in order.

    The folder appears when all of it is written, with index.csv: of each file its value, games, bytes, and where its
    first game comes from. Names are safe on every system and begin with no - + = @, and two values never share one. By
    `finding`, a game goes by its worst one (the first of equals), or to `clean`. By `kind`, `scharnagl` or `variant`,
    the summary says in how many games the Variant tag contradicts the start.

    \b
    Example:
      pgnfen split --by kind archive/ -d by-kind
      pgnfen split --by White games.pgn -d players --suffix .pgn.zst
    """
    try:
        task = _Task(by, default_variant)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    stream = Stream(inputs, progress, input_format, one_kind=True)
    with nullcontext() if dry_run else OutputFolder(folder, open_files) as target:
        files: _Files | None = None
        value: str | None = None
        contradicting = 0
        results = stream.map_heavy(task, jobs) if by == "finding" else stream.map(task, jobs)
        for stretches, path, number in results:
            records = takes_records(path, input_format)
            files = files or _Files(target, suffix or (".epd" if records else ".pgn"))
            for stretch in stretches:
                if not stretch.games:  # more of the game before, which is too large for one block
                    stretch = stretch._replace(value=value)
                value = stretch.value
                contradicting += stretch.contradicting
                files.put(stretch, path, number, records)
                number += stretch.games
        index = (files or _Files(target, ".pgn")).index()
        if target is not None and (files is not None or stream.read):
            target.write(INDEX, index)
        elif target is not None:
            target.abort()
    count = len(files.written) if files is not None else 0
    if dry_run:
        standard_output().write(index)
    would = "would go to" if dry_run else "in"
    if files is None and not stream.read:
        say(f"{quoted(folder)}: not written: no input was read")
    elif not quiet:
        say(f"{plural(stream.games, 'game')} {would} {plural(count, 'file')} of {quoted(folder)}")
        if contradicting:
            say(contradictions(contradicting))
        if by not in BY and files is not None and all(file.value is None for file in files.written.values()):
            say(no_such_tag(by, BY))
    return stream.status(0 if stream.games else 1)
