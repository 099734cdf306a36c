"""python-chess judges a move that the native reader could not play: it is given the position before it."""

from __future__ import annotations

from typing import Literal

import chess

from pgnfen.engine_records import BoardSets, Stopped
from pgnfen.replay.explain import NULL_IN_CHECK, why_ambiguous, why_illegal
from pgnfen.replay.find import UNPLAYABLE, find_move, out_of_reach
from pgnfen.replay.interface import Stop
from pgnfen.replay.san import San, read_san

_SET = {
    "pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied", "occupied_co", "promoted",
    "castling_rights", "ep_square", "turn", "halfmove_clock", "fullmove_number", "chess960", "move_stack", "_stack",
}  # fmt: skip
_MORE = {name: value for name, value in vars(chess.Board(None)).items() if name not in _SET}  # of a later python-chess


def board_of(position: BoardSets, chess960: bool) -> chess.Board:
    """The position as a board of python-chess; much faster than by a FEN."""
    board = chess.Board.__new__(chess.Board)  # what a copy costs, or a dict, is more than all that is judged
    board.move_stack, board._stack, board.chess960, board.promoted = [], [], chess960, 0
    (
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings, white, black,
        board.castling_rights, board.ep_square, board.turn, board.halfmove_clock, board.fullmove_number,
    ) = position  # fmt: skip
    board.occupied_co = [black, white]
    board.occupied = white | black
    if _MORE:
        vars(board).update(_MORE)
    return board


Verdict = Literal["illegal", "ambiguous", "played"]


class Judged:
    """A move that the native reader could not play, and python-chess's word on it.

    `verdict` is "played" where python-chess plays it, or cannot say: then it has to replay the game itself. `san` is
    None for a null move, which a check makes illegal.
    """

    __slots__ = ("_stopped", "_text", "board", "san", "verdict")

    def __init__(self, raw: bytes, stopped: Stopped, chess960: bool) -> None:
        self._stopped = stopped
        self._text = raw[stopped.at : stopped.end]
        self.board = board_of(stopped.position, chess960)
        self.san: San | None = read_san(self._text)
        self.verdict: Verdict = self._judge()

    def _judge(self) -> Verdict:
        if self.san is None:
            return "illegal" if self.board.is_check() else "played"
        if out_of_reach(self.board, self.san):
            return "illegal"  # most are: an exception takes longer
        try:
            find_move(self.board, self.san)
        except chess.AmbiguousMoveError:
            return "ambiguous"
        except ValueError:
            return "illegal"
        except UNPLAYABLE:
            return "played"
        return "played"

    def stop(self) -> Stop:
        """The stop with python-chess's reasons, of an illegal or ambiguous move."""
        stop = self._stopped
        ply, at, end, fen, skipped = stop.ply, stop.at, stop.end, stop.fen, stop.skipped
        if self.verdict == "ambiguous" and self.san is not None:
            return Stop("ambiguous", ply, at, end, self.san.text, why_ambiguous(self.board, self.san), fen, skipped)
        if self.san is None:
            return Stop("illegal", ply, at, end, self._text.decode(), NULL_IN_CHECK, fen, skipped)
        return Stop("illegal", ply, at, end, self.san.text, why_illegal(self.board, self.san), fen, skipped)
