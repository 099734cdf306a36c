"""The audit of games: which can be cleared at a glance, and what the rules say of the others.

A game is cleared, without a rule being asked, only if
- its tag section has a regular layout, SetUp/FEN/Variant are spelled right and Variant stands before FEN,
- its start (SetUp, FEN and Variant) has nothing that a rule of the tags could report,
- the engine clears its mainline (see ReplayEngine.clears: legal, in standard spelling, right numbers, one marker),
- its Result tag agrees with the marker, and the marker with mate or stalemate on the board,
- its bytes are UTF-8 without control characters.
Tests hold every rule's example to this: none may be cleared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pgnfen import native
from pgnfen.audit.context import GameContext
from pgnfen.audit.finding import SEVERITIES, Finding, Found, Severity
from pgnfen.audit.records import audit_records
from pgnfen.audit.rule import Rule, all_rules
from pgnfen.audit.rules.game import _CONTROL
from pgnfen.audit.tag_findings import Placed, TagFindings
from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block, RawGame
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.records import RecordBlock
from pgnfen.pgn.starts import RESULT, SETUP, StartKey, start_of
from pgnfen.replay.engines import default_engine
from pgnfen.replay.interface import Cleared, ReplayEngine
from pgnfen.replay.native import NativeClearer, Verdicts

_DRAW = b"1/2-1/2"
_NOT_CLEAR = re.compile(b"[^\x01]")


class Auditor:
    """Audits games by a choice of rules; remembers what it knows of starts and layouts, not of games."""

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
        # The native engine stands beside the default engines only: it clears what they would find in order.
        module = native.load() if engine is None else None
        self.engine: ReplayEngine = engine or default_engine()
        self._clearer = NativeClearer(module, self._start) if module else None
        self._tags = TagFindings(self.rules, self.engine, self.codes)
        self._starts: dict[StartKey, tuple[Start, bool]] = {}
        self._moves = any(rule.scope in ("moves", "result") or rule.replay for rule in self.rules)
        self._bytes = any(rule.scope == "bytes" for rule in self.rules)

    def audit_block(self, block: Block, path: str) -> Iterator[Finding]:
        """The findings of a block's games, game by game, each game's in the order of their place."""
        if isinstance(block, RecordBlock):
            yield from audit_records(block, path, self.codes, self.severities)
            return
        verdicts = self._clearer.verdicts(block) if self._clearer else None
        look_at: Iterable[int] = range(len(block))
        if verdicts is not None:
            look_at = (match.start() for match in _NOT_CLEAR.finditer(verdicts.statuses))
        for index in look_at:
            yield from self._audit_one(block, index, path, verdicts)

    def _audit_one(self, block: Block, index: int, path: str, verdicts: Verdicts | None) -> Iterator[Finding]:
        start = block.starts[index]
        end = block.starts[index + 1] if index + 1 < len(block) else block.end
        values = block.values[index]
        declared, quiet = self._start(values[SETUP:])
        raw = block.data[start:end]
        cleared = verdicts.cleared.get(index) if verdicts else None
        if cleared is None and self._moves and self.engine.plays(declared):
            cleared = self.engine.clears(declared, block.data[block.movetexts[index] : end])
        layout = block.layouts[index]
        in_order = layout.regular and (not self._moves or (cleared and _result_agrees(cleared, values[RESULT])))
        if in_order and self._bytes:
            in_order = (raw.isascii() or _is_utf8(raw)) and not _CONTROL.search(raw)
        if in_order and quiet and layout.quiet:
            return
        at_end = block.at_end and index == len(block) - 1
        game = RawGame(raw, block.offset + start, block.lines[index], block.number + index, at_end)
        said = None
        if in_order and layout.spelled:
            said = self._tags.of_game(raw, block.movetexts[index] - start, values[SETUP:], declared)
        if said is not None:
            yield from self._findings(game, path, said)
        else:
            yield from self._ask(game, declared, cleared, path)

    def audit_game(self, game: RawGame, path: str = "") -> Iterator[Finding]:
        """The findings of one game, every rule asked."""
        declared, _ = self._start(tuple(read_header(game.tag_section).values)[SETUP:])
        yield from self._ask(game, declared, None, path)

    def _ask(self, raw: RawGame, start: Start, cleared: Cleared | None, path: str) -> Iterator[Finding]:
        game = GameContext(raw, start, self.engine, cleared, self.codes)
        found = [
            (one.at, rule, one)
            for rule in self.rules
            if not (cleared is not None and rule.scope == "moves")
            for one in rule.check(game)
        ]
        found.sort(key=lambda one: (one[0], one[1].code))
        yield from self._findings(raw, path, found)

    def _findings(self, raw: RawGame, path: str, found: Iterable[Placed]) -> Iterator[Finding]:
        for at, rule, one in found:
            finding = _finding(raw, path, rule, one, at)
            if finding.severity in self.severities:
                yield finding

    def _start(self, key: StartKey) -> tuple[Start, bool]:
        """The start that the raw values of SetUp, FEN and Variant make, and whether no rule of tags can mind it."""
        known = self._starts.get(key)
        if known is None:
            if len(self._starts) >= self.REMEMBERED:
                self._starts.clear()
            start = start_of((*(None,) * SETUP, *key))
            known = self._starts[key] = start, not start.faults and not self._tags.minds(key, start)
        return known


def _finding(game: RawGame, path: str, rule: Rule, one: Found, at: int) -> Finding:
    return Finding(
        path=path,
        game=game.number,
        line=game.line_of(at),
        offset=game.offset + at,
        ply=one.ply,
        code=rule.code,
        name=rule.name,
        severity=one.severity or rule.severity,
        field=one.field,
        declared=one.declared,
        expected=one.expected,
        message=one.message,
        fix=rule.fix if one.fix == "rule" else one.fix,
    )


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _result_agrees(cleared: Cleared, result: bytes | None) -> bool:
    if result is not None and result != cleared.marker:
        return False
    if cleared.mate:
        return cleared.marker in (b"0-1" if cleared.white_to_move else b"1-0", b"*")
    return not cleared.stalemate or cleared.marker in (_DRAW, b"*")
