"""What every engine does with a mainline: token by token, until the end or the first move that cannot be played."""

from __future__ import annotations

from abc import ABC, abstractmethod

from pgnfen.fen.start import Start
from pgnfen.pgn.movetext import Kind, Movetext, Token, read_number
from pgnfen.replay.interface import Ending, Grant, Indication, Ply, Position, Replay, Stop, StopReason

_MOVE, _CASTLING, _NUMBER = Kind.MOVE, Kind.CASTLING, Kind.NUMBER  # looked up once: an enumeration is slow at it


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

    def play(self, movetext: Movetext) -> Replay:
        """The replay of movetext that was read from `data`."""
        data, plies, indications = self.data, self.plies, self.indications
        for token in movetext.mainline:
            kind, start, end, _ = token
            if kind is _MOVE or kind is _CASTLING:
                self.move(token)
            elif kind is _NUMBER:
                number, dots = read_number(data[start:end])
                indications.append(Indication(len(plies) + 1, number, dots, token))
                continue
            elif kind is Kind.NULL:
                self.null(token)
            elif kind is Kind.UNREADABLE:
                self.skip(token)
            if self.stop:
                break
        return Replay(
            start=self.start,
            tokens=movetext.tokens,
            mainline=movetext.mainline,
            board=self.first,
            plies=tuple(plies),
            stop=self.stop,
            marker=movetext.marker,
            indications=tuple(indications),
            grants=tuple(self.grants),
            skipped=tuple(self.skipped),
            ending=self.ending() if movetext.whole and self.stop is None else None,
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

    def ending(self) -> Ending | None:
        """What the position is to the side to move, where that costs little and it is not dead."""
        return None

    def skip(self, token: Token) -> None:
        """Pass over what cannot be read; a number right before it is no move number ("3 backslashes")."""
        self.skipped.append(token)
        while self.indications and self.indications[-1].ply > len(self.plies):
            self.indications.pop()

    def halt(self, reason: StopReason, token: Token, san: str, why: str) -> None:
        """Stop before the move that cannot be played."""
        ply, skipped = len(self.plies) + 1, len(self.skipped)
        self.stop = Stop(reason, ply, token.start, token.end, san, why, self.fen(), skipped)
