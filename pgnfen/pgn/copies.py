"""Copies of games: of games with the same moves, those that are one game; and which of them stays."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple, get_args

from pgnfen.lazy import cached_property
from pgnfen.pgn.same_game import (
    Headers,
    Player,
    contradict,
    headers_of,
    is_date,
    is_unknown,
    name_words,
    names_agree,
    read_date,
    records_contradict,
)

Same = Literal["bytes", "moves", "game", "prefix"]
SAMES: tuple[Same, ...] = get_args(Same)
Keep = Literal["first", "last", "longest", "most-tags", "most-annotated"]
KEEPS: tuple[Keep, ...] = get_args(Keep)
Reason = Literal["bytes", "moves", "game", "prefix", "position"]

FEWEST_PLIES = 10
"""Of fewer the moves do not tell a game: many were played so."""
MOST_COMPARED = 256
"""With each game; many unlike games may have the same few moves."""
_NOT_FILLED = frozenset(("result", "setup", "fen", "variant", "plycount", "termination"))
_NAMES = frozenset(("white", "black"))


class Copy:
    """A game among games with the same moves. `number`: its place among all games (0-based); `base`: it is only looked
    up, and stays; `digest`: equal where the bytes are, white space around them aside; `tags` by their names; `notes`:
    its comments, NAGs and variations; `is_record`: a record, whose `tags` are its operations; `marker`: its termination
    marker."""

    def __init__(
        self,
        number: int,
        plies: int,
        base: bool,
        digest: str,
        tags: dict[str, str],
        notes: tuple[int, int, int] = (0, 0, 0),
        is_record: bool = False,
        marker: str | None = None,
    ) -> None:
        self.number, self.plies, self.base, self.digest, self.tags = number, plies, base, digest, tags
        self.notes, self.is_record, self.marker = notes, is_record, marker

    @cached_property
    def lower(self) -> dict[str, str]:
        """The values of tags by their names in lower case."""
        return {name.lower(): value for name, value in self.tags.items()}

    @cached_property
    def headers(self) -> Headers:
        """See Headers."""
        return headers_of({}) if self.is_record else headers_of(self.lower, self.marker)

    @cached_property
    def known_tags(self) -> int:
        """How many tags say something."""
        return sum(not is_unknown(value) for value in self.tags.values())


class Duplicate(NamedTuple):
    """A copy, the game that stays in its place, and why they are the same."""

    copy: Copy
    kept: Copy
    reason: Reason


_ORDERS: dict[Keep, Callable[[Copy], tuple[int, ...]]] = {
    "first": lambda one: (-one.number,),
    "last": lambda one: (one.number,),
    "longest": lambda one: (one.plies, -one.number),
    "most-tags": lambda one: (one.known_tags, -one.number),
    "most-annotated": lambda one: (sum(one.notes), -one.number),
}


def kept_of(group: Sequence[Copy], keep: Keep) -> Copy:
    """Which of the copies of a game stays; one of a base does."""
    of_base = [one for one in group if one.base]
    return of_base[0] if of_base else max(group, key=_ORDERS[keep])


def groups_of(copies: Sequence[Copy], same: Same, strictly: bool) -> list[list[Copy]]:
    """Games with the same moves, those together that are one game, whatever their order.

    Two games are one where they contradict each other in nothing and agree with the same games: whatever could be a
    copy of two games that differ is none. A game that would have to be compared with too many is as well.

    `strictly`: the moves are too few, or are known by their text alone, and headers have to show it.
    """
    if same == "bytes" or (same == "moves" and not strictly):
        return [list(copies)]
    alike: dict[object, list[Copy]] = {}
    for one in copies:
        told = _told(one, strictly)
        alike.setdefault(one.digest if told is None else told, []).append(one)
    unlike = [members[0] for members in alike.values()]
    groups: dict[object, list[Copy]] = {}
    for at, (members, agreeing) in enumerate(zip(alike.values(), _agreeing(unlike, strictly), strict=True)):
        groups.setdefault(agreeing.tobytes() if len(agreeing) > 1 else at, []).extend(members)
    sorted_groups = [sorted(group, key=lambda one: one.number) for group in groups.values()]
    return sorted(sorted_groups, key=lambda group: group[0].number)


def _agreeing(unlike: Sequence[Copy], strictly: bool) -> list[array[int]]:
    """Of each game the places of those that it does not contradict, itself among them; of a game that would have to be
    compared with too many, none."""
    near = Near(unlike)
    crowded = bytes(near.of(one) is None for one in unlike)
    found = [array("I") if is_crowded else array("I", (at,)) for at, is_crowded in enumerate(crowded)]
    for at, one in enumerate(unlike):
        for other in near.of(one) or ():
            if other == at or (other < at and not crowded[other]):
                continue  # compared from there
            if not _contradict(one, unlike[other], strictly):
                found[at].append(other)
                if not crowded[other]:
                    found[other].append(at)
    return [array("I", sorted(each)) for each in found]


class Near:
    """Finds the games that may agree with a game, by the names of one side, in their order."""

    def __init__(self, copies: Sequence[Copy]) -> None:
        self._count = len(copies)
        self._by_key: tuple[dict[object, list[int]], ...] = ({}, {})  # of either side
        self._open: tuple[list[int], ...] = ([], [])  # games of which its player has no name
        for at, one in enumerate(copies):
            for side, player in enumerate((one.headers.white, one.headers.black)):
                for key in _keys(player):
                    self._by_key[side].setdefault(key, []).append(at)
                if not player.words:
                    self._open[side].append(at)

    def of(self, one: Copy) -> Sequence[int] | None:
        """The places of all games that may agree with it; None where they are too many."""
        best: list[list[int]] | None = None
        least = self._count
        for side, player in enumerate((one.headers.white, one.headers.black)):
            if player.words:
                lists = [self._by_key[side].get(key, []) for key in _keys(player)] + [self._open[side]]
                count = sum(map(len, lists))
                if count < least:
                    best, least = lists, count
        if least > MOST_COMPARED:
            return None
        return range(self._count) if best is None else sorted(set(chain.from_iterable(best)))


def _keys(player: Player) -> set[object]:
    """What two players have in common that may be one: a word, if not a letter, else all words; or the number."""
    keys: set[object] = {word for word in player.words if len(word) > 1}
    if player.words and not keys:
        keys = {player.words}
    if player.fide:
        keys.add(("number", player.fide))
    return keys


def _contradict(one: Copy, other: Copy, strictly: bool) -> bool:
    if one.is_record:
        return records_contradict(one.tags, other.tags)
    return contradict(one.headers, other.headers, strictly)


def _told(one: Copy, strictly: bool) -> object:
    """What is equal where the headers are; None where they are not enough."""
    if one.is_record:
        return tuple(sorted(one.tags.items()))
    if strictly:
        return one.headers if one.headers.players else None
    return one.headers._replace(more=None)


def duplicates_in(group: Sequence[Copy], same: Same, keep: Keep) -> Iterator[Duplicate]:
    """The copies in a group of one game, those of a base too, and what stays in their place."""
    kept = kept_of(group, keep)
    for one in group:
        if one is not kept:
            yield Duplicate(one, kept, _reason(one, kept, same))


def duplicates_of(copies: Sequence[Copy], same: Same, keep: Keep, strictly: bool) -> Iterator[Duplicate]:
    """The copies among games with the same moves, and what stays in their place."""
    for group in groups_of(copies, same, strictly):
        yield from (one for one in duplicates_in(group, same, keep) if not one.copy.base)


def _reason(one: Copy, kept: Copy, same: Same) -> Reason:
    if one.digest == kept.digest:
        return "bytes"
    if one.is_record:
        return "position"
    return "game" if same == "prefix" else same


def lacking(copy: Copy, kept: Copy, fills: Mapping[str, str] | None = None) -> dict[str, object]:
    """What a copy has that the kept game lacks: tags that are unknown or less exact there, and how many more comments,
    NAGs, variations and plies; `fills`: values that the kept game gets."""
    lower = kept.lower | {name.lower(): value for name, value in (fills or {}).items()}
    tags = {name: value for name, value in copy.tags.items() if _says_more(name.lower(), value, lower)}
    found: dict[str, object] = {"operations" if copy.is_record else "tags": tags} if tags else {}
    for what, mine, others in zip(("comments", "nags", "variations"), copy.notes, kept.notes, strict=True):
        if mine > others:
            found[what] = mine - others
    if copy.plies > kept.plies and not copy.is_record:
        found["plies"] = copy.plies - kept.plies
    return found


def _says_more(key: str, value: str, tags: Mapping[str, str]) -> bool:
    """Whether a value says something that the tag of the same name does not say."""
    if is_unknown(value):
        return False
    present = tags.get(key)
    if present is None or is_unknown(present):
        return True
    if key.endswith("date"):
        return _more_exact(value, present)
    if key in _NAMES:
        mine, others = name_words(value), name_words(present)
        return len("".join(mine)) > len("".join(others)) and (not others or names_agree(mine, others))
    return False


def filled(kept: Copy, copies: Sequence[Copy]) -> dict[str, str]:
    """Values for the tags of the kept game that say nothing, or of whose date a part is unknown, where all copies that
    say something agree; dates as PGN writes them, the most exact one."""
    found = {}
    for name, value in kept.tags.items():
        key = name.lower()
        if key not in _NOT_FILLED and (is_unknown(value) or (key.endswith("date") and "?" in value)):
            values = _filling(key, value, copies)
            if len(values) == 1:
                found[name] = values.pop()
    return found


def _filling(key: str, value: str, copies: Sequence[Copy]) -> set[str]:
    """The values of copies that say more than the kept game's."""
    values = {one.lower[key] for one in copies if not is_unknown(one.lower.get(key))}
    if key.endswith("date"):
        date = _common_date(values)
        return {date} if date and (is_unknown(value) or _more_exact(date, value)) else set()
    return {each for each in values if name_words(each)} if key in _NAMES else values


def merged(copy: Copy, fills: Mapping[str, str]) -> dict[str, str]:
    """The values among those that the kept game gets which this copy has too."""
    return {
        name: value
        for name, value in fills.items()
        if copy.lower.get(name.lower()) == value
        or (name.lower().endswith("date") and read_date(copy.lower.get(name.lower())) == read_date(value))
    }


def _common_date(values: Iterable[str]) -> str | None:
    """The most exact of dates that do not contradict each other, as PGN writes it; values that are no dates aside.

    >>> _common_date(["1990.01.??", "1990-1-2", "unknown"]), _common_date(["1990.01.??", "1990.02.??"])
    ('1990.01.02', None)
    """
    dates = [date for date in map(read_date, values) if any(date) and is_date(date)]
    exact = min(dates, key=lambda date: date.count(None), default=None)
    pairs = [pair for date in dates for pair in zip(date, exact or date, strict=True)]
    if exact is None or any(part not in (None, of_exact) for part, of_exact in pairs):
        return None
    year, month, day = exact
    parts = (f"{year:04}" if year else "????", f"{month:02}" if month else "??", f"{day:02}" if day else "??")
    return ".".join(parts)


def _more_exact(date: str, than: str) -> bool:
    new, old = read_date(date), read_date(than)
    same = all(known is None or known == other for known, other in zip(old, new, strict=True))
    return same and new.count(None) < old.count(None)
