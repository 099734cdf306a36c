"""What the rules of the tags say of a start, found out once: archives repeat the same fault on every game.

It depends on SetUp, FEN and Variant alone, on their values and their order, as long as nothing else is amiss with
the tag section. Only the place differs from game to game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pgnfen.audit.context import GameContext
from pgnfen.audit.finding import Found
from pgnfen.audit.rule import Rule
from pgnfen.fen.start import Start
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.starts import StartKey
from pgnfen.replay.interface import ReplayEngine

_NAMES = (b"SetUp", b"FEN", b"Variant")  # in the order of StartKey
_FORWARD = (0, 2, 1)  # SetUp, Variant, FEN: the order that no rule minds


class _Said(NamedTuple):
    """A finding, its place `at` counted from the beginning of the tag pair `name` (an index of _NAMES)."""

    rule: Rule
    found: Found
    name: int
    at: int


Placed = tuple[int, Rule, Found]
"""A place in the game's raw bytes, the rule, and what it says."""


class TagFindings:
    """Remembers what the rules of scope "tags" say of starts; bounded."""

    REMEMBERED = 8192

    def __init__(self, rules: Sequence[Rule], engine: ReplayEngine, codes: frozenset[str]) -> None:
        self._rules = [rule for rule in rules if rule.scope == "tags"]
        self._engine, self._codes = engine, codes
        self._known: dict[tuple[StartKey, tuple[int, ...]], tuple[_Said, ...] | None] = {}

    def minds(self, key: StartKey, start: Start) -> bool:
        """Whether a rule has anything to say of a game with these three tags, well ordered, and nothing else."""
        return self._of(key, start, tuple(name for name in _FORWARD if key[name] is not None)) != ()

    def of_game(self, raw: bytes, movetext: int, key: StartKey, start: Start) -> list[Placed] | None:
        """The findings of a regular tag section, raw[:movetext]; None where the rules have to be asked.

        The game's moves must be clear: rules that look at them are not asked here.
        """
        places = []
        for name, value in zip(_NAMES, key, strict=True):
            place = raw.find(b"[" + name + b' "', 0, movetext) if value is not None else -1
            if value is not None and place < 0:
                return None
            places.append(place)
        order = tuple(sorted((name for name in range(3) if places[name] >= 0), key=places.__getitem__))
        said = self._of(key, start, order)
        if said is None:
            return None
        found = [(places[name] + at, rule, one) for rule, one, name, at in said]
        if len(found) > 1:
            found.sort(key=lambda one: (one[0], one[1].code))
        return found

    def _of(self, key: StartKey, start: Start, order: tuple[int, ...]) -> tuple[_Said, ...] | None:
        known = self._known.get((key, order), ...)
        if known is ...:
            if len(self._known) >= self.REMEMBERED:
                self._known.clear()
            known = self._known[key, order] = self._ask(key, start, order)
        return known

    def _ask(self, key: StartKey, start: Start, order: tuple[int, ...]) -> tuple[_Said, ...] | None:
        """Ask the rules of a game that has just these tags in this order; None where one of them needs the moves."""
        tags, places = b"", {}
        for name in order:
            places[name] = len(tags)
            tags += b"[" + _NAMES[name] + b' "' + (key[name] or b"") + b'"]\n'
        game = GameContext(RawGame(tags + b"\n*\n", 0, 1, 1), start, self._engine, None, self._codes)
        said = []
        for rule in self._rules:
            for found in rule.check(game):
                name = max((n for n in order if places[n] <= found.at), key=places.__getitem__, default=-1)
                if rule.replay or name < 0:
                    return None
                said.append(_Said(rule, found, name, found.at - places[name]))
        return tuple(said)
