"""Read PGN without losing a byte, extract SetUp and FEN tags, audit them by replay, select games by their start.

>>> pgn = b'[SetUp "1"]\\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\\n\\n1. e4 Kd7 2. e6 *\\n'
>>> [(row.kind, row.castling) for row in tags(pgn)]
[('position', ('fen', 'x-fen', 'shredder'))]
>>> [(finding.code, finding.ply) for finding in audit(pgn, severity="warning")]
[('R101', 3)]

The names load what they need when they are first used: a command starts without what it does not need. `audit`
and `select` are functions; the packages of the same names are reached by `from pgnfen.audit.rule import ...`.
"""

from __future__ import annotations

import sys
from types import ModuleType

from pgnfen.lazy import resolver
from pgnfen.version import __version__

TYPE_CHECKING = False  # as typing has it, whose import takes as long as the rest of the package's start
if TYPE_CHECKING:
    from pgnfen.api.dividing import Filtered, filter, split
    from pgnfen.api.duplicates import dedupe
    from pgnfen.api.explaining import explain
    from pgnfen.api.findings import Finding, audit
    from pgnfen.api.fixing import Fixed, fix, fixes
    from pgnfen.api.games import Game, read, start
    from pgnfen.api.rows import Reader, Rows
    from pgnfen.api.selecting import select
    from pgnfen.api.tables import positions, stats, tags
    from pgnfen.audit.catalog import all_rules
    from pgnfen.audit.rule import Rule
    from pgnfen.errors import (
        ConversionError,
        InputError,
        MissingInputError,
        NotTextInputError,
        PgnfenError,
        RemoteInputError,
        TruncatedInputError,
        UnreadableInputError,
    )
    from pgnfen.fen.arrays import double_start_fen, start_fen
    from pgnfen.fen.castling import Right
    from pgnfen.fen.convert import write_fen
    from pgnfen.fen.epd import EpdRecord, Operation, read_epd
    from pgnfen.fen.fault import Fault
    from pgnfen.fen.forsyth import ForsythError, ForsythRecord, read_forsyth, write_forsyth
    from pgnfen.fen.notation import NotedRecord, read_noted
    from pgnfen.fen.placement import Board
    from pgnfen.fen.record import FenRecord, read_fen
    from pgnfen.fen.repair import Repair
    from pgnfen.fen.rewrite import repair_fen, write_epd
    from pgnfen.fen.start import Start, read_start
    from pgnfen.fen.understand import Verdict
    from pgnfen.fen.variants import Variant, read_variant
    from pgnfen.pgn.block import RawGame
    from pgnfen.pgn.tagpairs import TagPair, TagSection
    from pgnfen.report.explained import Explanation, WitnessRow
    from pgnfen.report.fix_task import Fix
    from pgnfen.report.position_lines import GamePosition
    from pgnfen.report.split_files import SplitFile
    from pgnfen.report.stats_lines import StatsRow
    from pgnfen.report.tags import GameTags
    from pgnfen.scale.deduped import Deduped
    from pgnfen.select import conditions

_HOMES = {
    "pgnfen.api.dividing": ("Filtered", "filter", "split"),
    "pgnfen.api.duplicates": ("dedupe",),
    "pgnfen.api.explaining": ("explain",),
    "pgnfen.api.findings": ("Finding", "audit"),
    "pgnfen.api.fixing": ("Fixed", "fix", "fixes"),
    "pgnfen.api.games": ("Game", "read", "start"),
    "pgnfen.api.rows": ("Reader", "Rows"),
    "pgnfen.api.selecting": ("select",),
    "pgnfen.api.tables": ("positions", "stats", "tags"),
    "pgnfen.audit.catalog": ("all_rules",),
    "pgnfen.audit.rule": ("Rule",),
    "pgnfen.errors": (
        "ConversionError", "InputError", "MissingInputError", "NotTextInputError", "PgnfenError", "RemoteInputError",
        "TruncatedInputError", "UnreadableInputError",
    ),
    "pgnfen.fen.fault": ("Fault",),
    "pgnfen.fen.variants": ("Variant", "read_variant"),
    "pgnfen.fen.castling": ("Right",),
    "pgnfen.fen.placement": ("Board",),
    "pgnfen.pgn.tagpairs": ("TagPair", "TagSection"),
    "pgnfen.fen.understand": ("Verdict",),
    "pgnfen.fen.convert": ("write_fen",),
    "pgnfen.fen.epd": ("EpdRecord", "Operation", "read_epd"),
    "pgnfen.fen.forsyth": ("ForsythError", "ForsythRecord", "read_forsyth", "write_forsyth"),
    "pgnfen.fen.notation": ("NotedRecord", "read_noted"),
    "pgnfen.fen.record": ("FenRecord", "read_fen"),
    "pgnfen.fen.repair": ("Repair",),
    "pgnfen.fen.rewrite": ("repair_fen", "write_epd"),
    "pgnfen.fen.start": ("Start", "read_start"),
    "pgnfen.fen.arrays": ("double_start_fen", "start_fen"),
    "pgnfen.pgn.block": ("RawGame",),
    "pgnfen.report.explained": ("Explanation", "WitnessRow"),
    "pgnfen.report.fix_task": ("Fix",),
    "pgnfen.report.tags": ("GameTags",),
    "pgnfen.report.position_lines": ("GamePosition",),
    "pgnfen.report.split_files": ("SplitFile",),
    "pgnfen.report.stats_lines": ("StatsRow",),
    "pgnfen.scale.deduped": ("Deduped",),
    "pgnfen.select": ("conditions",),
}
_resolve = resolver(__name__, _HOMES)

__all__ = [
    "Board",
    "ConversionError",
    "Deduped",
    "EpdRecord",
    "Explanation",
    "Fault",
    "FenRecord",
    "Filtered",
    "Finding",
    "Fix",
    "Fixed",
    "ForsythError",
    "ForsythRecord",
    "Game",
    "GamePosition",
    "GameTags",
    "InputError",
    "MissingInputError",
    "NotTextInputError",
    "NotedRecord",
    "Operation",
    "PgnfenError",
    "RawGame",
    "Reader",
    "RemoteInputError",
    "Repair",
    "Right",
    "Rows",
    "Rule",
    "SplitFile",
    "Start",
    "StatsRow",
    "TagPair",
    "TagSection",
    "TruncatedInputError",
    "UnreadableInputError",
    "Variant",
    "Verdict",
    "WitnessRow",
    "__version__",
    "all_rules",
    "audit",
    "conditions",
    "dedupe",
    "double_start_fen",
    "explain",
    "filter",
    "fix",
    "fixes",
    "positions",
    "read",
    "read_epd",
    "read_fen",
    "read_forsyth",
    "read_noted",
    "read_start",
    "read_variant",
    "repair_fen",
    "select",
    "split",
    "start",
    "start_fen",
    "stats",
    "tags",
    "write_epd",
    "write_fen",
    "write_forsyth",
]


class _Package(ModuleType):
    """Resolves the public names; importing a subpackage does not hide the function of its name."""

    def __getattr__(self, name: str) -> object:
        value = _resolve(name)
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        if name not in ("audit", "select") or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(__all__)


sys.modules[__name__].__class__ = _Package
