"""A regular expression as the automaton that a backtracking matcher walks: for each character that it may take next,
those that may follow. Read from the parse tree of `re`.

What is left out makes the automaton larger, never smaller: back references and boundaries are taken to hold, and the
text of an assertion that looks ahead stands beside what follows it, for the matcher walks both.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

if sys.version_info >= (3, 11):
    from re import _constants as sre
    from re import _parser as sre_parse
else:
    import sre_constants as sre
    import sre_parse

LETTERS = [*map(chr, range(256)), *"\u0131\u017f\u0332\u0663\u200b\u2003\u2028\u20ac\ufeff"]
"""The alphabet: all bytes, and of the other characters one of each kind that a pattern may tell apart."""
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, getattr(sre, "POSSESSIVE_REPEAT", None))
_UNFOLDED = 8  # a repetition of so many times at most is written out

Set = int  # of letters, a bit each
ALL: Set = (1 << len(LETTERS)) - 1


@dataclass(eq=False, slots=True)
class State:
    """A character that the matcher may take: one of `letters`.

    `bound`: how many times a repetition that is around it may take it, infinity without a limit.
    """

    letters: Set
    bound: float
    asserted: bool
    follow: list[Edge] = field(default_factory=list)
    accepts: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """To a state; the letter taken before has to be one of `behind`, the next one of `ahead`."""

    state: State
    behind: Set
    ahead: Set


@dataclass(frozen=True, slots=True)
class _Node:
    """A piece of the pattern between two characters: what may be walked without taking one."""

    out: list[tuple[_Node, Set, Set]] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


class Automaton:
    """The automaton of a pattern; `searched`: it is tried at each place of the text, not at the first alone;
    `whole`: the text has to end with it."""

    def __init__(self, pattern: str | bytes, flags: int = 0, searched: bool = False, whole: bool = False) -> None:
        tree = sre_parse.parse(pattern, flags)
        self._flags = tree.state.flags
        self._bytes = isinstance(pattern, bytes)
        self._made: list[tuple[State, _Node]] = []
        start, self._end = _Node(), _Node()
        self.places: State | None = None
        begin = start
        if searched:
            begin = self._repeated_letter(start, ALL)
            self.places = self._made[0][0]
        _join(self._sequence(tree, begin, 1, False), self._end)
        self.states = [state for state, _ in self._made]
        for state, node in self._made:
            state.follow, accepts = self._walked(node)
            state.accepts = accepts and not whole and not state.asserted
        self.first, _ = self._walked(start)

    def _walked(self, node: _Node) -> tuple[list[Edge], bool]:
        """The states to which ways lead from a node, each as often as there are ways, and whether one leads to the
        end with nothing asked."""
        found: list[Edge] = []
        accepts = False
        todo: list[tuple[_Node, Set, Set, tuple[int, ...]]] = [(node, ALL, ALL, ())]
        while todo:
            here, behind, ahead, seen = todo.pop()
            if seen.count(id(here)) > 1 or not behind or not ahead:  # twice, for a loop around what may be empty
                continue
            found += [Edge(state, behind, ahead) for state in here.states if state.letters & ahead]
            accepts |= here is self._end and behind == ahead == ALL
            todo += [(to, behind & back, ahead & front, (*seen, id(here))) for to, back, front in here.out]
        return found, accepts

    def _sequence(self, items: Iterable[tuple[object, object]], at: _Node, bound: float, asserted: bool) -> _Node:
        for op, value in items:
            at = self._item(op, value, at, bound, asserted)
        return at

    def _item(self, op: object, value: object, at: _Node, bound: float, asserted: bool) -> _Node:
        if op in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            return self._letter(at, self._letters(op, value), bound, asserted)
        if op is sre.SUBPATTERN:
            return self._sequence(value[3], at, bound, asserted)  # type: ignore[index]
        if op is sre.BRANCH:
            end = _Node()
            for branch in value[1]:  # type: ignore[index]
                own = _Node()
                _join(at, own)
                _join(self._sequence(branch, own, bound, asserted), end)
            return end
        if op in _REPEATS:
            least, most, sub = value  # type: ignore[misc]
            return self._repeated(at, sub, least, math.inf if most is sre.MAXREPEAT else most, bound, asserted)
        if op in (sre.ASSERT, sre.ASSERT_NOT):
            return self._asserted(op, value, at, bound)
        if op is sre.AT:
            return self._anchored(value, at)
        raise NotImplementedError(f"{op} in a pattern")

    def _letter(self, at: _Node, letters: Set, bound: float, asserted: bool) -> _Node:
        state, end = State(letters, bound, asserted), _Node()
        at.states.append(state)
        self._made.append((state, end))
        return end

    def _repeated_letter(self, at: _Node, letters: Set) -> _Node:
        loop = _Node()
        _join(at, loop)
        _join(self._letter(loop, letters, math.inf, False), loop)
        return loop

    def _repeated(self, at: _Node, sub: object, least: int, most: float, bound: float, asserted: bool) -> _Node:
        copies = min(least, _UNFOLDED)
        for _ in range(copies):
            at = self._sequence(sub, at, bound, asserted)  # type: ignore[arg-type]
        end = _Node()
        if most - copies <= _UNFOLDED:
            for _ in range(int(most) - copies):
                _join(at, end)
                at = self._sequence(sub, at, bound, asserted)  # type: ignore[arg-type]
            _join(at, end)
            return end
        loop = _Node()
        _join(at, loop)
        inner = most if bound == 1 else bound * most
        _join(self._sequence(sub, loop, inner, asserted), loop)  # type: ignore[arg-type]
        _join(loop, end)
        return end

    def _asserted(self, op: object, value: object, at: _Node, bound: float) -> _Node:
        direction, sub = value  # type: ignore[misc]
        end = _Node()
        letters = self._one_letter(sub)
        if letters is not None and op is sre.ASSERT_NOT:
            letters = ALL & ~letters
        if direction < 0:
            _join(at, end, behind=ALL if letters is None else letters)
            return end
        _join(at, end, ahead=ALL if letters is None else letters)
        if letters is None:
            own = _Node()
            _join(at, own)
            self._sequence(sub, own, bound, True)  # where it ends nothing follows
        return end

    def _one_letter(self, sub: object) -> Set | None:
        """The letters of an assertion that asks for one of them; None of any other."""
        items = list(sub)  # type: ignore[call-overload]
        if len(items) != 1 or items[0][0] not in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            return None
        return self._letters(*items[0])

    def _anchored(self, value: object, at: _Node) -> _Node:
        end = _Node()
        line_end = 1 << LETTERS.index("\n")
        if value is sre.AT_BEGINNING and self._flags & re.MULTILINE:
            _join(at, end, behind=line_end)
        elif value is sre.AT_END and self._flags & re.MULTILINE:
            _join(at, end, ahead=line_end)
        elif value in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING):
            _join(at, end, behind=0)  # nothing is taken before it
        elif value in (sre.AT_END, sre.AT_END_STRING):
            _join(at, end, ahead=0)
        else:
            _join(at, end)
        return end

    def _letters(self, op: object, value: object) -> Set:
        if op is sre.ANY:
            return ALL if self._flags & re.DOTALL else ALL & ~(1 << LETTERS.index("\n"))
        items = value if op is sre.IN else [(op, value)]
        found, negated = 0, False
        for kind, what in items:  # type: ignore[union-attr]
            if kind is sre.NEGATE:
                negated = True
            elif kind is sre.NOT_LITERAL:
                found |= ALL & ~self._of(lambda letter, wanted=what: ord(letter) == wanted)
            elif kind is sre.LITERAL:
                found |= self._of(lambda letter, wanted=what: ord(letter) == wanted)
            elif kind is sre.RANGE:
                found |= self._of(lambda letter, wanted=what: wanted[0] <= ord(letter) <= wanted[1])
            else:
                found |= self._category(what)
        return ALL & ~found if negated else found

    def _of(self, fits: Callable[[str], bool]) -> Set:
        def taken(letter: str) -> bool:
            cases = {letter}
            if self._flags & re.IGNORECASE:
                cases |= {letter.lower(), letter.upper()}
            return any(fits(case) for case in cases if len(case) == 1)

        return sum(1 << place for place, letter in enumerate(LETTERS) if taken(letter))

    def _category(self, category: object) -> Set:
        name = str(category).removeprefix("CATEGORY_")
        sign = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[name.removeprefix("NOT_")]
        is_ascii = self._bytes or self._flags & re.ASCII
        fits = re.compile(sign, re.ASCII if is_ascii else 0).fullmatch
        found = sum(1 << place for place, letter in enumerate(LETTERS) if fits(letter))
        return ALL & ~found if name.startswith("NOT_") else found


def _join(node: _Node, to: _Node, behind: Set = ALL, ahead: Set = ALL) -> None:
    node.out.append((to, behind, ahead))
