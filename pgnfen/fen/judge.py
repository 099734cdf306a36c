"""What is wrong with a record that has been read and understood: its position (P), its castling rights (C), its en
passant target square (E) and its counters (K1), in the rules of a variant.
"""

from __future__ import annotations

from collections.abc import Iterable

from pgnfen.fen.castling_faults import array_faults, castling_position_faults
from pgnfen.fen.en_passant import Target, capturers, read_target, square_fault
from pgnfen.fen.fault import EN_PASSANT, FULLMOVE, HALFMOVE, Fault, Fix
from pgnfen.fen.fen_record import FenRecord
from pgnfen.fen.position import position_faults
from pgnfen.fen.understand import Meaning, is_full_array, kind_of
from pgnfen.fen.variants import NO_CHECKS, Variant
from pgnfen.lazy import deferred
from pgnfen.words import counted

with deferred:
    from pgnfen.fen.reachable import asked_position, reachable_faults


def judge(record: FenRecord, variant: Variant, meaning: Meaning, tag: str | None) -> tuple[Fault, ...]:
    """All faults of a record, by column and code; `tag` is Variant's value (NO_TAG of a record in no game).

    >>> from pgnfen.fen.start import read_start
    >>> [fault.code for fault in read_start("1", "r3k2r/8/8/8/8/8/8/R3K2R w kqHQ - 0 1", None).faults]
    ['C103']
    """
    faults = [*record.faults]
    of_array = _array_faults(record, variant) if variant.has_fen_fields else ()  # once repaired, it has full rights
    if record.board is not None and variant.has_fen_fields:
        faults += position_faults(record, variant)
        faults += of_array
        if record.rights and not of_array:
            board, column = record.board, record.columns[2]
            found = castling_position_faults(board, record.castling, column, record.rights, variant, tag)
            # Without an active color before it, a "-" could be any field.
            colorless = record.fields[1] is None
            faults += [one._replace(fix=None) if colorless and one.expected == "-" else one for one in found]
        faults += _en_passant_and_counters(record, variant, meaning)
        faults += _unreachable(record, variant, meaning, tag, faults)
    if len(faults) > 1:
        faults = sorted(_without_overruled(faults), key=lambda fault: (fault.column, fault.code))
    return tuple(faults)


def _unreachable(
    record: FenRecord, variant: Variant, meaning: Meaning, tag: str | None, faults: list[Fault]
) -> list[Fault]:
    """P106, K105 and K106, where nothing else is wrong on which the proofs build."""
    if not _allows_proofs(record, faults):
        return []
    return reachable_faults(record, variant, tag, meaning.kind.name, faults)


def _allows_proofs(record: FenRecord, faults: Iterable[Fault]) -> bool:
    """Whether nothing is wrong on which the proofs build."""
    return record.fields[1] is not None and not any(fault.code[0] in "PCE" for fault in faults)


def is_open(record: FenRecord, variant: Variant, kind: str, tag: str | None, faults: Iterable[Fault]) -> bool:
    """Whether a proof was looked for that no game leads to the position, and none was found; `faults` are all of the
    record, other arguments as in `judge`."""
    if record.board is None or not (record.is_readable and variant.has_fen_fields and _allows_proofs(record, faults)):
        return False
    return asked_position(record, variant, tag, kind) is not None


_OF_RIGHTS = {"C101", "C102", "C103", "C105"}


def _without_overruled(faults: list[Fault]) -> list[Fault]:
    """The faults; where two say differently what the field is to be, without the weaker one: F402 gives way to those of
    the rights, and of F402 and C104 that which is no more than an info."""
    by_code = {fault.code: fault for fault in faults}
    order = by_code.get("F402")
    if order is None or not by_code.keys() & {*_OF_RIGHTS, "C104"}:
        return faults
    weaker = "F402" if by_code.keys() & _OF_RIGHTS or order.severity == "info" else "C104"
    return [fault for fault in faults if fault.code != weaker]


def _array_faults(record: FenRecord, variant: Variant) -> tuple[Fault, ...]:
    """Faults of the castling rights of a starting array."""
    field = record.castling
    if record.board is None or record.active_color != "w" or record.fields[2] is None:
        return ()
    if not record.rights and field != "-":
        return ()
    return array_faults(record.board, field, record.columns[2], record.rights, variant)


def _en_passant_and_counters(record: FenRecord, variant: Variant, meaning: Meaning) -> list[Fault]:
    faults: list[Fault] = []
    if meaning.target is not None and record.fields[1] is not None:
        faults = en_passant_faults(record, meaning.target, variant)
    if record.halfmove or record.fullmove != 1:
        kind = meaning.kind
        if faults and faults[0].expected == "-":
            kind = kind_of(record._replace(en_passant="-"), variant)
        if not any(fault.code == "E103" for fault in faults):  # else the clock is known to be 0
            faults += counter_faults(record, is_full_array(record, kind.name))
    return faults


def en_passant_faults(record: FenRecord, target: Target, variant: Variant) -> list[Fault]:
    """E101 to E104 of a square, the first that applies.

    >>> from pgnfen.fen.record import read_fen
    >>> from pgnfen.fen.variants import STANDARD
    >>> record = read_fen("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1")
    >>> target = read_target(record.board, "w", "e3")
    >>> [(fault.code, fault.expected) for fault in en_passant_faults(record, target, STANDARD)]
    [('E101', '-')]
    """
    clock, column = record.fields[4], record.columns[4]
    if target.code is not None:
        fault = _belied(record, target, variant)
        lone = clock is None and record.fields[5] is not None and any(f.code == "F101" for f in record.faults)
        # without a square the lone number would be read as the clock
        return [fault._replace(fix=None) if lone and fault.expected == "-" else fault]
    if record.halfmove and clock is not None:
        message = f"en passant target square {target.square} means that a pawn has just moved"
        message += f", so the halfmove clock must be 0, not {record.halfmove}"
        # Where the number is 0, the two may be swapped, and F603 comes first.
        fix: Fix | None = "safe" if record.fullmove else None
        return [Fault("E103", HALFMOVE, column, len(clock), clock, "0", message, fix)]
    return []


def _belied(record: FenRecord, target: Target, variant: Variant) -> Fault:
    """E101, E102 or E104. Of a wrong rank the right one is expected, if that may be; unsafe where a pawn stands ready
    to capture there."""
    board, turn, square = record.board, record.active_color, target.square
    assert board is not None and turn is not None and target.code is not None and target.why is not None
    expected, message = "-", target.why
    fix: Fix = "safe"
    if target.code == "E101":
        checks, other = variant.key not in NO_CHECKS, "b" if turn == "w" else "w"
        meant = square[0] + ("6" if turn == "w" else "3")
        if not record.halfmove and read_target(board, turn, meant, checks).code is None:
            expected = meant
            fix = "unsafe" if capturers(board, turn, meant) else "safe"  # readers have not had that capture
            message += f", and a pawn may have passed over {meant}"
        if square_fault(board, other, square) is None:
            fix = "unsafe"  # the color may be the one that is wrong
    return Fault(target.code, EN_PASSANT, record.columns[3], 2, square, expected, message, fix)


def counter_faults(record: FenRecord, is_array: bool) -> tuple[Fault, ...]:
    """K103 at a starting array with full rights (`is_array`: see is_full_array in pgnfen.fen.understand), else K101.

    Knights may have gone out and come back: K103 is said only of counters that no game reaches there.

    Only counters that stand in the record are judged; a fullmove number 0 alone is F603's. K101 expects no value: so
    many plies are the most that the clock can be, and either counter may be wrong.

    >>> from pgnfen.fen.record import read_fen
    >>> record = read_fen("4k3/8/8/8/8/8/8/4K3 w - - 5 3")
    >>> counter_faults(record, False)[0].message
    "halfmove clock is 5, but only 4 plies were played before White's move 3"
    """
    halfmove, fullmove = record.halfmove, record.fullmove
    if halfmove is None or fullmove is None or record.fields[4] is None or record.fields[5] is None:
        return ()
    if is_array:
        return _of_array_counters(record, halfmove, fullmove, record.fields[4], record.fields[5])
    black = record.active_color == "b"
    plies = 2 * (fullmove - 1) + black
    if fullmove == 0 or record.active_color is None or halfmove <= plies:
        return ()
    text = record.fields[4]
    mover = "Black" if black else "White"
    played = counted(plies, "ply") + (" was" if plies == 1 else " were")
    message = f"halfmove clock is {halfmove}, but only {played} played before {mover}'s move {fullmove}"
    return (Fault("K101", HALFMOVE, record.columns[4], len(text), text, None, message),)


def _of_array_counters(record: FenRecord, halfmove: int, fullmove: int, clock: str, number: str) -> tuple[Fault, ...]:
    """K103; `clock` and `number` are the counters as they stand."""
    if (halfmove == 0 and fullmove <= 1) or _returns(record, halfmove, fullmove):
        return ()
    at_clock, at_number = record.columns[4:]
    message = f"a starting position with all castling rights cannot have the counters {halfmove} {fullmove}"
    if halfmove == 0:
        return (Fault("K103", FULLMOVE, at_number, len(number), number, "1", message, "safe"),)
    end = at_number + len(number)
    if record.text[at_clock:end].split() != [clock, number]:  # operations of an EPD: not side by side
        return (Fault("K103", HALFMOVE, at_clock, len(clock), clock, None, message),)
    return (Fault("K103", HALFMOVE, at_clock, end - at_clock, f"{clock} {number}", "0 1", message, "safe"),)


def _returns(record: FenRecord, halfmove: int, fullmove: int) -> bool:
    """Whether both sides can have moved away from an array with full rights and back, White to move.

    No pawn, king or rook has moved, nothing was taken, and bishops cannot leave: the clock counts every ply. Knights
    come back after an even number of moves, a queen loses a move only where both knights have left her room.
    """
    moves = fullmove - 1
    if record.board is None or halfmove != 2 * moves:
        return False
    if moves % 2 == 0:
        return True
    ranks = record.board.rank(1), record.board.rank(8)
    return moves >= 7 and all(any(part in rank.upper() for part in ("QNN", "NQN", "NNQ")) for rank in ranks)
