"""Scharnagl's numbers of the 960 starting arrays (0 to 959; the standard array is 518)."""

from __future__ import annotations

from functools import lru_cache

_KNIGHTS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
_MEN = sorted("RNBQKBNR")
_HOME = "p" * 8 + "." * 32 + "P" * 8


def scharnagl_array(number: int) -> str:
    """The array of a Scharnagl number as White's back rank from a to h.

    Raises ValueError outside 0 to 959. Rule: the bishops by the remainders of 4 and 4, the queen by that of 6 among
    the squares left, the knights by the table of ten, then rook, king, rook.

    >>> scharnagl_array(518), scharnagl_array(0), scharnagl_array(959)
    ('RNBQKBNR', 'BBQNNRKR', 'RKRNNQBB')
    """
    if not 0 <= number <= 959:
        raise ValueError(f"a Scharnagl number is 0 to 959, not {number}")
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    rest, queen = divmod(rest, 6)
    row = [""] * 8
    free = [0, 1, 2, 3, 4, 5, 6, 7]
    for bishop in (2 * light + 1, 2 * dark):
        row[bishop] = "B"
        free.remove(bishop)
    row[free.pop(queen)] = "Q"
    first, second = _KNIGHTS[rest]
    row[free.pop(second)], row[free.pop(first)] = "N", "N"  # the second stands behind the first
    row[free[0]], row[free[1]], row[free[2]] = "RKR"
    return "".join(row)


@lru_cache(maxsize=1024)
def scharnagl_number(rank: str) -> int | None:
    """The Scharnagl number of a back rank in capitals, None where it is none of the 960.

    >>> scharnagl_number("RNBQKBNR"), scharnagl_number("RNBKQBNR"), scharnagl_number("KRNBQBNR")
    (518, 534, None)
    """
    if sorted(rank) != _MEN or rank.find("B") % 2 == rank.rfind("B") % 2:
        return None
    light, dark = rank[1::2].index("B"), rank[::2].index("B")
    rest = rank.replace("B", "")
    queen = rest.index("Q")
    rest = rest.replace("Q", "")
    if rest.replace("N", "") != "RKR":
        return None
    knights = _KNIGHTS.index((rest.find("N"), rest.rfind("N")))
    return ((knights * 6 + queen) * 4 + dark) * 4 + light


def has_pawns_home(squares: str) -> bool:
    """Whether no pawn of a placement (64 squares from a8) has moved, nothing stands between them, and behind them each
    side's own pieces."""
    return squares[8:56] == _HOME and squares[:8].islower() and squares[56:].isupper()


@lru_cache(maxsize=256)  # asked for several times of one placement
def array_numbers(squares: str) -> tuple[int, int] | None:
    """White's and Black's Scharnagl numbers of a placement (64 squares from a8) in which nothing has left an array.

    None where a side's men do not stand so.

    >>> array_numbers("rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "BBQNNRKR")
    (0, 518)
    """
    if not has_pawns_home(squares):
        return None
    white, black = scharnagl_number(squares[56:]), scharnagl_number(squares[:8].upper())
    return None if white is None or black is None else (white, black)
