"""The counters against the rest of the record: K101 (halfmove clock and fullmove number) and K103 (the array)."""

from __future__ import annotations

from pgnfen.fen.fault import FULLMOVE, HALFMOVE, Fault, plural
from pgnfen.fen.record import FenRecord


def counter_faults(record: FenRecord, is_array: bool, reset: bool = False) -> tuple[Fault, ...]:
    """K103 at a starting array with full rights (`is_array`: see is_full_array in pgnfen.fen.kind), else K101.

    Knights may have gone out and come back: K103 is said only of counters that no game reaches there.

    `reset`: the en passant target square says that the halfmove clock is 0 (E103), which then is expected here too.
    Only counters that stand in the record are judged; a fullmove number 0 alone is F603's.

    >>> from pgnfen.fen.record import read_fen
    >>> record = read_fen("4k3/8/8/8/8/8/8/4K3 w - - 5 3")
    >>> counter_faults(record, False)[0].message
    'halfmove clock 5, but before move 3 of White only 4 plies were played'
    """
    halfmove, fullmove = record.halfmove, record.fullmove
    if halfmove is None or fullmove is None or record.fields[4] is None or record.fields[5] is None:
        return ()
    if is_array:
        if (halfmove == 0 and fullmove <= 1) or _returns(record, halfmove, fullmove):
            return ()
        declared = f"{record.fields[4]} {record.fields[5]}"
        column = record.columns[4]
        length = record.columns[5] + len(record.fields[5]) - column
        field, expected = HALFMOVE, "0 1"
        if halfmove == 0:
            field, declared, expected = FULLMOVE, record.fields[5], "1"
            column, length = record.columns[5], len(declared)
        message = f"a starting array with all its rights; no game comes back to it with counters {halfmove} {fullmove}"
        if record.text[column : column + length].split() != declared.split():  # operations of an EPD: not side by side
            column, length = record.columns[4], len(record.fields[4])
            return (Fault("K103", field, column, length, record.fields[4], None, message),)
        return (Fault("K103", field, column, length, declared, expected, message, "safe"),)
    black = record.active_colour == "b"
    plies = 2 * (fullmove - 1) + black
    if fullmove == 0 or record.active_colour is None or halfmove <= plies:
        return ()
    text = record.fields[4]
    mover = "Black" if black else "White"
    played = plural(plies, "ply").replace("plys", "plies") + (" was" if plies == 1 else " were")
    message = f"halfmove clock {halfmove}, but before move {fullmove} of {mover} only {played} played"
    expected = "0" if reset else str(plies)
    return (Fault("K101", HALFMOVE, record.columns[4], len(text), text, expected, message, "unsafe"),)


def without_false_counters(fault: Fault, record: FenRecord) -> Fault:
    """A fault of an array with full rights that lacks its fullmove number: F101 with no advice where K103 would be said
    of that.

    >>> from pgnfen.fen.record import read_fen
    >>> for clock in (3, 4):
    ...     record = read_fen(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {clock}")
    ...     print((without_false_counters(record.faults[0], record).expected or "")[-3:])
    <BLANKLINE>
    4 3
    """
    from pgnfen.fen.fields import first_move  # few records lack a field

    halfmove = record.halfmove
    if fault.code != "F101" or not halfmove:
        return fault
    if _returns(record, halfmove, first_move(halfmove, record.active_colour)):
        return fault
    return fault._replace(expected=None, fix=None)


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
