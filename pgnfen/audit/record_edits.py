"""The edits that repair what a fault of a record (a FEN or EPD on a line of its own) says; see audit/repairs.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.rule import REGISTRY, RecordEdit
from pgnfen.fen.fault import CASTLING, FIELD_NAMES, FULLMOVE, HALFMOVE
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.fen.epd import read_epd

if TYPE_CHECKING:
    from pgnfen.fen.epd import EpdRecord
    from pgnfen.fen.fault import Fault
    from pgnfen.fen.record import FenRecord
    from pgnfen.fen.start import Start


def edits_of_record(text: str, start: Start, fault: Fault) -> Iterator[RecordEdit]:
    """The edits that a fault of a record asks for; none where nothing tells what to do."""
    record = start.record
    if fault.expected is None or record is None:
        return
    rule = REGISTRY.get(fault.code)
    if rule is not None and rule.record_edits is not None:
        yield from rule.record_edits(text, start, fault)
    elif fault.field in (HALFMOVE, FULLMOVE) and record.columns[FIELD_NAMES.index(fault.field)] >= _fields_end(text):
        yield from _edits_of_operation(text, fault)
    elif fault.field == CASTLING and record.fields[2] is not None:
        yield record.columns[2], record.columns[2] + len(record.fields[2]), fault.expected
    elif fault.field in FIELD_NAMES:
        yield fault.column, fault.column + fault.length, fault.expected


def _edits_of_operation(text: str, fault: Fault) -> Iterator[RecordEdit]:
    """The edits of a counter that stands in an operation."""
    from pgnfen.fen.epd import COUNTER_OPCODES

    opcode = next(opcode for opcode, field in COUNTER_OPCODES if field == fault.field)
    operation = next((one for one in _epd(text).operations if one.opcode == opcode), None)
    if operation is not None and len(operation.operands) == 1:
        column = operation.operand_column
        yield column, column + len(operation.operands[0]), fault.expected or ""


def _epd(text: str) -> EpdRecord:
    return read_epd(text)


def _fields_end(text: str) -> int:
    """Where the fields end that stand in the line."""
    epd = _epd(text)
    return len(text) + 1 if epd.counters else max(epd.record.columns[3], 0) + len(epd.record.fields[3] or "")


def edits_of_all_fields(text: str, start: Start, fault: Fault) -> Iterator[RecordEdit]:
    """The fields of the record, all of them, are those that are expected."""
    head = _epd(text).record
    spaced = all(one.code != "F102" for one in head.faults)
    if start.record is not None and fault.expected is not None:
        yield start.record.columns[0], len(head.text) if spaced else _fields_stop(text, head), fault.expected


def edits_of_blanks(text: str, start: Start, fault: Fault) -> Iterator[RecordEdit]:
    """Single spaces between the fields of the line, and no blanks around them: whatever stands there as a field stays,
    be fields missing or check counters among them."""
    head = _epd(text).record
    expected = next((fault.expected for fault in head.faults if fault.code == "F102"), None)
    if expected is None:
        return
    end = 0
    for field in expected.split(" "):
        column, between = text.index(field, end), " " if end else ""
        if text[end:column] != between:
            yield end, column, between
        end = column + len(field)
    behind = _fields_stop(text, head)
    if end < behind:
        yield end, behind, ""


def _fields_stop(text: str, head: FenRecord) -> int:
    """The end of the fields, with the blanks behind them if nothing else stands there."""
    return len(text) if not text[len(head.text) :].strip() else len(head.text)
