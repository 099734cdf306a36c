"""A position as sets of squares, and what counts say of it: who is missing, who must be promoted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pgnfen.fen.reachable.squares import LIGHT, RANKS

if TYPE_CHECKING:
    from pgnfen.fen.fen_record import FenRecord

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
