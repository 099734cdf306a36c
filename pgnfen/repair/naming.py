"""Names rewritten by a user's list: in the tags of games, and nowhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pgnfen.audit.edits import Edit, apply, can_hold, tag_value, tags_appended
from pgnfen.audit.finding import Placed, Remark
from pgnfen.pgn.block import Block, RawGame
from pgnfen.pgn.blocks import Piece
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import TagPair, TagSection
from pgnfen.repair.name_lists import KINDS, NameList
from pgnfen.repair.state import Done, FixedBlock

NAMES = "names"
"""The name of what is rewritten by a list of names; it has no code."""
_UNKNOWN = frozenset(("", "?", "-"))


class _Change(NamedTuple):
    tag: str
    before: str
    after: str
    edit: Edit


class Naming:
    """Rewrites names by a list; counts the spellings that the list does not have, by `KIND,SPELLING`."""

    def __init__(self, names: NameList) -> None:
        self._names = names
        self._kinds = {tag: kind for kind in names.kinds for tag in KINDS[kind]}

    def rename(self, block: Block, fixed: FixedBlock) -> Counter[str]:
        """Rewrite the names of a block after its fixes; what is done is added to what was, in the order of games."""
        unknown: Counter[str] = Counter()
        if isinstance(block, (Piece, RecordBlock)):
            return unknown
        changed: dict[int, tuple[RawGame, bytes]] = {game.number: (game, raw) for game, raw in fixed.changed}
        parts: list[bytes] = []
        renamed = False
        game: RawGame
        for game in block.games():
            raw = changed[game.number][1] if game.number in changed else game.raw
            section: TagSection = game._replace(raw=raw).tag_section
            changes = list(self._changes(raw, section, unknown))
            if changes:
                renamed = True
                fixed.done += [_done(game, one) for one in changes]
                raw = apply(raw, [one.edit for one in changes])
                changed[game.number] = game, raw
            parts.append(raw)
        if renamed:
            fixed.data = b"".join(parts)
            fixed.changed = [changed[number] for number in sorted(changed)]
            fixed.done.sort(key=lambda one: (one.placed.game, one.offset, one.placed.remark.code))
        return unknown

    def _changes(self, raw: bytes, section: TagSection, unknown: Counter[str]) -> Iterator[_Change]:
        pairs = {pair.name: pair for pair in section.pairs if pair.well_formed}
        for pair in section.pairs:
            kind = self._kinds.get(pair.name)
            if kind is None or not pair.well_formed or pair.value in _UNKNOWN:
                continue
            value = pair.value
            name = self._names.of(kind, value)
            if name is None:
                unknown[f"{kind},{value}"] += 1
                continue
            tag = pair.name.decode()
            if name.name != value and can_hold(raw, pair, name.name):
                yield _Change(tag, value, name.name, tag_value(raw, pair, name.name))
            if name.fide_id is not None and kind == "player":
                yield from _fide_id(raw, section, pairs.get(pair.name + b"FideId"), f"{tag}FideId", name.fide_id)


def _fide_id(raw: bytes, section: TagSection, pair: TagPair | None, tag: str, number: str) -> Iterator[_Change]:
    """The FIDE number, where the game does not state one."""
    if pair is None and not any(one.name.lower() == tag.lower().encode() for one in section.pairs):
        both = [(tag, number)]
        yield _Change(tag, "", number, tags_appended(raw, section.pairs[-1], both))
    elif pair is not None and pair.value in _UNKNOWN:
        yield _Change(tag, pair.value, number, tag_value(raw, pair, number))


def _done(game: RawGame, change: _Change) -> Done:
    """What was done, at its place in the input."""
    own = next((pair for pair in game.tag_section.pairs if pair.name == change.tag.encode()), None)
    at = own.value_start if own is not None else 0
    message = f'the name list has "{change.after}" for this name'
    remark = Remark(None, "", NAMES, "info", change.tag, change.before, change.after, message, None)
    placed = Placed(remark, game.number, game.line_of(at), game.offset + at)
    return Done(placed, game.offset + at, change.before.encode(), change.after.encode())
