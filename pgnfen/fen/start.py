"""What the tags SetUp, FEN and Variant of a game say about its starting position, judged once for each FEN."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pgnfen.fen.castling import CastlingConvention, castling_conventions, needs_chess960
from pgnfen.fen.castling_faults import castling_position_faults
from pgnfen.fen.counters import counter_faults
from pgnfen.fen.en_passant import EnPassantConvention, en_passant_conventions, en_passant_faults
from pgnfen.fen.fault import Fault
from pgnfen.fen.kind import kind_of
from pgnfen.fen.position import NO_CHECKS, position_faults, to_chess_board
from pgnfen.fen.record import FenRecord, read_fen
from pgnfen.fen.variants import STANDARD, Variant, read_variant


@dataclass(frozen=True, slots=True)
class Start:
    """The starting position as its tags declare it.

    `setup`, `fen`, `variant_text` the tags' values (None: no such tag); `record` None without a FEN;
    `kind` one of KINDS; `scharnagl` White's Scharnagl number, `scharnagl_black` Black's where it differs;
    `castling` and `en_passant` the conventions that the FEN is consistent with (() without one);
    `faults` everything of families F, P, C, E1 and K1 that is wrong with the FEN in this variant, by column and code;
    `chess960`: the moves are to be played with Chess960's castling; `is_standard_array`: the FEN is the standard
    array, White to move, full rights, no en passant square (False without a FEN).
    """

    setup: str | None
    fen: str | None
    variant_text: str | None
    variant: Variant
    record: FenRecord | None
    kind: str
    scharnagl: int | None
    scharnagl_black: int | None
    castling: tuple[CastlingConvention, ...]
    en_passant: tuple[EnPassantConvention, ...]
    faults: tuple[Fault, ...]
    chess960: bool
    is_standard_array: bool

    @property
    def width(self) -> int:
        """The files of the board: 10 for a 10x8 FEN, or without a readable one for a variant of 10x8 boards; else 8.

        >>> read_start(None, None, "Gothic").width, read_start(None, None, None).width
        (10, 8)
        """
        if self.record is not None and self.record.board is not None:
            return self.record.board.width
        return 10 if self.variant.family == "pyffish" else 8


def read_start(setup: str | None, fen: str | None, variant: str | None) -> Start:
    """Read the values of SetUp, FEN and Variant (None for a tag that is absent); never raises.

    A FEN that is blank or "?" gives the kind "unreadable" without a record or fault.

    >>> start = read_start("1", "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1", None)
    >>> start.kind, start.scharnagl, start.castling, start.chess960, start.faults
    ('chess960', 1, ('x-fen',), True, ())
    """
    if len(setup or "") + len(fen or "") + len(variant or "") > _LONGEST:
        return _read(setup, fen, variant)
    return _remembered(setup, fen, variant)


def _read(setup: str | None, fen: str | None, variant: str | None) -> Start:
    rules = read_variant(variant)
    if fen is not None and fen.strip() in ("", "?"):
        chess960 = rules.family == "chess960"
        return Start(setup, fen, variant, rules, None, "unreadable", None, None, (), (), (), chess960, False)
    if fen is None:
        kind = kind_of(None, rules)
        chess960 = rules.family == "chess960"
        return Start(setup, None, variant, rules, None, *kind, (), (), (), chess960, False)
    record = read_fen(fen, rules)
    kind = kind_of(record, rules)
    castling, en_passant = conventions(record, rules)
    faults = (*record.faults, *_judge(record, rules, kind.name))
    if len(faults) > 1:
        faults = tuple(sorted(faults, key=lambda fault: (fault.column, fault.code)))
    chess960 = rules.family == "chess960" or (record.board is not None and needs_chess960(record.board, record.rights))
    if rules.family == "standard" and any(fault.code in ("C101", "C102") for fault in faults):
        chess960 = False  # the field is filled in without a look at the board, not for Chess960
    array = kind if rules.family != "python-chess" else kind_of(record)
    return Start(
        setup, fen, variant, rules, record, *kind, castling, en_passant, faults, chess960, array.name == "standard"
    )


_remembered = lru_cache(maxsize=8192)(_read)  # the FENs of an archive repeat
_LONGEST = 400  # characters; longer texts are no FENs and would only fill the memory


def conventions(
    record: FenRecord, variant: Variant = STANDARD
) -> tuple[tuple[CastlingConvention, ...], tuple[EnPassantConvention, ...]]:
    """The castling and the en passant conventions that a record is consistent with; () where it cannot be said.

    >>> conventions(read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"))
    (('fen', 'x-fen'), ('1994',))
    """
    if not record.is_readable or record.board is None or not variant.has_fen_fields or record.active_colour is None:
        return (), ()
    castling = castling_conventions(record.board, record.castling)
    target = record.en_passant or "-"
    checks = variant.key not in NO_CHECKS
    found = en_passant_conventions(record.board, record.active_colour, target, checks)
    if variant.key == "atomic" and target != "-" and "legal" in found:
        # what explodes with the capture only the variant's own board knows
        legal = to_chess_board(record, variant).has_legal_en_passant()
        return castling, found if legal else ("1994", "x-fen")
    return castling, found


def _judge(record: FenRecord, variant: Variant, kind: str) -> list[Fault]:
    """Faults of the position, of its castling rights, en passant square and counters."""
    if not variant.has_fen_fields or record.board is None:
        return []
    faults = list(position_faults(record, variant))
    if record.rights:
        field = record.castling
        faults += castling_position_faults(record.board, field, record.columns[2], record.rights, variant)
    target = record.en_passant
    if target is not None and target != "-" and record.active_colour:
        clock = record.fields[4]
        faults += en_passant_faults(
            record.board, record.active_colour, target, record.columns[3], record.halfmove,
            (clock, record.columns[4]) if clock is not None else None, variant.key not in NO_CHECKS,
        )  # fmt: skip
    if record.halfmove or record.fullmove != 1:
        faults += counter_faults(record, kind)
    return faults
