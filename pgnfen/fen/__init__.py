"""FEN as notation: the six fields, their conventions, 8x8 and 10x8 boards, kinds of start.

Knows nothing of PGN files: a FEN is a line of text here.
"""

from pgnfen.fen.castling import (
    CASTLING_CONVENTIONS,
    CastlingConvention,
    Right,
    castling_conventions,
    needs_chess960,
    read_rights,
)
from pgnfen.fen.en_passant import EN_PASSANT_CONVENTIONS, EnPassantConvention, en_passant_conventions
from pgnfen.fen.fault import FIELD_NAMES, Fault
from pgnfen.fen.kind import KINDS, Kind, kind_of
from pgnfen.fen.placement import Board, read_placement, square_index, square_name
from pgnfen.fen.position import position_faults, to_chess_board
from pgnfen.fen.record import FenRecord, read_fen
from pgnfen.fen.scharnagl import scharnagl_array, scharnagl_number
from pgnfen.fen.start import Start, conventions, read_start
from pgnfen.fen.variants import STANDARD, Variant, read_variant

__all__ = [
    "CASTLING_CONVENTIONS",
    "EN_PASSANT_CONVENTIONS",
    "FIELD_NAMES",
    "KINDS",
    "STANDARD",
    "Board",
    "CastlingConvention",
    "EnPassantConvention",
    "Fault",
    "FenRecord",
    "Kind",
    "Right",
    "Start",
    "Variant",
    "castling_conventions",
    "conventions",
    "en_passant_conventions",
    "kind_of",
    "needs_chess960",
    "position_faults",
    "read_fen",
    "read_placement",
    "read_rights",
    "read_start",
    "read_variant",
    "scharnagl_array",
    "scharnagl_number",
    "square_index",
    "square_name",
    "to_chess_board",
]
