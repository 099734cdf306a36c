"""Games of a block repaired: the fixes of their findings, again and again, each held to what is found afterwards.

A fix is kept if its finding is gone, none has come that was not there (infos are no fault, and what is repaired in
its turn does not stay), and the same moves are played. The fixes of a game are done together first; where the outcome
is not that, one by itself and then ever more at once, and those that do not hold by themselves are refused.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pgnfen.audit.auditor import Auditor, Examined
from pgnfen.audit.finding import Placed, Remark, Severity, at_least
from pgnfen.audit.repairs import edits_of
from pgnfen.audit.rule import REGISTRY
from pgnfen.fen.fault import Fault
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block, RawGame
from pgnfen.pgn.blocks import Piece, new_splitter
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.repair.boundaries import FINISHED
from pgnfen.repair.conventions import Conventions, Converter
from pgnfen.repair.edits import Together
from pgnfen.repair.neighbors import BetweenNeighbors
from pgnfen.repair.state import ALIKE, Chosen, Done, FixedBlock, UnderRepair, look_at
from pgnfen.repair.trials import Trials

with deferred:
    from pgnfen.repair.records import fix_records

ROUNDS, PASSES, CAREFUL_PASSES = 8, 8, 256


class Fixer:
    """Repairs games by the fixes of chosen rules, of findings of a least severity or of codes that are `named`;
    `unsafe`: also those that are guesses."""

    def __init__(
        self,
        auditor: Auditor,
        codes: Collection[str],
        unsafe: bool = False,
        conventions: Conventions | None = None,
        severity: Severity = "info",
        named: Collection[str] = (),
    ) -> None:
        self._severities, self._named = at_least(severity), frozenset(named)
        self.auditor, self.unsafe, self.conventions = auditor, unsafe, conventions or Conventions()
        written = self.conventions.castling is not None  # whatever convention a field is in
        self.codes = frozenset(code for code in codes if not written or REGISTRY[code].fixes != "convention")
        self._trials = Trials(auditor, self.wants)
        self._converter = Converter(auditor, self._trials, self.conventions)

    def wants(self, found: Remark | Fault) -> bool:
        """Whether what is found is to be repaired."""
        if found.code not in self.codes or not (found.fix == "safe" or (self.unsafe and found.fix == "unsafe")):
            return False
        severity = found.severity or REGISTRY[found.code].severity
        return severity in self._severities or found.code in self._named

    def block(self, block: Block) -> FixedBlock:
        """The block repaired."""
        if isinstance(block, RecordBlock):
            return fix_records(block, self.wants, self.conventions)
        if isinstance(block, Piece):  # of a game too large to check
            unchanged = FixedBlock(block.offset)
            unchanged.left += self.auditor.block(block)
            return _joined(block, {}, unchanged)
        examined = {one.at: one for one in self.auditor.examined(block)}
        games = self._repaired(block, examined, FINISHED)
        BetweenNeighbors(block, games, self._again).settle()
        fixed = FixedBlock(block.offset)
        for index in sorted({*examined, *games}):
            fixed.left += self._left(games[index], fixed) if index in games else examined[index].placed
        return _joined(block, games, fixed)

    def _repaired(self, block: Block, examined: Mapping[int, Examined], lead: bytes) -> dict[int, UnderRepair]:
        """The games of a block (by their index) of which something is wanted, each repaired by itself; `lead`: a game
        before it that it is told from."""
        games: dict[int, UnderRepair] = {}
        for index, one in examined.items():
            if any(self.wants(placed.remark) for placed in one.placed):
                game = block.game(index)
                games[index] = UnderRepair(game, look_at(block, index, one, game.raw), lead, one.placed)
        self._repair(list(games.values()))
        if any(self.conventions):
            converted = self._converter.wanted(block, games, examined, lead)
            for _ in range(ROUNDS):
                converted = self._converter.convert(converted)
                if not converted:
                    break
                for under in converted:
                    under.settle()  # what was refused may hold now
                self._repair(converted)
        return dict(sorted(games.items()))

    def _again(self, game: RawGame, lead: bytes) -> UnderRepair | None:
        """One game repaired by itself; None where nothing of it is wanted."""
        block = new_splitter().whole(game)
        return self._repaired(block, {one.at: one for one in self.auditor.examined(block)}, lead).get(0)

    # --- fixes of findings

    def _repair(self, games: list[UnderRepair]) -> None:
        """Repair games until nothing more is done in any: what was refused at first may hold when all else is done."""
        for _ in range(ROUNDS):
            self._round(games)
            games = [game for game in games if game.settle()]
            if not games:
                return

    def _round(self, games: list[UnderRepair]) -> None:
        for passes in range(PASSES + CAREFUL_PASSES):
            if passes == PASSES:
                for game in games:
                    game.begin_carefully()
            games = self._pass(games)
            if not games:
                return
        for game in games:
            for remark, at in game.first.found:
                if self.wants(remark):
                    game.refuse(remark, at, f"the fixes did not end after {CAREFUL_PASSES} passes")
            game.undo()

    def _pass(self, games: Sequence[UnderRepair]) -> list[UnderRepair]:
        """Do what can be done at once in each game; the games in which something was done or is still to be tried."""
        chosen_of = [(game, self._choose(game)) for game in games if game.look.found]
        going = [game for game, chosen in chosen_of if not chosen and self._begins_again(game)]
        tried = [(game, chosen) for game, chosen in chosen_of if chosen]
        for (game, chosen), (look, why) in zip(tried, self._trials.outcomes(tried), strict=True):
            going.append(game)
            if look is not None and why is None:
                game.accept(look, chosen)
            elif len(chosen) == 1:
                game.refuse_tried(chosen[0], why or "")
            elif game.careful:
                game.at_once = 1
            else:
                game.begin_carefully()
        return going

    def _choose(self, game: UnderRepair) -> list[Chosen]:
        """Fixes that can be done together; where they did not hold, one, and twice as many after each that holds."""
        wanted = [(remark, at) for remark, at in game.look.found if self.wants(remark)]
        wanted = [(remark, at) for remark, at in wanted if game.refused(remark, at) is None]
        chosen: list[Chosen] = []
        if not wanted:
            return chosen
        asked, together = self._trials.game(game), Together()
        for remark, at in wanted:
            if game.is_hopeless(remark):
                game.refuse(remark, at, f"not tried: {ALIKE} similar fixes before it were refused")
                continue
            edits = edits_of(asked, remark, at)
            if not edits:
                game.refuse(remark, at)
            if not edits or not together.take(edits):
                continue
            chosen.append(Chosen(remark, at, edits))
            if game.careful and len(chosen) >= game.at_once:
                break
        return chosen

    def _begins_again(self, game: UnderRepair) -> bool:
        """Whether something has come that stays: then the game is done anew, a fix at a time."""
        if game.careful or not game.look.beside(game.first):
            return False
        game.begin_carefully()
        return True

    def _left(self, game: UnderRepair, fixed: FixedBlock) -> list[Placed]:
        """What is still found in a game; what was refused is noted."""
        left = []
        for remark, at in game.look.found:
            placed = game.placed(remark, at)
            left.append(placed)
            why = game.refused(remark, at) if self.wants(remark) else None
            if why is not None:
                fixed.done.append(Done(placed, placed.offset, b"", b"", why))
        return left


def _joined(block: Block, games: dict[int, UnderRepair], fixed: FixedBlock) -> FixedBlock:
    """The block's bytes with those of the games that are changed."""
    parts, at = [], 0
    for index, game in games.items():
        fixed.done += game.done + game.kept
        if game.changed:
            begin = block.starts[index]
            parts += [block.data[at:begin], game.look.raw]
            at = begin + len(game.game.raw)
            fixed.changed.append((game.game, game.look.raw))
    fixed.data = b"".join([*parts, block.data[at : block.end]])
    fixed.done.sort(key=lambda one: (one.placed.game, one.offset, one.placed.remark.code))
    return fixed
