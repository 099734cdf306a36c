"""Which variant of pyffish's a start of a 10x8 board, or with a prefix before its castling rights, is played by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pgnfen.fen.castling import prefix_of
from pgnfen.replay.large.castling import castled_files

if TYPE_CHECKING:
    from pgnfen.fen.placement import Board
    from pgnfen.fen.record import FenRecord
    from pgnfen.fen.start import Start

ARRAYS = {
    "capablanca": "RNABQKBCNR",
    "gothic": "RNBQCKABNR",
    "embassy": "RNBQKCABNR",
    "janus": "RJNBKQBNJR",
}
"""White's first rank of the variants that have one array; Caparandom has many."""

VARIANT_NAMES = {
    "capablanca": "Capablanca",
    "caparandom": "Caparandom",
    "gothic": "Gothic",
    "embassy": "Embassy",
    "janus": "Janus",
    "chess": "Standard",
    "chess480": "Chess480",
}
_MEN = {"janus": frozenset("KQRBNPJ"), "chess": frozenset("KQRBNP"), "chess480": frozenset("KQRBNP")}
_OTHER_MEN = frozenset("KQRBNPAC")
_LETTERS: dict[str, dict[str, str]] = {"janus": {"A": "J"}, "chess": {}, "chess480": {}}
_OTHER_LETTERS = {"M": "C", "E": "C", "H": "A", "J": "A"}
_HOME = "p" * 10 + "." * 40 + "P" * 10


def letters_of(rules: str) -> dict[str, str]:
    """Letters of archives for men that pyffish writes otherwise; `rules` as it names them."""
    return _LETTERS.get(rules.partition("-")[0], _OTHER_LETTERS)


def rules_of(start: Start) -> str | None:
    """The variant whose rules a 10x8 start follows, or one of 8x8 with a prefix (`m`: Chess480); None for other starts.

    The Variant tag decides, but a prefix `m` beside another variant than Janus asks for Embassy's castling. Without
    the tag: the prefix (`s` Janus, `m` Embassy), then the array of a variant, then the letter J (Janus), else
    Caparandom, whose castling X-FEN means by a field without a prefix.

    >>> from pgnfen.fen.start import read_start
    >>> fen = "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1"
    >>> rules_of(read_start("1", fen, None)), rules_of(read_start("1", fen, "Capablanca"))
    ('gothic', 'capablanca')
    """
    family, record = start.variant.family, start.record
    if start.variant.key == "chess480":
        return "chess480" if record is not None and record.width == 8 else None
    if family == "pyffish":
        if record is None:
            return start.variant.key if start.fen is None else None
        if record.width != 10:
            return None
        modern = start.variant.key != "janus" and record.castling.startswith("m")
        return "embassy" if modern else start.variant.key
    if family not in ("standard", "chess960", "unknown") or record is None:
        return None
    if record.width == 10:
        return _rules_by_board(record)
    prefix = prefix_of(record.castling) if record.rights else ""
    return {"m": "chess480", "s": "chess"}.get(prefix)


def variant_name(start: Start) -> str | None:
    """The variant that a Variant tag would name for a 10x8 start, or one of 8x8 with a prefix; None where none fits.

    Castling from other files than Embassy's is modern, too, and no variant has a name for it.
    """
    rules = rules_of(start)
    if rules in (None, "chess") or (rules == "embassy" and castled_files("embassy", start.record) != (7, 1)):
        return None
    return VARIANT_NAMES[rules or ""]


def _rules_by_board(record: FenRecord) -> str:
    prefix = {"s": "janus", "m": "embassy"}.get(record.castling[:1])
    if prefix:
        return prefix
    squares = record.board.squares if record.board else ""
    if squares[10:70] == _HOME and squares[:10].upper() == squares[70:]:
        for rules, array in ARRAYS.items():
            if squares[70:] == array:
                return rules
    return "janus" if "J" in squares.upper() else "caparandom"


def why_not(start: Start) -> str | None:
    """What keeps pyffish from playing a start that has such rules, were it installed; None where nothing does."""
    record = start.record
    if start.variant.family == "pyffish" and record is not None and record.board is not None and record.width != 10:
        return f"{start.variant.name} is played on 10x8 boards, but the board in the FEN is 8x8"
    rules = rules_of(start)
    if rules is None or (record is not None and not record.is_readable):
        return "the variant has no such board" if start.kind != "unreadable" else "the FEN cannot be read"
    if record is None or record.board is None:
        return None
    unplayable = _why_not_board(record.board, rules)
    if unplayable:
        return unplayable
    files = castled_files(rules, record)
    return files if isinstance(files, str) else None


def _why_not_board(board: Board, rules: str) -> str | None:
    """What men there are that the rules do not know."""
    if board.holdings is not None:
        return f"pieces in hand on a board of {board.width}x8"
    for color, king in (("white", "K"), ("black", "k")):
        if board.squares.count(king) != 1:
            return f"there must be exactly one {color} king"
    strange = sorted({spelled(letter, rules) for letter in _letters(board)} - _MEN.get(rules, _OTHER_MEN))
    if strange:
        return f"{VARIANT_NAMES[rules]} has no piece {', '.join(strange)}"
    if len(back_letters(board, rules)) < len(_letters(board)):
        return "two letters for one man"
    return None


def _letters(board: Board) -> set[str]:
    return {man.upper() for man in board.squares if man != "."}


def spelled(man: str, rules: str) -> str:
    other = letters_of(rules).get(man.upper(), man.upper())
    return other if man.isupper() else other.lower()


def back_letters(board: Board, rules: str) -> dict[str, str]:
    """From pyffish's letters to those of the record."""
    return {spelled(letter, rules): letter for letter in _letters(board)}
