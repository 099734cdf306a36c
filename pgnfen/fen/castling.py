"""The castling availability field: what its letters mean on a board, and which conventions it follows.

- fen: KQkq, the king on e and the rooks on a and h (PGN 1994 section 16.1.3.3).
- x-fen: KQkq mean the outermost rook on that side of the king; a file letter stands for an inner rook only.
- shredder: always the rooks' files (HAha).

A field may open with `s` (symmetric castling, as in Janus chess) or `m` (modern castling: Embassy chess, Chess480),
as the X-FEN article has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from pgnfen.fen.definitions import CASTLING_CONVENTIONS, CastlingConvention
from pgnfen.fen.fault import quote_named
from pgnfen.fen.placement import Board, square_name

NOTHING = frozenset((*"\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "--", "none", "None", "no", "_", "."))
"""What stands in fields for `-`."""
NO_RIGHTS = NOTHING | {"0"}
"""The same of castling availability."""
_PREFIXES = ("s", "m")
_KNOWN = {8: frozenset("KQABCDEFGHkqabcdefgh"), 10: frozenset("KQABCDEFGHIJkqabcdefghij")}


Side = Literal["king", "queen"]


class Right(NamedTuple):
    """One letter of the castling availability: a castling right.

    `letter` as it stands; `color` "w" or "b"; `side` "king" or "queen" (None for a file letter where there is neither
    king nor rook); `rook` and `king` the squares ("h1", "e1") that the letter means, None where no such man is on the
    back rank.
    """

    letter: str
    color: Literal["w", "b"]
    side: Side | None
    rook: str | None
    king: str | None


class _Half(NamedTuple):
    """One color's letters read against its back rank: the rights, the conventions that they are consistent with (none
    where a right lacks its king or rook), and whether two of them are on the same side of the king."""

    rights: tuple[Right, ...]
    conventions: tuple[CastlingConvention, ...]
    clashes: bool


@lru_cache(maxsize=32768)
def _half(letters: str, back_rank: str, color: Literal["w", "b"]) -> _Half:
    """Read one color's letters against its back rank; the result depends on nothing else and repeats often."""
    number, king_man, rook_man = (1, "K", "R") if color == "w" else (8, "k", "r")
    king = 4 if len(back_rank) == 8 and back_rank[4] == king_man else back_rank.find(king_man)
    king_square = f"{'abcdefghij'[king]}{number}" if king >= 0 else None
    found = []
    for letter in letters:
        side, rook = _meant(letter, back_rank, king, rook_man)
        rook_square = f"{'abcdefghij'[rook]}{number}" if rook >= 0 and king >= 0 else None
        found.append(Right(letter, color, side, rook_square, king_square))
    rights, clashes = tuple(found), _clash(found)
    return _Half(rights, () if clashes else _conventions(rights, back_rank, rook_man), clashes)


def _meant(letter: str, back_rank: str, king: int, rook_man: str) -> tuple[Side | None, int]:
    """The side that a letter means, and the file of its rook, -1 where none stands there; `king` the king's file."""
    if letter in "KQkq":
        side: Side = "king" if letter in "Kk" else "queen"
        rook = _outermost(back_rank, rook_man, side)
        return side, rook if (rook > king) == (side == "king") else -1
    rook = ord(letter.upper()) - 65
    seen: Side | None = None if king < 0 else "king" if rook > king else "queen"
    return seen, rook if back_rank[rook] == rook_man else -1


def _outermost(back_rank: str, rook_man: str, side: Side | None) -> int:
    """The file of the outermost rook on a side, -1 where there is none."""
    return back_rank.rfind(rook_man) if side == "king" else back_rank.find(rook_man)


def _conventions(rights: tuple[Right, ...], back_rank: str, rook_man: str) -> tuple[CastlingConvention, ...]:
    """See _Half."""
    classic = len(back_rank) == 8
    x_fen = shredder = True
    for right in rights:
        if right.rook is None:
            return ()
        if right.letter in "KQkq":
            classic, shredder = classic and not is_foreign(right), False
        else:
            inner = ord(right.rook[0]) - 97 != _outermost(back_rank, rook_man, right.side)
            classic, x_fen = False, x_fen and inner
    holds = {"fen": classic or not rights, "x-fen": x_fen, "shredder": shredder}
    return tuple([convention for convention in CASTLING_CONVENTIONS if holds[convention]])


@lru_cache(maxsize=4096)
def _by_color(text: str) -> tuple[str, str]:
    letters = text[1:] if text[:1] in _PREFIXES else text
    return "".join(c for c in letters if c.isupper()), "".join(c for c in letters if c.islower())


def prefix_of(text: str) -> str:
    """The field's prefix, `s` or `m`, which sends the kings to other squares than in chess; "" without one.

    >>> prefix_of("mKQkq"), prefix_of("KQkq")
    ('m', '')
    """
    return text[0] if text[:1] in _PREFIXES else ""


def _halves(board: Board, text: str) -> tuple[_Half, _Half]:
    white, black = _by_color(text)
    size = board.width
    return _half(white, board.squares[-size:], "w"), _half(black, board.squares[:size], "b")


def castling_syntax(text: str, width: int = 8) -> str | None:
    """What is wrong with the letters of the field whatever the board, in half a sentence; None: nothing.

    >>> castling_syntax("KQkq"), castling_syntax("HAha"), castling_syntax("sKQkq", 10)
    (None, None, None)
    >>> castling_syntax("KQAb")
    'more than two letters for White'
    """
    # only what may be sound is worth remembering: a hostile text must not fill the memory
    return _syntax(text, width) if len(text) <= 8 else _syntax.__wrapped__(text, width)


@lru_cache(maxsize=4096)
def _syntax(text: str, width: int) -> str | None:
    if text == "-":
        return None
    letters = text[1:] if text[:1] in _PREFIXES and len(text) > 1 else text
    unknown = [c for c in letters if c not in _KNOWN[width]]
    if unknown or not letters:
        return f"{quote_named(''.join(unknown) or text)} is not a castling right"
    twice = next((c for i, c in enumerate(letters) if c in letters[:i]), None)
    if twice:
        return f"{twice} occurs twice"
    for color, own in (("White", str.isupper), ("Black", str.islower)):
        if sum(map(own, letters)) > 2:
            return f"more than two letters for {color}"
    return None


@lru_cache(maxsize=4096)
def ordered(text: str) -> str:
    """The field's letters in the order that F402 asks for: White before Black, the king's side before the queen's.

    Of two file letters the king's side has the higher file; one beside K or Q is of the other side.

    >>> ordered("qkQK"), ordered("ahAH"), ordered("QFqk"), ordered("mkqKQ")
    ('KQkq', 'HAha', 'FQkq', 'mKQkq')
    """
    white, black = _by_color(text)
    return prefix_of(text) + "".join(sorted(white, key=_rank) + sorted(black, key=_rank))


def _rank(letter: str) -> int:
    """K, then the files from the king's side on, then Q."""
    return {"k": -1000, "q": 0}.get(letter.lower(), -ord(letter))


def read_rights(board: Board, text: str) -> tuple[Right, ...]:
    """The rights that the field's letters mean on a board, White's first, each color's in the field's order.

    A right whose king or rook is missing has None there. The field's letters must be sound (castling_syntax).

    >>> board = Board(8, "r...k..r" + "." * 48 + ".....KRR")
    >>> [right.rook for right in read_rights(board, "Gkq")]
    ['g1', 'h8', 'a8']
    """
    if text == "-":
        return ()
    white, black = _halves(board, text)
    return white.rights + black.rights


def read_castling(board: Board | None, text: str) -> tuple[tuple[Right, ...], str | None]:
    """The rights that the field means on a board; () where it cannot be read, with the reason in half a sentence.

    Without a board nothing but the letters is read, by those of 10x8 boards.

    >>> read_castling(Board(8, "." * 56 + ".....KRR"), "GH")
    ((), "G and H mean the same side of White's king")
    """
    if text == "-":
        return (), None
    wrong = castling_syntax(text, board.width if board else 10)
    if wrong is not None or board is None:
        return (), wrong
    white, black = _halves(board, text)
    for half, owner in ((white, "White"), (black, "Black")):
        if half.clashes:
            letters = " and ".join(right.letter for right in half.rights)
            return (), f"{letters} mean the same side of {owner}'s king"
    return white.rights + black.rights, None


def castling_conventions(board: Board, text: str) -> tuple[CastlingConvention, ...]:
    """The conventions that the field is consistent with on a board; () where it cannot be read or lacks a man.

    On 10x8 boards and of a field with a prefix "fen" is not said: the 1994 standard knows neither.

    >>> castling_conventions(Board(8, "r...k..r" + "." * 48 + "R...K..R"), "KQkq")
    ('fen', 'x-fen')
    """
    if text == "-":
        return CASTLING_CONVENTIONS
    if castling_syntax(text, board.width):
        return ()
    white, black = _halves(board, text)
    known = CASTLING_CONVENTIONS if not prefix_of(text) else ("x-fen", "shredder")
    return tuple([one for one in known if one in white.conventions and one in black.conventions])


NOT_CLASSIC = "KQkq cannot express the castling availability: a king is not on e, or a rook is not on a or h"


def needs_chess960(board: Board, rights: tuple[Right, ...]) -> bool:
    """Whether some right needs Chess960's castling: a king not on e, or a rook not on a or h; False on 10x8.

    >>> board = Board(8, "r...k..r" + "." * 48 + "R...K.R.")
    >>> needs_chess960(board, read_rights(board, "KQkq")), needs_chess960(board, read_rights(board, "kq"))
    (True, False)
    """
    if board.width != 8:
        return False
    return any(is_foreign(right) for right in rights)


_HOMES = {("w", "king"): "h1", ("w", "queen"): "a1", ("b", "king"): "h8", ("b", "queen"): "a8"}


def is_foreign(right: Right) -> bool:
    """Whether king and rook stand there, and standard chess does not know the castling (8x8 boards)."""
    if right.rook is None or right.king is None:
        return False
    return right.king[0] != "e" or right.side is None or right.rook != _HOMES[right.color, right.side]


def _clash(rights: Sequence[Right]) -> bool:
    """Whether two rights of one color are on the same side of its king, which no convention can mean."""
    if len(rights) != 2:
        return False
    first, second = rights
    return first.side is not None and first.side == second.side and first.rook != second.rook


def own_back_rank(board: Board, color: str) -> str:
    """The back rank of a color, from the a-file on."""
    return board.rank(1 if color == "w" else 8)


def king_squares(board: Board, color: str) -> list[str]:
    """The squares of a color's kings."""
    king = "K" if color == "w" else "k"
    return [square_name(i, board.width) for i, c in enumerate(board.squares) if c == king]


def write_rights(board: Board, rights: tuple[Right, ...], convention: CastlingConvention, prefix: str = "") -> str:
    """Write sound rights in a convention, in its order: White first, the king's side first.

    "fen" writes KQkq whichever rook is meant; whether that says the truth is for the caller to know.

    >>> board = Board(8, "r...k..r" + "." * 48 + ".....KRR")
    >>> rights = read_rights(board, "Gkq")
    >>> [write_rights(board, rights, convention) for convention in CASTLING_CONVENTIONS]
    ['Kkq', 'Gkq', 'Gha']
    """
    letters = ""
    for color in ("w", "b"):
        row = own_back_rank(board, color)
        rook_man = "R" if color == "w" else "r"
        mine = {r.rook: r for r in rights if r.color == color and r.rook is not None}
        for rook, right in sorted(mine.items(), key=lambda item: item[1].side != "king"):
            letter = "k" if right.side == "king" else "q"
            inner = ord(rook[0]) - 97 != _outermost(row, rook_man, right.side)
            if convention == "shredder" or (convention == "x-fen" and inner):
                letter = rook[0]
            letters += letter.upper() if color == "w" else letter
    return prefix + letters if letters else "-"
