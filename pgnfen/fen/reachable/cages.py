"""Men that have never moved, and what they keep others from: where a man can have come from at all.

A pawn on its home square has not moved, nor have a king and a rook that may castle. A piece that has no square to go to
but those has not moved either, and so on. What is not among these may have been anywhere else at some time: that errs
on the side of what is possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pgnfen.fen.reachable.position import (
    ADJECTIVES,
    ALL,
    BACK,
    BISHOP_,
    FILES,
    HOME,
    KINDS,
    KING,
    KING_,
    KNIGHT_,
    LIGHT,
    PAWN_,
    PAWNS_HOME,
    QUEEN_,
    ROOK_,
    Position,
    Proof,
    each,
    name,
    names,
    slant_steps,
    straight_steps,
)
from pgnfen.words import listed

_WHOLE = (0, 2, 2, 2, 1, 1)  # men of a kind in an array
_MOST_NAMED = 6  # squares in a sentence


@dataclass(frozen=True, slots=True)
class Cages:
    """`static`: the squares of men that have never moved. `promoted`: of each side how many men must be promoted,
    `raised` those on the board that must be, as far as it is known which. `lost`: of each side the squares of home
    of men that were captured where no enemy pawn can have captured them; `proofs`: what is impossible already."""

    static: int
    promoted: tuple[int, int]
    raised: tuple[int, int]
    lost: tuple[int, int]
    proofs: tuple[Proof, ...]


def _steps(kind: int, squares: int) -> int:
    """The squares one step from these for a piece of this kind, no knight."""
    if kind == BISHOP_:
        return slant_steps(squares)
    if kind == ROOK_:
        return straight_steps(squares)
    return slant_steps(squares) | straight_steps(squares)


@lru_cache(maxsize=1 << 14)
def spread(kind: int, square: int, closed: int) -> int:
    """All squares that a piece can have been on that stands on this one, at whatever time; never on `closed` ones."""
    found = new = 1 << square
    while new:
        new = _steps(kind, new) & ~found & ~closed
        found |= new
    return found


def _pawn_attacks(side: int, pawns: int) -> int:
    left, right = pawns & ~FILES[0], pawns & ~FILES[7]
    return (left << 7 | right << 9) & ALL if side == 0 else left >> 9 | right >> 7


def static_squares(position: Position) -> int:
    """The squares of men that have never moved."""
    static = position.fixed
    for side in (0, 1):
        static |= position.men[side][PAWN_] & PAWNS_HOME[side]
    found = -1
    while found != static:
        found = static
        for side in (0, 1):
            for kind in (BISHOP_, ROOK_, QUEEN_, KING_):
                home = HOME[side][kind] if position.standard else BACK[side]
                for square in each(position.men[side][kind] & home & ~static):
                    if not _steps(kind, 1 << square) & ~static:
                        static |= 1 << square
    return static


def closed_to_king(position: Position, side: int, static: int) -> int:
    """The squares that the king of a side never was on."""
    enemy = position.men[1 - side]
    closed = static | _pawn_attacks(1 - side, enemy[PAWN_] & static)
    if enemy[KING_] & static:
        closed |= KING[enemy[KING_].bit_length() - 1]
    return closed


def promotion_squares(side: int, static: int) -> int:
    """The squares on which pawns of a side can have been promoted."""
    entries = PAWNS_HOME[1 - side] & ~static
    return (
        entries << 8 | _pawn_attacks(0, entries) if side == 0 else entries >> 8 | _pawn_attacks(1, entries)
    ) & ~static


def capturable(side: int, static: int) -> int:
    """The squares on which pawns of the other side can have captured men of this one."""
    enemy = 1 - side
    room = ALL & ~static & ~BACK[0] & ~BACK[1]
    return _pawn_attacks(enemy, room)


def find_cages(position: Position) -> Cages:
    """What men that have never moved prove."""
    static = static_squares(position)
    proofs: list[Proof] = []
    counts, raised, lost = [0, 0], [0, 0], [0, 0]
    for side in (0, 1):
        men = position.men[side]
        counts[side] += max(0, men[KNIGHT_].bit_count() - 2)  # the third rank is always open to knights
        for kind in range(BISHOP_, KING_ + 1):
            closed = closed_to_king(position, side, static) if kind == KING_ else static
            one = _of_kind(side, kind, men[kind], static, closed, position.standard)
            proofs += one.proofs
            counts[side] += one.promoted
            raised[side] |= one.raised
            lost[side] |= one.lost
    return Cages(static, (counts[0], counts[1]), (raised[0], raised[1]), (lost[0], lost[1]), tuple(proofs))


class _OfKind(NamedTuple):
    """What the pieces of one kind and side prove, as in Cages."""

    promoted: int
    raised: int
    lost: int
    proofs: tuple[Proof, ...]


@lru_cache(maxsize=1 << 14)
def _of_kind(side: int, kind: int, men: int, static: int, closed: int, standard: bool) -> _OfKind:
    """The positions of a game differ in few kinds, so what each proves is kept."""
    one = _Kind(side, kind, men, static, closed, standard)
    lost = one.lost(capturable(side, static)) if standard and kind != KING_ else 0
    return _OfKind(one.count, one.raised, lost, tuple(one.proofs))


class _Kind:
    """The pieces of one kind and side, each held to the squares from which it can have come."""

    def __init__(self, side: int, kind: int, men: int, static: int, closed: int, standard: bool) -> None:
        self.side, self.kind, self.men, self.closed, self.standard = side, kind, men, closed, standard
        self.homes = HOME[side][kind] if standard else BACK[side] & ~(static & ~men)
        promotable = 0 if kind == KING_ else promotion_squares(side, static)
        self.proofs: list[Proof] = []
        self.count = self.raised = 0
        self.ways = {
            square: 1 << square if static >> square & 1 else spread(kind, square, closed) for square in each(self.men)
        }
        free = []
        for square, way in self.ways.items():
            home = way & self.homes
            if home:
                free.append((square, home, bool(way & promotable)))
            elif not way & promotable:
                self.proofs.append(self._stranger(square, way, static))
            else:
                self.count += 1
                self.raised |= 1 << square
        self._match(free)

    def _match(self, free: list[tuple[int, int, bool]]) -> None:
        """Pieces beyond those that can be from the array must be promoted."""
        if self.kind == BISHOP_:
            parts = [[one for one in free if bool(1 << one[0] & LIGHT) is light] for light in (True, False)]
            rooms = [1, 1]
        else:
            parts, rooms = [free], [_WHOLE[self.kind]]
        for part, room in zip(parts, rooms, strict=True):
            fitting = _matched([home for _, home, _ in part], room)
            self.count += max(0, len(part) - fitting)
            caged = [(square, home) for square, home, promotable in part if not promotable]
            if len(caged) > _matched([home for _, home in caged], room):
                self.proofs.append(self._too_many([square for square, _ in caged]))

    def _too_many(self, squares: list[int]) -> Proof:
        who = f"{ADJECTIVES[self.side]} {KINDS[self.kind]}s on {listed(map(name, squares))}"
        sentence = (
            f"not all {who} can have stood in the starting position, and none can be a promoted pawn, because pieces "
            "that have never moved block the way from every promotion square"
        )
        return Proof(sentence, sum(1 << square for square in squares))

    def _stranger(self, square: int, way: int, static: int) -> Proof:
        kind, color = KINDS[self.kind], ADJECTIVES[self.side]
        whole = _steps(self.kind, way) & ~way & static
        if self.standard and self.homes:
            homes = self.homes
            if self.kind == BISHOP_:
                homes &= LIGHT if 1 << square & LIGHT else ~LIGHT
            origin = listed(names(homes), "or")
            walls = 0
            for home in each(homes):
                reach = spread(self.kind, home, self.closed)
                walls |= _steps(self.kind, reach) & ~reach & static
            walls = walls if walls.bit_count() <= whole.bit_count() or not whole else whole
        else:
            origin, walls = "its back rank", whole
        sentence = f"the {color} {kind} on {name(square)} cannot have come from {origin}"
        if walls:
            sentence += f", because {self._blocking(walls)}"
        if self.kind != KING_ and not PAWNS_HOME[1 - self.side] & ~static:
            sentence += f", and it is not a promoted pawn, because no {ADJECTIVES[1 - self.side]} pawn has moved"
        elif self.kind != KING_:
            sentence += ", and it cannot have come from a promotion square either"
        return Proof(sentence, 1 << square | walls)

    @staticmethod
    def _blocking(walls: int) -> str:
        noun = "piece" if walls & (BACK[0] | BACK[1]) else "pawn"
        if walls.bit_count() > _MOST_NAMED:
            return f"{noun}s that have never moved block the way"
        plural, have = ("s", "have") if walls.bit_count() > 1 else ("", "has")
        return f"the {noun}{plural} on {listed(names(walls))} {have} never moved"

    def lost(self, prey: int) -> int:
        """The home squares of pieces that are captured, each where no pawn of the other side can capture."""
        found = 0
        for home in each(self.homes):
            reach = spread(self.kind, home, self.closed & ~(1 << home))
            if not reach & self.men and not reach & prey:
                found |= 1 << home
        return found


def _matched(homes: list[int], room: int) -> int:
    """How many pieces can be given a home of their own; `room`: so many homes there are, whichever squares."""
    if len(homes) <= 1:
        return min(len(homes), room)
    union = 0
    for home in homes:
        union |= home
    return min(len(homes), room, union.bit_count())
