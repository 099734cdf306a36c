"""S109: movetext whose start is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import GameFinding
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact

if TYPE_CHECKING:
    from pgnfen.audit.game import Game


@rule("S109", "start-missing", "error", reads=Fact.STOP, replay=True)
def start_missing(game: Game) -> Iterator[GameFinding]:
    """The movetext begins at a later move, no FEN tag says from where, and it does not replay from the array.

    The starting position is missing: the move that stops the replay is not to blame, nor is the move number. Where the
    moves replay from the array, the number is wrong (K201); S102 and S202 say it of SetUp "1" and of Chess960.

    Example:
        23. Rxe5 Qd6 24. Re8+ Rxe8 25. Qxe8+ 1-0
    """
    first, stop = game.lost_start, game.facts.stop
    if first is None or stop is None or _said(game):
        return
    black = game.facts.first(Fact.FIRST_COLOUR) is not None
    number = f"{first.value}{'...' if black else ''}"
    where = "is not played" if stop.ply == 1 else f"stops at ply {stop.ply}"
    message = (
        f"the moves begin at {number}, and no FEN tag says from which position; from the array the game {where} "
        f"({stop.san}: {stop.why}): a FEN tag of the position before {number} is needed, or the moves up to there"
    )
    yield GameFinding(first.at, message, "FEN", None, None, ply=1)


def _said(game: Game) -> bool:
    """Whether another rule says that the starting position is not given."""
    setup = game.pair("SetUp")
    if "S102" in game.codes and setup is not None and setup.value.strip() == "1":
        return True
    return "S202" in game.codes and game.start.variant.has_many_starts
