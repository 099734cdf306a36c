"""Fixes tried: what games look like after them, and what is wrong with that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.edits import apply
from pgnfen.audit.finding import Remark
from pgnfen.audit.game import Game
from pgnfen.audit.rule import REGISTRY
from pgnfen.pgn.blocks import new_splitter
from pgnfen.repair.boundaries import is_told, is_told_among
from pgnfen.repair.state import TAKEN_APART, Chosen, Look, UnderRepair, edits_in, look_at, same_moves

Tried = tuple[UnderRepair, Sequence[Chosen]]


def _sets_start(remark: Remark) -> bool:
    """Whether other moves may be played after a repair: from another start, or from that of a tag pair which no reader
    has taken for one."""
    rule = REGISTRY.get(remark.code)
    return rule is not None and (rule.fixes == "start" or (remark.field == "tag pair" and remark.fix == "unsafe"))


class Trials:
    """Tries fixes; `wants`: whether a finding is repaired in its turn, so that it does not stay."""

    def __init__(self, auditor: Auditor, wants: Callable[[Remark], bool]) -> None:
        self._auditor, self._wants = auditor, wants

    def game(self, game: UnderRepair) -> Game:
        """The game as it is now, as rules and fixes ask about it."""
        look, auditor = game.look, self._auditor
        raw = game.game._replace(raw=look.raw)
        return Game(raw, look.movetext, look.start, look.facts, auditor.reader, auditor.codes)

    def outcomes(self, tried: Sequence[Tried]) -> list[tuple[Look | None, str | None]]:
        """What each game looks like after its fixes, and what is wrong with that; None where nothing is."""
        looks = zip(tried, self._after(tried), strict=True)
        return [(look, self._unlike(game, look, chosen) if look else TAKEN_APART) for (game, chosen), look in looks]

    def _unlike(self, game: UnderRepair, after: Look, chosen: Sequence[Chosen]) -> str | None:
        """What is wrong with a game after fixes; None where nothing is."""
        if after.found:
            for remark in after.beside(game.first):
                if game.careful or not self._wants(remark):
                    return f"the fix would cause {remark.code}"
            before, left = game.look.counts(), after.counts()
            done = Counter([(one.remark.code, one.remark.field) for one in chosen])
            for kind, count in done.items():
                if before[kind] and left[kind] > before[kind] - (count if game.careful else 1):
                    return "the fix would not remove the finding"
        if any(_sets_start(one.remark) for one in chosen):
            return None
        return None if same_moves(game.look, after) else "other moves would be played"

    def _after(self, games: Sequence[Tried]) -> list[Look | None]:
        """What games look like after fixes; None where their bytes are no longer one game, told from others."""
        edited = [(game, apply(game.look.raw, edits_in(chosen))) for game, chosen in games]
        looks: list[Look | None] = [None] * len(edited)
        tried = [index for index, (game, raw) in enumerate(edited) if not game.was_taken_apart(raw)]
        # Games of the same bytes, of which a faulty file may have many, look alike.
        kinds = {index: (game.lead, raw, game.game.at_end) for index, (game, raw) in enumerate(edited)}
        of_kind = {kinds[index]: edited[index] for index in tried}
        found, told = self._together(list(of_kind.values()))
        found_of = dict(zip(of_kind, found, strict=True))
        for index in tried:
            game, raw = edited[index]
            looks[index] = found_of[kinds[index]] or self._by_itself(game, raw, told)
            if looks[index] is None:
                game.note_taken_apart(raw)
        return looks

    def _together(self, games: Sequence[tuple[UnderRepair, bytes]]) -> tuple[list[Look | None], bool | None]:
        """What edited games look like, read in one block, each behind its lead; None of one that does not stand so
        there: others may hinder it. Of a game alone also whether it is told from its neighbors."""
        if not games:
            return [], None
        parts, begins, at = [], [], 0
        for game, raw in games:
            at += len(game.lead)
            begins.append(at)
            at += len(raw)
            parts += [game.lead, raw]
        parts.append(games[-1][0].follow)  # but for the last they are followed by the lead of the next
        block = new_splitter().split(b"".join(parts), final=True)
        block.at_end = games[-1][0].game.at_end
        index_of = {place: index for index, place in enumerate(zip(block.starts, block.ends(), strict=True))}
        places = [index_of.get((begin, begin + len(raw))) for begin, (_, raw) in zip(begins, games, strict=True)]
        stands = any(index is not None for index in places)
        examined = {one.at: one for one in self._auditor.examined(block)} if stands else {}
        looks = [
            look_at(block, index, examined.get(index), raw) if index is not None else None
            for index, (_, raw) in zip(places, games, strict=True)
        ]
        game, raw = games[0]
        return looks, is_told_among(list(block.starts), game.lead, raw, game.follow) if len(games) == 1 else None

    def _by_itself(self, game: UnderRepair, raw: bytes, told: bool | None) -> Look | None:
        """What an edited game looks like; see _after. One that was not told from others before need not be now."""
        if told is None:
            told = is_told(game.lead, raw, game.follow)
        if not told and game.was_told:
            return None
        block = new_splitter().split(raw, final=True)
        if len(block) != 1:
            return None
        block.at_end = game.game.at_end
        return look_at(block, 0, next(self._auditor.examined(block), None), raw)
