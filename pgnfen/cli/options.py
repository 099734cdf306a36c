"""Options and arguments that commands share."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

import click

from pgnfen.cli import complete
from pgnfen.cli.paths import PathArgument, path_given, path_option
from pgnfen.facts.kinds import POSITION_TAGS
from pgnfen.inputs.limits import LARGEST_WINDOW, WINDOW, Limits
from pgnfen.pgn.pieces import MAX_GAME
from pgnfen.pgn.records import INPUT_FORMATS
from pgnfen.regex import regex
from pgnfen.report.formats import FORMATS

Command = TypeVar("Command", bound=Callable[..., Any])
_CSV_RAW, _MAX_GAME, _CLUSTER = "pgnfen.csv_raw", "pgnfen.max_game", "pgnfen.cluster"


def inputs(command: Command) -> Command:
    """INPUT arguments; none means standard input."""
    return click.argument("inputs", metavar="[INPUT]...", nargs=-1, cls=PathArgument, use="input")(command)


def _form(ctx: click.Context, _: click.Parameter, value: str) -> str:
    if not ctx.meta.get(_CSV_RAW):
        return value
    if value != "csv":
        raise click.UsageError("--csv-raw goes with --format csv")
    return "csv-raw"


def _csv_raw(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    ctx.meta[_CSV_RAW] = value


def output_format(choices: Iterable[str] = FORMATS) -> Callable[[Command], Command]:
    """--format."""
    return click.option(
        "--format", "format_", type=click.Choice(list(choices)), default="text", show_default=True, callback=_form,
        help="Form of the output.",
    )  # fmt: skip


def csv_raw(command: Command) -> Command:
    """--csv-raw, with --format."""
    return click.option(
        "--csv-raw", is_flag=True, is_eager=True, expose_value=False, callback=_csv_raw,
        help="In csv: write values as they are (default: ' before one that a spreadsheet would run, such as =1+1, and "
        "escapes for control characters).",
    )(command)  # fmt: skip


def _size(value: str) -> int:
    match = re.fullmatch(r"([0-9]{1,15})([KMGT]?)", value.upper())
    if not match:
        raise click.BadParameter(f"{value!r} is no number of bytes, such as 1000, 64K, 64M, 2G (64K is 65,536)")
    return int(match[1]) << 10 * " KMGT".index(match[2] or " ")


def _most(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        _note(ctx, param, _size(value))


def _max_game(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.meta[_MAX_GAME] = max(1, _size(value))


def _note(ctx: click.Context, param: click.Parameter, value: int | None) -> None:
    if value is not None and param.name is not None:
        setattr(ctx.ensure_object(Limits), param.name, value)


def colour(command: Command) -> Command:
    """--color."""
    return click.option(
        "--color", "--colour", "colour", type=click.Choice(["auto", "always", "never"]), default="auto",
        callback=lambda _, __, value: _coloured(value),
        help="Colours (default: on a terminal, unless NO_COLOR is set); always: as on a terminal, whatever it is.",
    )(command)  # fmt: skip


def _coloured(asked: str) -> bool:
    if asked != "auto":
        return asked == "always"
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def asked_for(name: str) -> bool:
    """Whether the user gave an option of the running command."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def limits(command: Command) -> Command:
    """--max-bytes and --long, for the Limits of the command's context."""
    command = click.option(
        "--long", "window", type=click.IntRange(10, LARGEST_WINDOW), metavar="N", expose_value=False, callback=_note,
        help=f"Largest window of Zstandard data, as a power of two: as much memory (default: {WINDOW}, 128 MiB).",
    )(command)  # fmt: skip
    return click.option(
        "--max-bytes", "most", metavar="SIZE", expose_value=False, callback=_most,
        help="Read no more than this, uncompressed, of all inputs together (default: no limit).",
    )(command)  # fmt: skip


def limits_asked() -> Limits:
    """The limits that the options of the running command ask for."""
    ctx = click.get_current_context(silent=True)
    return (ctx and ctx.find_object(Limits)) or Limits()


def max_game_asked() -> int:
    """The most bytes of a game that is judged, by the options of the running command."""
    ctx = click.get_current_context(silent=True)
    asked: int = ctx.meta.get(_MAX_GAME, MAX_GAME) if ctx else MAX_GAME
    return asked


def stream(command: Command) -> Command:
    """--jobs and --progress, --max-game, --max-bytes and --long."""
    command = limits(command)
    command = click.option(
        "--max-game", metavar="SIZE", expose_value=False, callback=_max_game,
        help=f"A larger game is passed through and not judged, G111 (default: {MAX_GAME >> 20}M).",
    )(command)  # fmt: skip
    command = click.option(
        "--progress/--no-progress", default=None, help="Progress on standard error (default: on a terminal)."
    )(command)
    return click.option(
        "--jobs", "-j", type=click.IntRange(1), help="How many cores to use (default: all); the output is the same."
    )(command)


def resume(command: Command) -> Command:
    """--resume."""
    option = path_option(
        "--resume", use="both", metavar="FILE", expose_value=False,
        help="Keep in FILE what is done; the same command with the same FILE goes on with it. Removed at the end.",
    )  # fmt: skip
    return cast(Command, option(command))


def resume_asked() -> str | None:
    """The FILE of --resume of the running command."""
    return path_given("resume")


def _cluster(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None and not re.fullmatch(r"local:[1-9][0-9]{0,3}|[a-z]+://\S+", value):
        raise click.BadParameter(f"{value!r} is neither local:N nor an address such as tcp://host:8786")
    ctx.meta[_CLUSTER] = value


def cluster(command: Command) -> Command:
    """--cluster."""
    return click.option(
        "--cluster", metavar="ADDRESS", expose_value=False, callback=_cluster,
        help="Have the workers of a Dask scheduler do it (tcp://host:8786), or N started here (local:N).",
    )(command)  # fmt: skip


def cluster_asked() -> str | None:
    """The address that --cluster of the running command has."""
    ctx = click.get_current_context(silent=True)
    address: str | None = ctx.meta.get(_CLUSTER) if ctx else None
    if address is not None and resume_asked() is not None:
        raise click.UsageError("--cluster and --resume do not go together")
    return address


def input_format(command: Command) -> Command:
    """--input-format."""
    return click.option(
        "--input-format",
        type=click.Choice(INPUT_FORMATS),
        default="auto",
        show_default=True,
        help="PGN, or records (FEN or EPD, one a line); auto: records in files called .epd or .fen.",
    )(command)


def configuration(command: Command) -> Command:
    """--config, --no-config, --show-config."""
    command = click.option("--show-config", is_flag=True, help="Say what holds, and from where.")(command)
    command = click.option("--no-config", "with_config", flag_value=False, default=True, help="Read none.")(command)
    option = path_option(
        "--config", use="read", metavar="FILE", help="The configuration (default: found upwards from the inputs)."
    )
    return cast(Command, option(command))


TAG_NAME = regex(r"[A-Za-z0-9_]+")


def _known_variant(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    if name is not None:
        from pgnfen.fen.variants import read_variant
        from pgnfen.report.columns import printable

        if read_variant(name).family == "unknown":
            raise click.BadParameter(f"no variant is known as {printable(name)}{meant_variant(name)}")
    return name


def meant_variant(name: str) -> str:
    """Which known variant a name may mean, as errors.meant says it."""
    from pgnfen.errors import meant
    from pgnfen.fen.variants import variant_names

    known = {each.lower(): each for each in variant_names()}
    return meant(name, known)


def variant(name: str = "--variant") -> Callable[[Command], Command]:
    """--variant: by which rules games and records are read that state none."""
    return click.option(
        name, "default_variant", metavar="NAME", callback=_known_variant, shell_complete=complete.variants,
        help="The variant of games and records that state none; what a Variant tag says, wins.",
    )  # fmt: skip


def _tag_names(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if not TAG_NAME.fullmatch(name):
            raise click.BadParameter(f"{name!r} is no name of a tag")
    return names


def declaring(names: Iterable[str]) -> tuple[bytes, ...]:
    """The tags that declare final positions, if these do too."""
    return tuple(dict.fromkeys((*POSITION_TAGS, *(name.encode() for name in names))))


def position_tags(command: Command) -> Command:
    """--position-tag: tags beside CurrentPosition that declare the final position."""
    return click.option(
        "--position-tag", "position_tags", metavar="NAME", multiple=True, callback=_tag_names,
        help="A tag that has the final position as a FEN, as CurrentPosition does; may be given more than once.",
    )(command)  # fmt: skip


def split(values: Iterable[str]) -> list[str]:
    """Codes given one by one or with commas."""
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


_RANGE = regex(r"([0-9]{1,9})(?:(-)([0-9]{1,9})?)?")
_LAST = (1 << 32) - 1
Ranges = tuple[tuple[int, int], ...]


def number_ranges(noun: str, plural: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], Ranges]:
    """The callback of an option that takes numbers and ranges of them, with commas: 1,10-20,60-."""

    def read(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> Ranges:
        found = []
        if not all(split((value,)) for value in values):
            raise click.BadParameter(f"names no {noun}")
        for text in split(values):
            match = _RANGE.fullmatch(text)
            if match is None:
                forms = f"neither a {noun} (12), nor {plural} from and to (10-20), nor from (10-)"
                raise click.BadParameter(f"{text!r} is {forms}")
            begin = int(match[1])
            end = begin if match[2] is None else _LAST if match[3] is None else int(match[3])
            if end < begin:
                raise click.BadParameter(f"{text!r} ends before it begins")
            found.append((begin, end))
        return tuple(found)

    return read
