"""The program: its commands, its exit statuses, and the one place where errors end."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

from pgnfen import __version__
from pgnfen.cli.audit import audit
from pgnfen.cli.filter import filter_games
from pgnfen.cli.rules import rules
from pgnfen.cli.tags import tags
from pgnfen.errors import PgnfenError
from pgnfen.replay.python_chess import PythonChess

USAGE = 2
INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message=f"pgnfen %(version)s (engine: {PythonChess().name})")
def cli() -> None:
    """Read PGN without losing a byte: list SetUp and FEN tags, audit them by replay, filter games by their start.

    INPUT is a file, a folder (every PGN in it), a glob pattern, a URL, or - (or nothing) for standard input;
    gzip, bzip2, xz, Zstandard and zip are recognised by their content.

    Exit status: 0 nothing found or something selected, 1 findings or nothing selected, 2 usage or an input that
    could not be read.
    """


for _command in (tags, audit, filter_games, rules):
    cli.add_command(_command)


def main() -> NoReturn:
    """Run the program on sys.argv; leaves by SystemExit."""
    try:
        status = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        status = USAGE
    except click.ClickException as error:
        error.show()
        status = USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("pgnfen: interrupted", err=True)
        status = INTERRUPTED
    except BrokenPipeError:
        # The reader has enough: no error. What is still buffered must not fail at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except PgnfenError as error:
        click.echo(f"pgnfen: {error}", err=True)
        status = USAGE
    sys.exit(status if isinstance(status, int) else 0)
