"""The games of a document as symbols, and what of them can be folded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pgnfen.audit.auditor import Auditor
from pgnfen.lsp.checks import part_block
from pgnfen.lsp.moves import GameView
from pgnfen.lsp.parts import Document, Place
from pgnfen.pgn.block import Block, count_lines
from pgnfen.pgn.definitions import BLACK, DATE, RESULT, WHITE
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import decode
from pgnfen.report.terminal_text import printable

MOST = 5000
"""Games that are listed: editors lay out all of them."""
MOVES = 1 << 20
"""Bytes up to which comments and variations are folded too."""


class Symbol(NamedTuple):
    """A game: its name and details, bytes of the document."""

    name: str
    detail: str
    start: int
    end: int


class Fold(NamedTuple):
    """Lines, from 0, that can be folded; the last is one of them. `kind` as the protocol has it."""

    start: int
    end: int
    kind: str | None = None


def symbols(document: Document, most: int = MOST) -> Iterator[Symbol]:
    """The games by their players, the records by their text."""
    number, offset = 0, 0
    for at, part in enumerate(document.parts):
        block = part_block(document, at)
        for index, start in enumerate(part.starts):
            number += 1
            if number > most:
                return
            one, own = (block, index) if block is not None else (document.block(Place(at, index, offset + start, 0)), 0)
            name, detail = _told(one, own, number)
            begin = start
            if isinstance(one, RecordBlock) and block is not None:
                begin = one.starts[own] if own < len(one) else start
            yield Symbol(name, detail, offset + begin, offset + _text_end(part.data, begin, part.game_end(index)))
        offset += len(part.data)


def _told(block: Block, index: int, number: int) -> tuple[str, str]:
    if isinstance(block, RecordBlock):
        return (printable(decode(block.line_bytes(index))) if index < len(block) else ""), f"record {number}"
    values = block.values_of(index)
    white, black, result, date = (printable(decode(values[key] or b"?")) for key in (WHITE, BLACK, RESULT, DATE))
    if values[WHITE] is None and values[BLACK] is None:
        return f"game {number}", result if values[RESULT] is not None else ""
    return f"{white} - {black}", ", ".join(text for text in (result, date) if text != "?")


def _text_end(data: bytes, start: int, end: int) -> int:
    """Where the text of a game ends, without what is blank behind it."""
    return start + len(data[start:end].rstrip())


def folds(document: Document, auditor: Auditor, most: int = MOST) -> Iterator[Fold]:
    """Games, tag sections, comments and variations of more than one line."""
    if document.records:
        return
    moves = document.size <= MOVES
    for number, place in enumerate(document.places()):
        if number >= most:
            return
        raw = document.raw(place)
        last = count_lines(raw, 0, _text_end(raw, 0, len(raw)))
        if last:
            yield Fold(place.line, place.line + last)
        block = document.block(place)
        tags = count_lines(raw, 0, _text_end(raw, 0, block.movetexts[0]))
        if tags:
            yield Fold(place.line, place.line + tags, "region")
        if not moves:
            continue
        for start, end, is_comment in GameView(block, auditor).comments_and_variations():
            lines = count_lines(raw, start, end)
            if lines:
                first = place.line + count_lines(raw, 0, start)
                yield Fold(first, first + lines, "comment" if is_comment else None)
