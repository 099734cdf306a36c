"""Copies of games: of games with the same moves, those that are one game; and which of them stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, get_args

from pgnfen.lazy import cached_property
from pgnfen.pgn.same_game import Headers, contradict, headers_of, is_unknown, read_date, records_contradict

Same = Literal["bytes", "moves", "game", "prefix"]
SAMES: tuple[Same, ...] = get_args(Same)
Keep = Literal["first", "last", "longest", "most-tags", "most-annotated"]
KEEPS: tuple[Keep, ...] = get_args(Keep)
Reason = Literal["bytes", "moves", "game", "prefix", "position"]

FEWEST_PLIES = 10
"""Of fewer the moves do not tell a game: many were played so."""
_MOST_COMPARED = 256  # with each game; many unlike games may have the same few moves
_NOT_FILLED = frozenset(("result", "setup", "fen", "variant", "plycount", "termination"))


class Copy:
    """A game among games with the same moves. `number`: its place among all games (0-based); `base`: it is only looked
    up, and stays; `digest`: equal where the bytes are, white space around them aside; `tags` by their names; `notes`:
    its comments, NAGs and variations; `is_record`: a record, whose `tags` are its operations."""

    def __init__(
        self,
        number: int,
        plies: int,
        base: bool,
        digest: str,
        tags: dict[str, str],
        notes: tuple[int, int, int] = (0, 0, 0),
        is_record: bool = False,
    ) -> None:
        self.number, self.plies, self.base, self.digest, self.tags = number, plies, base, digest, tags
        self.notes, self.is_record = notes, is_record

    @cached_property
    def lower(self) -> dict[str, str]:
        """The values of tags by their names in lower case."""
        return {name.lower(): value for name, value in self.tags.items()}

    @cached_property
    def headers(self) -> Headers:
        """See Headers."""
        return headers_of({} if self.is_record else self.lower)

    @property
    def known(self) -> int:
        """How much is known of what is compared."""
        return len(self.tags) if self.is_record else self.headers.known

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
    """Games with the same moves, those together that are one game; a game that could be either of two is neither.

    `strictly`: the moves are too few, or are known by their text alone, and headers have to show it.
    """
    if same == "bytes" or (same == "moves" and not strictly):
        return [list(copies)]
    groups = _Groups(strictly)
    # Those of which most is known come first: whatever agrees with one of them alone belongs to it.
    for one in sorted(copies, key=lambda one: (-one.known, one.number)):
        groups.add(one)
    found = [sorted(group, key=lambda one: one.number) for group in groups.all]
    return sorted(found, key=lambda group: group[0].number)


class _Groups:
    """The games so far; each game is compared with those of a group that are unlike."""

    def __init__(self, strictly: bool) -> None:
        self._strictly = strictly
        self.all: list[list[Copy]] = []
        self._unlike: list[list[Copy]] = []  # of each group the games with other headers each
        self._by_digest: dict[str, int] = {}
        self._by_headers: dict[object, int] = {}
        self._by_word: dict[str, list[int]] = {}  # groups by a word of White's name
        self._open: list[int] = []  # groups of which White is not known

    def add(self, one: Copy) -> None:
        """Put a game into its group."""
        at = self._by_digest.get(one.digest)
        if at is None:
            at = self._by_headers.get(_told(one, self._strictly))
        if at is None:
            found = list(self._fitting(one))
            at = found[0] if len(found) == 1 else self._new()
            self._unlike[at].append(one)
            self._note(one, at)
        self._by_digest.setdefault(one.digest, at)
        self.all[at].append(one)

    def _new(self) -> int:
        self.all.append([])
        self._unlike.append([])
        return len(self.all) - 1

    def _note(self, one: Copy, at: int) -> None:
        told = _told(one, self._strictly)
        if told is not None:
            self._by_headers.setdefault(told, at)
        for word in one.headers.white:
            places = self._by_word.setdefault(word, [])
            if at not in places[-1:]:
                places.append(at)
        if not one.headers.white and at not in self._open[-1:]:
            self._open.append(at)

    def _fitting(self, one: Copy) -> Iterator[int]:
        """Groups of which no game contradicts this one: two at most."""
        if self._strictly and not one.is_record and not one.headers.players:
            return
        white = one.headers.white
        near = dict.fromkeys(at for word in white if len(word) > 1 for at in self._by_word.get(word, ()))
        places = list(dict.fromkeys((*near, *self._open))) if white else range(len(self.all))
        found = 0
        for at in places[:_MOST_COMPARED]:
            unlike = self._unlike[at]
            if len(unlike) < _MOST_COMPARED and not any(self._contradict(one, other) for other in unlike):
                found += 1
                yield at
                if found == 2:
                    return

    def _contradict(self, one: Copy, other: Copy) -> bool:
        if one.is_record:
            return records_contradict(one.tags, other.tags)
        return contradict(one.headers, other.headers, self._strictly)


def _told(one: Copy, strictly: bool) -> object:
    """What is equal where the headers are; None where they are not enough."""
    if one.is_record:
        return tuple(sorted(one.tags.items()))
    if strictly:
        return one.headers if one.headers.players else None
    return one.headers._replace(more=())


def duplicates_of(copies: Sequence[Copy], same: Same, keep: Keep, strictly: bool) -> Iterator[Duplicate]:
    """The copies among games with the same moves, and what stays in their place."""
    for group in groups_of(copies, same, strictly):
        if len(group) == 1:
            continue
        kept = kept_of(group, keep)
        for one in group:
            if one is not kept and not one.base:
                yield Duplicate(one, kept, _reason(one, kept, same))


def _reason(one: Copy, kept: Copy, same: Same) -> Reason:
    if one.digest == kept.digest:
        return "bytes"
    if one.is_record:
        return "position"
    return "game" if same == "prefix" else same


def shorter_of(ending: Sequence[Copy], passing: Sequence[Copy]) -> Iterator[Duplicate]:
    """Games of which another one is longer and begins with their moves; headers have to show that they are one."""
    longest = sorted(passing, key=lambda one: (-one.plies, one.number))[:_MOST_COMPARED]
    for one in ending:
        if one.base or not one.headers.players:
            continue
        fitting = [other for other in longest if other.headers.players and not contradict(one.headers, other.headers)]
        if fitting:
            bases = [other for other in fitting if other.base]
            yield Duplicate(one, (bases or fitting)[0], "prefix")


def lacking(copy: Copy, kept: Copy) -> dict[str, object]:
    """What a copy has that the kept game lacks: tags that are unknown there, and how many more comments, NAGs,
    variations and plies."""
    lower, known = kept.lower, [(name, value) for name, value in copy.tags.items() if not is_unknown(value)]
    tags = {name: value for name, value in known if is_unknown(lower.get(name.lower()))}
    found: dict[str, object] = {"operations" if copy.is_record else "tags": tags} if tags else {}
    for what, mine, others in zip(("comments", "nags", "variations"), copy.notes, kept.notes, strict=True):
        if mine > others:
            found[what] = mine - others
    if copy.plies > kept.plies and not copy.is_record:
        found["plies"] = copy.plies - kept.plies
    return found


def filled(kept: Copy, copies: Sequence[Copy]) -> dict[str, str]:
    """Values for the tags of the kept game that say nothing, or of whose date a part is unknown, where all copies that
    say something agree."""
    found = {}
    for name, value in kept.tags.items():
        key = name.lower()
        is_date = key.endswith("date")
        unknown = is_unknown(value)
        if key in _NOT_FILLED or not (unknown or (is_date and "?" in value)):
            continue
        values = {one.lower[key] for one in copies if not is_unknown(one.lower.get(key))}
        if is_date and not unknown:
            values = {each for each in values if _more_exact(each, value)}
        if len(values) == 1:
            found[name] = values.pop()
    return found


def _more_exact(date: str, than: str) -> bool:
    new, old = read_date(date), read_date(than)
    same = all(known is None or known == other for known, other in zip(old, new, strict=True))
    return same and new.count(None) < old.count(None)
