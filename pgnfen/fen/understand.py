"""A record understood: the kind of start that it is, its conventions, and which rules of castling it needs."""

from __future__ import annotations

from typing import NamedTuple

from pgnfen.fen.castling import castling_conventions, needs_chess960
from pgnfen.fen.definitions import EN_PASSANT_CONVENTIONS, CastlingConvention, EnPassantConvention
from pgnfen.fen.en_passant import Target, read_target
from pgnfen.fen.fen_record import FenRecord
from pgnfen.fen.kind import Kind, kind_of
from pgnfen.fen.position import to_chess_board
from pgnfen.fen.variants import NO_CHECKS, STANDARD, Variant


class Meaning(NamedTuple):
    """What a record says in the rules of a variant.

    `target` is its en passant target square (None: `-`, or it cannot be told); the others are those of Start.
    """

    kind: Kind
    target: Target | None
    castling: tuple[CastlingConvention, ...]
    en_passant: tuple[EnPassantConvention, ...]
    chess960: bool
    is_standard_array: bool


def understand(record: FenRecord, variant: Variant) -> Meaning:
    """What the record says; its rights are those that the rules know (known_rights in pgnfen.fen.verdict)."""
    kind = kind_of(record, variant)
    array = kind if variant.family not in ("python-chess", "chess960") else kind_of(record)
    target, castling, en_passant = _conventions(record, variant)
    board = record.board
    chess960 = variant.family == "chess960" or (board is not None and needs_chess960(board, record.rights))
    return Meaning(kind, target, castling, en_passant, chess960, array.name == "standard" and not record.unstated)


def conventions(
    record: FenRecord, variant: Variant = STANDARD
) -> tuple[tuple[CastlingConvention, ...], tuple[EnPassantConvention, ...]]:
    """The castling and the en passant conventions that a record is consistent with; () where it cannot be said.

    >>> from pgnfen.fen.record import read_fen
    >>> conventions(read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"))
    (('fen', 'x-fen'), ('1994',))
    """
    return _conventions(record, variant)[1:]


def _conventions(
    record: FenRecord, variant: Variant
) -> tuple[Target | None, tuple[CastlingConvention, ...], tuple[EnPassantConvention, ...]]:
    board, turn, square = record.board, record.active_color, record.en_passant
    if board is None or turn is None or not variant.has_fen_fields:
        return None, (), ()
    target = None
    if square is not None and square != "-":
        target = read_target(board, turn, square, variant.key not in NO_CHECKS)
    if not record.is_readable:
        return target, (), ()
    whole = all(right.rook is not None for right in record.rights)
    castling = castling_conventions(board, record.castling) if whole and record.fields[2] is not None else ()
    if record.fields[3] is None:
        return target, castling, ()
    if target is None:
        return target, castling, EN_PASSANT_CONVENTIONS
    if variant.key == "atomic" and "legal" in target.conventions:
        # what explodes with the capture only the variant's own board knows
        legal = to_chess_board(record, variant).has_legal_en_passant()
        return target, castling, target.conventions if legal else ("1994", "x-fen")
    return target, castling, target.conventions
