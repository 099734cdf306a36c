"""F: the FEN as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import GameFinding
from pgnfen.audit.record_edits import edits_of_all_fields
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults, grants, impossible_step, written_anew
from pgnfen.audit.rules._rights import availability
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import joined
from pgnfen.fen.names import COLORS, SIDES
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.fen.epd import read_epd
    from pgnfen.fen.fields import first_move

if TYPE_CHECKING:
    from pgnfen.audit.game import Game
    from pgnfen.fen.fen_record import FenRecord


@rule(
    "F101", "field-count", "error", "unsafe", reads=Fact.FEN_FAULT, replay=True, fixes="start",
    record_edits=edits_of_all_fields,
)
def field_count(game: Game) -> Iterator[GameFinding]:
    """A FEN has six fields (PGN 1994 section 16.1.3); this one has fewer or more.

    Also reported: the check counters of Three-check in the wrong place; `3+3` (checks left) belongs after the en
    passant target square, `+0+0` (checks given) at the end. A FEN of four fields is an EPD: halfmove clock and fullmove
    number are missing.

    The fix takes the missing fields from the moves, where these show them: active color, castling availability, en
    passant target square and fullmove number. Without moves, a fullmove number that is missing after a halfmove clock
    other than 0 is not known, and there is no fix.

    If one of the first four fields is missing and the moves do not show it, the position is not known: the audit plays
    the moves as if the fields after the piece placement were `w - -`. Such a game has no position key, `positions`
    lists nothing for it, and `filter --fen` does not find it.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - -"]

        *
    """
    for found in faults(game, "F101"):
        yield _completed(game, found)


def _completed(game: Game, found: GameFinding) -> GameFinding:
    """What the moves prove of the fields that are missing stands in the record expected."""
    record, fields = game.start.record, (found.expected or "").split(" ")
    if record is None or record.board is None:
        return found
    if len(fields) != 6:
        return _numbered(game, record, found)
    proved = []
    why = _begins(game) if record.fields[1] is None else None
    if why is not None:
        fields[1] = "b"
        proved.append(why)
    turned = fields[1] != record.active_color  # the moves were not played so: what they prove is found out later
    if record.fields[2] is None and not turned:
        if fields[2] == "-":  # no array
            fields[2] = availability(game) or fields[2]
        if grants(game, "castling"):
            proved.append(f"the moves contain castling that needs {fields[2]}")
    if record.fields[3] is None and not turned:
        for grant in game.denied:
            if grant.kind == "en-passant":
                fields[3] = grant.square
                proved.append(f"the first move captures en passant on {grant.square}")
    if record.fields[5] is None:
        fields[5] = _number(game, turned) or fields[5]
    return found._replace(message="; ".join([found.message, *proved]), expected=" ".join(fields))


def _numbered(game: Game, record: FenRecord, found: GameFinding) -> GameFinding:
    """The record expected, where the fullmove number alone is missing, is that of the first move and has room for the
    halfmove clock."""
    number = _number(game, False)
    known = record.is_readable and None not in record.fields[:5]
    if number is None or not known or record.fields[5] is not None or not _has_room(record, int(number)):
        return found
    fields = [field or "" for field in record.fields[:5]]
    return found._replace(expected=joined([*fields, number], record.checks), fix="unsafe")


def _has_room(record: FenRecord, number: int) -> bool:
    """Whether a fullmove number is high enough for the halfmove clock."""
    return number >= first_move(record.halfmove or 0, record.active_color)


def _begins(game: Game) -> str | None:
    """What says that Black begins, in words."""
    if game.diagnosis and game.diagnosis.code == "R201":
        return "the moves are legal only with Black to move"
    if game.facts.first(Fact.FIRST_COLOR) is not None:
        return "the dots after the first move number show that Black begins"
    return None


def _number(game: Game, turned: bool) -> str | None:
    """The number of the first move, where moves are played; `turned`: by the other side than the FEN has."""
    first = game.facts.first(Fact.FIRST_NUMBER)
    if not game.facts.plies and not (turned and first is not None):
        return None
    return str(first.value if first is not None and first.value else 1)


@rule("F301", "active-color", "error", "unsafe", reads=Fact.FEN_FAULT, replay=True, fixes="start")
def active_color(game: Game) -> Iterator[GameFinding]:
    """The active color is neither `w` nor `b`.

    The expected color is the one with which the moves are legal, if this is true for only one color. Otherwise it is
    the color that the value means (`W`, `white`), then the one that the dots of the first move number show, then the
    one that the board shows by its en passant target square or a check. If value and dots contradict each other, there
    is no expected color.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 W - - 0 1"]

        *
    """
    for found in faults(game, "F301"):
        meant = COLORS.get((found.declared or "").lower())
        color, why = _color_of_moves(game, meant)
        if color != meant:
            known = color is not None
            found = found._replace(message=f"{found.message}; {why}", expected=color, fix="unsafe" if known else None)
        yield found


def _color_of_moves(game: Game, meant: str | None) -> tuple[str | None, str]:
    """The active color that the moves show, and how; `meant` where they do not, None where their number contradicts
    it."""
    white, black = game.facts_with(1, "w"), game.facts_with(1, "b")
    whole = [color for color, facts in (("w", white), ("b", black)) if facts is not None and facts.whole]
    if len(whole) == 1:
        return whole[0], f"the moves are legal only with {SIDES[whole[0]]} to move"
    for color, other in (("b", white), ("w", black)):
        if other is not None and other.first(Fact.FIRST_COLOR) is not None:
            why = f"the first move number shows that {SIDES[color]} begins"
            return color if meant in (None, color) else None, why
    return meant, ""


@rule("F402", "castling-order", "warning", "safe", reads=Fact.FEN_FAULT, replay=True)
def castling_order(game: Game) -> Iterator[GameFinding]:
    """The castling letters are not in the usual order: White before Black, K before Q, and file letters starting at
    the king's side.

    python-chess rejects the whole game if Black's letters come before White's. All programs accept other orders within
    one color (`QKqk`, `AHah`), and the X-FEN article itself uses them; such a finding is an info with an unsafe fix,
    because the fix changes a value that is correct. There is no fix if the pieces cannot be read. If another finding
    rewrites the field (C103, C104, or C201 with a castling that the field does not allow), it also corrects the order.

    Example:
        [SetUp "1"]
        [FEN "r3k2r/8/8/8/8/8/4P3/R3K2R w kqKQ - 0 1"]

        *
    """
    if not written_anew(game):
        yield from faults(game, "F402")


@rule("F501", "en-passant-syntax", "error", "unsafe", reads=Fact.FEN_FAULT, replay=True)
def en_passant_syntax(game: Game) -> Iterator[GameFinding]:
    """The en passant target square is neither `-` nor a square.

    A capital letter (`E3`) is read as the lowercase letter. For another dash, as word processors write it, and for
    words such as `none`, `-` is expected. If the first move captures en passant, the expected square
    is that of the capture, and the fix is safe.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - e 0 1"]

        *
    """
    for found in faults(game, "F501"):
        facts = game.facts_with(3, "-")
        proved = next((grant.square for grant in facts.denied if grant.kind == "en-passant"), None) if facts else None
        if proved is not None:
            impossible = impossible_step(game, proved)
            message = f"{found.message}; the first move captures en passant on {proved}{impossible}"
            found = found._replace(message=message, expected=proved, fix="unsafe" if impossible else "safe")
        yield found


@rule("F602", "fullmove-syntax", "error", "unsafe", reads=Fact.FEN_FAULT, replay=True)
def fullmove_syntax(game: Game) -> Iterator[GameFinding]:
    """The fullmove number is not a whole number. The number of the first move is the expected value, if there is one.

    If the game has no moves and the field has a number with other characters (`12.`), that number is expected. If the
    field has no number, 1 is expected if the halfmove clock is 0; otherwise the value is not known, and there is no
    fix.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 one"]

        *
    """
    for found in faults(game, "F602"):
        yield _by_the_moves(game, found)


def _by_the_moves(game: Game, found: GameFinding) -> GameFinding:
    """What is wrong with the fullmove number; expected is that of the first move, where there is one and the halfmove
    clock has room before it."""
    first, record = game.facts.first(Fact.FIRST_NUMBER), game.start.record
    if first is None or first.value < 1 or record is None or not _has_room(record, first.value):
        return found
    return found._replace(expected=str(first.value), fix="unsafe")


@rule("F603", "fullmove-zero", "warning", "safe", reads=Fact.FEN_FAULT, replay=True)
def fullmove_zero(game: Game) -> Iterator[GameFinding]:
    """The fullmove number is 0; it counts from 1 (PGN 1994 section 16.1.3.6).

    If the first move number in the movetext is neither 0 nor 1, it is the expected value, and the fix is unsafe. If the
    halfmove clock is not 0 and no move number shows the right value, there is no fix.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 0"]

        *
    """
    for found in faults(game, "F603"):
        if game.facts.first(Fact.FIRST_NUMBER) is not None:
            found = _by_the_moves(game, found)
        elif found.expected is None or game.facts.plies or game.facts.stop:  # they begin with 0, 1 or no number
            pass
        elif not game.reader.engine.plays(game.start):  # nobody has read with which number they begin
            found = found._replace(fix="unsafe")
        yield found


@rule("F701", "epd-operations", "info", reads=Fact.FEN_FAULT)
def epd_operations(game: Game) -> Iterator[GameFinding]:
    """The operations of an EPD are broken: a `;` too many or too few, an open quote, or an invalid opcode.

    The rule applies to records (.epd, .fen) and to a FEN tag that contains EPD operations. It reports the first fault
    of each record.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4"]

        *
    """
    fen = game.start.fen
    record = game.start.record
    if fen is None or record is None or not record.faults:
        return
    from pgnfen.fen.fields import OPCODES

    epd = read_epd(fen, game.start.variant)
    if ";" not in fen and not any(operation.opcode in OPCODES for operation in epd.operations):
        return
    for fault in epd.faults:
        if fault.code == "F701":
            yield GameFinding(game.fen_at(fault.column), fault.message, fault.field, fault.declared, fault.expected)
