"""The audit of a file of records: what is wrong with each FEN or EPD, as findings with line and column."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from pgnfen.audit.file_notes import FileNotes
from pgnfen.audit.finding import Placed, Remark, Severity
from pgnfen.audit.rule import REGISTRY
from pgnfen.fen.notation import read_record
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import decode


def audit_records(
    block: RecordBlock,
    doubtful: Iterable[int],
    codes: Collection[str],
    severities: Collection[Severity],
    notes: FileNotes | None = None,
) -> Iterator[Placed]:
    """The findings of a block of records, by the rules of the FEN, in those that are `doubtful`; which conventions
    these follow is noted."""
    for index in doubtful:
        raw = block.line_bytes(index)
        text = decode(raw)
        start, faults = read_record(text)
        if notes is not None:
            notes.start_follows(block, start, index)
        for fault in faults:
            rule = REGISTRY[fault.code]
            if rule.code not in codes or rule.severity not in severities:
                continue
            column = min(fault.column, len(text))
            message = f"column {column + 1}: {fault.message}"
            said = fault.field, fault.declared, fault.expected, message, fault.fix
            remark = Remark(None, rule.code, rule.name, rule.severity, *said)
            offset = block.offset + block.starts[index] + _bytes_before(raw, text, column)
            yield Placed(remark, block.number + index, block.lines[index], offset)


def _bytes_before(raw: bytes, text: str, column: int) -> int:
    """The bytes that the first characters of a line take."""
    if len(raw) == len(text):
        return column
    return len(text[:column].encode("utf-8"))

