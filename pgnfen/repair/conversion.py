"""Games written in a convention: the fields of their FENs, each change held to what is found afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pgnfen.audit.auditor import Auditor, Examined
from pgnfen.audit.edits import Edit
from pgnfen.audit.finding import Remark
from pgnfen.audit.repairs import edits_of
from pgnfen.facts.declared_text import may_declare
from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block
from pgnfen.repair.conventions import Conventions, Rewritten, rewritten, rewritten_declared
from pgnfen.repair.state import CONVENTION, Chosen, UnderRepair, look_at
from pgnfen.repair.trials import Trials, Tried


class Converter:
    """Writes the fields of FENs in the conventions asked for."""

    def __init__(self, auditor: Auditor, trials: Trials, conventions: Conventions) -> None:
        self._auditor, self._trials, self._conventions = auditor, trials, conventions

    def wanted(
        self, block: Block, games: dict[int, UnderRepair], examined: Mapping[int, Examined], lead: bytes
    ) -> list[UnderRepair]:
        """The games of a block in which there is something to write; those that are not under repair yet are put
        there, told from `lead`."""
        for index in range(len(block)):
            start = games[index].look.start if index in games else block.start(index)
            declares = start.is_chess and self._may_declare(block, index)
            if not any(self._rewritten(start)) and not declares:
                continue
            if index not in games:
                raw = block.game(index)
                games[index] = UnderRepair(raw, look_at(block, index, examined.get(index), raw.raw), lead)
            games[index].declares = declares
        return [game for _, game in sorted(games.items())]

    def convert(self, games: Sequence[UnderRepair]) -> list[UnderRepair]:
        """Write the fields of all FENs in the conventions asked for; what cannot be said in them is noted. The games
        that are changed."""
        before = [len(game.done) for game in games]
        tried: list[Tried] = []
        for game in games:
            changes, kept = self._rewritten(game.look.start)
            game.kept = []
            for reason in kept:
                game.keep(reason)
            if changes:
                tried.append((game, self._chosen(game, changes)))
        for (game, chosen), (look, why) in zip(tried, self._trials.outcomes(tried), strict=True):
            if look is not None and why is None:
                game.accept(look, list(chosen))
            else:
                self._one_of(game, chosen)
        self._convert_declared([game for game in games if game.declares])
        return [game for game, count in zip(games, before, strict=True) if len(game.done) > count]

    def _one_of(self, game: UnderRepair, chosen: Sequence[Chosen]) -> None:
        """Each change by itself, up to the first that holds: the other may be what does not."""
        for one in chosen:
            look, why = self._trials.outcomes([(game, [one])])[0]
            if look is not None and why is None and len(chosen) > 1:
                game.accept(look, [one])
                break
            game.keep(f"{one.remark.field} {one.remark.expected}: {why}")

    def _convert_declared(self, games: Sequence[UnderRepair]) -> None:
        """Likewise of positions that games declare on the way, those in which nothing is wrong."""
        tried = [(game, chosen) for game in games if (chosen := self._chosen_declared(game))]
        for (game, chosen), (look, why) in zip(tried, self._trials.outcomes(tried), strict=True):
            if look is not None and why is None:
                game.accept(look, chosen)
            else:
                game.keep(f"the FENs in comments and tags: {why}")

    def _may_declare(self, block: Block, index: int) -> bool:
        raw, movetext = block.game(index).raw, block.movetexts[index] - block.starts[index]
        return may_declare(raw, movetext, self._auditor.reader.python.position_tags)

    def _chosen_declared(self, game: UnderRepair) -> list[Chosen]:
        from pgnfen.audit.declared import declared_positions  # few archives need it, and python-chess

        raw, chosen = game.look.raw, []
        for declared in declared_positions(self._trials.game(game)):
            if declared.differs:
                continue
            for at, change, kept in rewritten_declared(declared, raw[declared.at : declared.end], self._conventions):
                if kept is not None:
                    game.keep(kept)
                    continue
                edit = Edit(at, at + len(change.declared), change.expected.encode())
                chosen.append(Chosen(_of_convention(change), at, [edit]))
        return chosen

    def _chosen(self, game: UnderRepair, changes: Sequence[Rewritten]) -> list[Chosen]:
        asked = self._trials.game(game)
        at = asked.fen_at()
        chosen = []
        for one in changes:
            remark = _of_convention(one)
            chosen.append(Chosen(remark, at, edits_of(asked, remark, at)))
        return [one for one in chosen if one.edits]

    def _rewritten(self, start: Start) -> tuple[tuple[Rewritten, ...], tuple[str, ...]]:
        key = f"conventions {self._conventions.castling} {self._conventions.en_passant}"
        if key not in start.memo:
            start.memo[key] = rewritten(start, self._conventions)
        known: tuple[tuple[Rewritten, ...], tuple[str, ...]] = start.memo[key]
        return known


def _of_convention(one: Rewritten) -> Remark:
    message = "in the convention asked for"
    return Remark(None, "", CONVENTION, "info", one.field, one.declared, one.expected, message, "safe")
