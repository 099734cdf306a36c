"""Games of a block repaired: the fixes of their findings, again and again, each held to what is found afterwards.

A fix is kept if its finding is gone, none has come that was not there (infos are no fault, and what is repaired in
its turn does not stay), and the same moves are played. The fixes of a game are done together first; where the outcome
is not that, each by itself, and those that do not hold are refused.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pgnfen.audit.auditor import Auditor, Examined
from pgnfen.audit.finding import Placed, Remark, Severity, at_least
from pgnfen.audit.game import Game
from pgnfen.audit.rule import REGISTRY
from pgnfen.facts.declared_text import may_declare
from pgnfen.fen.fault import Fault
from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import new_splitter
from pgnfen.pgn.pieces import Piece
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.repair.boundaries import told_apart
from pgnfen.repair.conventions import Conventions, Rewritten, rewritten, rewritten_declared
from pgnfen.repair.edits import Edit, Together, apply
from pgnfen.repair.fixes import edits_of
from pgnfen.repair.neighbours import keep_apart
from pgnfen.repair.state import TAKEN_APART, Chosen, Done, FixedBlock, Look, UnderRepair, edits_in, look_at, same_moves

ROUNDS, PASSES, CAREFUL_PASSES = 8, 8, 256
# They put the start itself right: other moves can be played afterwards than before.
_OF_THE_START = frozenset(
    ("C202", "F101", "F301", "F401", "K202", "P103", "R201", "R202", "R203", "S102", "S106", "S202")
)
_OF_CONVENTION = frozenset(("C103", "C104"))
CONVENTION = "convention"
"""The name of what is written in a convention asked for; it has no code."""


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
        self.codes = frozenset(codes) - (_OF_CONVENTION if self.conventions.castling else frozenset())

    def wants(self, found: Remark | Fault) -> bool:
        """Whether what is found is to be repaired."""
        if found.code not in self.codes or not (found.fix == "safe" or (self.unsafe and found.fix == "unsafe")):
            return False
        severity = found.severity if isinstance(found, Remark) else REGISTRY[found.code].severity
        return severity in self._severities or found.code in self._named

    def block(self, block: Block) -> FixedBlock:
        """The block repaired."""
        if isinstance(block, RecordBlock):
            from pgnfen.repair.records import fix_records

            return fix_records(block, self.wants, self.conventions)
        if isinstance(block, Piece):  # of a game too large to be judged
            unchanged = FixedBlock(block.offset)
            unchanged.left += self.auditor.block(block)
            return _joined(block, {}, unchanged)
        examined = {one.at: one for one in self.auditor.examined(block)}
        games: dict[int, UnderRepair] = {}
        for index, one in examined.items():
            if any(self.wants(placed.remark) for placed in one.placed):
                game = block.game(index)
                games[index] = UnderRepair(game, look_at(block, index, one, game.raw))
        self._repair(list(games.values()))
        fixed = FixedBlock(block.offset)
        if any(self.conventions):
            self._convert(block, games, examined, fixed)
            games = dict(sorted(games.items()))
        keep_apart(block, games)
        for index, one in examined.items():
            fixed.left += one.placed if index not in games else self._left(games[index], fixed)
        return _joined(block, games, fixed)

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
                    game.refuse(remark, at, f"no end after {CAREFUL_PASSES} passes")
            game.undo()

    def _pass(self, games: Sequence[UnderRepair]) -> list[UnderRepair]:
        """Do what can be done at once in each game; the games in which something was done or is still to be tried."""
        chosen_of = [(game, self._choose(game)) for game in games]
        going = [game for game, chosen in chosen_of if not chosen and self._begins_again(game)]
        tried = [(game, chosen) for game, chosen in chosen_of if chosen]
        for (game, chosen), look in zip(tried, self._after(tried), strict=True):
            going.append(game)
            why = TAKEN_APART if look is None else self._unlike(game, look, chosen)
            if look is not None and why is None:
                game.accept(look, chosen)
            elif len(chosen) == 1:
                game.refuse(chosen[0].remark, chosen[0].at, why or "")
            else:
                game.begin_carefully()
        return going

    def _choose(self, game: UnderRepair) -> list[Chosen]:
        """Fixes that can be done together; one alone where those together did not hold."""
        asked = self._game(game)
        chosen: list[Chosen] = []
        together = Together()
        for remark, at in game.look.found:
            if not self.wants(remark) or game.refused(remark, at) is not None:
                continue
            edits = edits_of(asked, remark, at)
            if not edits:
                game.refuse(remark, at)
            if not edits or not together.take(edits):
                continue
            chosen.append(Chosen(remark, at, edits))
            if game.careful:
                break
        return chosen

    def _unlike(self, game: UnderRepair, after: Look, chosen: Sequence[Chosen]) -> str | None:
        """What is wrong with a game after fixes; None where nothing is."""
        for remark in after.beside(game.first):
            if game.careful or not self.wants(remark):
                return f"{remark.code} would be found"
        before, left = game.look.counts(), after.counts()
        for one in chosen:
            kind = one.remark.code, one.remark.field
            if before[kind] and left[kind] >= before[kind]:
                return "the finding would remain"
        if any(one.remark.code in _OF_THE_START for one in chosen):
            return None
        return None if same_moves(game.look, after) else "other moves would be played"

    def _begins_again(self, game: UnderRepair) -> bool:
        """Whether something has come that stays: then the game is done anew, a fix at a time."""
        if game.careful or not game.look.beside(game.first):
            return False
        game.begin_carefully()
        return True

    # --- conventions

    def _convert(
        self, block: Block, games: dict[int, UnderRepair], examined: Mapping[int, Examined], fixed: FixedBlock
    ) -> None:
        """Write the fields of all FENs in the conventions asked for; what cannot be said in them is noted."""
        tried: list[tuple[UnderRepair, list[Chosen]]] = []
        declaring: list[UnderRepair] = []
        for index in range(len(block)):
            start = games[index].look.start if index in games else block.start(index)
            changes, kept = self._rewritten(start)
            declares = start.is_chess and self._may_declare(block, index)
            if not changes and not kept and not declares:
                continue
            if index not in games:
                raw = block.game(index)
                games[index] = UnderRepair(raw, look_at(block, index, examined.get(index), raw.raw))
            game = games[index]
            for reason in kept:
                _keep(game, reason, fixed)
            if changes:
                tried.append((game, self._chosen(game, changes)))
            if declares:
                declaring.append(game)
        looks = self._after(tried)
        for (game, chosen), look in zip(tried, looks, strict=True):
            if look is not None and self._unlike(game, look, chosen) is None:
                game.accept(look, chosen)
                continue
            for one in chosen:  # by itself, for the other may be what does not hold
                look = self._after([(game, [one])])[0]
                why = TAKEN_APART if look is None else self._unlike(game, look, [one])
                if look is not None and why is None and len(chosen) > 1:
                    game.accept(look, [one])
                    break
                _keep(game, f"{one.remark.field} {one.remark.expected}: {why}", fixed)
        self._convert_declared(declaring, fixed)

    def _convert_declared(self, games: Sequence[UnderRepair], fixed: FixedBlock) -> None:
        """Likewise of positions that games declare on the way, those in which nothing is wrong."""
        tried = [(game, chosen) for game in games if (chosen := self._chosen_declared(game, fixed))]
        for (game, chosen), look in zip(tried, self._after(tried), strict=True):
            why = TAKEN_APART if look is None else self._unlike(game, look, chosen)
            if look is not None and why is None:
                game.accept(look, chosen)
            else:
                _keep(game, f"the FENs in comments and tags: {why}", fixed)

    def _may_declare(self, block: Block, index: int) -> bool:
        raw, movetext = block.game(index).raw, block.movetexts[index] - block.starts[index]
        return may_declare(raw, movetext, self.auditor.reader.python.position_tags)

    def _chosen_declared(self, game: UnderRepair, fixed: FixedBlock) -> list[Chosen]:
        from pgnfen.audit.declared import declared_positions  # few archives need it, and python-chess

        raw, chosen = game.look.raw, []
        for declared in declared_positions(self._game(game)):
            if declared.differs:
                continue
            for at, change, kept in rewritten_declared(declared, raw[declared.at : declared.end], self.conventions):
                if kept is not None:
                    _keep(game, kept, fixed)
                    continue
                edit = Edit(at, at + len(change.declared), change.expected.encode())
                chosen.append(Chosen(_of_convention(change), at, [edit]))
        return chosen

    def _chosen(self, game: UnderRepair, changes: Sequence[Rewritten]) -> list[Chosen]:
        asked = self._game(game)
        at = asked.fen_at()
        chosen = []
        for one in changes:
            remark = _of_convention(one)
            chosen.append(Chosen(remark, at, edits_of(asked, remark, at)))
        return [one for one in chosen if one.edits]

    def _rewritten(self, start: Start) -> tuple[tuple[Rewritten, ...], tuple[str, ...]]:
        key = f"conventions {self.conventions.castling} {self.conventions.en_passant}"
        if key not in start.memo:
            start.memo[key] = rewritten(start, self.conventions)
        known: tuple[tuple[Rewritten, ...], tuple[str, ...]] = start.memo[key]
        return known

    def _game(self, game: UnderRepair) -> Game:
        """The game as it is now, as rules and fixes ask about it."""
        look, auditor = game.look, self.auditor
        raw = game.game._replace(raw=look.raw)
        return Game(raw, look.movetext, look.start, look.facts, auditor.reader, auditor.codes)

    # --- what is found afterwards

    def _after(self, games: Sequence[tuple[UnderRepair, Sequence[Chosen]]]) -> list[Look | None]:
        """What games look like after fixes; None where their bytes are no longer one game, or not told from others."""
        edited = [(game, apply(game.look.raw, edits_in(chosen))) for game, chosen in games]
        looks = self._together(edited)
        if looks is None:
            alone = [self._together([game]) for game in edited]
            looks = [look[0] if look else None for look in alone]
        apart = told_apart([raw for _, raw in edited])
        if not all(apart):  # perhaps they were not before
            apart = [now or not told_apart([game.game.raw])[0] for now, (game, _) in zip(apart, edited, strict=True)]
        return [look if told else None for told, look in zip(apart, looks, strict=True)]

    def _together(self, games: Sequence[tuple[UnderRepair, bytes]]) -> list[Look | None] | None:
        """What edited games look like, read as one block; None where it does not fall into these games."""
        data = b"".join(raw for _, raw in games)
        block = new_splitter().split(data, final=True)
        begin, starts = 0, []
        for _, raw in games:
            starts.append(begin)
            begin += len(raw)
        if list(block.starts) != starts or block.end != len(data):
            return None
        if games:
            block.at_end = games[-1][0].game.at_end
        examined = {one.at: one for one in self.auditor.examined(block)}
        return [look_at(block, index, examined.get(index), raw) for index, (_, raw) in enumerate(games)]

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


def _of_convention(one: Rewritten) -> Remark:
    message = "in the convention asked for"
    return Remark(None, "", CONVENTION, "info", one.field, one.declared, one.expected, message, "safe")


def _keep(game: UnderRepair, reason: str, fixed: FixedBlock) -> None:
    """A field stays as it is."""
    remark = Remark(None, "", CONVENTION, "info", "FEN", game.look.start.fen, None, reason, "safe")
    placed = game.placed(remark, 0)
    fixed.done.append(Done(placed, placed.offset, b"", b"", reason))


def _joined(block: Block, games: dict[int, UnderRepair], fixed: FixedBlock) -> FixedBlock:
    """The block's bytes with those of the games that are changed."""
    parts, at = [], 0
    for index, game in games.items():
        fixed.done += game.done
        if game.look.raw != game.game.raw:
            begin = block.starts[index]
            parts += [block.data[at:begin], game.look.raw]
            at = begin + len(game.game.raw)
            fixed.changed.append((game.game, game.look.raw))
    fixed.data = b"".join([*parts, block.data[at : block.end]])
    fixed.done.sort(key=lambda one: (one.placed.game, one.offset, one.placed.remark.code))
    return fixed
