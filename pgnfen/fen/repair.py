"""A FEN put right: the corrected record for every fault that has a repair, the safe ones or all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pgnfen.errors import check_type
from pgnfen.fen.fault import CASTLING, RECORD, Fault, codes_of
from pgnfen.fen.start import Start, read_start
from pgnfen.fen.variants import rules_of


@dataclass(frozen=True, slots=True)
class Repair:
    """`text` the record after the repairs, `applied` the faults repaired, in the order in which it was done,
    `left` the faults that are still there."""

    text: str
    applied: tuple[Fault, ...]
    left: tuple[Fault, ...]


def repair_fen(
    text: str,
    variant: str | None = None,
    unsafe: bool = False,
    codes: str | Iterable[str] | None = None,
    *,
    alone: bool = True,
) -> Repair:
    """Repair a FEN by the fixes of its faults (families F, P, C, E, K); raises TypeError for what is no str,
    ValueError for a rule or a variant that there is not.

    Safe fixes only, unless `unsafe`; `codes` limits them to those rules, by codes or prefixes of them. The record is
    judged as one that stands in no game, as `pgnfen fen --fix` does; with `alone=False` as the FEN tag of a game (see
    read_start). A repair of what was repaired changes nothing.

    >>> repair_fen("rnbqkbnr/pppppppp/8/44/8/8/PPPPPPPP/RNBQKBNR w qkQK -  0 0").text
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    >>> repair_fen("4k3/8/8/8/8/8/8/4K3 White - - 0 1", unsafe=True).text
    '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
    """
    check_type("text", text, str)
    check_type("variant", variant, str, type(None))
    rules_of(variant)
    chosen = codes_of(codes) if codes is not None else ("",)
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
