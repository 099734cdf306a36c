"""A record understood: the kind of start that it is, which rules it needs, and its conventions.

**Kind**, recognized from the placement and the rights, not from the Variant tag:

- standard: the standard array, White to move, full rights (or no FEN tag at all)
- chess960: another of the 960 arrays, the same on both sides, full rights; where Variant says Chess960, any of the 960
  with any rights (without a FEN tag, number 518)
- double-chess960: two different arrays of the 960, full rights; these two with any rights where Variant says Chess960
- shuffle: first-rank arrays, castling denied
- odds: the standard array less some pieces of one side, or different ones of both; or with Black to move
- variant (also by pieces in hand, check counters or a castling prefix), 10x8, unreadable: by the record
- position: any other 8x8 position

**Verdict**: which rules a start needs, by which evidence, how sure; decided here for the whole program. Standard chess
and Chess960 differ only where a right belongs to a king off the e-file or to a rook off the a- and h-files. Sloppy
castling fields have such rights more often than games of Chess960 do, so Chess960 takes evidence.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from pgnfen.fen.castling import (
    NO_RIGHTS,
    Right,
    castling_conventions,
    is_foreign,
    needs_chess960,
    prefix_of,
    read_rights,
)
from pgnfen.fen.definitions import EN_PASSANT_CONVENTIONS, CastlingConvention, EnPassantConvention
from pgnfen.fen.en_passant import Target, read_target
from pgnfen.fen.fen_record import FenRecord
from pgnfen.fen.names import ARRAYS
from pgnfen.fen.placement import Board
from pgnfen.fen.position import to_chess_board
from pgnfen.fen.scharnagl import array_numbers, has_pawns_home
from pgnfen.fen.variants import NO_CHECKS, STANDARD, Variant
from pgnfen.lazy import regex

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
    return _doubtful(rights, event, habit, alone or variant.family == "unknown")


def _doubtful(rights: tuple[Right, ...], event: str | None, habit: Habit | None, lenient: bool) -> Verdict:
    """The verdict where nothing in the record asks for the rules that its rights need: by what stands around it."""
    if any(right.rook is None for right in rights):
        return Verdict("standard", None, False)  # the field was filled in without a look at the board
    if event is not None and _CHESS960_EVENT.search(event):
        return Verdict("chess960", "event", False)
    if habit is not None:
        return Verdict(habit, "file", False)
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


_BLACK_HOME, _WHITE_HOME = "rnbqkbnrpppppppp", "PPPPPPPPRNBQKBNR"
_STANDARD_RANK = "RNBQKBNR"
_MEN = sorted(_STANDARD_RANK)


class Kind(NamedTuple):
    """A kind of start with its Scharnagl number, Black's only where it differs (double Chess960)."""

    name: str
    scharnagl: int | None = None
    scharnagl_black: int | None = None


_OWN = {
    "python-chess": Kind("variant"),
    "known": Kind("variant"),
    "pyffish": Kind("10x8"),
    "chess960": Kind("chess960", 518),
}
"""The start of families of variants without a FEN tag; those of others is standard."""


def kind_of(record: FenRecord | None, variant: Variant = STANDARD) -> Kind:
    """The kind of start of a record (None: no FEN tag, so the variant's own start). Counters do not matter.

    >>> from pgnfen.fen.record import read_fen
    >>> kind_of(read_fen("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1"))
    Kind(name='chess960', scharnagl=1, scharnagl_black=None)
    >>> kind_of(read_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1")).name
    'odds'
    """
    if record is None:
        return _OWN.get(variant.family, Kind("standard", 518))
    board = record.board
    if not record.is_readable:
        return Kind("unreadable")
    if variant.family == "known" or board is None:
        return Kind("variant")
    if board.width == 10 or variant.family == "pyffish":
        return Kind("10x8")
    marked = record.implied_variant in ("crazyhouse", "threecheck")
    if variant.family == "python-chess" or marked or (record.rights and prefix_of(record.castling)):
        return Kind("variant")
    if record.en_passant != "-":
        return Kind("position")
    found = _array(board.squares, record, variant.family == "chess960")
    return found or (Kind("odds") if _is_odds(board, record) else Kind("position"))


def _array(squares: str, record: FenRecord, declared: bool) -> Kind | None:
    """The kind of a placement without a moved pawn, White to move; `declared`: Variant says Chess960."""
    if record.active_color != "w" or not has_pawns_home(squares):
        return None
    black, white = squares[:8].upper(), squares[56:]
    numbers = array_numbers(squares)
    full = has_full_rights(record.rights) or (record.fields[2] is None and numbers == (518, 518))
    if numbers and (full or declared):
        return _of_numbers(*numbers, declared)
    if record.rights or (numbers and record.fields[2] is None):
        return None
    if sorted(white) == sorted(black) == _MEN:
        return Kind("shuffle")
    return None


def _of_numbers(white: int, black: int, declared: bool) -> Kind:
    """The kind of an array, or of two, by Scharnagl's numbers."""
    if white != black:
        return Kind("double-chess960", white, black)
    return Kind("standard" if white == 518 and not declared else "chess960", white)


def has_full_rights(rights: tuple[Right, ...]) -> bool:
    """Whether both sides may castle on both sides."""
    if len(rights) != 4:
        return False
    return len({(right.color, right.side) for right in rights if right.rook is not None}) == 4


def is_full_array(record: FenRecord, kind: str) -> bool:
    """Whether games start from it and lose nothing: an array of the 960 with all rights that its rules know."""
    return kind in ARRAYS and has_full_rights(record.rights)


def _is_odds(board: Board, record: FenRecord) -> bool:
    """Pieces or the move given before the game: kings at home, and nothing else but what has not left the array.

    Where both sides lack some, they lack different ones, and each has half of its pieces: what is left of a game may
    stand so by chance.
    """
    black, middle, white = board.squares[:16], board.squares[16:48], board.squares[48:]
    if middle != "." * 32 or board.squares[4] != "k" or board.squares[60] != "K":
        return False
    if any(right.rook is None or right.rook[0] not in "ah" for right in record.rights):
        return False
    lacking = _lacking(black, _BLACK_HOME), _lacking(white, _WHITE_HOME)
    if None in lacking:
        return False
    if lacking == (0, 0):
        return record.active_color == "b" and has_full_rights(record.rights)
    if 0 in lacking:
        return True
    return max(count or 0 for count in lacking) <= _HALF and sorted(black.upper()) != sorted(white)


_HALF = 8


def _lacking(men: str, home: str) -> int | None:
    """How many pieces of the whole array are not there; None where others are."""
    if any(man not in (".", whole) for man, whole in zip(men, home, strict=True)):
        return None
    return men.count(".")


class Meaning(NamedTuple):
    """What a record says in the rules of a variant.

    `target` is its en passant target square (None: `-`, or it cannot be told); the others are those of Start.
    """

    kind: Kind
    target: Target | None
    castling: tuple[CastlingConvention, ...]
    en_passant: tuple[EnPassantConvention, ...]
    chess960: bool
    is_standard_array: bool


def understand(record: FenRecord, variant: Variant) -> Meaning:
    """What the record says; its rights are those that the rules know (known_rights in pgnfen.fen.understand)."""
    kind = kind_of(record, variant)
    array = kind if variant.family not in ("python-chess", "chess960") else kind_of(record)
    target, castling, en_passant = _conventions(record, variant)
    board = record.board
    chess960 = variant.family == "chess960" or (board is not None and needs_chess960(board, record.rights))
    return Meaning(kind, target, castling, en_passant, chess960, array.name == "standard" and not record.unstated)


def conventions(
    record: FenRecord, variant: Variant = STANDARD
) -> tuple[tuple[CastlingConvention, ...], tuple[EnPassantConvention, ...]]:
    """The castling and the en passant conventions that a record is consistent with; () where it cannot be said.

    >>> from pgnfen.fen.record import read_fen
    >>> conventions(read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"))
    (('fen', 'x-fen'), ('1994',))
    """
    return _conventions(record, variant)[1:]


def _conventions(
    record: FenRecord, variant: Variant
) -> tuple[Target | None, tuple[CastlingConvention, ...], tuple[EnPassantConvention, ...]]:
    board, turn, square = record.board, record.active_color, record.en_passant
    if board is None or turn is None or not variant.has_fen_fields:
        return None, (), ()
    target = None
    if square is not None and square != "-":
        target = read_target(board, turn, square, variant.key not in NO_CHECKS)
    if not record.is_readable:
        return target, (), ()
    whole = all(right.rook is not None for right in record.rights)
    castling = castling_conventions(board, record.castling) if whole and record.fields[2] is not None else ()
    if record.fields[3] is None:
        return target, castling, ()
    if target is None:
        return target, castling, EN_PASSANT_CONVENTIONS
    if variant.key == "atomic" and "legal" in target.conventions:
        # what explodes with the capture only the variant's own board knows
        legal = to_chess_board(record, variant).has_legal_en_passant()
        return target, castling, target.conventions if legal else ("1994", "x-fen")
    return target, castling, target.conventions
