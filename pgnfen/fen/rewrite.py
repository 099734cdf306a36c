"""A record in another notation, or repaired: what `pgnfen fen --to` and `--fix` write."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pgnfen.errors import ConversionError
from pgnfen.fen.castling import castling_conventions, read_rights
from pgnfen.fen.convert import unreadable, write_fen
from pgnfen.fen.definitions import CastlingConvention, EnPassantConvention
from pgnfen.fen.epd import COUNTER_OPCODES, EpdRecord, Operation, read_epd, refuse_counters, write_epd
from pgnfen.fen.fault import FIELD_NAMES, Fault
from pgnfen.fen.forsyth import write_forsyth
from pgnfen.fen.notation import NotedRecord, read_noted
from pgnfen.fen.record import FenRecord, read_fen
from pgnfen.fen.repair import repair_fen
from pgnfen.fen.text_faults import rights_meant

Target = Literal["fen", "x-fen", "shredder", "epd", "forsyth-1883", "forsyth-1897"]
TARGETS: tuple[Target, ...] = ("fen", "x-fen", "shredder", "epd", "forsyth-1883", "forsyth-1897")


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A repaired record: `noted` what it is now, `applied` the faults that were repaired."""

    noted: NotedRecord
    applied: tuple[Fault, ...]


def unstated_for(noted: NotedRecord, to: Target) -> tuple[str, ...]:
    """The fields that a notation writes and a readable record should state, and does not; an EPD needs no counters.

    >>> unstated_for(read_noted("4k3/8/8/8/8/8/8/4K3 w - -"), "fen")
    ()
    >>> unstated_for(read_noted("4k3/8/8/8/8/8/8/4K3 w"), "epd")
    ('castling availability', 'en passant target square')
    """
    record = noted.start.record
    if record is None or record.board is None or to in ("forsyth-1883", "forsyth-1897"):
        return ()
    counters = () if to == "epd" or noted.notation == "epd" else FIELD_NAMES[4:]
    return tuple(name for name in noted.unstated if name in FIELD_NAMES[:4] or name in counters)


def operations_lost(noted: NotedRecord, to: Target) -> tuple[str, ...]:
    """The opcodes that a record has and a notation cannot express; hmvc and fmvn are the counters of a FEN.

    >>> operations_lost(read_noted("4k3/8/8/8/8/8/8/4K3 w - - fmvn 9; bm Kd2; id 7;"), "fen")
    ('bm', 'id')
    """
    if to == "epd":
        return ()
    counters = [opcode for opcode, _ in COUNTER_OPCODES]
    return tuple(one.opcode for one in noted.operations if one.opcode not in counters)


def with_assumed(noted: NotedRecord) -> NotedRecord:
    """The record with the rights that are assumed where it states none: those of an array, all; else it is the same.

    >>> rewrite(with_assumed(read_noted("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")), "fen", assume=True)
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    """
    start, record = noted.start, noted.start.record
    if record is None or record.board is None or record.fields[2] is not None:
        return noted
    text = rights_meant(record.board, record.active_color, start.variant)
    if text == "-":
        return noted
    fields = (*record.fields[:2], text, *record.fields[3:])
    stated = record._replace(fields=fields, castling=text, rights=read_rights(record.board, text))
    castling = castling_conventions(record.board, text)
    return replace(noted, start=replace(start, record=stated, castling=castling))


def rewrite(noted: NotedRecord, to: Target, en_passant: EnPassantConvention | None = None, assume: bool = False) -> str:
    """Write the position of a record in another notation; raises ConversionError with a reason where it must guess.

    "fen" writes KQkq, "shredder" the rooks' files, and both leave the en passant square as it came unless
    `en_passant` is given; "x-fen" brings it to its own convention too. "epd" keeps the castling field. With `assume`
    a field that is not stated (see unstated_for) stands at its default instead of being refused.

    >>> rewrite(read_noted("4k2r/8/8/8/8/8/8/4K3 b k - id 7;"), "shredder")
    '4k2r/8/8/8/8/8/8/4K3 b h - 0 1'
    >>> rewrite(read_noted("4k2r/8/8/8/8/8/8/4K3 b k - 3 9"), "epd")
    '4k2r/8/8/8/8/8/8/4K3 b k - hmvc 3; fmvn 9;'
    """
    start = noted.start
    record = start.record
    if record is None or record.board is None:
        raise ConversionError(unreadable(noted.faults, "the record is empty"))
    if to in ("forsyth-1883", "forsyth-1897"):
        return write_forsyth(record.board, "1883" if to == "forsyth-1883" else "1897")
    unstated = unstated_for(noted, to)
    if unstated and not assume:
        raise ConversionError(f"missing in the record: {', '.join(unstated)}")
    refuse_counters(noted.faults)
    castling: CastlingConvention | None = None if to == "epd" else to  # type: ignore[assignment]
    if to == "x-fen" and en_passant is None:
        en_passant = "x-fen"
    text = write_fen(record, castling, en_passant, start.variant, assume=True)
    if to != "epd":
        return text
    written = read_fen(text, start.variant)
    stated = zip(FIELD_NAMES, written.fields, strict=True)
    fields = tuple(None if name in noted.unstated else field for name, field in stated)
    return write_epd(written._replace(fields=(*written.fields[:4], *fields[4:])), noted.operations)


def repair_noted(noted: NotedRecord, variant: str | None = None, unsafe: bool = False) -> Rewritten:
    """The record with every fault repaired that has a fix (safe ones, or all), operations ended by their `;`.

    >>> repair_noted(read_noted("4k3/8/8/8/8/8/8/4K3  w - - ; id 7")).noted.text
    '4k3/8/8/8/8/8/8/4K3 w - - id 7;'
    """
    fen = noted.start.fen
    if fen is None or noted.notation.startswith("forsyth"):
        return Rewritten(noted, ())
    codes = None
    if noted.unstated and noted.notation == "epd":
        # Counters that the record does not state stand at defaults: what they seem to contradict is no fault of it.
        codes = frozenset(fault.code for fault in noted.faults)
    repair = repair_fen(fen, variant, unsafe, codes, alone=True)
    text = repair.text
    applied = repair.applied
    if noted.notation == "epd":
        if noted.start.record is None or noted.start.record.board is None or noted.start.record.fields[3] is None:
            return Rewritten(noted, ())  # no line of an EPD, and nothing that could be made one
        applied = (*applied, *(fault for fault in noted.faults if fault.code == "F701"))
        record = read_fen(text, noted.start.variant)
        counters = read_epd(noted.text, noted.start.variant).counters
        operations = noted.operations if counters else tuple(_recounted(old, record) for old in noted.operations)
        text = EpdRecord(text, record, counters, operations, ()).to_text()
    return Rewritten(read_noted(text, noted.notation, variant), applied)


def _recounted(operation: Operation, record: FenRecord) -> Operation:
    """hmvc and fmvn with the counters of the repaired record."""
    value = {"hmvc": record.halfmove, "fmvn": record.fullmove}.get(operation.opcode)
    if value is None or len(operation.operands) != 1 or not operation.operands[0].isdecimal():
        return operation
    return Operation(operation.opcode, (str(value),), f"{operation.opcode} {value}")
