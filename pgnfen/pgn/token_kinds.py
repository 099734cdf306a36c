"""The kinds of tokens of movetext, as the native engine has them too."""

# Written by definitions/generate.py from definitions/pgn.toml: change that one.

from enum import IntEnum


class Kind(IntEnum):
    """What a token is."""

    COMMENT = 1  # `{ ... }`, to the end of the game where the `}` is missing
    LINE_COMMENT = 2  # `;` to the end of the line
    ESCAPE = 3  # `%` in the first column, to the end of the line
    OPEN = 4  # `(` begins a variation
    CLOSE = 5  # `)`
    NAG = 6  # `$` and a number
    MARKER = 7  # a game termination marker
    CASTLING = 8  # castling
    NULL = 9  # a null move
    NUMBER = 10  # a move number indication, its dots included
    MOVE = 11  # SAN, long algebraic, or a drop
    EN_PASSANT = 12  # the remark e.p.
    ANNOTATION = 13  # `!?` and the like
    UNREADABLE = 14  # anything else
