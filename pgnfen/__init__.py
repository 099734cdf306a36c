"""Read PGN without losing a byte, extract SetUp and FEN tags, audit them by replay, select games by their start.

>>> pgn = b'[SetUp "1"]\\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\\n\\n1. e4 Kd7 2. e6 *\\n'
>>> [(row.kind, row.castling) for row in tags(pgn)]
[('position', ('fen', 'x-fen', 'shredder'))]
>>> [(finding.code, finding.ply) for finding in audit(pgn)]
[('R101', 3)]
"""

from pgnfen.api import audit, read, select, start, tags
from pgnfen.audit.finding import Finding
from pgnfen.audit.rule import Rule, all_rules
from pgnfen.errors import ConversionError, InputError, PgnfenError
from pgnfen.fen import FenRecord, Start, read_fen, read_start
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.starts import GameTags
from pgnfen.select import conditions
from pgnfen.version import __version__

__all__ = [
    "ConversionError",
    "FenRecord",
    "Finding",
    "GameTags",
    "InputError",
    "PgnfenError",
    "RawGame",
    "Rule",
    "Start",
    "__version__",
    "all_rules",
    "audit",
    "conditions",
    "read",
    "read_fen",
    "read_start",
    "select",
    "start",
    "tags",
]
