"""The starting positions of Scharnagl's numbers, one number or one for each side, in each castling convention."""

from __future__ import annotations

from pgnfen.errors import ConversionError, check_one_of, check_type
from pgnfen.fen.castling import NOT_CLASSIC
from pgnfen.fen.definitions import CASTLING_CONVENTIONS, CastlingConvention
from pgnfen.fen.scharnagl import scharnagl_array


def start_fen(number: int, castling: CastlingConvention = "x-fen") -> str:
    """The FEN of a Chess960 start (518: the standard array); raises ValueError outside 0 to 959, and for another
    convention.

    "x-fen" writes KQkq, as no rook is an inner one at the start; "fen" where kings stand on e, rooks on a and h, and
    raises ConversionError elsewhere.

    >>> start_fen(518)
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    >>> start_fen(518, "shredder").split()[2]
    'HAha'
    """
    check_type("number", number, int)
    return double_start_fen(number, number, castling)


def double_start_fen(white: int, black: int, castling: CastlingConvention = "x-fen") -> str:
    """The FEN of a double Chess960 start: White's array by one number, Black's by another.

    Raises as start_fen does.

    >>> double_start_fen(518, 0, "shredder")
    'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1'
    """
    check_type("white", white, int)
    check_type("black", black, int)
    check_one_of("castling", castling, CASTLING_CONVENTIONS)
    own, other = scharnagl_array(white), scharnagl_array(black)
    if castling == "fen" and not all(array[::4] + array[7:] == "RKR" for array in (own, other)):
        raise ConversionError(NOT_CLASSIC)
    rights = "KQkq" if castling != "shredder" else _files(own) + _files(other).lower()
    return f"{other.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{own} w {rights} - 0 1"


def _files(array: str) -> str:
    return "ABCDEFGH"[array.rfind("R")] + "ABCDEFGH"[array.find("R")]
