"""The start of a game whose columns the native engine has read: the rest of it is read when it is asked for."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pgnfen.fen.plain_columns import PlainColumns, plain_columns
from pgnfen.fen.start import Start, read_start
from pgnfen.fen.variants import Variant, default_variant, read_variant, states_variant
from pgnfen.pgn.layout import ToldStart
from pgnfen.pgn.tagpairs import text_of


@lru_cache(4096)
def _variant_of(raw: bytes | None, default: str | None) -> Variant:
    text = text_of(raw)
    return read_variant(text if states_variant(text) else default)


@lru_cache(4096)
def _columns(code: int) -> PlainColumns:
    return plain_columns(code)


class PlainStart(Start):
    """A start of these raw values of SetUp, FEN and Variant, equal to what `read_start` makes of them.

    Its kind, numbers and conventions are there; its record and faults cost what `read_start` costs, once.
    """

    __slots__ = ("_memo", "_read", "_told")

    _told: ToldStart
    _memo: dict[str, Any]
    _read: Start

    def __new__(cls, *_: Any, **fields: Any) -> Start:  # type: ignore[misc]
        """With fields, as dataclasses.replace has them, a Start like any other."""
        return Start(**fields)

    @property
    def _whole(self) -> Start:
        try:
            return self._read
        except AttributeError:
            whole = read_start(*map(text_of, self._told[0]))
            object.__setattr__(self, "_read", whole)
            return whole

    setup = property(lambda self: text_of(self._told[0][0]))
    fen = property(lambda self: text_of(self._told[0][1]))
    variant_text = property(lambda self: text_of(self._told[0][2]))
    variant = property(lambda self: _variant_of(self._told[0][2], default_variant()))
    kind = property(lambda self: _columns(self._told[1]).kind)
    scharnagl = property(lambda self: _columns(self._told[1]).scharnagl)
    scharnagl_black = property(lambda self: _columns(self._told[1]).scharnagl_black)
    chess960 = property(lambda self: _columns(self._told[1]).chess960)
    is_standard_array = property(lambda self: _columns(self._told[1]).is_standard_array)
    contradicts_variant = property(lambda self: _columns(self._told[1]).contradicts_variant)
    castling = property(lambda self: _columns(self._told[1]).castling_conventions)
    en_passant = property(lambda self: _columns(self._told[1]).en_passant_conventions)
    record = property(lambda self: self._whole.record)
    faults = property(lambda self: self._whole.faults)

    @property
    def memo(self) -> dict[str, Any]:
        """See Start."""
        try:
            return self._memo
        except AttributeError:
            memo: dict[str, Any] = {}
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


_new, _tell = object.__new__, vars(PlainStart)["_told"].__set__  # of a frozen class


def plain_start(told: ToldStart) -> Start:
    """The start of these raw values of SetUp, FEN and Variant, and of the number that says its columns.

    >>> fen = b"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"
    >>> start = plain_start(((None, fen, None), 0b000_0000000010_0000_1_0_0_1_111_010_0001))
    >>> start == read_start(None, fen.decode(), None)
    True
    """
    start: Start = _new(PlainStart)
    _tell(start, told)
    return start
