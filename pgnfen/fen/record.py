"""A FEN record: its six fields read, each with what is wrong with it; nothing that can be described is refused."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from pgnfen.errors import check_type
from pgnfen.fen.castling import Right, ordered, read_castling
from pgnfen.fen.en_passant import is_square
from pgnfen.fen.fault import DEFAULTS, FIELD_NAMES, RECORD, Fault
from pgnfen.fen.names import COUNTER
from pgnfen.fen.placement import Board, read_placement
from pgnfen.fen.variants import STANDARD, Variant
from pgnfen.regex import regex

_PLAIN = regex(
    r"([KQRBNPkqrbnp1-8/]{15,71}) ([wb]) (-|[KQA-H]{0,2}[kqa-h]{0,2}) (-|[a-h][1-8])"
    r" (0|[1-9][0-9]{0,4}) ([1-9][0-9]{0,4})"
)
_COLOURS: dict[str, Literal["w", "b"]] = {"w": "w", "b": "b"}
_LONGEST = 1024  # bytes
_RACING_KINGS = "." * 48 + "krbnNBRKqrbnNBRQ"


class FenRecord(NamedTuple):
    """One record as read.

    `text` as it came; `fields` the six raw fields, None for one that is missing, and `columns` their 0-based places;
    `board` None where the placement cannot be read; `active_colour` None where it is neither w nor b;
    `castling` the field or its default, `rights` what its letters mean on the board (() where they cannot be read);
    `en_passant` "-", a square, or None where it is neither; `halfmove` (plies) and `fullmove` (from 1) None where
    they are no whole numbers; `checks` Three-check's counters as written; `faults` those of the notation (family F).
    Missing fields stand at their defaults w - - 0 1. `is_readable`: everything but the counters could be read.
    """

    text: str
    fields: tuple[str | None, ...]
    columns: tuple[int, ...]
    board: Board | None
    active_colour: Literal["w", "b"] | None
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

        >>> read_fen("8/8/8/8/8/8/8/8 w -").unstated, read_fen("8/8/8/8/8/8/8/8 w - -").unstated
        (('en passant target square',), ())
        """
        if None not in self.fields[:4] or not self.is_readable:
            return ()
        return tuple([name for name, field in zip(FIELD_NAMES[:4], self.fields, strict=False) if field is None])

    @property
    def checks_left(self) -> tuple[int, int] | None:
        """Checks that White and Black still have to give in Three-check; None where the record does not say.

        >>> read_fen("8/8/8/8/8/8/8/8 w - - 0 1 +1+0").checks_left
        (2, 3)
        """
        if self.checks is None:
            return None
        white, black = (int(part) for part in self.checks.lstrip("+").split("+"))
        return (3 - white, 3 - black) if self.checks.startswith("+") else (white, black)

    @property
    def implied_variant(self) -> str | None:
        """The key of the variant that the record can only be of: "crazyhouse" for men in hand or promoted men,
        "threecheck" for check counters, "horde" for more white men than chess has and no white king, "racingkings" for
        its array; else None.

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

        >>> read_fen("4k3/44/8/8/8/8/8/4K3  b - -").to_text()
        '4k3/8/8/8/8/8/8/4K3 b - - 0 1'
        """
        texts = [field if field is not None else DEFAULTS[i] for i, field in enumerate(self.fields)]
        if self.board:
            texts[0] = self.board.to_text()
        if self.checks is not None:
            texts.insert(6 if self.checks.startswith("+") else 4, self.checks)
        return " ".join(texts)


def _named_by_men(squares: str) -> str | None:
    if squares == _RACING_KINGS:
        return "racingkings"
    if "K" not in squares and squares.count("k") == 1 and sum(map(str.isupper, squares)) > 16:
        return "horde"
    return None


def read_fen(text: str, variant: Variant = STANDARD) -> FenRecord:
    """Read one record, of FEN, X-FEN or Shredder-FEN, 8x8 or 10x8; raises TypeError for what is no str.

    Source of the rules: PGN 1994 section 16.1, the X-FEN article for castling and 10x8 boards.

    >>> record = read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    >>> record.active_colour, record.en_passant, record.faults, record.is_readable
    ('b', 'e3', (), True)
    >>> [fault.code for fault in read_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W qkQK - x 0").faults]
    ['F301', 'F402', 'F601', 'F603']
    """
    check_type("text", text, str)
    if len(text) > _LONGEST or (not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > _LONGEST):
        return _too_long(text)
    match = _PLAIN.fullmatch(text)
    if match and variant.has_fen_fields:
        record = _read_plain(text, match, variant)
        if record:
            return record
    return _read_carefully(text, variant)


def _too_long(text: str) -> FenRecord:
    """A record of which nothing is read."""
    size = len(text.encode("utf-8", "surrogatepass"))
    message = f"{size} bytes: no FEN takes more than {_LONGEST}"
    fault = Fault("F103", RECORD, 0, len(text), text[:80], None, message)
    return FenRecord(text, (None,) * 6, (0,) * 6, None, None, "-", (), None, None, None, None, (fault,), False)


def _read_plain(text: str, match: re.Match[str], variant: Variant) -> FenRecord | None:
    """The record where nothing is wrong with its notation, else None."""
    placement, active, castling, target, halfmove, fullmove = fields = match.groups()
    board, faults = read_placement(placement, 0, variant)
    if board is None or faults:
        return None
    rights, wrong = read_castling(board, castling)
    if wrong or (castling != "-" and ordered(castling) != castling):
        return None
    columns = tuple([match.start(i) for i in range(1, 7)])
    colour: Literal["w", "b"] = "w" if active == "w" else "b"
    return FenRecord(
        text, fields, columns, board, colour, castling, rights, target, int(halfmove), int(fullmove), None, (), True
    )


def _read_carefully(text: str, variant: Variant) -> FenRecord:
    """Read each field, then judge the text of all. Of a variant whose fields mean other things they are kept as they
    came, and only blanks are judged."""
    from pgnfen.fen.fields import read_fields  # most records need none of this care
    from pgnfen.fen.text_faults import text_faults

    own = variant.has_fen_fields
    fields = read_fields(text, foreign=not own)
    placement, active, castling, target, halfmove, fullmove = fields.raw
    board, found = read_placement(placement, fields.columns[0], variant) if placement is not None else (None, ())
    rights, wrong = read_castling(board, castling) if castling is not None and own else ((), None)
    colour = "w" if active is None else _COLOURS.get(active)
    square = "-" if target is None and own else target
    if square not in (None, "-") and not is_square(square or "", board.width if board and own else 10):
        square = None
    readable = board is not None and colour is not None and wrong is None and square is not None
    record = FenRecord(
        text, fields.raw, fields.columns, board, colour, castling or "-", rights, square, _counter(halfmove, 0),
        _counter(fullmove, 1), fields.checks[0] if fields.checks else None, fields.faults, readable,
    )  # fmt: skip
    if not own:
        return record._replace(is_readable=placement is not None)
    return record._replace(faults=text_faults(record, (*fields.faults, *found), wrong, variant))


def _counter(text: str | None, default: int) -> int | None:
    if text is None:
        return default
    return int(text) if re.fullmatch(COUNTER, text) else None
