"""What a finding is looked at with: its line, the game's tags and movetext around it, boards, the repair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from pgnfen.audit.auditor import Auditor, Examined
from pgnfen.audit.edits import Edit, apply
from pgnfen.audit.file_notes import FileNotes
from pgnfen.audit.finding import Placed, Remark
from pgnfen.audit.game import Game
from pgnfen.audit.repairs import edits_of
from pgnfen.audit.rule import REGISTRY
from pgnfen.audit.witnesses import contradicting, evidence_of
from pgnfen.facts.reader import NONE
from pgnfen.fen.arrays import start_fen
from pgnfen.fen.fault import FIELD_NAMES, RECORD
from pgnfen.fen.record import FenRecord
from pgnfen.fen.start import Start, read_fields
from pgnfen.lazy import regex
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import Piece
from pgnfen.pgn.layout import plain_tags
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import decode
from pgnfen.report.excerpt import Excerpt, excerpt
from pgnfen.report.explained import WitnessRow, conclusions, witness_rows
from pgnfen.report.terminal_text import printable

_TAGS, _VALUE = 200, 200  # tags that are shown, and characters of a value
_BEFORE, _BEHIND = 240, 160  # bytes of movetext around the place
_LINES = 6  # that a repair changes and are shown
_LINES_OF = regex(r"\r\n?|\n")
_TOKEN = regex(rb"[^\s(){};]{1,40}")
_LINE_END = regex(rb"[\r\n]")
_FEN = regex(rb"(?i)\[[ \t]{0,64}fen[ \t]*\"")
_LONG_RUN = regex(rb"[ \t]{64}")
_OF_TEXT = "GHN"  # families of rules that say nothing of a position, unless they name a ply or a field of the FEN
_NEAR = 160  # bytes around an edit: more than `[`, blanks, `fen`, blanks and `"` take, without a long run of blanks
_LOOKED_AT = 12  # findings of a game after whose repair all tags are read
_SQUARE = regex(r"(?<![0-9a-j])[a-j][1-8](?![0-9])")
_NOT_AT_FAULT = regex(r"; position before it: .*|; rooks on rank [18]: [a-j][18](?:, [a-j][18])*")


class Drawn(NamedTuple):
    """A board: what it shows, its FEN as it is stated, and the men as Board has them (`squares` None: nobody can draw
    it); `marks` are the names of squares."""

    title: str
    fen: str
    width: int
    squares: str | None
    marks: tuple[str, ...]


class Evidence(NamedTuple):
    """`tags` by name and value, `more` how many there are besides; `around`: movetext before, at and behind the
    place; `boards`: the start or the position, and where it differs, what is expected; `repair`: lines that the fix
    takes away and puts in their place; `witnesses` of the game and `conclusions` from them, where one contradicts
    another or the moves."""

    tags: tuple[tuple[str, str], ...]
    more: int
    around: tuple[str, str, str]
    boards: tuple[Drawn, ...]
    repair: tuple[tuple[str, ...], tuple[str, ...]] | None
    witnesses: tuple[WitnessRow, ...] = ()
    conclusions: tuple[str, ...] = ()


class Shown(NamedTuple):
    """A finding with what is shown of it beside its message."""

    placed: Placed
    excerpt: Excerpt
    evidence: Evidence | None = None


_Tags = tuple[tuple[tuple[str, str], ...], int]
_Proven = tuple[tuple[WitnessRow, ...], tuple[str, ...]]
_NOTHING: _Proven = ((), ())


def shown(
    auditor: Auditor,
    block: Block,
    wanted: Callable[[Remark], bool],
    whole: bool = True,
    notes: FileNotes | None = None,
) -> Iterator[tuple[Placed, Shown | None]]:
    """The findings of a block, in order; those that are wanted with their line, `whole`: and with their evidence. What
    rules of files need is noted.

    Cost: each game with findings is replayed, and again for a finding that needs a position behind the first ply.
    """
    if not whole:
        for placed in auditor.block(block, notes):
            yield placed, Shown(placed, excerpt(block, placed)) if wanted(placed.remark) else None
        return
    if isinstance(block, (RecordBlock, Piece)):
        for placed in auditor.block(block, notes):
            yield placed, _plain(block, placed) if wanted(placed.remark) else None
        return
    auditor.note(block, notes)
    for one in auditor.examined(block, notes):
        game = None
        for count, placed in enumerate(one.placed):
            if not wanted(placed.remark):
                yield placed, None
                continue
            if game is None:
                game = _game(auditor, block, one)
                known = auditor.reads_moves and one.facts is not NONE
                proven = _witnesses(game if known else auditor.game_of(game.game))
                tags = _tags(game)
            everywhere = count < _LOOKED_AT or placed.remark.field in FIELD_NAMES
            yield placed, Shown(placed, excerpt(block, placed), _evidence(game, placed, everywhere, tags, proven))


def shown_one(auditor: Auditor, block: Block, placed: Placed) -> Shown:
    """A finding in a game of a block with its line and its evidence, without an audit of the block; the witnesses are
    left out. Cost: the game is read."""
    if isinstance(block, (RecordBlock, Piece)):
        return _plain(block, placed)
    game = auditor.game_of(block.game(placed.game - block.number))
    return Shown(placed, excerpt(block, placed), _evidence(game, placed, True, _tags(game)))


def of_file(placed: Placed) -> Shown:
    """A finding of a file as a whole: no line says it."""
    return Shown(placed, Excerpt("", 0, 0, 1, True), Evidence((), 0, ("", "", ""), (), None))


def _plain(block: Block, placed: Placed) -> Shown:
    boards: tuple[Drawn, ...] = ()
    if isinstance(block, RecordBlock):
        marks = _marks(placed.remark)
        boards = (_of_start("Declared", block.start(placed.game - block.number), marks),)
    return Shown(placed, excerpt(block, placed), Evidence((), 0, ("", "", ""), boards, None))


def _game(auditor: Auditor, block: Block, one: Examined) -> Game:
    movetext = block.movetexts[one.at] - block.starts[one.at]
    start = block.start(one.at)
    return Game(block.game(one.at), movetext, start, one.facts, auditor.reader, auditor.codes)


def _witnesses(game: Game) -> _Proven:
    """The witnesses of a game, all facts of which are read, and what follows from them; nothing where they agree."""
    found = evidence_of(game)
    return (witness_rows(game, found), tuple(conclusions(found))) if contradicting(found.witnesses) else _NOTHING


def _tags(game: Game) -> _Tags:
    """The tags that are shown of a game, and how many there are besides."""
    plain = plain_tags(game.raw)
    if plain is not None and len(plain) <= _TAGS and "".join(plain.values()).isprintable():
        return tuple((name, _cut(text)) for name, text in plain.items()), 0
    pairs = game.section.pairs
    tags = tuple((printable(decode(pair.name)), _cut(printable(pair.value))) for pair in pairs[:_TAGS])
    return tags, max(0, len(pairs) - _TAGS)


def _evidence(game: Game, placed: Placed, everywhere: bool, tags: _Tags, proven: _Proven = _NOTHING) -> Evidence:
    at = placed.offset - game.game.offset
    edits = edits_of(game, placed.remark, at) if placed.remark.fix else []
    boards = tuple(_boards(game, placed.remark, at, edits, everywhere))
    return Evidence(*tags, _around(game, at), boards, _repair(game, edits), *proven)


def _cut(text: str) -> str:
    return text if len(text) <= _VALUE else text[:_VALUE] + " ..."


def _around(game: Game, at: int) -> tuple[str, str, str]:
    """Movetext before, at and behind a place; its beginning for a place among the tags."""
    raw = game.raw
    if at < game.movetext:
        return "", "", _behind(raw, game.movetext, _BEFORE + _BEHIND)
    found = _TOKEN.match(raw, at)
    end = found.end() if found else at
    begin = max(game.movetext, at - _BEFORE)
    before = ("... " if begin > game.movetext else "") + _lines(raw[begin:at])
    return before, printable(decode(raw[at:end])), _behind(raw, end, _BEHIND)


def _behind(raw: bytes, at: int, most: int) -> str:
    """The bytes from a place on, without what is blank at the game's end."""
    text = raw[at : at + most]
    return _lines(text).rstrip("\n") if at + most >= len(raw) else _lines(text) + " ..."


def _lines(raw: bytes) -> str:
    return "\n".join(map(printable, _LINES_OF.split(decode(raw))))


def _boards(game: Game, remark: Remark, at: int, edits: list[Edit], everywhere: bool) -> Iterator[Drawn]:
    """The position that a finding speaks of, and where its repair writes another FEN, that one; not `everywhere`: only
    of a repair beside a FEN tag."""
    marks = _marks(remark)
    move = _move_of(game, remark, at)
    if move is not None:
        yield _board(*move, game.start.variant_text, marks)
        return
    new = _fen_after(game, edits, everywhere)
    if new is not None:
        yield _of_start("Declared", game.start, marks)
        yield _board("Expected", *new, marks)
        return
    about_fen = remark.field in FIELD_NAMES or remark.field == RECORD
    if about_fen or remark.code[0] not in _OF_TEXT:
        yield _of_start("Declared" if about_fen else "Start", game.start, marks)


def _move_of(game: Game, remark: Remark, at: int) -> tuple[str, str] | None:
    """The position before the move that a finding speaks of, as a title and a FEN; None where it speaks of no move."""
    stop = next((one for one in (game.facts.stop, *game.facts.variation_stops) if one and one.at == at), None)
    if stop is not None and remark.code[0] == "R":
        return printable(f"Before {stop.san or 'the move'}"), stop.fen
    fen = _before(game, remark.ply) if remark.ply and remark.ply > 1 and remark.field not in FIELD_NAMES else None
    return ("Before the move", fen) if fen is not None else None


def _marks(remark: Remark) -> tuple[str, ...]:
    """The squares that a finding names."""
    if not REGISTRY[remark.code].names_squares:
        return ()
    return tuple(dict.fromkeys(_SQUARE.findall(_NOT_AT_FAULT.sub("", remark.message))))


def _before(game: Game, ply: int) -> str | None:
    """The position before a ply of the mainline, by the engine that plays it; None where it does not come there."""
    engine, raw = game.reader.engine, game.played
    if not engine.plays(game.start):
        return None
    replay = engine.replay(game.start, raw, game.reader.python.tokens(raw, game.movetext, game.start.width))
    return replay.position(ply - 1).fen() if ply - 1 <= len(replay.plies) else None


def _fen_after(game: Game, edits: list[Edit], everywhere: bool) -> tuple[str | None, str | None] | None:
    """FEN and Variant as the tags say them after the repair; None where they state the same FEN."""
    if all(edit.start >= game.movetext for edit in edits):
        return None
    if (game.start.fen is None or not everywhere) and not _may_state_fen(game.raw, edits, everywhere):
        return None  # without a look at all tags, since that is asked for each of many faulty lines
    raw = apply(game.raw, edits)
    plain = plain_tags(raw)
    if plain is not None:
        values = {name.lower(): value for name, value in plain.items()}
    else:
        pairs = game.game._replace(raw=raw).tag_section.pairs
        values = {pair.name.decode().lower(): pair.value for pair in pairs}
    fen = values.get("fen")
    return None if fen == game.start.fen else (fen, values.get("variant"))


def _may_state_fen(raw: bytes, edits: list[Edit], everywhere: bool = True) -> bool:
    """Whether a FEN tag may stand in a game after its repair: its name is there (`everywhere`), or around an edit."""
    if len(edits) > 1:
        return _FEN.search(apply(raw, edits)) is not None
    [edit] = edits
    before, behind = raw[max(0, edit.start - _NEAR) : edit.start], raw[edit.end : edit.end + _NEAR]
    line, rest = _LINE_END.split(before)[-1], _LINE_END.split(behind, 1)[0]  # _FEN is on one line
    after = line + edit.new + rest
    return (everywhere and _names_fen(raw)) or _FEN.search(after) is not None or _LONG_RUN.search(after) is not None


@lru_cache(maxsize=2)  # the same game is asked of for each of its findings
def _names_fen(raw: bytes) -> bool:
    return _FEN.search(raw) is not None


def _of_start(title: str, start: Start, marks: tuple[str, ...]) -> Drawn:
    return _drawn(title, start.fen, start.record, marks)


@lru_cache(maxsize=16)  # many games of a file may stop at their first move
def _board(title: str, fen: str | None, variant: str | None, marks: tuple[str, ...]) -> Drawn:
    """The board that a FEN draws, which is not judged."""
    return _drawn(title, fen, read_fields(fen, variant), marks)


def _drawn(title: str, fen: str | None, record: FenRecord | None, marks: tuple[str, ...]) -> Drawn:
    if record is None:
        return Drawn(f"{title} (no FEN: the standard starting position)", start_fen(518), 8, _ARRAY, marks)
    board, shown = record.board, _cut(printable(fen or ""))
    return Drawn(title, shown, board.width, board.squares, marks) if board else Drawn(title, shown, 8, None, ())


_ARRAY = "rnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNR"


def _repair(game: Game, edits: list[Edit]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The lines that edits change, before and after."""
    if not edits:
        return None
    raw = game.raw
    first, last = min(edit.start for edit in edits), max(edit.end for edit in edits)
    begin = max(raw.rfind(b"\n", 0, first), raw.rfind(b"\r", 0, first)) + 1
    found = _LINE_END.search(raw, last)
    part = raw[begin : found.start() if found else len(raw)]
    old, new = part, apply(part, [Edit(edit.start - begin, edit.end - begin, edit.new) for edit in edits])
    gone, come = (_LINES_OF.split(decode(text)) for text in (old, new))
    same = next((i for i, pair in enumerate(zip(gone, come, strict=False)) if pair[0] != pair[1]), 0)
    return _few(gone[same:]), _few(come[same:])


def _few(lines: list[str]) -> tuple[str, ...]:
    shown = tuple(_cut(printable(line)) for line in lines[:_LINES])
    return (*shown, f"... and {len(lines) - _LINES} more lines") if len(lines) > _LINES else shown
