"""Piece letters of other languages: which may have written a movetext, and the same movetext with English letters.

The letters are those of PGN 1994 section 8.2.3.2, and Russia's. No board is looked at here: what is meant is proved by
the replay of what is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from pgnfen.pgn.definitions import LANGUAGES, PLAIN_MOVETEXT

_MEN = "KQRBNP"
_LETTERS = tuple(
    {letter.encode(): man.encode() for letter, man in zip(letters.split(), _MEN, strict=True)}
    for _, letters in LANGUAGES
)
_ENGLISH = frozenset(man.encode() for man in _MEN)
_LETTER = rb"(?:[A-Z]r?|\xd0[\x90-\xaf](?:\xd1\x80)?)"
# What is spelled like a move of a man (group 1: its letter) or a promotion (group 2: the letter) where a token begins,
# and what may look so and is none: comments, and text in brackets.
_WORD = (
    rb"\{[^}]*\}?|;[^\r\n]*|(?<=[\r\n])%[^\r\n]*|\[[^\]\r\n{]*"
    rb"|(?<![^\s.(){}!?*\]\xa0\xa6])(?:("
    + _LETTER
    + rb")(?:@[a-h][1-8]|[a-h]?[1-8]?[x:\-]?[a-h][1-8])|[a-h]?[1-8]?[x:\-]?[a-h][18](?:[=/]?|=?\()("
    + _LETTER
    + rb")\)?)[+\#]{0,2}(?![0-9A-Za-z@])"
)

# Two glances that most movetext ends at. What English movetext without comments is made of, castling aside; and what
# must stand somewhere if one of the letters is not English.
_OTHER = (
    rb"(?:[AC-JLMS-Z]|O(?!-O)|[A-Z]r|\xd0[\x90-\xaf](?:\xd1\x80)?)[@a-h1-8x:\-]"
    rb"|[18][=/(]{0,2}(?:[AC-JLMOS-Z]|[A-Z]r|\xd0)"
)


@cache
def _words(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern)  # at the first game that needs it: that takes a millisecond


@dataclass(frozen=True, slots=True)
class Translation:
    """A game with English piece letters: as many bytes as before, each token where it stood.

    `languages` are numbers of LANGUAGES that all say the same. Where English has less bytes, blanks stand behind the
    token: `ends` has where it ended, by where it ends now. `first` is the first token that was translated: its bytes.
    `letters`: those that were translated, and the English ones, parted by blanks.
    """

    languages: tuple[int, ...]
    raw: bytes
    first: tuple[int, int]
    letters: tuple[str, str]
    ends: dict[int, int] = field(default_factory=dict)


def translations(raw: bytes, movetext: int) -> list[Translation]:
    """What the movetext at raw[movetext:] may mean in other languages, if all its men are those of one; no two alike.

    Nothing where every letter is an English one. Cost: a pass over the movetext, and one for each translation.

    >>> [one.raw for one in translations(b"1. Sf3 d5 2. Dd2 *", 0)]
    [b'1. Nf3 d5 2. Qd2 *', b'1. Bf3 d5 2. Qd2 *']
    """
    if not raw[movetext:].replace(b"O-O-O", b"").replace(b"O-O", b"").translate(None, PLAIN_MOVETEXT):
        return []
    if not _words(_OTHER).search(raw, movetext):
        return []
    words = [match for match in _words(_WORD).finditer(raw, movetext) if match.lastindex]
    letters = {match[match.lastindex or 0] for match in words}
    if letters <= _ENGLISH:
        return []
    found: dict[bytes, Translation] = {}
    for number, meaning in enumerate(_LETTERS):
        if letters <= meaning.keys():
            one = _translated(raw, words, number, meaning)
            same = found.get(one.raw)
            if same is not None:
                one = replace(same, languages=(*same.languages, number))
            found[one.raw] = one
    return list(found.values())


def _translated(raw: bytes, words: list[re.Match[bytes]], number: int, meaning: dict[bytes, bytes]) -> Translation:
    letters: set[bytes] = set()
    pieces: list[bytes] = []
    done, ends, first = 0, {}, None
    for word in words:
        group = word.lastindex or 0
        letter = word[group]
        man = meaning[letter]
        if man == letter:
            continue
        letters.add(letter)
        at, end = word.span(group)
        first = first or word.span()
        pieces += raw[done:at], man
        done = end
        if len(man) < len(letter):
            blanks = b" " * (len(letter) - len(man))
            pieces += raw[end : word.end()], blanks
            done = word.end()
            ends[done - len(blanks)] = done
    pieces.append(raw[done:])
    used = [letter for letter in meaning if letter in letters]
    shown = " ".join([letter.decode() for letter in used]), " ".join([meaning[letter].decode() for letter in used])
    return Translation((number,), b"".join(pieces), first or (0, 0), shown, ends)


def names_of(languages: int) -> list[str]:
    """The names of the languages whose bits are set."""
    return list(_names(languages))


def _names(languages: int) -> Iterator[str]:
    for number, (names, _) in enumerate(LANGUAGES):
        if languages >> number & 1:
            yield from names
