"""The audit of a file of records: what is wrong with each FEN or EPD, as findings with line and column."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pgnfen.audit.finding import Placed, Remark, Severity
from pgnfen.audit.rule import REGISTRY
from pgnfen.fen.epd import read_epd
from pgnfen.fen.notation import record_faults
from pgnfen.fen.start import Start, read_start
from pgnfen.pgn.layout import SETUP
from pgnfen.pgn.records import RecordBlock
from pgnfen.pgn.start_tags import StartKey, text_of
from pgnfen.pgn.tagpairs import decode


def audit_records(block: RecordBlock, codes: Collection[str], severities: Collection[Severity]) -> Iterator[Placed]:
    """The findings of a block of records, by the rules of the FEN."""
    for index, line in enumerate(block.lines):
        raw = block.line_bytes(index)
        text = decode(raw)
        for fault in record_faults(read_epd(text), _start(block.values[index])):
            rule = REGISTRY[fault.code]
            if rule.code not in codes or rule.severity not in severities:
                continue
            column = min(fault.column, len(text))
            message = f"column {column + 1}: {fault.message}"
            said = fault.field, fault.declared, fault.expected, message, fault.fix
            remark = Remark(None, rule.code, rule.name, rule.severity, *said)
            offset = block.offset + block.starts[index] + _bytes_before(raw, text, column)
            yield Placed(remark, block.number + index, line, offset)


def _bytes_before(raw: bytes, text: str, column: int) -> int:
    """The bytes that the first characters of a line take."""
    if len(raw) == len(text):
        return column
    return len(text[:column].encode("utf-8"))


def _start(values: StartKey) -> Start:
    """The start of a record, which has no Variant tag to miss."""
    setup, fen, variant = map(text_of, values[SETUP:])
    return read_start(setup, fen, variant, alone=True)
