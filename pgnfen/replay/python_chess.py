"""The reference engine: python-chess is the judge of every move."""

from __future__ import annotations

from functools import lru_cache

import chess

from pgnfen.fen.position import to_chess_board
from pgnfen.fen.record import read_fen
from pgnfen.fen.start import Start
from pgnfen.pgn.movetext import Kind, Token, lex, read_number
from pgnfen.replay.explain import why_illegal
from pgnfen.replay.grants import grant_for
from pgnfen.replay.interface import Cleared, Grant, Indication, Ply, Replay, Stop, StopReason
from pgnfen.replay.quick import look
from pgnfen.replay.san import San, read_san

_FAMILIES = ("standard", "chess960", "python-chess", "unknown")


@lru_cache(maxsize=8192)
def starting_board(start: Start) -> chess.Board:
    """The starting position as python-chess has it; not to be changed (copy it)."""
    if start.record is not None and start.record.board is not None:
        return to_chess_board(start.record, start.variant)
    board = to_chess_board(read_fen(chess.STARTING_FEN), start.variant)
    board.reset()
    board.chess960 = start.chess960
    return board


class _Player:
    """Plays one mainline; one use."""

    def __init__(self, start: Start, data: bytes, board: chess.Board) -> None:
        self.start, self.data = start, data
        self.first = board
        self.board = board.copy(stack=False)
        self.plies: list[Ply] = []
        self.indications: list[Indication] = []
        self.grants: list[Grant] = []
        self.skipped: list[Token] = []
        self.stop: Stop | None = None

    def play(self, mainline: tuple[Token, ...]) -> None:
        for token in mainline:
            kind = token.kind
            if kind in (Kind.MOVE, Kind.CASTLING):
                self.move(token)
            elif kind is Kind.NUMBER:
                number, dots = read_number(token.text(self.data))
                self.indications.append(Indication(len(self.plies) + 1, number, dots, token))
            elif kind is Kind.NULL:
                self.null(token)
            elif kind is Kind.UNREADABLE:
                self.skip(token)
            if self.stop:
                return

    def move(self, token: Token) -> None:
        san = read_san(token.text(self.data))
        if san is None:
            self.skip(token)
            return
        try:
            move = self.board.parse_san(san.standard)
        except chess.AmbiguousMoveError:
            self.halt("ambiguous", token, san.text, self.ambiguity(san))
            return
        except Exception as error:  # python-chess has raised IndexError and AssertionError on odd positions
            granted = self.grant(token, san) if isinstance(error, ValueError) else None
            if granted is None:
                why = why_illegal(self.board, san) if isinstance(error, ValueError) else f"python-chess: {error!r}"
                self.halt("illegal", token, san.text, why)
                return
            move = granted
        self.push(token, san, move)

    def skip(self, token: Token) -> None:
        """Pass over what cannot be read; a number right before it is no move number ("3 backslashes")."""
        self.skipped.append(token)
        while self.indications and self.indications[-1].ply > len(self.plies):
            self.indications.pop()

    def push(self, token: Token, san: San, move: chess.Move) -> None:
        board = self.board
        side = None
        if board.is_castling(move):
            side = "king" if board.is_kingside_castling(move) else "queen"
        en_passant = board.is_en_passant(move)
        board.push(move)
        number = len(self.plies) + 1
        self.plies.append(Ply(number, token, san.text, move, side, en_passant))  # type: ignore[arg-type]

    def null(self, token: Token) -> None:
        text = token.text(self.data).decode()
        if self.board.is_check():
            self.halt("illegal", token, text, "a null move while the king is in check")
            return
        self.board.push(chess.Move.null())
        self.plies.append(Ply(len(self.plies) + 1, token, text, chess.Move.null(), null=True))

    def halt(self, reason: StopReason, token: Token, san: str, why: str) -> None:
        self.stop = Stop(reason, len(self.plies) + 1, token, san, why, self.board.fen())

    def ambiguity(self, san: San) -> str:
        moves = [
            move
            for move in self.board.generate_legal_moves(
                self.board.pieces_mask(san.piece, self.board.turn) & san.from_mask, chess.BB_SQUARES[san.to]
            )
            if move.promotion == san.promotion
        ]
        names = " and ".join(chess.square_name(move.from_square) for move in moves)
        return f"the men on {names} can both make it" if len(moves) == 2 else f"the men on {names} can all make it"

    def grant(self, token: Token, san: San) -> chess.Move | None:
        """The move, played after all, where only the start's declaration forbids it."""
        found = grant_for(self.start, self.first, [ply.move for ply in self.plies], san)
        if found is None:
            return None
        self.first, self.board, move, (kind, colour, side, square) = found
        self.grants.append(Grant(kind, colour, side, square, len(self.plies) + 1, token))
        return move


def mainline_of(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], Token | None]:
    """The tokens outside variations up to the first termination marker, and that marker."""
    mainline: list[Token] = []
    for token in tokens:
        if token.depth == 0:
            if token.kind is Kind.MARKER:
                return tuple(mainline), token
            mainline.append(token)
    return tuple(mainline), None


def play_from(start: Start, data: bytes, tokens: tuple[Token, ...], board: chess.Board) -> Replay:
    """Play lexed movetext from `board`, which stands in for the starting position of `start`."""
    mainline, marker = mainline_of(tokens)
    player = _Player(start, data, board)
    player.play(mainline)
    return Replay(
        start=start,
        tokens=tokens,
        mainline=mainline,
        board=player.first,
        plies=tuple(player.plies),
        stop=player.stop,
        marker=marker,
        indications=tuple(player.indications),
        grants=tuple(player.grants),
        skipped=tuple(player.skipped),
    )


class PythonChess:
    """Replays by python-chess: standard chess, Chess960 and the variants of chess.variant."""

    name = f"python-chess {chess.__version__}"

    def plays(self, start: Start) -> bool:
        """Whether the variant is one of python-chess's and the FEN, if there is one, is readable and 8x8."""
        if start.variant.family not in _FAMILIES or (start.fen is not None and start.record is None):
            return False
        record = start.record
        return record is None or (record.is_readable and record.width == 8)

    def clears(self, start: Start, movetext: bytes) -> Cleared | None:
        """See ReplayEngine; a look at the mainline of standard chess and Chess960 only."""
        if start.variant.family == "python-chess":
            return None
        board = starting_board(start)
        if chess.popcount(board.kings) != 2 or board.king(True) is None or board.king(False) is None:
            return None
        return look(board, movetext)

    def replay(self, start: Start, data: bytes, movetext: int) -> Replay:
        """See ReplayEngine. Raises ValueError for a start that it does not play (see `plays`)."""
        return play_from(start, data, tuple(lex(data, movetext)), starting_board(start))
