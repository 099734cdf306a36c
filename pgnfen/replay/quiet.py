"""A game as python-chess reads it, without what it logs."""

from __future__ import annotations

import io
from typing import Any

import chess.pgn


class _Quiet(chess.pgn.GameBuilder[Any]):
    """Keeps errors with the game; python-chess logs them too, which ends on standard error unless a program has set up
    logging."""

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)


def read_game(text: str) -> chess.pgn.Game:
    """The game in a text that has tags or moves; what python-chess says against it is in `errors`.

    >>> [str(error) for error in read_game("1. e4 e5 2. Ke3 *").errors][0][:18]
    "illegal san: 'Ke3'"
    """
    game: chess.pgn.Game | None = chess.pgn.read_game(io.StringIO(text), Visitor=_Quiet)
    assert game is not None
    return game
