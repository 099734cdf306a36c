"""The start of a game whose columns the native engine has read: the rest of it is read when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from pgnfen.fen.plain_columns import PlainColumns, plain_columns
from pgnfen.fen.start import Start, read_start
from pgnfen.fen.variants import Variant, default_variant, read_variant, states_variant
from pgnfen.pgn.tagpairs import text_of


class PlainStart(Start):
    """A start of these raw values of SetUp, FEN and Variant, equal to what `read_start` makes of them.

    Its kind, numbers and conventions are there; its record and faults cost what `read_start` costs, once.
    """

    __slots__ = ("_key", "_memo", "_read", "_said", "_variant")

    _key: tuple[bytes | None, ...]
    _memo: dict[str, Any] | None
    _read: Start | None
    _said: PlainColumns
    _variant: Variant

    def __new__(cls, *_: Any, **fields: Any) -> Start:  # type: ignore[misc]
        """With fields, as dataclasses.replace has them, a Start like any other."""
        return Start(**fields) if fields else object.__new__(cls)

    def __init__(self, key: tuple[bytes | None, ...], variant: Variant, said: PlainColumns) -> None:
        take = object.__setattr__  # of a frozen class
        take(self, "_key", key)
        take(self, "_variant", variant)
        take(self, "_said", said)
        take(self, "_read", None)
        take(self, "_memo", None)

    @property
    def _whole(self) -> Start:
        whole = self._read
        if whole is None:
            whole = read_start(*map(text_of, self._key))
            object.__setattr__(self, "_read", whole)
        return whole

    setup = property(lambda self: text_of(self._key[0]))
    fen = property(lambda self: text_of(self._key[1]))
    variant_text = property(lambda self: text_of(self._key[2]))
    variant = property(lambda self: self._variant)
    kind = property(lambda self: self._said.kind)
    scharnagl = property(lambda self: self._said.scharnagl)
    scharnagl_black = property(lambda self: self._said.scharnagl_black)
    chess960 = property(lambda self: self._said.chess960)
    is_standard_array = property(lambda self: self._said.is_standard_array)
    castling = property(lambda self: self._said.castling_conventions)
    en_passant = property(lambda self: self._said.en_passant_conventions)
    record = property(lambda self: self._whole.record)
    faults = property(lambda self: self._whole.faults)

    @property
    def memo(self) -> dict[str, Any]:
        """See Start."""
        memo = self._memo
        if memo is None:
            memo = {}
            object.__setattr__(self, "_memo", memo)
        return memo

    def __eq__(self, other: object) -> bool:
        return self._whole == (other._whole if isinstance(other, PlainStart) else other)

    def __hash__(self) -> int:
        return hash(self._whole)

    def __repr__(self) -> str:
        return repr(self._whole)

    def __reduce__(self) -> tuple[Any, ...]:
        return read_start, (self.setup, self.fen, self.variant_text)


@lru_cache(4096)
def _variant_of(raw: bytes | None, default: str | None) -> Variant:
    text = text_of(raw)
    return read_variant(text if states_variant(text) else default)


def plain_starts(variants: tuple[str, ...]) -> Callable[[tuple[bytes | None, ...], int], Start]:
    """What makes starts of raw values of SetUp, FEN and Variant and the number in which the native engine says their
    columns; `variants` as in `plain_columns`.

    >>> fen = b"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"
    >>> start = plain_starts(("Standard",))((None, fen, None), 0b000_0000000010_0000_1_0_0_1_111_010_0001)
    >>> start.kind, start.scharnagl, start.castling, start == read_start(None, fen.decode(), None)
    ('chess960', 1, ('x-fen',), True)
    """

    @lru_cache(4096)
    def columns(code: int) -> PlainColumns:
        return plain_columns(code, variants)

    def start(key: tuple[bytes | None, ...], code: int) -> Start:
        said, variant = columns(code), _variant_of(key[2], default_variant())
        return PlainStart(key, variant, said) if variant.key == said.variant.key else read_start(*map(text_of, key))

    return start
