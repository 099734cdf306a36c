"""The movetext played on a board: one interface, python-chess behind it."""

from pgnfen.replay.interface import Cleared, Grant, Indication, Ply, Replay, ReplayEngine, Stop
from pgnfen.replay.python_chess import PythonChess, starting_board

__all__ = ["Cleared", "Grant", "Indication", "Ply", "PythonChess", "Replay", "ReplayEngine", "Stop", "starting_board"]
