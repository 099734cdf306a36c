"""What every engine does with a mainline: token by token, until the end or the first move that cannot be played."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pgnfen.fen.start import Start
from pgnfen.pgn.movetext import Kind, Token, read_number
from pgnfen.replay.interface import Grant, Indication, Ply, Position, Replay, Stop, StopReason


def mainline_of(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], Token | None]:
    """The tokens outside variations up to the first termination marker, and that marker."""
    mainline: list[Token] = []
    for token in tokens:
        if token.depth == 0:
            if token.kind is Kind.MARKER:
                return tuple(mainline), token
            mainline.append(token)
    return tuple(mainline), None


class Player(ABC):
    """Plays one mainline of `data` from `first`; one use. Subclasses make the moves on their own boards."""

    first: Position

    def __init__(self, start: Start, data: bytes) -> None:
        self.start, self.data = start, data
        self.plies: list[Ply] = []
        self.indications: list[Indication] = []
        self.grants: list[Grant] = []
        self.skipped: list[Token] = []
        self.stop: Stop | None = None

    def play(self, tokens: tuple[Token, ...]) -> Replay:
        """The replay of lexed movetext."""
        mainline, marker = mainline_of(tokens)
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
                break
        return Replay(
            start=self.start,
            tokens=tokens,
            mainline=mainline,
            board=self.first,
            plies=tuple(self.plies),
            stop=self.stop,
            marker=marker,
            indications=tuple(self.indications),
            grants=tuple(self.grants),
            skipped=tuple(self.skipped),
        )

    @abstractmethod
    def move(self, token: Token) -> None:
        """Play a MOVE or CASTLING token, or halt."""

    @abstractmethod
    def null(self, token: Token) -> None:
        """Play a null move, or halt."""

    @abstractmethod
    def fen(self) -> str:
        """The position that stands on the board."""

    def skip(self, token: Token) -> None:
        """Pass over what cannot be read; a number right before it is no move number ("3 backslashes")."""
        self.skipped.append(token)
        while self.indications and self.indications[-1].ply > len(self.plies):
            self.indications.pop()

    def halt(self, reason: StopReason, token: Token, san: str, why: str) -> None:
        """Stop before the move that cannot be played."""
        self.stop = Stop(reason, len(self.plies) + 1, token, san, why, self.fen())
