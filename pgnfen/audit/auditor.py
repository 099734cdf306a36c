"""The audit of games: which can be cleared at a glance, and what the rules say of the others.

A game is cleared, without a rule being asked, only if
- its tag section has a regular layout, SetUp/FEN/Variant are spelled right and Variant stands before FEN,
- its start (SetUp, FEN and Variant) has nothing that a rule of the tags could report,
- the engine clears its mainline (see ReplayEngine.clears: legal, in standard spelling, right numbers, one marker),
- its Result tag agrees with the marker, and the marker with mate or stalemate on the board,
- its bytes are UTF-8 without control characters.
Where only the tags are at fault, what the rules say of them is remembered for each start (TagFindings). Where the
moves are clear but for one remark (Cleared.but), only the rules that make it are asked of them.
Tests hold every rule's example to this: none may be cleared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pgnfen import native
from pgnfen.audit.context import GameContext
from pgnfen.audit.finding import SEVERITIES, Finding, Placed, Remark, Severity
from pgnfen.audit.rule import Rule, all_rules
from pgnfen.audit.rules.game import _CONTROL
from pgnfen.audit.sighted import OpenGame, Sighted, in_order
from pgnfen.audit.tag_findings import NAMES, TagFindings, remark_of, three_tags
from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block, RawGame
from pgnfen.pgn.layout import RESULT, SETUP, read_header
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.pgn.records import RecordBlock
from pgnfen.pgn.start_tags import StartKey, start_of_key
from pgnfen.replay.engines import default_engine
from pgnfen.replay.interface import Cleared, ReplayEngine

_DRAW = b"1/2-1/2"


class Auditor:
    """Audits games by a choice of rules; remembers what it knows of starts and layouts, not of games.

    Threads may share one.
    """

    REMEMBERED = 8192

    def __init__(
        self,
        rules: Iterable[Rule] | None = None,
        severity: Severity = "info",
        engine: ReplayEngine | None = None,
    ) -> None:
        self.severities = frozenset(SEVERITIES[: SEVERITIES.index(severity) + 1])
        asked = rules if rules is not None else all_rules()
        self.rules = tuple(rule for rule in asked if rule.worst in self.severities)
        self.codes = frozenset(rule.code for rule in self.rules)
        self.engine: ReplayEngine = engine or default_engine()
        self.tags = TagFindings(self.rules, self.engine, self.codes, self.severities)
        self.asks_moves = any(rule.scope in ("moves", "result") or rule.replay for rule in self.rules)
        self.asks_bytes = any(rule.scope == "bytes" for rule in self.rules)
        self._starts: dict[StartKey, tuple[Start, bool]] = {}
        # The native engine stands beside the default engines only: it clears what they would find in order.
        module = native.load() if engine is None else None
        self._sight = None
        if module is not None:
            from pgnfen.audit.native_sight import NativeSight

            self._sight = NativeSight(self, module)

    def audit_block(self, block: Block, path: str) -> Iterator[Finding]:
        """The findings of a block's games, game by game, each game's in the order of their place."""
        sighted = self.sight(block)
        looked = dict(zip(sighted.open, map(self.look, sighted.open.values()), strict=True))
        for one in in_order(sighted, looked):
            yield one.finding(path)

    def sight(self, block: Block) -> Sighted:
        """The first look: what can be said of a block's games without the rules being asked of each.

        With the native engine it is most of the work, and other threads may run meanwhile.
        """
        if isinstance(block, RecordBlock):
            return Sighted({}, {0: block})
        if self._sight is not None and isinstance(block, NativeBlock):
            return self._sight.block(block)
        games = {}
        for index, values in enumerate(block.values):
            movetext = block.movetexts[index] - block.starts[index]
            games[index] = OpenGame(block.game(index), values, block.layouts[index], movetext)
        return Sighted({}, games)

    def look(self, open_game: OpenGame | RecordBlock) -> list[Placed]:
        """The findings of a game that the first look has left open."""
        if isinstance(open_game, RecordBlock):
            from pgnfen.audit.records import audit_records  # games need none of it

            return list(audit_records(open_game, self.codes, self.severities))
        raw, layout, cleared = open_game.game.raw, open_game.layout, open_game.cleared
        declared, quiet = self.start(open_game.values[SETUP:])
        if cleared is None and open_game.quick and self.asks_moves and self.engine.plays(declared):
            cleared = self.engine.clears(declared, raw[open_game.movetext :])
        sound = layout.regular and (
            not self.asks_moves or (cleared is not None and result_agrees(cleared, open_game.values[RESULT]))
        )
        if sound and self.asks_bytes:
            sound = (raw.isascii() or _is_utf8(raw)) and not _CONTROL.search(raw)
        but = cleared.but & self.codes if cleared is not None else frozenset()
        if sound and quiet and layout.quiet and not but:
            return []
        if sound and layout.spelled:
            said = self._of_tags(open_game, declared, cleared if but else None)
            if said is not None:
                return said
        return self._ask(open_game.game, declared, cleared)

    def audit_game(self, game: RawGame, path: str = "") -> Iterator[Finding]:
        """The findings of one game, every rule asked."""
        declared, _ = self.start(tuple(read_header(game.tag_section).values)[SETUP:])
        for one in self._ask(game, declared, None):
            yield one.finding(path)

    def _of_tags(self, open_game: OpenGame, start: Start, but: Cleared | None) -> list[Placed] | None:
        """The findings of a game with nothing amiss but its tags, and what the moves are cleared but for; None where
        the rules have to be asked."""
        game, key = open_game.game, open_game.values[SETUP:]
        places = []
        for name, value in zip(NAMES, key, strict=True):
            place = game.raw.find(b"[" + name + b' "', 0, open_game.movetext) if value is not None else -1
            if value is not None and place < 0:
                return None
            places.append(place)
        order = sorted((name for name in range(len(NAMES)) if places[name] >= 0), key=places.__getitem__)
        said = self.tags.of(key, start, tuple(order))
        if said is None:
            return None
        placed = [_placed(game, one.remark, places[one.name] + one.at) for one in said]
        if but is not None:
            section = three_tags(key, places, open_game.movetext)
            context = GameContext(game, start, self.engine, but, self.codes, section)
            if not _bears_out(context, self.codes):
                return None
            placed += self._check(context, [rule for rule in self.rules if rule.code in but.but])
            placed.sort(key=_in_place)
        return placed

    def _ask(self, raw: RawGame, start: Start, cleared: Cleared | None) -> list[Placed]:
        game = GameContext(raw, start, self.engine, cleared, self.codes)
        if not _bears_out(game, self.codes):
            game = GameContext(raw, start, self.engine, cleared := None, self.codes)
        rules = [
            rule
            for rule in self.rules
            if cleared is None or rule.scope != "moves" or rule.code in cleared.but
            if start.faults or not rule.says_faults
        ]
        return sorted(self._check(game, rules), key=_in_place)

    def _check(self, game: GameContext, rules: Iterable[Rule]) -> list[Placed]:
        """What rules say of a game, rule by rule."""
        placed = []
        for rule in rules:
            for found in rule.check(game):
                remark = remark_of(rule, found)
                if remark.severity in self.severities:
                    placed.append(_placed(game.game, remark, found.at))
        return placed

    def start(self, key: StartKey) -> tuple[Start, bool]:
        """The start that the raw values of SetUp, FEN and Variant make, and whether no rule of tags can mind it."""
        known = self._starts.get(key)
        if known is None:
            if len(self._starts) >= self.REMEMBERED:
                self._starts.clear()
            start = start_of_key(key)
            known = self._starts[key] = start, not self.tags.minds(key, start)
        return known


def _placed(game: RawGame, remark: Remark, at: int) -> Placed:
    return Placed(remark, game.number, game.line_of(at), game.offset + at)


def _in_place(one: Placed) -> tuple[int, str]:
    return one.offset, one.remark.code


def _bears_out(game: GameContext, codes: frozenset[str]) -> bool:
    """Whether python-chess finds what the engine says it will, where that is a castling right to be granted."""
    if game.cleared is None or not game.cleared.but & codes & {"C201", "C202"}:
        return True
    return game.replay is not None and game.replay.stop is None and bool(game.replay.grants)


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def result_agrees(cleared: Cleared, result: bytes | None) -> bool:
    """Whether Result tag, termination marker, and mate or stalemate on the board say the same."""
    if result is not None and result != cleared.marker:
        return False
    if cleared.mate:
        return cleared.marker in (b"0-1" if cleared.white_to_move else b"1-0", b"*")
    return not cleared.stalemate or cleared.marker in (_DRAW, b"*")
