"""Where in a piece placement field a square's man stands: the column that a caret points to."""

from __future__ import annotations


def column_of(placement: str, index: int, width: int = 8) -> int:
    """0-based character index of the man on the square with an index of Board.squares.

    For an empty square it is the digit that covers it. The field must be readable.

    >>> placement = "4k3/8/8/8/8/8/8/4K2R"
    >>> placement[column_of(placement, 4)], placement[column_of(placement, 60)], placement[column_of(placement, 63)]
    ('k', 'K', 'R')
    """
    row, file = divmod(index, width)
    column = 0
    for rank in placement.split("/")[:row]:
        column += len(rank) + 1
    seen = 0
    while column < len(placement):
        c = placement[column]
        if width == 10 and placement.startswith("10", column):
            seen += 10
            if seen > file:
                return column
            column += 2
            continue
        if c in "0123456789":
            seen += int(c)
        elif c != "~":
            seen += 1
        if seen > file:
            return column
        column += 1
    return 0
