"""The audit: findings as rows."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from pgnfen.api.keywords import TableOptions, takes
from pgnfen.api.reading import Inputs, OnError, Reading, Texts, texts_of
from pgnfen.api.rows import Rows
from pgnfen.audit.finding import Finding, Placed
from pgnfen.errors import InputError, check_one_of
from pgnfen.facts.kinds import POSITION_TAGS
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.audit.auditor import Auditor
    from pgnfen.audit.catalog import choose
    from pgnfen.report.arrow import Table, of_rows, schema_of
    from pgnfen.report.audit_task import Chooser, FoundInBlock, hashes_of
    from pgnfen.report.baseline import Baseline
    from pgnfen.select.division import is_tag_name

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pgnfen.audit.file_notes import FileNotes
    from pgnfen.audit.finding import Severity
    from pgnfen.inputs.register import Register
    from pgnfen.pgn.block import Block
    from pgnfen.pgn.records import InputFormat
    from pgnfen.report.arrow import Table

Standard = Literal["1994", "1.1"]


def declaring(names: Texts) -> tuple[bytes, ...]:
    """The tags that declare final positions, with those named. Raises ValueError for what is not a tag name."""
    for name in (found := texts_of(names)):
        if not is_tag_name(name):
            raise ValueError(f"position_tag is {name!r}; it must be the name of a tag")
    return tuple(dict.fromkeys((*POSITION_TAGS, *(name.encode() for name in found))))


@takes(TableOptions)
def audit(
    source: Inputs,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    severity: Severity = "info",
    standard: Standard = "1994",
    input_format: InputFormat = "auto",
    on_error: OnError = "raise",
    candidates: bool = False,
    *,
    position_tag: Texts = (),
    baseline: str | os.PathLike[str] | None = None,
    **options: Unpack[TableOptions],
) -> Rows[Finding]:
    """The findings in the input, in order; `select` and `ignore` are codes, prefixes or names. `candidates`: look for
    what may be meant by a move that is illegal or ambiguous, milliseconds for each. `position_tag` names tags that hold
    the final position. `baseline`: a file of known findings, which are left out; the file is not written.

    Findings of every severity, unless `severity` says the least that is wanted: programs see all, where the command
    shows warnings and errors. No configuration is read.
    Raises ValueError for a code that no rule has, a severity or a standard that is none; PgnfenError for a file that is
    no baseline, InputError (see `on_error`) while the input is read.

    >>> [finding.code for finding in audit(b'[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 60"]\\n\\n*\\n')]
    ['S101']
    """
    check_one_of("standard", standard, get_args(Standard))
    reading = Reading(source, on_error, input_format, TableOptions, options)
    rules, tags = choose(select, ignore, standard), declaring(position_tag)
    auditor = reading.made(lambda: Auditor(rules, severity, position_tags=tags, searches=candidates))

    def rows(register: Register | None) -> Generator[Finding, None, None]:
        chooser = Chooser(None, Baseline(os.fspath(baseline)) if baseline is not None else None)
        for found, path in _Run(auditor, chooser).over(reading, register):
            for one in found:
                yield one.finding(path)

    def table(register: Register | None) -> Table:
        return of_rows(schema_of(Finding), rows(register))

    return Rows(Finding, rows, table)


class _Run:
    """An audit of blocks; what a baseline knows is left out. What is found in an input as a whole stands behind what is
    found in its games."""

    def __init__(self, auditor: Auditor, chooser: Chooser) -> None:
        self._auditor, self._chooser = auditor, chooser
        self._notes: FileNotes | None = None
        self._path = ""

    def over(self, reading: Reading, register: Register | None) -> Iterator[tuple[Sequence[Placed], str]]:
        """The findings, with the name of the input."""
        try:
            for parts in reading.map(self._block, register):
                yield from parts
        except InputError:
            yield reading.made(self._of_file)
            raise
        yield reading.made(self._of_file)

    def _block(self, block: Block, path: str) -> list[tuple[Sequence[Placed], str]]:
        parts = []
        if block.offset == 0:
            parts.append(self._of_file())
            self._notes, self._path = self._auditor.notes(), path
        found = self._auditor.block(block, self._notes)
        hashes = hashes_of(block, found) if self._chooser.chooses else []
        return [*parts, (self._left(found, hashes, block.number), path)]

    def _of_file(self) -> tuple[Sequence[Placed], str]:
        found = self._auditor.of_file(self._notes)
        return self._left(found, [""] * len(found), 0), self._path

    def _left(self, found: list[Placed], hashes: list[str], number: int) -> list[Placed]:
        if not self._chooser.chooses:
            return found
        left = self._chooser.choose(FoundInBlock(found, hashes, number, Counter(), self._path))
        return [found[at] for at in left]
