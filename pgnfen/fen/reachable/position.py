"""A position as sets of squares, and what counts say of it: who is missing, who must be promoted. Squares are
bits (a1 the lowest, h8 the highest)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pgnfen.fen.fen_record import FenRecord


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


Men = tuple[int, ...]
"""One side's pawns, knights, bishops, rooks, queens and king, each as a set of squares."""
PAWN_, KNIGHT_, BISHOP_, ROOK_, QUEEN_, KING_ = range(6)
KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")
SIDES = ("White", "Black")
ADJECTIVES = ("white", "black")
HOME: tuple[Men, Men] = (
    (0xFF << 8, 0x42, 0x24, 0x81, 0x08, 0x10),
    (0xFF << 48, 0x42 << 56, 0x24 << 56, 0x81 << 56, 0x08 << 56, 0x10 << 56),
)
"""Where the men of the standard array stand, by side and kind."""
BACK = (RANKS[0], RANKS[7])
PAWNS_HOME = (RANKS[1], RANKS[6])


class Proof(NamedTuple):
    """Why no game leads to a position: a sentence, and the squares that it speaks of (a1 the lowest bit)."""

    sentence: str
    squares: int


class Position(NamedTuple):
    """`men` and `sides` of White (0) and Black (1); `turn`: who is to move; `fixed`: kings and rooks that have not
    moved, since they may castle; `passed`: the square that a pawn has passed with the last move, -1 for none;
    `standard`: the
    game began at the standard array (else at one of Chess960, whichever).
    """

    men: tuple[Men, Men]
    sides: tuple[int, int]
    turn: int
    fixed: int
    passed: int
    standard: bool

    @property
    def occupied(self) -> int:
        """The squares with men."""
        return self.sides[0] | self.sides[1]

    def missing(self, side: int) -> int:
        """How many men of a side were captured."""
        return 16 - self.sides[side].bit_count()


def promoted(men: Men) -> int:
    """How many men of a side must be promoted by their number: bishops are counted by the color of their squares."""
    _, knights, bishops, rooks, queens, _ = men
    light = (bishops & LIGHT).bit_count()
    return (
        max(0, knights.bit_count() - 2)
        + max(0, light - 1)
        + max(0, bishops.bit_count() - light - 1)
        + max(0, rooks.bit_count() - 2)
        + max(0, queens.bit_count() - 1)
    )


def read_position(record: FenRecord, standard: bool) -> Position | None:
    """The position of a record of 8x8 squares with one king a side; None where it has none."""
    board = record.board
    if board is None or board.width != 8 or record.active_color is None:
        return None
    masks = dict.fromkeys("PNBRQKpnbrqk", 0)
    for index, man in enumerate(board.squares):
        if man != ".":
            masks[man] = masks.get(man, 0) | 1 << (index ^ 56)
    if len(masks) > 12 or masks["K"].bit_count() != 1 or masks["k"].bit_count() != 1:
        return None
    men = tuple(masks.values())
    white, black = men[:6], men[6:]
    fixed = 0
    for right in record.rights:
        if right.rook is None or right.king is None:
            return None
        fixed |= _square(right.rook) | _square(right.king)
    passed = -1
    if record.en_passant not in (None, "-"):
        passed = _square(record.en_passant or "").bit_length() - 1
    turn = 0 if record.active_color == "w" else 1
    return Position((white, black), (sum(white), sum(black)), turn, fixed, passed, standard)


def _square(text: str) -> int:
    return 1 << (ord(text[0]) - 97) + 8 * (int(text[1]) - 1)
