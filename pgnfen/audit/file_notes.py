"""What is noted of the starts and FENs of a whole file, block by block, for the rules that speak of the file."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.fen.definitions import (
    CASTLING_CONVENTIONS,
    EN_PASSANT_CONVENTIONS,
    RULES_CHESS960,
    RULES_DOUBT,
    RULES_STANDARD,
)
from pgnfen.fen.habit import habit_of, votes
from pgnfen.lazy import deferred, regex
from pgnfen.pgn.definitions import MOST_OPEN_RECORDS
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import decode

with deferred:
    from pgnfen.audit.player_names import players_of
    from pgnfen.fen.epd import read_epd
    from pgnfen.fen.key import position_key
    from pgnfen.pgn.copy_details import details_of

if TYPE_CHECKING:
    from pgnfen.facts.mainlines import Mainlines
    from pgnfen.fen.start import Start
    from pgnfen.fen.understand import Habit
    from pgnfen.pgn.block import Block

_FIELDS: tuple[tuple[str, ...], ...] = (CASTLING_CONVENTIONS, EN_PASSANT_CONVENTIONS)
_ALL = 0b111
RULES, ARRAYS, COUNTERS = 2, 3, 4
"""The fields of `conventions` behind castling and en passant: what `pgnfen.fen.habit.votes` tells."""
_LONGEST = 10_000
_LINE_ENDS = {"LF": regex(rb"(?<!\r)\n"), "CRLF": regex(rb"\r\n"), "CR": regex(rb"\r(?!\n)")}
_LINE_END = regex(rb"[\r\n]")
_ENCODINGS = "UTF-8", "another encoding"


class GamePlace(NamedTuple):
    """A game or record: number and line (from 1), byte offset in the input."""

    game: int
    line: int
    offset: int


class FileFinding(NamedTuple):
    """What a rule finds in a file as a whole, at a game or record of it."""

    place: GamePlace
    message: str
    field: str | None = None
    declared: str | None = None
    expected: str | None = None


class RulesOfFile(NamedTuple):
    """How many starts of a file are those of standard chess, of Chess960, and such that only the file can tell; the
    habit that follows (see pgnfen.fen.habit)."""

    standard: int
    chess960: int
    doubts: int
    habit: Habit | None


Counted = dict[str, tuple[int, GamePlace]]
"""How many there are of each kind, and the first."""


class FileNotes:
    """What is noted of a file so far; joined in the order of its blocks.

    `conventions` are, for each field (0 castling, 1 en passant, RULES, ARRAYS, COUNTERS) and set of conventions (as
    bits) that FENs follow, how many there are and the first.
    `open_starts`: the first of the starts whose rules only the file can
    tell, each with its FEN, or the line of the record. `starts`: of every game or record the key of its start,
    None without a FEN that can be read, and White's Scharnagl number where the start is an array of the 960 for both;
    only if `wants_starts`. `players`: of each name of a player how many games have it, and the first; `fide_ids`: the
    first game that has a name with a FIDE number; only if `wants_players`. `games`: of each game the number of its
    mainline, its plies, its details (see pgn.copy_details), its place; only if `wants_games`. `line_ends`: how many
    line ends of each kind there are, and the first game with one; `encodings`: likewise games that are not ASCII, by
    whether they are UTF-8; only if `wants_text`.
    """

    def __init__(
        self,
        wants_starts: bool = False,
        wants_players: bool = False,
        wants_games: bool = False,
        wants_text: bool = False,
    ) -> None:
        self.wants_starts, self.wants_players, self.wants_games = wants_starts, wants_players, wants_games
        self.wants_text = wants_text
        self.line_ends: Counted = {}
        self.encodings: Counted = {}
        self.games: list[tuple[bytes, int, bytes, GamePlace]] = []
        self.players: Counted = {}
        self.fide_ids: dict[tuple[str, str], GamePlace] = {}
        self.conventions: dict[tuple[int, int], tuple[int, GamePlace]] = {}
        self.open_starts: list[tuple[GamePlace, str, bool]] = []  # whether it is a line
        self.starts: list[tuple[str | None, int | None, GamePlace]] = []

    def follow(self, block: Block, field: int, mask: int, count: int, index: int) -> None:
        """So many FENs follow these conventions; the first stands in the game at `index` (0-based, in the block)."""
        place = place_of(block, index)
        known = self.conventions.get((field, mask))
        first = place if known is None else min(known[1], place)
        self.conventions[field, mask] = count + (known[0] if known else 0), first

    def start_follows(self, block: Block, start: Start, index: int) -> None:
        """The FEN of a start follows what it says, and it tells what it does about the file."""
        for field, vote in zip((RULES, ARRAYS, COUNTERS), votes(start), strict=True):
            if vote and (field != COUNTERS or _states_counters(block, index)):
                self.follow(block, field, vote, 1, index)
            if vote == RULES_DOUBT:
                self.leave_open(block, index)
        if start.fen is None:
            return
        for of, names in enumerate((start.castling, start.en_passant)):
            mask = sum(1 << _FIELDS[of].index(name) for name in names)
            if mask not in (0, _ALL):
                self.follow(block, of, mask, 1, index)

    def leave_open(self, block: Block, index: int) -> None:
        """Only the file can tell the rules of that start."""
        place, kept = place_of(block, index), self.open_starts
        if len(kept) < MOST_OPEN_RECORDS or place < kept[-1][0]:
            if isinstance(block, RecordBlock):
                text, is_line = decode(block.line_bytes(index)), True
            else:
                text, is_line = block.start(index).fen or "", False
            if len(text) <= _LONGEST:
                insort(kept, (place, text, is_line))
            del kept[MOST_OPEN_RECORDS:]

    def note_starts(self, block: Block) -> None:
        """The keys of the starts of a block, where they are wanted."""
        if not self.wants_starts:
            return
        for index in range(len(block)):
            start = block.start(index)
            key = position_key(start.record, start.variant) if start.record is not None else None
            array = start.scharnagl if key and start.scharnagl_black in (None, start.scharnagl) else None
            self.starts.append((key, array, place_of(block, index)))

    def note_games(self, block: Block, mainlines: Mainlines) -> None:
        """The games of a block, where they are wanted."""
        if not self.wants_games or isinstance(block, RecordBlock):
            return
        for index, (mark, plies) in enumerate(mainlines.marks(block)):
            self.games.append((mark, plies, details_of(block, index, False), place_of(block, index)))

    def note_text(self, block: Block) -> None:
        """The line ends and encodings of a block, where they are wanted."""
        if not self.wants_text or not len(block):  # a file of comments has no place for a finding
            return
        ends = block.kinds_of_line_ends()
        several = sum(count > 0 for count in ends) > 1
        for kind, count in zip(_LINE_ENDS, ends, strict=True):
            if not count:
                continue
            first = (_LINE_ENDS[kind] if several else _LINE_END).search(block.data)
            if first is not None:
                _count(self.line_ends, kind, count, place_of(block, block.index_at(first.start())))
        for kind, (count, index) in zip(_ENCODINGS, block.encodings(), strict=True):
            if count:
                _count(self.encodings, kind, count, place_of(block, index))

    def note_players(self, block: Block) -> None:
        """The players of a block's games, where they are wanted."""
        if not self.wants_players or isinstance(block, RecordBlock):
            return
        for index in range(len(block)):
            place = None
            for name, number in players_of(block.data[block.starts[index] : block.movetexts[index]]):
                place = place or place_of(block, index)
                _count(self.players, name, 1, place)
                if number not in (None, "", "?", "-", "0"):
                    self.fide_ids.setdefault((name, str(number)), place)

    def join(self, later: FileNotes) -> None:
        """Add what is noted of a later block."""
        for counted, more in (
            (self.players, later.players), (self.line_ends, later.line_ends), (self.encodings, later.encodings),
        ):  # fmt: skip
            for kind, entry in more.items():
                _count(counted, kind, *entry)
        for pair, place in later.fide_ids.items():
            self.fide_ids.setdefault(pair, place)
        for key, (count, place) in later.conventions.items():
            known = self.conventions.get(key)
            self.conventions[key] = (count + known[0], known[1]) if known else (count, place)
        self.open_starts = sorted(self.open_starts + later.open_starts)[:MOST_OPEN_RECORDS]
        self.starts += later.starts
        self.games += later.games

    def counts(self, field: int) -> dict[str, int]:
        """How many of the FENs that tell are consistent with each convention of the field."""
        found = {
            name: sum(count for (of, mask), (count, _) in self.conventions.items() if of == field and mask >> bit & 1)
            for bit, name in enumerate(_FIELDS[field])
        }
        return {name: count for name, count in found.items() if count}

    def count(self, field: int, mask: int) -> int:
        """How many follow exactly these conventions, as bits."""
        return self.conventions[field, mask][0] if (field, mask) in self.conventions else 0

    def rules(self) -> RulesOfFile:
        """Which rules the starts need."""
        standard, chess960, doubts = [self.count(RULES, vote) for vote in (RULES_STANDARD, RULES_CHESS960, RULES_DOUBT)]
        return RulesOfFile(standard, chess960, doubts, habit_of(standard, chess960, doubts))

    def told(self, field: int) -> int:
        """How many FENs tell."""
        return sum(count for (of, _), (count, _) in self.conventions.items() if of == field)

    def first_unlike(self, field: int, name: str) -> GamePlace:
        """The first game with a FEN that is not consistent with a convention."""
        bit = _FIELDS[field].index(name)
        places: Iterable[GamePlace] = (
            place for (of, mask), (_, place) in self.conventions.items() if of == field and not mask >> bit & 1
        )
        return min(places)


def _count(counted: Counted, kind: str, count: int, place: GamePlace) -> None:
    known = counted.get(kind)
    counted[kind] = (known[0] + count, min(known[1], place)) if known else (count, place)


def _states_counters(block: Block, index: int) -> bool:
    """Whether the FEN of a game or record has its counters as fields; an EPD may have none."""
    return not isinstance(block, RecordBlock) or read_epd(decode(block.line_bytes(index))).counters


def place_of(block: Block, index: int) -> GamePlace:
    """The place of the game or record at `index` (0-based, in the block)."""
    if not index:
        return GamePlace(block.number, block.first_line, block.offset + block.first_start)
    return GamePlace(block.number + index, block.lines[index], block.offset + block.starts[index])
