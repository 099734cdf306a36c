"""A game under audit: what the rules ask about it, each thing found out once and only when asked.

Rules neither lex nor replay: what stands in the movetext they are told (Facts), what the tags say they look up here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pgnfen.facts.kinds import Fact
from pgnfen.facts.plain_values import is_plain_value, tomorrow
from pgnfen.lazy import cached_property, deferred
from pgnfen.pgn.definitions import MARKERS, VALUE_KINDS
from pgnfen.pgn.layout import counting_pairs
from pgnfen.pgn.results import meant
from pgnfen.pgn.tagpairs import TagPair, TagSection, decode

with deferred:
    from pgnfen.audit.board_tail import board_tail
    from pgnfen.audit.corrections import corrections
    from pgnfen.audit.declared import annotated_clocks, differing
    from pgnfen.audit.diagnosis import (
        castles_foreign,
        diagnosis,
        facts_with,
        flipped_replays,
        replays_without_en_passant,
    )
    from pgnfen.audit.lost_start import lost_start, start_by_positions
    from pgnfen.audit.proofs import is_borne_out, proofs
    from pgnfen.fen.understand import verdict_of
    from pgnfen.pgn.movetext import moves_end_before_prose

if TYPE_CHECKING:
    from pgnfen.audit.board_tail import BoardTail
    from pgnfen.audit.corrections import Corrections
    from pgnfen.audit.declared import AnnotatedClock, Differing
    from pgnfen.audit.diagnosis import Diagnosis
    from pgnfen.audit.lost_start import LostStart
    from pgnfen.audit.parts import Proof
    from pgnfen.engine_records import Noted
    from pgnfen.facts.facts import Facts
    from pgnfen.facts.reader import Reader
    from pgnfen.facts.spelling import Spelling
    from pgnfen.fen.start import Start
    from pgnfen.fen.understand import Verdict
    from pgnfen.pgn.block import Block, RawGame
    from pgnfen.replay.interface import Grant

_BY_CHANCE = 16  # plies


class Game:
    """One game and what is known of it.

    `movetext` is the byte (of `raw`) where movetext begins; `section` its tag section, or as much of it as the rules
    that are asked look at; read where it is not given. Without a `start` it is that which `block`, where the game is
    from, has for it: most rules ask for none. `searches`: what may be meant by a move that cannot be played is looked
    for (see `corrections`).
    """

    searches = False

    def __init__(
        self,
        game: RawGame,
        movetext: int,
        start: Start | None,
        facts: Facts,
        reader: Reader,
        codes: frozenset[str],
        section: TagSection | None = None,
        block: Block | None = None,
    ) -> None:
        self.game = game
        self.raw = game.raw
        self.movetext = movetext
        if start is not None:
            self.start = start
        self.facts = facts
        self.reader = reader
        self.codes = codes
        if section is not None:
            self.section = section
        self._block = block
        self._pairs: dict[str, TagPair | None] = {}

    @cached_property
    def start(self) -> Start:
        """What SetUp, FEN and Variant declare."""
        assert self._block is not None  # given, or the start is
        return self._block.start(self.game.number - self._block.number)

    # --- tags

    @cached_property
    def section(self) -> TagSection:
        """The tag section, read with care."""
        return self.game.tag_section

    def pairs(self, name: str) -> list[TagPair]:
        """The tag pairs of that name, in any letter case, in order."""
        key = name.lower().encode()
        if self._lacks(key):
            return []
        if self._is_regular and self._lower_section.count(b"[" + key + b' "') == 1:
            pair = self._plain_pair(name.encode())
            if pair is not None:
                return [pair]
        return [pair for pair in self.section.pairs if pair.name.lower() == key]

    def pair(self, name: str) -> TagPair | None:
        """The pair that counts (see layout.counting_pairs); names count without letter case."""
        if name in self._pairs:
            return self._pairs[name]
        pair = self._pairs[name] = self._find_pair(name)
        return pair

    def _find_pair(self, name: str) -> TagPair | None:
        if self._is_regular:
            pair = self._plain_pair(name.encode())
            if pair is not None:
                return pair
        key = name.lower().encode()
        return None if self._lacks(key) else self._counting.get(key)

    def _lacks(self, key: bytes) -> bool:
        """Whether the section, not yet read, has no tag of this name (lower case): nowhere does it stand behind a
        bracket, and no bracket stands before a blank."""
        if "section" in self.__dict__:
            return False
        lower = self._lower_section
        return key not in lower or not (b"[" + key in lower or b"[ " in lower or b"[\t" in lower)

    @cached_property
    def _lower_section(self) -> bytes:
        return self.raw[: self.movetext].lower()

    @property
    def _is_regular(self) -> bool:
        """Whether the tag section is regular, and not yet read."""
        return "section" not in self.__dict__ and not self.facts.kinds & Fact.IRREGULAR_TAGS

    def _plain_pair(self, name: bytes) -> TagPair | None:
        """The pair, if it stands on a line of its own as programs write it; each name stands once."""
        raw = self.raw
        start = raw.find(b"[" + name + b' "', 0, self.movetext)
        if start < 0 or (start and raw[start - 1] != 0x0A):
            return None
        value = start + len(name) + 3
        end = raw.find(b'"', value, self.movetext)
        if b"\\" in raw[value:end] or raw[end : end + 3] not in (b'"]\n', b'"]\r'):
            return None
        return TagPair(name, raw[value:end], start, end + 2, value)

    @cached_property
    def _counting(self) -> dict[bytes, TagPair]:
        return counting_pairs(self.section)

    @cached_property
    def doubtful_pairs(self) -> dict[str, list[TagPair]]:
        """The tag pairs with values that a rule may find fault with, by the kind of these (VALUE_KINDS)."""
        found: dict[str, list[TagPair]] = {}
        latest = tomorrow()
        for pair in self.section.pairs:
            if not (pair.well_formed and is_plain_value(pair.name, pair.raw_value, latest)):
                found.setdefault(VALUE_KINDS.get(pair.name, "text"), []).append(pair)
        return found

    def fen_at(self, column: int = 0) -> int:
        """The byte position of a character (0-based) of the FEN tag's value; of the tag where that is not sure."""
        pair = self.pair("FEN")
        if pair is None:
            return 0
        if pair.raw_value.isascii() and b"\\" not in pair.raw_value:
            return pair.value_start + min(column, len(pair.raw_value))
        return pair.value_start

    @property
    def meant_result(self) -> str | None:
        """The termination marker that the Result tag means, however it is spelled; None where it means none."""
        pair = self.pair("Result")
        marker = meant(pair.raw_value) if pair else None
        return marker.decode() if marker else None

    # --- movetext

    def text(self, at: int, end: int) -> str:
        """Bytes of the game as text."""
        return decode(self.raw[at:end])

    @property
    def marker(self) -> str | None:
        """The termination marker, also one within a variation that is never closed."""
        return self.facts.marker.decode() or None

    @property
    def wrong_numbers(self) -> list[Noted]:
        """The move numbers that do not follow from the first, up to what cannot be read: that may be a move; and up to
        numbers that end a game without a marker: they may be a result (0.5)."""
        unread, no_marker = self.facts.first(Fact.UNREADABLE), self.facts.first(Fact.NO_MARKER)
        end = unread.at if unread is not None else len(self.raw)
        if no_marker is not None:
            end = min(end, len(self.raw[: no_marker.at].rstrip(b"0123456789. \t\r\n")))
        return [one for one in self.facts.of(Fact.MOVE_NUMBER) if one.at < end]

    @property
    def meant_marker(self) -> str | None:
        """The termination marker, also one that is misspelled."""
        spelled = self.facts.first(Fact.MARKER_SPELLING)
        return MARKERS[spelled.value - 1].decode() if spelled else self.marker

    @cached_property
    def end_before_prose(self) -> int | None:
        """Where the moves end, if prose stands behind them and no marker."""
        kinds = self.facts.kinds
        unreadable = kinds & (Fact.UNREADABLE | Fact.VARIATION_UNREADABLE)
        if not kinds & Fact.NO_MARKER or not unreadable or self.facts.readings:
            return None
        return moves_end_before_prose(self.raw, self.movetext)

    @property
    def played(self) -> bytes:
        """The game's bytes as its moves are played: with the piece letters of English, without a misspelled marker."""
        raw = self.facts.readings[0].raw if self.facts.readings else self.raw
        spelled = self.facts.first(Fact.MARKER_SPELLING)
        return raw[: spelled.at] if spelled else raw

    @property
    def plies(self) -> int | None:
        """The plies of the mainline; None where not all of it can be read and played."""
        facts = self.facts
        whole = facts.stop is None and not facts.skipped and not facts.kinds & Fact.OPEN_COMMENT
        return facts.plies if whole and self.reader.engine.plays(self.start) else None

    @cached_property
    def lost_start(self) -> Noted | None:
        """The place of the first move number, where the moves begin later than the array, do not replay from it, and no
        FEN tag says from where; only if S109 may say so.

        What replays so far as no fragment would by chance, and what is numbered as from the array later on, is a whole
        game whose first number is wrong.
        """
        facts = self.facts
        if "S109" not in self.codes or facts.stop is None or facts.skipped or self.start.fen is not None:
            return None
        black = facts.first(Fact.FIRST_COLOR)
        first = black or facts.first(Fact.FIRST_NUMBER)
        if first is None or not (black or first.value) or facts.plies > _BY_CHANCE:
            return None
        numbers = facts.of(Fact.MOVE_NUMBER)
        from_array = numbers and all(one.value == (one.ply + 1) // 2 for one in numbers)
        return None if from_array else first

    @cached_property
    def recovered_start(self) -> LostStart | None:
        """What moves and declarations say of a start that no FEN tag states; None where they say nothing."""
        return lost_start(self)

    @cached_property
    def contradicted_array(self) -> LostStart | None:
        """What declared positions say against the standard array, from which the moves replay; None: nothing."""
        return start_by_positions(self) if self.facts.kinds & Fact.DECLARED else None

    @property
    def explained(self) -> bool:
        """Whether a finding says why the moves do not replay: what else they would show follows from it."""
        return self.facts.stop is not None and bool(self.diagnosis or self.lost_start or self._recovers)

    @property
    def _recovers(self) -> bool:
        """Whether S102 or S202 says from which start the moves replay that stop when they are played from the array."""
        if self.start.fen is not None:
            return False
        setup, variant = (self.start.setup or "").strip(), self.start.variant.family
        if not (("S102" in self.codes and setup == "1") or ("S202" in self.codes and variant == "chess960")):
            return False
        return self.recovered_start is not None and self.recovered_start.fen is not None

    @cached_property
    def denied(self) -> tuple[Grant, ...]:
        """What the start had to be given for the moves, if they are to be played from there."""
        return () if self.explained else self.facts.denied

    @cached_property
    def needs_en_passant(self) -> bool:
        """Whether the moves do not replay without the en passant square of the FEN, as far as can be told."""
        if self.plies is None or not self.start.is_chess:
            return True
        return bool(self.plies) and not replays_without_en_passant(self.reader, self.played, self.movetext, self.start)

    @cached_property
    def proves_chess960(self) -> bool:
        """Whether a castling is played that standard chess does not know."""
        if not self.start.is_chess or not (self.denied or self.start.chess960):
            return False
        return castles_foreign(self.reader, self.played, self.movetext, self.start, self.denied, bool(self.plies))

    @cached_property
    def verdict(self) -> Verdict:
        """Which rules the start needs, by all that the game says of it."""
        start = self.start
        if start.record is None or not start.is_chess:
            return start.verdict
        event = self.pair("Event")
        said = event.value if event is not None else None
        return verdict_of(start.record, start.variant, castled=self.proves_chess960, event=said)

    @cached_property
    def flipped_replays(self) -> bool:
        """Whether the whole mainline, of one move or more, replays with the other side to move (8x8 boards only)."""
        return flipped_replays(self.reader, self.played, self.movetext, self.start)

    def facts_with(self, index: int, text: str) -> Facts | None:
        """The facts of the movetext where a field (0-based) of a FEN that cannot be read is this one; None where the
        game is not played then."""
        return facts_with(self.reader, self.raw, self.movetext, self.start, index, text)

    def is_borne_out(self, index: int, text: str) -> bool:
        """Whether all moves, and two declared positions or more, hold with another field (0-based) of the FEN."""
        return is_borne_out(self, index, text)

    @property
    def spellings(self) -> list[Spelling]:
        """The moves that are not spelled as SAN has them, in a game with the piece letters of English."""
        return [] if self.facts.readings else self.reader.spellings(self.raw, self.movetext, self.start)

    @cached_property
    def declared(self) -> list[Differing]:
        """The fields of positions declared on the way that differ from those of the game."""
        return differing(self)

    @cached_property
    def annotated_clocks(self) -> list[AnnotatedClock]:
        """The clocks that comments state, `R50=`."""
        return list(annotated_clocks(self)) if self.start.is_chess and not self.facts.readings else []

    @cached_property
    def corrections(self) -> Corrections | None:
        """What may be meant where the moves stop; None where that cannot be looked for. Costs milliseconds."""
        return corrections(self)

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        """What declared positions that agree with each other prove, against the start or the moves."""
        return proofs(self)

    @cached_property
    def board_tail(self) -> BoardTail | None:
        """The kings put on center squares for the result at the end of the moves, if R111 may say so."""
        if "R111" not in self.codes or self.facts.stop is None or not self.start.is_chess:
            return None
        return board_tail(self)

    @cached_property
    def diagnosis(self) -> Diagnosis | None:
        """What explains that the moves stop; None where they do not, or where nothing does."""
        if self.facts.stop is None or self.facts.skipped or self.start.record is None or not self.start.is_chess:
            return None
        return diagnosis(self)
