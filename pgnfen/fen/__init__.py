"""FEN as notation: the six fields, their conventions, 8x8 and 10x8 boards, kinds of start.

Knows nothing of PGN files: a FEN is a line of text here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pgnfen.lazy import resolver

if TYPE_CHECKING:
    from pgnfen.fen.arrays import double_start_fen, start_fen
    from pgnfen.fen.castling import Right, castling_conventions, needs_chess960, read_rights
    from pgnfen.fen.convert import convert_castling, convert_en_passant, write_fen
    from pgnfen.fen.definitions import (
        CASTLING_CONVENTIONS,
        EN_PASSANT_CONVENTIONS,
        KINDS,
        CastlingConvention,
        EnPassantConvention,
    )
    from pgnfen.fen.en_passant import en_passant_conventions
    from pgnfen.fen.epd import EpdRecord, Operation, read_epd, read_epd_lines
    from pgnfen.fen.fault import FIELD_NAMES, Fault
    from pgnfen.fen.forsyth import ForsythRecord, read_forsyth, write_forsyth
    from pgnfen.fen.notation import NOTATIONS, Notation, NotedRecord, noted_lines, read_noted, recognize
    from pgnfen.fen.placement import Board, read_placement, square_index, square_name
    from pgnfen.fen.position import position_faults, to_chess_board
    from pgnfen.fen.record import FenRecord, read_fen
    from pgnfen.fen.repair import Repair, apply_fault
    from pgnfen.fen.rewrite import repair_fen, write_epd
    from pgnfen.fen.scharnagl import scharnagl_array, scharnagl_number
    from pgnfen.fen.start import Start, read_start
    from pgnfen.fen.understand import Kind, conventions, kind_of
    from pgnfen.fen.variants import STANDARD, Variant, read_variant

_HOMES = {
    "pgnfen.fen.castling": ("Right", "castling_conventions", "needs_chess960", "read_rights"),
    "pgnfen.fen.convert": ("convert_castling", "convert_en_passant", "write_fen"),
    "pgnfen.fen.en_passant": ("en_passant_conventions",),
    "pgnfen.fen.epd": ("EpdRecord", "Operation", "read_epd", "read_epd_lines"),
    "pgnfen.fen.fault": ("FIELD_NAMES", "Fault"),
    "pgnfen.fen.forsyth": ("ForsythRecord", "read_forsyth", "write_forsyth"),
    "pgnfen.fen.understand": ("Kind", "conventions", "kind_of"),
    "pgnfen.fen.definitions": (
        "CASTLING_CONVENTIONS",
        "EN_PASSANT_CONVENTIONS",
        "KINDS",
        "CastlingConvention",
        "EnPassantConvention",
    ),
    "pgnfen.fen.notation": ("NOTATIONS", "Notation", "NotedRecord", "noted_lines", "read_noted", "recognize"),
    "pgnfen.fen.placement": ("Board", "read_placement", "square_index", "square_name"),
    "pgnfen.fen.position": ("position_faults", "to_chess_board"),
    "pgnfen.fen.record": ("FenRecord", "read_fen"),
    "pgnfen.fen.repair": ("Repair", "apply_fault"),
    "pgnfen.fen.rewrite": ("repair_fen", "write_epd"),
    "pgnfen.fen.scharnagl": ("scharnagl_array", "scharnagl_number"),
    "pgnfen.fen.start": ("Start", "read_start"),
    "pgnfen.fen.arrays": ("double_start_fen", "start_fen"),
    "pgnfen.fen.variants": ("STANDARD", "Variant", "read_variant"),
}

__all__ = [
    "CASTLING_CONVENTIONS",
    "EN_PASSANT_CONVENTIONS",
    "FIELD_NAMES",
    "KINDS",
    "NOTATIONS",
    "STANDARD",
    "Board",
    "CastlingConvention",
    "EnPassantConvention",
    "EpdRecord",
    "Fault",
    "FenRecord",
    "ForsythRecord",
    "Kind",
    "Notation",
    "NotedRecord",
    "Operation",
    "Repair",
    "Right",
    "Start",
    "Variant",
    "apply_fault",
    "castling_conventions",
    "conventions",
    "convert_castling",
    "convert_en_passant",
    "double_start_fen",
    "en_passant_conventions",
    "kind_of",
    "needs_chess960",
    "noted_lines",
    "position_faults",
    "read_epd",
    "read_epd_lines",
    "read_fen",
    "read_forsyth",
    "read_noted",
    "read_placement",
    "read_rights",
    "read_start",
    "read_variant",
    "recognize",
    "repair_fen",
    "scharnagl_array",
    "scharnagl_number",
    "square_index",
    "square_name",
    "start_fen",
    "to_chess_board",
    "write_epd",
    "write_fen",
    "write_forsyth",
]

__getattr__ = resolver(__name__, _HOMES)
