"""H15: names of players as tags have them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.edits import Edit, tag_value, tags_appended
from pgnfen.audit.finding import Fix, GameFinding
from pgnfen.audit.header_text import cleaned
from pgnfen.audit.player_names import NO_GIVEN_NAMES, SURNAMES_FIRST
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact
from pgnfen.lazy import regex
from pgnfen.pgn.definitions import TITLES_IN_NAMES, VALUE_KINDS

if TYPE_CHECKING:
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game
    from pgnfen.pgn.tagpairs import TagPair

_TITLES = "|".join(title.decode() for title in TITLES_IN_NAMES)
# In names that no rule of text finds fault with, a blank stands alone.
_TITLE_BEFORE = regex(rf"({_TITLES})\.? (?=\S)")
_TITLE_BEHIND = regex(rf"(?:,? |,)(?:({_TITLES})|\(({_TITLES})\))\Z")
_TITLE_LEFT = regex(rf"(?<![A-Za-z])(?:{_TITLES})(?![A-Za-z])")
_RATING_BEHIND = regex(r" ?(?:\(([1-3][0-9]{3})\)|\[([1-3][0-9]{3})\])\Z|(?<=[A-Za-z.]) ([1-3][0-9]{3})\Z")
_LIKELY_RATINGS, _YEARS = range(1000, 2901), range(1900, 2021)
_BETWEEN = " ,;:/-\u2013\u2014"
_WORDS = regex(r"(?:[^\W\d_]|[\u0300-\u036f])+|[\W\d_]+")
_ROMAN = regex(r"(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})")
_VOWELS = frozenset("AEIOUYØÆŒАЕЁИОУЫЭЮЯІЇЄΑΕΗΙΟΥΩ")


def _names(game: Game) -> list[tuple[TagPair, str]]:
    """The names of players that no rule of text finds fault with."""
    pairs = (pair for pair in game.section.pairs if VALUE_KINDS.get(pair.name) == "player")
    return [(pair, pair.value) for pair in pairs if not cleaned(pair.value)[1]]


def _parted(name: str, elo: str | None) -> tuple[str, str | None, str | None]:
    """A name without title and rating, and these; `elo`: the rating that the game states.

    Nothing is taken that may be a part of the name.
    """
    left, title, rating = name, None, None
    for _ in range(2):
        behind = _RATING_BEHIND.search(left)
        if behind and _is_rating(behind[1] or behind[2], behind[3], left, elo):
            rating, left = behind[1] or behind[2] or behind[3], left[: behind.start()].rstrip(_BETWEEN)
        marked = _TITLE_BEFORE.match(left)
        if marked:
            title, left = marked[1], left[marked.end() :].lstrip(_BETWEEN)
        marked = _TITLE_BEHIND.search(left)
        if marked and (
            marked[2] or "," in left[: marked.start()].rstrip(_BETWEEN)
        ):  # `Smith, CM`: these may be initials
            title, left = marked[1] or marked[2], left[: marked.start()].rstrip(_BETWEEN)
    if _TITLE_LEFT.search(left) or not any(char.isalpha() for char in left):
        return name, None, None
    return left, title, rating


def _is_rating(marked: str | None, bare: str | None, name: str, elo: str | None) -> bool:
    """Whether a number behind a name, in brackets or bare, is a rating: a year of birth and the number of an engine's
    version may stand there too."""
    if elo == (marked or bare):
        return marked is not None or "," in name
    return marked is not None and int(marked) in _LIKELY_RATINGS and int(marked) not in _YEARS


def _elo(game: Game, pair: TagPair) -> str | None:
    """The rating that the game states of that player."""
    stated = game.pair(f"{pair.name.decode()}Elo")
    return None if stated is None else stated.value.strip()


def _stated(game: Game, pair: TagPair, title: str | None, rating: str | None) -> Iterator[tuple[str, str, str | None]]:
    """The tags that have what stands in a name: each with that, and what it says (None: no such tag)."""
    color = pair.name.decode()
    for tag, text in ((f"{color}Title", title), (f"{color}Elo", rating)):
        if text is not None:
            other = game.pair(tag)
            yield tag, text, None if other is None else other.value.strip()


def _without_extras(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The name alone stands in its tag, and what stood beside it in tags of its own."""
    for pair, name in _names(game):
        if pair.start != at or remark.expected is None:
            continue
        yield tag_value(game.raw, pair, remark.expected)
        _, title, rating = _parted(name, _elo(game, pair))
        stated = list(_stated(game, pair, title, rating))
        missing = [(tag, text) for tag, text, said in stated if said is None]
        if missing:
            yield tags_appended(game.raw, game.section.pairs[-1], missing)
        for tag, text, said in stated:
            other = game.pair(tag)
            if said in ("", "?", "-") and other is not None:
                yield tag_value(game.raw, other, text)


@rule("H151", "name-with-extras", "info", "safe", reads=Fact.TAG_VALUE, edits=_without_extras)
def name_with_extras(game: Game) -> Iterator[GameFinding]:
    """A player's name contains a title or a rating (`Carlsen, Magnus (2850)`, `GM Carlsen`).

    The fix removes them from the name. It is safe if WhiteTitle and WhiteElo (or Black's) have the same value. If
    these tags are missing or unknown, the fix also fills them, which is unsafe. If they have a different value, there
    is no fix.

    A number in brackets counts as a rating if it is from 1000 to 2900, except from 1900 to 2020, which may be a year
    of birth. Other numbers, and a number without brackets after `Surname, Given`, count only if the Elo tag has the
    same value, because `Fritz 2000` is a name. A title without brackets counts before the name and after `Surname,
    Given`, unless it may be initials, as in `Smith, CM`.

    Example:
        [White "Carlsen, Magnus (2850)"]
        [WhiteElo "2850"]

        1. e4 *
    """
    for pair, value in _names(game):
        name, title, rating = _parted(value, _elo(game, pair))
        if name == value or not name:
            continue
        said = list(_stated(game, pair, title, rating))
        tag, texts = pair.name.decode(), [text for _, text, _ in said]
        what = f"{' and '.join(texts)} {'is' if len(texts) == 1 else 'are'} not part of the name"
        found = GameFinding(pair.start, f'{tag} is "{value}": {what}', tag, value, name)
        other = next((one for one in said if one[2] not in (None, "", "?", "-", one[1])), None)
        if other is not None:
            message = f"{found.message}; {other[0]} is {other[2]}"
            yield found._replace(message=message, expected=None, fix=None)
        else:
            fix: Fix = "safe" if all(one[1] == one[2] for one in said) else "unsafe"
            yield found._replace(fix=fix)


@rule("H152", "name-in-capitals", "info", "unsafe", reads=Fact.TAG_VALUE, once=True)
def name_in_capitals(game: Game) -> Iterator[GameFinding]:
    """A name of the form `SURNAME, GIVEN` is in capital letters, so that programs treat it as a different player.

    The fix keeps only the first letter of each part as a capital. It is unsafe because `MCDONALD` should be
    `McDonald`. The fix does not change Roman numerals and words of two or three letters without a vowel (`SMITH, J
    III`). There is no fix for a surname of three letters or fewer, because it may be an abbreviation (`IBM, DEEP
    BLUE`).

    Example:
        [White "KASPAROV, GARRY"]

        1. e4 *
    """
    for pair, value in _names(game):
        name, _, _ = _parted(value, _elo(game, pair))
        surname, comma, given = name.partition(",")
        if name != value or not comma or not name.isupper() or len(surname) < 3 or len(given.strip(" .")) < 3:
            continue
        tag, words = pair.name.decode(), _capitals(name)
        if words != name:
            found = GameFinding(pair.start, f'{tag} is "{value}": the name is in capital letters', tag, value, words)
            short = sum(char.isalpha() for char in surname) <= 3
            yield found._replace(expected=None, fix=None) if short else found


def _capitals(name: str) -> str:
    """A name with capitals at the beginning of each word alone, but for what is likely an abbreviation."""
    parts = _WORDS.findall(name)
    return "".join(part if _stays(part) else part[:1] + part[1:].lower() for part in parts)


def _stays(word: str) -> bool:
    """Whether a word keeps its capitals: a Roman number, or two or three letters without a vowel."""
    plain = "".join(char for char in unicodedata.normalize("NFD", word) if char.isalpha())
    return _ROMAN.fullmatch(plain) is not None or (len(plain) in (2, 3) and _VOWELS.isdisjoint(plain))


@rule("H153", "name-comma", "info", "safe", by_name=True, once=True)
def name_comma(game: Game) -> Iterator[GameFinding]:
    """The comma in `Surname, Given` has no space after it, or a space before it (PGN 1994 section 8.1.1.5).

    Whole archives write `Kasparov,G`, so the rule is off unless you select its code.

    Example:
        [White "Kasparov,G"]

        1. e4 *
    """
    for pair, value in _names(game):
        parts = [part.strip() for part in value.split(",")]
        right = ", ".join(parts)
        if right != value and all(parts) and len(parts) == 2:
            tag = pair.name.decode()
            message = f'{tag} is "{value}": a name needs one space after the comma and no space before it'
            yield GameFinding(pair.start, message, tag, value, right)


@rule("H154", "name-form", "info", "unsafe", by_name=True, once=True)
def name_form(game: Game) -> Iterator[GameFinding]:
    """A name of two words has no comma: PGN has the surname first (`Carlsen, Magnus`; 1994, section 8.1.1.5).

    The fix treats the last word as the surname. There is no fix if the first word may be a Chinese surname (`Wang
    Hao`). The rule does not report a name whose first word is not a given name (`Le Gall`, `Comp Fritz`), or a name in
    a game where the other name has a comma: there, one without a comma (`The World`) is probably a team. Engines and
    server user names have no surname, so the rule is off unless you select its code.

    Example:
        [White "Magnus Carlsen"]

        1. e4 *
    """
    names = _names(game)
    if any("," in value for _, value in names):
        return
    for pair, value in names:
        words = value.split(" ")
        if len(words) != 2 or not all(word.istitle() and word.replace("-", "").isalpha() for word in words):
            continue
        first = words[0].lower()
        if first not in NO_GIVEN_NAMES:
            tag = pair.name.decode()
            message = f'{tag} is "{value}": write the surname first, then a comma and the given name'
            expected = None if first in SURNAMES_FIRST else f"{words[1]}, {words[0]}"
            yield GameFinding(pair.start, message, tag, value, expected, fix="unsafe" if expected else None)
