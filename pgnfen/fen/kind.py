"""The kind of start: recognized from the placement and the rights, not from the Variant tag (see DESIGN.md).

- standard: the standard array, White to move, full rights (or no FEN tag at all)
- chess960: another of the 960 arrays, the same on both sides, full rights; where Variant says Chess960, any of the 960
  with any rights (without a FEN tag, number 518)
- double-chess960: two different arrays of the 960, full rights; these two with any rights where Variant says Chess960
- shuffle: first-rank arrays, castling denied
- odds: the standard array less some pieces of one side, or different ones of both; or with Black to move
- variant (also by pieces in hand, check counters or a castling prefix), 10x8, unreadable: by the record
- position: any other 8x8 position
"""

from __future__ import annotations

from typing import NamedTuple

from pgnfen.fen.castling import Right, prefix_of
from pgnfen.fen.fen_record import FenRecord
from pgnfen.fen.names import ARRAYS
from pgnfen.fen.placement import Board
from pgnfen.fen.scharnagl import array_numbers
from pgnfen.fen.variants import STANDARD, Variant

_HOME = "p" * 8 + "." * 32 + "P" * 8
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
    squares = board.squares
    if squares[8:56] == _HOME and record.active_color == "w":
        found = _array(squares, record, variant.family == "chess960")
        if found:
            return found
    return Kind("odds") if _is_odds(board, record) else Kind("position")


def _array(squares: str, record: FenRecord, declared: bool) -> Kind | None:
    """The kind of a placement without a moved pawn, White to move; `declared`: Variant says Chess960."""
    black, white = squares[:8].upper(), squares[56:]
    if not squares[:8].islower() or not white.isupper():
        return None
    numbers = array_numbers(squares)
    full = has_full_rights(record.rights) or (record.fields[2] is None and numbers == (518, 518))
    if numbers and (full or declared):
        first, second = numbers
        if first != second:
            return Kind("double-chess960", first, second)
        return Kind("standard" if first == 518 and not declared else "chess960", first)
    if record.rights or (numbers and record.fields[2] is None):
        return None
    if sorted(white) == sorted(black) == _MEN:
        return Kind("shuffle")
    return None


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
