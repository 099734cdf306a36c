"""E: en passant target square."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import Fix, GameFinding
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults, impossible_step, unstated
from pgnfen.facts.kinds import Fact
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.fen.en_passant import square_fault

if TYPE_CHECKING:
    from pgnfen.audit.game import Game


@rule("E101", "en-passant-rank", "error", "safe", reads=Fact.FEN_FAULT, replay=True)
def en_passant_rank(game: Game) -> Iterator[GameFinding]:
    """The en passant target square is on the wrong rank. It is rank 6 with White to move, rank 3 with Black to move.

    The expected value is the square that an en passant capture in the first move proves. Otherwise it is the square on
    the correct rank of the same file, if a double step may have passed over it; otherwise it is `-`. E102 works the
    same way, but never changes the rank. The fix is unsafe if a pawn can capture on that square and no move proves the
    square, because programs allow that capture only after the fix. If the halfmove clock is missing (F101), there is no
    fix that writes `-`, because the one number that is left could be read as the clock.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1"]

        *
    """
    yield from _square(game, "E101")


@rule("E102", "en-passant-without-pawn", "error", "safe", reads=Fact.FEN_FAULT, replay=True)
def en_passant_without_pawn(game: Game) -> Iterator[GameFinding]:
    """No pawn can have passed over the en passant target square, or this square or the one that the pawn left is
    occupied.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - d6 0 1"]

        *
    """
    yield from _square(game, "E102")


@rule("E104", "en-passant-impossible", "warning", "safe", reads=Fact.FEN_FAULT, replay=True)
def en_passant_impossible(game: Game) -> Iterator[GameFinding]:
    """The last move cannot have been the double step that the en passant target square means, because of another check
    on the board.

    There is a fix only if the moves are legal without the square.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/3p4/8/8/4r3/4K3 w - d6 0 9"]

        *
    """
    yield from _square(game, "E104")


@rule("E201", "en-passant-not-declared", "error", "safe", reads=Fact.DENIED, replay=True, by_moves=True)
def en_passant_not_declared(game: Game) -> Iterator[GameFinding]:
    """The first move captures en passant, but the FEN does not have that target square.

    If the FEN has a wrong target square, E101, E102 or E104 reports it; if the field is missing, F101 reports it. The
    fix is unsafe if the last move cannot have been a double step (E104), or if one counter is missing: the other may
    then be the fullmove number.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9"]

        9. exd6 *
    """
    record = game.start.record
    if record is None or any(fault.code in _SQUARE and fault.code in game.codes for fault in game.start.faults):
        return
    if unstated(game, 3):
        return
    for grant in game.denied:
        if grant.kind == "en-passant":
            message = f"the first move captures en passant on {grant.square}, but the FEN does not name this square"
            field = "en passant target square"
            impossible = impossible_step(game, grant.square)
            missing = record.fields[3] is None or (record.fields[5] is None and record.fields[4] is not None)
            fix: Fix = "unsafe" if impossible or missing else "safe"
            declared, square = record.en_passant, grant.square
            yield GameFinding(grant.at, message + impossible, field, declared, square, ply=grant.ply, fix=fix)


_SQUARE = ("E101", "E102", "E104")


def _fits_other_side(game: Game) -> bool:
    """Whether the target square is sound with the other side to move."""
    record = game.start.record
    if record is None or record.board is None or record.en_passant in (None, "-"):
        return False
    turn = "b" if record.active_color == "w" else "w"
    return square_fault(record.board, turn, record.en_passant or "") is None


def _square(game: Game, code: str) -> Iterator[GameFinding]:
    """A wrong target square; where the first move captures en passant, it proves the right one."""
    if game.diagnosis and game.diagnosis.code == "R201" and _fits_other_side(game):
        return  # who is to move is wrong
    proved = next((grant.square for grant in game.denied if grant.kind == "en-passant"), None)
    for found in faults(game, code):
        if proved is not None:
            message = f"{found.message.partition(', and ')[0]}; the first move captures en passant on {proved}"
            impossible = impossible_step(game, proved)
            fix: Fix = "unsafe" if impossible else "safe"
            found = found._replace(message=message + impossible, expected=proved, fix=fix)
        elif code == "E104" and game.needs_en_passant:
            found = found._replace(message=f"{found.message}; the moves may need it", expected=None, fix=None)
        yield found
