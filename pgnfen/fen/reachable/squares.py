"""Squares as bits (a1 the lowest, h8 the highest), and where men go from them."""

from __future__ import annotations

from collections.abc import Iterator

ALL = (1 << 64) - 1
LIGHT = 0x55AA55AA55AA55AA
FILES = tuple(0x0101010101010101 << file for file in range(8))
RANKS = tuple(0xFF << 8 * rank for rank in range(8))
_EDGE_A, _EDGE_H = ALL ^ FILES[0], ALL ^ FILES[7]

_LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SLANT = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _steps(square: int, steps: tuple[tuple[int, int], ...]) -> int:
    file, rank = square & 7, square >> 3
    return sum(1 << (rank + b) * 8 + file + a for a, b in steps if 0 <= file + a < 8 and 0 <= rank + b < 8)


def _ray(square: int, a: int, b: int) -> int:
    found, file, rank = 0, (square & 7) + a, (square >> 3) + b
    while 0 <= file < 8 and 0 <= rank < 8:
        found |= 1 << rank * 8 + file
        file, rank = file + a, rank + b
    return found


KNIGHT = tuple(_steps(square, _LEAPS) for square in range(64))
KING = tuple(_steps(square, _STRAIGHT + _SLANT) for square in range(64))
PAWN = (
    tuple(_steps(square, ((-1, 1), (1, 1))) for square in range(64)),
    tuple(_steps(square, ((-1, -1), (1, -1))) for square in range(64)),
)
"""The squares that a pawn attacks: White's (0), Black's (1)."""
_UP_OF = tuple([tuple(_ray(square, *step) for square in range(64)) for step in ((0, 1), (1, 0), (1, 1), (-1, 1))])
_DOWN_OF = tuple([tuple(_ray(square, *step) for square in range(64)) for step in ((0, -1), (-1, 0), (1, -1), (-1, -1))])


def slides(square: int, occupied: int, slant: bool) -> int:
    """The squares that a rook (`slant`: a bishop) sees, the first man on each line included."""
    found = 0
    lines = range(2, 4) if slant else range(2)
    for line in lines:
        ray = _UP_OF[line][square]
        men = ray & occupied
        found |= ray ^ _UP_OF[line][(men & -men).bit_length() - 1] if men else ray
        ray = _DOWN_OF[line][square]
        men = ray & occupied
        found |= ray ^ _DOWN_OF[line][men.bit_length() - 1] if men else ray
    return found


def each(squares: int) -> Iterator[int]:
    """The squares of a set, from a1 on."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def straight_steps(squares: int) -> int:
    """The squares one step beside, in front of and behind these."""
    return (squares << 8 & ALL) | squares >> 8 | (squares & _EDGE_H) << 1 | (squares & _EDGE_A) >> 1


def slant_steps(squares: int) -> int:
    """The squares one step from these on a diagonal."""
    right, left = squares & _EDGE_H, squares & _EDGE_A
    return (right << 9 & ALL) | right >> 7 | (left << 7 & ALL) | left >> 9


def name(square: int) -> str:
    """A square by its name."""
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def names(squares: int) -> list[str]:
    """The names of a set, from a1 on."""
    return [name(square) for square in each(squares)]
