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

from collections.abc import Iterable, Iterator

from pgnfen.audit.context import GameContext
from pgnfen.audit.finding import SEVERITIES, Finding, Found, Severity
from pgnfen.audit.rule import Rule, all_rules
from pgnfen.audit.rules.game import _CONTROL
from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block, RawGame
from pgnfen.pgn.layout import CANONICAL, Layout, layout_positions, read_header
from pgnfen.pgn.starts import RESULT, SETUP, StartKey, start_of
from pgnfen.replay.interface import Cleared, ReplayEngine
from pgnfen.replay.python_chess import PythonChess

_DRAW = b"1/2-1/2"


class Auditor:
    """Audits games by a choice of rules; remembers what it knows of starts and layouts, not of games."""

    REMEMBERED = 8192

    def __init__(
        self,
        rules: Iterable[Rule] | None = None,
        severity: Severity = "info",
        engine: ReplayEngine | None = None,
    ) -> None:
        self.rules = tuple(rules) if rules is not None else all_rules()
        self.codes = frozenset(rule.code for rule in self.rules)
        self.severities = frozenset(SEVERITIES[: SEVERITIES.index(severity) + 1])
        self.engine = engine or PythonChess()
        self._tag_rules = [rule for rule in self.rules if rule.scope == "tags"]
        self._starts: dict[StartKey, tuple[Start, bool]] = {}
        self._layouts: dict[Layout, bool] = {}
        self._moves = any(rule.scope in ("moves", "result") or rule.replay for rule in self.rules)
        self._bytes = any(rule.scope == "bytes" for rule in self.rules)

    def audit_block(self, block: Block, path: str) -> Iterator[Finding]:
        """The findings of a block's games, game by game, each game's in the order of their place."""
        data = block.data
        last = len(block) - 1
        for index, (start, end) in enumerate(zip(block.starts, block.ends(), strict=True)):
            values = block.values[index]
            declared, quiet = self._start(values[SETUP:])
            raw = data[start:end]
            cleared = None
            if self._moves and self.engine.plays(declared):
                cleared = self.engine.clears(declared, data[block.movetexts[index] : end])
            quiet = quiet and self._layout_is_quiet(block.layouts[index])
            if quiet and self._bytes:
                quiet = (raw.isascii() or _is_utf8(raw)) and not _CONTROL.search(raw)
            if quiet and (not self._moves or (cleared and _result_agrees(cleared, values[RESULT]))):
                continue
            at_end = block.at_end and index == last
            game = RawGame(raw, block.offset + start, block.lines[index], block.number + index, at_end)
            yield from self._ask(game, declared, cleared, path)

    def audit_game(self, game: RawGame, path: str = "") -> Iterator[Finding]:
        """The findings of one game, every rule asked."""
        declared, _ = self._start(tuple(read_header(game.tag_section).values)[SETUP:])
        yield from self._ask(game, declared, None, path)

    def _ask(self, raw: RawGame, start: Start, cleared: Cleared | None, path: str) -> Iterator[Finding]:
        game = GameContext(raw, start, self.engine, cleared, self.codes)
        found = [
            (one, rule)
            for rule in self.rules
            if not (cleared is not None and rule.scope == "moves")
            for one in rule.check(game)
        ]
        found.sort(key=lambda pair: (pair[0].at, pair[1].code))
        for one, rule in found:
            finding = _finding(raw, path, rule, one)
            if finding.severity in self.severities:
                yield finding

    def _start(self, key: StartKey) -> tuple[Start, bool]:
        """The start that the raw values of SetUp, FEN and Variant make, and whether no rule of tags can mind it."""
        known = self._starts.get(key)
        if known is None:
            if len(self._starts) >= self.REMEMBERED:
                self._starts.clear()
            start = start_of((*(None,) * SETUP, *key))
            known = self._starts[key] = start, not start.faults and not self._minded(key, start)
        return known

    def _minded(self, key: StartKey, start: Start) -> bool:
        """Whether a rule of the tags has something to say of a game with these three tags and nothing else."""
        names = (b"SetUp", b"Variant", b"FEN")
        values = (key[0], key[2], key[1])
        present = [(name, value) for name, value in zip(names, values, strict=True) if value is not None]
        tags = b"".join(b"[" + name + b' "' + value + b'"]\n' for name, value in present)
        game = GameContext(RawGame(tags + b"\n*\n", 0, 1, 1), start, self.engine, None, self.codes)
        return any(True for rule in self._tag_rules for _ in rule.check(game))

    def _layout_is_quiet(self, layout: Layout) -> bool:
        quiet = self._layouts.get(layout)
        if quiet is None:
            if len(self._layouts) >= self.REMEMBERED:
                self._layouts.clear()
            names = layout.names
            fen, variant = layout_positions(names, b"fen"), layout_positions(names, b"variant")
            spelled = all(name == CANONICAL.get(name.lower(), name) for name in names)
            ordered = not (fen and variant and variant[-1] > fen[-1])
            quiet = self._layouts[layout] = layout.regular and spelled and ordered
        return quiet


def _finding(game: RawGame, path: str, rule: Rule, one: Found) -> Finding:
    return Finding(
        path=path,
        game=game.number,
        line=game.line_of(one.at),
        offset=game.offset + one.at,
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
