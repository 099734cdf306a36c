"""The audit of a document, game by game, as the rules that are asked for say it; and the findings as diagnostics."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

from pgnfen import native
from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.file_notes import FileNotes
from pgnfen.audit.finding import Placed, Remark, Severity, at_least
from pgnfen.audit.rule import REGISTRY
from pgnfen.facts.kinds import POSITION_TAGS
from pgnfen.lsp.parts import Document, Found, Part, Place
from pgnfen.lsp.units import encoded, line_begin, units_of
from pgnfen.pgn.block import Block, count_lines
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.report.excerpt import excerpt
from pgnfen.report.terminal_text import message

SOURCE = "pgnfen"
MOST = 1000
"""Diagnostics that are shown of a file: editors lay them all out anew at each keystroke."""
WHOLE = 4 << 20
"""Bytes up to which the rules of whole files are asked again after each edit."""
_WHOLE_BY_PYTHON = 1 << 18
SLICE = 0.008
"""Seconds of work between two looks at what the client sends."""
_FEW = 20  # records in doubt
_SEVERITIES: dict[Severity, int] = {"error": 1, "warning": 2, "info": 3}


class Settings(NamedTuple):
    """Which findings are shown and repaired in a file; as the options of `audit` and the configuration say."""

    codes: frozenset[str]
    severity: Severity = "warning"
    named: frozenset[str] = frozenset()
    position_tags: tuple[bytes, ...] = tuple(POSITION_TAGS)
    variant: str | None = None


class Checker:
    """Audits the games of documents."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        assume_variant(settings.variant)
        least: Severity = "info" if settings.named else settings.severity
        rules = choose(settings.codes) if settings.codes else ()
        self.auditor = Auditor(rules, least, position_tags=settings.position_tags)
        # Only the rules of whole files: what is found in games is known.
        self._of_files = Auditor(
            [rule for rule in rules if rule.check_file is not None],
            least, position_tags=settings.position_tags, beside=settings.codes,
        )  # fmt: skip
        self._shown = frozenset(at_least(settings.severity))

    def shows(self, remark: Remark) -> bool:
        """Whether a finding is shown."""
        return remark.severity in self._shown or remark.code in self.settings.named

    def game(self, document: Document, place: Place) -> list[Found]:
        """Audit one game, and keep what is found."""
        found = list(self._found(document.block(place)))
        document.parts[place.part].set_found(place.game, found)
        return found

    def part(self, document: Document, number: int) -> Iterator[None]:
        """Audit what is pending of a part; gives way after some milliseconds. What is done until then is kept."""
        part = document.parts[number]
        if native.load() is not None and all(found is None for found in part.found):
            block = part_block(document, number)
            if block is not None and not isinstance(block, RecordBlock):
                yield from self._games(part, block)
                return
            if isinstance(block, RecordBlock):
                survey = block.doubtful()
                if len(survey.doubtful) + len(survey.foreign) <= _FEW:
                    self._records(part, block)
                    return
        offset = document.begin(number)
        line = sum(one.lines for one in document.parts[:number])
        for index, start in enumerate(part.starts):
            if part.found[index] is None:
                self.game(document, Place(number, index, offset + start, line + count_lines(part.data, 0, start)))
                yield

    def _games(self, part: Part, block: Block) -> Iterator[None]:
        """Audit a part of games."""
        done, began = 0, perf_counter()
        for one in self.auditor.examined(block):
            for index in range(done, one.at):
                part.set_found(index, [])
            shown = [each for each in one.placed if self.shows(each.remark)]
            part.set_found(one.at, [_placed(block, each, part.starts[one.at]) for each in shown])
            done = one.at + 1
            if perf_counter() - began > SLICE:
                yield
                began = perf_counter()
        for index in range(done, len(part.starts)):
            part.set_found(index, [])

    def _records(self, part: Part, block: RecordBlock) -> None:
        """Audit a part of records, of which few are in doubt."""
        found: list[list[Found]] = [[] for _ in part.starts]
        for placed in self.auditor.block(block):
            index = placed.game - block.number
            if self.shows(placed.remark):
                found[index].append(_placed(block, placed, part.starts[index]))
        for index, each in enumerate(found):
            part.set_found(index, each)

    def _found(self, block: Block) -> Iterator[Found]:
        for placed in self.auditor.block(block):
            if self.shows(placed.remark):
                yield _placed(block, placed, 0)

    def asks_whole(self, document: Document) -> bool:
        """Whether the rules of whole files are asked after each edit; of larger ones they are when it is saved."""
        return document.size <= (WHOLE if native.load() is not None else _WHOLE_BY_PYTHON)

    def whole(self, document: Document) -> Iterator[list[tuple[int, Remark]] | None]:
        """What is found in the file as a whole: line (from 0) and remark of each; gives way, with None, after each
        part. Of a document that is edited meanwhile nothing comes."""
        notes, edits = self._of_files.notes(), document.edits
        if notes is None:
            yield []
            return
        offset, number, line, at = 0, 1, 1, 0
        while at < len(document.parts):
            part, block = document.parts[at], part_block(document, at)
            if block is not None:
                block.move((offset - block.offset, number - block.number, line - 1))
                yield from self._noted(block, notes)
            offset, number, line, at = offset + len(part.data), number + len(part.starts), line + part.lines, at + 1
            yield None
            if document.edits != edits:
                return
        yield [(one.line - 1, one.remark) for one in self._of_files.of_file(notes) if self.shows(one.remark)]

    def _noted(self, block: Block, notes: FileNotes) -> Iterator[None]:
        """Note a block for the rules of whole files."""
        if isinstance(block, RecordBlock):
            self._of_files.block(block, notes)
            return
        self._of_files.note(block, notes)
        began = perf_counter()
        for _ in self._of_files.examined(block, notes):
            if perf_counter() - began > SLICE:
                yield
                began = perf_counter()


def part_block(document: Document, number: int) -> Block | None:
    """The games of a part as one block; None where they would be split otherwise without what stands around them."""
    part = document.parts[number]
    block = document.cutter.blocks_of(part.data, number == 0, True, 1)
    starts = [0, *block.starts[1:]] if isinstance(block, RecordBlock) else block.starts
    if starts != part.starts:
        return None
    block.at_end = number + 1 == len(document.parts)
    return block


def _placed(block: Block, placed: Placed, start: int) -> Found:
    shown = excerpt(block, placed)
    fault = shown.text[shown.at : shown.at + shown.length]
    return Found(placed.remark, placed.offset - block.offset - start, len(encoded(fault)))


# --- diagnostics


class Diagnostic(NamedTuple):
    """A finding in its part: lines counted from the part's first, columns in units of the client."""

    line: int
    start: int
    end_line: int
    end: int
    entry: dict[str, Any]
    once: bool


def diagnostics(
    document: Document, of_file: list[tuple[int, Remark]], focus: int | None = None
) -> list[dict[str, Any]]:
    """The findings as the protocol has them, MOST at most: those of the part `focus` and around it first."""
    order = list(range(len(document.parts)))
    total = sum(part.findings() for part in document.parts)
    if focus is not None and total > MOST:
        order.sort(key=lambda number: abs(number - focus))
    lines, line = [], 0
    for part in document.parts:
        lines.append(line)
        line += part.lines
    out = [_entry(line, 0, line, 0, _said(remark)) for line, remark in of_file]
    once: set[str] = set()
    for number in order:
        for one in _of_part(document, number):
            if one.once:
                if one.entry["code"] in once:
                    continue
                once.add(one.entry["code"])
            if len(out) >= MOST:
                return out
            out.append(_entry(lines[number] + one.line, one.start, lines[number] + one.end_line, one.end, one.entry))
    return out


def _entry(line: int, start: int, end_line: int, end: int, entry: dict[str, Any]) -> dict[str, Any]:
    places = {"start": {"line": line, "character": start}, "end": {"line": end_line, "character": end}}
    return {"range": places, **entry}


def _said(remark: Remark) -> dict[str, Any]:
    fix = f" [{remark.fix} fix]" if remark.fix else ""
    return {
        "severity": _SEVERITIES[remark.severity],
        "code": remark.code,
        "source": SOURCE,
        "message": f"{message(remark)}{fix}",
    }


def _of_part(document: Document, number: int) -> list[Diagnostic]:
    part = document.parts[number]
    if isinstance(part.shown, list):
        return part.shown
    made: list[Diagnostic] = []
    data, encoding = part.data, document.encoding
    offset = None
    line = at = 0
    for start, found in zip(part.starts, part.found, strict=True):
        for one in found or ():
            begin, end = min(start + one.at, len(data)), min(start + one.at + one.size, len(data))
            first = line_begin(data, begin)
            if first == 0 and number:  # a part may begin within a line
                if offset is None:
                    offset = document.begin(number)
                column = document.position_of(offset + begin).character
            else:
                column = units_of(data[first:begin], encoding)
            if first >= at:
                line, at = line + count_lines(data, at, first), first
            else:
                line, at = count_lines(data, 0, first), first
            width = units_of(data[begin:end], encoding)
            once = REGISTRY[one.remark.code].once
            made.append(Diagnostic(line, column, line, column + width, _said(one.remark), once))
    if number == 0 or not made or made[0].line:
        part.shown = made  # what stands in a first line may move with the part before
    return made
