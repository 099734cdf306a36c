"""What the rules of the tags say of a start, found out once: archives repeat the same fault on every game.

It depends on SetUp, FEN and Variant alone, on their values and their order, as long as nothing else is amiss with
the tag section. Only the place differs from game to game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from pgnfen.audit.context import GameContext
from pgnfen.audit.finding import Found, Remark, Severity
from pgnfen.audit.rule import Rule
from pgnfen.fen.start import Start
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.start_tags import StartKey
from pgnfen.pgn.tagpairs import TagPair, TagSection
from pgnfen.replay.interface import ReplayEngine

NAMES = (b"SetUp", b"FEN", b"Variant")  # in the order of StartKey
_FORWARD, _BACKWARD = (0, 2, 1), (0, 1, 2)  # SetUp, Variant, FEN: the order that no rule minds, and the other


class Said(NamedTuple):
    """A remark and its place `at`, counted from the beginning of the tag pair `name` (an index of NAMES)."""

    remark: Remark
    name: int
    at: int


def remark_of(rule: Rule, one: Found) -> Remark:
    """What a rule has found, without its place."""
    return Remark(
        one.ply,
        rule.code,
        rule.name,
        one.severity or rule.severity,
        one.field,
        one.declared,
        one.expected,
        one.message,
        rule.fix if one.fix == "rule" else one.fix,
    )


def three_tags(key: StartKey, places: Sequence[int], end: int) -> TagSection:
    """A tag section, regular and right in its spelling, as far as rules of SetUp, FEN and Variant look at it.

    `places` has the byte at which the tag pair of each value of `key` begins, -1 where it is absent; `end` is where
    movetext begins.
    """
    pairs = []
    for name, value, start in zip(NAMES, key, places, strict=True):
        if value is not None:
            begin = start + len(name) + 3
            pairs.append(TagPair(name, value, start, begin + len(value) + 2, begin))
    pairs.sort(key=lambda pair: pair.start)
    return TagSection(tuple(pairs), (), end)


class TagFindings:
    """Remembers what the rules of scope "tags" say of starts; bounded."""

    REMEMBERED = 8192

    def __init__(
        self,
        rules: Sequence[Rule],
        engine: ReplayEngine,
        codes: frozenset[str],
        severities: Collection[Severity],
    ) -> None:
        self._rules = [rule for rule in rules if rule.scope == "tags"]
        self._of_no_fault = [rule for rule in self._rules if not rule.says_faults]
        self._engine, self._codes, self._severities = engine, codes, severities
        self._known: dict[tuple[StartKey, bool], tuple[Said, ...] | None] = {}

    def minds(self, key: StartKey, start: Start) -> bool:
        """Whether a rule has anything to say of a game with these three tags, well ordered, and nothing else."""
        return self._of(key, start, backward=False) != ()

    def of(self, key: StartKey, start: Start, order: tuple[int, ...]) -> tuple[Said, ...] | None:
        """What is said of a regular tag section with these tags in this order; None where the rules have to be asked.

        The game's moves must be clear: rules that look at them are not asked here.
        """
        said = self._of(key, start, 1 in order and 2 in order and order.index(1) < order.index(2))
        if said is None or len(said) < 2:
            return said
        return tuple(sorted(said, key=lambda one: (order.index(one.name), one.at, one.remark.code)))

    def _of(self, key: StartKey, start: Start, backward: bool) -> tuple[Said, ...] | None:
        """What is said: where SetUp stands makes no difference, whether Variant stands behind FEN does."""
        known = self._known.get((key, backward), ...)
        if known is ...:
            if len(self._known) >= self.REMEMBERED:
                self._known.clear()
            order = tuple(name for name in (_BACKWARD if backward else _FORWARD) if key[name] is not None)
            known = self._known[key, backward] = self._ask(key, start, order)
        return known

    def _ask(self, key: StartKey, start: Start, order: tuple[int, ...]) -> tuple[Said, ...] | None:
        """Ask the rules of a game that has just these tags in this order; None where one of them needs the moves."""
        tags, places = b"", [-1] * len(NAMES)
        for name in order:
            places[name] = len(tags)
            tags += b"[" + NAMES[name] + b' "' + (key[name] or b"") + b'"]\n'
        section = three_tags(key, places, len(tags) + 1)
        raw = RawGame(tags + b"\n*\n", 0, 1, 1)
        game = GameContext(raw, start, self._engine, None, self._codes, section)
        said = []
        for rule in self._rules if start.faults else self._of_no_fault:
            for found in rule.check(game):
                name = max((n for n in order if places[n] <= found.at), key=places.__getitem__, default=-1)
                if rule.replay or name < 0:
                    return None
                remark = remark_of(rule, found)
                if remark.severity in self._severities:
                    said.append(Said(remark, name, found.at - places[name]))
        return tuple(said)
