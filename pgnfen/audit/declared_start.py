"""The starts that a game declares by number or array: `SP 353`, `[ScharnaglNumber "353"]`, `[Opening "NBRKQRBN"]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from pgnfen.audit.read_game import ReadGame
from pgnfen.fen.scharnagl import array_numbers, scharnagl_number
from pgnfen.lazy import regex
from pgnfen.pgn.movetext import Kind, read_movetext
from pgnfen.pgn.tagpairs import TagPair, TagSection

_NUMBER_TAGS = frozenset((b"scharnaglnumber", b"scharnagl", b"chess960position", b"startpositionnumber", b"sp"))
_TEXT_TAGS = frozenset((b"event", b"site", b"opening", b"variation", b"startposition"))
_NUMBER = regex(rb" *([0-9]{1,3}) *\Z")
_ARRAY = regex(rb"[ \"]*(?:SP:? *)?([BKNQR]{8})[ \"]*\Z")
_SAID = regex(
    rb"(?:(?:\A|[,;:(\-]) *(?P<plain>SP|[Ss]tart(?:ing)?[ -]?position)"
    rb"|(?<![0-9A-Za-z])(?P<strong>[Ss]charnagl"
    rb"|(?:[Cc]hess ?960|FRC|Fischer ?[Rr]andom)[ ,:]{1,2}(?:SP|(?:[Ss]tart(?:ing)? ?)?[Pp]osition))"
    rb")(?: [Nn]umber| [Nn]o\.?| [Nn]r\.?| [Ii][Dd])?[:=]? ?#?(?P<number>[0-9]{1,3})(?=[ \"]*[\]),;}]|[ \".]*\Z)"
)
_SP = regex(rb"\bsp\b")
_ARRAY_AT = regex(rb"[BKNQR]{8} *(?:[\"}\r\n]|\Z)")


class WithTags(ReadGame, Protocol):
    """A game whose tags are read; a Game."""

    @property
    def section(self) -> TagSection: ...


class DeclaredStart(NamedTuple):
    """Scharnagl's number of a start as bytes `at` to `end` of the game declare it; `plain`: in words that may speak of
    something else in a game that is not of Chess960."""

    at: int
    end: int
    number: int
    plain: bool


def declared_starts(raw: bytes, movetext: int, pairs: Iterable[TagPair]) -> list[DeclaredStart]:
    """The starts declared in tags, and in comments of the mainline before its first move.

    >>> raw = b'{SP 353} 1. e4 {SP 1} *'
    >>> declared_starts(raw, 0, ())
    [DeclaredStart(at=1, end=7, number=353, plain=True)]
    """
    found = []
    for pair in pairs:
        name, value, at = pair.name.lower(), pair.raw_value, pair.value_start
        if name in _NUMBER_TAGS and (match := _NUMBER.match(value)):
            found.append((at + match.start(1), at + match.end(1), int(match[1]), False))
        elif name in _TEXT_TAGS or name in _NUMBER_TAGS:
            found += [(at + begin, at + end, number, plain) for begin, end, number, plain in _in_text(value)]
    if b"{" in raw[movetext:] or b";" in raw[movetext:]:
        for token in read_movetext(raw, movetext, moves=0).mainline:
            if token.kind in (Kind.COMMENT, Kind.LINE_COMMENT):
                text = token.text(raw)[1:].removesuffix(b"}").rstrip()
                at = token.start + 1
                found += [(at + begin, at + end, number, plain) for begin, end, number, plain in _in_text(text)]
    return [DeclaredStart(*one) for one in found if one[2] <= 959]


def _may_declare(raw: bytes, movetext: int) -> bool:
    """Whether one of the words stands in the tags or comments of a game by which a start is declared: most games have
    none, and their tags need not be read."""
    text = raw if b"{" in raw[movetext:] or b";" in raw[movetext:] else raw[:movetext]
    lower = text.lower()
    words = b"osition" in lower or b"charnagl" in lower or b"SP" in text or (b"sp" in lower and _SP.search(lower))
    return bool(words) or (b"Q" in text and _ARRAY_AT.search(text) is not None)


def _in_text(text: bytes) -> Iterator[tuple[int, int, int, bool]]:
    """Declarations in a tag's value or a comment: begin, end, number, whether in plain words."""
    array = _ARRAY.match(text)
    if array is not None:
        number = scharnagl_number(array[1].decode())
        if number is not None:
            yield array.start(1), array.end(1), number, False
        return
    for match in _SAID.finditer(text):
        plain = match["plain"] is not None
        yield match.start("plain" if plain else "strong"), match.end(), int(match["number"]), plain


def compared_starts(game: WithTags) -> Iterator[tuple[DeclaredStart, bool]]:
    """The starts that a game declares, and whether each is the array that the game begins from: White's number, or
    Black's, or one more, as some count from 1. Nothing where the game begins from no array of chess."""
    if not _may_declare(game.raw, game.movetext):
        return
    declared = declared_starts(game.raw, game.movetext, game.section.pairs)
    numbers = arrays_of(game) if declared else None
    if numbers is None:
        return
    chess960 = game.start.variant.family == "chess960" or numbers != (518, 518) or game.facts.stop is not None
    for one in declared:
        agrees = one.number in numbers or one.number - 1 in numbers
        if agrees or chess960 or not one.plain:
            yield one, agrees


def arrays_of(game: WithTags) -> tuple[int, int] | None:
    """Scharnagl's numbers of the array that the game begins from, White's and Black's; None where it is no array of
    chess, or the FEN that would say so is lost."""
    start = game.start
    if start.variant.family not in ("standard", "chess960", "unknown") or start.width != 8:
        return None
    if start.fen is None:  # S102 and S202 search the start of the others
        plain = start.variant.family != "chess960" and (start.setup or "").strip() != "1"
        return (518, 518) if plain and game.facts.stop is not None else None
    record = start.record
    if record is None or record.board is None or record.active_color != "w":
        return None
    return array_numbers(record.board.squares)
