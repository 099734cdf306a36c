"""How positions are written."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pgnfen.fen.definitions import CastlingConvention, EnPassantConvention

Notation = Literal["fen", "x-fen", "shredder", "epd"]
NOTATIONS: tuple[Notation, ...] = ("fen", "x-fen", "shredder", "epd")


class Conventions(NamedTuple):
    """How positions are written; `epd`: four fields."""

    castling: CastlingConvention
    en_passant: EnPassantConvention
    epd: bool = False

    @classmethod
    def of(cls, notation: Notation, en_passant: EnPassantConvention) -> Conventions:
        """Those of a notation; EPD has its castling availability as X-FEN does."""
        return cls("x-fen" if notation == "epd" else notation, en_passant, notation == "epd")
