"""The movetext played on a board: one interface, python-chess behind it, and pyffish for 10x8 boards."""

from typing import TYPE_CHECKING

from pgnfen.lazy import resolver

if TYPE_CHECKING:
    from pgnfen.replay.chess_player import starting_board
    from pgnfen.replay.engines import Engines, PythonChess, default_engine
    from pgnfen.replay.interface import Ending, Grant, Indication, Plain, Ply, Position, Replay, ReplayEngine, Stop
    from pgnfen.replay.large.engine import Fairy

_HOMES = {
    "pgnfen.replay.chess_player": ("starting_board",),
    "pgnfen.replay.engines": ("Engines", "PythonChess", "default_engine"),
    "pgnfen.replay.large.engine": ("Fairy",),
    "pgnfen.replay.interface": (
        "Ending", "Grant", "Indication", "Plain", "Ply", "Position", "Replay", "ReplayEngine", "Stop",
    ),
}  # fmt: skip
__getattr__ = resolver(__name__, _HOMES)

__all__ = [
    "Ending",
    "Engines",
    "Fairy",
    "Grant",
    "Indication",
    "Plain",
    "Ply",
    "Position",
    "PythonChess",
    "Replay",
    "ReplayEngine",
    "Stop",
    "default_engine",
    "starting_board",
]
