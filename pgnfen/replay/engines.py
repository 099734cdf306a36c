"""All engines as one: each game goes to the first that plays its start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pgnfen.replay.large.engine import Fairy
from pgnfen.replay.python_chess import PythonChess

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.pgn.movetext import Movetext
    from pgnfen.replay.interface import Plain, Replay, ReplayEngine, Stop


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
