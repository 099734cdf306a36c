"""A FEN record: its six fields read, each with what is wrong with it; nothing that can be described is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from pgnfen.errors import check_type
from pgnfen.fen.castling import Right, read_rights
from pgnfen.fen.castling_faults import castling_text_faults
from pgnfen.fen.en_passant import en_passant_syntax
from pgnfen.fen.fault import ACTIVE, DEFAULTS, FIELD_NAMES, FULLMOVE, HALFMOVE, PLACEMENT, RECORD, Fault, quote
from pgnfen.fen.names import COLOURS, COUNTER, SOME_NUMBER
from pgnfen.fen.placement import Board, read_placement
from pgnfen.fen.variants import STANDARD, Variant
from pgnfen.regex import regex

if TYPE_CHECKING:
    from pgnfen.fen.fields import Fields

_PLAIN = regex(
    r"([KQRBNPkqrbnp1-8/]{15,71}) ([wb]) (-|[KQA-H]{0,2}[kqa-h]{0,2}) (-|[a-h][1-8])"
    r" (0|[1-9][0-9]{0,4}) ([1-9][0-9]{0,4})"
)
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
    from pgnfen.fen.fields import read_fields  # most records need none of its care

    if not variant.has_fen_fields:
        return _read_foreign(text, read_fields(text, foreign=True), variant)
    return _read_carefully(text, read_fields(text), variant)


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
    if castling == "-":
        rights: tuple[Right, ...] = ()
    elif not castling or castling_text_faults(castling, 0, board):
        return None
    else:
        rights = read_rights(board, castling)
    columns = tuple([match.start(i) for i in range(1, 7)])
    colour: Literal["w", "b"] = "w" if active == "w" else "b"
    return FenRecord(
        text, fields, columns, board, colour, castling, rights, target, int(halfmove), int(fullmove), None, (), True
    )


def _read_carefully(text: str, fields: Fields, variant: Variant) -> FenRecord:
    faults = list(fields.faults)
    placement, active, castling, target, halfmove, fullmove = fields.raw
    columns = fields.columns
    board: Board | None = None
    if placement is not None:
        board, found = read_placement(placement, columns[0], variant)
        faults.extend(found)
    colour, found = _read_active(active, columns[1])
    faults.extend(found)
    found = castling_text_faults(castling, columns[2], board) if castling is not None else ()
    faults.extend(found)
    castling_read = all(fault.code != "F401" for fault in found)
    rights = read_rights(board, castling) if board and castling and castling_read else ()
    found = en_passant_syntax(target, columns[3], board.width if board else 10) if target is not None else ()
    faults.extend(found)
    square = None if found else (target or "-")
    clock, found = _read_halfmove(halfmove, columns[4])
    faults.extend(found)
    swapped = bool(clock) and square not in (None, "-")
    meant = clock if clock is not None else int(found[0].expected or 0)  # the clock that is written wrongly
    number, found = _read_fullmove(fullmove, columns[5], meant, colour, swapped)
    faults.extend(found)
    if None in (active, castling) and board is not None:
        from pgnfen.fen.unstated import with_meant  # few records lack a field

        faults = [with_meant(fault, fields.raw, board, square or "-", variant) for fault in faults]
    if colour is None and board is not None:
        faults = [_with_colour(fault, board, square or "-", variant) for fault in faults]
    if board is None:
        faults = [_without_guess(fault, placement or "") for fault in faults]
    readable = board is not None and colour is not None and castling_read and square is not None
    if not readable:  # nor would it be with more fields
        faults = [fault._replace(expected=None, fix=None) if fault.code == "F101" else fault for fault in faults]
    return FenRecord(
        text, fields.raw, columns, board, colour, castling or "-", rights, square, clock, number,
        fields.checks[0] if fields.checks else None, tuple(faults), readable,
    )  # fmt: skip


def _with_colour(fault: Fault, board: Board, target: str, variant: Variant) -> Fault:
    """F301 with the active colour that the board shows, where the field says nothing."""
    from pgnfen.fen.unstated import colour_shown  # few records need it

    shown = colour_shown(board, target, variant) if fault.code == "F301" and fault.expected is None else None
    return fault if shown is None else fault._replace(expected=shown, fix="unsafe")


def _without_guess(fault: Fault, placement: str) -> Fault:
    """A fault of a field behind what is no piece placement, or that is one: nobody knows what belongs there."""
    if fault.field in (RECORD, PLACEMENT) or (placement.count("/") > 3 and "/" not in (fault.declared or "")):
        return fault
    return fault._replace(expected=None, fix=None)


def _read_foreign(text: str, fields: Fields, variant: Variant) -> FenRecord:
    """A record of a variant whose fields mean other things: kept as it came, and only its blanks are judged."""
    placement, active, castling, target, halfmove, fullmove = fields.raw
    board = read_placement(placement, fields.columns[0], variant)[0] if placement else None
    square = target if target and not en_passant_syntax(target, 0, 10) else None
    return FenRecord(
        text, fields.raw, fields.columns, board, _read_active(active, 0)[0], castling or "-", (), square,
        _read_halfmove(halfmove, 0)[0], _read_fullmove(fullmove, 0, 0, None)[0],
        fields.checks[0] if fields.checks else None, fields.faults, placement is not None,
    )  # fmt: skip


def _read_active(text: str | None, column: int) -> tuple[Literal["w", "b"] | None, tuple[Fault, ...]]:
    if text is None or text == "w":
        return "w", ()
    if text == "b":
        return "b", ()
    expected = COLOURS.get(text.lower())
    message = f'{quote(text)} is neither "w" nor "b"'
    fix: Literal["unsafe"] | None = "unsafe" if expected else None
    return None, (Fault("F301", ACTIVE, column, max(1, len(text)), text, expected, message, fix),)


def _not_a_number(code: str, field: str, text: str, column: int, default: str) -> Fault:
    digits = re.fullmatch(SOME_NUMBER, text)
    message = f"{quote(text)} is not a whole number"
    if text.isascii() and text.isdigit():
        message = f"{quote(text)} is no number of moves"
    expected = digits[1] if digits else default
    return Fault(code, field, column, max(1, len(text)), text, expected, message, "unsafe")


def _read_halfmove(text: str | None, column: int) -> tuple[int | None, tuple[Fault, ...]]:
    if text is None:
        return 0, ()
    if re.fullmatch(COUNTER, text):
        return int(text), ()
    return None, (_not_a_number("F601", HALFMOVE, text, column, "0"),)


def _read_fullmove(
    text: str | None, column: int, halfmove: int, colour: str | None, swapped: bool = False
) -> tuple[int | None, tuple[Fault, ...]]:
    if text is None:
        return 1, ()
    if not re.fullmatch(COUNTER, text):
        return None, (_not_a_number("F602", FULLMOVE, text, column, str(_first_move(halfmove, colour))),)
    if int(text):
        return int(text), ()
    message = "fullmove number 0: it counts from 1"
    first = _first_move(halfmove, colour)
    if swapped:  # behind a double step the halfmove clock is 0
        message, first = f"{message} (and {halfmove} stands where the halfmove clock belongs, which is 0)", halfmove
    elif first > 1:
        message += f" (and move 1 is too early for a halfmove clock of {halfmove})"
    fix: Literal["safe", "unsafe"] = "safe" if first == 1 else "unsafe"
    return 0, (Fault("F603", FULLMOVE, column, len(text), text, str(first), message, fix),)


def _first_move(halfmove: int, colour: str | None) -> int:
    from pgnfen.fen.fields import first_move  # most records need none of it

    return first_move(halfmove, colour)
