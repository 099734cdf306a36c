"""Variants that pyffish plays by their names, with the FEN given to it as it is.

pyffish plays more variants than these. Left out are those whose men, start or rules have no one form in archives, and
those whose moves are not written as in chess. What pyffish reads it may read to its own undoing: a FEN with a rank too
many ends the process. So it is given what has the form of its own FENs, and nothing else.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from pgnfen.lazy import regex
from pgnfen.replay.large.pyffish_module import pyffish

if TYPE_CHECKING:
    from pgnfen.fen.start import Start

NAMED = {
    "seirawan": "seirawan",
    "seirawan960": "seirawan",
    "schess960": "seirawan",
    "shouse": "shouse",
    "crazyhouse960": "crazyhouse",
    "atomic960": "atomic",
    "nocheckatomic960": "nocheckatomic",
    "kingofthehill960": "kingofthehill",
    "threecheck960": "3check",
    "fivecheck960": "5check",
    "capablanca960": "capablanca",
    "capahouse960": "capahouse",
    "shouse960": "shouse",
    "shatranj": "shatranj",
    "fivecheck": "5check",
    "losers": "losers",
    "knightmate": "knightmate",
    "codrus": "codrus",
    "kinglet": "kinglet",
    "extinction": "extinction",
    "nocheckatomic": "nocheckatomic",
    "pocketknight": "pocketknight",
    "torpedo": "torpedo",
    "hoppelpoppel": "hoppelpoppel",
    "newzealand": "newzealand",
    "grasshopper": "grasshopper",
    "chigorin": "chigorin",
    "almost": "almost",
    "amazon": "amazon",
    "spartan": "spartan",
    "shatar": "shatar",
    "makruk": "makruk",
    "cambodian": "cambodian",
    "asean": "asean",
    "loop": "loop",
    "chessgi": "chessgi",
    "koedem": "koedem",
    "capahouse": "capahouse",
    "grand": "grand",
    "shako": "shako",
    "chancellor": "chancellor",
}
"""pyffish's names by the keys of variants (see pgnfen.fen.variants)."""

_WITH_OWN_START = frozenset({"seirawan"})
_FEN = regex(
    r"([A-Za-z0-9/~]{1,160}?)(\[[A-Za-z]{0,40}\])? ([wb]) (-|[A-Za-z]{1,20}) (-|[a-l][0-9]{1,2})"
    r"(?: ([0-9]\+[0-9]))? ([0-9]{1,4}) ([1-9][0-9]{0,4})"
)
_PART = regex(r"[0-9]+|[A-Za-z]~?")


def named_rules(start: Start) -> str | None:
    """pyffish's name of the start's variant, None for one that is not among them. Nothing is imported.

    >>> from pgnfen.fen.start import read_start
    >>> named_rules(read_start(None, None, "S-Chess")), named_rules(read_start(None, None, "Bughouse"))
    ('seirawan', None)
    """
    return NAMED.get(start.variant.key) if start.variant.family == "known" else None


def named_fen(start: Start) -> str | None:
    """The FEN to play a start from, as pyffish reads it; None where it does not read it, or is not installed.

    Without a FEN only a variant that has one start everywhere is played.
    """
    rules = named_rules(start)
    module = pyffish() if rules is not None else None  # loading it takes as long as auditing megabytes
    if rules is None or module is None or rules not in _names():
        return None
    if "named" not in start.memo:
        start.memo["named"] = _fen_of(start, rules, module)
    fen: str | None = start.memo["named"]
    return fen


def _fen_of(start: Start, rules: str, module: Any) -> str | None:
    own = str(module.start_fen(rules))
    chess960 = start.variant.is_of_960
    if start.fen is None and chess960:
        return None
    if start.fen is None:
        usual = placement_of(own) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
        return own if (usual and "[]" in own) or (usual and "[" not in own) or rules in _WITH_OWN_START else None
    if not has_form_of(start.fen, own, chess960):
        return None
    fields = start.fen.split(" ")
    if len(own.split(" ")[2]) > 4:  # where men may be gated in it calls files wrong that it writes itself
        fields[2] = "-"
    return start.fen if module.validate_fen(" ".join(fields), rules, chess960) == 1 else None


@cache
def _names() -> frozenset[str]:
    """The variants that the installed pyffish knows; asked for another it ends the process."""
    module = pyffish()
    return frozenset(module.variants()) if module is not None else frozenset()


def placement_of(fen: str) -> str:
    """The piece placement field without pieces in hand."""
    return fen.split(" ", 1)[0].partition("[")[0]


def men_on(fen: str) -> dict[str, str]:
    """The men of a FEN that pyffish has written or read, by their squares.

    >>> men_on("4k3/8/8/8/8/8/8/4K2R[] w K - 0 1")
    {'e8': 'k', 'e1': 'K', 'h1': 'R'}
    """
    men = {}
    ranks = placement_of(fen).split("/")
    for number, rank in zip(range(len(ranks), 0, -1), ranks, strict=True):
        file = 0
        for part in _PART.findall(rank):
            if part.isdigit():
                file += int(part)
                continue
            men[f"{'abcdefghijkl'[file]}{number}"] = part.rstrip("~")
            file += 1
    return men


def has_form_of(fen: str, own: str, chess960: bool = False) -> bool:
    """Whether a FEN has the ranks, files, letters, kings and fields that pyffish's own FEN of the variant has;
    `chess960`: its kings castle from wherever they stand on the back rank.

    >>> own = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"
    >>> has_form_of("4k3/8/8/8/8/8/8/4K3[] w - - 0 40", own), has_form_of("4k3/8/8/8/8/8/8/8/4K3[] w - - 0 40", own)
    (True, False)
    """
    match, own_match = _FEN.fullmatch(fen), _FEN.fullmatch(own)
    if match is None or own_match is None or not _has_parts_of(match, own_match):
        return False
    ranks = match[1].split("/")
    if match[4] == "-":
        return True
    there, array = men_on(fen), men_on(own)
    if chess960:  # its own array is one of many
        back = {square: man for square, man in there.items() if square[1:] in ("1", str(len(ranks)))}
        array = {square: man for square, man in back.items() if man.isupper() == (square[1:] == "1")}
    return _has_rights(match[4], there, own_match[4], array, len(ranks))


def _has_parts_of(match: re.Match[str], own: re.Match[str]) -> bool:
    """Whether a FEN has the fields, ranks, files, letters and kings of the variant's own."""
    if (match[2] is None) != (own[2] is None) or bool(match[6]) != bool(own[6]):
        return False
    ranks, own_ranks = match[1].split("/"), own[1].split("/")
    width = _width(own_ranks[0])
    if [*map(_width, ranks)] != [width] * len(own_ranks):
        return False
    letters = {c.lower() for c in own[1] + (own[2] or "") if c.isalpha()}
    men = re.sub("[0-9/~]", "", match[1])
    if not {c.lower() for c in men + (match[2] or "[]")[1:-1]} <= letters:
        return False
    if [*map(match[1].count, "Kk")] != [*map(own[1].count, "Kk")]:
        return False
    return match[5] == "-" or (match[5][0] < "abcdefghijklm"[width] and 1 <= int(match[5][1:]) <= len(ranks))


def _has_rights(field: str, men: dict[str, str], whole: str, own: dict[str, str], height: int) -> bool:
    """Whether each letter of the castling availability has its men: KQkq the king and the rook where they start, a file
    a rook on the back rank, or what starts there, or any man of the side where others may be gated in behind it.

    `whole` is the field of the variant's own start, and `own` the men of that.
    """
    if len(set(field)) < len(field):
        return False
    gates = len(whole) > 4
    for letter in field:
        king, rook = ("K", "R") if letter.isupper() else ("k", "r")
        square = f"{letter.lower()}{1 if letter.isupper() else height}"
        there = men.get(square, "")
        if letter in "KQkq":
            squares = _castling_squares(own, king, rook, letter in "Kk")
            if not squares or any(men.get(square) != own[square] for square in squares):
                return False
            continue
        starts_there = letter in whole and there == own.get(square)
        may_gate = gates and there and there.isupper() == letter.isupper()
        if there != rook and not (starts_there or may_gate):
            return False
    return True


def _castling_squares(own: dict[str, str], king: str, rook: str, kingside: bool) -> tuple[str, ...]:
    """Where a variant's king and the outermost rook on one side of him start; () without them."""
    home = next((square for square, man in own.items() if man == king), None)
    if home is None:
        return ()
    rooks = sorted(square for square, man in own.items() if man == rook and square[1:] == home[1:])
    beyond = [square for square in rooks if (square > home) == kingside]
    return (home, beyond[-1] if kingside else beyond[0]) if beyond else ()


def _width(rank: str) -> int:
    """The squares of a rank; -1 where it is no rank."""
    parts = _PART.findall(rank)
    if "".join(parts) != rank or any(part.isdigit() and not 1 <= int(part) <= 12 for part in parts):
        return -1
    return sum(int(part) if part.isdigit() else 1 for part in parts)
