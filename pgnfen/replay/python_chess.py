"""The reference engine: python-chess is the judge of every move. It is imported when the first game needs a board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pgnfen.extras import installed_version
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.replay.chess_player import play_from, starting_board, variation_player
    from pgnfen.replay.glance import glance
    from pgnfen.replay.variations import variation_stops

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.pgn.movetext import Movetext
    from pgnfen.replay.interface import Plain, Replay, Stop

_FAMILIES = ("standard", "chess960", "python-chess", "unknown")


class PythonChess:
    """Replays by python-chess: standard chess, Chess960 and the variants of chess.variant."""

    @property
    def name(self) -> str:
        """The engine with its version."""
        return f"python-chess {installed_version('chess')}"

    def plays(self, start: Start) -> bool:
        """Whether the variant is one of python-chess's and the FEN, if there is one, is readable and 8x8.

        Rights with a prefix (`m`: Chess480) castle to other squares than python-chess knows.
        """
        if start.variant.family not in _FAMILIES or (start.fen is not None and start.record is None):
            return False
        record = start.record
        if record is None:
            return True
        return record.is_readable and record.width == 8 and not start.prefix

    def glance(self, start: Start, movetext: bytes) -> Plain | None:
        """See ReplayEngine; of standard chess and Chess960 only."""
        if start.variant.family == "python-chess":
            return None
        return glance(starting_board(start), movetext)

    def replay(self, start: Start, data: bytes, movetext: Movetext) -> Replay:
        """See ReplayEngine. Raises ValueError for a start that it does not play (see `plays`)."""
        return play_from(start, data, movetext, starting_board(start))

    def variation_stops(self, replay: Replay, data: bytes) -> tuple[Stop, ...]:
        """See ReplayEngine."""
        return variation_stops(replay, partial(variation_player, replay.start, data))
