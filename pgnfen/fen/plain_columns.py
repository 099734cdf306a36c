"""The columns of a plain start, as the native engine says them: in a number."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pgnfen.fen.definitions import (
    CASTLING_CONVENTIONS,
    EN_PASSANT_CONVENTIONS,
    KINDS,
    PLAIN_VARIANTS,
    CastlingConvention,
    EnPassantConvention,
    unpacked,
)
from pgnfen.fen.variants import Variant, read_variant


class PlainColumns(NamedTuple):
    """Those of a plain start, of which the native engine makes a number (`[start_code]` in definitions/fen.toml)."""

    kind: str
    castling: int
    en_passant: int
    chess960: bool
    is_standard_array: bool
    has_setup: bool
    has_fen: bool
    variant: Variant
    scharnagl: int | None
    scharnagl_black: int | None
    contradicts_variant: bool

    @property
    def castling_conventions(self) -> tuple[CastlingConvention, ...]:
        """The names of `castling`, a bit each, in order."""
        return _CASTLING[self.castling]

    @property
    def en_passant_conventions(self) -> tuple[EnPassantConvention, ...]:
        """The names of `en_passant`."""
        return _EN_PASSANT[self.en_passant]


def _named(names: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return [tuple(name for at, name in enumerate(names) if bits >> at & 1) for bits in range(1 << len(names))]


_CASTLING: Final[list[tuple[CastlingConvention, ...]]] = _named(CASTLING_CONVENTIONS)
_EN_PASSANT: Final[list[tuple[EnPassantConvention, ...]]] = _named(EN_PASSANT_CONVENTIONS)


def plain_columns(code: int) -> PlainColumns:
    """The columns that a number stands for.

    >>> plain_columns(0b000_0000000010_0000_1_1_0_1_111_010_0001)[:8:7]
    ('chess960', Variant(name='Standard', key='standard', family='standard', canonical_spelling=True))
    """
    one = unpacked(code)
    return PlainColumns(
        kind=KINDS[one.kind],
        castling=one.castling,
        en_passant=one.en_passant,
        chess960=bool(one.chess960),
        is_standard_array=bool(one.is_standard_array),
        has_setup=bool(one.has_setup),
        has_fen=bool(one.has_fen),
        variant=read_variant(PLAIN_VARIANTS[one.variant]),
        scharnagl=one.scharnagl - 1 if one.scharnagl else None,
        scharnagl_black=one.scharnagl_black - 1 if one.scharnagl_black else None,
        contradicts_variant=bool(one.contradicts_variant),
    )
