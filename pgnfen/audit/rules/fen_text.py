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
from pgnfen.fen.names import COLORS
from pgnfen.lazy import deferred

with deferred:
    from pgnfen.fen.epd import read_epd

if TYPE_CHECKING:
    from pgnfen.audit.game import Game


@rule(
    "F101", "field-count", "error", "unsafe", reads=Fact.FEN_FAULT, replay=True, fixes="start",
    record_edits=edits_of_all_fields,
)
def field_count(game: Game) -> Iterator[GameFinding]:
    """A FEN has six fields (PGN 1994 section 16.1.2); this one has fewer or more.

    Or the check counters of Three-check stand out of their place: `3+3` (left to give) behind the en passant target
    square, `+0+0` (given) at the end. Four fields are an EPD without its counters. Of fields that are missing the moves
    say what they can: who begins, castlings played, an en passant capture, the number of the first move. Without one of
    the first four it states no position, in a game as in a record: the audit plays the moves as if it said `w - -`, and
    it has no key, no positions, and is found by no `filter --fen`.

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
    if record is None or record.board is None or len(fields) != 6:
        return found
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
            proved.append(f"castlings are played that take {fields[2]}")
    if record.fields[3] is None and not turned:
        for grant in game.denied:
            if grant.kind == "en-passant":
                fields[3] = grant.square
                proved.append(f"the first move captures en passant on {grant.square}")
    if record.fields[5] is None:
        fields[5] = _number(game, turned) or fields[5]
    return found._replace(message="; ".join([found.message, *proved]), expected=" ".join(fields))


def _begins(game: Game) -> str | None:
    """What says that Black begins, in words."""
    if game.diagnosis and game.diagnosis.code == "R201":
        return "the moves replay with Black to move alone"
    if game.facts.first(Fact.FIRST_COLOR) is not None:
        return "the dots of the first move number say that Black begins"
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

    The moves say which is meant, by the color with which alone they replay; else the word (`W`, `white`), or, where
    that says nothing, the dots of the first move number; else the board, by its en passant target square or a check.
    Where word and dots contradict each other, no color is expected.

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
    names = {"w": "White", "b": "Black"}
    whole = [color for color, facts in (("w", white), ("b", black)) if facts is not None and facts.whole]
    if len(whole) == 1:
        return whole[0], f"the moves replay only with {names[whole[0]]} to move"
    for color, other in (("b", white), ("w", black)):
        if other is not None and other.first(Fact.FIRST_COLOR) is not None:
            why = f"the first move number says that {names[color]} begins"
            return color if meant in (None, color) else None, why
    return meant, ""


@rule("F402", "castling-order", "warning", "safe", reads=Fact.FEN_FAULT, replay=True)
def castling_order(game: Game) -> Iterator[GameFinding]:
    """The castling letters are not in the order of their convention: White before Black, K before Q, and file
    letters from the king's side on.

    python-chess refuses the whole game where Black stands before White. Letters of one color in another order
    (`QKqk`, `AHah`) all readers take, and the X-FEN article itself writes them: an info, and the repair is unsafe, for
    it changes what is right. There is no repair where the pieces cannot be read. Where another finding writes the field
    anew (C103, C104, or C201 of a castling that it denies), that one's order is right.

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

    A capital letter (`E3`) stands for the small one. Where the first move captures en passant, the square of that
    capture is expected, and the repair is safe.

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

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 one"]

        *
    """
    for found in faults(game, "F602"):
        yield _by_the_moves(game, found)


def _by_the_moves(game: Game, found: GameFinding) -> GameFinding:
    """What is wrong with the fullmove number; expected is that of the first move, where there is one."""
    first = game.facts.first(Fact.FIRST_NUMBER)
    return found if first is None or first.value < 1 else found._replace(expected=str(first.value), fix="unsafe")


@rule("F603", "fullmove-zero", "warning", "safe", reads=Fact.FEN_FAULT, replay=True)
def fullmove_zero(game: Game) -> Iterator[GameFinding]:
    """The fullmove number is 0; it counts from 1 (PGN 1994 section 16.1.3.6).

    The repair is unsafe where the halfmove clock asks for more moves before, or the moves begin with another number
    than 1, which is expected then.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 0"]

        *
    """
    for found in faults(game, "F603"):
        if game.facts.first(Fact.FIRST_NUMBER) is not None:
            found = _by_the_moves(game, found)
        elif game.facts.plies or game.facts.stop:  # they begin with 0, 1 or no number
            found = found._replace(expected="1")
        elif not game.reader.engine.plays(game.start):  # nobody has read with which number they begin
            found = found._replace(fix="unsafe")
        yield found


@rule("F701", "epd-operations", "info", reads=Fact.FEN_FAULT)
def epd_operations(game: Game) -> Iterator[GameFinding]:
    """The operations of an EPD are broken: a `;` too many or too few, an open quote, or an invalid opcode.

    Said of files of records (.epd, .fen), and of a FEN tag that holds such operations. The first fault of a record
    is reported.

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
