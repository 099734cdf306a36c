"""Everything that is proved of a position, the cheapest first."""

from __future__ import annotations

from pgnfen.fen.reachable.cages import find_cages
from pgnfen.fen.reachable.last_move import LastMoves, checkers, last_moves
from pgnfen.fen.reachable.pawns import pawn_proofs
from pgnfen.fen.reachable.plies import parity_proof
from pgnfen.fen.reachable.position import BACK, KING_, PAWN_, PAWNS_HOME, SIDES, Position, Proof
from pgnfen.fen.reachable.squares import name, names


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
