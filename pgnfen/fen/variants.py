"""The Variant tag: which rules a spelling found in the wild stands for.

The variants and their spellings stand in definitions/fen.toml.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from pgnfen.errors import check_type
from pgnfen.fen.definitions import ELSEWHERE, OTHER_VARIANTS, UNSTATED, VARIANTS, Family
from pgnfen.lazy import regex
from pgnfen.words import unknown

ANY_KINGS = frozenset({"antichess", "suicide", "giveaway"})
NO_CHECKS = ANY_KINGS | {"atomic"}
"""Variants in which a king may stand attacked: P103, P105 and E104 are not judged there."""


class Variant(NamedTuple):
    """The rules that a Variant tag names.

    `name` is the canonical name, `key` its lower-case form without blanks; `canonical_spelling` is False for a
    known spelling that is not the canonical one (letter case alone does not count).
    `family`: `standard` (rules of chess from any position), `chess960`, `python-chess` (a variant that
    chess.variant.find_variant plays), `pyffish` (the 10x8 ones), `known` (known to some reader or server, played
    by no engine here), `unknown`.
    """

    name: str
    key: str
    family: Family
    canonical_spelling: bool = True

    @property
    def has_fen_fields(self) -> bool:
        """Whether the six fields mean what they mean in chess (in Seirawan chess or shogi they do not)."""
        return self.family != "known" or self.key in _CHESS_FIELDS

    @property
    def is_of_960(self) -> bool:
        """Whether games start from arrays of random order, and kings castle as in Chess960.

        >>> read_variant("Atomic960").is_of_960, read_variant("frc").is_of_960, read_variant("Atomic").is_of_960
        (True, True, False)
        """
        return self.family != "unknown" and self.key.endswith("960")

    @property
    def has_many_starts(self) -> bool:
        """Whether a game of it without a FEN does not say where it starts."""
        return self.is_of_960 or self.key in ("caparandom", "chess480")

    @property
    def has_holdings(self) -> bool:
        """Whether pieces in hand belong to the position.

        >>> read_variant("zh").has_holdings
        True
        """
        return self.key == "crazyhouse" or (self.family == "known" and self.key not in _CHESS_FIELDS)


# Fields as in chess: kokopu's with a king or both missing, and Chess480, whose kings castle elsewhere.
_CHESS_FIELDS = frozenset({"noking", "whitekingonly", "blackkingonly", "chess480"})

_BLANKS = regex(r"[\s\-_/]+")


def _fold(text: str) -> str:
    folded = _BLANKS.sub("", text).lower()
    is_wild = folded.startswith("w") and folded[1:].isdecimal()  # ICC's w22
    return "wild" + folded[1:] if is_wild else folded


def begins_elsewhere(tag: str) -> bool:
    """Whether a Variant tag that means standard chess says that games begin at another array.

    >>> begins_elsewhere("w/5"), begins_elsewhere("Chess")
    (True, False)
    """
    return _fold(tag.strip()).startswith(ELSEWHERE)


@cache
def _spellings() -> dict[str, tuple[str, str, Family]]:
    table: dict[str, tuple[str, str, Family]] = {}
    for name, key, family, others in VARIANTS:
        for spelling in (name, key, *others):
            table.setdefault(_fold(spelling), (name, key, family))
    for name in OTHER_VARIANTS:
        table.setdefault(_fold(name), (name, _fold(name), "known"))
    return table


def check_variant(name: str) -> Variant:
    """The variant with a name. Raises ValueError for a name that no variant has, with the nearest.

    >>> check_variant("Atomik")
    Traceback (most recent call last):
    ValueError: unknown variant 'Atomik'; did you mean 'Atomic'?
    """
    found = read_variant(name)
    if found.family == "unknown":
        raise ValueError(unknown_variant(name))
    return found


def unknown_variant(name: str) -> str:
    """The message about a name that no variant has."""
    return unknown("variant", name, variant_names(), (
        "use a variant name as in the Variant tag, such as Chess960 or Atomic"
    ))


def rules_of(variant: Variant | str | None) -> Variant:
    """The rules that an argument names: a Variant, or its name as in a Variant tag; None is standard chess. Raises
    ValueError for a name that no variant has, TypeError for another type.

    >>> rules_of("frc").name, rules_of(STANDARD) is rules_of(None)
    ('Chess960', True)
    """
    if isinstance(variant, Variant):
        return variant
    check_type("variant", variant, str, type(None), Variant)
    return check_variant(variant) if variant is not None else STANDARD


def variant_names() -> tuple[str, ...]:
    """The canonical names of all variants that are known."""
    return (*(name for name, *_ in VARIANTS), *OTHER_VARIANTS)


STANDARD = Variant("Standard", "standard", "standard")
"""Chess; also what an absent, empty or "?" Variant tag stands for."""


_default: list[str] = []


def set_default_variant(name: str | None) -> None:
    """Say by which variant starts are read that state none; None: by standard chess, or by what they are seen to be."""
    _default[:] = [] if name is None else [name]


def default_variant() -> str | None:
    """What set_default_variant was told."""
    return _default[0] if _default else None


def states_variant(text: str | None) -> bool:
    """Whether a Variant tag's value says something.

    >>> states_variant("?"), states_variant(None), states_variant("Atomic")
    (False, False, True)
    """
    return text is not None and text.strip() not in UNSTATED


def read_variant(text: str | None) -> Variant:
    """Say which variant a Variant tag's value means; never raises.

    >>> read_variant("fischerandom")
    Variant(name='Chess960', key='chess960', family='chess960', canonical_spelling=False)
    >>> read_variant("from position").canonical_spelling
    True
    >>> read_variant("Calvinball").family
    'unknown'
    >>> read_variant("Kingofthehill960")[:3]
    ('King of the Hill960', 'kingofthehill960', 'known')
    >>> read_variant(None) == read_variant("?") == STANDARD
    True
    """
    return _read(text) if len(text or "") <= 80 else _read.__wrapped__(text)


@lru_cache(maxsize=4096)
def _read(text: str | None) -> Variant:
    stripped = (text or "").strip()
    if stripped in UNSTATED:
        return STANDARD
    for name, key, family, _ in VARIANTS:  # what most tags say; the table of all spellings takes long to make
        if stripped.lower() == name.lower():
            return Variant(name, key, family)
    folded = _fold(stripped)
    entry = _spellings().get(folded)
    if entry is None:
        return _of_960(folded) or Variant(stripped, folded, "unknown")
    name, key, family = entry
    return Variant(name, key, family, stripped.lower() == name.lower())


def _of_960(folded: str) -> Variant | None:
    """A variant from arrays of random order: the name of another, with 960 behind it."""
    base = _spellings().get(folded.removesuffix("960")) if folded.endswith("960") else None
    if base is None or base[2] in ("standard", "chess960") or base[1] == "chess480":
        return None
    return Variant(f"{base[0]}960", f"{base[1]}960", "known")


def implied_by_letters(fen: str) -> str | None:
    """The key of the variant whose letters of men a FEN has: "seirawan" for its hawk and elephant in hand, or on the
    board beside hands that are empty.

    >>> implied_by_letters("4k3/8/8/8/8/8/8/4K3[Hh] w - - 0 1"), implied_by_letters("4k3/8/8/8/8/8/8/4KH2[] w - - 0 1")
    ('seirawan', 'seirawan')
    """
    placement, hands, held = fen.split(" ", 1)[0].partition("[")
    letters = (placement + held).upper()
    if not hands or not re.fullmatch("[HE]*\\]", held.upper()) or not {"H", "E"} & set(letters):
        return None
    return None if set(letters) - set("KQRBNPHE12345678/]~") else "seirawan"
