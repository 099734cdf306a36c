"""The edits that repair what a finding says.

Most findings say enough themselves: the field, what it declares, what is expected. Where a repair takes a tag out, or
touches more than one place, the rule has a function of its own (`edits` of its decorator); what several of these need
stands here, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.edits import Edit, line_begin, line_end, tag_inserted, tag_removed, tag_value, tags_appended
from pgnfen.audit.rule import REGISTRY
from pgnfen.fen.fault import CASTLING, DEFAULTS, FIELD_NAMES, RECORD
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.pgn.movetext import Kind, lex

if TYPE_CHECKING:
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game
    from pgnfen.fen.record import FenRecord
    from pgnfen.pgn.tagpairs import TagPair


def edits_of(game: Game, remark: Remark, at: int) -> list[Edit]:
    """The edits that a finding asks for at byte `at` of its game; none where nobody can tell what to do."""
    rule = REGISTRY.get(remark.code)
    edits = (rule and rule.edits) or edits_of_field
    return [edit for edit in edits(game, remark, at) if game.raw[edit.start : edit.end] != edit.new]


def edits_of_field(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The field of the finding says what is expected."""
    field, declared, expected = remark.field, remark.declared, remark.expected
    if expected is None or field is None:
        return
    record = game.start.record
    if field == RECORD or field in FIELD_NAMES:
        fen = game.pair("FEN")
        if fen is not None and record is not None:
            yield _fen_field(game.raw, fen, record, remark, at)
    elif field in ("movetext", "move number"):
        if declared is None:
            yield _marker(game, expected, at)
        else:
            yield from edits_of_text(game, remark, at)
    elif declared is None:
        fen = game.pair("FEN")
        if fen is not None:  # SetUp and Variant stand before it
            yield tag_inserted(game.raw, place_of_tag(game, field, fen), field, expected)
    else:
        pair = _pair_at(game, field, at)
        if pair is not None:
            yield tag_value(game.raw, pair, expected)


def edits_of_text(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The text that a finding declares, where it stands, becomes what is expected."""
    text = declared_text(game, remark, at) if remark.declared is not None else None
    if text is not None and remark.expected is not None:
        yield Edit(at, at + len(text), remark.expected.encode())


def declared_text(game: Game, remark: Remark, at: int) -> bytes | None:
    """The bytes at a place that are what a finding declares."""
    declared = remark.declared or ""
    for text in (declared.encode("utf-8", "surrogatepass"), declared.encode("cp1252", "replace")):
        if game.raw.startswith(text, at):
            return text
    return None


def _pair_at(game: Game, name: str, at: int) -> TagPair | None:
    counting = game.pair(name)
    if counting is None or counting.start <= at < counting.end:
        return counting
    return next((pair for pair in game.pairs(name) if pair.start <= at < pair.end), counting)


# --- the start


def edits_of_start(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The FEN that is expected where none is stated, and SetUp "1" before it."""
    if remark.field != "FEN" or remark.expected is None:
        yield from edits_of_field(game, remark, at)
        return
    fen, setup = game.pair("FEN"), game.pair("SetUp")
    if setup is not None and setup.value.strip() != "1":
        yield tag_value(game.raw, setup, "1")
    if fen is not None:
        yield tag_value(game.raw, fen, remark.expected)
        if setup is None:
            yield tag_inserted(game.raw, fen, "SetUp", "1")
    else:
        others = [pair for pair in (setup, game.pair("Variant")) if pair is not None]
        tags = [] if setup is not None else [("SetUp", "1")]
        if others:  # Variant stands before FEN (S205)
            after = max(others, key=lambda pair: pair.start)
            yield tags_appended(game.raw, after, [*tags, ("FEN", remark.expected)])


def edits_without_start(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """FEN, and the SetUp tag that announces it, are taken out."""
    for pair in game.pairs("FEN"):
        yield tag_removed(game.raw, pair)
    for pair in game.pairs("SetUp"):
        if pair.value.strip() != "0":
            yield tag_removed(game.raw, pair)


def place_of_tag(game: Game, name: str, fen: TagPair) -> TagPair:
    """The pair before which a tag of the start is to stand: FEN, but Variant before a SetUp that stands right there."""
    setup = game.pair("SetUp")
    if name != "Variant" or setup is None or setup.end > fen.start or game.raw[setup.end : fen.start].strip():
        return fen
    return setup


def _fen_field(raw: bytes, pair: TagPair, record: FenRecord, remark: Remark, at: int) -> Edit:
    """The edit by which a field (or RECORD) of the FEN says what is expected.

    `at` is the byte of the finding: where a part of the field is at fault, what is declared stands there. A field that
    is not stated is added, with those before it that are not stated either.
    """
    text, name, declared, expected = pair.value, remark.field or "", remark.declared, remark.expected or ""
    if name == RECORD:
        return tag_value(raw, pair, expected)
    index = FIELD_NAMES.index(name)
    column, stated = record.columns[index], record.fields[index]
    if stated is None:
        missing = [DEFAULTS[i] for i in range(1, index) if record.fields[i] is None]
        return tag_value(raw, pair, " ".join([text[:column], *missing, expected]) + text[column:])
    length, place = len(stated), at - pair.value_start
    if not pair.raw_value.isascii() or b"\\" in pair.raw_value:
        return tag_value(raw, pair, text[:column] + expected + text[column + length :])
    is_part = column <= place < column + length and name != CASTLING
    if is_part and declared is not None and text.startswith(declared, place):
        column, length = place, len(declared)
    start = pair.value_start + column
    return Edit(start, start + length, expected.encode("ascii", "replace"))


# --- the termination marker


def _marker(game: Game, marker: str, at: int) -> Edit:
    """A termination marker at that byte (PGN 1994 section 8.2.6), separated from what stands around it."""
    raw, new = game.raw, marker.encode()
    before, behind = raw[max(0, at - 1) : at], raw[at : at + 1]
    if _in_a_line_comment(game, at):
        return Edit(at, at, line_end(raw) + new)
    if before.strip():
        new = b" " + new
    if behind.strip():
        new += b" "
    elif not behind and at and not before.strip():
        end = line_end(raw)
        blank = raw.endswith((b"\n\n", b"\r\n\r\n", b"\r\r")) or at == game.movetext == 0
        new = (b"" if blank else end) + new + end + (b"" if game.game.at_end else end)
    return Edit(at, at, new)


def _in_a_line_comment(game: Game, at: int) -> bool:
    """Whether what is written at that byte would be part of a comment to the end of the line, or of an escaped line."""
    line = game.raw[line_begin(game.raw, at) : at]
    if b";" not in line and not line.startswith(b"%"):
        return False
    if at > game.movetext:
        tokens = lex(game.raw, game.movetext, at)
        return bool(tokens) and tokens[-1].end == at and tokens[-1].kind in (Kind.LINE_COMMENT, Kind.ESCAPE)
    return line.startswith(b"%") or line.lstrip().startswith(b";")
