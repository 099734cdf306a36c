"""Repairs: what would be fixed, as rows, and games written with their fixes."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pgnfen.api.findings import Standard, declaring
from pgnfen.api.keywords import Keyword, TableOptions, takes
from pgnfen.api.outputs import Output, opened
from pgnfen.api.reading import Inputs, OnError, Reading, Run, Texts, texts_of
from pgnfen.api.rows import Rows
from pgnfen.audit.finding import SEVERITIES, Severity
from pgnfen.errors import InputError, PgnfenError, check_one_of
from pgnfen.fen.definitions import CASTLING_CONVENTIONS, EN_PASSANT_CONVENTIONS, CastlingConvention, EnPassantConvention
from pgnfen.inputs.register import Register
from pgnfen.lazy import deferred
from pgnfen.report.fix_task import Fix, FixCounts
from pgnfen.words import split

with deferred:
    from contextlib import ExitStack
    from types import MappingProxyType

    from pgnfen.audit.catalog import choose, shown_of
    from pgnfen.repair.conventions import Conventions
    from pgnfen.repair.name_lists import read_name_file
    from pgnfen.report.arrow import of_rows, schema_of
    from pgnfen.report.fix_targets import (
        Diff,
        Places,
        Replacement,
        check_backup,
        files_of,
        folder_target,
        is_folder,
        note_outputs,
    )
    from pgnfen.report.fix_task import FixTask, FixTaskOptions, names_as_csv, with_files
    from pgnfen.report.values import objects_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pgnfen.pgn.records import InputFormat
    from pgnfen.repair.state import FixedBlock
    from pgnfen.report.arrow import Table
    from pgnfen.report.fix_targets import File, Places, Replacement
    from pgnfen.report.fix_task import FixedPart, FixTask


class FixKeywords(TableOptions, total=False):
    """What is repaired."""

    unsafe: Annotated[bool, Keyword(False, "also make unsafe fixes, which are guesses")]
    select: Annotated[Texts, Keyword((), "fix only the findings of these rules: codes, prefixes or names")]
    ignore: Annotated[Texts, Keyword((), "do not fix the findings of these rules")]
    severity: Annotated[
        Severity | None, Keyword(None, "fix this severity and above (None: warning, and rules selected by their code)")
    ]
    standard: Annotated[Standard, Keyword("1994", "the version of the PGN standard; 1.1 has no SetUp tag")]
    castling: Annotated[CastlingConvention | None, Keyword(None, "write castling availability in this convention")]
    en_passant: Annotated[EnPassantConvention | None, Keyword(None, "write en passant squares in this convention")]
    names: Annotated[
        str | os.PathLike[str] | None, Keyword(None, "a list of names: CSV, TOML, or a Scid spelling file")
    ]
    position_tag: Annotated[Texts, Keyword((), "tags that hold the final position")]


@dataclass(frozen=True, slots=True)
class Fixed:
    """What `fix` has done."""

    games: int
    """Games, or records, of the inputs that were read to their end."""
    changed: int
    """Those that are changed."""
    fixes: Mapping[str, int]
    """How many fixes were made, by the code of the rule ("": conventions; "names": a list of names)."""
    refused: Mapping[str, int]
    """How many were refused, likewise ("": fields that the convention cannot express)."""
    left: Mapping[str, int]
    """How many findings are not fixed, by severity."""
    of_files: Mapping[str, int]
    """How many of these are of a file as a whole, by the code of the rule."""
    unknown_names: Mapping[str, int]
    """Names that the list does not have (`KIND,SPELLING`), and how often they occur."""


@takes(FixKeywords)
def fix(
    source: Inputs,
    output: Output | None = None,
    in_place: bool = False,
    backup: str | None = None,
    diff: Output | None = None,
    log: Output | None = None,
    unknown_names: Output | None = None,
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    **options: Unpack[FixKeywords],
) -> Fixed:
    """Fix what the audit reports, and keep all other bytes, as the command `fix` does: by default the safe fixes of
    warnings and errors.

    `output` takes the games of one input: a path, or a file that is open for bytes; the name of a folder (that exists,
    or with a slash at its end) takes one file per input. `in_place` replaces each input file that has fixes, and
    `backup` keeps the old file with this suffix. With none of them the games are written nowhere, and the result says
    what would be fixed. `diff` takes a unified diff instead of the games, `log` a line of JSON per fix, `unknown_names`
    names that the list does not have, as CSV.

    Raises ValueError for arguments that mean nothing together or are not allowed; PgnfenError where a file cannot be
    written, is an input, or would take the games of several. InputError (see `on_error`) is raised before the output
    has its name, or, of a folder and in place, when all files that can be read are done.

    >>> import io
    >>> found = fix(b'[Result "1-0"]\\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\\n\\n1. O-O 1-0\\n', out := io.BytesIO())
    >>> found.fixes, out.getvalue()[:29]
    (mappingproxy({'S101': 1}), b'[Result "1-0"]\\n[SetUp "1"]\\n[F')
    """
    if sum([output is not None, in_place, diff is not None]) > 1:
        raise ValueError("use only one of output, in_place and diff")
    _check_backup(backup, in_place)
    reading = Reading(source, on_error, input_format, FixKeywords, options)
    if unknown_names is not None and reading.options["names"] is None:
        raise ValueError("use unknown_names only together with the argument names")
    task = _task(reading, diff is not None, log is not None)
    register, total = Register(), _Total()
    places = Places(_folder(output), backup)
    with ExitStack() as stack:
        files = _files(reading, places, register) if in_place or places.folder is not None else None
        lines, names = [
            None if one is None else stack.enter_context(opened(one, register)) for one in (log, unknown_names)
        ]
        write_log = lines.write if lines is not None else None
        if files is not None:
            _fix_files(reading, task, files, places, total, write_log)
        else:
            target: _One | Diff | None = None
            if output is not None:
                target = _One(stack.enter_context(opened(output, register)).write)
            elif diff is not None:
                target = Diff(stack.enter_context(opened(diff, register)), False, False)
            _fix_stream(with_files(reading.results(task, register), task), reading, target, total, write_log)
        if names is not None:
            names.write(names_as_csv(total.counts.unknown))
    return total.fixed()


@takes(FixKeywords)
def fixes(
    source: Inputs,
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    **options: Unpack[FixKeywords],
) -> Rows[Fix]:
    """What `fix` would do, as rows: each fix with the text before and after, each fix that is refused with the reason,
    and each finding without one. Nothing is written.

    Raises ValueError for arguments that are not allowed, InputError (see `on_error`) while the input is read.

    >>> [(one.code, one.after) for one in fixes(b'[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\\n\\n1. O-O *\\n')]
    [('S101', '[SetUp "1"]\\n')]
    """
    reading = Reading(source, on_error, input_format, FixKeywords, options)
    _task(reading, False, True)

    def rows(register: Register | None) -> Generator[Fix, None, None]:
        task = _task(reading, False, True)
        for part in reading.under(with_files(reading.results(task, register), task)):
            for values in objects_of(part.log, part.path):
                yield Fix(**values)

    def table(register: Register | None) -> Table:
        return of_rows(schema_of(Fix), rows(register))

    return Rows(Fix, rows, table)


def _task(reading: Reading, before: bool, log: bool) -> FixTask:
    """What is done with each block. Raises ValueError for options that are not allowed."""
    options = reading.options
    check_one_of("standard", options["standard"], ("1994", "1.1"))
    for name, allowed in (
        ("severity", SEVERITIES), ("castling", CASTLING_CONVENTIONS), ("en_passant", EN_PASSANT_CONVENTIONS)
    ):  # fmt: skip
        if options[name] is not None:
            check_one_of(name, options[name], allowed)
    select, ignore = split(texts_of(options["select"])), split(texts_of(options["ignore"]))
    codes = frozenset(rule.code for rule in choose(select, ignore, options["standard"]))
    names = options["names"]
    asked = FixTaskOptions(
        codes, options["unsafe"], Conventions(options["castling"], options["en_passant"]), None, before, log,
        reading.variant, declaring(options["position_tag"]), *shown_of(codes, select, options["severity"], "warning"),
        None if names is None else read_name_file(os.fspath(names)),
    )  # fmt: skip
    return reading.made(lambda: FixTask(asked))


class _Total:
    """What was done so far."""

    def __init__(self) -> None:
        self.counts = FixCounts.none()
        self.games = self.changed = 0

    def add(self, part: FixedPart, log: Callable[[bytes], object] | None) -> None:
        """Count a part; its lines go to the log."""
        if log is not None:
            log(part.log)
        if part.fixed is not None:
            self.changed += len(part.fixed.changed)
            self.games += part.games
        for mine, theirs in zip(self.counts, part.counts, strict=True):
            mine.update(theirs)

    def fixed(self) -> Fixed:
        """The result."""
        return Fixed(self.games, self.changed, *(MappingProxyType({**counts}) for counts in self._counts()))

    def _counts(self) -> Iterator[Mapping[str, int]]:
        done, refused, left, unknown, of_files = self.counts
        yield from (done, refused, left, of_files, unknown)


class _One:
    """One output for one input."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write
        self._path: str | None = None

    def put(self, before: bytes, fixed: FixedBlock, path: str) -> None:
        """Write a block. Raises PgnfenError where it is another input's."""
        if self._path not in (None, path):
            raise PgnfenError("several inputs need a folder: give the name of one, or in_place=True")
        self._path = path
        self._write(fixed.data)


def _files(reading: Reading, places: Places, register: Register) -> list[File | InputError]:
    """The files that the inputs mean; what is written of each is noted. Raises ValueError for an input that is none."""
    names = []
    for one in reading.inputs:
        if not isinstance(one, (str, os.PathLike)):
            raise ValueError(f"{type(one).__name__} is not a file that can be written")
        names.append(os.fspath(one))
    found = list(files_of(names, reading.suffixes))
    note_outputs([one for one in found if not isinstance(one, InputError)], places, register, reading.suffixes)
    return found


def _fix_files(
    reading: Reading, task: FixTask, files: Sequence[File | InputError], places: Places, total: _Total,
    log: Callable[[bytes], object] | None,
) -> None:  # fmt: skip
    """Each file by itself: replaced, or written into a folder. One that cannot be read to its end stays as it is."""
    with reading.run([one.path for one in files if not isinstance(one, InputError)]) as run:
        for file in files:
            if isinstance(file, InputError):
                run.fail(file)
                continue
            name = file.path if places.folder is None else folder_target(places.folder, file.relative)
            try:
                parts = _fix_file(reading, run, task, Replacement(file.path, name, places.backup))
            except InputError as error:
                run.fail(error)
                continue
            for part in parts:
                total.add(part, log)
        run.end()


def _fix_file(reading: Reading, run: Run, task: FixTask, target: Replacement) -> list[FixedPart]:
    """Repair a file; what was done, without the bytes. Raises InputError where it cannot be read, or not replaced."""

    def failed(error: InputError) -> None:
        raise error

    done = []
    try:
        blocks = run.blocks([target.source], neighbors=True, fail=failed)
        for part in reading.under(with_files((task(*one) for one in blocks), task)):
            if part.fixed is not None:
                target.put(part.before, part.fixed, part.path)
                part.fixed.data = b""
            done.append(part._replace(before=b""))
        if (error := target.refusal()) is not None:
            raise error
    except BaseException:
        target.file.abort()
        raise
    target.close(failed=False)
    return done


def _fix_stream(
    parts: Iterator[FixedPart], reading: Reading, target: _One | Diff | None, total: _Total,
    log: Callable[[bytes], object] | None,
) -> None:  # fmt: skip
    """All inputs as one stream: into one output, as a diff, or nowhere."""
    for part in reading.under(parts):
        if part.fixed is not None and target is not None:
            target.put(part.before, part.fixed, part.path)
        total.add(part, log)
    if isinstance(target, Diff):
        target.close()


def _folder(output: Output | None) -> str | None:
    """The folder that takes a file for each input, where the output is one."""
    name = os.fspath(output) if isinstance(output, (str, os.PathLike)) else None
    return name if name is not None and is_folder(name) else None


def _check_backup(suffix: str | None, in_place: bool) -> None:
    """Raises ValueError for a suffix that is not allowed, or means nothing."""
    if suffix is None:
        return
    if not in_place:
        raise ValueError("backup needs in_place")
    try:
        check_backup(suffix)
    except ValueError as error:
        raise ValueError(f"backup: {error}") from None
