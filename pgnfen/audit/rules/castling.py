"""C: castling availability."""

from __future__ import annotations

from collections.abc import Iterator

from pgnfen.audit.context import GameContext
from pgnfen.audit.finding import Found
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults
from pgnfen.fen.castling import ordered
from pgnfen.replay.interface import Grant

_WINGS = {"king": "kingside", "queen": "queenside"}
_COLOURS = {"w": "White", "b": "Black"}


@rule("C101", "right-without-king", "error", "unsafe")
def right_without_king(game: GameContext) -> Iterator[Found]:
    """A castling right, and that king is not on its back rank (in standard chess: not on e).

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4K3/7R w K - 0 1"]

        *
    """
    yield from faults(game, "C101")


@rule("C102", "right-without-rook", "error", "unsafe")
def right_without_rook(game: GameContext) -> Iterator[Found]:
    """A castling right, and no rook where the letter says.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w K - 0 1"]

        *
    """
    yield from faults(game, "C102")


@rule("C103", "mixed-conventions", "warning", "safe")
def mixed_conventions(game: GameContext) -> Iterator[Found]:
    """One field mixes KQkq and file letters where X-FEN would not: X-FEN writes a file letter for an inner rook only.

    Example:
        [SetUp "1"]
        [FEN "r3k2r/8/8/8/8/8/4P3/R3K2R w HQkq - 0 1"]

        *
    """
    yield from faults(game, "C103")


@rule("C201", "castling-not-declared", "error", "safe", scope="moves", replay=True)
def castling_not_declared(game: GameContext) -> Iterator[Found]:
    """A castling is played that the FEN denies, with king and rook unmoved since the start; names the letter to add.

    Example:
        [SetUp "1"]
        [FEN "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"]

        1. O-O O-O *
    """
    for grant in _grants(game, "castling"):
        letter = _letter(game, grant)
        message = (
            f"{_COLOURS[grant.colour]} castles {_WINGS[grant.side or 'king']} with the rook on {grant.square}, "
            f"which the FEN denies: the letter {letter} is missing"
        )
        yield _found(game, grant, message)


@rule("C202", "castling-other-rook", "error", "unsafe", scope="moves", replay=True)
def castling_other_rook(game: GameContext) -> Iterator[Found]:
    """The rook that castles is not the one that the letter means: an inner one for the outermost, or the reverse.

    Example:
        [Variant "Chess960"]
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"]

        1. O-O *
    """
    for grant in _grants(game, "other-rook"):
        message = (
            f"{_COLOURS[grant.colour]} castles {_WINGS[grant.side or 'king']} with the rook on {grant.square}; "
            f"the FEN's letter means another rook"
        )
        yield _found(game, grant, message)


def _grants(game: GameContext, kind: str) -> list[Grant]:
    return [grant for grant in game.replay.grants if grant.kind == kind] if game.replay else []


def _letter(game: GameContext, grant: Grant) -> str:
    """The letter that means the rook: KQ for the outermost, its file for an inner one or in a Shredder-FEN."""
    record = game.start.record
    assert record is not None and record.board is not None  # grants are made to readable FENs only
    row = record.board.rank(1 if grant.colour == "w" else 8)
    man = "R" if grant.colour == "w" else "r"
    outermost = row.rfind(man) if grant.side == "king" else row.find(man)
    letter = "K" if grant.side == "king" else "Q"
    if "abcdefghij"[outermost] != grant.square[0] or (record.castling != "-" and game.start.castling == ("shredder",)):
        letter = grant.square[0].upper()
    return letter if grant.colour == "w" else letter.lower()


def _found(game: GameContext, grant: Grant, message: str) -> Found:
    record = game.start.record
    assert record is not None
    letters = "" if record.castling == "-" else record.castling
    for other in _grants(game, "other-rook"):
        meant = {(right.colour, right.side): right.letter for right in record.rights}
        letters = letters.replace(meant.get((other.colour, other.side), ""), "", 1)
    for other in [*_grants(game, "castling"), *_grants(game, "other-rook")]:
        letters += _letter(game, other)
    field = "castling availability"
    return Found(grant.token.start, message, field, record.castling, ordered(letters), ply=grant.ply)
