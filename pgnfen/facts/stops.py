"""Games that the native reader cannot play to the end: python-chess judges the stops, or the start is amended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import chess

from pgnfen.facts.facts import Facts, Noted, compared
from pgnfen.facts.halts import Halt, at_grant, at_stop
from pgnfen.facts.judge import Judged
from pgnfen.facts.kinds import OF_BYTES, OF_SECTION, OF_START, Fact
from pgnfen.fen.start import Start
from pgnfen.replay.chess_player import starting_board
from pgnfen.replay.grants import amended_starts
from pgnfen.replay.interface import Grant

if TYPE_CHECKING:
    from pgnfen._native import Scanner

LineTuple = tuple[int, int, int, bool, int, list[tuple[int, int, int, int, int]], Any, list[Any]]
"""What the extension says of a line (native/src/block_facts.rs)."""
KINDS: Final = 0  # places in it
NOTED: Final = 5
STOP: Final = 6
VARIATION_STOPS: Final = 7
_UNREAD = int(Fact.UNREAD)
_KEPT = OF_SECTION | OF_START | OF_BYTES


class StopReader:
    """Reads games that stop; `facts_of` makes facts of a line, but for its stops. `tags` declare final positions."""

    def __init__(self, scanner: Scanner, facts_of: Callable[[LineTuple], Facts], tags: Sequence[bytes]) -> None:
        self._scanner, self._facts_of, self._tags = scanner, facts_of, tags

    def facts(self, line: LineTuple, raw: bytes, movetext: int, start: Start, result: bytes | None) -> Facts | None:
        """The facts of a game that stops, or a variation in it; None where the Python reader has to read it."""
        declared, first = line, starting_board(start)
        grants: list[Grant] = []
        while line[STOP] is not None:
            judged = Judged(raw, line[STOP], first.chess960)
            if judged.verdict == "played":
                return None
            again = self._amended(line[STOP], judged, raw, movetext, start, first)
            if again is None:
                break
            line, first, grant = again
            if line[KINDS] & _UNREAD:
                return None
            grants.append(grant)
        in_variations = [Judged(raw, stopped, first.chess960) for stopped in line[VARIATION_STOPS]]
        if in_variations and any(stop.verdict == "played" for stop in in_variations):
            return None
        facts = self._facts_of(line)
        if in_variations:
            facts.variation_stops = tuple(stop.stop() for stop in in_variations)
        if line[STOP] is not None:
            facts.stop = judged.stop()
        if grants:  # tag section and bytes are what they were
            facts.kinds |= declared[KINDS] & _KEPT | Fact.DENIED
            facts.kinds |= compared(facts, raw, movetext, result)
            facts.noted = [*facts.noted, *(Noted._make(one) for one in declared[NOTED] if one[0] & OF_BYTES)]
            facts.denied = tuple(grants)
        return facts

    def halt(self, stop: tuple[Any, ...], raw: bytes, movetext: int, start: Start) -> Halt | None:
        """Why the moves stop there; None where python-chess has to play them."""
        first = starting_board(start)
        judged = Judged(raw, stop, first.chess960)
        if judged.verdict == "played":
            return None
        again = self._amended(stop, judged, raw, movetext, start, first)
        if again is None:
            return at_stop(judged.stop(), raw[stop[1] : stop[2]])
        return None if again[0][KINDS] & _UNREAD else at_grant(again[2])

    def _amended(
        self, stop: tuple[Any, ...], judged: Judged, raw: bytes, movetext: int, start: Start, first: chess.Board
    ) -> tuple[LineTuple, chess.Board, Grant] | None:
        """The line played from a start that does not deny the move, and that start; None where it is illegal anyway."""
        ply, at = stop[:2]
        san = judged.san
        if judged.verdict != "illegal" or san is None or (ply > 1 and san.kind != "castling"):
            return None
        for amended in amended_starts(start, first, ply - 1, san):
            fen = amended.first.fen(shredder=True, en_passant="fen")
            again: LineTuple = self._scanner.read_from(raw, movetext, fen, True, self._tags)
            if again[KINDS] & _UNREAD or again[STOP] is None or again[STOP][0] > ply:
                return again, amended.first, Grant(*amended[1:], ply, at)
        return None
