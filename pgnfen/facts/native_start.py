"""A start as the native engine takes it: a six-field FEN with Shredder castling letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pgnfen.lazy import deferred
from pgnfen.replay.python_chess import PythonChess

with deferred:
    from pgnfen.replay.chess_player import starting_board

if TYPE_CHECKING:
    import chess

    from pgnfen.fen.start import Start

_ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
_FAMILIES = ("standard", "chess960", "unknown")


def board_fen(start: Start) -> str | None:
    """The starting position; None where the engine does not play it.

    A record that leaves no doubt says it all; else python-chess says what remains of it.
    """
    if start.variant.family not in _FAMILIES or not PythonChess().plays(start):
        return None
    if start.record is None:
        return _ARRAY
    stated = stated_fen(start)
    if stated is not None:
        return stated
    return fen_of(starting_board(start))


def fen_of(board: chess.Board) -> str | None:
    """A position of python-chess's as the engine takes it; None where a king is a promoted man (`K~`), and so none."""
    return None if board.promoted & board.kings else board.fen(shredder=True, en_passant="fen")


def _letters(start: Start) -> str | None:
    """The castling availability in Shredder letters, "" for none; None where the record leaves a doubt."""
    record = start.record
    if record is None or record.halfmove is None or not record.fullmove:
        return None
    board = record.board
    if board is None or board.width != 8 or board.promoted or board.holdings is not None or record.checks:
        return None
    if any(fault.code[0] != "K" for fault in start.faults):  # counters are taken as they are
        return None
    rooks = [(right.rook, right.color) for right in record.rights if right.rook is not None]
    return "".join([rook[0].upper() if color == "w" else rook[0] for rook, color in rooks])


def stated_fen(start: Start, color: str | None = None, target: str | None = None) -> str | None:
    """The starting position as its record has it, or with another side to move and en passant square; None where the
    record leaves a doubt. Much faster than fen_of."""
    record, letters = start.record, _letters(start)
    if record is None or letters is None:
        return None
    color, target = color or record.active_color, target or record.en_passant
    return f"{record.fields[0]} {color} {letters or '-'} {target} {record.halfmove} {record.fullmove}"
