"""P: the position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults, opening
from pgnfen.facts.kinds import Fact

if TYPE_CHECKING:
    from pgnfen.audit.finding import Found
    from pgnfen.audit.game import Game


@rule("P101", "king-count", "error", reads=Fact.FEN_FAULT)
def king_count(game: Game) -> Iterator[Found]:
    """Not one king a side (variants without kings excepted).

    Example:
        [SetUp "1"]
        [FEN "8/8/8/8/8/8/4P3/4K3 w - - 0 1"]

        *
    """
    yield from faults(game, "P101")


@rule("P102", "pawn-on-back-rank", "error", reads=Fact.FEN_FAULT)
def pawn_on_back_rank(game: Game) -> Iterator[Found]:
    """A pawn stands on the first or the eighth rank.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/8/P3K3 w - - 0 1"]

        *
    """
    yield from faults(game, "P102")


@rule("P103", "opposite-check", "error", "unsafe", reads=Fact.FEN_FAULT, replay=True, fixes="start")
def opposite_check(game: Game) -> Iterator[Found]:
    """The side that has just moved is in check. The finding says whether the game replays with the other side to move.

    There is no repair where it does not, and the first move number says the same side to move as the FEN.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"]

        *
    """
    for found in faults(game, "P103"):
        facts, more = game.facts, ""
        if game.start.width == 8 and not game.start.prefix and (facts.plies or facts.stop):
            if game.flipped_replays:
                more = "; the game replays with the other side to move"
            elif facts.stop:
                more = "; the game does not replay with the other side to move either"
        found = found._replace(message=found.message + more)
        dots = opening(game)[1] if found.expected and "the game replays" not in more else 0
        if dots and (dots == 1) == (found.declared == "w"):
            found = found._replace(message=f"{found.message}; the first move number agrees with the FEN")
            found = found._replace(expected=None, fix=None)
        yield found


@rule("P104", "too-many-pieces", "warning", reads=Fact.FEN_FAULT)
def too_many_pieces(game: Game) -> Iterator[Found]:
    """More than 16 men or 8 pawns a side, or more promoted men than missing pawns.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"]

        *
    """
    yield from faults(game, "P104")


@rule("P105", "impossible-check", "warning", reads=Fact.FEN_FAULT)
def impossible_check(game: Game) -> Iterator[Found]:
    """A check that no legal move can have given.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/4r3/8/8/r3K2r w - - 0 1"]

        *
    """
    yield from faults(game, "P105")


@rule("P106", "unreachable", "error", reads=Fact.FEN_FAULT)
def unreachable(game: Game) -> Iterator[Found]:
    """No game leads to this position, and the finding says why: `docs/reachable.md` has each proof with a board.

    It is proved of chess, from the standard array, and of Chess960, from whichever array. Where nothing is found, the
    position may still be impossible. Beside counters 0 1, or none, it is information: a composer may have meant it. So
    it is in a record that may be of Chess960, where only standard chess excludes it. Not judged are odds, shuffled
    arrays and other variants, and positions in which men, castling rights or en passant square are wrong in themselves
    (P101 to P105, C and E rules).

    Example:
        [SetUp "1"]
        [FEN "rnbqkbnr/pppppppp/8/8/8/5B2/PPPPPPPP/RNBQK1NR w KQkq - 4 5"]

        *
    """
    yield from faults(game, "P106")
