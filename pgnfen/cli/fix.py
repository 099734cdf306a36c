"""`pgnfen fix`."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from typing import BinaryIO

import click

from pgnfen.audit.finding import SEVERITIES, Severity, at_least
from pgnfen.cli import complete, options
from pgnfen.cli.audit import chosen_rules, shown
from pgnfen.cli.config import find, show, take
from pgnfen.cli.fix_files import FilesDone
from pgnfen.cli.fix_run import Places, Run, files_to_fix, fix_files
from pgnfen.cli.fix_targets import Diff, Nowhere, Output
from pgnfen.cli.fix_task import Asked, Task
from pgnfen.cli.paths import command, path_option, register_of_command
from pgnfen.cli.standard import say, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.fen.fault import plural
from pgnfen.fen.names import (
    CASTLING_CONVENTIONS,
    EN_PASSANT_CONVENTIONS,
    CastlingConvention,
    EnPassantConvention,
)
from pgnfen.inputs.walk import is_pattern, wanted
from pgnfen.inputs.writer import OutputFile
from pgnfen.pgn.records import InputFormat, suffixes_of
from pgnfen.repair.conventions import Conventions
from pgnfen.report.columns import quoted

_NAMES = {"select": "select", "ignore": "ignore", "severity": "severity", "fail-on": "fail_on", "standard": "standard",
          "position-tag": "position_tags"}  # fmt: skip
"""The parameters that a configuration may give, by their keys."""


@command()
@options.inputs
@path_option(
    "-o", "--output", use="write", metavar="FILE|FOLDER/",
    help="The repaired games (default: standard output); a folder takes a file for each input.",
)
@click.option("--in-place", is_flag=True, help="Replace each input file in which something is repaired.")
@path_option(
    "--backup", use="suffix", metavar="SUFFIX",
    help="With --in-place: keep the old file under its name and this suffix; an existing backup is never replaced.",
)
@click.option("--diff", "as_diff", is_flag=True, help="Write a unified diff instead; nothing is changed.")
@click.option(
    "--check", "--dry-run", "check", is_flag=True, help="Write nothing; exit with 1 if something would be repaired."
)
@click.option("--unsafe", is_flag=True, help="Also the repairs that are guesses.")
@click.option(
    "--select", metavar="CODES", multiple=True, shell_complete=complete.codes,
    help="Only what these rules find: codes, prefixes or names, with commas. What a code in full finds is repaired "
    "whatever its severity.",
)
@click.option(
    "--ignore", metavar="CODES", multiple=True, shell_complete=complete.codes,
    help="Not what these rules find; the longer prefix wins.",
)
@click.option("--severity", type=click.Choice(SEVERITIES), default=None,
              help="The least severity repaired (default: warning, or that of --fail-on if it is less).")  # fmt: skip
@click.option(
    "--standard", type=click.Choice(["1994", "1.1"]), default="1994", show_default=True, help="1.1 has no SetUp tag."
)
@click.option(
    "--castling", type=click.Choice(CASTLING_CONVENTIONS), help="Write the castling fields of FENs in this convention."
)
@click.option(
    "--en-passant",
    type=click.Choice(EN_PASSANT_CONVENTIONS),
    help="Write their en passant target squares in this convention.",
)
@click.option(
    "--fail-on",
    type=click.Choice(SEVERITIES),
    default="warning",
    show_default=True,
    help="Exit with 1 if a finding of at least this severity is left.",
)
@click.option("--quiet", "-q", is_flag=True, help="No summary.")
@path_option("--log", use="write", metavar="FILE", help="Write each repair, done or refused, as a line of JSON.")
@options.variant()
@options.position_tags
@options.configuration
@options.input_format
@options.stream
@options.resume
def fix(
    inputs: tuple[str, ...],
    output: str | None,
    in_place: bool,
    backup: str | None,
    as_diff: bool,
    check: bool,
    unsafe: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: Severity | None,
    standard: str,
    castling: CastlingConvention | None,
    en_passant: EnPassantConvention | None,
    fail_on: Severity,
    quiet: bool,
    log: str | None,
    default_variant: str | None,
    position_tags: tuple[str, ...],
    config: str | None,
    with_config: bool,
    show_config: bool,
    input_format: InputFormat,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """Repair what the audit shows: edits of bytes, and everything else stays as it is.

    Safe repairs by default, of warnings and errors (--severity info: of infos too): the same moves are played
    afterwards, and nobody is misled who read the game rightly before. Each is held to the audit of the result; one that
    does not clear its finding, brings another or changes what is played is undone and counted as refused.

    The configuration that `audit` heeds holds here too, but for its baseline: what is known is repaired as well.

    Exit status: 0 nothing is left (of the rules chosen, from --fail-on upwards), 1 something is, 2 usage or an input
    that could not be read. With --diff and --check: 1 if something would change.

    \b
    Example:
      pgnfen fix games.pgn -o repaired.pgn --log fixes.jsonl
      pgnfen fix --diff --select S101,C archive/
      pgnfen fix --in-place --backup .orig archive/
    """
    if sum([output is not None, in_place, as_diff, check]) > 1:
        raise click.UsageError("--output, --in-place, --diff and --check: one of them")
    if backup is not None and not in_place:
        raise click.UsageError("--backup goes with --in-place")
    if backup is not None and (not backup or "/" in backup or os.sep in backup):
        raise click.UsageError(f"--backup: {quoted(backup)} is no suffix such as .orig")
    if backup is not None and wanted(f"games.pgn{backup}", suffixes_of("auto")):
        raise click.UsageError(f"--backup: with the suffix {quoted(backup)} a backup is an input, too; use .orig")
    register = register_of_command()
    if output is None and not (in_place or check):
        register.add(f"standard output, which takes the {'diff' if as_diff else 'games'}", "-")
    found, ctx = find(inputs, config, with_config), click.get_current_context()
    if show_config:
        show(ctx, found, _NAMES)
        return 0
    given = take(ctx, found, _NAMES)
    codes = frozenset(rule.code for rule in chosen_rules(given["select"], given["ignore"], given["standard"]))
    conventions = Conventions(castling, en_passant)
    repaired = shown(given["select"], codes, given["severity"], given["fail_on"])
    of_games = default_variant, options.declaring(given["position_tags"]), *repaired
    task = Task(Asked(codes, unsafe, conventions, found.ignores(), as_diff, log is not None, *of_games))
    folder = output if output is not None and (output.endswith(("/", os.sep)) or os.path.isdir(output)) else None  # noqa: PTH112
    places = Places(folder, backup)
    files = files_to_fix(inputs, places, input_format) if in_place or folder is not None else None
    with ExitStack() as stack:
        noted = stack.enter_context(OutputFile(log, _out_of(log), register)) if log is not None else None
        run = Run(task, jobs, noted)
        if files is not None:
            done: FilesDone | Stream | None = fix_files(run, inputs, files, places, input_format, progress)
        elif as_diff or check:
            done = _only_said(run, Stream(inputs, progress, input_format), as_diff, quiet)
        else:
            _one(inputs)
            done = stream = Stream(inputs, progress, input_format)
            target = Output(output or "-", _out_of(output or "-"), stream.register)
            stack.enter_context(target.file)
            run.add(run.read(stream, target))
            stream.keep(target.file)
    if done is not None:
        done.finish()
    if not quiet:
        say(run.summary())
        if baseline := found.file_of("baseline"):
            say(f"{quoted(baseline)}: not heeded; what a baseline knows is repaired too")
    run.unread.say(run.inputs)
    if run.unread:
        return 2
    if as_diff or check:
        return int(bool(run.changed))
    return int(any(run.counts.left[severity] for severity in at_least(given["fail_on"])))


def _out_of(name: str) -> BinaryIO | None:
    """Standard output, if the name means it."""
    return standard_output() if name == "-" else None


def _one(inputs: tuple[str, ...]) -> None:
    """A usage error where one output would take several inputs."""
    if len(inputs) > 1 or any(os.path.isdir(item) or is_pattern(item) for item in inputs):  # noqa: PTH112
        raise click.UsageError("one output for several inputs: -o FOLDER/ takes a file for each, --in-place none")


def _only_said(run: Run, stream: Stream, as_diff: bool, quiet: bool) -> Stream:
    """A diff, or which inputs would change."""
    if not as_diff:
        would = Nowhere()
        run.add(run.read(stream, would))
        for path, games in would.paths.items() if not quiet else ():
            say(f"would change: {quoted(path)} ({plural(games, 'game')})")
        return stream
    out = standard_output()
    diff = Diff(out, sys.stdout is not None and sys.stdout.isatty(), not os.environ.get("NO_COLOR"))
    run.add(run.read(stream, diff))
    diff.close()
    out.flush()
    return stream
