"""Which games are the beginning of a longer one with the same players: truncated copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from pgnfen.pgn.copies import MOST_COMPARED, Copy, Duplicate, Near
from pgnfen.pgn.same_game import contradict, tell_apart

_MOST_PAIRS = 8 * MOST_COMPARED  # of the copies of two games
_MOST_RIVALS = 32  # beginnings of a game


class Beginning(NamedTuple):
    """A game, as its copies with other headers each and the one that stays, and the longer games that agree with all
    of them."""

    members: Sequence[Copy]
    kept: Copy
    longer: Sequence[Copy]


def beginnings_of(groups: Iterable[tuple[Sequence[Copy], Copy]], passing: Sequence[Copy]) -> Iterator[Beginning]:
    """Of groups of copies with the same moves those that agree with longer games, which begin with these moves."""
    known = [one for one in passing if one.headers.players]
    near = Near(known)
    for group, kept in groups:
        members = _unlike(group)
        shown = next((one for one in members if one.headers.players), None)
        places = near.of(shown) if shown is not None else None
        if not places or len(places) * len(members) > _MOST_PAIRS:
            continue
        longer = [known[at] for at in places if _agree(members, known[at])]
        if longer:
            yield Beginning(members, kept, longer)


def _unlike(group: Sequence[Copy]) -> list[Copy]:
    """One of the games with the same headers each."""
    return list({one.headers: one for one in reversed(group)}.values())


def _agree(members: Sequence[Copy], other: Copy) -> bool:
    """Whether one of the games has the players of another, and none contradicts it in anything."""
    if any(_differ(one, other) for one in members):
        return False
    return any(not contradict(one.headers, other.headers, strictly=True) for one in members)


def _differ(one: Copy, other: Copy) -> bool:
    return contradict(one.headers, other.headers) or tell_apart(one.headers, other.headers)


def resolved(beginnings: Sequence[Beginning], copies: Iterable[Duplicate]) -> dict[int, Copy]:
    """What stays in place of each game, by its number, that is a copy or the beginning of one longer game.

    `copies`: games with the same moves. Where two games that differ could be the beginning of one, neither is; a game
    that could be the beginning of two that stay is the beginning of none.
    """
    stays, of_kept = dict[int, Copy](), dict[int, list[Copy]]()
    for one in copies:
        stays[one.copy.number] = one.kept
        of_kept.setdefault(one.kept.number, []).append(one.copy)
    rivals: dict[int, list[Beginning]] = {}
    for each in beginnings:
        for longer in each.longer:
            rivals.setdefault(longer.number, []).append(each)
    contested = {number for number, claims in rivals.items() if _contest(claims)}
    for each in sorted(beginnings, key=lambda each: (-each.kept.plies, each.kept.number)):
        ends = {end.number: end for end in (last_of(stays, longer) for longer in each.longer)}
        if len(ends) > 1 or any(longer.number in contested for longer in each.longer):
            continue
        (end,) = ends.values()
        others = _unlike([end, *of_kept.get(end.number, ())])
        if len(others) * len(each.members) > _MOST_PAIRS or _any_differ(each.members, others):
            continue
        stays[each.kept.number] = end
        of_kept.setdefault(end.number, []).extend(each.members)
    return stays


def last_of(stays: Mapping[int, Copy], one: Copy) -> Copy:
    """The game that stays in the end."""
    while one.number in stays:
        one = stays[one.number]
    return one


def _contest(claims: Sequence[Beginning]) -> bool:
    """Whether beginnings of one game are not all of one game: equally long ones would be copies."""
    if len(claims) > _MOST_RIVALS or len({each.kept.plies for each in claims}) < len(claims):
        return True
    return any(_any_differ(one.members, other.members) for one, other in combinations(claims, 2))


def _any_differ(some: Sequence[Copy], others: Sequence[Copy]) -> bool:
    return any(_differ(one, other) for one in some for other in others)
