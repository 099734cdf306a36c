"""The key of a position: equal positions have equal keys, whatever conventions they are written in."""

from __future__ import annotations

from pgnfen.fen.castling import prefix_of, write_rights
from pgnfen.fen.placement import Board
from pgnfen.fen.record import FenRecord
from pgnfen.fen.understand import conventions
from pgnfen.fen.variants import STANDARD, Variant


def position_key(record: FenRecord, variant: Variant = STANDARD) -> str | None:
    """Placement, active color, castling availability in Shredder letters of rights that are real, en passant target
    square if a capture is legal; None for a record that cannot be read, or lacks one of these. Counters do not count.

    In Crazyhouse pieces in hand and promoted men belong to it, in Three-check the checks left; where the record does
    not say them, the hands are empty, and three checks are left to each. In chess none of them does.

    Of a variant whose fields say something else (in Seirawan chess, where men may be gated in), those of castling and
    en passant are what they say: letters in one order, White's first, and the square as it came.

    >>> from pgnfen.fen.record import read_fen
    >>> position_key(read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"))
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha -'
    >>> from pgnfen.fen.variants import read_variant
    >>> [position_key(read_fen("4k3/8/8/8/8/8/8/4K3[pQN] w - - 0 1"), read_variant(name)) for name in ("zh", "3check")]
    ['4k3/8/8/8/8/8/8/4K3[QNp] w - -', '4k3/8/8/8/8/8/8/4K3 w - - 3+3']
    """
    board = record.board
    if board is None or not record.is_readable or record.active_color is None or record.unstated:
        return None
    if not variant.has_fen_fields:
        letters = "".join(sorted(set(record.castling)))  # capitals come first
        return f"{board.to_text()} {record.active_color} {letters} {record.en_passant or '-'}"
    rights = tuple(right for right in record.rights if right.rook)
    castling = write_rights(board, rights, "shredder", prefix_of(record.castling)) if rights else "-"
    target = record.en_passant if "legal" in conventions(record, variant)[1] else "-"
    key = f"{_men(board, variant)} {record.active_color} {castling} {target or '-'}"
    if variant.key != "threecheck":
        return key
    white, black = record.checks_left or (3, 3)
    return f"{key} {white}+{black}"


def _men(board: Board, variant: Variant) -> str:
    """The piece placement, with those of its marks that belong to a position of the variant."""
    if not variant.has_holdings:
        return Board(board.width, board.squares).to_text()
    held = board.holdings or ""
    hands = "".join(man * held.count(man) for man in "QRBNPqrbnp")
    return Board(board.width, board.squares, board.promoted, hands, "[").to_text()
