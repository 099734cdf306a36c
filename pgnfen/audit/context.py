"""A game under audit: what the rules ask about it, each thing found out once and only when asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pgnfen.fen.start import Start
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.layout import CANONICAL
from pgnfen.pgn.movetext import Kind, Movetext, Token, read_movetext, read_number, unclosed_comment
from pgnfen.pgn.tagpairs import TagPair, TagSection
from pgnfen.replay.interface import Cleared, Indication, Replay, ReplayEngine

_QUIET = (Kind.COMMENT, Kind.LINE_COMMENT, Kind.ESCAPE)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What explains that the moves do not replay: `code` R201, R202 or R203; `ply` where R203's position stands."""

    code: Literal["R201", "R202", "R203"]
    ply: int | None = None


class GameContext:
    """One game and what is known of it. `cleared` where the engine has found nothing to report in its moves.

    `section` is its tag section, or as much of it as the rules that are asked look at; read where it is not given.
    """

    def __init__(
        self,
        game: RawGame,
        start: Start,
        engine: ReplayEngine,
        cleared: Cleared | None,
        codes: frozenset[str],
        section: TagSection | None = None,
    ) -> None:
        self.game = game
        self.raw = game.raw
        self.start = start
        self.engine = engine
        self.cleared = cleared
        self.codes = codes
        if section is not None:
            self.section = section
        self._pair: dict[str, TagPair | None] = {}

    # --- tags

    @cached_property
    def section(self) -> TagSection:
        """The tag section."""
        return self.game.tag_section

    def pairs(self, name: str) -> list[TagPair]:
        """The tag pairs of that name, in any letter case, in order."""
        return self._by_name.get(name.lower().encode(), [])

    @cached_property
    def _by_name(self) -> dict[bytes, list[TagPair]]:
        found: dict[bytes, list[TagPair]] = {}
        for pair in self.section.pairs:
            found.setdefault(pair.name.lower(), []).append(pair)
        return found

    def pair(self, name: str) -> TagPair | None:
        """The pair that counts: the exactly spelled one before others, then the last (as read_header has it)."""
        if name not in self._pair:
            self._pair[name] = self._counting_pair(name)
        return self._pair[name]

    def _counting_pair(self, name: str) -> TagPair | None:
        pairs = self.pairs(name)
        exact = [pair for pair in pairs if pair.name == CANONICAL.get(name.lower().encode(), name.encode())]
        found = exact or pairs
        return found[-1] if found else None

    def fen_at(self, column: int = 0) -> int:
        """The byte position of a character (0-based) of the FEN tag's value; of the tag where that is not sure."""
        pair = self.pair("FEN")
        if pair is None:
            return 0
        if pair.raw_value.isascii() and b"\\" not in pair.raw_value:
            return pair.value_start + min(column, len(pair.raw_value))
        return pair.value_start

    # --- movetext

    @cached_property
    def movetext(self) -> Movetext:
        """The movetext, read once for all rules and the replay."""
        return read_movetext(self.raw, self.section.end, self.start.width)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens of the movetext."""
        return self.movetext.tokens

    @property
    def last_token(self) -> Token | None:
        """The last token that is no comment."""
        return next((token for token in reversed(self.tokens) if token.kind not in _QUIET), None)

    @cached_property
    def open_comment(self) -> Token | None:
        """The comment that is never closed."""
        last = self.tokens[-1] if self.tokens else None
        return last if last is not None and unclosed_comment(last, self.raw) else None

    @property
    def marker(self) -> str | None:
        """The termination marker, also one within a variation that is never closed."""
        if self.cleared is not None:
            return self.cleared.marker.decode()
        token = self.movetext.marker
        if token is None and self.last_token is not None and self.last_token.kind is Kind.MARKER:
            token = self.last_token
        return token.text(self.raw).decode() if token else None

    @property
    def result(self) -> str | None:
        """The value of the Result tag."""
        pair = self.pair("Result")
        return pair.value if pair else None

    @cached_property
    def opening_indications(self) -> list[Indication]:
        """The move number indications before the first move, as far as the mainline is played."""
        if self.cleared is None:
            parts = self.replay.indications if self.replay is not None else ()
            return [part for part in parts if part.ply == 1]
        opening = read_movetext(self.raw, self.section.end, self.start.width, 0).mainline
        numbers = [token for token in opening if token.kind is Kind.NUMBER]
        return [Indication(1, *read_number(token.text(self.raw)), token) for token in numbers]

    # --- board

    @cached_property
    def replay(self) -> Replay | None:
        """The replay, None where no engine plays this start; of cleared moves as far as Cleared asks for it."""
        if not self.engine.plays(self.start):
            return None
        plies = self.cleared.last_ply if self.cleared is not None else None
        if plies is None:
            movetext = self.movetext
        else:
            movetext = read_movetext(self.raw, self.section.end, self.start.width, plies)
        return self.engine.replay(self.start, self.raw, movetext)

    @property
    def judged_as_chess(self) -> bool:
        """Whether the rules of standard chess or Chess960 hold, on its board."""
        return self.start.variant.family in ("standard", "chess960", "unknown") and self.start.width == 8

    @cached_property
    def outcome(self) -> Literal["1-0", "0-1", "1/2-1/2"] | None:
        """What mate or stalemate on the final board says of the result; None without either."""
        if self.cleared is not None:
            if self.cleared.mate:
                return "0-1" if self.cleared.white_to_move else "1-0"
            return "1/2-1/2" if self.cleared.stalemate else None
        replay = self.replay
        if replay is None or replay.stop or replay.skipped or not replay.plies:
            return None
        if not self.judged_as_chess and self.start.width == 8:
            return None
        if replay.open_end:
            return None
        board = replay.final
        if board.king(True) is None or board.king(False) is None:
            return None
        if board.is_checkmate():
            return "0-1" if board.turn else "1-0"
        return "1/2-1/2" if board.is_stalemate() else None

    @cached_property
    def flipped_replays(self) -> bool:
        """Whether the whole mainline, of one move or more, replays with the other side to move (8x8 boards only)."""
        from pgnfen.audit.diagnosis import flipped_replays

        return flipped_replays(self)

    @cached_property
    def diagnosis(self) -> Diagnosis | None:
        """What explains that the moves stop; None where they do not, or where nothing does."""
        from pgnfen.audit.diagnosis import diagnosis  # a game in a thousand needs it, and python-chess's board

        return diagnosis(self)
