"""The first look at a block by the native engine: most games are settled here, without a line of Python for each.

The engine says which games have clear moves. What the rules say of a start is known once it has been asked
(TagFindings), so a game whose tags alone are at fault needs only the places of its findings.
"""

from __future__ import annotations

import re
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.finding import Placed
from pgnfen.audit.sighted import OpenGame, Sighted
from pgnfen.audit.tag_findings import NAMES, Said
from pgnfen.fen.start import Start
from pgnfen.pgn.layout import KEYS, SETUP
from pgnfen.pgn.native_splitter import LAYOUTS, NativeBlock, numbers
from pgnfen.pgn.records import RecordBlock
from pgnfen.pgn.start_tags import StartKey
from pgnfen.replay.native import CASTLING, CLEAR, MOVES_CLEAR, NativeClearer, Verdicts

if TYPE_CHECKING:
    from pgnfen.audit.auditor import Auditor

_NOT_CLEAR = re.compile(b"[^\x01]")
_WIDTH = 2 * len(KEYS)
_LEADS = [len(b"[" + name + b' "') for name in NAMES]
_MOVES_CLEAR = (CLEAR, MOVES_CLEAR)


class _Known(NamedTuple):
    key: StartKey
    start: Start
    quiet: bool


class NativeSight:
    """Looks at blocks for an auditor; threads may share it."""

    REMEMBERED = 65_536

    def __init__(self, auditor: Auditor, module: ModuleType) -> None:
        self._auditor = auditor
        self._module = module
        self._clearer = NativeClearer(module)
        sound = module.REGULAR | module.SPELLED
        if auditor.asks_moves:
            sound |= module.AGREES
        if auditor.asks_bytes:
            sound |= module.UTF8 | module.PRINTABLE
        self._sound = sound
        self._known: dict[int, _Known] = {}
        self._said: dict[int, tuple[Said, ...] | None] = {}

    def block(self, block: NativeBlock) -> Sighted:
        """See Auditor.sight."""
        verdicts = self._clearer.verdicts(block)
        ids = set(verdicts.ids)
        known = self._starts(block, verdicts, ids)
        look_at = self._look_at(verdicts, known, ids)
        found: dict[int, list[Placed]] = {}
        left: dict[int, OpenGame | RecordBlock] = {}
        if not look_at:
            return Sighted(found, left)
        spans = numbers(block.games_table.spans())
        statuses, flags, firsts, names = verdicts.statuses, verdicts.flags, verdicts.numbers, verdicts.ids
        sound, remembered, count = self._sound, self._said, block.data.count
        for index in look_at:
            said = None
            if statuses[index] in _MOVES_CLEAR and not firsts[index] and flags[index] & sound == sound:
                # Where the values of the three tags begin; 0 where there is no such tag.
                setup, fen, variant = places = spans[index * _WIDTH + 2 * SETUP : (index + 1) * _WIDTH : 2]
                code = names[index] * 8 + (setup < fen) * 4 + (fen < variant) * 2 + (setup < variant)
                said = remembered[code] if code in remembered else self._say(code, known[names[index]], places)
            if said is None:
                left[index] = self._open(block, index, verdicts, known)
            elif said:
                number, start, line = block.number + index, block.starts[index], block.lines[index]
                found[index] = [
                    Placed(remark, number, line + count(b"\n", start, place), block.offset + place)
                    for remark, name, at in said
                    for place in (places[name] + at,)
                ]
        return Sighted(found, left)

    def _say(self, code: int, known: _Known, places: list[int]) -> tuple[Said, ...] | None:
        """What is said of a start whose values stand at these places, its own places counted from the values."""
        order = sorted((name for name in range(len(NAMES)) if places[name]), key=places.__getitem__)
        said = self._auditor.tags.of(known.key, known.start, tuple(order))
        if said is not None:
            said = tuple(Said(remark, name, at - _LEADS[name]) for remark, name, at in said)
        if len(self._said) >= self.REMEMBERED:
            self._said.clear()
        self._said[code] = said
        return said

    def _starts(self, block: NativeBlock, verdicts: Verdicts, ids: set[int]) -> dict[int, _Known]:
        """What the auditor knows of starts, with all those of the block in it."""
        if len(self._known) > self.REMEMBERED:
            self._known = {}  # another thread may still read the old one
        known = self._known
        new = ids.difference(known)
        new.discard(self._module.NO_ID)
        if new:
            for index, name in enumerate(verdicts.ids):
                if name in new:
                    new.discard(name)
                    key = block.start_key(index)
                    known[name] = _Known(key, *self._auditor.start(key))
        return known

    def _look_at(self, verdicts: Verdicts, known: dict[int, _Known], ids: set[int]) -> list[int]:
        """Indices of games that are not simply clear."""
        noisy = {name for name in ids if name not in known or not known[name].quiet}
        if not noisy:
            return [match.start() for match in _NOT_CLEAR.finditer(verdicts.statuses)]
        pairs = enumerate(zip(verdicts.statuses, verdicts.ids, strict=True))
        return [index for index, (status, name) in pairs if status != CLEAR or name in noisy]

    def _open(self, block: NativeBlock, index: int, verdicts: Verdicts, known: dict[int, _Known]) -> OpenGame:
        flags = block.flags[index]
        status = verdicts.statuses[index]
        cleared = None
        if status in _MOVES_CLEAR:
            cleared = verdicts.cleared(index, self._module)
        elif status == CASTLING and self._auditor.asks_moves:
            cleared = self._clearer.clears_with_rights(block, index, known[verdicts.ids[index]].start)
        values = block.games_table.values_of(block.data, index)
        careful = bool(flags & self._module.CAREFUL)
        movetext = block.movetexts[index] - block.starts[index]
        return OpenGame(block.game(index), values, LAYOUTS[flags], movetext, cleared, careful)
