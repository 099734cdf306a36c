"""What is wrong with the castling rights that a field claims on a board: C101 to C105."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pgnfen.fen.castling import Right, king_squares, needs_chess960, ordered, own_back_rank, read_rights, write_rights
from pgnfen.fen.fault import CASTLING, Fault, Fix, quote
from pgnfen.fen.names import ADJECTIVES, SIDES
from pgnfen.fen.placement import Board
from pgnfen.fen.scharnagl import array_numbers
from pgnfen.fen.variants import Variant

NO_TAG = "-"


def castling_position_faults(
    board: Board, text: str, column: int, rights: tuple[Right, ...], variant: Variant, tag: str | None = None
) -> tuple[Fault, ...]:
    """C101 to C104 of a field whose letters are sound.

    `rights` as known_rights (in pgnfen.fen.understand) gives them; `tag` is the value of the Variant tag (NO_TAG of a
    record in no game, whose file letters are a notation like others: no C104).

    >>> from pgnfen.fen.variants import STANDARD
    >>> board = Board(8, "r...k..r" + "." * 48 + "....K..R")
    >>> rights = read_rights(board, "KQkq")
    >>> [(f.code, f.expected) for f in castling_position_faults(board, "KQkq", 30, rights, STANDARD)]
    [('C102', 'Kkq')]
    """
    broken = [right for right in rights if right.rook is None]
    if not broken:
        return _mixed(board, text, column, rights) or _file_letters(board, text, column, rights, variant, tag)
    expected = without_rights(text, broken)
    classic = variant.family == "standard" and board.width == 8 and not needs_chess960(board, rights)
    meant = _or_chess960(board, text, tag) if classic else ""
    faults = []
    for code, group, message in _false_claims(board, broken, classic):
        at, length = _culprit_of(text, group)
        faults.append(Fault(code, CASTLING, column + at, length, text, expected, message + meant, "unsafe"))
    return tuple(faults)


def _false_claims(board: Board, broken: list[Right], classic: bool) -> Iterator[tuple[str, list[Right], str]]:
    """C101 of all rights of a color whose king is not at home, C102 of each right without its rook."""
    for color in ("w", "b"):
        mine = [right for right in broken if right.color == color]
        kingless = [right for right in mine if right.king is None or (classic and right.king[0] != "e")]
        if kingless:
            yield "C101", kingless, _kingless(board, kingless)
        else:
            yield from (("C102", [right], _rookless(board, right, classic)) for right in mine)


def array_faults(
    board: Board, text: str, column: int, rights: tuple[Right, ...], variant: Variant
) -> tuple[Fault, ...]:
    """C102 and C105 of an array of the 960 with White to move, which every game starts from with all its rights.

    C102 where the array has no such rooks, C105 where Variant says Chess960 and rights are denied; () without either.

    >>> from pgnfen.fen.variants import read_variant
    >>> board = Board(8, "rkrnnbbq" + "p" * 8 + "." * 32 + "P" * 8 + "RKRNNBBQ")
    >>> array_faults(board, "-", 44, (), read_variant("Chess960"))[0].expected
    'KQkq'
    """
    broken = [right for right in rights if right.rook is None]
    if len(rights) == 4 and not broken:
        return ()  # nearly all of them
    numbers = array_numbers(board.squares)
    declared = variant.family == "chess960"
    if numbers is None or not (declared or (variant.family == "standard" and broken and numbers != (518, 518))):
        return ()
    full = read_rights(board, "KQkq")
    files = bool(rights) and not any(right.letter in "KQkq" for right in rights)
    return (_array_fault(text, column, broken, full, write_rights(board, full, "shredder" if files else "x-fen")),)


def _array_fault(text: str, column: int, broken: list[Right], full: tuple[Right, ...], expected: str) -> Fault:
    """C102 or C105 of an array whose rights, all of them, are `full`."""
    if broken:
        rooks = ", ".join(sorted(right.rook or "" for right in full))
        message = f"{quote(text)}, but in this Chess960 starting position the rooks are on {rooks}"
        message += f"; the castling rights must be {expected}"
        at, length = _culprit_of(text, broken)
        return Fault("C102", CASTLING, column + at, length, text, expected, message, "unsafe")
    if text == "-":
        message = "the FEN has no castling rights in a Chess960 starting position: this is a game without castling, or "
        return Fault("C105", CASTLING, column, 1, text, expected, f"{message}{expected} is missing", "unsafe", "info")
    message = f"{quote(text)} in a Chess960 starting position, where every game starts with {expected}"
    return Fault("C105", CASTLING, column, len(text), text, expected, message, "unsafe")


def without_rights(text: str, broken: Iterable[Right]) -> str:
    """The field without some of its rights.

    >>> without_rights("Kq", read_rights(Board(8, "....k..." + "." * 48 + "....K..."), "Kq"))
    '-'
    """
    letters = {right.letter for right in broken}
    kept = ordered("".join(c for c in text if c not in letters))
    return "-" if kept in ("", "s", "m") else kept


def _culprit_of(text: str, broken: list[Right]) -> tuple[int, int]:
    """Offset and length of the letters that are broken, where they stand side by side; else of the first."""
    letters = "".join(right.letter for right in broken)
    return (text.index(letters), len(letters)) if letters in text else (text.index(letters[0]), 1)


def _or_chess960(board: Board, text: str, tag: str | None) -> str:
    """What else the field may mean where Chess960's rules hold all of it."""
    if any(right.rook is None for right in read_rights(board, text)):
        return ""
    if tag is None or tag.strip() in ("", "?", "-"):
        return "; or the game is Chess960 and the Variant tag is missing"
    return f"; or the game is Chess960 and Variant {quote(tag)} is wrong"


def _kingless(board: Board, broken: list[Right]) -> str:
    color, letters = broken[0].color, "".join(right.letter for right in broken)
    several = len(letters) > 1
    named = f"castling right{'s' if several else ''} {letters}"
    where = king_squares(board, color)
    if not where:
        return f"{named}, but {SIDES[color]} has no king"
    number, rank = ("1", "first") if color == "w" else ("8", "eighth")
    home = f"e{number}" if any(square[1] == number for square in where) else f"the {rank} rank"
    needs = f"{named} {'need' if several else 'needs'} the {ADJECTIVES[color]} king"
    return f"{needs} on {home}, but the king is on {where[0]}"


def _rookless(board: Board, right: Right, classic: bool) -> str:
    number = "1" if right.color == "w" else "8"
    row = own_back_rank(board, right.color)
    rook = "R" if right.color == "w" else "r"
    rooks = [f"{'abcdefghij'[i]}{number}" for i, c in enumerate(row) if c == rook]
    seen = f"rooks on rank {number}: {', '.join(rooks)}" if rooks else f"rank {number} has no rook"
    needs = f"castling right {right.letter} needs a {ADJECTIVES[right.color]} rook on"
    if right.letter in "KQkq" and classic and rooks:
        corner = "h" if right.side == "king" else "a"
        return f"{needs} {corner}{number}; {seen}"
    if right.letter in "KQkq":
        return f"{needs} the {right.side}'s side of {right.king}; {seen}"
    return f"{needs} {right.letter.lower()}{number}; {seen}"


def _mixed(board: Board, text: str, column: int, rights: tuple[Right, ...]) -> tuple[Fault, ...]:
    letters = [right.letter in "KQkq" for right in rights]
    if all(letters) or not any(letters):
        return ()
    prefix = text[0] if text[0] in "sm" else ""
    expected = write_rights(board, rights, "x-fen", prefix)
    outer = [r.letter for r in rights if r.letter not in "KQkq" and r.letter not in expected]
    if not outer:
        return ()
    at = text.index(outer[0], len(prefix))
    message = f"{quote(text)} mixes KQkq and file letters; X-FEN writes {quote(expected)}"
    return (Fault("C103", CASTLING, column + at, 1, text, expected, message, "safe"),)


def _file_letters(
    board: Board, text: str, column: int, rights: tuple[Right, ...], variant: Variant, tag: str | None
) -> tuple[Fault, ...]:
    """C104: file letters alone, of rights that standard chess knows."""
    if variant.family != "standard" or board.width != 8 or text[0] in "sm" or tag == NO_TAG:
        return ()
    if any(right.letter in "KQkq" for right in rights) or needs_chess960(board, rights):
        return ()
    expected = write_rights(board, rights, "x-fen")
    says = tag is not None and tag.strip() not in ("", "?")
    why = f"Variant is {quote(tag or '')}" if says else "nothing needs the rules of Chess960"
    # at an array they may be what is left of Chess960
    fix: Fix = "unsafe" if not says and array_numbers(board.squares) else "safe"
    message = f"the castling rights are file letters, but {why}; in standard chess {quote(text)} is {quote(expected)}"
    return (Fault("C104", CASTLING, column, len(text), text, expected, message, fix),)
