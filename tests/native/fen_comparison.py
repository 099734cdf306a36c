"""Starts as the native engine reads them, held to what pgnfen.fen says of the same values."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from pgnfen import native
from pgnfen.audit.auditor import Auditor
from pgnfen.facts.facts import start_kinds
from pgnfen.facts.native_reader import board_fen, stand_in
from pgnfen.fen import CASTLING_CONVENTIONS, EN_PASSANT_CONVENTIONS, Start
from pgnfen.fen.plain_columns import PlainColumns, plain_columns
from pgnfen.fen.start import read_start
from pgnfen.pgn.layout import StartKey
from pgnfen.pgn.plain_start import plain_start
from pgnfen.pgn.tagpairs import text_of
from pgnfen.select.conditions import _standard_array, position_of

_, OF_TAGS, ASKED = range(3)


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
            ("columns", plain_columns(code), said_columns(start)),
            ("verdict", plain_start((key, code)).contradicts_variant, start.contradicts_variant),
            ("start", said_fields(plain_start((key, code))), said_fields(start)),
            ("kinds", kinds, start_kinds(start)),
            ("identity", identity, said_identity(start)),
        ]
        remarked = self._remarked(start)
        if remarks != ASKED:
            self.silent += 1
            pairs.append(("remarks", self._remarked(stand_in(key)) if remarks == OF_TAGS else [], remarked))
        elif not remarked:
            self.in_vain += 1
        if to_play is not None:
            pairs.append(("position", to_play, self._said_position(start)))
        return [f"{name}: {native!r}, but {python!r}" for name, native, python in pairs if native != python]

    def _remarked(self, start: Start) -> list[str]:
        """What there is to remark, as text: equal remarks are not always the same."""
        return [repr(one) for one in self.auditor.starts.of(start, False)]

    def _said_position(self, start: Start) -> Any:
        board = board_fen(start)
        return board is not None and (self.module.position(board, start.chess960) or False)


def said_fields(start: Start) -> list[object]:
    """What a start says, but for what others have found out."""
    return [getattr(start, field.name) for field in fields(Start) if field.compare]


def said_columns(start: Start) -> PlainColumns:
    """The columns, as Python says them."""
    castling = sum(1 << CASTLING_CONVENTIONS.index(name) for name in start.castling)
    en_passant = sum(1 << EN_PASSANT_CONVENTIONS.index(name) for name in start.en_passant)
    return PlainColumns(
        start.kind, castling, en_passant, start.chess960, start.is_standard_array, start.has_setup, start.has_fen,
        start.variant._replace(canonical_spelling=True), start.scharnagl, start.scharnagl_black,
        start.contradicts_variant,
    )  # fmt: skip


def said_identity(start: Start) -> tuple[object, ...] | None:
    """What makes two starts one, as the extension writes it."""
    found = position_of(start.record or _standard_array(), start.variant)
    return found and (found[0].decode(), *found[1:])
