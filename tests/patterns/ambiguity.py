"""Whether a backtracking matcher may take more time than its text is long: two ways through a pattern for one text.

Exponential: a character of a loop is reached from itself in two ways by the same text (`(?:a+)+`). Polynomial: two
loops, of which the text of one may also lead to the other and be taken there (`a*a*`; a search begins with a loop over
all places, so that `"[^;]*;` has two). After N. Weideman and others, Analyzing Matching Time Behavior of Backtracking
Regular Expression Matchers by Using Ambiguity of NFA (2016).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from automaton import LETTERS, Automaton, Set

MOST = 300
"""So often the matcher may look at a character because of repetitions that have a limit."""


@dataclass(eq=False, slots=True)
class _Place:
    """A character of the pattern that the matcher takes, all of whose letters go on alike."""

    letters: Set
    bound: float
    accepts: bool
    follow: list[_Place] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """`kind` of it, and a text that is read in two ways; `times` a character may be looked at."""

    kind: str
    text: str
    times: float = math.inf

    def __str__(self) -> str:
        return f"{self.kind}: {self.text!r} again and again is read in more than one way"


@cache
def ambiguities(
    pattern: str | bytes, flags: int = 0, searched: bool = False, whole: bool = False
) -> tuple[Ambiguity, ...]:
    """What may take long: `searched` where the pattern is not tried at one place alone, `whole` where the text has to
    end with it (else a match is a match wherever it ends)."""
    automaton = Automaton(pattern, flags, searched, whole)
    places, everywhere = _places(automaton)
    loops = _loops(places)
    found = [Ambiguity("exponential", text) for loop in loops if (text := _exponential(loop)) is not None]
    return (*found, *_polynomial(loops, everywhere))


def _places(automaton: Automaton) -> tuple[list[_Place], _Place | None]:
    """The states, each divided so that no edge asks which of its letters was taken."""
    incoming: dict[int, set[Set]] = {}
    for state in automaton.states:
        for edge in state.follow:
            incoming.setdefault(id(edge.state), set()).add(edge.ahead)
    for edge in automaton.first:
        incoming.setdefault(id(edge.state), set()).add(edge.ahead)
    split: dict[int, list[_Place]] = {}
    for state in automaton.states:
        parts = [state.letters]
        for divider in {edge.behind for edge in state.follow} | incoming.get(id(state), set()):
            parts = [part for old in parts for part in (old & divider, old & ~divider) if part]
        split[id(state)] = [_Place(part, state.bound, state.accepts) for part in parts]
    for state in automaton.states:
        for place in split[id(state)]:
            for edge in state.follow:
                if edge.behind & place.letters:
                    place.follow += [to for to in split[id(edge.state)] if to.letters & edge.ahead]
    everywhere = split[id(automaton.places)][0] if automaton.places else None
    return [place for parts in split.values() for place in parts], everywhere


def _loops(places: list[_Place]) -> list[list[_Place]]:
    """The strongly connected parts that have an edge (Tarjan), the later ones first."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[_Place] = []
    held: set[int] = set()
    found: list[list[_Place]] = []
    for root in places:
        if id(root) in index:
            continue
        work: list[tuple[_Place, Iterator[_Place]]] = [(root, iter(root.follow))]
        index[id(root)] = low[id(root)] = len(index)
        stack.append(root)
        held.add(id(root))
        while work:
            place, rest = work[-1]
            for to in rest:
                if id(to) not in index:
                    index[id(to)] = low[id(to)] = len(index)
                    stack.append(to)
                    held.add(id(to))
                    work.append((to, iter(to.follow)))
                    break
                if id(to) in held:
                    low[id(place)] = min(low[id(place)], index[id(to)])
            else:
                work.pop()
                if work:
                    low[id(work[-1][0])] = min(low[id(work[-1][0])], low[id(place)])
                if low[id(place)] == index[id(place)]:
                    part = []
                    while not part or part[-1] is not place:
                        part.append(stack.pop())
                        held.discard(id(part[-1]))
                    if len(part) > 1 or place in place.follow:
                        found.append(part)
    return found


def _letter(letters: Set) -> str:
    """One of them, a readable one where there is one."""
    found = [letter for place, letter in enumerate(LETTERS) if letters >> place & 1]
    return min(found, key=lambda letter: (not (letter.isascii() and letter.isprintable()), letter == " ", letter))


def _exponential(loop: list[_Place]) -> str | None:
    """A text by which a character of the loop is reached from itself in two ways."""
    inside = {id(place) for place in loop}
    for start in loop:
        # A third part of the way says whether the two ways have been different yet.
        begin = (start, start, False)
        before: dict[tuple[int, int, bool], tuple[tuple[int, int, bool], str] | None] = {_key(begin): None}
        todo = deque([begin])
        while todo:
            one, other, apart = here = todo.popleft()
            for place, left in enumerate(one.follow):
                for number, right in enumerate(other.follow):
                    common = left.letters & right.letters
                    if not common or id(left) not in inside or id(right) not in inside:
                        continue
                    differs = apart or left is not right or (one is other and place != number)
                    if one is other and not apart and place > number:
                        continue
                    to = (left, right, differs)
                    if left is right is start and differs:
                        return _way(before, _key(here)) + _letter(common)
                    if _key(to) not in before:
                        before[_key(to)] = (_key(here), _letter(common))
                        todo.append(to)
    return None


def _key(pair: tuple[_Place, _Place, bool]) -> tuple[int, int, bool]:
    return id(pair[0]), id(pair[1]), pair[2]


def _way(before: dict, key: tuple) -> str:  # type: ignore[type-arg]
    letters = []
    while before[key] is not None:
        key, letter = before[key]
        letters.append(letter)
    return "".join(reversed(letters))


def _polynomial(loops: list[list[_Place]], everywhere: _Place | None) -> Iterator[Ambiguity]:
    """Loops whose text leads into another, with how often a character is looked at for it."""
    bounds = [max(place.bound for place in loop) for loop in loops]
    pairs: dict[int, list[tuple[int, str]]] = {}
    for first, second in ((one, other) for one in range(len(loops)) for other in range(len(loops)) if one > other):
        text = _leads(loops[first], loops[second])
        if text is not None:
            pairs.setdefault(first, []).append((second, text))

    def times(way: list[int]) -> float:
        return math.prod(sorted(bounds[loop] for loop in way)[:-1])

    todo = [([first], "") for first in pairs]
    worst: dict[int, tuple[float, str]] = {}
    while todo:
        way, text = todo.pop()
        if times(way) > MOST:
            worst[way[0]] = max(worst.get(way[0], (0.0, "")), (times(way), text))
            continue
        todo += [([*way, second], text + more) for second, more in pairs.get(way[-1], [])]
    for first, (factor, text) in worst.items():
        at = " (a search)" if everywhere in loops[first] else ""
        yield Ambiguity(f"polynomial{at}", text, factor)


def _leads(one: list[_Place], other: list[_Place]) -> str | None:
    """A text that leads from a character of one loop to itself, from it to one of the other, and from that to itself.
    None where there is none, or where the matcher may end with the other loop: then it never comes back for more."""
    in_one, in_other = {id(place) for place in one}, {id(place) for place in other}
    for start in one:
        for end in other:
            if end.accepts:
                continue
            begin = (start, start, end)
            before: dict[tuple[int, int, int], tuple[tuple[int, int, int], str] | None] = {tuple(map(id, begin)): None}  # type: ignore[dict-item]
            todo = deque([begin])
            while todo:
                here = todo.popleft()
                key = (id(here[0]), id(here[1]), id(here[2]))
                for left in here[0].follow:
                    if id(left) not in in_one:
                        continue
                    for right in here[2].follow:
                        both = left.letters & right.letters
                        if not both or id(right) not in in_other:
                            continue
                        for middle in here[1].follow:
                            common = both & middle.letters
                            if not common:
                                continue
                            if left is start and middle is right is end:
                                return _way(before, key) + _letter(common)
                            to = (id(left), id(middle), id(right))
                            if to not in before:
                                before[to] = (key, _letter(common))
                                todo.append((left, middle, right))
    return None
