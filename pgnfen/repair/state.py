"""A game under repair: what is known of its bytes as they are now, what was done to them, what was refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from typing import NamedTuple

from pgnfen.audit.auditor import Examined
from pgnfen.audit.edits import Edit, apply
from pgnfen.audit.finding import Placed, Remark
from pgnfen.audit.rule import with_later
from pgnfen.facts.facts import Facts
from pgnfen.fen.arrays import start_fen
from pgnfen.fen.start import Start, read_start
from pgnfen.lazy import cached_property
from pgnfen.pgn.block import Block, Lines, RawGame
from pgnfen.repair.boundaries import FINISHED, is_told
from pgnfen.repair.edits import Origin

CONVENTION = "convention"
"""The name of what is written in a convention asked for; it has no code."""
TAKEN_APART, UNTOLD = "the game would no longer stand as one game", "nothing tells what to write"
_FEW = 4
ALIKE = 24
"""So many fixes of one code and field, tried one at a time, are refused in a row before the others are not tried."""


class Done(NamedTuple):
    """A fix: the finding, and what stood at byte `offset` (of the input) before and stands there now; `refused`: why it
    was not done."""

    placed: Placed
    offset: int
    before: bytes
    after: bytes
    refused: str | None = None


@dataclass(slots=True)
class FixedBlock:
    """A block after its fixes: its bytes, what was done and refused, the findings that are left, the games (or lines)
    that are changed, as they were and as they are. `offset`: where the block begins in the input."""

    offset: int
    data: bytes = b""
    done: list[Done] = field(default_factory=list)
    left: list[Placed] = field(default_factory=list)
    changed: list[tuple[RawGame, bytes]] = field(default_factory=list)


class Chosen(NamedTuple):
    """A fix that is to be tried: the finding, its byte of the game, its edits."""

    remark: Remark
    at: int
    edits: list[Edit]


def edits_in(chosen: Sequence[Chosen]) -> list[Edit]:
    """The edits of all, each once: two findings may ask for the same."""
    if len(chosen) == 1 and len(chosen[0].edits) == 1:
        return chosen[0].edits
    return list(dict.fromkeys(edit for one in chosen for edit in one.edits))


class Look(NamedTuple):
    """What is known of a game's bytes; `found` are findings with their byte of the game."""

    raw: bytes
    movetext: int
    start: Start
    facts: Facts
    found: tuple[tuple[Remark, int], ...]

    def beside(self, other: Look) -> list[Remark]:
        """The faults (infos are none) that are not found in the other."""
        faults = [remark for remark, _ in self.found if remark.severity != "info"]
        if not faults:
            return faults
        known = with_later((remark.code, remark.field) for remark, _ in other.found)
        return [remark for remark in faults if (remark.code, remark.field) not in known]

    def counts(self) -> Counter[tuple[str, str | None]]:
        """How often which code is found in which field."""
        return Counter([(one.code, one.field) for one, _ in self.found])


def look_at(block: Block, index: int, one: Examined | None, raw: bytes) -> Look:
    """What is known of the game at `index` (0-based, in the block); `one` None: nothing is found in it."""
    begin = block.starts[index]
    movetext = block.movetexts[index] - begin
    facts = one.facts if one is not None else Facts()
    placed = one.placed if one is not None else ()
    found = tuple((one.remark, one.offset - block.offset - begin) for one in placed)
    return Look(raw, movetext, block.start(index), facts, found)


class UnderRepair:
    """A game, how it was found (`first`) and how it looks now; `lead`: the game before it that it is told from;
    `placed`: some of its findings, whose lines are known."""

    def __init__(self, game: RawGame, look: Look, lead: bytes = FINISHED, placed: Sequence[Placed] = ()) -> None:
        self._placed = placed[:_FEW]
        self.game, self.first, self.look, self.lead = game, look, look, lead
        self._found, self.given_up = look, False
        self.origin, self._lines = Origin(), Lines(game)
        self.done: list[Done] = []
        self.kept: list[Done] = []  # fields that a convention cannot write
        self.declares = False  # a convention is asked for, and positions may be declared on the way
        self._settled: tuple[list[Done], Origin] = ([], Origin())
        self._refused: dict[tuple[str, str | None, int], str] = {}
        self.careful = False
        self.at_once = 1  # fixes tried together while it is repaired carefully
        self._in_a_row: dict[tuple[str, str | None], int] = {}  # refused, of a code and field
        self._taken_apart: set[bytes] = set()  # digests of bytes tried: many rounds try the same

    @property
    def changed(self) -> bool:
        """Whether its bytes are not what they were."""
        return self.look.raw != self.game.raw

    @property
    def follow(self) -> bytes:
        """A game behind it that it is told from."""
        return b"" if self.game.at_end else FINISHED

    @cached_property
    def was_told(self) -> bool:
        """Whether the game as it came is one game, told from others."""
        return is_told(self.lead, self.game.raw, self.follow)

    def was_taken_apart(self, raw: bytes) -> bool:
        """Whether these bytes are known not to stand as this game."""
        return bool(self._taken_apart) and _digest(raw) in self._taken_apart

    def note_taken_apart(self, raw: bytes) -> None:
        """These bytes do not stand as this game."""
        self._taken_apart.add(_digest(raw))

    def settle(self) -> bool:
        """Keep what is done, and begin anew from there; whether anything was done since the last time."""
        before, self._settled = len(self._settled[0]), (list(self.done), self.origin.copy())
        if len(self.done) == before:
            return False
        self.first, self._refused, self.careful, self.at_once = self.look, {}, False, 1
        self._in_a_row.clear()
        return True

    def undo(self) -> None:
        """As if nothing had been done since all was settled."""
        done, origin = self._settled
        self.look, self.done, self.origin = self.first, list(done), origin.copy()

    def give_up(self) -> None:
        """As if nothing had been done at all."""
        self.look, self.done, self.origin, self.given_up = self._found, [], Origin(), True

    def begin_carefully(self) -> None:
        """Begin anew, with few fixes at a time, which may not bring a fault even for a while."""
        if not self.careful:
            self.undo()
            self._refused, self.careful, self.at_once = {}, True, 1
            self._in_a_row.clear()

    def refuse(self, remark: Remark, at: int, why: str = UNTOLD) -> None:
        """A fix does not hold, or there is none."""
        self._refused[remark.code, remark.field, self.origin.of(at)] = why

    def refuse_tried(self, chosen: Chosen, why: str) -> None:
        """A fix that was tried alone does not hold."""
        self.refuse(chosen.remark, chosen.at, why)
        self.at_once = 1
        kind = chosen.remark.code, chosen.remark.field
        self._in_a_row[kind] = self._in_a_row.get(kind, 0) + 1

    def is_hopeless(self, remark: Remark) -> bool:
        """Whether so many fixes like this one were refused in a row that no other is tried."""
        return self.careful and self._in_a_row.get((remark.code, remark.field), 0) >= ALIKE

    def refused(self, remark: Remark, at: int) -> str | None:
        """Why a fix was refused; None where it was not."""
        if self.given_up:
            return TAKEN_APART
        if not self._refused:  # origins take time
            return None
        return self._refused.get((remark.code, remark.field, self.origin.of(at)))

    def accept(self, look: Look, chosen: list[Chosen]) -> None:
        """The game looks like that after these fixes."""
        raw = self.look.raw
        for one in chosen:
            if self._in_a_row:
                self._in_a_row.pop((one.remark.code, one.remark.field), None)
            start, before, after = _span(raw, one.edits)
            offset = self.game.offset + self.origin.of(start)
            self.done.append(Done(self.placed(one.remark, one.at), offset, before, after))
        self.origin.edited(edits_in(chosen))
        self.look = look
        self.at_once *= 2  # most fixes of one game hold, or none

    def keep(self, reason: str) -> None:
        """A field stays as it is, although a convention is asked for."""
        remark = Remark(None, "", CONVENTION, "info", "FEN", self.look.start.fen, None, reason, "safe")
        placed = self.placed(remark, 0)
        self.kept.append(Done(placed, placed.offset, b"", b"", reason))

    def placed(self, remark: Remark, at: int) -> Placed:
        """A finding with its place in the input."""
        origin = self.origin.of(at)
        offset = self.game.offset + origin
        for one in self._placed:
            if one.offset == offset:  # most fixes are of what was found first
                return Placed(remark, self.game.number, one.line, offset)
        return Placed(remark, self.game.number, self._lines.of(origin), offset)


def _span(raw: bytes, edits: Sequence[Edit]) -> tuple[int, bytes, bytes]:
    """Where the first of some edits begins, and what stands from there to the end of the last, before and after."""
    if len(edits) == 1:
        start, end, new = edits[0]
        return start, raw[start:end], new
    start, end = min(edit.start for edit in edits), max(edit.end for edit in edits)
    before = raw[start:end]
    return start, before, apply(before, [Edit(edit.start - start, edit.end - start, edit.new) for edit in edits])


def _digest(raw: bytes) -> bytes:
    return blake2b(raw, digest_size=16).digest()


def same_moves(before: Look, after: Look) -> bool:
    """Whether the moves are played from the same position, at least as far as before."""
    if _position(before.start) != _position(after.start):
        return False
    stop = after.facts.stop
    if stop is None:
        return True
    return before.facts.stop is not None and before.facts.stop.ply <= stop.ply


def _position(start: Start) -> object:
    record = start.record
    if record is None:
        return _standard_array()
    return (record.board.squares, record.active_color) if record.board is not None else None


@cache
def _standard_array() -> object:
    return _position(read_start(None, start_fen(518), None))
