"""`pgnfen fix`."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from typing import BinaryIO

import click

from pgnfen.audit.finding import at_least
from pgnfen.cli.config import Config, ConfigOptions, RuleOptions, find, settled, show
from pgnfen.cli.declare import Choice, Options, command, grouped, option, path_option, register_of_command
from pgnfen.cli.fix_run import FilesDone, Run, files_to_fix, fix_files
from pgnfen.cli.options import InputOptions, StreamOptions
from pgnfen.cli.standard import say, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.fen.definitions import CASTLING_CONVENTIONS, EN_PASSANT_CONVENTIONS, CastlingConvention, EnPassantConvention
from pgnfen.inputs.names import is_pattern
from pgnfen.inputs.register import Register
from pgnfen.inputs.writer import OutputFile
from pgnfen.lazy import deferred
from pgnfen.repair.conventions import Conventions
from pgnfen.report.fix_targets import Diff, Nowhere, Output, Places, check_backup, is_folder
from pgnfen.report.fix_task import FixTask, FixTaskOptions, names_as_csv
from pgnfen.report.terminal_text import quoted
from pgnfen.words import counted

with deferred:
    from pgnfen.repair.name_lists import read_name_file

_RULE_HELP = {
    "select": {"help": (
        "Fix only the findings of these rules: codes, prefixes or names, separated by commas. A rule given "
        "with its full code is fixed at any severity."
    )},
    "ignore": {"help": (
        "Do not fix the findings of these rules. If --select and --ignore both match a rule, the longer prefix "
        "wins."
    )},
    "severity": {"help": "Fix this severity and above (default: warning, or info with --fail-on info)."},
    "fail_on": {"help": "Exit with 1 if a finding of this severity or above is not fixed."},
}


class TargetOptions(Options):
    """Where repaired games go."""

    output: str | None = path_option(
        "-o", "--output", use="write", group="Output", metavar="FILE|FOLDER/",
        help="Write the fixed games to FILE, or to FOLDER/ with one file per input (default: standard output).",
    )
    in_place: bool = option(
        "--in-place", group="Output", is_flag=True, help="Replace each input file that has fixes.",
    )
    backup: str | None = path_option(
        "--backup", use="suffix", group="Output", metavar="SUFFIX",
        help=(
            "With --in-place: keep each old file with this suffix added to its name; existing files are never "
            "overwritten."
        ),
    )
    as_diff: bool = option(
        "--diff", group="Output", is_flag=True, help="Write a unified diff instead of the games; change nothing.",
    )
    check: bool = option(
        "--check", "--dry-run", group="Output", is_flag=True,
        help="Write nothing; exit with 1 if something would be fixed.",
    )

    def examine(self) -> None:
        """Raises UsageError for options that mean nothing together."""
        if sum([self.output is not None, self.in_place, self.as_diff, self.check]) > 1:
            raise click.UsageError("use only one of --output, --in-place, --diff and --check")
        suffix = self.backup
        if suffix is None:
            return
        if not self.in_place:
            raise click.UsageError("--backup needs --in-place")
        try:
            check_backup(suffix)
        except ValueError as error:
            raise click.UsageError(f"--backup: {error}") from None

    @property
    def folder(self) -> str | None:
        """The folder that takes a file for each input, where the output is one."""
        output = self.output
        return output if output is not None and is_folder(output) else None


class FixOptions(Options):
    """What `pgnfen fix` is asked for."""

    inputs: InputOptions = grouped(InputOptions)
    target: TargetOptions = grouped(TargetOptions)
    unsafe: bool = option(
        "--unsafe", group="Repair", is_flag=True,
        help="Also make unsafe fixes, which are guesses.",
    )
    rules: RuleOptions = grouped(RuleOptions, changed=_RULE_HELP)
    castling: CastlingConvention | None = option(
        "--castling", group="Repair", type=Choice(CASTLING_CONVENTIONS),
        help="Write the castling availability of each FEN in this convention.",
    )
    en_passant: EnPassantConvention | None = option(
        "--en-passant", group="Repair", type=Choice(EN_PASSANT_CONVENTIONS),
        help="Write the en passant target square of each FEN in this convention.",
    )
    names: str | None = path_option(
        "--names", use="read", group="Repair", metavar="FILE",
        help=(
        "Use this name list to correct players, sites, events and rounds: CSV (spelling,name,fide_id,kind), "
        "TOML, or a Scid spelling file (.ssp)."
    ),
    )
    unknown_names: str | None = path_option(
        "--unknown-names", use="write", group="Output", metavar="FILE",
        help="With --names: write the names that are not in the list to FILE, as CSV for --names.",
    )
    quiet: bool = option("--quiet", "-q", group="Output", is_flag=True, help="Write no summary.")
    log: str | None = path_option(
        "--log", use="write", group="Output", metavar="FILE",
        help="Write one JSON line per finding to FILE, with its status: applied, refused, not tried, no fix.",
    )
    config: ConfigOptions = grouped(ConfigOptions)
    stream: StreamOptions = grouped(StreamOptions, without=("cluster",))

    def task(self, config: Config, rules: RuleOptions, inputs: InputOptions) -> FixTask:
        """What is done with each block; `rules` and `inputs` are settled."""
        codes = frozenset(rule.code for rule in rules.rules())
        return FixTask(FixTaskOptions(
            codes, self.unsafe, Conventions(self.castling, self.en_passant), config.ignores(), self.target.as_diff,
            self.log is not None, inputs.default_variant, inputs.declaring, *rules.shown(codes),
            read_name_file(self.names) if self.names is not None else None,
        ))  # fmt: skip


@command(FixOptions)
def fix(options: FixOptions) -> int:
    """Fix what the audit reports; keep all other bytes.

    By default, fix makes the safe fixes of warnings and errors (--severity info: of infos too). After a safe fix the
    same moves are played, and programs that read the game correctly still read it correctly. The result is audited: a
    fix is undone and counted as refused if its finding remains, if a new finding appears, or if other moves are played.

    fix reads the configuration of audit, except the baseline: known findings are fixed, too.

    \b
    Exit status:
      0  no findings of the selected rules at or above --fail-on SEVERITY remain
      1  such findings remain; with --diff and --check: something would change
      2  a usage error, or an input that cannot be read

    \b
    Examples:
      pgnfen fix --diff sample_pgn/every-family.pgn
      pgnfen fix sample_pgn/every-family.pgn -o fixed.pgn --log fixes.jsonl
      pgnfen fix --in-place --backup .orig sample_pgn
      pgnfen fix --castling shredder sample_pgn/chess960.pgn -o shredder.pgn
    """
    target, register = options.target, register_of_command()
    target.examine()
    if target.output is None and not (target.in_place or target.check):
        register.add(f"standard output, which already receives the {'diff' if target.as_diff else 'games'}", "-")
    config = find(options.inputs.inputs, options.config)
    rules, inputs = settled(config, options.rules, options.inputs)
    if options.config.show_config:
        show(config, rules, inputs)
        return 0
    task = options.task(config, rules, inputs)
    places = Places(target.folder, target.backup)
    files = files_to_fix(inputs, places) if target.in_place or places.folder is not None else None
    if options.unknown_names is not None and options.names is None:
        raise click.UsageError("--unknown-names needs --names")
    with ExitStack() as stack:
        log, listed = [_opened(name, register, stack) for name in (options.log, options.unknown_names)]
        run = Run(task, inputs, options.stream, log)
        done = _fix_stream(run, options, stack) if files is None else fix_files(run, files, places)
        if listed is not None:
            listed.write(names_as_csv(run.counts.unknown))
    if done is not None:
        done.finish()
    if not options.quiet:
        say(run.summary())
        if baseline := config.file_of("baseline"):
            say(f"{quoted(baseline)}: fix ignores the baseline; findings in the baseline are fixed, too")
    run.unread.say(run.inputs)
    return 2 if run.unread else int(_fails(run, target, rules))


def _fails(run: Run, target: TargetOptions, rules: RuleOptions) -> bool:
    """Whether something would change, where that is asked; else whether findings that fail are left."""
    if target.as_diff or target.check:
        return bool(run.changed)
    return any(run.counts.left[severity] for severity in at_least(rules.fail_on))


def _opened(name: str | None, register: Register, stack: ExitStack) -> OutputFile | None:
    """The file beside the games that takes lines, if there is to be one."""
    return None if name is None else stack.enter_context(OutputFile(name, _out_of(name), register))


def _out_of(name: str) -> BinaryIO | None:
    """Standard output, if the name means it."""
    return standard_output() if name == "-" else None


def _one_input(inputs: tuple[str, ...]) -> None:
    """A usage error where one output would take several inputs."""
    if len(inputs) > 1 or any(os.path.isdir(item) or is_pattern(item) for item in inputs):  # noqa: PTH112
        raise click.UsageError("several inputs need a folder: use -o FOLDER/ or --in-place")


def _fix_stream(run: Run, options: FixOptions, stack: ExitStack) -> FilesDone | Stream:
    """All inputs as one stream: a diff of each, which of them would change, or one output."""
    target = options.target
    if target.as_diff or target.check:
        return _show_changes(run, target.as_diff, options.quiet)
    _one_input(run.options.inputs)
    stream, name = run.stream(), target.output or "-"
    output = Output(name, _out_of(name), stream.register)
    stack.enter_context(output.file)
    run.add(run.read(stream, output))
    stream.keep(output.file)
    return stream


def _show_changes(run: Run, as_diff: bool, quiet: bool) -> Stream:
    """A diff, or which inputs would change."""
    stream = run.stream()
    if not as_diff:
        would = Nowhere()
        run.add(run.read(stream, would))
        for path, games in would.paths.items() if not quiet else ():
            say(f"would change: {quoted(path)} ({counted(games, 'game')})")
        return stream
    out = standard_output()
    diff = Diff(out, sys.stdout is not None and sys.stdout.isatty(), not os.environ.get("NO_COLOR"))
    run.add(run.read(stream, diff))
    diff.close()
    out.flush()
    return stream
