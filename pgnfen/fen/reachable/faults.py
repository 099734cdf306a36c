"""What is proved of a record's position and counters, as faults: P106, K105 and K106; all proofs, the cheapest
first."""

from __future__ import annotations

from collections.abc import Iterable

from pgnfen.fen.castling import needs_chess960, prefix_of
from pgnfen.fen.castling_faults import NO_TAG
from pgnfen.fen.fault import FULLMOVE, HALFMOVE, PLACEMENT, Fault, Severity
from pgnfen.fen.fen_record import FenRecord
from pgnfen.fen.names import ARRAYS
from pgnfen.fen.placement import Board, column_of
from pgnfen.fen.reachable.cages import find_cages
from pgnfen.fen.reachable.last_move import LastMoves, checkers, last_moves
from pgnfen.fen.reachable.pawns import pawn_proofs
from pgnfen.fen.reachable.plies import parity_proof, plies_needed
from pgnfen.fen.reachable.position import (
    BACK,
    KING_,
    PAWN_,
    PAWNS_HOME,
    SIDES,
    Position,
    Proof,
    name,
    names,
    read_position,
)
from pgnfen.fen.scharnagl import has_pawns_home
from pgnfen.fen.variants import Variant, begins_elsewhere

_OF_COUNTERS = frozenset({"F601", "F602", "F603", "F701", "K101", "K103"})
_JUDGED = frozenset({"standard", "chess960", "fromposition"})
_CLASSIC = frozenset("KQkq-")


def reachable_faults(
    record: FenRecord, variant: Variant, tag: str | None, kind: str, found: Iterable[Fault]
) -> list[Fault]:
    """P106, K105 and K106 of a record of chess or Chess960, or From Position; `tag` is Variant's value (NO_TAG of a
    record that stands in
    no game), `kind` the kind of start, `found` what else is wrong with it: nothing in men, rights and passed square.

    >>> from pgnfen.fen.record import read_fen
    >>> record = read_fen("rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR w KQkq - 4 5")
    >>> from pgnfen.fen.variants import STANDARD
    >>> [(fault.code, fault.message[:47]) for fault in reachable_faults(record, STANDARD, None, "position", ())]
    [('P106', 'no game leads to this position: the white bisho')]
    """
    position = asked_position(record, variant, tag, kind)
    if position is None:
        return []
    from_position = variant.key == "fromposition"
    fragment = _is_fragment(record)
    stated = not fragment and not any(fault.code in _OF_COUNTERS for fault in found)
    clock = record.halfmove if stated and None not in record.fields[4:] else None  # a lone number may be either
    either = _from_any_array(position, variant, tag)
    proof, last = prove(either, clock)
    faults = []
    if proof:
        faults.append(_unreachable(record, proof, fragment or from_position))
    elif clock is not None and not last.allows(clock):
        faults.append(_against_last_move(record, position, clock, from_position))
        clock = None
    of_standard = prove(position)[0] if not proof and position.standard and not either.standard else None
    if of_standard:
        faults.append(_unreachable(record, of_standard, True, "unless it is from Chess960, no game"))
    if stated:
        faults += _too_early(record, either, clock, kind)
    return faults


def outruns_counters(record: FenRecord, variant: Variant, tag: str | None, kind: str) -> bool:
    """Whether a record states the counters 0 1, and its men cannot stand so without moves; arguments as above.

    >>> from pgnfen.fen.record import read_fen
    >>> from pgnfen.fen.variants import STANDARD
    >>> record = read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    >>> outruns_counters(record, STANDARD, None, "position")
    False
    """
    if not _is_fragment(record) or record.fields[4] is None:
        return False
    position = asked_position(record, variant, tag, kind)
    if position is None:
        return False
    return bool(_too_early(record, _from_any_array(position, variant, tag), None, kind))


def _from_any_array(position: Position, variant: Variant, tag: str | None) -> Position:
    """The position as one of Chess960, where nothing says which array the game began at, since it is From Position or
    stands in no game: 18 arrays of Chess960 have king and rooks where chess has them."""
    return position._replace(standard=False) if variant.key == "fromposition" or tag == NO_TAG else position


def asked_position(record: FenRecord, variant: Variant, tag: str | None, kind: str) -> Position | None:
    """The position, where it is one of chess or Chess960 that is said to come from an array, or one From
    Position, as Lichess calls any that was set up; else None."""
    if variant.key not in _JUDGED or kind == "shuffle" or record.implied_variant:
        return None
    if variant.key == "standard" and tag is not None and begins_elsewhere(tag):
        return None
    if record.board is None or (record.rights and prefix_of(record.castling)):
        return None
    position = read_position(record, variant.key != "chess960" and _is_of_standard_array(record, record.board))
    if position is None or (kind == "odds" and (position.missing(0) or position.missing(1))):
        return None
    return position


def _is_of_standard_array(record: FenRecord, board: Board) -> bool:
    """Whether nothing in a record says that its game began at another array than the standard one."""
    if needs_chess960(board, record.rights) or not set(record.castling) <= _CLASSIC:
        return False
    ranks = board.squares[:8], board.squares[56:]
    unmoved = has_pawns_home(board.squares) and "." not in ranks[0] + ranks[1]
    return not unmoved or ranks == ("rnbqkbnr", "RNBQKBNR")


def _is_fragment(record: FenRecord) -> bool:
    """Whether the counters are those that every program writes where none are known: 0 1, or 1 without a clock."""
    return not record.halfmove and record.fullmove == 1 and record.fields[5] is not None


def _unreachable(record: FenRecord, proof: Proof, fragment: bool, games: str = "no game") -> Fault:
    """P106; `games`: those that the proof speaks of."""
    message = f"{games} leads to this position: {proof.sentence}"
    field, men = record.fields[0] or "", record.board.squares if record.board else ""
    first = next((index for index, man in enumerate(men) if man != "." and proof.squares >> (index ^ 56) & 1), -1)
    severity: Severity | None = "info" if fragment or record.fields[5] is None else None
    if first < 0:  # it is said of no piece in particular
        length = max(1, len(field))
        return Fault("P106", PLACEMENT, record.columns[0], length, field, None, message, None, severity)
    column = column_of(field, first)
    place = record.columns[0] + column
    return Fault("P106", PLACEMENT, place, 1, field[column], None, message, None, severity)


def _against_last_move(record: FenRecord, position: Position, clock: int, from_position: bool) -> Fault:
    text, mover = record.fields[4] or "", SIDES[1 - position.turn]
    severity: Severity | None = "info" if from_position else None  # somebody may have set it up
    message = f"halfmove clock is {clock}, but {mover}'s last move "
    if clock:
        message += "can only have been a capture or a pawn move"
        return Fault("K105", HALFMOVE, record.columns[4], len(text), text, "0", message, "unsafe", severity)
    message += "cannot have been a capture or a pawn move, so the clock is at least 1"
    return Fault("K105", HALFMOVE, record.columns[4], len(text), text, None, message, None, severity)


def _too_early(record: FenRecord, position: Position, clock: int | None, kind: str) -> list[Fault]:
    """K106, where fewer plies were played than the position takes."""
    text, fullmove = record.fields[5], record.fullmove
    if text is None or not fullmove or kind in ("odds", *ARRAYS):
        return []
    least, why = plies_needed(position, clock)
    if least <= 2 * (fullmove - 1) + position.turn:
        return []
    number = (least - position.turn) // 2 + 1
    message = f"fullmove number is {fullmove}, but in a game from the starting position it is at least {number} here"
    message += f", because {why}"
    return [Fault("K106", FULLMOVE, record.columns[5], len(text), text, None, message)]


def is_array(position: Position) -> bool:
    """Whether nothing can have moved yet: White is to move, and all stand on their first two ranks, pawns in front."""
    if position.turn or position.passed >= 0:
        return False
    return all(
        position.men[side][PAWN_] == PAWNS_HOME[side] and position.sides[side] == PAWNS_HOME[side] | BACK[side]
        for side in (0, 1)
    )


def prove(position: Position, clock: int | None = None) -> tuple[Proof | None, LastMoves]:
    """A proof that no game leads to a position, if there is one, and else what the last move can have been; with a
    clock (stated, in plies) just whether it can have been of the kind that the clock asks for.

    Raises nothing. Cost: a tenth of a millisecond, some milliseconds where much has to be tried.
    """
    anything = LastMoves(True, True)
    cages = find_cages(position)
    proofs = list(cages.proofs) or pawn_proofs(position, cages)
    if not proofs:
        parity = parity_proof(position, cages)
        proofs = [parity] if parity else []
    if proofs:
        return proofs[0], anything
    if is_array(position):
        return None, anything
    found = last_moves(position, cages, bool(clock), clock == 0)
    if found.quiet or found.zeroing:
        return None, found
    return _no_last_move(position), found


def _no_last_move(position: Position) -> Proof:
    """Nothing can have been the last move."""
    mover = 1 - position.turn
    king = position.men[position.turn][KING_].bit_length() - 1
    given = checkers(position.men[mover], mover, king, position.occupied)
    if position.passed >= 0:
        given = position.men[mover][PAWN_] & 1 << position.passed + (8 if mover == 0 else -8)
        why = f"the last move cannot have been a double step over {name(position.passed)}, because {SIDES[mover]} was "
        why += "in a check before it that no move can have given"
    elif given:
        noun = "check" if given.bit_count() == 1 else "checks"
        why = f"no move of {SIDES[mover]} can have given the {noun} from {' and '.join(names(given))}"
    else:
        why = f"no move of {SIDES[mover]} can have been the last one"
    return Proof(why, given or position.sides[mover])
