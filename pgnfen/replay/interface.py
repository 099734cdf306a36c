"""What a replay is, whoever plays it: the records, and the interface that every engine stands behind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.pgn.movetext import Movetext, Token

StopReason = Literal["illegal", "ambiguous"]
Ending = Literal["open", "mate", "stalemate"]
"""What the last position is to the side to move: "open" where it has a move."""


class Position(Protocol):
    """What every engine's board tells; python-chess's boards have much more, which only its own code may ask for.

    `turn` is True for White. Moves are the engine's own: chess.Move, or coordinates as text for pyffish.
    """

    @property
    def turn(self) -> bool: ...
    @property
    def halfmove_clock(self) -> int: ...
    @property
    def fullmove_number(self) -> int: ...

    def fen(self, *, en_passant: Literal["legal", "fen", "xfen"] = "legal") -> str:
        """The position as six fields; the en passant square as python-chess names its conventions."""
        ...

    def board_fen(self) -> str:
        """The piece placement field."""
        ...

    def copy(self, *, stack: bool = True) -> Any:
        """A board of its own; without its past for `stack` False."""
        ...

    def push(self, move: Any) -> None:
        """Play a move that the replay has found."""
        ...

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
        ...

    def is_stalemate(self) -> bool:
        """Whether the side to move has no move and is not in check."""
        ...

    def king(self, color: bool) -> int | None:
        """The square of the one king of a color, None where there is none."""
        ...


# Plies and indications come by the hundred a game: a NamedTuple is made in a third of a frozen dataclass's time.
class Ply(NamedTuple):
    """One move of the mainline: `number` counts plies from 1, `castling` names the side, `token` is where it stands.

    `move` is the engine's own (see Position).
    """

    number: int
    token: Token
    san: str
    move: Any
    castling: Literal["king", "queen"] | None = None
    en_passant: bool = False
    null: bool = False


class Stop(NamedTuple):
    """Where and why moves could not be played on: the ply (from 1) that could not be played, its token's bytes `at` to
    `end` (exclusive), the position before; `skipped` are the tokens passed over before it, as nobody can read them."""

    reason: StopReason
    ply: int
    at: int
    end: int
    san: str
    why: str
    fen: str
    skipped: int = 0


class Indication(NamedTuple):
    """A move number indication: `ply` (from 1) is the move it stands before, `number` None for dots alone."""

    ply: int
    number: int | None
    dots: int
    token: Token


class Grant(NamedTuple):
    """What the start had to be given for the game to go on: a castling right or an en passant square.

    `kind` is "castling" (the FEN denies it), "other-rook" (the letter means another rook) or "en-passant";
    `square` the rook's or the target square ("h1", "e6"); `ply` the move that needs it, `at` the byte where it stands.
    """

    kind: Literal["castling", "other-rook", "en-passant"]
    color: Literal["w", "b"]
    side: Literal["king", "queen"] | None
    square: str
    ply: int
    at: int


@dataclass(frozen=True, slots=True)
class Replay:
    """What the movetext says, played from the start.

    `tokens` is all of the movetext, `mainline` its tokens outside variations up to the termination marker,
    `marker` that marker's token, `board` the starting position with all `grants` made. `stop` is None where the
    whole mainline could be played. `skipped` are mainline tokens that nobody can read and the replay
    passed over. `ending` is what the last position is, None where the engine has not looked, or neither side has the
    pieces to mate. Of a movetext that was not read whole, all of this ends before its next move, without a stop.
    """

    start: Start
    tokens: tuple[Token, ...]
    mainline: tuple[Token, ...]
    board: Position
    plies: tuple[Ply, ...]
    stop: Stop | None
    marker: Token | None
    indications: tuple[Indication, ...] = ()
    grants: tuple[Grant, ...] = ()
    skipped: tuple[Token, ...] = ()
    ending: Ending | None = None
    _boards: list[Position] = field(default_factory=list, compare=False, repr=False)

    def position(self, ply: int) -> Position:
        """The position after `ply` plies (0: the start), a board of its own; negative counts from the end.

        Costs as many pushes as there are plies to it.
        """
        if ply < 0:
            ply += len(self.plies) + 1
        if not 0 <= ply <= len(self.plies):
            raise IndexError(f"no position after ply {ply}: the game has {len(self.plies)}")
        board: Position = self.board.copy(stack=False)
        for played in self.plies[:ply]:
            board.push(played.move)
        return board

    @property
    def final(self) -> Position:
        """The last position; built once."""
        if not self._boards:
            self._boards.append(self.position(-1))
        return self._boards[0]


class ReplayEngine(Protocol):
    """Plays movetext on a board."""

    @property
    def name(self) -> str:
        """The engine with its version."""
        ...

    def plays(self, start: Start) -> bool:
        """Whether the engine can play games from this start: its variant, its board, a readable FEN."""
        ...

    def glance(self, start: Start, movetext: bytes) -> Plain | None:
        """What a plain mainline comes to; None asks for a replay. May only err towards None."""
        ...

    def replay(self, start: Start, data: bytes, movetext: Movetext) -> Replay:
        """Play the movetext read from `data` (see read_movetext); never raises on what it finds there."""
        ...

    def variation_stops(self, replay: Replay, data: bytes) -> tuple[Stop, ...]:
        """Where the moves of variations beside a mainline, as it was replayed, cannot be played on."""
        ...


class Plain(NamedTuple):
    """A mainline in which nothing is out of the ordinary, nor in its variations: its length in plies, its termination
    marker, what its last position is, and who is to move there."""

    plies: int
    marker: bytes
    ending: Ending
    white_to_move: bool
