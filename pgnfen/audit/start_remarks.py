"""What the rules of the start say of it, found out once: archives repeat the same fault on every game.

It depends on SetUp, FEN and Variant alone, on their values and their order, as long as nothing else is amiss with
the tag section. Only the place differs from game to game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.finding import GameFinding, Remark, Severity
from pgnfen.audit.game import Game
from pgnfen.facts.facts import Facts, start_kinds
from pgnfen.facts.kinds import Fact
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.tagpairs import TagPair, TagSection

if TYPE_CHECKING:
    from pgnfen.audit.rule import Rule
    from pgnfen.facts.reader import Reader
    from pgnfen.fen.start import Start
    from pgnfen.pgn.layout import StartKey

NAMES = (b"SetUp", b"FEN", b"Variant")  # in the order of StartKey
HEADS = tuple(b"[" + name + b' "' for name in NAMES)  # what stands before the value, as programs write it
_FORWARD, _BACKWARD = (0, 2, 1), (0, 1, 2)  # SetUp, Variant, FEN: the order that S205 asks for, and the other


class StartRemark(NamedTuple):
    """A remark and its place `at`, counted from the first byte of the value of tag `name` (an index of NAMES)."""

    remark: Remark
    name: int
    at: int


class Remarks:
    """Makes remarks of what rules find; equal ones are the same object, so that a report writes them once."""

    REMEMBERED = 8192

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Remark] = {}

    def of(self, rule: Rule, found: GameFinding) -> Remark:
        """What a rule has found, without its place."""
        key = (rule.code, *found[1:])
        remark = self._known.get(key)
        if remark is None:
            if len(self._known) >= self.REMEMBERED:
                self._known.clear()
            severity = found.severity or rule.severity
            text = found.field, found.declared, found.expected, found.message
            remark = self._known[key] = Remark(found.ply, rule.code, rule.name, severity, *text, rule.fix_of(found))
        return remark


class _Backward:
    """Under what is remembered of the other order of tags; lives as long as its StartRemarks."""


class StartRemarks:
    """Asks the rules of the start; what they say is remembered with it (Start.answers)."""

    def __init__(
        self,
        rules: Sequence[Rule],
        codes: frozenset[str],
        reader: Reader,
        remarks: Remarks,
        severities: frozenset[Severity],
    ) -> None:
        self._backward = _Backward()
        self._answering: dict[int, list[Rule]] = {}
        self.rules = [rule for rule in rules if rule.of_start]
        self._codes = codes
        # Those that something has to be amiss for are not asked of every start.
        self.always = frozenset(rule.code for rule in self.rules if (rule.reads or 0) & ~Fact.FEN_FAULT)
        self._reader, self._remarks, self._severities = reader, remarks, severities

    def _answer(self, kinds: int) -> list[Rule]:
        """The rules that read one of these facts."""
        rules = self._answering.get(kinds)
        if rules is None:
            rules = self._answering[kinds] = [rule for rule in self.rules if (rule.reads or 0) & kinds]
        return rules

    def has_any(self, start: Start) -> bool:
        """Whether a rule has anything to say of a game with these three tags, Variant before FEN."""
        return bool(self.of(start, False))

    def of(self, start: Start, backward: bool) -> tuple[StartRemark, ...]:
        """What there is to remark on a regular tag section with these three tags.

        `backward`: Variant stands behind FEN. Where SetUp stands makes no difference.
        """
        place: object = self._backward if backward else self
        remarks: tuple[StartRemark, ...] | None = start.answers.get(place)
        if remarks is None:
            remarks = start.answers[place] = tuple(self._ask(start, backward))
        return remarks

    def _ask(self, start: Start, backward: bool) -> list[StartRemark]:
        """Ask the rules of a game that has just these tags in this order."""
        key = tuple(None if text is None else _raw(text) for text in (start.setup, start.fen, start.variant_text))
        tags, places = b"", [-1] * len(NAMES)
        for name in _BACKWARD if backward else _FORWARD:
            value = key[name]
            if value is not None:
                places[name] = len(tags)
                tags += HEADS[name] + value + b'"]\n'
        raw = RawGame(tags + b"\n*\n", 0, 1, 1)
        section = _section(key, places, len(tags) + 1)
        game = Game(raw, section.end, start, _NOTHING, self._reader, self._codes, section)
        remarks = []
        for rule in self._answer(start_kinds(start)):
            for found in rule.check(game):
                remark = self._remarks.of(rule, found)
                if remark.severity in self._severities:
                    name = max((n for n in range(3) if 0 <= places[n] <= found.at), key=places.__getitem__)
                    remarks.append(StartRemark(remark, name, found.at - places[name] - len(HEADS[name])))
        return remarks


_NOTHING = Facts()


def _raw(text: str) -> bytes:
    """The text as a tag value has it; where that is not what stood there, the places of findings are the same."""
    return text.encode("utf-8", "surrogatepass").replace(b"\\", b"\\\\").replace(b'"', b'\\"')


def _section(key: StartKey, places: Sequence[int], end: int) -> TagSection:
    """The tag section: places[name] is the byte at which a tag pair begins; `end` where movetext begins."""
    pairs = []
    for name, value, start in zip(NAMES, key, places, strict=True):
        if value is not None:
            begin = start + len(name) + 3
            pairs.append(TagPair(name, value, start, begin + len(value) + 2, begin))
    pairs.sort(key=lambda pair: pair.start)
    return TagSection(tuple(pairs), (), end)
