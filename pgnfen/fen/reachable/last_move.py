"""The last move: what can have been played to get to a position.

Every move of the side that has just moved is taken back, with each man that it can have captured. It is possible where
the side to move was not in check before it, and the checks that the other king then stands in can have been given in
their turn. A move that breaks a rule that is not looked at counts as possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pgnfen.fen.reachable.cages import Cages
from pgnfen.fen.reachable.position import (
    BACK,
    BISHOP_,
    KING,
    KING_,
    KNIGHT,
    KNIGHT_,
    LIGHT,
    PAWN,
    PAWN_,
    PAWNS_HOME,
    QUEEN_,
    RANKS,
    ROOK_,
    Men,
    Position,
    each,
    promoted,
    slides,
)

_DEPTH = 1  # checks that come before the last move are explained so far


@dataclass(frozen=True, slots=True)
class LastMoves:
    """Whether the last move can have been one that is neither a capture nor a pawn's, and one of the others."""

    quiet: bool
    zeroing: bool

    def allows(self, clock: int) -> bool:
        """Whether the halfmove clock can stand so behind it."""
        return self.quiet if clock else self.zeroing


def checkers(men: Men, side: int, king: int, occupied: int) -> int:
    """The men of `side` that attack a square."""
    found = KNIGHT[king] & men[KNIGHT_] | KING[king] & men[KING_] | PAWN[1 - side][king] & men[PAWN_]
    straight, slant = men[ROOK_] | men[QUEEN_], men[BISHOP_] | men[QUEEN_]
    if straight:
        found |= slides(king, occupied, False) & straight
    if slant:
        found |= slides(king, occupied, True) & slant
    return found


def _origins(kind: int, square: int, occupied: int) -> int:
    if kind == KNIGHT_:
        return KNIGHT[square]
    if kind == BISHOP_:
        return slides(square, occupied, True)
    if kind == ROOK_:
        return slides(square, occupied, False)
    if kind == QUEEN_:
        return slides(square, occupied, True) | slides(square, occupied, False)
    return KING[square]


class _Retro:
    """One position, to be taken a move back; `static` men stay. `depth`: so often what was before is asked for."""

    def __init__(self, position: Position, static: int, depth: int) -> None:
        self.position, self.static, self.depth = position, static, depth
        self.mover = 1 - position.turn
        self.men, self.others = position.men[self.mover], position.men[position.turn]
        self.occupied = position.occupied
        self.king = self.others[KING_].bit_length() - 1
        self.own_king = self.men[KING_].bit_length() - 1
        self.ahead = 8 if self.mover == 0 else -8
        self._prey: dict[int, tuple[int, ...]] = {}

    def moves(self) -> Iterator[bool]:
        """Each move that can have been the last: whether it was a capture or a pawn's."""
        if self.position.passed >= 0:
            yield from self._double_step(self.position.passed)
            return
        yield from self._pieces()
        yield from self._pawns()
        yield from self._castlings()
        yield from self._promotions()

    def _pieces(self) -> Iterator[bool]:
        for kind in (KNIGHT_, BISHOP_, ROOK_, QUEEN_, KING_):
            for to in each(self.men[kind] & ~self.static):
                for origin in each(_origins(kind, to, self.occupied) & ~self.occupied):
                    men = _moved(self.men, kind, to, kind, origin)
                    if self._holds(men, self.others, self.occupied ^ (1 << to | 1 << origin)):
                        yield False
                    yield from self._captures(men, to, origin)

    def _captures(self, men: Men, to: int, origin: int) -> Iterator[bool]:
        """The same move as a capture."""
        occupied = self.occupied | 1 << origin
        if not self.prey_on(to) or checkers(men, self.mover, self.king, occupied):
            return
        for kind in self.prey_on(to):
            if self._explains(men, _with(self.others, kind, to), occupied):
                yield True

    def prey_on(self, square: int) -> tuple[int, ...]:
        """The kinds of men that can have been captured on a square."""
        color = (0 if LIGHT >> square & 1 else 1) + (2 if (BACK[0] | BACK[1]) >> square & 1 else 0)
        known = self._prey.get(color)
        if known is None:
            room = self.position.sides[self.position.turn].bit_count() < 16
            kinds = (PAWN_, KNIGHT_, BISHOP_, ROOK_, QUEEN_) if color < 2 else (KNIGHT_, BISHOP_, ROOK_, QUEEN_)
            known = tuple(kind for kind in kinds if room and self._fits(_with(self.others, kind, square)))
            self._prey[color] = known
        return known

    @staticmethod
    def _fits(men: Men) -> bool:
        """Whether a side can have so many men of each kind."""
        return men[PAWN_].bit_count() + promoted(men) <= 8

    def _holds(self, men: Men, others: Men, occupied: int) -> bool:
        """Whether these can have been the men before: `men` of the side that was to move, and then moved."""
        return not checkers(men, self.mover, self.king, occupied) and self._explains(men, others, occupied)

    def _explains(self, men: Men, others: Men, occupied: int) -> bool:
        """Whether the checks of that position can have been given."""
        mover = self.mover
        own = men[KING_].bit_length() - 1
        given = checkers(others, 1 - mover, own, occupied).bit_count()
        if not given or not self.depth:
            return given <= 2
        if given > 2:
            return False
        both = (men, others) if mover == 0 else (others, men)
        sides = (_all(both[0]), _all(both[1]))
        before = Position(both, sides, mover, self.position.fixed, -1, self.position.standard)
        return any(True for _ in _Retro(before, self.static, self.depth - 1).moves())

    def _pawns(self) -> Iterator[bool]:
        ahead, home = self.ahead, PAWNS_HOME[self.mover]
        for to in each(self.men[PAWN_] & ~home):
            origin = to - ahead
            if not self.occupied >> origin & 1:
                if self._pawn_from(to, origin):
                    yield True
                twice = origin - ahead
                fresh = 0 <= twice < 64 and home >> twice & 1 and not self.occupied >> twice & 1
                if fresh and self._pawn_from(to, twice):
                    yield True
            for origin in each(PAWN[1 - self.mover][to] & ~self.occupied):
                if BACK[self.mover] >> origin & 1:
                    continue
                men = _moved(self.men, PAWN_, to, PAWN_, origin)
                yield from self._captures(men, to, origin)
                if self._en_passant(men, to, origin):
                    yield True

    def _pawn_from(self, to: int, origin: int) -> bool:
        men = _moved(self.men, PAWN_, to, PAWN_, origin)
        return self._holds(men, self.others, self.occupied ^ (1 << to | 1 << origin))

    def _en_passant(self, men: Men, to: int, origin: int) -> bool:
        """Whether the capture can have been one en passant, and the double step before it."""
        sixth = RANKS[5] if self.mover == 0 else RANKS[2]
        taken, came = to - self.ahead, to + self.ahead
        if not sixth >> to & 1 or (self.occupied >> taken | self.occupied >> came) & 1:
            return False
        if PAWN_ not in self.prey_on(to):
            return False
        occupied = self.occupied ^ (1 << to | 1 << origin | 1 << taken)
        if checkers(men, self.mover, self.king, occupied):
            return False
        before = _with(self.others, PAWN_, came)
        occupied ^= 1 << taken | 1 << came
        return not checkers(before, 1 - self.mover, men[KING_].bit_length() - 1, occupied)

    def _double_step(self, passed: int) -> Iterator[bool]:
        to, origin = passed + self.ahead, passed - self.ahead
        if self._pawn_from(to, origin):
            yield True

    def _promotions(self) -> Iterator[bool]:
        last, ahead = BACK[1 - self.mover], self.ahead
        for kind in (KNIGHT_, BISHOP_, ROOK_, QUEEN_):
            for to in each(self.men[kind] & last & ~self.static):
                origins = PAWN[1 - self.mover][to] & ~self.occupied
                men = _moved(self.men, kind, to, PAWN_, to - ahead)
                if not self._fits(men):
                    continue
                free = not self.occupied >> to - ahead & 1
                if free and self._holds(men, self.others, self.occupied ^ (1 << to | 1 << to - ahead)):
                    yield True
                for origin in each(origins):
                    yield from self._captures(_moved(self.men, kind, to, PAWN_, origin), to, origin)

    def _castlings(self) -> Iterator[bool]:
        back, shift = BACK[self.mover], 56 * self.mover
        if (self.men[KING_] | self.men[ROOK_]) & self.position.fixed:
            return
        for king_to, rook_to in ((6, 5), (2, 3)):
            king, rook = 1 << king_to + shift, 1 << rook_to + shift
            if not (self.men[KING_] & king and self.men[ROOK_] & rook):
                continue
            rest = self.occupied ^ king ^ rook
            for king_from, rook_from in self._castled_from(king_to > rook_to):
                origins = 1 << king_from + shift | 1 << rook_from + shift
                path = _between(king_from, king_to) | _between(rook_from, rook_to)
                if rest & back & (path << shift | origins):
                    continue
                men = list(self.men)
                men[KING_] = 1 << king_from + shift
                men[ROOK_] = men[ROOK_] ^ rook | 1 << rook_from + shift
                if self._holds(tuple(men), self.others, rest | origins):
                    yield False

    def _castled_from(self, kingside: bool) -> list[tuple[int, int]]:
        if self.position.standard:
            return [(4, 7)] if kingside else [(4, 0)]
        if kingside:
            return [(king, rook) for king in range(1, 7) for rook in range(king + 1, 8)]
        return [(king, rook) for king in range(1, 7) for rook in range(king)]


def _between(one: int, other: int) -> int:
    """The squares of the first rank from one file to another, both included."""
    low, high = min(one, other), max(one, other)
    return (1 << high + 1) - (1 << low)


def _all(men: Men) -> int:
    return men[0] | men[1] | men[2] | men[3] | men[4] | men[5]


def _with(men: Men, kind: int, square: int) -> Men:
    return (*men[:kind], men[kind] | 1 << square, *men[kind + 1 :])


def _moved(men: Men, kind: int, to: int, before: int, origin: int) -> Men:
    """The men with that on `to` back on `origin`, where it was of the kind `before`."""
    made = list(men)
    made[kind] ^= 1 << to
    made[before] |= 1 << origin
    return tuple(made)


def last_moves(position: Position, cages: Cages, quiet: bool, zeroing: bool) -> LastMoves:
    """What the last move can have been. It is looked no further where all that is asked for is found: a quiet move, one
    that sets the halfmove clock to 0; if neither, whichever is found first."""
    found = {False: False, True: False}
    for kind in _Retro(position, cages.static, _DEPTH).moves():
        found[kind] = True
        if (found[False] or not quiet) and (found[True] or not zeroing):
            break
    return LastMoves(found[False], found[True])
