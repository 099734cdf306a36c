"""The audit of a file of records: what is wrong with each FEN or EPD, as findings with line and column."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from pgnfen.audit.file_notes import FileNotes
from pgnfen.audit.finding import Fix, Placed, Remark, Severity
from pgnfen.audit.rule import REGISTRY
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import Fault
from pgnfen.fen.notation import read_record
from pgnfen.lazy import deferred
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import decode

with deferred:
    from pgnfen.audit.rules.worded import in_words
    from pgnfen.facts.python_reader import facts_of_bytes


def audit_records(
    block: RecordBlock,
    doubtful: Iterable[int],
    codes: Collection[str],
    severities: Collection[Severity],
    notes: FileNotes | None = None,
    noted: Collection[int] = (),
) -> Iterator[Placed]:
    """The findings of a block of records, by the rules of the FEN, in those that are `doubtful`; which conventions
    these follow is noted, where it is not `noted` already."""
    for index in doubtful:
        raw = block.line_bytes(index)
        text = decode(raw)
        start, faults = read_record(text)
        if notes is not None and index not in noted:
            notes.start_follows(block, start, index)
        place = block.number + index, block.lines[index]
        begin = block.offset + block.starts[index]
        for code, offset, own, said in (*_of_faults(raw, text, faults), *_of_controls(raw)):
            rule = REGISTRY[code]
            severity = own or rule.severity
            if rule.code in codes and severity in severities:
                yield Placed(Remark(None, rule.code, rule.name, severity, *said), *place, begin + offset)


_Said = tuple[str | None, str | None, str | None, str, Fix | None]


def _of_faults(raw: bytes, text: str, faults: Iterable[Fault]) -> Iterator[tuple[str, int, Severity | None, _Said]]:
    """Code, byte of the line, a severity that is not the rule's, and what is said of each fault."""
    for fault in faults:
        column = min(fault.column, len(text))
        message = f"column {column + 1}: {fault.message}"
        said = fault.field, fault.declared, fault.expected, message, fault.fix
        yield fault.code, _bytes_before(raw, text, column), fault.severity, said


def _of_controls(raw: bytes) -> Iterator[tuple[str, int, Severity | None, _Said]]:
    """The same of control characters."""
    if not any(byte < 32 for byte in raw) and 127 not in raw:
        return
    for one in facts_of_bytes(raw):
        if one.kind == Fact.CONTROL_CHARACTER:
            message = f"column {len(decode(raw[: one.at])) + 1}: {in_words(one, raw)}"
            yield "G108", one.at, None, (None, None, None, message, None)


def _bytes_before(raw: bytes, text: str, column: int) -> int:
    """The bytes that the first characters of a line take."""
    if len(raw) == len(text):
        return column
    return len(text[:column].encode("utf-8"))

