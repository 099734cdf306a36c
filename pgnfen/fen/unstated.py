"""What the board says of fields that a record does not state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pgnfen.fen.fault import Fault
from pgnfen.fen.geometry import attackers, king_index
from pgnfen.fen.placement import Board
from pgnfen.fen.scharnagl import array_numbers
from pgnfen.fen.variants import NO_CHECKS, Variant


def colour_meant(board: Board, target: str, variant: Variant) -> Literal["w", "b"]:
    """The side to move: Black behind a double step of White's, and where Black alone is in check; else White."""
    if target != "-":
        return "b" if target.endswith("3") else "w"
    if variant.key in NO_CHECKS:
        return "w"
    return "b" if _in_check(board, "b", by="w") and not _in_check(board, "w", by="b") else "w"


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
        expected[1] = colour_meant(board, target, variant)
    numbers = array_numbers(board.squares)
    chess960 = variant.family == "chess960" and numbers is not None
    if fields[2] is None and expected[1] == "w" and (chess960 or numbers == (518, 518)):
        expected[2] = "KQkq"
    return fault._replace(expected=" ".join(expected))
