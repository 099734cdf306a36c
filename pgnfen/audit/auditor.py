"""The audit of games: a reader says facts, the rules that read them are asked, and what they find is put in its place.

Which games a rule is asked of, it declares itself (see Rule): those with a fact that it reads, those that hold a byte
string of its trigger, each start once, or every game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.catalog import choose
from pgnfen.audit.file_notes import FileNotes
from pgnfen.audit.finding import Finding, GameFinding, Placed, Remark, Severity, at_least
from pgnfen.audit.game import Game
from pgnfen.audit.rule import REGISTRY, Rule
from pgnfen.audit.start_remarks import HEADS, Remarks, StartRemarks
from pgnfen.facts.facts import Facts
from pgnfen.facts.kinds import OF_SECTION, POSITION_TAGS, Fact
from pgnfen.facts.reader import Reader, ReadOptions
from pgnfen.lazy import cached_property, deferred
from pgnfen.pgn.block import Block, Lines, RawGame, count_lines
from pgnfen.pgn.blocks import CutGame, Piece
from pgnfen.pgn.definitions import RESULT, SETUP
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.start_tags import start_of_key

with deferred:
    from pgnfen.audit.evidence import judged
    from pgnfen.audit.records import audit_records
    from pgnfen.facts.mainlines import Mainlines

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.replay.interface import ReplayEngine

_UNUSUAL = Fact.IRREGULAR_TAGS | Fact.TAG_SPELLING
TOO_LARGE = "G111"
FOREIGN = "P106"
"""The rule of `SurveyedRecords.foreign`."""
_BACKWARD = int(Fact.TAG_ORDER)


class Examined(NamedTuple):
    """A game under audit: its place (0-based, in the block), its facts (NONE: not asked for), what is found in it."""

    at: int
    facts: Facts
    placed: list[Placed]


class Auditor:
    """Audits games by a choice of rules; remembers what it knows of starts and layouts, not of games.

    `position_tags` are the tags that declare final positions. `searches`: rules that look for what may be meant do,
    some milliseconds for each of their findings. `beside`: codes of rules that need not be asked; others
    give way to them as they do where they are (R101, where R201 says why a move cannot be played).
    """

    def __init__(
        self,
        rules: Iterable[Rule] | None = None,
        severity: Severity = "info",
        engine: ReplayEngine | None = None,
        position_tags: Sequence[bytes] = POSITION_TAGS,
        searches: bool = False,
        beside: Iterable[str] = (),
    ) -> None:
        self._searches = searches
        self.severities = frozenset(at_least(severity))
        asked = rules if rules is not None else choose()
        chosen = [rule for rule in asked if rule.worst in self.severities]
        self.rules = tuple(rule for rule in chosen if rule.check_file is None)
        self.file_rules = tuple(rule for rule in chosen if rule.check_file is not None)
        self.codes = frozenset((*(rule.code for rule in chosen), *beside))
        self.reader = Reader(engine, position_tags)
        self.remarks = Remarks()
        self.starts = StartRemarks(self.rules, self.codes, self.reader, self.remarks, self.severities)
        of_game = [rule for rule in self.rules if not rule.of_start]
        self._always = [rule for rule in of_game if rule.reads is None and not rule.trigger]
        self._by_fact = [rule for rule in of_game if rule.reads is not None and not rule.trigger]
        self._triggered = [rule for rule in of_game if rule.trigger]
        self._kinds = 0
        for rule in self._by_fact:
            self._kinds |= rule.reads or 0
        self.reads_moves = any(rule.of_moves for rule in (*of_game, *self.file_rules))
        self._answering: dict[int, tuple[Rule, ...]] = {}
        self._gil_free_seconds = 0.0

    @property
    def gil_free_seconds(self) -> float:
        """Seconds of its work so far in which the interpreter was free for other threads."""
        return self._gil_free_seconds + (self.reader.native.seconds if self.reader.native is not None else 0.0)

    def audit_file(self, blocks: Iterable[Block], path: str) -> Iterator[Finding]:
        """The findings of an input: those of its blocks, and behind them what is found in it as a whole."""
        notes = self.notes()
        for block in blocks:
            for one in self.block(block, notes):
                yield one.finding(path)
        for one in self.of_file(notes):
            yield one.finding(path)

    def audit_block(self, block: Block, path: str) -> Iterator[Finding]:
        """The findings of a block's games, game by game, each game's in the order of their place."""
        for one in self.block(block):
            yield one.finding(path)

    def notes(self) -> FileNotes | None:
        """To be written to where a rule is asked of files."""
        if not self.file_rules:
            return None
        of_players = [rule for rule in self.file_rules if rule.code.startswith("H")]
        of_games = [rule for rule in self.file_rules if rule.code == "N108"]
        of_text = [rule for rule in self.file_rules if rule.code == "N105"]
        others = [*of_players, *of_games, *of_text]
        of_starts = [rule for rule in self.file_rules if not rule.replay and rule not in others]
        return FileNotes(bool(of_starts), bool(of_players), bool(of_games), bool(of_text))

    def of_file(self, notes: FileNotes | None, rules: Iterable[Rule] | None = None) -> list[Placed]:
        """What is found in a file as a whole, of which all blocks are noted; `rules`: by these alone."""
        if notes is None:
            return []
        rules = self.file_rules if rules is None else rules
        found = [(rule, one) for rule in rules if rule.check_file for one in rule.check_file(notes)]
        return [
            Placed(self.remarks.of(rule, GameFinding(0, message, field, declared, expected)), *place)
            for rule, (place, message, field, declared, expected) in found
        ]

    def block(
        self, block: Block, notes: FileNotes | None = None, hidden: Counter[str] | None = None
    ) -> list[Placed]:
        """As audit_block, without the name of the input; what rules of files need is noted.

        `hidden`: infos are not shown, and may be counted there, by severity, instead of being returned: those which the
        native engine is sure of cost nothing then."""
        self.note(block, notes)
        if isinstance(block, RecordBlock):
            began = perf_counter()
            survey = block.doubtful()
            self._gil_free_seconds += perf_counter() - began
            if notes is not None:
                for entry in survey.followed:
                    notes.follow(block, *entry)
                for index in survey.open:
                    notes.leave_open(block, index)
            foreign = survey.foreign
            if hidden is not None and foreign and FOREIGN in self.codes and "info" in self.severities:
                hidden["info"] += len(foreign)
                foreign = []
            asked = sorted([*survey.doubtful, *foreign])
            return list(audit_records(block, asked, self.codes, self.severities, notes, frozenset(foreign)))
        return [one for examined in self.examined(block, notes) for one in examined.placed]

    @cached_property
    def _mainlines(self) -> Mainlines:
        return Mainlines()

    def note(self, block: Block, notes: FileNotes | None) -> None:
        """Note the starts of a block for the rules of files."""
        if notes is not None and not isinstance(block, Piece):
            notes.note_starts(block)
            notes.note_players(block)
            notes.note_text(block)
            if notes.wants_games:
                notes.note_games(block, self._mainlines)
            if not isinstance(block, RecordBlock):
                self.reader.start_conventions(block, notes.follow, notes.start_follows)

    def examined(self, block: Block, notes: FileNotes | None = None) -> Iterator[Examined]:
        """The games of a block of which there may be something to say, in order, and what is found in them."""
        if isinstance(block, Piece):
            if len(block) and not isinstance(block, CutGame):
                yield Examined(0, Facts(), list(self._too_large(block)))
            return
        hits = self._hits(block)
        games = None if self._always else hits
        follow = partial(notes.follow, block) if notes is not None else None
        kinds, starts = self._kinds | OF_SECTION, self.starts
        options = ReadOptions(kinds, self.reads_moves, starts.has_any, games, starts.always, follow)
        for index, start, facts in self.reader.block(block, options):
            yield Examined(index, facts, self._game(block, index, start, facts, hits.get(index, ())))

    def _too_large(self, block: Piece) -> Iterator[Placed]:
        rule = REGISTRY[TOO_LARGE]
        if rule.code in self.codes and rule.severity in self.severities:
            said = GameFinding(0, "the game is too large to check; it is kept and counted")
            yield Placed(self.remarks.of(rule, said), block.number, block.lines[0], block.offset)

    def audit_game(self, game: RawGame, path: str = "") -> Iterator[Finding]:
        """The findings of one game, read by the Python reader, every rule asked."""
        for one in self.placed(self.game_of(game)):
            yield one.finding(path)

    def game_of(self, game: RawGame) -> Game:
        """One game under audit, read by the Python reader."""
        section = game.tag_section
        header = read_header(section)
        start = start_of_key(tuple(header.values)[SETUP:])
        facts = self.reader.python.read(game.raw, section.end, start, header.layout, header.values[RESULT])
        return Game(game, section.end, start, facts, self.reader, self.codes, section)

    def placed(self, game: Game) -> list[Placed]:
        """What is found in a game, every rule asked, in the order of their place."""
        return sorted(settled(self._ask(game, self.rules)), key=_in_place)

    def _hits(self, block: Block) -> dict[int, list[Rule]]:
        """The games that hold a trigger, and the rules that it asks."""
        hits: dict[int, list[Rule]] = {}
        for trigger in {trigger for rule in self._triggered for trigger in rule.trigger}:
            rules = [rule for rule in self._triggered if trigger in rule.trigger]
            for index in block.holding(trigger):
                for rule in rules:
                    pattern = rule.tags if trigger.startswith(b"[") else None
                    if pattern is None or pattern.search(block.data, block.starts[index], block.movetexts[index]):
                        known = hits.setdefault(index, [])
                        known += [rule] if rule not in known else []
        return hits

    def _game(self, block: Block, index: int, start: Start | None, facts: Facts, hits: Sequence[Rule]) -> list[Placed]:
        """The findings of a game of which there is something to say; `start` as in Read."""
        kinds = facts.kinds
        rules: Sequence[Rule] = self._answer(kinds & self._kinds)
        if hits:
            rules = [*rules, *(rule for rule in hits if rule.reads is None or rule.reads & kinds)]
        placed: list[Placed] = []
        backward = bool(kinds & _BACKWARD)
        if backward:
            start = block.start(index)
        if kinds & _UNUSUAL:
            rules = [*rules, *self.starts.rules]
        elif start is not None and self.starts.of(start, backward):
            remarks = self._of_start(block, index, start, backward)
            if remarks is None:
                rules = [*rules, *self.starts.rules]
            else:
                placed = remarks
        if rules:
            movetext = block.movetexts[index] - block.starts[index]
            game = Game(block.game(index), movetext, None, facts, self.reader, self.codes, None, block)
            placed += self._ask(game, rules)
        if len(placed) > 1:
            placed = settled(placed)
            placed.sort(key=_in_place)
        return placed

    def _answer(self, kinds: int) -> tuple[Rule, ...]:
        """The rules without trigger that are asked of a game with these facts."""
        rules = self._answering.get(kinds)
        if rules is None:
            by_fact = [rule for rule in self._by_fact if (rule.reads or 0) & kinds]
            rules = self._answering[kinds] = (*self._always, *by_fact)
        return rules

    def _of_start(self, block: Block, index: int, start: Start, backward: bool) -> list[Placed] | None:
        """The remarks on the start, in their places; None where the tags do not stand as programs write them."""
        remarks = self.starts.of(start, backward)
        begin, line, data = block.starts[index], block.lines[index], block.data
        places = block.start_places(index)
        placed = []
        for remark, name, at in remarks:
            value = places[name]
            if value < 0 or not data.startswith(HEADS[name], value - len(HEADS[name])):
                return None
            place = value + at
            lines = line + count_lines(data, begin, place)
            placed.append(Placed(remark, block.number + index, lines, block.offset + place))
        return placed

    def _ask(self, game: Game, rules: Iterable[Rule]) -> list[Placed]:
        """What rules say of a game, rule by rule."""
        game.searches = self._searches
        said = [(rule, one) for rule in rules for one in rule.check(game)]
        said = [(rule, one) for rule, one in said if (one.severity or rule.severity) in self.severities]
        if any(rule.by_moves for rule, _ in said):
            said = judged(game, said)
        found = [(one.at, self.remarks.of(rule, one)) for rule, one in said]
        if len(found) > 1:
            found.sort(key=_by_place)
        raw, lines = game.game, Lines(game.game)
        return [Placed(remark, raw.number, lines.of(at), raw.offset + at) for at, remark in found]


def settled(placed: list[Placed]) -> list[Placed]:
    """The findings of a game without those whose rule yields to another that is found in the same field; where D110
    reports what is wrong with the FEN, nothing else is expected of its pieces, rights and clocks."""
    left = []
    if any(one.remark.code == "D110" for one in placed):
        placed = [_without_repair(one) for one in placed]
    for one in placed:
        winner = REGISTRY[one.remark.code].yields_to
        if winner is None or not any(_overrules(other.remark, one.remark, winner) for other in placed):
            left.append(one)
    return left


def _overrules(other: Remark, one: Remark, winner: str) -> bool:
    return other.code == winner and other.field == one.field and other.declared == one.declared


def _without_repair(one: Placed) -> Placed:
    """What is found of the FEN's pieces, rights and clocks, with nothing expected."""
    if one.remark.code[0] not in "CP" and not one.remark.code.startswith("K1"):
        return one
    return one._replace(remark=one.remark._replace(expected=None, fix=None))


def _by_place(one: tuple[int, Remark]) -> tuple[int, str]:
    return one[0], one[1].code


def _in_place(one: Placed) -> tuple[int, str]:
    return one.offset, one.remark.code
