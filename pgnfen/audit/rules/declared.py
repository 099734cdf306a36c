"""D: what a game declares of its moves."""

from __future__ import annotations

from collections.abc import Iterator

from pgnfen.audit.finding import Found
from pgnfen.audit.game import Game
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact


@rule("D201", "ply-count", "warning", "safe", reads=Fact.PLY_COUNT_DIFFERS, replay=True)
def ply_count(game: Game) -> Iterator[Found]:
    """The PlyCount tag is not the number of plies played (PGN 1994 section 9.9.3).

    Nothing is said of a game whose moves cannot all be read and played.

    Example:
        [PlyCount "4"]

        1. e4 e5 2. Nf3 *
    """
    pair, plies = game.pair("PlyCount"), game.plies
    if pair is None or plies is None or pair.value.strip() in ("", "?", str(plies)):
        return
    message = f'the PlyCount tag says "{pair.value}", and the game has {plies} plies'
    yield Found(pair.start, message, "PlyCount", pair.value, str(plies))
