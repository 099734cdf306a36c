"""The edits that repair what a finding says, rule by rule.

Most findings say enough themselves: the field, what it declares, what is expected. Those that take a tag out, or touch
more than one place, have a function of their own here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from pgnfen.audit.finding import Remark
from pgnfen.audit.game import Game
from pgnfen.facts.structure import blank_lines_inside
from pgnfen.fen.fault import FIELD_NAMES, RECORD
from pgnfen.pgn.layout import CANONICAL
from pgnfen.pgn.movetext import Kind, lex, mainline_of
from pgnfen.pgn.tagpairs import TagPair, decode_legacy
from pgnfen.repair import fen_edits, tag_edits
from pgnfen.repair.edits import Edit

Edits = Iterable[Edit]


def edits_of(game: Game, remark: Remark, at: int) -> list[Edit]:
    """The edits that a finding asks for at byte `at` of its game; none where nobody can tell what to do."""
    own = _OWN.get(remark.code)
    edits = own(game, remark, at) if own is not None else _general(game, remark, at)
    return [edit for edit in edits if game.raw[edit.start : edit.end] != edit.new]


def _general(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    field, declared, expected = remark.field, remark.declared, remark.expected
    if expected is None or field is None:
        return
    record = game.start.record
    if field == RECORD or field in FIELD_NAMES:
        fen = game.pair("FEN")
        if fen is not None and record is not None:
            yield from fen_edits.field(fen, record, field, declared, expected, at)
    elif field in ("movetext", "move number"):
        if declared is None:
            yield _marker(game, expected, at)
        elif (text := _standing(game.raw, declared, at)) is not None:
            yield Edit(at, at + len(text), expected.encode())
    elif declared is None:
        yield from _new_tag(game, field, expected)
    else:
        pair = _pair_at(game, field, at)
        if pair is not None:
            yield tag_edits.value(pair, expected)


def _standing(raw: bytes, declared: str, at: int) -> bytes | None:
    """The bytes at a place that are what a finding declares."""
    for text in (declared.encode("utf-8", "surrogatepass"), declared.encode("cp1252", "replace")):
        if raw.startswith(text, at):
            return text
    return None


def _pair_at(game: Game, name: str, at: int) -> TagPair | None:
    counting = game.pair(name)
    if counting is None or counting.start <= at < counting.end:
        return counting
    return next((pair for pair in game.pairs(name) if pair.start <= at < pair.end), counting)


def _new_tag(game: Game, name: str, value: str) -> Iterator[Edit]:
    """A tag of the start: SetUp and Variant stand before FEN."""
    fen = game.pair("FEN")
    if fen is not None:
        yield tag_edits.inserted(game.raw, _place_of(game, name, fen), name, value)


def _place_of(game: Game, name: str, fen: TagPair) -> TagPair:
    """The pair before which a tag of the start is to stand: FEN, but Variant before a SetUp that stands right there."""
    setup = game.pair("SetUp")
    if name != "Variant" or setup is None or setup.end > fen.start or game.raw[setup.end : fen.start].strip():
        return fen
    return setup


def _marker(game: Game, marker: str, at: int) -> Edit:
    """A termination marker at that byte (PGN 1994 section 8.2.6), separated from what stands around it."""
    raw, new = game.raw, marker.encode()
    before, behind = raw[max(0, at - 1) : at], raw[at : at + 1]
    if _in_a_line_comment(game, at):
        return Edit(at, at, tag_edits.line_end(raw) + new)
    if before.strip():
        new = b" " + new
    if behind.strip():
        new += b" "
    elif not behind and at and not before.strip():
        end = tag_edits.line_end(raw)
        blank = raw.endswith((b"\n\n", b"\r\n\r\n", b"\r\r")) or at == game.movetext == 0
        new = (b"" if blank else end) + new + end + (b"" if game.game.at_end else end)
    return Edit(at, at, new)


def _in_a_line_comment(game: Game, at: int) -> bool:
    """Whether what is written at that byte would be part of a comment to the end of the line, or of an escaped line."""
    line = game.raw[max(game.raw.rfind(b"\n", 0, at), game.raw.rfind(b"\r", 0, at)) + 1 : at]
    if b";" not in line and not line.startswith(b"%"):
        return False
    if at > game.movetext:
        tokens = lex(game.raw, game.movetext, at)
        return bool(tokens) and tokens[-1].end == at and tokens[-1].kind in (Kind.LINE_COMMENT, Kind.ESCAPE)
    return line.startswith(b"%") or line.lstrip().startswith(b";")


def _redundant(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """FEN, and the SetUp tag that announces it, are taken out."""
    for pair in game.pairs("FEN"):
        yield tag_edits.removed(game.raw, pair)
    for pair in game.pairs("SetUp"):
        if pair.value.strip() != "0":
            yield tag_edits.removed(game.raw, pair)


def _setup_alone(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    if remark.expected is not None:
        yield from _start_given(game, remark, at)
        return
    for pair in game.pairs("SetUp") if remark.fix else ():
        yield tag_edits.removed(game.raw, pair)


def _start_given(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The FEN that is expected where none is stated, and SetUp "1" before it."""
    if remark.field != "FEN" or remark.expected is None:
        yield from _general(game, remark, at)
        return
    fen, setup = game.pair("FEN"), game.pair("SetUp")
    if setup is not None and setup.value.strip() != "1":
        yield tag_edits.value(setup, "1")
    if fen is not None:
        yield tag_edits.value(fen, remark.expected)
        if setup is None:
            yield from _new_tag(game, "SetUp", "1")
    else:
        others = [pair for pair in (setup, game.pair("Variant")) if pair is not None]
        tags = [] if setup is not None else [("SetUp", "1")]
        if others:  # Variant stands before FEN (S205)
            after = max(others, key=lambda pair: pair.start)
            yield tag_edits.appended(game.raw, after, [*tags, ("FEN", remark.expected)])


def _duplicate(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """One of equal tags stays, the one that counts; of different ones the first that says what is expected."""
    name = remark.field or ""
    pairs = [pair for pair in game.pairs(name) if CANONICAL.get(pair.name.lower(), pair.name) == name.encode()]
    kept = next((pair for pair in pairs if pair is game.pair(name)), pairs[-1])
    if remark.expected is not None:
        kept = next(pair for pair in pairs if pair.value == remark.expected)
    for pair in pairs if remark.fix is not None else ():
        if pair is not kept:
            yield tag_edits.removed(game.raw, pair)


def _spelling(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    for pair in game.section.pairs:
        if pair.start == at and remark.expected:
            yield tag_edits.name(game.raw, pair, remark.expected.encode())


def _variant_first(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    variant, fen = game.pair("Variant"), game.pair("FEN")
    if variant is not None and fen is not None:
        yield from tag_edits.moved(game.raw, variant, _place_of(game, "Variant", fen))


def _tag_pair(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """A closing bracket that is missing is added; a line end before the closing quote, or a bracket too many, goes."""
    text = _standing(game.raw, remark.declared or "", at) if remark.expected is not None else None
    if text is not None and remark.expected:
        yield Edit(at + len(text), at + len(text), b"]")
    elif text is not None:
        yield Edit(at, at + len(text), b"")


def _move_numbers(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """All move numbers that do not follow from the first."""
    wrong = game.wrong_numbers
    if not wrong or remark.expected is None:
        return
    black_first = not game.facts.white_begins
    base = int(remark.expected) - (wrong[0].ply - 1 + black_first) // 2
    for one in wrong:
        digits = len(game.raw[one.at : one.at + 20]) - len(game.raw[one.at : one.at + 20].lstrip(b"0123456789"))
        yield Edit(one.at, one.at + digits, b"%d" % (base + (one.ply - 1 + black_first) // 2))


def _result(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """Result tag and termination marker both say what is expected."""
    expected, pair = remark.expected, game.pair("Result")
    if expected is None:
        return
    if pair is not None and pair.value != expected:
        yield tag_edits.value(pair, expected)
    if game.marker not in (None, expected):
        marker = mainline_of(lex(game.raw, game.movetext))[1]
        if marker is not None:
            yield Edit(marker.start, marker.end, expected.encode())


def _utf8(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """Bytes that are not UTF-8, taken for Windows-1252 (or Latin-1), are written in UTF-8."""
    for run in re.finditer(rb"[\x80-\xff]+", game.raw):
        start, end = run.span()
        while start < end:
            try:
                game.raw[start:end].decode("utf-8")
            except UnicodeDecodeError as error:
                wrong = start + error.start
                start += error.end
                yield Edit(wrong, start, decode_legacy(game.raw[wrong:start]).encode("utf-8"))
            else:
                break


def _declared(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """A field of a FEN in a comment or in a tag that is not the start's."""
    text = _standing(game.raw, remark.declared or "", at)
    if text and remark.expected is not None:
        yield Edit(at, at + len(text), remark.expected.encode())


def _piece_letters(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """Every move of the mainline with English piece letters, and those of variations and of what stands behind."""
    if len(game.facts.readings) != 1:
        return
    new, raw = game.facts.readings[0].raw, game.raw
    done = 0
    shorter = {old: end for end, old in game.facts.readings[0].ends.items()}
    for word in re.finditer(rb"\S+", raw):
        start, end = word.span()
        if start < game.movetext or start < done or new[start:end] == raw[start:end]:
            continue
        ends = [old for old in shorter if start < old <= end]
        if not ends:
            yield from _bytes_changed(raw, new, start, end)
        for old in sorted(ends):  # a letter of two bytes becomes one of one
            yield Edit(start, old, new[start : shorter[old]])
            start = old
        done = end


def _bytes_changed(raw: bytes, new: bytes, start: int, end: int) -> Iterator[Edit]:
    for at in range(start, end):
        if raw[at] != new[at]:
            yield Edit(at, at + 1, new[at : at + 1])


def _meant_moves(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The one change with which the rest of the moves replays."""
    meant = game.corrections if remark.fix is not None else None
    for start, end, new in meant.edits if meant is not None else ():
        yield Edit(start, end, new)


def _proven(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The moves that declared positions prove."""
    for one in game.proofs:
        if one.at == at and one.expected == remark.expected:
            for start, end, new in one.edits:
                yield Edit(start, end, new)


def _board_tail(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """Kings put on center squares are taken out, with the move numbers before them."""
    for start, end in game.board_tail.spans if game.board_tail is not None else ():
        yield Edit(start, end, b"")


def _blank_lines(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """Blank lines are taken out: one stays between tags and movetext, none inside the movetext."""
    if at < game.movetext:
        yield Edit(at, _line_begin(game.raw, game.movetext), b"")
        return
    for start, end in blank_lines_inside(game.raw, lex(game.raw, game.movetext)):
        yield Edit(start, _line_begin(game.raw, end), b"")


def _line_begin(raw: bytes, at: int) -> int:
    """Where the line of a byte begins."""
    return max(raw.rfind(b"\n", 0, at), raw.rfind(b"\r", 0, at)) + 1


_OWN: dict[str, Callable[[Game, Remark, int], Edits]] = {
    "S102": _setup_alone,
    "S105": _redundant,
    "S106": _duplicate,
    "S107": _spelling,
    "S108": _start_given,
    "S202": _start_given,
    "S205": _variant_first,
    "D101": _declared,
    "D102": _declared,
    "D103": _declared,
    "D104": _declared,
    "D105": _declared,
    "D106": _declared,
    "K203": _move_numbers,
    "R101": _meant_moves,
    "R102": _meant_moves,
    "R110": _proven,
    "R111": _board_tail,
    "R112": _proven,
    "R106": _piece_letters,
    "R202": _redundant,
    "R203": _redundant,
    "G103": _result,
    "G104": _tag_pair,
    "G105": _utf8,
    "G112": _blank_lines,
}
