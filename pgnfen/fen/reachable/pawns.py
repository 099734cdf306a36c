"""The captures that pawns have made: from which file each comes, and what the other side has lost.

Each pawn, and each man that must be promoted, is given a file of its own to come from; a pawn captures once for each
file that it moves over, and moves over one for each rank at most. No pawn passes an enemy pawn of its file without a
capture, whichever side makes it. The fewest captures by which all that can be done are compared with the men that are
missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from pgnfen.fen.reachable.cages import Cages
from pgnfen.fen.reachable.position import (
    ADJECTIVES,
    BACK,
    BISHOP_,
    FILES,
    KINDS,
    LIGHT,
    PAWN_,
    PAWNS_HOME,
    SIDES,
    Position,
    Proof,
    each,
    name,
    names,
)
from pgnfen.words import listed

NEVER = 99


class Prey(NamedTuple):
    """What pawns of a side can have captured: men in all, and at most on light squares, on dark ones."""

    all: int
    light: int
    dark: int


def prey_of(position: Position, cages: Cages, side: int) -> Prey:
    """What the pawns of a side can have captured."""
    enemy = 1 - side
    count = position.missing(enemy) - cages.lost[enemy].bit_count()
    bishops, lost = position.men[enemy][BISHOP_], cages.lost[enemy]
    light, dark = count, count
    homes = 0x24 << 56 * enemy if position.standard else 0
    for color, squares in ((0, LIGHT), (1, ~LIGHT)):
        caged = homes & squares & lost
        if not bishops & squares and not caged:  # it was captured on squares of its color
            light, dark = (light, dark - 1) if color == 0 else (light - 1, dark)
    return Prey(count, light, dark)


class _Ways(NamedTuple):
    """How a pawn can have come: file of origin, captures, and those of them that are on light, on dark squares for
    certain."""

    file: int
    captures: int
    light: int
    dark: int


def _pawn_ways(side: int, square: int, most: int, crossed: int) -> tuple[_Ways, ...]:
    """The ways of a pawn with so many captures at most; `crossed`: files on which it cannot have stayed."""
    file, advance = square & 7, (square >> 3) - 1 if side == 0 else 6 - (square >> 3)
    ways = []
    for origin in range(max(0, file - advance), min(7, file + advance) + 1):
        captures = abs(origin - file)
        if not captures and crossed >> file & 1:
            captures = 2  # it left the file, and came back
            if advance < 2:
                continue
        if captures > most:
            continue
        light = dark = 0
        if captures == advance:  # all its moves are captures, on squares of the color of its home square
            on_light = bool(LIGHT >> (8 + origin if side == 0 else 48 + origin) & 1)
            light, dark = (captures, 0) if on_light else (0, captures)
        ways.append(_Ways(origin, captures, light, dark))
    return tuple(ways)


def _promotion_ways(side: int, static: int, most: int, blocked: int) -> tuple[_Ways, ...]:
    """The ways of a pawn that is promoted; `blocked`: files that no pawn of the side runs down from end to end."""
    seventh, eighth = (48, 56) if side == 0 else (8, 0)
    ways = []
    for origin in range(8):
        fewest = NEVER
        for file in range(8):
            if static >> seventh + file & 1:
                continue
            captures = abs(origin - file) + (static >> eighth + file & 1)
            if not captures and blocked >> file & 1:
                captures = 1  # it leaves the file before the enemy pawn, or behind it
            fewest = min(fewest, captures)
        if fewest <= most:
            ways.append(_Ways(origin, fewest, 0, 0))
    return tuple(ways)


_Sum = tuple[int, int, int]


def _fits(options: Iterable[tuple[_Ways, ...]], prey: Prey) -> bool:
    """Whether all can come from files of their own, and have enough men to capture."""
    states: dict[int, set[_Sum]] = {0: {(0, 0, 0)}}
    for ways in sorted(options, key=len):
        following: dict[int, set[_Sum]] = {}
        for taken, sums in states.items():
            for file, captures, light, dark in ways:
                if taken >> file & 1:
                    continue
                more = {
                    (a + captures, b + light, c + dark)
                    for a, b, c in sums
                    if a + captures <= prey.all and b + light <= prey.light and c + dark <= prey.dark
                }
                if more:
                    following.setdefault(taken | 1 << file, set()).update(more)
        states = following
    return bool(states)


def _fewest(options: Iterable[tuple[_Ways, ...]]) -> int:
    """The fewest captures by which all come from files of their own; NEVER where they cannot at all."""
    states = {0: 0}
    for ways in sorted(options, key=len):
        following: dict[int, int] = {}
        for taken, sum_ in states.items():
            for file, captures, _, _ in ways:
                if not taken >> file & 1:
                    new = taken | 1 << file
                    following[new] = min(following.get(new, NEVER), sum_ + captures)
        states = following
    return min(states.values(), default=NEVER)


class _Side(NamedTuple):
    """The pawns of a side whose captures are asked for: `crossed` files on which none has stayed, so many that must be
    promoted (`raised`) past these `static` men, not down these `blocked` files."""

    side: int
    pawns: int
    crossed: int = 0
    raised: int = 0
    static: int = 0
    blocked: int = 0

    def options(self, most: int) -> list[tuple[_Ways, ...]]:
        """How each can have come with so many captures at most."""
        options = [_pawn_ways(self.side, square, most, self.crossed) for square in each(self.pawns)]
        if self.raised:
            options += [_promotion_ways(self.side, self.static, most, self.blocked)] * self.raised
        return options


@lru_cache(maxsize=4096)
def _possible(side: _Side, prey: Prey) -> bool:
    """Whether the pawns can have captured what they must have."""
    if prey.all < 0 or prey.light < 0 or prey.dark < 0:
        return False
    return _fits(side.options(prey.all), prey)


def crossed_files(position: Position) -> int:
    """The files (as bits) on which all white pawns stand beyond all black ones."""
    white, black = position.men[0][PAWN_], position.men[1][PAWN_]
    found = 0
    for file in range(8):
        ours, theirs = white & FILES[file], black & FILES[file]
        if theirs and ours & -ours > theirs:
            found |= 1 << file
    return found


def pawn_proofs(position: Position, cages: Cages) -> list[Proof]:
    """Proofs by the pawns, and by the men that must be promoted."""
    proofs = []
    for side in (0, 1):
        pawns = position.men[side][PAWN_]
        if pawns.bit_count() + cages.promoted[side] > 8:
            proofs.append(Proof(_too_many(position, cages, side), pawns | cages.raised[side]))
    if proofs:
        return proofs
    preys = prey_of(position, cages, 0), prey_of(position, cages, 1)
    for side in (0, 1):
        proof = _of_side(position, cages, side, preys[side])
        if proof:
            proofs.append(proof)
    return proofs or _crossed(position, cages, preys) or _passed(position, cages)


def _of_side(position: Position, cages: Cages, side: int, prey: Prey) -> Proof | None:
    pawns, raised = position.men[side][PAWN_], cages.promoted[side]
    seventh = PAWNS_HOME[1 - side]
    if raised and not seventh & ~cages.static:
        theirs = ADJECTIVES[1 - side]
        sentence = f"{_promoted(side, raised)}, but no {theirs} pawn has moved to let a pawn pass"
        return Proof(sentence, cages.raised[side] | seventh)
    blocked = _blocked(position, cages, side) if raised else 0
    asked = _Side(side, pawns, 0, raised, cages.static & (seventh | BACK[1 - side]), blocked)
    if _possible(asked, prey):
        return None
    least = _fewest(asked.options(8))
    if least == NEVER:
        return Proof(_no_way(side, raised), pawns | cages.raised[side])
    return Proof(_needs(position, cages, side, (least, prey)), pawns | cages.raised[side] | cages.lost[1 - side])


def _blocked(position: Position, cages: Cages, side: int) -> int:
    """The files on which an enemy pawn has stood for certain ever since the array."""
    enemy = 1 - side
    prey = prey_of(position, cages, enemy)
    pawns = position.men[enemy][PAWN_]
    found = 0
    for file in range(8):
        if pawns & FILES[file] and not _possible(_Side(enemy, pawns, 1 << file), prey):
            found |= 1 << file
    return found


def _crossed(position: Position, cages: Cages, preys: tuple[Prey, Prey]) -> list[Proof]:
    """Where pawns have passed each other on a file, one of them has captured."""
    files = crossed_files(position)
    if not files:
        return []
    part = files
    while True:  # each way to share them
        stayed = part, files ^ part
        if all(_possible(_Side(side, position.men[side][PAWN_], stayed[side]), preys[side]) for side in (0, 1)):
            return []
        if not part:
            break
        part = part - 1 & files
    pairs = 0
    for file in range(8):
        if files >> file & 1:
            pairs |= (position.men[0][PAWN_] | position.men[1][PAWN_]) & FILES[file]
    where = " and ".join(f"the {'abcdefgh'[file]}-file" for file in range(8) if files >> file & 1)
    lost = f"White has lost {_men(position.missing(0))}, and Black {_men(position.missing(1))}"
    why = "which takes captures, but no piece has been captured"
    if position.missing(0) or position.missing(1):
        why = f"and with the other pawns' captures this needs more captures than were possible: {lost}"
    return [Proof(f"the pawns on {where} have passed each other, {why}", pairs)]


def _passed(position: Position, cages: Cages) -> list[Proof]:
    """Where more pawns have got past the enemy pawn of their own file than there were captures for it: that pawn was
    captured, or one of the two has captured. What is promoted is past it, and so is what faces no enemy pawn.

    This is how John Tromp bounds the number of positions: github.com/tromp/ChessPositionRanking.
    """
    facing = facing_files(position)
    captures = sum(position.missing(side) - cages.lost[side].bit_count() for side in (0, 1))
    for side in (0, 1):
        enemy, pawns, raised = 1 - side, position.men[side][PAWN_], cages.promoted[side]
        past = pawns.bit_count() + raised - facing
        pawns_lost = min(8 - position.men[enemy][PAWN_].bit_count() - cages.promoted[enemy], position.missing(enemy))
        if past > captures + pawns_lost:
            return [Proof(_gets_past(side, raised, past, (captures, pawns_lost)), pawns | cages.raised[side])]
    return []


def facing_files(position: Position) -> int:
    """On how many files a white pawn stands before a black one."""
    white, black = position.men[0][PAWN_], position.men[1][PAWN_]
    return sum(1 for file in FILES if white & file and (white & file) & -(white & file) < black & file)


def _gets_past(side: int, raised: int, past: int, room: tuple[int, int]) -> str:
    """`room`: the captures that pawns can have made, and how many of the enemy's pawns were captured."""
    captures, lost = room
    own, enemy = ADJECTIVES[side], ADJECTIVES[1 - side]
    pawn, of_file = "pawns", "pawns that started on their files"
    if past == 1:
        pawn, of_file = "pawn", "pawn that started on its file"
    promoted_ = f" ({raised if raised < past else 'all'} promoted)" if raised else ""
    who = f"at least {past} {own} {pawn}{promoted_} got past the {enemy} {of_file}"
    count = f"{captures or 'no'} capture{'' if captures == 1 else 's'}"
    pawns = f"{lost or 'no'} {enemy} pawn{'' if lost == 1 else 's'}"
    how = f"and each time one of the two must have captured, or the {enemy} one must have been captured"
    return f"{who}, {how}, but there were at most {count}, and {SIDES[1 - side]} can have lost at most {pawns}"


def _men(count: int) -> str:
    return "no piece" if not count else f"{count} piece{'s' if count > 1 else ''}"


def _promoted(side: int, raised: int) -> str:
    noun = "piece" if raised == 1 else "pieces"
    return f"{SIDES[side]} has at least {raised} promoted {noun}"


def _too_many(position: Position, cages: Cages, side: int) -> str:
    missing = 8 - position.men[side][PAWN_].bit_count()
    which = _which(position, cages.raised[side], side)
    pawns = "no" if missing <= 0 else f"only {missing}"
    verb = "pawns are" if missing > 1 else "pawn is"
    return f"{_promoted(side, cages.promoted[side])}{which}, but {pawns} {ADJECTIVES[side]} {verb} missing"


def _which(position: Position, squares: int, side: int) -> str:
    named = [
        f"the {KINDS[kind]} on {name(square)}"
        for kind in range(1, 5)
        for square in each(position.men[side][kind] & squares)
    ]
    return f" ({', '.join(named)})" if named else ""


def _no_way(side: int, raised: int) -> str:
    more = f" and {_pieces(raised)}" if raised else ""
    pawns = f"the {ADJECTIVES[side]} pawns{more}"
    return f"{pawns} cannot all have started on different files, however many captures they made"


def _needs(position: Position, cages: Cages, side: int, found: tuple[int, Prey]) -> str:
    least, prey = found
    enemy, lost = 1 - side, cages.lost[1 - side]
    pawns = [square for square in each(position.men[side][PAWN_]) if not PAWNS_HOME[side] >> square & 1]
    who = [f"the {ADJECTIVES[side]} pawn{'s' if len(pawns) > 1 else ''} on {listed(map(name, pawns))}"] if pawns else []
    raised = cages.promoted[side]
    if raised:
        who.append(f"{_pieces(raised)}{'' if who else f' of {SIDES[side]}'}")
    count = f"{least} capture{'s' if least != 1 else ''}"
    missing = position.missing(enemy)
    has = f"{SIDES[enemy]} has lost {'only ' if missing else ''}{_men(missing)}"
    if lost:
        verb = "was" if lost.bit_count() == 1 else "were"
        home = f"{'the one' if lost.bit_count() == 1 else 'those'} from {listed(names(lost))}"
        has += f", and {home} {verb} captured where no pawn can capture"
    elif least <= prey.all:
        among = "a bishop that" if missing == 1 else f"{missing} pieces, and a bishop among them"
        has = f"{SIDES[enemy]} has lost only {among} moved on squares of the other color"
    return f"{' and '.join(who)} need{'s' if len(pawns) + raised == 1 else ''} at least {count}, but {has}"


def _pieces(raised: int) -> str:
    return f"{raised} promoted piece{'s' if raised > 1 else ''}"
