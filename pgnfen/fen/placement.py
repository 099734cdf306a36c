"""The piece placement field: the board that it draws, 8x8 or 10x8, what is wrong with it (F201-F204), and who
attacks its squares.

Sources: PGN 1994 section 16.1.3.1; the X-FEN article for 10x8 boards (`9` and `10`, archbishop A, chancellor C);
XBoard and Lichess for the pieces in hand (`[QRpp]`, `/QRpp`) and promoted men (`Q~`).

Sliders see along slices of the string of squares, so that no board object need be built to know whether a king is in
check. Archbishop (A, in Janus archives J) is bishop and knight, chancellor (C) rook and knight.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from pgnfen.fen.fault import PLACEMENT, Fault, quote
from pgnfen.fen.variants import STANDARD, Variant
from pgnfen.lazy import regex
from pgnfen.words import counted

_MEN = frozenset("KQRBNPkqrbnp")
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_DIGITS = "0123456789"
_EXPAND = {ord(d): "." * int(d) for d in "12345678"}
_CLEAN = regex(r"[KQRBNPkqrbnp/]*(?:[1-8](?![1-8])[KQRBNPkqrbnp/]*)*")
_HOLDINGS = r"[A-Za-z]*"
_NINTH_PART = r"[QRBNPqrbnp]+"
NOT_CHESS = "ten ranks of nine squares: this is not chess but Xiangqi or a similar game"
_ODD = ("K~", "k~", "P~", "p~", "[K", "[k")  # kings and pawns where they cannot be; the rest can be read
_EMPTY_RUN = regex(r"\.+")
_PARTS_OF_8, _PARTS_OF_10 = regex(r"[^~]", re.DOTALL), regex(r"10|[^~]", re.DOTALL)


class Board(NamedTuple):
    """The men on the board.

    `width` is 8 or 10; `squares` has width * 8 characters from a8 (index 0) to h1 or j1, "." for an empty square;
    `promoted` the indices of the men marked `~`; `holdings` the pieces in hand as written (None: no such part) and
    `holdings_style` "[" or "/", the way they were written.
    """

    width: int
    squares: str
    promoted: tuple[int, ...] = ()
    holdings: str | None = None
    holdings_style: Literal["[", "/"] | None = None

    def rank(self, number: int) -> str:
        """The squares of rank `number` (1 to 8) from the a-file on.

        >>> Board(8, "r......." + "." * 56).rank(8)
        'r.......'
        """
        start = (8 - number) * self.width
        return self.squares[start : start + self.width]

    def at(self, square: str) -> str:
        """The man on a square such as "e4", "." where there is none; the square must be on the board."""
        return self.squares[square_index(square, self.width)]

    def to_text(self) -> str:
        """Write the field.

        >>> Board(8, "....k..." + "." * 56, holdings="Qp", holdings_style="[").to_text()
        '4k3/8/8/8/8/8/8/8[Qp]'
        """
        squares = self.squares
        if self.promoted:
            marked = [c + "~" if i in self.promoted else c for i, c in enumerate(squares)]
            rows = ["".join(marked[i : i + self.width]) for i in range(0, len(squares), self.width)]
        else:
            rows = [squares[i : i + self.width] for i in range(0, len(squares), self.width)]
        text = _EMPTY_RUN.sub(lambda run: str(len(run.group())), "/".join(rows))
        if self.holdings is None:
            return text
        return f"{text}[{self.holdings}]" if self.holdings_style == "[" else f"{text}/{self.holdings}"


@lru_cache(maxsize=256)
def square_name(index: int, width: int = 8) -> str:
    """Name of the square at an index of Board.squares.

    >>> square_name(0), square_name(63), square_name(79, 10)
    ('a8', 'h1', 'j1')
    """
    return f"{'abcdefghij'[index % width]}{8 - index // width}"


def square_index(square: str, width: int = 8) -> int:
    """Index in Board.squares of a square's name; the square must be on the board.

    >>> square_index("e4"), square_index("a8"), square_index("j1", 10)
    (36, 0, 79)
    """
    return (8 - int(square[1])) * width + "abcdefghij".index(square[0])


def column_of(placement: str, index: int, width: int = 8) -> int:
    """0-based character index of the man on the square with an index of Board.squares.

    For an empty square it is the digit that covers it. The field must be readable.

    >>> placement = "4k3/8/8/8/8/8/8/4K2R"
    >>> placement[column_of(placement, 4)], placement[column_of(placement, 60)], placement[column_of(placement, 63)]
    ('k', 'K', 'R')
    """
    row, file = divmod(index, width)
    begin = sum([len(rank) + 1 for rank in placement.split("/")[:row]])
    seen = 0
    for part in (_PARTS_OF_8 if width == 8 else _PARTS_OF_10).finditer(placement, begin):
        seen += int(part[0]) if part[0][0] in _DIGITS else 1
        if seen > file:
            return part.start()
    return 0


def read_placement(text: str, column: int = 0, variant: Variant = STANDARD) -> tuple[Board | None, tuple[Fault, ...]]:
    """Read the piece placement field, `column` being its 0-based place in the record.

    The board is None where a rank is missing, too wide or too narrow, or a letter is not a piece; then the faults
    (F201, F202, F203) say why. Unmerged digits and zeros (F204) leave it readable. Never raises.

    >>> read_placement("8/8/8/4k3/8/4K3/44/8")[1][0].message
    'rank 2: "44" is used for 8 empty squares'
    """
    if _CLEAN.fullmatch(text):
        rows = text.translate(_EXPAND).split("/")
        if len(rows) == 8:
            squares = "".join(rows)
            if len(squares) == 64 and set(map(len, rows)) == {8}:
                return Board(8, squares), ()
    if not variant.has_fen_fields:
        return _read_foreign(text, column, variant), ()
    return _read_carefully(text, column, variant)


def _read_foreign(text: str, column: int, variant: Variant) -> Board | None:
    """A board of a variant whose men may have any letter, or None; nothing is said against it."""
    board, faults = _read_carefully(text, column, variant)
    return None if faults else board


def _split_holdings(text: str, variant: Variant) -> tuple[str, str | None, Literal["[", "/"] | None]:
    if text.endswith("]") and "[" in text:
        body, _, held = text[:-1].partition("[")
        if held in ("", "-") or re.fullmatch(_HOLDINGS, held):
            return body, held, "["
    elif text.count("/") == 8:
        body, _, held = text.rpartition("/")
        if re.fullmatch(_HOLDINGS, held) if variant.has_holdings else _is_ninth_part(body, held):
            return body, held, "/"
    return text, None, None


def _is_ninth_part(body: str, held: str) -> bool:
    """Whether a ninth part can only be pieces in hand, no variant saying so: letters alone, too few or many for a rank,
    behind eight whole ranks."""
    if len(held) == 8 or not re.fullmatch(_NINTH_PART, held):
        return False
    return all(_rank_sum(rank, ten=False) == 8 for rank in body.split("/"))


def _read_carefully(text: str, column: int, variant: Variant) -> tuple[Board | None, tuple[Fault, ...]]:
    body, holdings, style = _split_holdings(text, variant)
    ranks = body.split("/")
    if len(ranks) == 10 and all(_rank_sum(rank, ten=False) == 9 for rank in ranks):
        return None, (Fault("F201", PLACEMENT, column, max(1, len(text)), text, None, NOT_CHESS),)
    width = _likelier_width(ranks)
    any_letter = width == 10 or not variant.has_fen_fields
    faults: list[Fault] = []
    if len(ranks) != 8:
        faults.append(_rank_count(text, ranks, column))
    squares: list[str] = []
    promoted: list[int] = []
    start = column
    bad: dict[str, tuple[int, int]] = {}
    for number, rank in enumerate(ranks):
        row, marks, doubtful = _read_rank(rank, width, any_letter, start, bad)
        if len(ranks) == 8 and len(row) != width:
            faults.append(_rank_width(rank, 8 - number, len(row), width, start))
        elif len(ranks) == 8:
            faults.extend(_unmerged(8 - number, start, run) for run in doubtful)
        promoted.extend(len(squares) + i for i in marks)
        squares.extend(row)
        start += len(rank) + 1
    if not any_letter:
        _read_holdings(holdings or "", column + len(body) + 1, bad)
    faults.extend(_bad_letters(bad, width))
    if not all(map(_leaves_readable, faults)):
        return None, tuple(faults)
    return Board(width, "".join(squares), tuple(promoted), holdings, style), tuple(faults)


def _leaves_readable(fault: Fault) -> bool:
    """Whether it is clear what a placement with such a fault draws."""
    return fault.code == "F204" or (fault.code == "F203" and fault.declared in _ODD)


def _read_holdings(held: str, start: int, bad: dict[str, tuple[int, int]]) -> None:
    """Note the letters in hand that are no men."""
    for i, c in enumerate("" if held == "-" else held):
        if c not in _MEN or c in "Kk":
            key = c if c not in _MEN else f"[{c}"
            first, count = bad.get(key, (start + i, 0))
            bad[key] = first, count + 1


def _likelier_width(ranks: list[str]) -> int:
    eights = sum(_rank_sum(rank, ten=False) == 8 for rank in ranks)
    tens = sum(_rank_sum(rank, ten=True) == 10 for rank in ranks)
    return 10 if tens > eights else 8


def _rank_sum(rank: str, ten: bool) -> int:
    if ten:
        rank = rank.replace("10", "." * 10)
    return sum(int(c) if c in _DIGITS else 1 for c in rank if c != "~")


def _read_rank(
    rank: str, width: int, any_letter: bool, start: int, bad: dict[str, tuple[int, int]]
) -> tuple[list[str], list[int], list[tuple[int, str, int]]]:
    """Squares, indices of promoted men, and runs of digits not merged (offset, text, sum); notes bad letters."""
    row: list[str] = []
    marks: list[int] = []
    doubtful: list[tuple[int, str, int]] = []
    i = 0
    while i < len(rank):
        c = rank[i]
        if c in _DIGITS:
            end = i + 1
            while end < len(rank) and rank[end] in _DIGITS:
                end += 1
            run = rank[i:end]
            empty = _rank_sum(run, ten=width == 10)
            if run != str(empty) or not empty:
                doubtful.append((i, run, empty))
            row.extend("." * empty)
            i = end
            continue
        if c == "~" and i and rank[i - 1] in _LETTERS:
            marks.append(len(row) - 1)
            if rank[i - 1] in "KkPp" and not any_letter:
                bad.setdefault(rank[i - 1 : i + 1], (start + i, 1))
        else:
            if c not in _MEN and not (any_letter and c in _LETTERS):
                first, count = bad.get(c, (start + i, 0))
                bad[c] = first, count + 1
            row.append(c)
        i += 1
    return row, marks, doubtful


def _rank_count(text: str, ranks: list[str], column: int) -> Fault:
    message = f"{counted(len(ranks), 'rank')} instead of 8"
    wide = [i for i, rank in enumerate(ranks) if _rank_sum(rank, ten=False) in (16, 20)]
    if len(ranks) < 8 and wide:
        message += f': a "/" is probably missing in {quote(ranks[wide[0]])}'
    elif len(ranks) > 8 and not ranks[-1]:
        message += ': a "/" after the last rank'
    return Fault("F201", PLACEMENT, column, max(1, len(text)), text, None, message)


def _rank_width(rank: str, number: int, total: int, width: int, start: int) -> Fault:
    message = f"rank {number} ({quote(rank)}) has {total} squares instead of {width}"
    return Fault("F202", PLACEMENT, start, max(1, len(rank)), rank, None, message)


def _unmerged(number: int, start: int, run: tuple[int, str, int]) -> Fault:
    offset, text, empty = run
    squares = counted(empty, "empty square") if empty else "no square at all"
    message = f'rank {number}: "{text}" is used for {squares}'
    expected = str(empty) if empty else ""
    return Fault("F204", PLACEMENT, start + offset, len(text), text, expected, message, "safe")


def _odd(letter: str, column: int) -> Fault:
    """F203 of a king or a pawn marked as promoted, and of a king in hand."""
    man = "king" if letter[-1] in "Kk" or letter[0] in "Kk" else "pawn"
    message = f"{quote(letter)} marks a {man} as promoted, which is not possible"
    if letter[0] == "[":
        message = f"{quote(letter[1])} in hand: a king cannot be in hand"
    return Fault("F203", PLACEMENT, column, 1, letter, None, message)


def _bad_letters(bad: dict[str, tuple[int, int]], width: int) -> list[Fault]:
    """F203: one fault for each letter, but one for all of them where the text is no placement at all."""
    faults = [_odd(letter, bad.pop(letter)[0]) for letter in [*bad] if letter in _ODD]
    if len(bad) > 3:
        letters = "".join(bad)
        message = f"{counted(sum(count for _, count in bad.values()), 'letter')} that are not pieces: {quote(letters)}"
        return [*faults, Fault("F203", PLACEMENT, min(column for column, _ in bad.values()), 1, letters, None, message)]
    for letter, (column, count) in bad.items():
        message = f"{quote(letter)} is not a piece"
        if width == 8 and letter in "AaCc":
            man = "an archbishop" if letter in "Aa" else "a chancellor"
            message = f"{quote(letter)} is {man}, a piece that exists only on 10x8 boards"
        if count > 1:
            message += f" ({count} times)"
        faults.append(Fault("F203", PLACEMENT, column, 1, letter, None, message))
    return faults


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
