"""What might explain that a game's moves stop: another side to move, another starting position."""

from __future__ import annotations

import chess

from pgnfen.audit.context import Diagnosis, GameContext
from pgnfen.replay.chess_player import replay_whole, starting_board


def flipped_replays(game: GameContext) -> bool:
    """See GameContext."""
    if game.start.width != 8:
        return False
    board = starting_board(game.start).copy(stack=False)
    board.turn = not board.turn
    board.ep_square = None
    if board.was_into_check():
        return False
    return replay_whole(game.start, game.raw, game.movetext, board) is not None


def diagnosis(game: GameContext) -> Diagnosis | None:
    """See GameContext."""
    replay = game.replay
    if replay is None or replay.stop is None or replay.skipped or not game.judged_as_chess:
        return None
    if "R201" in game.codes and game.start.record is not None and game.flipped_replays:
        return Diagnosis("R201")
    if game.start.record is None or game.start.is_standard_array:
        return None
    array = replay_whole(game.start, game.raw, game.movetext, chess.Board())
    if array is None:
        return None
    declared = replay.board
    if "R202" in game.codes and array.final.board_fen() == declared.board_fen():
        return Diagnosis("R202")
    board = chess.Board()
    for ply in array.plies:
        board.push(ply.move)
        if board.board_fen() == declared.board_fen() and board.turn == declared.turn:
            return Diagnosis("R203", ply.number) if "R203" in game.codes else None
    return None
