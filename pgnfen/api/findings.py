"""The audit: findings as rows."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

from pgnfen.api.keywords import TableOptions, takes
from pgnfen.api.reading import Inputs, OnError, Reading, Texts, texts_of
from pgnfen.api.rows import Rows
from pgnfen.audit import finding
from pgnfen.audit.finding import Placed, Remark
from pgnfen.errors import InputError, check_one_of
from pgnfen.facts.kinds import POSITION_TAGS
from pgnfen.lazy import deferred
from pgnfen.words import split

with deferred:
    from pgnfen.audit.auditor import Auditor
    from pgnfen.audit.catalog import choose
    from pgnfen.report.arrow import Table, of_rows, schema_of
    from pgnfen.report.audit_task import Chooser, FoundInBlock, hashes_of
    from pgnfen.report.baseline import Baseline
    from pgnfen.report.evidence import shown_one
    from pgnfen.report.notebook import finding_html
    from pgnfen.select.division import is_tag_name

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pgnfen.audit.file_notes import FileNotes
    from pgnfen.audit.finding import Severity
    from pgnfen.inputs.register import Register
    from pgnfen.pgn.block import Block
    from pgnfen.pgn.records import InputFormat
    from pgnfen.report.arrow import Table
    from pgnfen.report.evidence import Shown

Standard = Literal["1994", "1.1"]


class Finding(finding.Finding):
    """What a rule found, in the order of the JSON keys.

    `game` and `line` count from 1, `offset` is in bytes of the uncompressed input, `ply` counts from 1 from the
    starting position and is None where no ply is meant. `fix` is "safe" where a repair cannot change what was
    played, "unsafe" where it is a guess, None where there is none.
    """

    origin: Origin | None = None
    """Where it comes from, so that a notebook can show the line and the board."""

    def _repr_html_(self) -> str:
        """The line with carets under what is at fault, what is declared and expected, and the board with the squares
        marked, as a notebook shows it. The input is read again, down to the game; one that cannot be, is left out."""
        return finding_html(self, self.origin.shown(self) if self.origin is not None else None)

    def __reduce__(self) -> tuple[type[Finding], tuple[Any, ...]]:
        return Finding, tuple(self)


class Origin:
    """An input that findings come from: the `number`th that `reading` reads (from 1)."""

    def __init__(self, reading: Reading, number: int, position_tags: Sequence[bytes]) -> None:
        self._reading, self._number, self._tags = reading, number, position_tags

    def shown(self, one: finding.Finding) -> Shown | None:
        """A finding with its line and its boards; None where there is no game, or the input cannot be read again."""
        block = self._block(one) if one.game else None
        if block is None:
            return None
        placed = Placed(Remark(*one[4:]), one.game, one.line, one.offset)
        return self._reading.made(lambda: shown_one(Auditor(position_tags=self._tags), block, placed))

    def _block(self, one: finding.Finding) -> Block | None:
        """The block that has the game."""
        inputs, number = self._reading.inputs, self._number
        if os.path.isfile(one.path):  # noqa: PTH113
            inputs, number = [one.path], 1
        elif any(item == "-" or hasattr(item, "read") for item in inputs):  # it is read already
            return None
        with self._reading.again().run(inputs) as run:
            for block, _ in self._reading.under(run.blocks(inputs)):
                number -= block.offset == 0
                if number == 0 and block.number <= one.game < block.number + len(block):
                    return block
        return None


def declaring(names: Texts) -> tuple[bytes, ...]:
    """The tags that declare final positions, with those named. Raises ValueError for what is not a tag name."""
    for name in (found := texts_of(names)):
        if not is_tag_name(name):
            raise ValueError(f"position_tag is {name!r}; it must be the name of a tag")
    return tuple(dict.fromkeys((*POSITION_TAGS, *(name.encode() for name in found))))


@takes(TableOptions)
def audit(
    source: Inputs,
    select: Texts = (),
    ignore: Texts = (),
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
    rules, tags = choose(split(texts_of(select)), split(texts_of(ignore)), standard), declaring(position_tag)
    auditor = reading.made(lambda: Auditor(rules, severity, position_tags=tags, searches=candidates))

    def rows(register: Register | None) -> Generator[Finding, None, None]:
        chooser = Chooser(None, Baseline(os.fspath(baseline))) if baseline is not None else None
        run, new = _Run(auditor, chooser), tuple.__new__
        for found, path in run.over(reading, register):
            origin = Origin(reading, run.inputs, tags)
            for remark, game, line, offset in found:
                made = new(Finding, (path, game, line, offset, *remark))  # not by Finding(): it takes twice the time
                made.origin = origin
                yield made

    def table(register: Register | None) -> Table:
        return of_rows(schema_of(Finding), rows(register))

    return Rows(Finding, rows, table)


class _Run:
    """An audit of blocks; what a baseline knows is left out. What is found in an input as a whole stands behind what is
    found in its games."""

    def __init__(self, auditor: Auditor, chooser: Chooser | None) -> None:
        self._auditor, self._chooser = auditor, chooser
        self._notes: FileNotes | None = None
        self._path = ""
        self.inputs = 0  # so many are begun

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
            self.inputs += 1
        found = self._auditor.block(block, self._notes)
        hashes = hashes_of(block, found) if self._chooser is not None else []
        return [*parts, (self._left(found, hashes, block.number), path)]

    def _of_file(self) -> tuple[Sequence[Placed], str]:
        found = self._auditor.of_file(self._notes)
        return self._left(found, [""] * len(found), 0), self._path

    def _left(self, found: list[Placed], hashes: list[str], number: int) -> list[Placed]:
        if self._chooser is None:  # no module of the reports is loaded then
            return found
        left = self._chooser.choose(FoundInBlock(found, hashes, number, Counter(), self._path))
        return [found[at] for at in left]
