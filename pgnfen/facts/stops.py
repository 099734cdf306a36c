"""Games that the native reader cannot play to the end: python-chess judges the stops, or the start is amended.

It is given the position before a move that the native reader could not play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

import chess

from pgnfen.engine_records import BoardSets, Stopped
from pgnfen.facts.facts import Facts, compared
from pgnfen.facts.halts import Halt, at_grant, at_stop
from pgnfen.facts.kinds import OF_BYTES, OF_SECTION, OF_START, Fact
from pgnfen.fen.start import Start
from pgnfen.replay.chess_player import starting_board
from pgnfen.replay.explain import NULL_IN_CHECK, why_ambiguous, why_illegal
from pgnfen.replay.find import UNPLAYABLE, find_move, out_of_reach
from pgnfen.replay.grants import amended_starts
from pgnfen.replay.interface import Grant, Stop
from pgnfen.replay.san import San, read_san

if TYPE_CHECKING:
    from pgnfen._native import Scanner
    from pgnfen.engine_records import GameFacts


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


_UNREAD = int(Fact.UNREAD)
_KEPT = OF_SECTION | OF_START | OF_BYTES


class StopReader:
    """Reads games that stop; `facts_of` makes facts of a game, but for its stops. `tags` declare final positions."""

    def __init__(self, scanner: Scanner, facts_of: Callable[[GameFacts], Facts], tags: Sequence[bytes]) -> None:
        self._scanner, self._facts_of, self._tags = scanner, facts_of, tags

    def facts(self, game: GameFacts, raw: bytes, movetext: int, start: Start, result: bytes | None) -> Facts | None:
        """The facts of a game that stops, or a variation in it; None where the Python reader has to read it."""
        declared, first = game, starting_board(start)
        grants: list[Grant] = []
        while game.stop is not None:
            judged = Judged(raw, game.stop, first.chess960)
            if judged.verdict == "played":
                return None
            again = self._amended(game.stop, judged, raw, movetext, start, first)
            if again is None:
                break
            game, first, grant = again
            if game.kinds & _UNREAD:
                return None
            grants.append(grant)
        in_variations = [Judged(raw, stopped, first.chess960) for stopped in game.variation_stops]
        if in_variations and any(stop.verdict == "played" for stop in in_variations):
            return None
        facts = self._facts_of(game)
        if in_variations:
            facts.variation_stops = tuple(stop.stop() for stop in in_variations)
        if game.stop is not None:
            facts.stop = judged.stop()
        if grants:  # tag section and bytes are what they were
            facts.kinds |= declared.kinds & _KEPT | Fact.DENIED
            facts.kinds |= compared(facts, raw, movetext, result)
            facts.noted = [*facts.noted, *(noted for noted in declared.noted if noted.kind & OF_BYTES)]
            facts.denied = tuple(grants)
        return facts

    def halt(self, stop: Stopped, raw: bytes, movetext: int, start: Start) -> Halt | None:
        """Why the moves stop there; None where python-chess has to play them."""
        first = starting_board(start)
        judged = Judged(raw, stop, first.chess960)
        if judged.verdict == "played":
            return None
        again = self._amended(stop, judged, raw, movetext, start, first)
        if again is None:
            return at_stop(judged.stop(), raw[stop.at : stop.end])
        return None if again[0].kinds & _UNREAD else at_grant(again[2])

    def _amended(
        self, stop: Stopped, judged: Judged, raw: bytes, movetext: int, start: Start, first: chess.Board
    ) -> tuple[GameFacts, chess.Board, Grant] | None:
        """The game played from a start that does not deny the move, and that start; None where it is illegal anyway."""
        ply = stop.ply
        san = judged.san
        if judged.verdict != "illegal" or san is None or (ply > 1 and san.kind != "castling"):
            return None
        for amended in amended_starts(start, first, ply - 1, san):
            fen = amended.first.fen(shredder=True, en_passant="fen")
            again: GameFacts = self._scanner.read_from(raw, movetext, fen, True, self._tags)
            if again.kinds & _UNREAD or again.stop is None or again.stop.ply > ply:
                return again, amended.first, Grant(*amended[1:], ply, stop.at)
        return None
