"""Starts as the native engine reads them, held to what pgnfen.fen says of the same values."""

from __future__ import annotations

from typing import Any

from pgnfen import native
from pgnfen.audit.auditor import Auditor
from pgnfen.facts.facts import start_kinds
from pgnfen.facts.native_start import board_fen
from pgnfen.fen import CASTLING_CONVENTIONS, EN_PASSANT_CONVENTIONS, KINDS, Start
from pgnfen.fen.start import read_start
from pgnfen.pgn.start_tags import StartKey, text_of
from pgnfen.select.conditions import _identity, _standard_array

VARIANT_KEYS = ("standard", "fromposition", "shuffle", "upsidedown", "corner", "asymmetricrandom", "chess960")
ALL, NO_SETUP, ASKED = range(3)


class Comparison:
    """Compares starts one by one; counts how many were plain, silent and heard of in vain."""

    def __init__(self) -> None:
        self.module = native.module()
        self.auditor = Auditor()
        self.seen = self.plain = self.silent = self.in_vain = 0

    def differences(self, key: StartKey) -> list[str]:
        """What the two say differently of raw values of SetUp, FEN and Variant; [] where the native engine asks."""
        self.seen += 1
        found = self.module.start(*key)
        if found is None:
            return []
        self.plain += 1
        code, kinds, remarks, to_play, identity = found
        start = read_start(*map(text_of, key))
        pairs = [
            ("columns", columns(code), said_columns(start)),
            ("kinds", kinds, start_kinds(start)),
            ("identity", identity, said_identity(start)),
        ]
        codes = [one.remark.code for one in self.auditor.starts.of(start, False)]
        if remarks != ASKED:
            self.silent += 1
            pairs.append(("remarks", ["S101"] if remarks == NO_SETUP else [], codes))
        elif not codes:
            self.in_vain += 1
        if to_play is not None:
            pairs.append(("position", to_play, self._said_position(start)))
        return [f"{name}: {native!r}, but {python!r}" for name, native, python in pairs if native != python]

    def _said_position(self, start: Start) -> Any:
        board = board_fen(start)
        return board is not None and (self.module.position(board, start.chess960) or False)


def columns(code: int) -> tuple[object, ...]:
    """What the number of a plain start says."""
    parts = []
    for bits in (4, 3, 3, 1, 1, 1, 1, 4, 10, 10):
        parts.append(code & (1 << bits) - 1)
        code >>= bits
    kind, castling, en_passant, chess960, array, setup, fen, variant, white, black = parts
    return (
        KINDS[kind],
        tuple(name for i, name in enumerate(CASTLING_CONVENTIONS) if castling >> i & 1),
        tuple(name for i, name in enumerate(EN_PASSANT_CONVENTIONS) if en_passant >> i & 1),
        bool(chess960), bool(array), bool(setup), bool(fen), VARIANT_KEYS[variant],
        white - 1 if white else None, black - 1 if black else None,
    )  # fmt: skip


def said_columns(start: Start) -> tuple[object, ...]:
    """The same, as Python says it."""
    tags = start.setup is not None, start.fen is not None
    return (
        start.kind, start.castling, start.en_passant, start.chess960, start.is_standard_array, *tags,
        start.variant.key, start.scharnagl, start.scharnagl_black,
    )  # fmt: skip


def said_identity(start: Start) -> tuple[object, ...] | None:
    """What makes two starts one, as the extension writes it."""
    found = _identity(start.record or _standard_array(), start.variant)
    if found is None:
        return None
    squares, _, colour, rights, target = found
    rooks = sum(1 << _square(rook) for _, rook in rights)  # type: ignore[attr-defined]
    return squares, colour == "w", rooks, None if target == "-" else _square(str(target))


def _square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)
