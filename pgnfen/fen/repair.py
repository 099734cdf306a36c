"""A FEN put right: the corrected record for every fault that has a repair, the safe ones or all."""

from __future__ import annotations

from dataclasses import dataclass

from pgnfen.fen.fault import CASTLING, RECORD, Fault
from pgnfen.fen.start import Start, read_start


@dataclass(frozen=True, slots=True)
class Repair:
    """`text` the record after the repairs, `applied` the faults repaired, in the order in which it was done,
    `left` the faults that are still there, as read_noted reports them."""

    text: str
    applied: tuple[Fault, ...]
    left: tuple[Fault, ...]


def repair_start(
    text: str, variant: str | None = None, unsafe: bool = False, chosen: tuple[str, ...] = ("",), alone: bool = False
) -> Repair:
    """Repair a FEN of six fields by the fixes of its faults whose codes begin with one of `chosen`; `alone` as in
    read_start.

    >>> repair_start("4k3/8/8/44/8/8/8/4K3  w - -").text
    '4k3/8/8/8/8/8/8/4K3 w - -'
    """
    applied: list[Fault] = []
    seen = {text}
    while True:
        start = read_start("1", text, variant, alone=alone)
        done = False
        for fault in start.faults:
            if fault.fix is None or (fault.fix == "unsafe" and not unsafe):
                continue
            if not fault.code.startswith(chosen):
                continue
            changed = apply_fault(start, fault)
            if changed not in seen:  # two faults whose repairs undo each other must not go on for ever
                seen.add(changed)
                applied.append(fault)
                text, done = changed, True
                break
        if not done:
            return Repair(text, tuple(applied), start.faults)


def apply_fault(start: Start, fault: Fault) -> str:
    """The FEN text of a Start after the fix of one of its faults; the text itself where the fault has none.

    >>> start = read_start("1", "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", None)
    >>> apply_fault(start, start.faults[0])
    '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'
    """
    text, record = start.fen or "", start.record
    if fault.expected is None or record is None:
        return text
    if fault.field == RECORD:
        return fault.expected
    column, length = fault.column, fault.length
    if fault.field == CASTLING:
        column, length = record.columns[2], len(record.fields[2] or "")
    return text[:column] + fault.expected + text[column + length :]
