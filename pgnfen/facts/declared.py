"""Positions that a game declares on the way, in comments and in tags such as CurrentPosition, held to the replay.

The same in native/src/reader/declared.rs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import ne
from typing import NamedTuple

import chess

from pgnfen.engine_records import Noted
from pgnfen.facts.agreement import ALL, PLACEMENT, differs, followed, men_of, men_on, rights_named
from pgnfen.facts.declared_text import Found, in_comment, in_tags, lines_end, text_of
from pgnfen.facts.declared_unreadable import unreadable_in_comment, unreadable_in_tags
from pgnfen.facts.kinds import Fact
from pgnfen.pgn.movetext import Kind, Token
from pgnfen.replay.chess_player import variation_player
from pgnfen.replay.interface import Replay
from pgnfen.replay.variations import MOVES, in_variations

_MOST = 2000  # positions that a placement is compared with
_UNSURE_END = Fact.OPEN_COMMENT | Fact.OPEN_VARIATION | Fact.BEHIND_MARKER


class Declared(NamedTuple):
    """A FEN that is declared at bytes `at` to `end`, the plies after which it should stand, and the position there;
    whether that is one of a variation.

    `differs` are the fields that the position does not have, as bits; `follows` are the conventions of castling and en
    passant that a FEN in which nothing differs is consistent with, a bit each.
    """

    at: int
    end: int
    ply: int
    board: chess.Board
    differs: int
    follows: tuple[int, int]
    in_variation: bool = False


class _Men(NamedTuple):
    """How the men stand in the mainline, with the first ply of each, and in variations; whether some are not known."""

    first: dict[str, int]
    beside: list[str]
    unknown: bool


@dataclass(slots=True)
class Declarations:
    """All that a game declares, in the order of their places.

    `unreadable` are the bytes of what is declared and is no FEN. `before`: in how many comments the men of a position
    stand as before the move behind which it stands; 0 unless they are more than those where they stand as after it,
    which is then meant nowhere.
    """

    all: list[Declared]
    raw: bytes
    replay: Replay
    unreadable: Sequence[tuple[int, int]] = ()
    before: int = 0
    first: Declared | None = None
    men: _Men | None = None
    rooks: int | None = None

    def ply_of(self, placement: str) -> int | None:
        """The first ply behind which the men stand so, 0 for the start; None where they never do. A walk, once."""
        return self._all_men().first.get(men_of(placement) or "")

    def is_as_near(self, placement: str, one: Declared) -> bool:
        """Whether a position of a variation is as near to a placement as that of `one`, or nobody knows: not all can be
        played, or there are more than 2,000. Of one in a variation, those of the mainline too.

        Costs a walk, once, and a comparison with each.
        """
        men, there = men_of(placement), self._all_men()
        others = [*there.beside, *there.first] if one.in_variation else there.beside
        if men is None or there.unknown or len(others) > _MOST:
            return bool(others or there.unknown)
        here = men_on(one.board)
        least = sum(map(ne, men, here))
        return any(other != here and sum(map(ne, men, other)) <= least for other in others)

    def _all_men(self) -> _Men:
        if self.men is None:
            board: chess.Board = self.replay.board.copy(stack=False)
            first = {men_on(board): 0}
            for ply, played in enumerate(self.replay.plies, 1):
                board.push(played.move)
                first.setdefault(men_on(board), ply)
            beside: list[str] = []
            unknown = False
            for token, line, stop in in_variations(self.replay, partial(variation_player, self.replay.start, self.raw)):
                unknown |= line is None or stop is not None or not line.certain
                if line is not None and not unknown and token.kind in MOVES and len(beside) <= _MOST:
                    beside.append(men_on(line.here()))
            self.men = _Men(first, beside, unknown)
        return self.men

    def castling_of(self, one: Declared) -> str:
        """The castling availability that a position declares."""
        return self.raw[one.at : one.end].replace(b";", b" ").split()[2].decode("ascii", "replace")

    def starts_with(self, castling: str) -> bool:
        """Whether the start allows all that the field names."""
        start: chess.Board = self.replay.board.copy(stack=False)
        return rights_named(castling, start) is not None

    def castled(self) -> int:
        """The rights by which the mainline castles, as the squares of the rooks. A walk, once."""
        if self.rooks is None:
            board: chess.Board = self.replay.board.copy(stack=False)
            self.rooks = 0
            for ply in self.replay.plies:
                if board.is_castling(ply.move):
                    king, own = chess.BB_SQUARES[ply.move.from_square], board.occupied_co[board.turn]
                    beyond = ~(2 * king - 1) if board.is_kingside_castling(ply.move) else king - 1
                    self.rooks |= board.clean_castling_rights() & own & beyond
                board.push(ply.move)
        return self.rooks

    def conventions(self) -> list[tuple[int, int, int]]:
        """As Facts has them."""
        counts: Counter[tuple[int, int]] = Counter()
        for one in self.all:
            if not one.differs:
                counts.update(enumerate(one.follows))
        return [(field, mask, count) for (field, mask), count in counts.items() if mask not in (0, ALL)]

    def noted(self) -> list[Noted]:
        """As facts."""
        kind = int(Fact.DECLARED)
        said = [Noted(kind, one.ply, one.at, one.end, int(one.in_variation)) for one in self.all if one.differs]
        if self.before and self.first is not None:
            one = self.first
            ply = 0 if one.in_variation else one.ply + 1
            said.append(Noted(int(Fact.DECLARED_BEFORE), ply, one.at, one.end, self.before))
        said += [Noted(int(Fact.DECLARED_UNREADABLE), 0, at, end, 0) for at, end in self.unreadable]
        return said


def declarations(raw: bytes, movetext: int, replay: Replay, kinds: int, tags: Sequence[bytes]) -> Declarations:
    """All positions that are declared where the replay has one, held to it; of standard chess and Chess960.

    What stands behind a token that nobody can read, or behind the stop, is not looked at, nor is the final position of
    a game whose moves are not all read, or of which it is not clear where they end (`kinds`: what else is said of the
    game). Costs a walk over the moves, and a comparison for each FEN.
    """
    beside, last, unreadable = _in_comments(raw, replay)
    board: chess.Board = replay.board.copy(stack=False)
    before, plies = board, 0
    read: list[tuple[Declared, Declared | None]] = []
    for ply, found in beside:
        for played in replay.plies[plies:ply]:
            before = board.copy(stack=False)
            board.push(played.move)
        plies = max(plies, ply)
        here = _held(raw, found, ply, board)
        read.append((here, _held(raw, found, ply - 1, before) if ply else None))
    others, none = _in_variations(raw, replay)
    read = sorted(read + others, key=lambda one: one[0].at)
    unreadable = [*sorted(unreadable + none), *unreadable_in_tags(raw, movetext, tags)]
    all_of, votes, first = _of_one_reading(read)
    whole = replay.plies and not replay.stop and not replay.skipped
    if whole and not kinds & _UNSURE_END:
        last += in_tags(raw, movetext, tags)
        if last:
            final: chess.Board = replay.final  # type: ignore[assignment]
            all_of += [_held(raw, found, len(replay.plies), final) for found in last]
    all_of.sort()
    return Declarations(all_of, raw, replay, unreadable, votes, first)


def _held(raw: bytes, found: Found, ply: int, board: chess.Board, in_variation: bool = False) -> Declared:
    fen = raw[found.at : found.end]
    differing = differs(fen, board, ply == 0)
    follows = (ALL, ALL) if differing else followed(fen, board, ply == 0)
    return Declared(found.at, found.end, ply, board.copy(stack=False), differing, follows, in_variation)


def _of_one_reading(read: list[tuple[Declared, Declared | None]]) -> tuple[list[Declared], int, Declared | None]:
    """Positions behind the moves, or those before them, whichever there is more of (in the mainline, if it has any);
    how many of the latter, if so, and the first."""
    votes = [before for _, before in read if before and not before.differs & PLACEMENT]
    others = [after for after, before in read if before and not after.differs & PLACEMENT]
    told = not all(one.in_variation for one in (*votes, *others))  # then variations do not outvote it
    for_before, for_after = (sum(not (told and one.in_variation) for one in which) for which in (votes, others))
    if for_before <= for_after:
        return [after for after, _ in read], 0, None
    return [before or after for after, before in read], len(votes), votes[0]


_InComments = tuple[list[tuple[int, Found]], list[Found], list[tuple[int, int]]]


def _in_comments(raw: bytes, replay: Replay) -> _InComments:
    """The FENs in comments of the mainline, each with the plies before it, those said of the final position, and what
    is said to be one and is none."""
    unplayed = [token.start for token in replay.skipped[:1]] + ([replay.stop.at] if replay.stop else [])
    stop = min(unplayed, default=len(raw))
    marker = replay.marker.start if replay.marker else len(raw)
    beside: list[tuple[int, Found]] = []
    last: list[Found] = []
    unreadable: list[tuple[int, int]] = []
    plies, lines = 0, 0
    for token in replay.tokens:
        if token.start >= stop:
            break
        if token.kind not in (Kind.COMMENT, Kind.LINE_COMMENT) or token.depth or token.start < lines:
            continue
        if token.kind is Kind.LINE_COMMENT:
            lines = lines_end(raw, token.start)
        while plies < len(replay.plies) and replay.plies[plies].token.start < token.start:
            plies += 1
        said, none = _said(raw, token, lines)
        unreadable += none
        for found in said:
            if found.last or token.start > marker:
                last.append(found)
            else:
                beside.append((plies, found))
    return beside, last, unreadable


def _said(raw: bytes, token: Token, lines: int) -> tuple[list[Found], list[tuple[int, int]]]:
    """The FENs that a comment declares, and what it declares and is none."""
    text = text_of(raw, token, lines)
    none = list(unreadable_in_comment(raw, *text))
    no_fen = {at for at, _ in none}
    return [found for found in in_comment(raw, *text) if found.at not in no_fen], none


_Read = list[tuple[Declared, Declared | None]]


def _in_variations(raw: bytes, replay: Replay) -> tuple[_Read, list[tuple[int, int]]]:
    """The FENs in comments of variations, as those behind the moves there and as those before them, and what is said
    to be one and is none. Which position is the final one of a variation nobody says: it is not looked at."""
    read: _Read = []
    unreadable: list[tuple[int, int]] = []
    lines = 0
    for token, line, _ in in_variations(replay, partial(variation_player, replay.start, raw)):
        if token.kind not in (Kind.COMMENT, Kind.LINE_COMMENT) or token.start < lines:
            continue
        if line is None or not line.certain:
            continue
        if token.kind is Kind.LINE_COMMENT:
            lines = lines_end(raw, token.start)
        said, none = _said(raw, token, lines)
        unreadable += none
        for found in said:
            if not found.last:
                here = _held(raw, found, line.ply, line.here(), True)
                moved = bool(line.player.plies)
                read.append((here, _held(raw, found, line.ply - 1, line.before(), True) if moved else None))
    return read, unreadable


def commented_plies(replay: Replay) -> list[tuple[int, int, int, int]]:
    """The comments of the mainline before the stop: plies before each, its bytes, the halfmove clock there."""
    board, plies, found = replay.board.copy(stack=False), 0, []
    end = replay.stop.at if replay.stop else replay.marker.start if replay.marker else None
    for token in replay.tokens:
        if end is not None and token.start >= end:
            break
        if token.kind is not Kind.COMMENT or token.depth:
            continue
        while plies < len(replay.plies) and replay.plies[plies].token.start < token.start:
            board.push(replay.plies[plies].move)
            plies += 1
        found.append((plies, token.start, token.end, board.halfmove_clock))
    return found
