"""What a game says of itself beside its moves, weighed before a text is repaired to fit the moves.

A position in a comment, PlyCount and the move numbers are witnesses of the moves as much as the moves are of them. A
repair by the moves (rules with `by_moves`) is left out where another witness supports the text that it would remove, or
where an unresolved fault stands on the moves or on the start.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.declared import declarations_of
from pgnfen.audit.other_moves import OtherMoves
from pgnfen.audit.rule import REGISTRY
from pgnfen.facts.agreement import FULLMOVE, HALFMOVE, PLACEMENT, TURN
from pgnfen.facts.kinds import Fact
from pgnfen.lazy import cached_property, regex

if TYPE_CHECKING:
    from pgnfen.audit.finding import GameFinding
    from pgnfen.audit.game import Game
    from pgnfen.audit.rule import Rule
    from pgnfen.facts.declared import Declared

STRUCTURE = {
    Fact.OPEN_COMMENT: "a comment is never closed",
    Fact.OPEN_VARIATION: "a variation is never closed",
    Fact.STRAY_PARENTHESIS: "the parentheses of variations do not match",
    Fact.UNREADABLE: "a token of the mainline cannot be read",
    Fact.BEHIND_MARKER: "something stands behind the termination marker",
    Fact.NULL_MOVE: "a null move may stand for a move",
    Fact.STOP: "a later move cannot be played",
}
_NUMBERED_MOVE = regex(rb"\b([0-9]{1,3})(\.{1,3}) ?(?:[KQRBN]?[a-h1-8]?x?[a-h][1-8]|O-O)")
_PROVEN = {
    "missing": "R110 reports that moves are missing",
    "move": "R112 reports which move is different",
    "start": "D110 reports what is wrong with the FEN",
}
_ELSEWHERE = "another declared position puts moves or start in doubt"


def judged(game: Game, found: Sequence[tuple[Rule, GameFinding]]) -> list[tuple[Rule, GameFinding]]:
    """What is found, without repairs by the moves where the game says that the moves may be wrong.

    A repair of the FEN (codes C and E) becomes unsafe then, because the moves demand it. Any other declared text has no
    repair, and nothing is expected. Where one declared position puts moves or start in doubt, none has a repair.
    """
    judge = Judge(game)
    doubts = [judge.doubt(rule, one) if rule.by_moves else None for rule, one in found]
    doubted = any(why is not None and _of_position(rule) for (rule, _), why in zip(found, doubts, strict=True))
    weighed = []
    for (rule, one), why in zip(found, doubts, strict=True):
        if why is None and doubted and _of_position(rule) and one.fix is not None:
            why = _ELSEWHERE
        weighed.append((rule, one if why is None else judge.weighed(rule, one, why)))
    return weighed


def _of_position(rule: Rule) -> bool:
    return rule.by_moves and rule.code[:2] == "D1"


class CountedPlies(NamedTuple):
    """A text that says after how many plies it stands: its rule's code, its byte, and by how many plies more than are
    played before it."""

    code: str
    at: int
    plies: int


class Judge:
    """Weighs the witnesses of a game's moves. Costs a replay, and a comparison for each declared position.

    `in_doubt`: why moves or start may not be what they seem; `proven`: which rule names what is wrong; `counted`: how
    many plies each text says; `supported`: those with which another kind of text agrees, by the byte of the text.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.declarations = declarations_of(game) if game.facts.kinds & Fact.DECLARED else None
        all_of = self.declarations.all if self.declarations is not None else ()
        self.positions = sorted((one for one in all_of if not one.in_variation), key=lambda one: one.at)
        self._begins = [one.at for one in self.positions]
        self.in_doubt = next(self._doubts(), None)
        self.proven = _PROVEN.get(game.proofs[0].kind) if game.proofs else None
        self._moves = OtherMoves(game, self.declarations, self.positions)
        self.counted = [*self._by_positions(), *self._by_numbers(), *self._by_ply_count()]
        kinds = Counter(plies for _, plies in {(one.code, one.plies) for one in self.counted if one.plies})
        self.supported = {one.at: one.plies for one in self.counted if kinds[one.plies] > 1}
        self._said_men = Counter(one for position in self.positions for one in self._moves.other_men(position))

    def doubt(self, rule: Rule, found: GameFinding) -> str | None:
        """Why the repair of a finding by the moves is not certain; None where it is, and where there is none."""
        fix = rule.fix_of(found)
        if fix is None:
            return None
        if self.proven is not None and (fix == "safe" or rule.code[0] in "DK"):
            return self.proven
        if fix == "unsafe" and rule.code[0] in "CE":
            return None
        why = self.in_doubt or self._contradicted(found.at)
        if why is None and rule.code[0] == "D" and self.swallowed:
            why = "a comment may have swallowed moves"
        if why is None and rule.code in ("D104", "D105") and fix == "safe" and self.order_differs:
            why = self._found("the clock is that of two moves in the other order")
        return why

    def weighed(self, rule: Rule, found: GameFinding, doubt: str) -> GameFinding:
        """A finding with the repair that it may have in spite of a doubt."""
        if doubt == self.proven:
            return found._replace(fix=None, expected=None, message=f"{found.message}; {doubt}")
        if rule.code[0] in "CE":
            return found._replace(fix="unsafe", message=f"{found.message}; the fix is unsafe because {doubt}")
        return found._replace(fix=None, expected=None, message=(
            f"{found.message}; this is not certain because {doubt}"
        ))

    def _contradicted(self, at: int) -> str | None:
        """Which other witness supports the text at a byte."""
        index = bisect_right(self._begins, at) - 1
        position = self.positions[index] if index >= 0 and at < self.positions[index].end else None
        plies = self.supported.get(position.at if position else at)
        if plies is not None:
            count = "1 ply" if abs(plies) == 1 else f"{abs(plies)} plies"
            return f"another part of the game also gives {count} {'more' if plies > 0 else 'less'}"
        return self._against_moves() if position is None else self._against_position(position)

    def _against_moves(self) -> str | None:
        """Which declared position shows that moves may be missing."""
        if self.counted_on:
            return "a declared position has other pieces and another move number"
        following = any(one.differs & PLACEMENT and self._moves.may_follow(one) for one in self.positions)
        return "moves may be missing at the end" if following else None

    def _against_position(self, position: Declared) -> str | None:
        """Why a declared position that differs may be right."""
        if _counts_on(position):
            return "the position has different pieces and a different move number; moves may be missing"
        if max(self._said_men.values(), default=0) > 1:  # then nothing that is played from there is certain
            return "several declared positions say the same of the pieces"
        if position.differs & HALFMOVE and self._said_clocks[self._clock_of(position)] > 1:
            return "several declared positions say the same of the clock"
        differs = position.differs & PLACEMENT
        if differs and self._moves.may_follow(position):
            return "moves may be missing at the end"
        if differs and self._moves.stands_alone(position):
            return "only the FEN disagrees"
        if self.moves_differ:
            return self._found("a declared position is that after another legal move")
        if differs and self._moves.of_swapped_moves(position):
            return self._found("the position is that of two moves in the other order")
        return None

    def _found(self, why: str) -> str:
        """What a search has found; where it ended at its bound, that."""
        return why if not self._moves.ended else "the search for other moves that lead to it ended at its bound"

    @cached_property
    def counted_on(self) -> bool:
        """Whether a declared position may be that of a game with more moves."""
        return any(_counts_on(one) for one in self.positions)

    @cached_property
    def moves_differ(self) -> bool:
        """Whether a declared position is one that the game reaches by another legal move: then that may be the right
        one, and nothing behind it is certain."""
        return any(one.differs & PLACEMENT and self._moves.of_another_move(one) for one in self.positions)

    @cached_property
    def order_differs(self) -> bool:
        """Whether a halfmove clock is that of the game with two moves of a side in the other order."""
        return any(one.differs & HALFMOVE and self._moves.of_swapped_moves(one) for one in self.positions)

    def _doubts(self) -> Iterator[str]:
        """Why the moves, or the start, may not be what they seem."""
        game = self.game
        yield from (why for kind, why in STRUCTURE.items() if game.facts.kinds & kind)
        if game.start.fen is None and game.start.setup == "1":
            yield "the starting position is lost"
        if len({pair.value for pair in game.pairs("FEN")}) > 1:
            yield "the FEN tag occurs twice, with different values"
        # P106 is of the moves before: a composer's position is played as it stands
        faults = (fault for fault in game.start.faults if fault.code[0] == "P" and fault.code != "P106")
        if any((fault.severity or REGISTRY[fault.code].severity) != "info" for fault in faults):
            yield "the position in the FEN is impossible"

    @cached_property
    def swallowed(self) -> bool:
        """Whether a comment behind the last move goes on with the next move number."""
        game = self.game
        if game.plies is None or not game.start.is_chess or game.facts.readings:
            return False
        if not _comments_have_moves(game.raw, game.movetext):  # else the game is replayed
            return False
        following = self._number_at(game.plies + 1)
        blacks = game.facts.white_begins == bool(game.plies % 2)  # then "5. Nf3" is about White's move before it
        return any(
            int(match[1]) == following + 1 or (int(match[1]) == following and not (blacks and match[2] == b"."))
            for ply, begin, end, _ in game.reader.commented_plies(game.raw, game.movetext, game.start)
            if ply == game.plies
            for match in _NUMBERED_MOVE.finditer(game.raw, begin, end)
        )

    def _by_positions(self) -> Iterator[CountedPlies]:
        for one in self.positions:
            fields = self.game.raw[one.at : one.end].replace(b";", b" ").split()
            if len(fields) == 6 and fields[1] in (b"w", b"b"):
                declared = 2 * int(fields[5]) + (fields[1] == b"b")
                plies = declared - 2 * one.board.fullmove_number - (not one.board.turn)
                yield CountedPlies("D106", one.at, plies)
                if self._shift:
                    yield CountedPlies("D106", one.at, plies + self._shift)

    @cached_property
    def _shift(self) -> int:
        """By how many plies the FEN's fullmove number is ahead of the first move number."""
        first, record = self.game.facts.first(Fact.FIRST_NUMBER), self.game.start.record
        return 2 * ((record.fullmove or 1) - first.value) if first is not None and record is not None else 0

    def _by_numbers(self) -> Iterator[CountedPlies]:
        for one in self.game.wrong_numbers[:1]:
            yield CountedPlies("K203", one.at, 2 * (one.value - self._number_at(one.ply)))

    def _number_at(self, ply: int) -> int:
        """The move number of a ply, counted from the movetext's first number."""
        facts, record = self.game.facts, self.game.start.record
        first = facts.first(Fact.FIRST_NUMBER)
        base = first.value if first is not None else max(1, (record.fullmove if record else 1) or 1)
        return base + (ply - 1 + (not facts.white_begins)) // 2

    def _by_ply_count(self) -> Iterator[CountedPlies]:
        pair, plies = self.game.pair("PlyCount"), self.game.plies
        if pair is not None and plies is not None and pair.value.strip().isdecimal():
            yield CountedPlies("D201", pair.start, int(pair.value.strip()[:9]) - plies)

    def _clock_of(self, position: Declared) -> int:
        """The ply at which the halfmove clock of a declared position was 0: the same for all until it is set back."""
        return position.ply - int(self.game.raw[position.at : position.end].replace(b";", b" ").split()[4])

    @cached_property
    def _said_clocks(self) -> Counter[int]:
        return Counter(self._clock_of(one) for one in self.positions if one.differs & HALFMOVE)


def _counts_on(position: Declared) -> bool:
    """Whether a position has other pieces, and counts other plies."""
    return bool(position.differs & PLACEMENT and position.differs & (TURN | FULLMOVE))


def _comments_have_moves(raw: bytes, movetext: int) -> bool:
    """Whether a move number and a move may stand in a comment of the movetext."""
    if b";" in raw[movetext:]:
        return True
    places = (match.start() for match in _NUMBERED_MOVE.finditer(raw, movetext))
    return any(raw.rfind(b"{", movetext, at) > raw.rfind(b"}", movetext, at) for at in places)
