"""R110, R112 and D110: what the declared positions of a game prove where they agree with each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import GameFinding
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact

if TYPE_CHECKING:
    from pgnfen.audit.edits import Edit
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game
    from pgnfen.audit.parts import Kinds


def _proven_moves(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The moves that declared positions prove."""
    for one in game.proofs:
        if one.at == at and one.expected == remark.expected:
            yield from one.edits


@rule("R110", "moves-missing", "error", "unsafe", reads=Fact.DECLARED | Fact.STOP, replay=True, edits=_proven_moves)
def moves_missing(game: Game) -> Iterator[GameFinding]:
    """Declared positions prove that moves are missing.

    The fullmove number and the active color of the next declared position show how many plies are missing. If only one
    legal sequence of moves leads from the earlier position to the later one, it is expected, and the fix writes it.
    The fix is safe if the game has at least two declared positions, and if all of them, the move numbers and PlyCount
    are correct once the moves are written. The rule searches for at most two plies.

    Example:
        1. e4 e5 2. Nf3 {r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3} 3. Bc4 Nf6 *
    """
    if game.facts.kinds & (Fact.DECLARED | Fact.STOP):
        yield from _proven(game, "missing")


@rule(
    "R112", "move-contradicted", "error", "unsafe", reads=Fact.DECLARED | Fact.STOP | Fact.NULL_MOVE, replay=True,
    edits=_proven_moves,
)
def move_contradicted(game: Game) -> Iterator[GameFinding]:
    """Declared positions prove that a different move was played.

    The moves do not lead from one declared position to the next, but exactly one small change makes them do so. The
    rule tries these changes: one move, which may be illegal or a null move, is replaced by another legal move; two
    moves are swapped; a move that is written twice is removed. All other declared positions must agree.

    If only the last position differs and all moves are legal, the position or the moves may be wrong, so there is no
    fix. If only one square differs, nothing is reported.

    Example:
        1. e4 e5 2. Nf3 Nf6 {r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3}
        3. Bc4 Nb4 {r1bqkbnr/pppp1ppp/8/4p3/1nB1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4} *
    """
    if game.facts.kinds & (Fact.DECLARED | Fact.STOP | Fact.NULL_MOVE):
        yield from _proven(game, "move")


@rule("D110", "start-contradicted", "error", "unsafe", reads=Fact.DECLARED | Fact.STOP, replay=True, fixes="start")
def start_contradicted(game: Game) -> Iterator[GameFinding]:
    """The declared positions agree with each other and with the moves, but not with the FEN.

    The rule needs at least two declared positions. Either the piece placement of the FEN is wrong on one square, and
    with the right piece the moves lead to all positions; or the declared positions have different castling rights or a
    different halfmove clock than the FEN gives.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        1. e4 {4k3/8/8/8/4P3/8/8/4K1N1 b - - 0 1} Kd7 {8/3k4/8/8/4P3/8/8/4K1N1 w - - 1 2} *
    """
    if game.facts.kinds & (Fact.DECLARED | Fact.STOP):
        yield from _proven(game, "start")


def _proven(game: Game, kind: Kinds) -> Iterator[GameFinding]:
    for one in game.proofs:
        if one.kind == kind:
            found = GameFinding(one.at, one.text, one.field, one.declared, one.expected, one.ply)
            if one.expected is None and not one.edits:
                found = found._replace(fix=None)
            yield found._replace(fix="safe") if one.safe else found
