"""E: en passant target square."""

from __future__ import annotations

from collections.abc import Iterator

from pgnfen.audit.finding import Found
from pgnfen.audit.game import Game
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults
from pgnfen.facts.kinds import Fact


@rule("E101", "en-passant-rank", "error", "safe", reads=Fact.FEN_FAULT)
def en_passant_rank(game: Game) -> Iterator[Found]:
    """The en passant target square is on a rank that the active colour rules out: 6 for White to move, 3 for Black.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1"]

        *
    """
    yield from faults(game, "E101")


@rule("E102", "en-passant-without-pawn", "error", "safe", reads=Fact.FEN_FAULT)
def en_passant_without_pawn(game: Game) -> Iterator[Found]:
    """No pawn stands in front of the target square, or it or the square behind it is occupied.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - d6 0 1"]

        *
    """
    yield from faults(game, "E102")


@rule("E103", "en-passant-with-halfmove", "error", "safe", reads=Fact.FEN_FAULT)
def en_passant_with_halfmove(game: Game) -> Iterator[Found]:
    """A target square says that a pawn has just moved, so the halfmove clock must be 0.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/3p4/8/8/4P3/4K3 w - d6 3 9"]

        *
    """
    yield from faults(game, "E103")


@rule("E104", "en-passant-impossible", "warning", "safe", reads=Fact.FEN_FAULT)
def en_passant_impossible(game: Game) -> Iterator[Found]:
    """The last move cannot have been that double step: another check stands on the board.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/3p4/8/8/4r3/4K3 w - d6 0 9"]

        *
    """
    yield from faults(game, "E104")


@rule("E201", "en-passant-not-declared", "error", "safe", reads=Fact.DENIED, replay=True)
def en_passant_not_declared(game: Game) -> Iterator[Found]:
    """The first move captures en passant on a square that the FEN does not name.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9"]

        9. exd6 *
    """
    record = game.start.record
    for grant in game.facts.denied:
        if grant.kind == "en-passant" and record is not None:
            message = f"the first move captures en passant on {grant.square}, which the FEN does not name"
            field = "en passant target square"
            yield Found(grant.at, message, field, record.en_passant, grant.square, ply=grant.ply)
