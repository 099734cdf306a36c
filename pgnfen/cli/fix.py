"""`pgnfen fix`."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, Protocol

import click

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalogue import choose
from pgnfen.audit.finding import SEVERITIES, Severity, at_least
from pgnfen.cli import options
from pgnfen.cli.audit import chosen_rules
from pgnfen.cli.config import Ignores, find, show, take
from pgnfen.cli.fix_targets import Diff, Nowhere, Output, Replacement, files_of, folder_target
from pgnfen.cli.standard import say, standard_ledger, standard_output
from pgnfen.cli.stream import Stream
from pgnfen.cli.unread import Unread
from pgnfen.errors import InputError
from pgnfen.fen.castling import CASTLING_CONVENTIONS, CastlingConvention
from pgnfen.fen.en_passant import EN_PASSANT_CONVENTIONS, EnPassantConvention
from pgnfen.fen.fault import plural
from pgnfen.inputs.walk import is_pattern
from pgnfen.inputs.writer import OutputFile
from pgnfen.pgn.block import Block
from pgnfen.pgn.records import InputFormat, suffixes_of
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.repair.conventions import Conventions
from pgnfen.repair.fixer import Fixer
from pgnfen.report.columns import quoted, said
from pgnfen.report.fixes import log_lines

if TYPE_CHECKING:
    from pgnfen.repair.state import FixedBlock


_NAMES = {"select": "select", "ignore": "ignore", "fail-on": "fail_on", "standard": "standard"}
"""The parameters that a configuration may give, by their keys."""


class _Asked(NamedTuple):
    """What is to be repaired; it travels to where the work is done."""

    codes: frozenset[str]
    unsafe: bool
    conventions: Conventions
    ignores: Ignores | None
    before: bool
    log: bool
    variant: str | None
    position_tags: tuple[bytes, ...]


class _Counts(NamedTuple):
    """Fixes done and refused by code (fields that could not be written otherwise under ""), and findings left by
    severity."""

    done: Counter[str]
    refused: Counter[str]
    left: Counter[str]


class _Task:
    """Repairs a block; gives its bytes before, where they are wanted, the block after, log lines, counts, path."""

    def __init__(self, asked: _Asked) -> None:
        self.asked = asked
        assume_variant(asked.variant)
        rules = {rule.code: rule for rule in (*choose(), *choose(asked.codes))}
        self.auditor = Auditor(rules.values(), position_tags=asked.position_tags)
        self._fixers: dict[frozenset[str], Fixer] = {}

    def __reduce__(self) -> tuple[type[_Task], tuple[_Asked]]:
        return _Task, (self.asked,)

    @property
    def released(self) -> float:
        return self.auditor.released

    def __call__(self, block: Block, path: str) -> tuple[bytes, FixedBlock, bytes, _Counts, str]:
        codes = self._codes(path)
        fixer = self._fixers.get(codes)
        if fixer is None:
            fixer = self._fixers[codes] = Fixer(self.auditor, codes, self.asked.unsafe, self.asked.conventions)
        fixed = fixer.block(block)
        log = log_lines(fixed.done, path) if self.asked.log else b""
        counts = _Counts(Counter(), Counter(), Counter())
        for one in fixed.done:
            (counts.done if one.refused is None else counts.refused)[one.placed.remark.code] += 1
        counts.left.update(one.remark.severity for one in fixed.left if one.remark.code in codes)
        fixed.done, fixed.left = [], []
        return block.data[: block.end] if self.asked.before else b"", fixed, log, counts, path

    def _codes(self, path: str) -> frozenset[str]:
        """What is repaired in a file: what is not ignored there."""
        ignored = [code for _, code in self.asked.ignores.of(path)] if self.asked.ignores is not None else []
        return frozenset(code for code in self.asked.codes if not any(map(code.startswith, ignored)))


class _Target(Protocol):
    def put(self, before: bytes, fixed: FixedBlock, path: str, /) -> None: ...


class _Run:
    """What has been done so far."""

    def __init__(self, task: _Task, jobs: int | None, log: OutputFile | None) -> None:
        self.task, self.jobs, self.log = task, jobs, log
        self.counts = _Counts(Counter(), Counter(), Counter())
        self.games = self.changed = self.inputs = 0
        self.unread = Unread()

    def read(self, stream: Stream, target: _Target) -> bool:
        """Repair all that a stream reads; whether all of it could be read."""
        for before, fixed, log, counts, path in stream.map_heavy(self.task, self.jobs):
            target.put(before, fixed, path)
            if self.log is not None:
                self.log.write(log)
            self.changed += len(fixed.changed)
            for mine, theirs in zip(self.counts, counts, strict=True):
                mine.update(theirs)
        self.games += stream.games
        self.inputs += stream.read
        self.unread.update(stream.unread)
        return not stream.unread

    def summary(self) -> str:
        """What was done, refused and left."""
        done, refused, left = self.counts
        kept = refused.pop("", 0)
        fixes = "1 fix" if done.total() == 1 else f"{done.total()} fixes"
        lines = [f"{fixes} in {self.changed} of {plural(self.games, 'game')}{_by_code(done)}"]
        if refused:
            lines.append(f"refused: {refused.total()}{_by_code(refused)}; --log says why")
        if kept:
            lines.append(f"kept: {plural(kept, 'field')} that the convention cannot say; --log says why")
        if left:
            shown = [plural(left[severity], severity) for severity in SEVERITIES if left[severity]]
            lines.append(f"left: {', '.join(shown)}; pgnfen audit says which")
        return "\n".join(lines)


def _by_code(counts: Counter[str]) -> str:
    shown = [f"{code or 'conventions'} {count}" for code, count in sorted(counts.items())]
    return f": {', '.join(shown)}" if shown else ""


@click.command()
@options.inputs
@click.option("-o", "--output", metavar="FILE|FOLDER/", help="The repaired games (default: standard output); a folder "
              "takes a file for each input.")  # fmt: skip
@click.option("--in-place", is_flag=True, help="Replace each input file in which something is repaired.")
@click.option("--backup", metavar="SUFFIX", help="With --in-place: keep the old file under its name and this suffix.")
@click.option("--diff", "as_diff", is_flag=True, help="Write a unified diff instead; nothing is changed.")
@click.option(
    "--check", "--dry-run", "check", is_flag=True, help="Write nothing; exit with 1 if something would be repaired."
)
@click.option("--unsafe", is_flag=True, help="Also the repairs that are guesses.")
@click.option("--select", metavar="CODES", multiple=True, help="Only what these rules find: codes or prefixes.")
@click.option("--ignore", metavar="CODES", multiple=True, help="Not what these rules find; the longer prefix wins.")
@click.option(
    "--standard", type=click.Choice(["1994", "1.1"]), default="1994", show_default=True, help="1.1 has no SetUp tag."
)
@click.option("--castling", type=click.Choice(CASTLING_CONVENTIONS), help="Write castling fields in this convention.")
@click.option("--en-passant", type=click.Choice(EN_PASSANT_CONVENTIONS), help="Likewise en passant target squares.")
@click.option(
    "--fail-on",
    type=click.Choice(SEVERITIES),
    default="warning",
    show_default=True,
    help="Exit with 1 if a finding of at least this severity is left.",
)
@click.option("--log", metavar="FILE", help="Each fix, and each refused, as a line of JSON.")
@options.variant()
@options.position_tags
@options.configuration
@options.input_format
@options.stream
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
    standard: str,
    castling: CastlingConvention | None,
    en_passant: EnPassantConvention | None,
    fail_on: Severity,
    log: str | None,
    default_variant: str | None,
    position_tags: tuple[bytes, ...],
    config: str | None,
    with_config: bool,
    show_config: bool,
    input_format: InputFormat,
    jobs: int | None,
    progress: bool | None,
) -> int:
    """Repair what the audit finds: edits of bytes, and everything else stays as it is.

    Safe repairs by default: the same moves are played afterwards, and nobody is misled who read the game rightly
    before. Each is held to the audit of the result; one that does not clear its finding, brings another or changes
    what is played is undone and counted as refused.

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
    if log == "-" and not (in_place or check) and output in (None, "-"):
        raise click.UsageError("--log: standard output takes the games, or the diff")
    found, ctx = find(inputs, config, with_config), click.get_current_context()
    if show_config:
        show(ctx, found, _NAMES)
        return 0
    given = take(ctx, found, _NAMES)
    codes = frozenset(rule.code for rule in chosen_rules(given["select"], given["ignore"], given["standard"]))
    conventions = Conventions(castling, en_passant)
    of_games = default_variant, position_tags
    task = _Task(_Asked(codes, unsafe, conventions, found.ignores(), as_diff, log is not None, *of_games))
    folder = output if output is not None and (output.endswith(("/", os.sep)) or os.path.isdir(output)) else None  # noqa: PTH112
    with ExitStack() as stack:
        noted = stack.enter_context(OutputFile(log, _out_of(log), standard_ledger())) if log is not None else None
        run = _Run(task, jobs, noted)
        if in_place or folder is not None:
            _each(run, inputs, folder, backup, input_format, progress)
        elif as_diff or check:
            _only_said(run, Stream(inputs, progress, input_format), as_diff)
        else:
            _one(inputs)
            stream = Stream(inputs, progress, input_format)
            target = Output(output or "-", _out_of(output or "-"), stream.ledger)
            stack.enter_context(target.file)
            run.read(stream, target)
    say(run.summary())
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


def _only_said(run: _Run, stream: Stream, as_diff: bool) -> None:
    """A diff, or which inputs would change."""
    if not as_diff:
        would = Nowhere()
        run.read(stream, would)
        for path, games in would.paths.items():
            say(f"would change: {quoted(path)} ({plural(games, 'game')})")
        return
    out = standard_output()
    diff = Diff(out, sys.stdout is not None and sys.stdout.isatty(), not os.environ.get("NO_COLOR"))
    run.read(stream, diff)
    diff.close()
    out.flush()


def _each(
    run: _Run,
    inputs: tuple[str, ...],
    folder: str | None,
    backup: str | None,
    input_format: InputFormat,
    progress: bool | None,
) -> None:
    """Each file by itself: replaced, or written into a folder."""
    files = list(files_of(inputs, suffixes_of(input_format)))
    names = Counter(one.relative for one in files if not isinstance(one, InputError))
    if folder is not None and (twice := [name for name, count in names.items() if count > 1]):
        raise click.UsageError(f"several inputs would be {quoted(folder_target(folder, twice[0]))}")
    for one in files:
        if isinstance(one, InputError):
            run.unread.add(one)
            say(f"pgnfen: {said(one)}")
            continue
        target = Replacement(one.path, folder_target(folder, one.relative) if folder is not None else one.path, backup)
        try:
            whole = run.read(Stream([one.path], progress, input_format), target)
        except BaseException:
            target.file.abort()
            raise
        target.close(failed=not whole)
