"""A mainline played on python-chess's boards: it is the judge of every move."""

from __future__ import annotations

import chess

from pgnfen.fen.position import to_chess_board
from pgnfen.fen.record import read_fen
from pgnfen.fen.start import Start
from pgnfen.pgn.movetext import Movetext, Token
from pgnfen.replay.explain import NULL_IN_CHECK, why_ambiguous, why_illegal
from pgnfen.replay.find import UNPLAYABLE, find_move
from pgnfen.replay.grants import denies, grant_for
from pgnfen.replay.interface import Ending, Grant, Ply, Replay
from pgnfen.replay.player import Player
from pgnfen.replay.quick_board import quick_board, read_code
from pgnfen.replay.san import San, read_san

_new = tuple.__new__


def starting_board(start: Start) -> chess.Board:
    """The starting position as python-chess has it, remembered with the start; not to be changed (copy it)."""
    board: chess.Board | None = start.memo.get("board")
    if board is None:
        board = start.memo["board"] = _starting_board(start)
    return board


def _starting_board(start: Start) -> chess.Board:
    if start.record is not None and start.record.board is not None:
        return to_chess_board(start.record, start.variant)
    board = to_chess_board(read_fen(chess.STARTING_FEN), start.variant)
    board.reset()
    board.chess960 = start.chess960
    return board


class _Player(Player):
    """Plays one mainline on a board of python-chess.

    Plainly legal moves are only read off a QuickBoard; python-chess's board follows when it is asked: it judges every
    move in doubt, with all moves before it pushed there.
    """

    def __init__(self, start: Start, data: bytes, board: chess.Board) -> None:
        super().__init__(start, data)
        self.first: chess.Board = board
        self.board = board.copy(stack=False)
        self.pushed = 0
        self.quick = quick_board(board)

    def move(self, token: Token) -> None:
        san = read_san(self.data[token.start : token.end])
        if san is None:
            self.skip(token)
            return
        if san.plain:
            quick = self.quick or quick_board(self.board)
            if quick is not None:
                code = quick.play(san)
                if code >= 0:
                    self.quick = quick
                    plies = self.plies
                    move, side, en_passant = read_code(code, self.first.chess960)
                    # not by Ply(): it takes twice the time
                    plies.append(_new(Ply, (len(plies) + 1, token, san.text, move, side, en_passant, False)))
                    return
        if san.kind == "castling" and denies(self.first, len(self.plies), san.kingside):
            granted = self.grant(token, san)  # its board has the moves so far
            if granted is not None:
                self.pushed, self.quick = len(self.plies), None
                self.push(token, san, granted)
                return
        self.catch_up()
        self.judge(token, san)

    def judge(self, token: Token, san: San) -> None:
        """A move that is not plainly legal: python-chess's board stands before it."""
        try:
            move = find_move(self.board, san)
        except chess.AmbiguousMoveError:
            self.halt("ambiguous", token, san.text, why_ambiguous(self.board, san))
            return
        except UNPLAYABLE as error:
            granted = self.grant(token, san) if isinstance(error, ValueError) else None
            if granted is None:
                why = why_illegal(self.board, san) if isinstance(error, ValueError) else f"python-chess: {error!r}"
                self.halt("illegal", token, san.text, why)
                return
            move = granted
        self.push(token, san, move)

    def catch_up(self) -> None:
        """Push the moves that were only read so far."""
        board = self.board
        for ply in self.plies[self.pushed :]:
            board.push(ply.move)
        self.pushed = len(self.plies)
        self.quick = None

    def push(self, token: Token, san: San, move: chess.Move) -> None:
        board = self.board
        side = None
        if board.is_castling(move):
            side = "king" if board.is_kingside_castling(move) else "queen"
        en_passant = board.is_en_passant(move)
        board.push(move)
        number = len(self.plies) + 1
        self.plies.append(Ply(number, token, san.text, move, side, en_passant))  # type: ignore[arg-type]
        self.pushed = number

    def null(self, token: Token) -> None:
        self.catch_up()
        text = token.text(self.data).decode()
        if self.board.is_check():
            self.halt("illegal", token, text, NULL_IN_CHECK)
            return
        self.board.push(chess.Move.null())
        self.plies.append(Ply(len(self.plies) + 1, token, text, chess.Move.null(), null=True))
        self.pushed += 1

    def ending(self) -> Ending | None:
        return None if self.quick is None else self.quick.ending()

    def fen(self) -> str:
        return self.board.fen()

    def grant(self, token: Token, san: San) -> chess.Move | None:
        """The move, played after all, where only the start's declaration forbids it."""
        found = grant_for(self.start, self.first, [ply.move for ply in self.plies], san)
        if found is None:
            return None
        amended, self.board, move = found
        self.first = amended.first
        self.grants.append(Grant(*amended[1:], len(self.plies) + 1, token.start))
        return move


class _Variation(_Player):
    """Plays a variation: the start is what the mainline has proven it to be, nothing more is granted."""

    def grant(self, token: Token, san: San) -> chess.Move | None:
        return None


class _Trial(_Variation):
    """Gives up, without reasons or grants, where the mainline does not replay."""

    def judge(self, token: Token, san: San) -> None:
        try:
            move = find_move(self.board, san)
        except UNPLAYABLE:
            self.halt("illegal", token, san.text, "")
        else:
            self.push(token, san, move)

    def fen(self) -> str:
        return ""


def replay_whole(start: Start, data: bytes, movetext: Movetext, board: chess.Board) -> Replay | None:
    """The replay from `board` in place of the start's, None where there is no move, or one that cannot be played."""
    replay = _Trial(start, data, board).play(movetext)
    return replay if replay.plies and not replay.stop and not replay.skipped else None


def play_from(start: Start, data: bytes, movetext: Movetext, board: chess.Board) -> Replay:
    """Play movetext from `board`, which stands in for the starting position of `start`."""
    return _Player(start, data, board).play(movetext)


def variation_player(start: Start, data: bytes, board: chess.Board) -> Player:
    """A player of a variation that branches off at `board`."""
    return _Variation(start, data, board)
