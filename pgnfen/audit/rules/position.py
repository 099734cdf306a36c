"""P: the position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults, opening
from pgnfen.facts.kinds import Fact

if TYPE_CHECKING:
    from pgnfen.audit.finding import GameFinding
    from pgnfen.audit.game import Game


@rule("P103", "opposite-check", "error", "unsafe", reads=Fact.FEN_FAULT, replay=True, fixes="start")
def opposite_check(game: Game) -> Iterator[GameFinding]:
    """The side that has just moved is in check. The finding says whether the moves are legal with the other side to
    move.

    There is no fix if the moves are illegal with the other side to move and the first move number agrees with the side
    to move in the FEN.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"]

        *
    """
    for found in faults(game, "P103"):
        facts, more = game.facts, ""
        if game.start.width == 8 and not game.start.prefix and (facts.plies or facts.stop):
            if game.flipped_replays:
                more = "; the moves are legal with the other side to move"
            elif facts.stop:
                more = "; the moves are also illegal with the other side to move"
        found = found._replace(message=found.message + more)
        dots = opening(game)[1] if found.expected and "the moves are legal" not in more else 0
        if dots and (dots == 1) == (found.declared == "w"):
            found = found._replace(message=f"{found.message}; the first move number agrees with the FEN")
            found = found._replace(expected=None, fix=None)
        yield found
