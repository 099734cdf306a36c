"""10x8 boards in X-FEN: the letters of their men, and how their castling is marked.

X-FEN knows the archbishop A (knight and bishop) and the chancellor C (knight and rook). Archives have other letters
for them; they are read and written back as they came, and only a conversion to X-FEN brings them to A and C.
"""

from __future__ import annotations

from pgnfen.errors import ConversionError
from pgnfen.fen.placement import Board
from pgnfen.fen.variants import STANDARD, Variant

_X_FEN_MEN = frozenset("KQRBNPAC")
_PREFIXES = {"janus": "s", "embassy": "m"}
_UNNAMED = ("standard", "chess960", "unknown")
_OTHER_LETTERS: dict[str, dict[str, str]] = {
    "janus": {"J": "A"},
    **{key: {"M": "C", "H": "A", "E": "C"} for key in ("gothic", "capablanca", "caparandom", "embassy")},
}
"""Letters for the two men by variant: J the Janus, M the marshal, H and E the hawk and elephant of Seirawan chess."""


def castling_prefix(variant: Variant, board: Board | None = None) -> str:
    """The prefix that X-FEN sets before the rights: `s` for symmetric castling (Janus: the king goes to b or i),
    `m` for modern castling (Embassy: it goes three squares to either side), else nothing.

    Where no 10x8 variant is named, the letter J on the board says Janus: X-FEN writes A for it, and then only the
    prefix can say so.

    >>> from pgnfen.fen.variants import read_variant
    >>> castling_prefix(read_variant("Janus")), castling_prefix(read_variant("Capablanca"))
    ('s', '')
    >>> castling_prefix(STANDARD, Board(10, "RJNBKQBNJR" + "." * 70))
    's'
    """
    if variant.family in _UNNAMED and board is not None and board.width == 10 and "J" in board.squares.upper():
        return _PREFIXES["janus"]
    return _PREFIXES.get(variant.key, "")


def x_fen_men(board: Board, variant: Variant = STANDARD) -> Board:
    """The board with archbishops as A and chancellors as C.

    Without a variant that says so, J is taken for the Janus, which it is nowhere else. Raises ConversionError for a
    letter whose man nothing tells.

    >>> x_fen_men(Board(10, "RJNBKQBNJR" + "." * 70)).rank(8)
    'RANBKQBNAR'
    """
    letters = sorted({man.upper() for man in board.squares if man != "."} - _X_FEN_MEN)
    if not letters:
        return board
    table = _OTHER_LETTERS.get(variant.key, {"J": "A"})
    squares = board.squares
    for letter in letters:
        man = table.get(letter)
        if man is None or man in squares.upper():
            raise ConversionError(
                f"the piece letter {letter} is unknown: besides the standard pieces, X-FEN has only A and C"
            )
    for letter in letters:
        man = table[letter]
        squares = squares.replace(letter, man).replace(letter.lower(), man.lower())
    return board._replace(squares=squares)
