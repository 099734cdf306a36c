"""Options and arguments that commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from pgnfen.pgn.records import INPUT_FORMATS
from pgnfen.report.tags import FORMATS

Command = TypeVar("Command", bound=Callable[..., Any])


def inputs(command: Command) -> Command:
    """INPUT arguments; none means standard input."""
    return click.argument("inputs", metavar="[INPUT]...", nargs=-1)(command)


def output_format(command: Command) -> Command:
    """--format."""
    return click.option(
        "--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True, help="Form of the output."
    )(command)


def stream(command: Command) -> Command:
    """--jobs and --progress."""
    command = click.option(
        "--progress/--no-progress", default=None, help="Progress on standard error (default: on a terminal)."
    )(command)
    return click.option(
        "--jobs", "-j", type=click.IntRange(1), help="How many cores to use (default: all); the output is the same."
    )(command)


def input_format(command: Command) -> Command:
    """--input-format."""
    return click.option(
        "--input-format",
        type=click.Choice(INPUT_FORMATS),
        default="auto",
        show_default=True,
        help="PGN, or records (FEN or EPD, one a line); auto: records in files called .epd or .fen.",
    )(command)


def split(values: Iterable[str]) -> list[str]:
    """Codes given one by one or with commas."""
    return [part.strip() for value in values for part in value.split(",") if part.strip()]
