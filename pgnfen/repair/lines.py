"""Records (a FEN or EPD a line) repaired: the edits of one line, each held to what is found afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pgnfen.audit.record_edits import edits_of_record
from pgnfen.audit.rule import REGISTRY, RecordEdit, with_later
from pgnfen.fen.fault import FIELD_NAMES, RECORD, Fault
from pgnfen.fen.notation import read_record
from pgnfen.fen.start import Start
from pgnfen.repair.conventions import Conventions, rewritten
from pgnfen.repair.state import UNTOLD

Wants = Callable[[Fault], bool]
_UNDONE = "it would undo another fix"


class LineFix(NamedTuple):
    """A fix of a line: the fault, its 0-based column in the line as it was then, what stood there and stands there now;
    `refused`: why it was not done."""

    fault: Fault
    column: int
    before: str
    after: str
    refused: str | None = None


class FixedLine(NamedTuple):
    """A line after its fixes, what was done and refused, and the faults that are left."""

    text: str
    done: tuple[LineFix, ...]
    left: tuple[Fault, ...]


def fix_line(text: str, wants: Wants, asked: Conventions) -> FixedLine:
    """Repair a line until nothing is left that is wanted and holds.

    >>> fix_line("4k3/8/8/44/8/8/8/4K3 w - - bm Ke2;", lambda fault: fault.fix == "safe", Conventions()).text
    '4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;'
    """
    done: list[LineFix] = []
    refused: dict[tuple[str, str | None], LineFix] = {}
    known = {text}
    start, faults = read_record(text)
    while True:
        fault = next((one for one in faults if wants(one) and (one.code, one.declared) not in refused), None)
        if fault is None:
            break
        edits = list(edits_of_record(text, start, fault))
        changed = _applied(text, edits)
        if changed in known:
            reason = _UNDONE if edits else UNTOLD
            refused[fault.code, fault.declared] = LineFix(fault, fault.column, "", "", reason)
            continue
        new_start, new_faults = read_record(changed)
        why = _unlike(fault, faults, new_faults)
        if why is None:
            done.append(_done(fault, text, edits))
            text, start, faults = changed, new_start, new_faults
            known.add(text)
            refused.clear()  # it may hold now
        else:
            refused[fault.code, fault.declared] = LineFix(fault, fault.column, "", "", why)
    done += refused.values()
    return _in_convention(FixedLine(text, tuple(done), tuple(faults)), start, asked)


def _in_convention(line: FixedLine, start: Start, asked: Conventions) -> FixedLine:
    changes, kept = rewritten(start, asked)
    text, done = line.text, list(line.done)
    for change in changes:
        column = _column(start, change.field)
        name = f"{change.field} in the requested convention"
        fault = Fault("", change.field, column, len(change.declared), change.declared, change.expected, name)
        edits = [(column, column + len(change.declared), change.expected)]
        changed = _applied(text, edits)
        new_start, new_faults = read_record(changed)
        why = _unlike(fault, line.left, new_faults)
        if why is None:
            done.append(_done(fault, text, edits))
            text, start, line = changed, new_start, line._replace(left=tuple(new_faults))
        else:
            done.append(LineFix(fault, column, "", "", why))
    for reason in kept:
        done.append(LineFix(Fault("", RECORD, 0, 0, None, None, reason), 0, "", "", reason))
    return line._replace(text=text, done=tuple(done))


def _column(start: Start, field: str) -> int:
    assert start.record is not None  # it has fields that change
    return start.record.columns[FIELD_NAMES.index(field)]


def _applied(text: str, edits: Sequence[RecordEdit]) -> str:
    for begin, end, new in sorted(edits, reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def _done(fault: Fault, text: str, edits: Sequence[RecordEdit]) -> LineFix:
    begin, end = min(edit[0] for edit in edits), max(edit[1] for edit in edits)
    within = [(edit[0] - begin, edit[1] - begin, edit[2]) for edit in edits]
    return LineFix(fault, begin, text[begin:end], _applied(text[begin:end], within))


def _unlike(fault: Fault, before: Sequence[Fault], after: Sequence[Fault]) -> str | None:
    """What is wrong with a line after a fix; None where nothing is."""
    known = with_later((one.code, one.field) for one in before)
    new = [one for one in after if (one.code, one.field) not in known]
    faults = sorted(one.code for one in new if (one.severity or REGISTRY[one.code].severity) != "info")
    if faults:
        return f"the fix would cause {faults[0]}"
    same = [sum((one.code, one.field) == (fault.code, fault.field) for one in ones) for ones in (before, after)]
    return "the fix would not remove the finding" if same[0] and same[1] >= same[0] else None
