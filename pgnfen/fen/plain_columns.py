"""The columns of a plain start, as the native engine says them: in a number."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pgnfen.fen.names import (
    CASTLING_CONVENTIONS,
    EN_PASSANT_CONVENTIONS,
    KINDS,
    CastlingConvention,
    EnPassantConvention,
)
from pgnfen.fen.variants import Variant, read_variant


class PlainColumns(NamedTuple):
    """Those of a plain start, as the native engine says them in a number (`Plain::code` in native/src/fen.rs)."""

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

_BITS = (4, 3, 3, 1, 1, 1, 1, 4, 10, 10, 1)


def plain_columns(code: int, variants: tuple[str, ...]) -> PlainColumns:
    """The columns that a number stands for; `variants` are the names that the engine gives numbers.

    >>> plain_columns(0b000_0000000010_0000_1_1_0_1_111_010_0001, ("Standard",))[:8:7]
    ('chess960', Variant(name='Standard', key='standard', family='standard', canonical_spelling=True))
    """
    parts = []
    for bits in _BITS:
        parts.append(code & (1 << bits) - 1)
        code >>= bits
    kind, castling, en_passant, chess960, array, setup, fen, variant, white, black, contradicts = parts
    flags = bool(chess960), bool(array), bool(setup), bool(fen)
    numbers = white - 1 if white else None, black - 1 if black else None
    rules = read_variant(variants[variant])
    return PlainColumns(KINDS[kind], castling, en_passant, *flags, rules, *numbers, bool(contradicts))
