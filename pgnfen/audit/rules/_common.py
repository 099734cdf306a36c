"""What several families share: findings made of what pgnfen.fen says about the FEN."""

from __future__ import annotations

from collections.abc import Iterator

from pgnfen.audit.finding import Found
from pgnfen.audit.game import Game


def faults(game: Game, code: str, more: str = "") -> Iterator[Found]:
    """The FEN's faults with that code, as findings at their place in the FEN tag."""
    for fault in game.start.faults:
        if fault.code == code:
            yield Found(
                game.fen_at(fault.column),
                fault.message + more,
                fault.field,
                fault.declared,
                fault.expected,
                fix=fault.fix,
            )
