"""Whether edited games still end where the next one begins, and begin where the last one ends."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate

from pgnfen.pgn.block import Block
from pgnfen.repair.boundaries import begin_there, starts
from pgnfen.repair.state import UnderRepair


def keep_apart(block: Block, games: Mapping[int, UnderRepair]) -> None:
    """Give up what is done in games (by their index in the block) after which the block's games begin elsewhere."""
    changed = {index: game for index, game in games.items() if game.look.raw != game.game.raw}
    while changed:
        lengths = [end - begin for begin, end in zip(block.starts, block.ends(), strict=True)]
        parts, at = [], 0
        for index, game in changed.items():
            parts += [block.data[at : block.starts[index]], game.look.raw]
            at = block.starts[index] + lengths[index]
            lengths[index] = len(game.look.raw)
        begins = list(accumulate(lengths[:-1], initial=0))
        data = b"".join([*parts, block.data[at : block.end]])
        if begin_there(data, begins):
            return
        wrong = [bisect_right(begins, at) - 1 for at in set(starts(data)) ^ set(begins)]
        at_fault = {near for index in wrong for near in (index - 1, index) if near in changed}
        if not at_fault or starts(block.data[: block.end]) != list(block.starts):
            return
        for index in at_fault:
            changed.pop(index).give_up()
