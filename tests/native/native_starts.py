"""What a native Scanner is to be told of a start, as the Python path sees it."""

from __future__ import annotations

import random
from typing import Any

import chess

from pgnfen.audit.auditor import Auditor
from pgnfen.fen.start import Start
from pgnfen.replay import PythonChess, starting_board

Key = tuple[bytes | None, ...]

AUDITOR = Auditor(engine=PythonChess())


def is_played(start: Start) -> bool:
    """Whether the native engine may play from this start at all."""
    return start.variant.family in ("standard", "chess960", "unknown") and AUDITOR.engine.plays(start)


def board_for(start: Start) -> str | None:
    """The six-field FEN that the native engine plays from; None where it is not to play."""
    if not is_played(start):
        return None
    board = starting_board(start)
    if chess.popcount(board.kings) != 2 or board.king(True) is None or board.king(False) is None:
        return None
    return six_fields(board)


def six_fields(board: chess.Board) -> str:
    """The FEN with Shredder castling letters and the en passant square as it is."""
    square = chess.square_name(board.ep_square) if board.ep_square is not None else "-"
    turn = "w" if board.turn else "b"
    castling = board.castling_shredder_fen()
    return f"{board.board_fen()} {turn} {castling} {square} {board.halfmove_clock} {board.fullmove_number}"


def learn_for(scanner: Any, games: Any, index: int, key: Key) -> bool:
    """Tell the scanner what the start of a game, its raw SetUp, FEN and Variant, stands for; whether it plays it."""
    start, quiet = AUDITOR.start(key)
    return bool(scanner.learn(games, index, board_for(start), start.chess960, quiet))


def amended(start: Start, pick: random.Random, rights_only: bool) -> str | None:
    """A FEN near the start: other castling rights, and at times other counters or no en passant square."""
    if not is_played(start):
        return None
    board = starting_board(start).copy(stack=False)
    board.castling_rights = chess.BB_EMPTY
    for colour, rank in ((chess.WHITE, chess.BB_RANK_1), (chess.BLACK, chess.BB_RANK_8)):
        king = board.king(colour)
        if king is not None and chess.BB_SQUARES[king] & rank:
            rooks = list(chess.scan_forward(board.rooks & board.occupied_co[colour] & rank))
            for side in ([rook for rook in rooks if rook > king][-1:], [rook for rook in rooks if rook < king][:1]):
                if side and (rights_only or pick.random() < 0.7):
                    board.castling_rights |= chess.BB_SQUARES[side[0]]
    if not rights_only and pick.random() < 0.4:
        board.fullmove_number = pick.choice((1, 9, board.fullmove_number + 1))
    if not rights_only and pick.random() < 0.2:
        board.halfmove_clock = pick.choice((0, 140, 149))
    if not rights_only and pick.random() < 0.2:
        board.ep_square = None
    return six_fields(board)
