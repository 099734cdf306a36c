"""Options that commands share: each is declared here once, as a field of a class of options (see declare.py)."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import Literal

import click

from pgnfen.cli import complete
from pgnfen.cli.declare import Choice, Options, argument, option, path_option
from pgnfen.facts.kinds import POSITION_TAGS
from pgnfen.inputs.raw import LARGEST_WINDOW, WINDOW, Limits
from pgnfen.lazy import deferred, regex
from pgnfen.pgn.blocks import MAX_GAME
from pgnfen.pgn.records import INPUT_FORMATS, InputFormat
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.terminal_text import printable
from pgnfen.words import Ranges, read_ranges

with deferred:
    from pgnfen.fen.variants import check_variant

Color = Literal["auto", "always", "never"]
TAG_NAME = regex(r"[A-Za-z0-9_]+")


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def read_size(value: str) -> int:
    """A number of bytes as a user writes it: 64K, 2G. Raises BadParameter for what is none."""
    match = re.fullmatch(r"([0-9]{1,15})([KMGT]?)", value.upper())
    if not match:
        raise click.BadParameter(
            f"{value!r} is not a number of bytes; use for example 1000, 64K, 64M or 2G (64K is "
            f"65,536)"
        )
    return int(match[1]) << 10 * " KMGT".index(match[2] or " ")


def size_or(default: int) -> Callable[[click.Context, click.Parameter, str | None], int]:
    """A callback that reads a number of bytes; `default` where none is named."""
    return lambda _, __, value: default if value is None else read_size(value)


def _most(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    return None if value is None else read_size(value)


def _max_game(_: click.Context, __: click.Parameter, value: str | None) -> int:
    return MAX_GAME if value is None else max(1, read_size(value))


def _cluster(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is not None and not re.fullmatch(r"local:[1-9][0-9]{0,3}|[a-z]+://\S+", value):
        raise click.BadParameter(f"{value!r} is not an address; use for example tcp://host:8786 or local:4")
    return value


def _known_variant(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    if name is not None:
        try:
            check_variant(name)
        except ValueError as error:
            raise click.BadParameter(printable(str(error))) from None
    return name


def _tag_names(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if not TAG_NAME.fullmatch(name):
            raise click.BadParameter(f"{name!r} is not the name of a tag; use letters, digits and _")
    return names


class LimitOptions(Options):
    """What reading may cost."""

    max_bytes: int | None = option(
        "--max-bytes", group="Input", metavar="SIZE", callback=_most,
        help="Stop after this many uncompressed bytes of all inputs together, such as 2G (default: no limit).",
    )
    window: int | None = option(
        "--long", group="Input", type=click.IntRange(10, LARGEST_WINDOW), metavar="N",
        help=(
            f"Use at most 2^N bytes of memory for the window of a Zstandard input (default: {WINDOW}, which is "
            "128 MiB)."
        ),
    )

    def limits(self) -> Limits:
        """New limits, which count what is read."""
        return Limits(self.max_bytes, WINDOW if self.window is None else self.window)


class InputOptions(Options):
    """What is read, and as what."""

    inputs: tuple[str, ...] = argument(metavar="[INPUT]...", nargs=-1, use="input")
    input_format: InputFormat = option(
        "--input-format", group="Input", type=Choice(INPUT_FORMATS), default="auto", show_default=True,
        help=(
            "Read games (pgn), or records, one FEN or EPD per line (epd). auto reads .epd and .fen files as "
            "records and all others as games."
        ),
    )
    default_variant: str | None = option(
        "--variant", "--default-variant", group="Input", metavar="NAME", callback=_known_variant,
        shell_complete=complete.variants,
        help="Use this variant for games and records without a Variant tag.",
    )
    position_tags: tuple[str, ...] = option(
        "--position-tag", group="Input", metavar="NAME", multiple=True, callback=_tag_names,
        shell_complete=complete.tags,
        help="Read the final position from this tag, for example CurrentPosition; can be given several times.",
    )

    @property
    def declaring(self) -> tuple[bytes, ...]:
        """The tags that declare final positions."""
        return tuple(dict.fromkeys((*POSITION_TAGS, *(name.encode() for name in self.position_tags))))


class StreamOptions(LimitOptions):
    """How inputs become results: limits, and what takes time."""

    max_game: int = option(
        "--max-game", group="Input", metavar="SIZE", callback=_max_game, initial=MAX_GAME,
        help=f"Do not check games larger than this (G111); they are still copied (default: {MAX_GAME >> 20}M).",
    )
    jobs: int | None = option(
        "--jobs", "-j", group="Performance", type=click.IntRange(1),
        help="Use this many cores (default: all); the output is the same.",
    )
    progress: bool | None = option(
        "--progress/--no-progress", group="Performance", default=None,
        help="Show the progress on standard error (default: on a terminal).",
    )
    resume: str | None = path_option(
        "--resume", use="both", group="Performance", metavar="FILE",
        help=(
        "Save completed work in FILE, so that the same command can continue after an interruption. FILE is "
        "removed at the end."
    ),
    )
    cluster: str | None = option(
        "--cluster", group="Performance", metavar="ADDRESS", callback=_cluster,
        help="Use the workers of a Dask scheduler (tcp://host:8786), or start N workers here (local:N).",
    )


class RowOptions(Options):
    """The form of lines."""

    format_: str = option(
        "--format", group="Output", type=Choice(FORMATS), default="text", show_default=True,
        help="Write the output in this format.",
    )
    csv_raw: bool = option(
        "--csv-raw", group="Output", is_flag=True,
        help=(
        "Write csv values unchanged. By default, ' is added before values that a spreadsheet would run, such "
        "as =1+1, and control characters are escaped."
    ),
    )

    @property
    def format(self) -> Format:
        """The form that was asked for: one of FORMATS, csv-raw, or another that the command has. Raises UsageError
        where --csv-raw goes with another one."""
        if self.csv_raw and self.format_ != "csv":
            raise click.UsageError("--csv-raw needs --format csv")
        return "csv-raw" if self.csv_raw else self.format_  # type: ignore[return-value]


class OutputOptions(Options):
    """Where the output goes."""

    output: str = path_option(
        "-o", "--output", use="write", group="Output", metavar="FILE", default="-",
        help="Write to FILE (default: standard output).",
    )


class ColorOptions(Options):
    """Whether the output is for people who look at it."""

    color: Color = option(
        "--color", group="Output", type=Choice(["auto", "always", "never"]), default="auto",
        help=(
            "Use colors. auto: on a terminal, unless NO_COLOR is set; always: also when the output is not a "
            "terminal."
        ),
    )

    @property
    def colored(self) -> bool:
        """Whether it has colors."""
        if self.color != "auto":
            return self.color == "always"
        return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    @property
    def for_people(self) -> bool:
        """Whether standard output is a terminal, or is to be written as if it were one."""
        return on_terminal() or self.color == "always"


def number_ranges(noun: str, nouns: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], Ranges]:
    """The callback of an option that takes numbers and ranges of them, with commas: 1,10-20,60-."""

    def read(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> Ranges:
        try:
            return read_ranges(values, noun, nouns)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return read
