"""Conditions as the native engine answers them of plain starts: from columns, and by questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pgnfen import native
from pgnfen.select.conditions import Condition, OfColumns, OfPlacement, OfPosition

if TYPE_CHECKING:
    from pgnfen._native import Questions
    from pgnfen.fen.plain_columns import PlainColumns

_MOST = 24  # questions
_NEVER = OfColumns(lambda _: False)


class Asked(NamedTuple):
    """`columns` are to be asked of a start's columns; all `questions` have to be answered with yes."""

    columns: tuple[OfColumns, ...]
    questions: Questions
    yes: int

    def fits(self, code: int, columns: PlainColumns) -> bool:
        """Whether a plain start of that number fulfils all."""
        return code & self.yes == self.yes and all(condition(columns) for condition in self.columns)


def asked(conditions: Sequence[Condition]) -> Asked | None:
    """What is to be asked of plain starts; None where a condition is one that only a Start can answer."""
    columns = tuple(one for one in conditions if isinstance(one, OfColumns))
    same = [one.position for one in conditions if isinstance(one, OfPosition)]
    positions = [one for one in same if one is not None]
    columns += (_NEVER,) * (len(same) - len(positions))
    patterns = [one.pattern for one in conditions if isinstance(one, OfPlacement)]
    count = len(positions) + len(patterns)
    if len(columns) + count < len(conditions) or count > _MOST:
        return None
    module = native.module()
    ranks = [[rank.encode() for rank in pattern.ranks] for pattern in patterns]
    return Asked(columns, module.Questions(positions, ranks), ((1 << count) - 1) << module.CODE_BITS)
