"""The engine for 10x8 boards: pyffish (Fairy-Stockfish) judges the moves of Capablanca, Gothic, Embassy, Janus games.

It is an extra: without it these games are not replayed, and R301 says so. It is imported when the first of them comes.
"""

from __future__ import annotations

from pgnfen.fen.start import Start
from pgnfen.pgn.movetext import Movetext
from pgnfen.replay.interface import Plain, Replay
from pgnfen.replay.large.rules import pyffish

INSTALL = 'pip install "pgnfen[fairy]"'


class Fairy:
    """Replays by pyffish: 10x8 boards, by Variant tag or by the board."""

    @property
    def name(self) -> str:
        """The engine with its version."""
        module = pyffish()
        return "pyffish " + ".".join(map(str, module.version())) if module else "pyffish (not installed)"

    def plays(self, start: Start) -> bool:
        """Whether the board is 10x8, its variant's rules are known, and pyffish is installed."""
        if start.width != 10:
            return False
        from pgnfen.replay.large.board import large_board

        return large_board(start) is not None and pyffish() is not None

    def glance(self, start: Start, movetext: bytes) -> Plain | None:
        """See ReplayEngine; every game gets a full replay."""
        return None

    def replay(self, start: Start, data: bytes, movetext: Movetext) -> Replay:
        """See ReplayEngine. Raises ValueError for a start that it does not play (see `plays`)."""
        from pgnfen.replay.large.board import large_board
        from pgnfen.replay.large.player import play

        board = large_board(start)
        if board is None:
            raise ValueError("no 10x8 start that pyffish plays")
        return play(start, data, movetext, board)
