"""Which rules a start needs, by which evidence, how sure: decided here for the whole program.

Standard chess and Chess960 differ only where a right belongs to a king off the e-file or to a rook off the a- and
h-files. Sloppy castling fields have such rights more often than games of Chess960 do, so Chess960 takes evidence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from pgnfen.fen.castling import NO_RIGHTS, Right, is_foreign, needs_chess960, prefix_of, read_rights
from pgnfen.fen.scharnagl import array_numbers
from pgnfen.lazy import regex

if TYPE_CHECKING:
    from pgnfen.fen.fen_record import FenRecord
    from pgnfen.fen.placement import Board
    from pgnfen.fen.variants import Variant

Rules = Literal["any", "standard", "chess960", "other"]
Evidence = Literal["variant", "board", "castling", "array", "letter", "kings", "event", "file", "rooks"]
Habit = Literal["standard", "chess960"]

_CHESS960_EVENT = regex(
    r"(?i)\b(?:chess[\s-]*9(?:60|lx)|9lx|d?frc|fischer[\s-]*random|fischerandom|freestyle[\s-]*chess)\b"
)
_WITHOUT_CASTLING = regex(r"(?i)\b(?:no|non|without)[\s-]*castling\b|\bcastling[\s-]*free\b")


class Verdict(NamedTuple):
    """Which rules a start needs.

    `rules`: "any" where standard chess and Chess960 play every game alike from it; "chess960" where a right needs its
    rules; "standard" where a right would need Chess960's rules and nothing asks for them: the right is wrong; "other"
    where the rules are those of another variant.

    `evidence`: what decides. "variant": the Variant tag; "board": ten files, or a prefix before the rights; "castling":
    one is played that standard chess does not know; "array": it is an array of the 960, or of two; "letter": a file
    letter names a rook off the corners; "kings": rights of both sides need those rules, with both kings on one file;
    "event": the Event tag names Chess960; "file": the other records of the file; "rooks": X-FEN finds a rook for each
    letter, in a record that stands alone. None where nothing needs evidence. `sure`: whether it leaves no doubt.
    """

    rules: Rules
    evidence: Evidence | None
    sure: bool


ANY = Verdict("any", None, True)


def verdict_of(
    record: FenRecord | None,
    variant: Variant,
    *,
    alone: bool = False,
    castled: bool = False,
    event: str | None = None,
    habit: Habit | None = None,
) -> Verdict:
    """Which rules the start needs that a record and a Variant tag declare.

    `alone`: the record stands in no game; `castled`: a castling is played that standard chess does not know; `event`
    the value of the Event tag; `habit` the rules that the other records of the file need.

    >>> from pgnfen.fen.record import read_fen
    >>> from pgnfen.fen.variants import STANDARD
    >>> verdict_of(read_fen("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQ - 0 1"), STANDARD)
    Verdict(rules='chess960', evidence='array', sure=True)
    >>> verdict_of(read_fen("rqnbknbr/pppppppp/8/8/8/8/PPPPPPPP/RQNBKNBR w KQ - 0 1"), STANDARD).rules
    'any'
    >>> sloppy = read_fen("3rk2r/8/8/8/8/8/8/4K3 w kq - 0 1")
    >>> [verdict_of(sloppy, STANDARD, castled=castled).rules for castled in (False, True)]
    ['standard', 'chess960']
    """
    if variant.family not in ("standard", "unknown"):
        return Verdict("chess960" if variant.family == "chess960" else "other", "variant", True)
    if record is None or record.board is None:
        return ANY
    board, rights = record.board, record.rights
    if board.width != 8 or (rights and prefix_of(record.castling)):
        return Verdict("other", "board", True)
    if castled:
        return Verdict("chess960", "castling", True)
    if not rights:
        return Verdict("chess960", "array", False) if _is_array_unread(board, record.castling) else ANY
    rights = read_rights(board, record.castling)
    if not needs_chess960(board, rights):
        return ANY
    evidence = _evidence(board, rights)
    if evidence is not None:
        return Verdict("chess960", evidence, True)
    if any(right.rook is None for right in rights):
        return Verdict("standard", None, False)  # the field was filled in without a look at the board
    if event is not None and _CHESS960_EVENT.search(event):
        return Verdict("chess960", "event", False)
    if habit is not None:
        return Verdict(habit, "file", False)
    lenient = alone or variant.family == "unknown"
    return Verdict("chess960", "rooks", False) if lenient else Verdict("standard", None, False)


def _evidence(board: Board, rights: tuple[Right, ...]) -> Evidence | None:
    """What in the record asks for Chess960's rules, of rights some of which need them."""
    if array_numbers(board.squares):
        return "array"
    foreign = [right for right in rights if is_foreign(right)]
    if any(right.letter not in "KQkqAHah" for right in foreign):
        return "letter"
    if any(right.rook is None for right in rights):
        return None
    one_file = len({(right.king or "")[:1] for right in rights}) == 1
    return "kings" if one_file and {right.color for right in foreign} == {"w", "b"} else None


def _is_array_unread(board: Board, castling: str) -> bool:
    """Whether it is an array that castles by Chess960's rules alone, with a field that cannot be read."""
    if castling == "-" or castling in NO_RIGHTS or not array_numbers(board.squares):
        return False
    return needs_chess960(board, read_rights(board, "KQkq"))


def known_rights(record: FenRecord, verdict: Verdict) -> tuple[Right, ...]:
    """The record's rights under the rules of its verdict: by those of standard chess, one that only Chess960 knows has
    no rook. They are the same object where nothing is changed.

    >>> from pgnfen.fen.record import read_fen
    >>> record = read_fen("3rk2r/8/8/8/8/8/8/4K2R w kq - 0 1")
    >>> [right.rook for right in known_rights(record, Verdict("standard", None, False))]
    ['h8', None]
    """
    if verdict.rules != "standard":
        return record.rights
    return tuple([right._replace(rook=None) if is_foreign(right) else right for right in record.rights])


def is_without_castling(event: str) -> bool:
    """Whether an Event tag says that nobody castles.

    >>> is_without_castling("FRC No Castling"), is_without_castling("Castling Cup")
    (True, False)
    """
    return _WITHOUT_CASTLING.search(event) is not None
