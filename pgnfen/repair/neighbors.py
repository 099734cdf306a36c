"""What a repair depends on beside its game: the game before and the game behind, as they stand in the input.

Each game is repaired by itself, told from a finished game before it and a game with tags behind it. Then it is held to
its neighbors. A repaired game stands

- behind the game before as that is after its own repair: behind each form that this may take, which is known of the
  game before alone;
- before the game behind as that is in the input; where the game behind is repaired too, its repair is held to this one.

A repair that takes so many tags away that the game is told from a finished game alone (a termination marker stands
before it) has a second form, in which it is told from an unfinished one; this is taken where the first does not stand.
Where neither does, the game stays as it is. So a repair is a function of a game and of the two games around it,
wherever the input is cut into blocks, and repaired games begin where they did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pgnfen.pgn.block import Block, Neighbors, RawGame
from pgnfen.pgn.blocks import head_of, neighbors_of
from pgnfen.repair.boundaries import FINISHED, UNFINISHED, Pair, Standing, joins
from pgnfen.repair.state import UnderRepair

Again = Callable[[RawGame, bytes], "UnderRepair | None"]
"""Repairs a game by itself, told from a game before it; None: nothing is to be repaired."""
_BEFORE = -1
"""The index of the game before the block."""


class BetweenNeighbors:
    """Holds the repaired games of a block (by their index in it) to their neighbors; one use each."""

    def __init__(self, block: Block, games: dict[int, UnderRepair], again: Again) -> None:
        self._block, self._games, self._again = block, games, again
        self._around: dict[int, Neighbors] = {}
        self._forms: dict[int, list[UnderRepair]] = {}
        self._standing = Standing()
        self._daring: set[int] = set()  # games that need a finished one before them, beside one that is not known

    def settle(self) -> None:
        """Leave in `games` of each game the form that stands between its neighbors."""
        changed = [index for index, game in self._games.items() if game.changed]
        if not changed:
            return
        repaired = {index: self._games[index] for index in changed}
        self._around = {index: neighbors_of(self._block, index) for index in changed}
        if changed[0] == 0 and (before := self._game_before()) is not None:
            repaired[_BEFORE] = before
        self._forms = {index: [game] for index, game in repaired.items()}
        behind_others = {index: game for index, game in repaired.items() if self._around[index].before != b""}
        firsts = [(UNFINISHED, game.look.raw) for game in behind_others.values()]
        self._standing.of([*firsts, *(held[2] for held in (*self._tails(), *self._heads()))])  # most need no more
        self._add_forms(behind_others)
        self._drop(self._tails())
        self._drop(self._heads())
        self._drop_blank_heads()
        for index in changed:
            self._choose(index)

    def _choose(self, index: int) -> None:
        """Leave a game in the first form that is left, or as it was."""
        first = self._games[index]
        forms = [form for form in self._forms[index] if form is not first or index not in self._daring]
        if forms:
            self._games[index] = forms[0]
        else:
            first.give_up()

    def _game_before(self) -> UnderRepair | None:
        """The game before the block, repaired; None where it is not changed, or not known."""
        raw = self._block.neighbors.before
        game = self._again(RawGame(raw, 0, 1, 1), FINISHED) if raw else None
        if game is None or not game.changed:
            return None
        # What stands before it is not known, and matters only if nothing does.
        before = b"" if self._block.number == 2 else None
        self._around[_BEFORE] = Neighbors(before, head_of(self._block, 0))
        return game

    def _add_forms(self, repaired: dict[int, UnderRepair]) -> None:
        """The second forms of repaired games that are not the first of their input."""
        told = self._standing.of([(UNFINISHED, game.look.raw) for game in repaired.values()])
        for (index, game), is_told in zip(repaired.items(), told, strict=True):
            before, raw = self._around[index].before, game.game.raw
            if is_told or not self._standing.one((UNFINISHED, raw)):
                continue
            second = self._again(game.game, UNFINISHED)
            self._forms[index] += [second] if second is not None else []
            if before is None and index != _BEFORE:
                self._daring.add(index)

    def _tails(self) -> Iterator[_Held]:
        """Each form before the game behind."""
        for index, forms in self._forms.items():
            behind = self._around[index].behind
            for form in forms if behind else ():
                yield index, form, (form.look.raw, behind), (form.game.raw, behind)

    def _heads(self) -> Iterator[_Held]:
        """Each form behind each form of the game before."""
        for index, forms in self._forms.items():
            before = self._around[index].before
            if not before or index == _BEFORE:
                continue
            others = [form.look.raw for form in self._forms.get(index - 1, ())] or [before]
            for form in forms:
                for other in others:
                    yield index, form, (other, form.look.raw), (before, form.game.raw)

    def _drop_blank_heads(self) -> None:
        """Forget forms that begin with white space where the game before ends without any: it would end that game."""
        for index, forms in self._forms.items():
            before = self._around[index].before
            if before and not before[-1:].isspace():
                self._forms[index] = [form for form in forms if not form.look.raw[:1].isspace()]

    def _drop(self, held: Iterator[_Held]) -> None:
        """Forget forms that do not stand beside a neighbor although the game does."""
        wanted = [one for one in held if one[1].changed]
        standing = self._standing.of([one[2] for one in wanted])
        for (index, form, pair, before), stands in zip(wanted, standing, strict=True):
            if ((not stands and self._standing.one(before)) or joins(pair, before)) and form in self._forms[index]:
                self._forms[index].remove(form)


_Held = tuple[int, UnderRepair, Pair, Pair]
"""A game's index, one of its forms, how it would stand beside a neighbor, and how the game stands."""
