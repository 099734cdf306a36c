"""A position as a record: six fields or four, in a chosen castling and en passant convention, and its key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

from pgnfen.errors import ConversionError
from pgnfen.fen.convert import convert_castling
from pgnfen.fen.definitions import CastlingConvention, EnPassantConvention
from pgnfen.fen.key import position_key
from pgnfen.fen.record import FenRecord, read_fen
from pgnfen.fen.start import Start
from pgnfen.fen.variants import Variant
from pgnfen.lazy import deferred
from pgnfen.replay.conventions import Conventions
from pgnfen.replay.interface import Position

with deferred:
    import chess

    from pgnfen.replay.large.board import FairyBoard


Target = Literal["fen", "xfen", "legal"]
TARGETS: dict[EnPassantConvention, Target] = {"1994": "fen", "x-fen": "xfen", "legal": "legal"}


class Record(NamedTuple):
    """A position's six fields (seven in Three-check), what says its key, and whether the castling convention can say
    it: what it cannot stands as in X-FEN, or as it came."""

    fen: str
    key_of: Callable[[], str]
    exact: bool = True

    @property
    def key(self) -> str:
        """Its key; of a board that has not been played on since."""
        return self.key_of()

    def text(self, epd: bool) -> str:
        """The record as it is written."""
        return self.fen.rsplit(" ", 2)[0] if epd else self.fen


def record_of(board: Position, start: Start, conventions: Conventions) -> Record:
    """The record of a position that has been played from a start."""
    if isinstance(board, FairyBoard) and board.writing is None:
        text = board.fen()
        return Record(text, partial(_key, text, start.variant))
    target = TARGETS[conventions.en_passant]
    if isinstance(board, FairyBoard):
        text = board.fen(en_passant=target)
        record = read_fen(text, start.variant)
        field, exact = _castling(record, conventions.castling, start.variant)
        fields = text.split(" ")
        fields[2] = field
        return Record(" ".join(fields), partial(_key, text, start.variant), exact)
    return _of_chess(board, conventions.castling, target)  # type: ignore[arg-type]


def _of_chess(board: chess.Board, castling: CastlingConvention, target: Target) -> Record:
    fen = board.fen(shredder=castling == "shredder", en_passant=target)
    exact = castling != "fen" or is_classic(board)
    return Record(fen, partial(_key_of_chess, board), exact)


def key_of(board: Position, start: Start, conventions: Conventions) -> str:
    """The key of a position that has been played from a start."""
    if isinstance(board, FairyBoard):
        return record_of(board, start, conventions).key
    return _key_of_chess(board)  # type: ignore[arg-type]


def _key_of_chess(board: chess.Board) -> str:
    return board.epd(shredder=True, en_passant="legal")


def is_classic(board: chess.Board) -> bool:
    """Whether KQkq of standard chess says the castling availability: kings on e, rooks on a and h."""
    rights = board.clean_castling_rights()
    if rights & ~chess.BB_CORNERS:
        return False
    homes = ((chess.BB_RANK_1, chess.WHITE, chess.E1), (chess.BB_RANK_8, chess.BLACK, chess.E8))
    return all(not rights & rank or board.king(color) == home for rank, color, home in homes)


def declared_record(start: Start, conventions: Conventions) -> Record | None:
    """The record of a start as its FEN declares it, where no engine plays it; None where it states no position.

    Where its fields do not mean what they do in chess, they stand as they came.
    """
    record = start.record
    if record is None or not record.is_readable or record.board is None or record.unstated:
        return None
    if not start.variant.has_fen_fields:
        text = record.to_text()
        return Record(text, lambda: position_key(record, start.variant) or " ".join(text.split(" ")[:4]))
    field, exact = _castling(record, conventions.castling, start.variant)
    target = record.en_passant if conventions.en_passant in start.en_passant else "-"
    counters = str(record.halfmove or 0), str(record.fullmove or 1)
    key = position_key(record, start.variant)
    fields = record._replace(fields=(*record.fields[:3], target or "-", *counters)).to_text().split(" ")
    fields[2] = field
    return Record(" ".join(fields), lambda: key or " ".join(fields[:4]), exact)


def _castling(record: FenRecord, to: CastlingConvention, variant: Variant) -> tuple[str, bool]:
    """The castling availability, and whether the convention can say it."""
    for convention in (to, "x-fen"):
        try:
            return convert_castling(record, convention, variant), convention == to
        except ConversionError:
            continue
    return record.fields[2] or "-", False


def _key(text: str, variant: Variant) -> str:
    return position_key(read_fen(text, variant), variant) or text.rsplit(" ", 2)[0]
