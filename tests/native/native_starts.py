"""What a native Scanner is to be told of a start, as the Python path sees it."""

from __future__ import annotations

from typing import Any

import chess

from pgnfen.audit.auditor import Auditor
from pgnfen.fen.start import Start
from pgnfen.replay.python_chess import PythonChess, starting_board

Key = tuple[bytes | None, bytes | None, bytes | None]

AUDITOR = Auditor(engine=PythonChess())


def board_for(start: Start) -> str | None:
    """The six-field FEN that the native engine plays from; None where it is not to play."""
    if start.variant.family not in ("standard", "chess960", "unknown") or not AUDITOR.engine.plays(start):
        return None
    board = starting_board(start)
    if chess.popcount(board.kings) != 2 or board.king(True) is None or board.king(False) is None:
        return None
    castling = board.castling_shredder_fen()
    square = chess.square_name(board.ep_square) if board.ep_square is not None else "-"
    turn = "w" if board.turn else "b"
    return f"{board.board_fen()} {turn} {castling} {square} {board.halfmove_clock} {board.fullmove_number}"


def learn_for(scanner: Any, key: Key) -> bool:
    """Tell the scanner of the start that the raw values of SetUp, FEN and Variant make; whether it plays it."""
    start, quiet = AUDITOR._start(key)
    board = board_for(start)
    played = scanner.learn(*key, board, start.chess960, quiet)
    return bool(played)
