"""The program: its commands, its exit statuses, and the one place where errors and signals end."""

from __future__ import annotations

import errno
import gc
import importlib
import io
import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import NoReturn

import click

from pgnfen import native
from pgnfen.cli.completion import VARIABLE as COMPLETE
from pgnfen.cli.standard import ClosedPipeError, prepare, say
from pgnfen.errors import PgnfenError
from pgnfen.inputs.temporary import ending_signals, leave_interrupts, puts_off, remove_unfinished
from pgnfen.lazy import deferred
from pgnfen.report.terminal_text import error_line
from pgnfen.scale.jobs import end_workers
from pgnfen.version import __version__
from pgnfen.words import unknown

with deferred:
    from pgnfen.cli import shells
    from pgnfen.replay.engines import default_engine


USAGE = 2


# Where each command is declared; it is imported only when it is called for, so that its summary stands here.
COMMANDS = {
    "tags": ("pgnfen.cli.tags:tags", "List SetUp, FEN and Variant: one row per game."),
    "audit": ("pgnfen.cli.audit:audit", "Report what is wrong with tags, FENs and moves."),
    "filter": ("pgnfen.cli.filter:filter_games", "Write the matching games, unchanged."),
    "split": ("pgnfen.cli.split:split_games", "Write games into files by tag or kind of start."),
    "dedupe": ("pgnfen.cli.dedupe:dedupe", "Write each game once; its copies go to --rest."),
    "fix": ("pgnfen.cli.fix:fix", "Fix what the audit reports; keep all other bytes."),
    "positions": ("pgnfen.cli.positions:positions", "Write the positions of games in any notation."),
    "stats": ("pgnfen.cli.stats:stats", "Count kinds of starting positions, tags, results."),
    "explain": ("pgnfen.cli.explain:explain", "Show what supports or contradicts FEN and tags."),
    "fen": ("pgnfen.cli.fen:fen", "Check, convert, fix and draw FEN records."),
    "rules": ("pgnfen.cli.rules:rules", "List the rules of the audit, or explain some."),
    "lsp": ("pgnfen.cli.lsp:lsp", "Serve an editor (Language Server Protocol)."),
    "completion": ("pgnfen.cli.completion:completion", "Print a script for shell completion."),
    "help": ("pgnfen.cli.app:help_of", "Show the help of a command."),
}


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # of a named pipe; those of the standard streams are told apart
            raise ClosedPipeError from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if args[0].startswith("-"):
                raise error
            raise click.UsageError(unknown("command", args[0], COMMANDS, "run 'pgnfen --help'"), ctx) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with their summaries; none is imported for that."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command


_NO_ENGINE = (
    "The native engine is missing: the results are the same, but take longer. Ready-built packages contain "
    "it (pip install --only-binary pgnfen pgnfen). Otherwise install Rust (https://rustup.rs), then pgnfen again."
)


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        module, problem = None, _NO_ENGINE
        try:
            module = native.load()
        except PgnfenError as error:  # a version is what a report of this very fault has to begin with
            problem = str(error)[:1].upper() + str(error)[1:]
        names = ([f"native {module.__version__}"] if module else []) + [default_engine().name]
        click.echo(f"pgnfen {__version__} (engine: {', '.join(names)})")
        if module is None and (problem is not _NO_ENGINE or not os.environ.get(native.VARIABLE)):
            click.echo(problem)
        ctx.exit()


@click.command(name="help")
@click.argument("command", required=False)
@click.pass_context
def help_of(ctx: click.Context, command: str | None) -> int:
    """Show the help of a command.

    \b
    Examples:
      pgnfen help audit
    """
    group = ctx.parent
    assert group is not None and isinstance(group.command, _Commands)
    if command is None:
        click.echo(group.get_help())
        return 0
    _, found, _ = group.command.resolve_command(group, [command])
    assert found is not None
    click.echo(found.get_help(click.Context(found, group, info_name=command)))
    return 0


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "-V", "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the version and the engines in use.",
)
def cli() -> None:
    """Check, fix, filter and split PGN files by their SetUp and FEN tags.

    INPUT is a file, a folder (each .pgn, .epd and .fen file in it), a glob pattern or a URL. Without INPUT, or with -,
    pgnfen reads standard input. gzip, bzip2, xz, Zstandard and zip are recognized by content.

    \b
    Exit status:
      0  no findings at or above --fail-on SEVERITY; for filter: a match
      1  findings at or above --fail-on SEVERITY; for filter: no match
      2  a usage error, or an input that cannot be read

    Run 'pgnfen help COMMAND' for the options of a command.
    """


def main() -> NoReturn:
    """Run the program on sys.argv; leaves by SystemExit."""
    prepare()
    if COMPLETE in os.environ:
        shells.register()
    gc.freeze()  # what is imported lives to the end
    status = _status(_command)
    again = _status(_flush)  # what an error left in the buffer; at exit nobody would hear of a failure
    gc.freeze()  # at exit the interpreter would look through all of it
    sys.exit(status or again)


def _command() -> object:
    status = cli.main(standalone_mode=False)
    _flush()
    return status


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _status(work: Callable[[], object]) -> int:
    """The exit status of a piece of work: its result, or that of the error that ended it, which is said."""
    try:
        status = work()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return USAGE
    except click.ClickException as error:
        message = io.StringIO()
        error.show(message)
        say(message.getvalue().removesuffix("\n"))
        return USAGE
    except ClosedPipeError:  # the reader has enough: no error
        return 0
    except PgnfenError as error:
        say(f"pgnfen: {error_line(error)}")
        return USAGE
    except ImportError as error:  # too little memory for a library, or one of another Python
        say(f"pgnfen: {error.name or 'a module'} cannot be loaded: {error}")
        return USAGE
    except MemoryError:
        say("pgnfen: out of memory; use a lower --max-game or fewer --jobs")
        return USAGE
    except OSError as error:  # no input's or output's own: too many open files, no more processes
        say(f"pgnfen: {_lacking(error)}")
        return USAGE
    return status if isinstance(status, int) else 0


def _lacking(error: OSError) -> str:
    """What the system has too little of, and what needs less; a file of the program itself is nothing to look into."""
    text = error.strerror or str(error)
    own = isinstance(error.filename, str) and error.filename.endswith((".py", ".pyc", ".so", ".pyd"))
    if error.filename and not own:
        text += f" ({error.filename})"
    if error.errno in (errno.EMFILE, errno.ENFILE):
        text += "; allow more open files (ulimit -n), or use --jobs 1"
    elif error.errno in (errno.EAGAIN, errno.ENOMEM):
        text += "; --jobs 1 needs the fewest"
    return text


_WORDS = {
    "SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "terminal closed (SIGHUP)",
    "SIGBREAK": "interrupted (Ctrl-Break)",
}  # fmt: skip
_NUMBER = 128  # the status of a program that a signal ended is this and the signal's number


class _Ending:
    """Ends the process that it was made in; a worker that was forked from it ends alone."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.ending = 0  # the process that ends

    def __call__(self, number: int, _: FrameType | None) -> None:
        if puts_off(number) or self.ending == os.getpid():
            return  # a second signal finds the first at work, which may not have said its word yet
        self.ending = os.getpid()
        # Nothing is unwound: whoever waits, for a worker, a lock, a reader of the output, would wait on.
        try:
            leave_interrupts()  # a second signal has nothing to add
            if os.getpid() == self.process:
                remove_unfinished()
                end_workers()
                _say(f"pgnfen: {_word(number)}\n")
        finally:  # an exception would be whoever's was interrupted, who may go on as if there had been no signal
            os._exit(_NUMBER + number)


def install_signals() -> None:
    """Have Ctrl-C, Ctrl-Break, TERM and HUP end the program at once, with nothing left behind, whatever it is at; but
    not those that it was told to ignore (nohup, a shell's `&`).
    """
    ending = _Ending()
    for number in ending_signals():
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, ending)


def _word(number: int) -> str:
    return next(word for name, word in _WORDS.items() if getattr(signal, name, None) == number)


def _say(line: str) -> None:
    """A line on standard error, if that takes it at once."""
    with suppress(OSError, ValueError):
        if os.name != "posix" or select.select((), (2,), (), 0)[1]:
            os.write(2, (("\n" if os.isatty(2) else "") + line).encode())
