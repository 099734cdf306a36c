"""K: clocks and counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pgnfen.audit.edits import Edit
from pgnfen.audit.finding import Fix, GameFinding
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults, leaves_check, opening, unstated
from pgnfen.facts.kinds import Fact
from pgnfen.lazy import deferred, regex

with deferred:
    from pgnfen.fen.understand import is_full_array, kind_of
    from pgnfen.pgn.restart import follows_no_move

if TYPE_CHECKING:
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game
    from pgnfen.engine_records import Noted
    from pgnfen.fen.record import FenRecord

_LINE_OF_FIRST_MOVE = regex(rb"(?m)^[ \t]*1[. ]")


@rule("K103", "counters-at-array", "warning", "safe", reads=Fact.FEN_FAULT, replay=True)
def counters_at_array(game: Game) -> Iterator[GameFinding]:
    """The position is a starting position with all castling rights, but its counters are not 0 1.

    Only knights can leave this position and return to it, without a pawn move: after 1. Nf3 Nf6 2. Ng1 Ng8 the
    counters are 4 3. If the fullmove number is wrong, the fix is unsafe if the moves have no numbers. There is no fix
    if the move numbers start at a number other than 1.

    Example:
        [SetUp "1"]
        [FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 7"]

        *
    """
    record = game.start.record
    moves = bool(game.facts.plies or game.facts.stop)
    counted = opening(game)[0] if moves and record is not None and record.fullmove != 1 else None
    late = moves and record is not None and (record.fullmove or 0) > 1
    for found in faults(game, "K103"):
        if counted not in (None, 1):
            found = found._replace(expected=None, fix=None)
        elif late and counted is None and found.fix:
            found = found._replace(fix="unsafe")
        yield found


_WON = ("1-0", "0-1")


@rule(
    "K107", "dead-position", "warning", replay=True, yields_to="G103",
    reads=Fact.DEAD_PASSED | Fact.OUTCOME_DIFFERS | Fact.RESULT_DIFFERS | Fact.RESULT_SPELLING | Fact.NO_MARKER,
)  # fmt: skip
def dead_position(game: Game) -> Iterator[GameFinding]:
    """The game goes on in a dead position, or it ends in one although its result is a win.

    In a dead position no sequence of legal moves leads to checkmate. The game is drawn at once (FIDE Laws of Chess,
    5.2.2), and neither player can win it on time (6.9). The rule reports three kinds of dead positions: both sides have
    only their kings; the only other piece is a bishop or a knight; or all other pieces are bishops on squares of one
    color. It does not report positions in which the pawns block each other.

    If the game goes on but is not won, the finding is an info: players often make one more move, such as the last
    capture. There is no fix, because the result, the moves or the starting position may be wrong.

    The rule checks a game only if all its moves are legal, and only standard chess and Chess960, not games with an
    unknown Variant tag or with the FEN of another variant. If the Result tag and the termination marker differ, G103
    reports that.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/3p4/4K3 w - - 0 60"]

        60. Kxd2 Kd7 61. Kd3 1/2-1/2
    """
    if not game.facts.kinds & Fact.DEAD or not _is_surely_chess(game):
        return
    result = _stated_win(game)
    passed = game.facts.first(Fact.DEAD_PASSED)
    if passed is not None:
        message = "neither side has the pieces to checkmate, but the game continues"
        found = GameFinding(passed.at, message, "movetext", ply=passed.ply, severity="info")
        if result is not None:
            message += f', and the {result[0]} is "{result[1]}"'
            found = found._replace(message=message, severity="warning")
        yield found
    elif result is not None and game.facts.outcome is None:
        what, value, at = result
        message = f'the {what} is "{value}", but neither side has the pieces to checkmate in the last position'
        yield GameFinding(at, message, what.removesuffix(" tag"), value)


def _is_surely_chess(game: Game) -> bool:
    """Whether the Variant tag is known, and the FEN has nothing of other variants."""
    start = game.start
    implied = start.record.implied_variant if start.record is not None else None
    return start.variant.family in ("standard", "chess960") and implied not in ("crazyhouse", "threecheck")


def _stated_win(game: Game) -> tuple[str, str, int] | None:
    """What says that somebody won, what it says, and where in the game it stands."""
    pair = game.pair("Result")
    if pair is not None and game.meant_result in _WON:
        return "Result tag", pair.value, pair.start
    marker = game.meant_marker
    return ("termination marker", marker, game.movetext) if marker in _WON else None


@rule("K201", "first-move-number", "warning", "unsafe", reads=Fact.FIRST_NUMBER, replay=True, by_moves=True)
def first_move_number(game: Game) -> Iterator[GameFinding]:
    """The first move number in the movetext differs from the fullmove number of the FEN.

    The move number is wrong if a later number continues from the FEN's number, or if there is no FEN; 0 is always
    wrong. It is also wrong in a starting position with all castling rights. In other cases the FEN counts as wrong,
    and the fix is safe if at least two declared positions agree with the move number. Replacing 0 is unsafe if a later
    line starts with move number 1: all numbers may be too low by one, or another game may begin there. If the fullmove
    number is 0, the rule accepts both 0 and 1, because F603 reports the error.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 24"]

        1. e4 *
    """
    record = game.start.record
    if game.explained or (record is not None and (record.fields[5] is None or record.fullmove is None)):
        return  # the FEN does not say: F101 or F602 does
    unreadable = game.facts.first(Fact.UNREADABLE)
    for one in game.facts.of(Fact.FIRST_NUMBER):
        if unreadable is not None and unreadable.at < one.at:
            continue  # it may be a move, and the number that of the next one
        if record is not None and one.value == record.fullmove:
            continue
        if one.value != 1 or not _is_said_by_k103(game):
            yield _wrong_number(game, record, one)


def _wrong_number(game: Game, record: FenRecord | None, one: Noted) -> GameFinding:
    """Which of the two is wrong: the first move number, or the fullmove number of the FEN."""
    expected = _fullmove(game)
    declared = f"the FEN's fullmove number is {record.fullmove}" if record else "the game begins at move 1"
    message = f"the first move number is {one.value}; {declared}"
    goes_on = _goes_on_from(game, expected)
    fix: Fix | None
    if goes_on or one.value == 0:
        message += ", and the next move number continues from it" if goes_on else ""
        # Where all numbers count from 0, the next is 1, and may then be that of another game's first move.
        fix = "safe" if goes_on or not _LINE_OF_FIRST_MOVE.search(game.raw, one.at) else "unsafe"
    elif record is None:
        # Movetext alone, numbered from later on, is what follows the moves of another game.
        fix = "unsafe" if game.section.pairs else None
    elif game.is_borne_out(5, str(one.value)):
        return _of_fen(record, one, message)._replace(fix="safe")
    elif _begins_at_array(game, record):
        fix = "unsafe" if expected == 1 else None  # else K103 doubts the FEN's as well
    else:
        return _of_fen(record, one, message)
    number = str(expected) if fix else None
    return GameFinding(one.at, message, "move number", _digits(game, one), number, ply=1, fix=fix)


def _is_said_by_k103(game: Game) -> bool:
    """Whether K103 says that the fullmove number should be 1."""
    return "K103" in game.codes and any(fault.code == "K103" for fault in game.start.faults)


def _begins_at_array(game: Game, record: FenRecord) -> bool:
    """Whether the start is an array with full rights, or K103 says that it is; no pawn has passed a square there."""
    bare = record._replace(en_passant="-")
    kind = kind_of(bare, game.start.variant).name
    return is_full_array(bare, kind) or any(fault.code == "K103" for fault in game.start.faults)


def _of_fen(record: FenRecord, one: Noted, message: str) -> GameFinding:
    return GameFinding(one.at, message, "fullmove number", str(record.fullmove), str(one.value), ply=1)


@rule("K202", "first-move-color", "error", "unsafe", reads=Fact.FIRST_COLOR, replay=True, fixes="start")
def first_move_color(game: Game) -> Iterator[GameFinding]:
    """The dots of the first move number contradict the active color: `1...` with White to move, or `1.` with Black to
    move.

    If the moves are legal only with the other side to move, R201 reports it. If the moves are legal only with the side
    to move of the FEN, or that side is in check, the dots are wrong and there is no fix.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/2n5/8/8/5N2/8/4K3 w - - 0 1"]

        1... Nd4 *
    """
    for one in () if game.explained or unstated(game, 1) else game.facts.of(Fact.FIRST_COLOR):
        white = game.facts.white_begins
        dots = f"{one.value}" + ("..." if white else ".")
        declared, expected = ("w", "b") if white else ("b", "w")
        message = f'the moves begin with "{dots}", but {"White" if white else "Black"} is to move'
        if _proves_color(game):
            message += "; the moves are illegal with the other side to move"
            yield GameFinding(one.at, message, "active color", ply=1, fix=None)
        elif leaves_check(game, expected):
            message += ", whose king is in check"
            yield GameFinding(one.at, message, "active color", ply=1, fix=None)
        else:
            yield GameFinding(one.at, message, "active color", declared, expected, ply=1)


def _proves_color(game: Game) -> bool:
    """Whether the moves replay with the active color that is declared, and not with the other."""
    facts, start = game.facts, game.start
    if facts.stop is not None or not facts.plies or start.width != 8 or start.prefix:
        return False
    return not game.flipped_replays


def _all_numbers(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """All move numbers that do not follow from the first."""
    wrong = game.wrong_numbers
    if not wrong or remark.expected is None:
        return
    black_first = not game.facts.white_begins
    base = int(remark.expected) - (wrong[0].ply - 1 + black_first) // 2
    for one in wrong:
        digits = len(game.raw[one.at : one.at + 20]) - len(game.raw[one.at : one.at + 20].lstrip(b"0123456789"))
        yield Edit(one.at, one.at + digits, b"%d" % (base + (one.ply - 1 + black_first) // 2))


@rule(
    "K203", "move-number-sequence", "info", "safe", reads=Fact.MOVE_NUMBER, replay=True, by_moves=True,
    edits=_all_numbers,
)
def move_number_sequence(game: Game) -> Iterator[GameFinding]:
    """A move number does not continue from the first one. The rule reports the first such number of each game.

    The fix is unsafe if move number 1 is the first thing on its line, because another game may begin there.

    Example:
        1. e4 e5 3. Nf3 *
    """
    if game.facts.kinds & Fact.FIRST_COLOR or game.diagnosis:
        return  # who moves is not sure, and so what the numbers should be: K202, R201
    wrong: Sequence[Noted] = game.wrong_numbers
    opening = game.facts.first(Fact.FIRST_NUMBER)
    base = opening.value if opening else _fullmove(game)
    if opening and _goes_on_from(game, _fullmove(game)):
        base = _fullmove(game)
        wrong = [one for one in wrong if one.value != _number(game, base, one.ply)]
    if wrong:
        first, expected = wrong[0], _number(game, base, wrong[0].ply)
        more = f" (and {len(wrong) - 1} more wrong move numbers)" if len(wrong) > 1 else ""
        message = f"move number {first.value} should be {expected}{more}"
        restarts = follows_no_move(game.raw, (one.at for one in wrong if one.value == 1))
        fix: Fix = "unsafe" if restarts else "safe"
        yield GameFinding(first.at, message, "move number", _digits(game, first), str(expected), first.ply, fix=fix)


def _fullmove(game: Game) -> int:
    record = game.start.record
    return max(1, record.fullmove or 1) if record else 1


def _number(game: Game, base: int, ply: int) -> int:
    """The move number of a ply, the first one's being `base`."""
    return base + (ply - 1 + (not game.facts.white_begins)) // 2


def _digits(game: Game, number: Noted) -> str:
    """The number as it stands, perhaps with zeros before it."""
    text = game.text(number.at, number.at + 9)
    return text[: len(text) - len(text.lstrip("0123456789"))]


def _goes_on_from(game: Game, base: int) -> bool:
    """Whether the first later number that does not follow from the movetext's first one follows from `base`."""
    later = game.facts.first(Fact.MOVE_NUMBER)
    return later is not None and later.value == _number(game, base, later.ply)
