"""`pgnfen split`."""

from __future__ import annotations

from contextlib import nullcontext

import click

from pgnfen.cli import complete
from pgnfen.cli.declare import Options, command, grouped, option, path_option
from pgnfen.cli.filter import contradictions
from pgnfen.cli.options import InputOptions, StreamOptions
from pgnfen.cli.standard import say, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.inputs.output_folder import OutputFolder
from pgnfen.report.split_files import INDEX, SplitFiles, check_suffix
from pgnfen.report.terminal_text import quoted
from pgnfen.select.division import BY, Division, no_such_tag
from pgnfen.words import counted


def _suffix(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    try:
        check_suffix(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return value


class SplitOptions(Options):
    """What `pgnfen split` is asked for."""

    inputs: InputOptions = grouped(InputOptions, without=("position_tags",))
    by: str = option(
        "--by", group="Selection", required=True, metavar="WHAT", shell_complete=complete.divided_by(BY),
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


@command(SplitOptions, "split")
def split_games(options: SplitOptions) -> int:
    """Write games into files by tag or kind of start.

    Each game is in one of the files, byte for byte and in order; records of .epd and .fen files, too. Between games of
    two inputs, line ends are added if no blank line separates them.

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
        files = SplitFiles(target.write if target is not None else None, options.inputs.input_format, options.suffix)
        for stretches, path, number in stream.map(task, task.heavy):
            files.put(stretches, path, number)
        index = files.index()
        if target is not None and (files.begun or stream.read):
            target.write(INDEX, index)
        elif target is not None:
            target.abort()
    if options.dry_run:
        standard_output().write(index)
    _say(options, stream, files)
    lacking = options.by not in BY and files.begun and files.without_values
    if lacking:
        say(no_such_tag(options.by, BY))
    return stream.status(0 if stream.games and not lacking else 1)


def _say(options: SplitOptions, stream: Stream, files: SplitFiles) -> None:
    """The summary, or why nothing is written."""
    if not files.begun and not stream.read:
        say(f"{quoted(options.folder)}: not written because no input was read")
        return
    if options.quiet:
        return
    would = "would be written to" if options.dry_run else "in"
    say(f"{counted(stream.games, 'game')} {would} {counted(len(files.written), 'file')} of {quoted(options.folder)}")
    if files.contradicting:
        say(contradictions(files.contradicting))
