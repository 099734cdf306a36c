"""The program: its commands, its exit statuses, and the one place where errors end."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from typing import NoReturn

import click

from pgnfen.errors import PgnfenError
from pgnfen.version import __version__

USAGE = 2
INTERRUPTED = 130


# Where each command is declared; it is imported only when it is called for.
COMMANDS = {
    "tags": "pgnfen.cli.tags:tags",
    "audit": "pgnfen.cli.audit:audit",
    "filter": "pgnfen.cli.filter:filter_games",
    "fen": "pgnfen.cli.fen:fen",
    "rules": "pgnfen.cli.rules:rules",
}


class _ClosedPipeError(Exception):
    """The reader of standard output has gone; click would take a BrokenPipeError for a failure."""


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            status = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
        except BrokenPipeError:
            raise _ClosedPipeError from None
        return status

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from pgnfen import native
        from pgnfen.replay.engines import default_engine

        module = native.load()
        names = ([f"native {module.__version__}"] if module else []) + [default_engine().name]
        click.echo(f"pgnfen {__version__} (engine: {', '.join(names)})")
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def cli() -> None:
    """Read PGN without losing a byte: list SetUp and FEN tags, audit them by replay, filter games by their start.

    INPUT is a file, a folder (every PGN in it), a glob pattern, a URL, or - (or nothing) for standard input;
    gzip, bzip2, xz, Zstandard and zip are recognised by their content.

    Exit status: 0 nothing found or something selected, 1 findings or nothing selected, 2 usage or an input that
    could not be read.
    """


def main() -> NoReturn:
    """Run the program on sys.argv; leaves by SystemExit."""
    # What is imported lives to the end, and the many tuples of a block are no cycles: neither is worth looking through.
    gc.freeze()
    gc.set_threshold(50_000)
    try:
        status = cli.main(standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        status = USAGE
    except click.ClickException as error:
        error.show()
        status = USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("pgnfen: interrupted", err=True)
        status = INTERRUPTED
    except _ClosedPipeError:
        # The reader has enough: no error. What is still buffered must not fail at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except PgnfenError as error:
        click.echo(f"pgnfen: {error}", err=True)
        status = USAGE
    gc.freeze()  # at exit the interpreter would look through all of it
    sys.exit(status if isinstance(status, int) else 0)
