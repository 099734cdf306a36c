"""Who attacks a square: plain geometry on the squares of a Board, 8x8 or 10x8.

Sliders see along slices of the string of squares, so that no board object need be built to know whether a king
is in check. Archbishop (A, in Janus archives J) is bishop and knight, chancellor (C) rook and knight.
"""

from __future__ import annotations

from functools import lru_cache

_STRAIGHT = {"w": "RQC", "b": "rqc"}
_DIAGONAL = {"w": "BQAJ", "b": "bqaj"}
_LEAPERS = {"w": frozenset("NCAJ"), "b": frozenset("ncaj")}
_KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))

Ray = tuple[slice, int, int, bool, bool]


@lru_cache(maxsize=256)
def _lines(width: int, target: int) -> tuple[tuple[Ray, ...], tuple[int, ...]]:
    """Rays (slice, first index, step, diagonal, upwards) and knight's squares around a square."""
    row, file = divmod(target, width)
    rays: list[Ray] = []
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        rooms = [7 - row if down > 0 else row] if down else []
        rooms += [width - 1 - file if right > 0 else file] if right else []
        room, step = min(rooms), down * width + right
        if room:
            stop = target + step * (room + 1)
            piece = slice(target + step, stop if stop >= 0 else None, step)
            rays.append((piece, target, step, bool(down and right), down < 0))
    leaps = [(row + a) * width + file + b for a, b in _KNIGHT if 0 <= row + a < 8 and 0 <= file + b < width]
    return tuple(rays), tuple(leaps)


def attackers(squares: str, width: int, target: int, by: str) -> list[int]:
    """Indices of the men of color `by` ("w" or "b") that attack the square at index `target`.

    Every man counts, pinned or not, and pawns only with their capture; men of unknown letters count for nothing.

    >>> attackers("....k..." + "." * 48 + "....R...", 8, 4, "w")
    [60]
    """
    rays, leaps = _lines(width, target)
    straight, diagonal = _STRAIGHT[by], _DIAGONAL[by]
    king, pawn = ("K", "P") if by == "w" else ("k", "p")
    white = by == "w"
    found = []
    for piece, start, step, slant, upwards in rays:
        line = squares[piece]
        rest = line.lstrip(".")
        if not rest:
            continue
        man = rest[0]
        near = len(rest) == len(line)
        if (
            man in (diagonal if slant else straight)
            or (near and man == king)
            or (near and slant and man == pawn and upwards is not white)
        ):
            found.append(start + step * (len(line) - len(rest) + 1))
    knights = _LEAPERS[by]
    found += [leap for leap in leaps if squares[leap] in knights]
    return found


def king_index(squares: str, color: str) -> int | None:
    """Index of the one king of a color, None where there is none or more than one.

    >>> king_index("....k..." + "." * 56, "b"), king_index("." * 64, "w")
    (4, None)
    """
    king = "K" if color == "w" else "k"
    index = squares.find(king)
    if index < 0 or squares.find(king, index + 1) >= 0:
        return None
    return index


def same_line(width: int, a: int, b: int, c: int) -> bool:
    """Whether three squares stand on one rank, file or diagonal."""
    (ra, fa), (rb, fb), (rc, fc) = divmod(a, width), divmod(b, width), divmod(c, width)
    if ra == rb == rc or fa == fb == fc:
        return True
    return (ra - fa == rb - fb == rc - fc) or (ra + fa == rb + fb == rc + fc)
