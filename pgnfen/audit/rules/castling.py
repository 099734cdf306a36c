"""C: castling availability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pgnfen.audit.finding import GameFinding
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults, grants, unstated, written_anew
from pgnfen.audit.rules._rights import availability, letter_of, may_be_chess960
from pgnfen.facts.kinds import Fact
from pgnfen.fen.names import SIDES
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.fen.understand import is_without_castling

if TYPE_CHECKING:
    from pgnfen.audit.game import Game
    from pgnfen.replay.interface import Grant

_WINGS = {"king": "kingside", "queen": "queenside"}


@rule("C101", "right-without-king", "error", "unsafe", reads=Fact.FEN_FAULT, replay=True)
def right_without_king(game: Game) -> Iterator[GameFinding]:
    """A castling right needs a king on the back rank (in standard chess: on the e-file), but there is none.

    The rules of standard chess are used unless there is evidence of Chess960. Evidence is: the Variant tag; an Event
    tag that names Chess960; one of the 960 starting positions; a file letter that KQkq cannot express; castling in the
    moves; or castling rights of both sides that need Chess960, with both kings on the same file.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4K3/7R w K - 0 1"]

        *
    """
    if not _held_by_chess960(game):
        for found in faults(game, "C101"):
            yield _denied(game, _with_castlings(game, found))


@rule("C102", "right-without-rook", "error", "unsafe", reads=Fact.FEN_FAULT, replay=True)
def right_without_rook(game: Game) -> Iterator[GameFinding]:
    """A castling right needs a rook on the square that its letter names, but there is none.

    In standard chess, KQkq mean the rooks in the corners; C101 explains when a game counts as Chess960. Perhaps the
    castling right is correct and the rook is missing. This is possible if a declared position has other pieces or
    rights, if a move cannot be played, or if another FEN tag disagrees. Then there is no fix.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w K - 0 1"]

        *
    """
    if not _held_by_chess960(game):
        for found in _proved(game, "C102"):
            yield _denied(game, _with_castlings(game, found))


@rule("C103", "mixed-conventions", "warning", "safe", reads=Fact.FEN_FAULT, replay=True, fixes="convention")
def mixed_conventions(game: Game) -> Iterator[GameFinding]:
    """The castling availability mixes KQkq and file letters in a way that X-FEN does not. X-FEN uses a file letter
    only for an inner rook.

    Example:
        [SetUp "1"]
        [FEN "r3k2r/8/8/8/8/8/4P3/R3K2R w HQkq - 0 1"]

        *
    """
    if not written_anew(game):
        yield from faults(game, "C103")


@rule(
    "C104", "file-letters-in-standard", "info", "safe",
    reads=Fact.FEN_FAULT, replay=True, once=True, fixes="convention",
)
def file_letters_in_standard(game: Game) -> Iterator[GameFinding]:
    """The castling availability has file letters in standard chess. Programs for standard chess read only KQkq.

    In one of the 960 starting positions, including the standard one, file letters may mean that the game is Chess960.
    Then the fix is unsafe, unless the Variant tag says standard chess.

    Example:
        [SetUp "1"]
        [FEN "r3k2r/8/8/8/8/8/4P3/R3K2R w HAha - 0 1"]

        *
    """
    if not written_anew(game) and game.verdict.rules == "any":
        yield from faults(game, "C104")


@rule("C105", "array-rights-denied", "warning", "unsafe", reads=Fact.FEN_FAULT, replay=True, worst="error")
def array_rights_denied(game: Game) -> Iterator[GameFinding]:
    """A Chess960 game starts from one of the 960 starting positions, but the FEN lacks castling rights that every game
    has at the start.

    A rook that moved away and came back could have lost the right. If the moves contain a castling that the FEN does
    not allow, this was not so: the finding is an error and the fix is safe. If the FEN has no castling rights at all,
    no side castles and no declared position has rights, the finding is an info without a fix, because some events play
    without castling. An Event tag that says so (`FRC No Castling`) turns it off. N107 counts such games in a file.

    Example:
        [Variant "Chess960"]
        [SetUp "1"]
        [FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w - - 0 1"]

        1. e4 *
    """
    event = game.pair("Event")
    for found in _proved(game, "C105"):
        if found.severity != "info":
            yield found
        elif any(one.code == "D103" and one.declared != "-" for one in game.declared):
            message = "the FEN of a Chess960 starting position has no castling rights, but a declared position has some"
            yield found._replace(message=message, severity="warning")
        elif event is None or not is_without_castling(event.value):
            yield found._replace(expected=None, fix=None)


@rule("C201", "castling-not-declared", "error", "safe", reads=Fact.DENIED, replay=True, by_moves=True)
def castling_not_declared(game: Game) -> Iterator[GameFinding]:
    """A side castles, but the FEN has no castling right for it. The king and the rook have not moved since the start.

    If the FEN of a Chess960 starting position lacks castling rights, C105 or C102 reports it. If the whole field is
    missing, F101 reports it.

    Example:
        [SetUp "1"]
        [FEN "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"]

        1. O-O O-O *
    """
    if game.start.array_rights and any(fault.code in _OF_ARRAY & game.codes for fault in game.start.faults):
        return
    if unstated(game, 2):
        return
    for grant in grants(game, "castling"):
        letter = letter_of(game, grant)
        message = (
            f"{SIDES[grant.color]} castles {_WINGS[grant.side or 'king']} with the rook on {grant.square}, "
            f"but the FEN does not allow it: the letter {letter} is missing"
        )
        yield _found(game, grant, message)


@rule("C202", "castling-other-rook", "error", "unsafe", reads=Fact.DENIED, replay=True, fixes="start")
def castling_other_rook(game: Game) -> Iterator[GameFinding]:
    """A side castles with a different rook than the castling letter names: the inner rook instead of the outermost
    one, or the outermost instead of the inner one.

    Example:
        [Variant "Chess960"]
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"]

        1. O-O *
    """
    for grant in grants(game, "other-rook"):
        message = (
            f"{SIDES[grant.color]} castles {_WINGS[grant.side or 'king']} with the rook on {grant.square}, "
            "but the letter in the FEN means another rook"
        )
        yield _found(game, grant, message)


_OF_ARRAY = frozenset(("C102", "C105"))


def _held_by_chess960(game: Game) -> bool:
    """Whether Chess960's rules hold all rights, and the game asks for them."""
    start = game.start
    whole = start.record is not None and len(start.named_rooks) == len(start.record.rights)
    return whole and game.verdict.rules == "chess960"


def _proved(game: Game, code: str) -> Iterator[GameFinding]:
    """The faults; what restores an array's rights is safe where a castling is played by one that the FEN denies."""
    proved = game.start.array_rights and any(grant.kind != "en-passant" for grant in game.denied)
    for found in faults(game, code):
        if proved:
            message = f"{found.message}; but the moves contain a castling that it does not allow"
            if found.severity == "info":
                message = "the FEN of a Chess960 starting position has no castling rights, but a side castles: "
                message += f"{found.expected} is missing"
            found = found._replace(message=message, severity="error", fix="safe")
        yield found


def _with_castlings(game: Game, found: GameFinding) -> GameFinding:
    """A fault of the field, of which is expected what C201 and C202 expect where those are found too."""
    return found._replace(expected=availability(game)) if written_anew(game) else found


def _denied(game: Game, found: GameFinding) -> GameFinding:
    """A right without king or rook, without repair where the game says that the piece may be what is missing."""
    if found.fix not in ("rule", "unsafe"):
        return found
    if game.facts.stop is not None:
        why = "a move cannot be played"
    elif len({pair.value for pair in game.pairs("FEN")}) > 1:
        why = "the FEN tag occurs twice, with different values"
    elif any(one.code in ("D101", "D103") for one in game.declared):
        why = "a declared position has other pieces or rights"
    else:
        return found
    return found._replace(expected=None, fix=None, message=f"{found.message}; this is not certain because {why}")


def _found(game: Game, grant: Grant, message: str) -> GameFinding:
    record = game.start.record
    assert record is not None
    fix: Literal["rule", "unsafe"] = "rule"
    if record.fields[2] is None or may_be_chess960(game):
        fix = "unsafe"  # nobody can tell the other rights
    expected = availability(game)
    return GameFinding(grant.at, message, "castling availability", record.castling, expected, ply=grant.ply, fix=fix)
