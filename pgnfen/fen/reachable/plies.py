"""How many moves a position takes at least, side by side, and whether their number is even."""

from __future__ import annotations

from pgnfen.fen.reachable.cages import Cages, spread
from pgnfen.fen.reachable.position import (
    BACK,
    BISHOP_,
    HOME,
    KING_,
    KNIGHT,
    KNIGHT_,
    LIGHT,
    PAWN_,
    PAWNS_HOME,
    QUEEN_,
    RANKS,
    ROOK_,
    SIDES,
    Position,
    Proof,
    each,
    slides,
)


def _knight_distances(homes: int) -> tuple[int, ...]:
    found, new, steps = {}, homes, 0
    seen = 0
    while new:
        for square in each(new):
            found[square] = steps
        seen |= new
        more = 0
        for square in each(new):
            more |= KNIGHT[square]
        new, steps = more & ~seen, steps + 1
    return tuple(found[square] for square in range(64))


def _slider_distances(kind: int, homes: int) -> tuple[int, ...]:
    found = [2] * 64
    for home in each(homes):
        near = 0
        if kind != BISHOP_:
            near |= slides(home, 0, False)
        if kind != ROOK_:
            near |= slides(home, 0, True)
        for square in each(near):
            found[square] = min(found[square], 1)
        found[home] = 0
    return tuple(found)


def _king_distances(home: int) -> tuple[int, ...]:
    file, rank = home & 7, home >> 3
    return tuple(max(abs((square & 7) - file), abs((square >> 3) - rank)) for square in range(64))


_NEAREST = tuple(
    (
        (),
        _knight_distances(HOME[side][KNIGHT_]),
        _slider_distances(BISHOP_, HOME[side][BISHOP_]),
        _slider_distances(ROOK_, HOME[side][ROOK_]),
        _slider_distances(QUEEN_, HOME[side][QUEEN_]),
        _king_distances(4 + 56 * side),
    )
    for side in (0, 1)
)
"""The fewest moves from the nearest home square of the standard array, by side, kind and square."""


def pawn_moves(position: Position, side: int) -> int:
    """The fewest moves that the pawns on the board have made."""
    moves = 0
    pawns = position.men[side][PAWN_]
    for rank in range(2, 7):
        row = RANKS[rank if side == 0 else 7 - rank]
        moves += (pawns & row).bit_count() * max(1, rank - 2)
    return moves


def moves_needed(position: Position, side: int) -> int:
    """The fewest moves that a side has made: its men have left home, and each of the other's losses took one."""
    pawns = pawn_moves(position, side)
    men = position.men[side]
    pieces = 0
    if position.standard:
        table = _NEAREST[side]
        for kind in range(KNIGHT_, KING_ + 1):
            nearest = table[kind]
            squares = men[kind] & ~HOME[side][kind]
            if squares:
                pieces += sum([nearest[square] for square in each(squares)])
        pieces -= _saved_by_castling(position, side)
    off = (position.sides[side] & ~men[PAWN_] & ~BACK[side]).bit_count()  # castling takes nobody off the back rank
    pieces = max(pieces, off)
    return max(pawns + pieces, position.missing(1 - side))


def _saved_by_castling(position: Position, side: int) -> int:
    """How many moves less king and rooks take if the king has castled: no more than two, and none where he is home."""
    return 2 if not position.men[side][KING_] & HOME[side][KING_] else 0


def plies_needed(position: Position, clock: int | None) -> tuple[int, str]:
    """The fewest plies before a position, an even number where White is to move, and why, as part of a sentence."""
    needed = [moves_needed(position, side) for side in (0, 1)]
    least = max(2 * needed[0] - 1 if needed[0] else 0, 2 * needed[1])
    side = 0 if 2 * needed[0] - 1 >= 2 * needed[1] else 1
    moves = needed[side]
    why = f"{SIDES[side]} has made at least {moves} {'move' if moves == 1 else 'moves'}"
    if clock:
        zeroing = [max(pawn_moves(position, side), position.missing(1 - side)) for side in (0, 1)]
        last = max(2 * zeroing[0] - 1 if zeroing[0] else 0, 2 * zeroing[1])
        if last + clock > least:
            least = last + clock
            side = 0 if 2 * zeroing[0] - 1 >= 2 * zeroing[1] else 1
            count = zeroing[side]
            moves_ = "pawn move or capture" if count == 1 else "pawn moves or captures"
            follow = "1 ply" if clock == 1 else f"{clock} plies"
            since = f"according to the halfmove clock {follow} came after {'it' if count == 1 else 'them'}"
            why = f"{SIDES[side]} has made at least {count} {moves_}, and {since}"
    if least % 2 != position.turn:
        least += 1
    return least, why


def parity_proof(position: Position, cages: Cages) -> Proof | None:
    """Knights change the color of their square with each move, and so does a piece that has two squares in all: where
    nothing else but pawns of the third rank has moved, the number of a side's moves is even or odd."""
    odd = [_odd(position, cages, side) for side in (0, 1)]
    if None in odd or (odd[0] != odd[1]) == (position.turn == 1):
        return None
    words = ["an odd" if one else "an even" for one in odd]
    movers = position.men[0][KNIGHT_] | position.men[1][KNIGHT_]
    by = "(this follows from the square colors of all pieces that can have moved)"
    if words[0] == words[1]:
        sentence = f"White and Black have each made {words[0]} number of moves {by}, so it cannot be Black's turn"
    else:
        sentence = f"White has made {words[0]} and Black {words[1]} number of moves {by}, so it cannot be White's turn"
    return Proof(sentence, movers)


def _odd(position: Position, cages: Cages, side: int) -> bool | None:
    """Whether a side has made an odd number of moves; None where that is not certain."""
    men = position.men[side]
    pawns, third = men[PAWN_], RANKS[2 if side == 0 else 5]
    if position.missing(side) or pawns & ~PAWNS_HOME[side] & ~third or men[KING_] & ~cages.static:
        return None
    movers = position.sides[side] & ~pawns & ~cages.static
    homes = BACK[side] & ~cages.static
    if movers.bit_count() != homes.bit_count():
        return None
    for kind in (BISHOP_, ROOK_, QUEEN_):
        for square in each(men[kind] & movers):
            if spread(kind, square, cages.static).bit_count() > 2:
                return None
    moves = (pawns & third).bit_count() + (movers & LIGHT).bit_count() + (homes & LIGHT).bit_count()
    return bool(moves & 1)
