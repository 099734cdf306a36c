"""A block of games after the first look: what is settled, and what has to be looked at more closely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pgnfen.audit.finding import Placed
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.layout import Layout
from pgnfen.pgn.records import RecordBlock
from pgnfen.replay.interface import Cleared


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that a glance does not settle, and what is known of it: enough to look at it in another process.

    `values` as in Block, `movetext` its byte position in the game; `quick`: the engine has not looked yet.
    """

    game: RawGame
    values: tuple[bytes | None, ...]
    layout: Layout
    movetext: int
    cleared: Cleared | None = None
    quick: bool = True


class Sighted(NamedTuple):
    """A block after the first look, by index (0-based) in it: findings of games that are settled, and the others.

    A block of records is left open whole.
    """

    found: dict[int, list[Placed]]
    open: Mapping[int, OpenGame | RecordBlock]


def in_order(sighted: Sighted, looked: Mapping[int, list[Placed]]) -> Sequence[Placed]:
    """The findings of a block, settled at once or by a second look, in the order of its games."""
    found = {**sighted.found, **looked} if looked else sighted.found
    return [one for index in sorted(found) for one in found[index]]
