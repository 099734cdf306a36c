"""Forsyth's own notation of 1883 and the form that it had by 1897: read to FEN, and written.

- 1883: one line a rank, the eighth rank first, signs parted by blanks; `0` for one empty square, `2` to `8` for as many
  in a row, `Kt` for the knight; Black's men underlined in print. Here Black's men are lower-case letters, or letters
  with U+0332 (combining low line) behind them.
- 1897: the ranks on one line, parted by commas; `1` for one empty square; Black's men in lower-case letters.

Both state the piece placement and nothing else: the other five fields of the FEN stand at their defaults
(White to move, no castling, no en passant square, 0 1), and ForsythRecord.unstated says so.

Forsyth's example of 1883, a position after Black's 40th move, is given as
`1r6/5pp1/R1R4p/1r1pP3/2pkQPP1/7P/1P6/2K5 w - - 0 41` today. Checked square by square:

- The kind of man and the empty squares agree on all 64 squares; each rank of the source adds up to eight.
- The colors cannot be checked where the underlining is lost, as it is in a text without markup.
- Prose about the diagram that names white rooks on a6 and d6 disagrees with it: notation and FEN have them on a6
  and c6.
- Of the fields that the notation does not state, the active color follows from "after Black's 40th move", and
  contradicts the colors: with a white queen on e4, Black's king on d4 stands in check with White to move (P103).

The example of 1897 agrees with its FEN on all 64 squares, colors too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pgnfen.errors import ConversionError, check_one_of, check_type
from pgnfen.fen.fault import FIELD_NAMES, quote
from pgnfen.fen.placement import Board
from pgnfen.lazy import regex
from pgnfen.words import counted

Style = Literal["1883", "1897"]
STYLES: tuple[Style, ...] = ("1883", "1897")

_SIGN = regex(r"(Kt|kt|KT|N|n|K|k|Q|q|R|r|B|b|P|p|[0-8])", re.ASCII)
_LOW_LINE = "\u0332"
_EMPTY = regex(r"\.+|[^.]")


@dataclass(frozen=True, slots=True)
class ForsythRecord:
    """`style` "1883" or "1897", `board` the position, `fen` a FEN of six fields for it, `unstated` the names of the
    fields that the notation does not state and that stand at their defaults."""

    style: Style
    board: Board
    fen: str
    unstated: tuple[str, ...] = FIELD_NAMES[1:]


class ForsythError(ConversionError):
    """Text that is no position in Forsyth's notation: `code` is the rule's that reports it, `rank` (8 to 1) where it is
    wrong; None: in the number of ranks."""

    def __init__(self, message: str, code: Literal["F201", "F202", "F203"], rank: int | None = None) -> None:
        super().__init__(message)
        self.code, self.rank = code, rank


def read_forsyth(text: str, style: Style | None = None) -> ForsythRecord:
    r"""Read a position in Forsyth's notation; `style` None tells 1897 by its commas.

    Blanks between the signs may be left out. Raises ForsythError, a ConversionError that names the rank
    (8 to 1) and what is wrong there; ValueError for another style.

    >>> read_forsyth("8, 8, 2 kt 5, 8, 4 K 3, 8, 8, 4 k 3").fen
    '8/8/2n5/8/4K3/8/8/4k3 w - - 0 1'
    >>> read_forsyth("8\n8\n2 kt 5\n8\n0 K 6\n8\n8\n4 k 3").fen
    '8/8/2n5/8/1K6/8/8/4k3 w - - 0 1'
    """
    check_type("text", text, str)
    if style is None:
        style = "1897" if "," in text else "1883"
    check_one_of("style", style, STYLES)
    parts = text.split(",") if style == "1897" else text.strip().splitlines()
    ranks = [part.strip().rstrip(".") for part in parts if part.strip() or style == "1897"]
    if len(ranks) != 8:
        between = "commas" if style == "1897" else "lines"
        count = "1 rank instead of 8" if len(ranks) == 1 else f"{len(ranks)} ranks instead of 8"
        raise ForsythError(f"{count} (in {style} notation, ranks are separated by {between})", "F201")
    squares = "".join(_read_rank(rank, 8 - i, style) for i, rank in enumerate(ranks))
    board = Board(8, squares)
    return ForsythRecord(style, board, f"{board.to_text()} w - - 0 1")


def _read_rank(rank: str, number: int, style: Style) -> str:
    rank = rank.replace(f"K{_LOW_LINE}t", "Kt")
    row = ""
    at = 0
    while at < len(rank):
        if rank[at].isspace():
            at += 1
            continue
        match = _SIGN.match(rank, at)
        if not match:
            message = f"rank {number}: {quote(rank[at])} is not a valid character in the notation of {style}"
            raise ForsythError(message, "F203", number)
        sign, at = match[0], match.end()
        if sign.isdigit():
            empty = "0" if style == "1883" else "1"
            if sign in "01" and sign != empty:
                message = f'rank {number}: "{sign}", but {style} writes "{empty}" for one empty square'
                raise ForsythError(message, "F203", number)
            row += "." * max(1, int(sign))
            continue
        man = "N" if sign.lower() in ("kt", "n") else sign.upper()
        black = sign[0].islower()
        while at < len(rank) and rank[at] == _LOW_LINE:
            black, at = True, at + 1
        row += man.lower() if black else man
    if len(row) != 8:
        message = f"rank {number} ({quote(rank)}) has {counted(len(row), 'square')} instead of 8"
        raise ForsythError(message, "F202", number)
    return row


def man_column(text: str, style: Style, index: int) -> tuple[int, int]:
    """Column and length of the sign of a man, on the square with an index of Board.squares; the text can be read.

    >>> man_column("8, 8, 2 kt 5, 8, 4 K 3, 8, 8, 4 k 3", "1897", 18)
    (8, 2)
    """
    number, seen, between = index // 8, 0, "," if style == "1897" else "\n"
    begin = len(text) - len(text.lstrip()) if style == "1883" else 0
    for _ in range(number):
        begin = text.index(between, begin) + 1
    for match in _SIGN.finditer(text.replace(f"K{_LOW_LINE}t", "Kt "), begin):
        seen += max(1, int(match[0])) if match[0].isdigit() else 1
        if seen > index % 8:
            return match.start(), len(match[0])
    return 0, 1


def write_forsyth(board: Board, style: Style = "1897") -> str:
    """Write an 8x8 position in Forsyth's notation, Black's men in lower case.

    Raises ConversionError for a board that is not 8x8 or has pieces in hand, ValueError for another style.

    >>> board = Board(8, ".r......" + "." * 48 + "K.N.....")
    >>> write_forsyth(board)
    '1 r 6, 8, 8, 8, 8, 8, 8, K 1 Kt 5'
    >>> write_forsyth(board, "1883").splitlines()[0]
    '0 r 6'
    """
    check_type("board", board, Board)
    check_one_of("style", style, STYLES)
    if board.width != 8 or board.holdings:
        raise ConversionError(f"{style} notation supports only 8x8 boards without pieces in hand")
    ranks = []
    for number in range(8, 0, -1):
        signs = []
        for run in _EMPTY.findall(board.rank(number)):
            if run[0] == ".":
                signs.append("0" if run == "." and style == "1883" else str(len(run)))
            else:
                signs.append({"N": "Kt", "n": "kt"}.get(run, run))
        ranks.append(" ".join(signs))
    return (", " if style == "1897" else "\n").join(ranks)
