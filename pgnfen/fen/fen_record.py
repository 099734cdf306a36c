"""What a FEN record is once its six fields have been read."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pgnfen.fen.castling import Right
from pgnfen.fen.fault import DEFAULTS, FIELD_NAMES, Fault, joined
from pgnfen.fen.placement import Board

_RACING_KINGS = "." * 48 + "krbnNBRKqrbnNBRQ"


class FenRecord(NamedTuple):
    """One record as read.

    `text` as it came; `fields` the six raw fields, None for one that is missing, and `columns` their 0-based places;
    `board` None where the placement cannot be read; `active_color` None where it is neither w nor b;
    `castling` the field or its default, `rights` what its letters mean on the board (() where they cannot be read);
    `en_passant` "-", a square, or None where it is neither; `halfmove` (plies) and `fullmove` (from 1) None where
    they are no whole numbers; `checks` Three-check's counters as written; `faults` those of the notation (family F).
    Missing fields stand at their defaults w - - 0 1. `is_readable`: everything but the counters could be read.
    """

    text: str
    fields: tuple[str | None, ...]
    columns: tuple[int, ...]
    board: Board | None
    active_color: Literal["w", "b"] | None
    castling: str
    rights: tuple[Right, ...]
    en_passant: str | None
    halfmove: int | None
    fullmove: int | None
    checks: str | None
    faults: tuple[Fault, ...]
    is_readable: bool

    @property
    def width(self) -> int:
        """8 or 10 (8 where the board cannot be read)."""
        return self.board.width if self.board else 8

    @property
    def unstated(self) -> tuple[str, ...]:
        """The names of those fields of the first four that a readable record lacks: it states no position then.

        >>> from pgnfen.fen.record import read_fen
        >>> read_fen("8/8/8/8/8/8/8/8 w -").unstated, read_fen("8/8/8/8/8/8/8/8 w - -").unstated
        (('en passant target square',), ())
        """
        return self.missing_of(4) if self.is_readable else ()

    def missing_of(self, count: int) -> tuple[str, ...]:
        """The names of those of the first fields that are not there."""
        return tuple([name for name, field in zip(FIELD_NAMES[:count], self.fields, strict=False) if field is None])

    @property
    def checks_left(self) -> tuple[int, int] | None:
        """Checks that White and Black still have to give in Three-check; None where the record does not say.

        >>> from pgnfen.fen.record import read_fen
        >>> read_fen("8/8/8/8/8/8/8/8 w - - 0 1 +1+0").checks_left
        (2, 3)
        """
        if self.checks is None:
            return None
        white, black = (int(part) for part in self.checks.lstrip("+").split("+"))
        return (3 - white, 3 - black) if self.checks.startswith("+") else (white, black)

    @property
    def implied_variant(self) -> str | None:
        """The key of the variant that the record can only be of: "crazyhouse" for pieces in hand or promoted men,
        "threecheck" for check counters, "horde" for more white men than chess has and no white king, "racingkings" for
        its array; else None.

        >>> from pgnfen.fen.record import read_fen
        >>> read_fen("8/8/8/8/8/8/8/8[Qp] w - - 0 1").implied_variant
        'crazyhouse'
        """
        if self.checks is not None:
            return "threecheck"
        if self.board and (self.board.holdings is not None or self.board.promoted):
            return "crazyhouse"
        if self.board and self.board.width == 8:
            return _named_by_men(self.board.squares)
        return None

    def to_text(self) -> str:
        """Write the record with single spaces, merged digits and its missing fields at their defaults; all else
        as it came, what could not be read too.

        >>> from pgnfen.fen.record import read_fen
        >>> read_fen("4k3/44/8/8/8/8/8/4K3  b - -").to_text()
        '4k3/8/8/8/8/8/8/4K3 b - - 0 1'
        """
        texts = [field if field is not None else DEFAULTS[i] for i, field in enumerate(self.fields)]
        if self.board:
            texts[0] = self.board.to_text()
        return joined(texts, self.checks)


def _named_by_men(squares: str) -> str | None:
    if squares == _RACING_KINGS:
        return "racingkings"
    if "K" not in squares and squares.count("k") == 1 and sum(map(str.isupper, squares)) > 16:
        return "horde"
    return None
