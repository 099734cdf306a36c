"""What the board says of fields that a record does not state, or not so that they can be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pgnfen.fen.fault import Fault
from pgnfen.fen.geometry import attackers, king_index
from pgnfen.fen.placement import Board
from pgnfen.fen.scharnagl import array_numbers
from pgnfen.fen.variants import NO_CHECKS, Variant


def colour_shown(board: Board, target: str, variant: Variant) -> Literal["w", "b"] | None:
    """The side to move as the board shows it: behind a double step the other side, else the one that alone is in
    check; None where it shows neither."""
    if target[1:] in ("3", "6"):
        return "b" if target[1:] == "3" else "w"
    if variant.key in NO_CHECKS:
        return None
    white, black = _in_check(board, "w", by="b"), _in_check(board, "b", by="w")
    return None if white == black else "w" if white else "b"


def _in_check(board: Board, colour: str, by: str) -> bool:
    king = king_index(board.squares, colour)
    return king is not None and bool(attackers(board.squares, board.width, king, by))


def with_meant(
    fault: Fault, fields: Sequence[str | None], board: Board, target: str, variant: Variant
) -> Fault:
    """F101 with the record expected: where `fields` has None, the colour meant, and at an array that can castle by the
    variant's rules all rights."""
    expected = (fault.expected or "").split(" ")
    if fault.code != "F101" or len(expected) != 6:
        return fault
    if fields[1] is None:
        expected[1] = colour_shown(board, target, variant) or "w"
    if fields[2] is None:
        expected[2] = rights_meant(board, expected[1], variant)
    return fault._replace(expected=" ".join(expected))


def rights_meant(board: Board, colour: str | None, variant: Variant) -> str:
    """The castling availability that is not stated: all rights at an array that castles by the variant's rules, White
    to move; else none."""
    numbers = array_numbers(board.squares)
    chess960 = variant.family == "chess960" and numbers is not None
    return "KQkq" if colour == "w" and (chess960 or numbers == (518, 518)) else "-"
