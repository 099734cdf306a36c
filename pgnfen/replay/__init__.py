"""The movetext played on a board: one interface, python-chess behind it, and pyffish for 10x8 boards."""

from pgnfen.replay.engines import Engines, default_engine
from pgnfen.replay.fairy import Fairy
from pgnfen.replay.interface import Cleared, Grant, Indication, Ply, Position, Replay, ReplayEngine, Stop
from pgnfen.replay.python_chess import PythonChess, starting_board

__all__ = [
    "Cleared",
    "Engines",
    "Fairy",
    "Grant",
    "Indication",
    "Ply",
    "Position",
    "PythonChess",
    "Replay",
    "ReplayEngine",
    "Stop",
    "default_engine",
    "starting_board",
]
