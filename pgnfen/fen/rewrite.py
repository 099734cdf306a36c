"""A record in another notation, or repaired: what `pgnfen fen --to` and `--fix` write."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from pgnfen.errors import ConversionError, check_type
from pgnfen.fen.castling import castling_conventions, read_rights
from pgnfen.fen.convert import unreadable, write_fen
from pgnfen.fen.definitions import CastlingConvention, EnPassantConvention
from pgnfen.fen.epd import (
    COUNTER_OPCODES,
    EpdRecord,
    Operation,
    counter_faults,
    epd_line,
    read_epd,
    refuse_counters,
)
from pgnfen.fen.fault import FIELD_NAMES, Fault, codes_of
from pgnfen.fen.forsyth import write_forsyth
from pgnfen.fen.notation import NotedRecord, read_noted
from pgnfen.fen.record import FenRecord, read_fen
from pgnfen.fen.repair import Repair, repair_start
from pgnfen.fen.text_faults import rights_meant
from pgnfen.fen.variants import STANDARD, Variant, rules_of

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
    _refuse(noted.faults, () if assume else unstated_for(noted, to))
    if to == "epd":
        return _to_epd(record, noted.operations, start.variant, en_passant, noted.unstated)
    castling: CastlingConvention = to  # type: ignore[assignment]
    return write_fen(record, castling, en_passant or ("x-fen" if to == "x-fen" else None), start.variant, assume=True)


def _refuse(faults: Iterable[Fault], missing: tuple[str, ...]) -> None:
    """Raise ConversionError for a record that lacks fields, or whose faults leave open which counters it has."""
    if missing:
        raise ConversionError(f"missing in the record: {', '.join(missing)}")
    refuse_counters(faults)


def _to_epd(
    record: FenRecord,
    operations: tuple[Operation, ...],
    variant: Variant | str | None,
    en_passant: EnPassantConvention | None = None,
    unstated: tuple[str, ...] = (),
    counters: bool = True,
) -> str:
    """The line of EPD of a record, without the counters that are `unstated`; refused as write_fen refuses it."""
    written = read_fen(write_fen(record, None, en_passant, variant, assume=True), variant)
    stated = zip(FIELD_NAMES, written.fields, strict=True)
    fields = tuple(None if name in unstated else field for name, field in stated)
    return epd_line(written._replace(fields=(*written.fields[:4], *fields[4:])), operations, counters)


def write_epd(
    record: FenRecord,
    operations: tuple[Operation, ...] = (),
    counters: bool = True,
    variant: Variant | str | None = STANDARD,
) -> str:
    """Write a record as EPD: its first four fields, its counters as hmvc and fmvn (where it states them), then
    the operations.

    Raises ConversionError where `pgnfen fen --to epd` does: for a record that cannot be read or lacks one of the four
    fields, and for counters of the record or of the operations that cannot be read or stand twice, which would be lost.
    Raises ValueError for a variant that there is not.

    >>> write_epd(read_fen("4k3/8/8/8/8/8/8/4K3 w - - 3 9"))
    '4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 9;'
    >>> write_epd(read_fen("4k3/8/8/8/8/8/8/4K3 w"))
    Traceback (most recent call last):
    ...
    pgnfen.errors.ConversionError: missing in the record: castling availability, en passant target square
    """
    check_type("record", record, FenRecord)
    variant = rules_of(variant)
    if record.board is None:
        raise ConversionError(unreadable(record.faults, "the record is empty"))
    own = record.faults if counters else ()
    _refuse([*own, *counter_faults(operations, fields=False)], record.missing_of(4))
    return _to_epd(record, operations, variant, None, record.missing_of(6), counters)


def repair_fen(
    text: str,
    variant: str | None = None,
    unsafe: bool = False,
    codes: str | Iterable[str] | None = None,
    *,
    alone: bool = True,
) -> Repair:
    """Repair a record by the fixes of its faults (families F, P, C, E, K), as `pgnfen fen --fix` does; raises TypeError
    for what is no str, ValueError for a rule or a variant that there is not.

    Safe fixes only, unless `unsafe`; `codes` limits them to those rules, by codes or prefixes of them. The record is
    read as read_noted reads it: an EPD keeps its operations and gets no counters, and Forsyth's notation has no fixes.
    With `alone=False` the text is the FEN tag of a game (see read_start), and a repair of what was repaired changes
    nothing.

    >>> repair_fen("rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w qkQK -  0 0").text
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    >>> repair_fen("4k3/8/8/8/8/8/8/R3K3 w KQ - bm Ra8;", unsafe=True).text
    '4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8;'
    """
    check_type("text", text, str)
    check_type("variant", variant, str, type(None))
    rules_of(variant)
    chosen = None if codes is None else codes_of(codes)
    if not alone:
        return repair_start(text, variant, unsafe, ("",) if chosen is None else chosen)
    done = repair_noted(read_noted(text, None, variant), variant, unsafe, chosen)
    return Repair(done.noted.text, done.applied, done.noted.faults)


def repair_noted(
    noted: NotedRecord, variant: str | None = None, unsafe: bool = False, chosen: tuple[str, ...] | None = None
) -> Rewritten:
    """The record with every fault repaired that has a fix (safe ones, or all), operations ended by their `;`; `chosen`
    limits the repairs to codes that begin with one of these, and leaves the rest of the text as it is.

    >>> repair_noted(read_noted("4k3/8/8/8/8/8/8/4K3  w - - ; id 7")).noted.text
    '4k3/8/8/8/8/8/8/4K3 w - - id 7;'
    """
    fen, record = noted.start.fen, noted.start.record
    if fen is None or noted.notation.startswith("forsyth"):
        return Rewritten(noted, ())
    wanted = ("",) if chosen is None else chosen
    if noted.unstated and noted.notation == "epd":
        # Counters that the record does not state stand at defaults: what they seem to contradict is no fault of it.
        wanted = tuple({fault.code for fault in noted.faults if fault.code.startswith(wanted)})
    repair = repair_start(fen, variant, unsafe, wanted, alone=True)
    if noted.notation != "epd":
        return Rewritten(read_noted(repair.text, noted.notation, variant), repair.applied)
    if record is None or record.board is None or record.fields[3] is None:
        return Rewritten(noted, ())  # no line of an EPD, and nothing that could be made one
    line = _repaired_line(noted, repair, chosen)
    done = read_noted(line, noted.notation, variant)
    left = {fault.message for fault in done.faults}
    ended = [fault for fault in noted.faults if fault.code == "F701" and fault.message not in left]
    return Rewritten(done, (*repair.applied, *ended))


def _repaired_line(noted: NotedRecord, repair: Repair, chosen: tuple[str, ...] | None) -> str:
    """The line of EPD with the fields of the repaired FEN: in canonical form, or (`chosen`) else as it is."""
    record = read_fen(repair.text, noted.start.variant)
    epd = read_epd(noted.text, noted.start.variant)
    operations = noted.operations if epd.counters else tuple(_recounted(old, record) for old in noted.operations)
    if chosen is None:
        return EpdRecord(repair.text, record, epd.counters, operations, ()).to_text()
    if not repair.applied:
        head = epd.record.text
    elif epd.counters:
        head = repair.text
    elif record.checks is None:
        head = repair.text[: record.columns[3] + len(record.fields[3] or "")]
    else:
        head = EpdRecord(repair.text, record, False, (), ()).to_text()
    if "F701".startswith(chosen):
        return EpdRecord(repair.text, record, epd.counters, operations, ()).operations_behind(head)
    tail, at = "", len(epd.record.text)
    for old, new in zip(noted.operations, operations, strict=True):
        same = old.operands == new.operands or int(old.operands[0]) == int(new.operands[0])
        tail += noted.text[at : old.column] + (old.text if same else new.text)
        at = old.column + len(old.text)
    return head + tail + noted.text[at:]


def _recounted(operation: Operation, record: FenRecord) -> Operation:
    """hmvc and fmvn with the counters of the repaired record."""
    value = {"hmvc": record.halfmove, "fmvn": record.fullmove}.get(operation.opcode)
    if value is None or len(operation.operands) != 1 or not operation.operands[0].isdecimal():
        return operation
    return Operation(operation.opcode, (str(value),), f"{operation.opcode} {value}")
