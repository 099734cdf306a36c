"""Where a king castles to by the prefix of his rights, and those rules made known to pyffish.

Source: the X-FEN article. `s` is symmetric castling, to the squares next to the edges' own. `m` is modern castling:
three squares to either side on a 10x8 board, two on 8x8, at most to the square before the edge, wherever he starts.
"""

from __future__ import annotations

from functools import cache

from pgnfen.fen.castling import Right, king_squares, prefix_of
from pgnfen.fen.record import FenRecord
from pgnfen.replay.large.pyffish_module import pyffish

MODERN = frozenset({"embassy", "chess480"})
"""Variants whose castling is modern without a prefix, too."""

_OWN = {"embassy": (7, 1), "janus": (8, 1), "chess": (6, 2), "chess480": (6, 2)}
_OTHER = (8, 2)
_BASES = {"chess480": "chess"}


def castled_files(rules: str, record: FenRecord | None) -> tuple[int, int] | str:
    """The files (from 0) where kings stand after castling on the king's side and on the queen's; or, in words, why
    nobody can say them, or they are not the same for both kings, as pyffish has it.

    >>> from pgnfen.fen.record import read_fen
    >>> castled_files("embassy", read_fen("5k4/10/10/10/10/10/10/R4K3R w mKQ - 0 1"))
    (8, 2)
    """
    own = _OWN.get(rules, _OTHER)
    if record is None or record.board is None:
        return own
    prefix, width = prefix_of(record.castling) if record.rights else "", record.width
    if prefix == "s" and width == 8:
        return "pyffish cannot play castling with the prefix s on an 8x8 board"
    if prefix == "s":
        return width - 2, 1
    return own if prefix != "m" and rules not in MODERN else _modern_files(record, own)


def _modern_files(record: FenRecord, own: tuple[int, int]) -> tuple[int, int] | str:
    """See castled_files, of modern castling; `own`: those of the variant, where no king stands at home."""
    width = record.width
    rights = [right for right in record.rights if right.rook is not None]
    kings = [(right.king or "")[0] for right in rights] or _at_home(record)
    if not kings:
        return own
    found: dict[str, set[int]] = {"king": set(), "queen": set()}
    for right in rights:
        if right.side is not None:
            found[right.side].add(_modern(right.king or "", right.side == "king", width))
    if any(len(files) > 1 for files in found.values()):
        return "the kings castle three squares and reach different files; pyffish does not support this"
    if width == 8 and any(_doubtful(right) for right in rights):
        return "for a king with fewer than two squares to the edge, X-FEN and Chess480 define castling differently"
    kingside = min(found["king"], default=_modern(kings[0], True, width))
    return kingside, min(found["queen"], default=_modern(kings[0], False, width))


def _at_home(record: FenRecord) -> list[str]:
    """The files of the kings on their back ranks, where both stand on one; else none."""
    board = record.board
    assert board is not None  # its caller has looked
    homes = (("w", "1"), ("b", "8"))
    files = [square[0] for color, rank in homes for square in king_squares(board, color) if square[1] == rank]
    return files if len(set(files)) == 1 else []


def _modern(king: str, kingside: bool, width: int) -> int:
    """The file of a king behind modern castling."""
    file, step = ord(king[0]) - 97, 3 if width == 10 else 2
    return min(file + step, width - 2) if kingside else max(file - step, 1)


def _doubtful(right: Right) -> bool:
    """Whether the edge of an 8x8 board cuts modern castling short: Chess480's own rules go to the corner there."""
    return (right.king or "e")[0] in ("fgh" if right.side == "king" else "abc")


def rules_castling_to(rules: str, files: tuple[int, int]) -> str:
    """pyffish's name of the rules with kings castling to these files; made known to it where it has none."""
    if _OWN.get(rules, _OTHER) == files:
        return _BASES.get(rules, rules)
    return _declared(_BASES.get(rules, rules), *files)


@cache
def _declared(base: str, king: int, queen: int) -> str:
    name = f"{base}-{'abcdefghij'[king]}{'abcdefghij'[queen]}"
    module = pyffish()
    if module is not None:
        lines = f"castlingKingsideFile = {name[-2]}\ncastlingQueensideFile = {name[-1]}\n"
        module.load_variant_config(f"[{name}:{base}]\n{lines}")
    return name
