"""The facts of one game: what a reader says of it. Nothing is judged here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from pgnfen.engine_records import Noted
from pgnfen.facts.kinds import Fact
from pgnfen.pgn.definitions import MARKERS

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.pgn.layout import Layout
    from pgnfen.pgn.piece_letters import Translation
    from pgnfen.replay.interface import Grant, Stop


class Facts:
    """What a reader says of a game: `kinds` (bits of Fact), and of its mainline more.

    `plies` are the moves played, `marker` the termination marker (b"": none), `white_to_move` behind the last move,
    `skipped` the tokens that nobody can read before the stop, `noted` the facts with a place. `stop` is where the
    moves cannot be played on, `denied` what the start had to be given to come there. `readings`: the game with English
    piece letters, where it has those of another language; more than one where several languages replay, and differ.
    `conventions`: of the FENs declared on the way in which nothing is wrong, by field (0 castling, 1 en passant) and
    conventions as bits, how many; said by the Python reader alone (see Reader.block). `variation_stops` are where the
    moves of variations cannot be played on, in the order of their places.
    """

    __slots__ = (
        "conventions", "denied", "kinds", "marker", "noted", "plies", "readings", "skipped", "stop", "variation_stops",
        "white_to_move",
    )  # fmt: skip

    def __init__(
        self,
        kinds: int = 0,
        plies: int = 0,
        marker: bytes = b"",
        white_to_move: bool = True,
        skipped: int = 0,
        noted: Sequence[Noted] = (),
        stop: Stop | None = None,
        denied: tuple[Grant, ...] = (),
    ) -> None:
        self.kinds = kinds
        self.plies = plies
        self.marker = marker
        self.white_to_move = white_to_move
        self.skipped = skipped
        self.noted = noted
        self.stop = stop
        self.denied = denied
        self.readings: tuple[Translation, ...] = ()
        self.variation_stops: tuple[Stop, ...] = ()
        self.conventions: Sequence[tuple[int, int, int]] = ()

    def add(self, noted: Sequence[Noted]) -> None:
        """Add facts with a place."""
        if noted:
            self.noted = [*self.noted, *noted]
            for fact in noted:
                self.kinds |= fact.kind

    def of(self, kind: int) -> list[Noted]:
        """The facts of one kind, in the order of their places."""
        return [one for one in self.noted if one.kind == kind]

    def first(self, kind: int) -> Noted | None:
        """The first fact of one kind."""
        for one in self.noted:  # asked for of every game of some archives: a generator takes twice the time
            if one.kind == kind:
                return one
        return None

    @property
    def whole(self) -> bool:
        """Whether all moves are read and played, one at least; a misspelled termination marker is none."""
        if self.stop is not None or not self.plies:
            return False
        marker = self.first(Fact.MARKER_SPELLING)
        if marker is None or not self.skipped:
            return not self.skipped
        return all(token.at >= marker.at for token in self.of(Fact.UNREADABLE))

    @property
    def outcome(self) -> Literal[b"1-0", b"0-1", b"1/2-1/2"] | None:
        """The termination marker that mate or stalemate on the last board asks for; None without either."""
        if self.kinds & Fact.MATE:
            return b"0-1" if self.white_to_move else b"1-0"
        return b"1/2-1/2" if self.kinds & Fact.STALEMATE else None

    @property
    def white_begins(self) -> bool:
        """Whether White is to move at the start."""
        return self.white_to_move == (self.plies % 2 == 0)


OF_RESULT = Fact.RESULT_DIFFERS | Fact.OUTCOME_DIFFERS | Fact.PLY_COUNT_DIFFERS
"""The kinds of facts that `compared` says."""


def compared(facts: Facts, raw: bytes, movetext: int, result: bytes | None) -> int:
    """The kinds of facts that come of tags and played moves together; all moves are played, or there is a stop.

    `movetext` is where movetext begins in the game's bytes `raw`, `result` the value of its Result tag.
    """
    kinds = 0
    if facts.marker and result is not None and result != facts.marker:
        kinds |= Fact.RESULT_DIFFERS
    asked = facts.outcome or (b"1/2-1/2" if facts.kinds & Fact.DEAD else None)
    if asked not in (None, facts.marker) and facts.marker != b"*":
        kinds |= Fact.OUTCOME_DIFFERS
    if facts.stop is None and not facts.skipped:
        tags = raw[:movetext].lower()
        at = tags.find(b"plycount")
        if at >= 0:
            right = b'[PlyCount "%d"]' % facts.plies
            if raw[at - 1 : at - 1 + len(right)] != right or tags.find(b"plycount", at + 8) >= 0:
                kinds |= Fact.PLY_COUNT_DIFFERS
    return kinds


def layout_kinds(layout: Layout) -> int:
    """The kinds of facts that a tag section's layout says."""
    kinds = 0 if layout.regular else Fact.IRREGULAR_TAGS.value
    if not layout.spelled:
        kinds |= Fact.TAG_SPELLING
    if not layout.ordered:
        kinds |= Fact.TAG_ORDER
    return kinds


def result_kinds(result: bytes | None) -> int:
    """The kinds of facts that the value of the Result tag says."""
    return 0 if result is None or result in MARKERS else Fact.RESULT_SPELLING.value


def start_kinds(start: Start) -> int:
    """The kinds of facts that every game has which begins so."""
    kinds = 0
    blank = start.fen is not None and start.record is None
    if start.faults or blank or start.needs_variant or start.contradicts_variant:
        kinds |= Fact.FEN_FAULT
    if start.setup is not None and start.fen is None:
        kinds |= Fact.SETUP_ALONE
    if start.setup is not None or start.fen is not None or start.variant_text is not None:
        kinds |= Fact.START
    return kinds
