"""The engines that replay games: python-chess, the judge of every move, and all engines as one.

python-chess is imported when the first game needs a board.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pgnfen.extras import installed_version
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.replay.chess_player import play_from, starting_board, variation_player
    from pgnfen.replay.glance import glance
    from pgnfen.replay.large.engine import Fairy
    from pgnfen.replay.variations import variation_stops

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.pgn.movetext import Movetext
    from pgnfen.replay.interface import Plain, Replay, ReplayEngine, Stop


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


class Engines:
    """Engines in their order of preference, behind the interface of one."""

    def __init__(self, engines: tuple[ReplayEngine, ...]) -> None:
        self.engines = engines
        self._last: tuple[Start, ReplayEngine | None] | None = None

    @property
    def name(self) -> str:
        """The names of all."""
        return ", ".join(engine.name for engine in self.engines)

    def engine_for(self, start: Start) -> ReplayEngine | None:
        """The first engine that plays the start."""
        if self._last is None or self._last[0] is not start:
            self._last = start, next((engine for engine in self.engines if engine.plays(start)), None)
        return self._last[1]

    def plays(self, start: Start) -> bool:
        """See ReplayEngine."""
        return self.engine_for(start) is not None

    def glance(self, start: Start, movetext: bytes) -> Plain | None:
        """See ReplayEngine."""
        engine = self.engine_for(start)
        return engine.glance(start, movetext) if engine else None

    def replay(self, start: Start, data: bytes, movetext: Movetext) -> Replay:
        """See ReplayEngine. Raises ValueError for a start that none plays."""
        engine = self.engine_for(start)
        if engine is None:
            raise ValueError("no engine plays this start")
        return engine.replay(start, data, movetext)

    def variation_stops(self, replay: Replay, data: bytes) -> tuple[Stop, ...]:
        """See ReplayEngine."""
        engine = self.engine_for(replay.start)
        return engine.variation_stops(replay, data) if engine else ()


def default_engine() -> Engines:
    """python-chess, and pyffish for 10x8 boards where it is installed."""
    return Engines((PythonChess(), Fairy()))
