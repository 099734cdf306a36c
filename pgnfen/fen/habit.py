"""The habit of a file: which rules its starts need. It decides about starts that do not say it themselves.

Blocks are read one by one, so a habit is known only at the end of the file: what a block tells is counted, and the
counts of all blocks are the same for each size of block and number of jobs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pgnfen.fen.definitions import (
    COUNTERS_EARLY,
    RIGHTS_DENIED,
    RIGHTS_GRANTED,
    RULES_CHESS960,
    RULES_DOUBT,
    RULES_STANDARD,
)
from pgnfen.fen.names import OF_960
from pgnfen.fen.variants import default_variant
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.fen.castling import read_rights

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.fen.understand import Habit


def votes(start: Start) -> tuple[int, int, int]:
    """What a start tells about the rules, about rights at arrays, and about counters; 0 for nothing. `told` in
    native/src/fen.rs has the same of plain starts.

    >>> from pgnfen.fen.start import read_start
    >>> votes(read_start("1", "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w - - 0 1", "Chess960"))
    (2, 1, 0)
    >>> votes(read_start(None, "3rk2r/8/8/8/8/8/8/4K3 w kq - 0 1", None, alone=True))
    (4, 0, 1)
    """
    return *_of_rules(start), COUNTERS_EARLY if start.is_early else 0


def _of_rules(start: Start) -> tuple[int, int]:
    family, record = start.variant.family, start.record
    if not start.is_chess:
        return 0, 0
    if family == "chess960":
        if record is None or start.kind not in OF_960:
            return RULES_CHESS960, 0
        is_denied = record.castling == "-" and record.fields[2] is not None
        return RULES_CHESS960, RIGHTS_GRANTED if record.rights else RIGHTS_DENIED if is_denied else 0
    if record is None:
        return RULES_STANDARD if start.fen is None and family == "standard" else 0, 0
    return _of_rights(start) if family == "standard" else 0, 0


def _of_rights(start: Start) -> int:
    record, verdict = start.record, start.verdict
    if record is None or record.board is None or not record.rights or verdict.rules == "other":
        return 0
    if verdict.rules == "any":
        return 0 if start.kind in OF_960 else RULES_STANDARD
    if verdict.rules == "chess960":
        return RULES_DOUBT if verdict.evidence == "rooks" else RULES_CHESS960
    whole = all(right.rook is not None for right in read_rights(record.board, record.castling))
    return RULES_DOUBT if whole and not start.has_variant and default_variant() is None else RULES_STANDARD


def habit_of(standard: int, chess960: int, doubts: int) -> Habit | None:
    """The rules of a file, of so many starts that tell each, and so many in doubt; None where that is not clear.

    >>> [habit_of(*counts) for counts in ((11, 0, 2), (1, 0, 2), (0, 0, 1), (2, 9, 2), (9, 2, 2))]
    ['standard', None, None, 'chess960', None]
    """
    if chess960 > 4 * standard:
        return "chess960"
    return "standard" if not chess960 and standard >= max(doubts, 1) else None
