"""`pgnfen split`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

import click

from pgnfen.cli import complete
from pgnfen.cli.declare import Options, command, grouped, option, path_option
from pgnfen.cli.filter import contradictions
from pgnfen.cli.options import InputOptions, StreamOptions
from pgnfen.cli.standard import say, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.inputs.output_folder import OutputFolder
from pgnfen.lazy import regex
from pgnfen.pgn.records import InputFormat, takes_records
from pgnfen.report.formats import cells
from pgnfen.report.terminal_text import quoted
from pgnfen.select.division import BY, Division, Stretch, no_such_tag
from pgnfen.select.outputs import FileNames, Sink, Write
from pgnfen.words import counted

INDEX = "index.csv"
_SUFFIX = regex(r"(?:\.[A-Za-z0-9]+)+")


def _suffix(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not _SUFFIX.fullmatch(value):
        raise click.BadParameter(f"{value!r} is not a suffix; use for example .pgn or .pgn.zst")
    if value is not None and value.lower().endswith(".zip"):
        raise click.BadParameter("zip output is not supported; use .gz, .bz2, .xz or .zst")
    return value


class SplitOptions(Options):
    """What `pgnfen split` is asked for."""

    inputs: InputOptions = grouped(InputOptions, without=("position_tags",))
    by: str = option(
        "--by", group="Selection", required=True, metavar="WHAT", shell_complete=complete.criteria,
        help=f"Split by {', '.join(BY)}, or the name of a tag (year:Date, month:Date: part of a date).",
    )
    folder: str = path_option(
        "-d", "--folder", use="folder", group="Output", required=True, metavar="FOLDER",
        help="Write the files to this folder; it must be new or empty.",
    )
    dry_run: bool = option(
        "--dry-run", group="Output", is_flag=True,
        help="Write no file; print the index.",
    )
    quiet: bool = option("--quiet", "-q", group="Output", is_flag=True, help="Write no summary.")
    suffix: str | None = option(
        "--suffix", group="Output", metavar="SUFFIX", callback=_suffix,
        help=(
        "Use this suffix for the file names; .pgn.gz, .pgn.bz2, .pgn.xz and .pgn.zst are compressed (default: "
        ".pgn, or .epd for records)."
    ),
    )
    open_files: int = option(
        "--open", group="Performance", type=click.IntRange(1), default=200, show_default=True,
        help="Keep this many files open at a time.",
    )
    stream: StreamOptions = grouped(StreamOptions)


@dataclass(slots=True)
class _Written:
    """A file of the folder: its value, its games and bytes, and where the first of them comes from."""

    value: str | None
    sink: Sink
    first: tuple[str, int]
    games: int = 0
    bytes: int = 0


class _Files:
    """The files of the folder, by value; of none, where nothing is to be written. `format`: what is read as records;
    `suffix`: of the files, or None: that of the first input's content."""

    def __init__(self, folder: OutputFolder | None, format: InputFormat, suffix: str | None) -> None:
        self._folder, self._format, self._suffix = folder, format, suffix
        self._names: FileNames | None = None
        self._value: str | None = None  # of the last game
        self.written: dict[str, _Written] = {}
        self.contradicting = 0

    @property
    def begun(self) -> bool:
        """Whether a block was read."""
        return self._names is not None

    def put(self, stretches: Sequence[Stretch], path: str, number: int) -> None:
        """Write the stretches of a block; `number` is that of its first game."""
        records = takes_records(path, self._format)
        if self._names is None:
            self._names = FileNames(self._suffix or (".epd" if records else ".pgn"))
            self._names.taken(INDEX)
        for stretch in stretches:
            if stretch.games:  # else more of the game before, which is too large for one block
                self._value = stretch.value
            self.contradicting += stretch.contradicting
            file = self._file(self._names.of(self._value), path, number)
            file.sink.put(stretch.data, path, records)
            file.games += stretch.games
            number += stretch.games

    def _file(self, name: str, path: str, number: int) -> _Written:
        file = self.written.get(name)
        if file is None:
            file = self.written[name] = _Written(self._value, Sink(self._writer(name)), (path, number))
        return file

    def _writer(self, name: str) -> Write:
        def write(data: bytes) -> None:
            if self._folder is not None:
                self._folder.write(name, data)
            self.written[name].bytes += len(data)

        return write

    def index(self) -> bytes:
        """What went where, as CSV: a line a file."""
        rows: list[tuple[object, ...]] = [("file", "value", "games", "bytes", "first_input", "first_game")]
        for name, file in sorted(self.written.items()):
            rows.append((name, file.value, file.games, file.bytes, file.first[0], file.first[1]))
        return b"".join([cells(row) + b"\n" for row in rows])


@command(SplitOptions, "split")
def split_games(options: SplitOptions) -> int:
    """Write games into one file per value.

    Each game is in one of the files, byte for byte and in order; records of .epd and .fen files, too.

    The folder appears when all of it is written. It has index.csv: for each file its value, games, bytes, and the
    place of its first game. File names are valid on each system, do not begin with - + = @, and two values never share
    a file. By `finding`, a game goes to the file of its worst finding (the first of equals), or to `clean`. By `kind`,
    `scharnagl` or `variant`, the summary also counts the games whose Variant tag contradicts the start.

    \b
    Examples:
      pgnfen split --by kind sample_pgn -d by-kind
      pgnfen split --by White sample_pgn -d players --suffix .pgn.zst
    """
    try:
        task = Division(options.by, options.inputs.default_variant)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    stream = Stream(options.inputs, options.stream, one_kind=True)
    with nullcontext() if options.dry_run else OutputFolder(options.folder, options.open_files) as target:
        files = _Files(target, options.inputs.input_format, options.suffix)
        for stretches, path, number in stream.map(task, task.heavy):
            files.put(stretches, path, number)
        index = files.index()
        if target is not None and (files.begun or stream.read):
            target.write(INDEX, index)
        elif target is not None:
            target.abort()
    if options.dry_run:
        standard_output().write(index)
    if not files.begun and not stream.read:
        say(f"{quoted(options.folder)}: not written because no input was read")
    elif not options.quiet:
        _say(options, stream.games, files)
    lacking = options.by not in BY and files.begun and all(file.value is None for file in files.written.values())
    if lacking:
        say(no_such_tag(options.by, BY))
    return stream.status(0 if stream.games and not lacking else 1)


def _say(options: SplitOptions, games: int, files: _Files) -> None:
    """The summary."""
    would = "would be written to" if options.dry_run else "in"
    say(f"{counted(games, 'game')} {would} {counted(len(files.written), 'file')} of {quoted(options.folder)}")
    if files.contradicting:
        say(contradictions(files.contradicting))
