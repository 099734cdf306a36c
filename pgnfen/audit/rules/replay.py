"""R: the replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.edits import Edit
from pgnfen.audit.finding import Fix, GameFinding, Severity
from pgnfen.audit.repairs import edits_without_start
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import unstated
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import quote
from pgnfen.lazy import deferred
from pgnfen.pgn.tagpairs import decode

with deferred:
    from pgnfen.replay.large.engine import why_unplayed

if TYPE_CHECKING:
    from pgnfen.audit.finding import Remark
    from pgnfen.audit.game import Game
    from pgnfen.replay.interface import Stop


def _meant_moves(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """The one change with which the rest of the moves replays."""
    meant = game.corrections if remark.fix is not None else None
    yield from meant.edits if meant is not None else ()


@rule(
    "R101", "illegal-move", "error", "unsafe", reads=Fact.STOP, replay=True, edits=_meant_moves, searches=True,
    names_squares=True,
)
def illegal_move(game: Game) -> Iterator[GameFinding]:
    """A move is not legal in the position before it. The finding names the move, the place and the reason.

    The replay stops there: pgnfen does not check later moves. `audit --candidates` and `fix --unsafe` search for the
    smallest changes that make the rest of the moves legal and agree with all declared positions: another piece or
    square, castling to the other side, two moves swapped, or a move missing or written twice. They try changes at the
    illegal move and in the 60 plies before it. The finding lists them, the most likely first. A change is offered as a
    fix only if it is the only one, all changes were tried, and at least 8 plies after it are legal to the end of the
    game.

    Example:
        1. e4 e5 2. Ke3 *
    """
    return _stopped(game, "illegal")


@rule(
    "R102", "ambiguous-move", "error", "unsafe", reads=Fact.STOP, replay=True, edits=_meant_moves, searches=True,
    names_squares=True,
)
def ambiguous_move(game: Game) -> Iterator[GameFinding]:
    """Two pieces can make the move, and the move does not show which one.

    pgnfen searches for the intended move as in R101.

    Example:
        1. Nf3 d5 2. d4 e6 3. Nd2 *
    """
    return _stopped(game, "ambiguous")


def _stopped(game: Game, reason: str) -> Iterator[GameFinding]:
    stop = game.facts.stop
    if stop is None or stop.reason != reason or game.explained or game.board_tail is not None:
        return
    if _is_other_side(game):
        return
    found = _found(stop)._replace(fix=None)
    meant = game.corrections if game.searches else None
    if meant is None:
        yield found
        return
    fix: Fix | None = "unsafe" if meant.edits else None
    yield found._replace(message=f"{found.message}; {meant.text}", expected=meant.expected, fix=fix)


def _is_other_side(game: Game) -> bool:
    """Whether the wrong side has played the moves: nobody says that White is to move, and F101 says that Black is."""
    return unstated(game, 1) and game.facts.first(Fact.FIRST_COLOR) is not None


def _found(stop: Stop, where: str = "") -> GameFinding:
    passed = stop.skipped
    skipped = f" (after {passed} unreadable tokens were skipped)" if passed else ""
    message = f"{stop.san} is {stop.reason}{where}: {stop.why}; position before it: {stop.fen}{skipped}"
    return GameFinding(stop.at, message, "movetext", stop.san, None, ply=stop.ply)


@rule("R103", "unreadable-token", "warning", reads=Fact.UNREADABLE | Fact.BEHIND_MARKER)
def unreadable_token(game: Game) -> Iterator[GameFinding]:
    """A text in the mainline is not a move, move number, NAG, comment or termination marker, or it comes after the
    termination marker.

    pgnfen skips this text. Adjacent texts are one finding. G110 reports a misspelled termination marker instead.
    `N` (a novelty) and `D` (a diagram) after a move are remarks and are not reported: `1. e4 N e5`. `D` may also follow
    directly after a move that cannot promote (`Bf4D`, `Rf8D`, `Qf7+D`). After a move number, or before `!` or `?`,
    `N` and `D` are what is left of a move and are reported. Signs of evaluation (`+/=`, `-+`, `=`), and `RR`, `TN`,
    `inf`, `unclear`, `ch`, `mate`, `dbl`, `dis` and `eg` are not reported either.

    Example:
        1. e4 rubbish e5 *
    """
    yield from _unreadable(game, Fact.UNREADABLE, "in the movetext")
    yield from _unreadable(game, Fact.BEHIND_MARKER, "after the termination marker")


def _unreadable(game: Game, kind: Fact, where: str) -> Iterator[GameFinding]:
    others = game.start.variant.family == "known" or (game.start.variant.family == "pyffish" and game.start.width == 8)
    if game.start.is_other_game or (others and not game.reader.engine.plays(game.start)):
        return  # moves of other games are not to be read as chess
    spelled = game.facts.first(Fact.MARKER_SPELLING)
    limit = spelled.at if spelled else len(game.raw)
    for one in game.facts.of(kind):
        if one.at >= limit:
            continue
        text = game.text(one.at, min(one.end, limit)).rstrip()
        message = f"{quote(' '.join(text.split()))} {where} cannot be read"
        yield GameFinding(one.at, message, "movetext", text, None)


@rule("R104", "null-move", "info", reads=Fact.NULL_MOVE)
def null_move(game: Game) -> Iterator[GameFinding]:
    """The mainline has a null move: `--`, `Z0`, `0000`, `null` or `pass`. There is one finding per game.

    Example:
        1. e4 -- 2. d4 *
    """
    nulls = game.facts.of(Fact.NULL_MOVE)
    if nulls:
        text = game.text(nulls[0].at, nulls[0].end)
        more = f" ({len(nulls)} in the mainline)" if len(nulls) > 1 else ""
        ply = next((null.ply for null in nulls if null.ply), None)
        yield GameFinding(nulls[0].at, f"{text} is a null move{more}", "movetext", text, None, ply=ply)


@rule("R105", "zero-castling", "info", "safe", reads=Fact.CASTLING_SPELLING, worst="warning")
def zero_castling(game: Game) -> Iterator[GameFinding]:
    """Castling is not written with capital letters O and hyphens.

    Most programs read zeros and hyphens (`0-0`). python-chess drops the move without a warning if it has lowercase
    letters (`o-o`), zeros mixed with letters (`0-O`), another kind of dash (`0–0`), or no hyphen (`OO`, `00`); these
    are warnings.

    Example:
        1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *
    """
    for one in game.facts.of(Fact.CASTLING_SPELLING):
        text = game.raw[one.at : one.end]
        core = text.rstrip(b"+#").partition(b"/")[0]  # behind it, in Seirawan chess, what is gated in
        severity: Severity = "info" if core in _READ_WITH_ZEROS else "warning"
        long = sum(map(core.count, (b"O", b"o", b"0"))) > 2
        expected = ("O-O-O" if long else "O-O") + decode(text[len(core) :])
        shown = decode(text)
        what = "the capital letter O is expected"
        if not core.strip(b"Oo0"):
            what = "a hyphen is expected"
        elif core.translate(None, b"Oo0-"):
            what = "castling is written with an en dash or another dash"
        if severity == "warning":
            what += ": python-chess ignores the move"
        message = f"found {shown} instead of {expected}: {what}"
        yield GameFinding(one.at, message, "movetext", shown, expected, one.ply or None, severity)


_READ_WITH_ZEROS = (b"0-0", b"0-0-0")


@rule(
    "R107", "variation-illegal-move", "warning", reads=Fact.VARIATION_STOP, replay=True, names_squares=True,
)
def variation_illegal_move(game: Game) -> Iterator[GameFinding]:
    """A move in a variation is illegal or ambiguous. The finding names the move, the place and the reason.

    A variation starts from the position before the move that it replaces (the move before the variation). Moves in the
    variation after the illegal move are not checked. There is one finding per variation. The rule reports nothing if
    the FEN lacks the field that may allow the move (castling, a capture en passant).

    Example:
        1. e4 e5 2. Nf3 (2. Bc4 Nf6 3. Bb1 (3. d3)) 2... Nc6 *
    """
    if not game.explained:
        for stop in game.facts.variation_stops:
            if not _may_be_allowed(game, stop):
                yield _found(stop, " in a variation")


def _may_be_allowed(game: Game, stop: Stop) -> bool:
    """Whether the move may be legal by what the FEN does not state: castling, and of first moves who makes it and a
    capture en passant."""
    if stop.reason != "illegal":
        return _is_other_side(game)
    if _is_other_side(game) or (stop.ply == 1 and unstated(game, 1)):
        return True
    if stop.ply == 1 and unstated(game, 3) and stop.san[:1] in "abcdefgh":
        return True
    return unstated(game, 2) and stop.san[:1] in "Oo0"


# A heading in parentheses that nobody can read is no variation behind a marker: there it is text, R103.
@rule("R108", "variation-unreadable-token", "warning", reads=Fact.VARIATION_UNREADABLE, becomes="R103")
def variation_unreadable_token(game: Game) -> Iterator[GameFinding]:
    """A text in a variation is not a move, move number, NAG, comment or termination marker.

    pgnfen skips this text. Adjacent texts are one finding.

    Example:
        1. e4 (1. d4 {best} } d5) 1... e5 *
    """
    yield from _unreadable(game, Fact.VARIATION_UNREADABLE, "in a variation")


def _without_tail(game: Game, remark: Remark, at: int) -> Iterator[Edit]:
    """Kings put on center squares are taken out, with the move numbers before them."""
    for start, end in game.board_tail.spans if game.board_tail is not None else ():
        yield Edit(start, end, b"")


@rule("R111", "board-tail", "warning", "unsafe", reads=Fact.STOP, replay=True, edits=_without_tail)
def board_tail(game: Game) -> Iterator[GameFinding]:
    """The last moves put the kings on d4, d5, e4 or e5. On electronic boards this records the result; it is not a
    move.

    When a game ends, players or arbiters put both kings on center squares: on the light squares e4 and d5 for 1-0, on
    the dark squares d4 and e5 for 0-1, on one of each for a draw. The electronic board records this as moves. The rule
    reports it only if a king could not have made such a move: the kings are on adjacent squares, or one jumps three
    squares or more at the end and the result fits. Legal king moves to the center count as moves. The fix removes the
    illegal moves.

    Example:
        [Result "1-0"]

        1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# Kd5 5. Ke4 1-0
    """
    tail = game.board_tail
    if tail is None:
        return
    stop = game.facts.stop
    message = f"{tail.text} does not count as a played move: {tail.meaning}"
    yield GameFinding(tail.at, message, "movetext", tail.text, None, ply=stop.ply if stop else None)


@rule("R201", "active-color-flipped", "error", "unsafe", reads=Fact.STOP, replay=True, fixes="start")
def active_color_flipped(game: Game) -> Iterator[GameFinding]:
    """The moves are legal only with the other side to move. If the position alone proves it, P103 reports it instead.

    The fix is safe if at least two positions are declared, all of them agree with the other side to move, and the
    first move number is the FEN's fullmove number. If the number differs, this is a second error of the starting
    position (K201), and it is unclear which of them is wrong.

    Example:
        [SetUp "1"]
        [FEN "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"]

        1... e5 2. Kd2 *
    """
    if not game.diagnosis or game.diagnosis.code != "R201" or unstated(game, 1):
        return
    if "P103" not in game.codes or all(fault.code != "P103" for fault in game.start.faults):
        declared, other = ("w", "b") if game.facts.white_begins else ("b", "w")
        column = game.start.record.columns[1] if game.start.record else 0
        message = f"the moves are legal only with the other side to move: {declared} should be {other}"
        found = GameFinding(game.fen_at(column), message, "active color", declared, other)
        first, record = game.facts.first(Fact.FIRST_NUMBER), game.start.record
        agree = first is None or record is None or first.value == record.fullmove
        yield found._replace(fix="safe") if agree and game.is_borne_out(1, other) else found


@rule(
    "R202", "fen-is-final-position", "error", "unsafe", reads=Fact.STOP, replay=True, fixes="start",
    edits=edits_without_start,
)
def fen_is_final_position(game: Game) -> Iterator[GameFinding]:
    """The FEN is the final position: the moves are legal from the standard starting position and end in the FEN's
    position.

    Example:
        [SetUp "1"]
        [FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]

        1. e4 e5 *
    """
    if game.diagnosis and game.diagnosis.code == "R202":
        message = "the FEN is the final position: the moves lead to it from the standard starting position"
        yield GameFinding(game.fen_at(), message, "FEN", game.start.fen, None)


@rule(
    "R203", "fen-is-later-position", "error", "unsafe", reads=Fact.STOP, replay=True, fixes="start",
    edits=edits_without_start,
)
def fen_is_later_position(game: Game) -> Iterator[GameFinding]:
    """The FEN is a later position of the game: the moves are legal from the standard starting position and reach the
    FEN's position.

    Example:
        [SetUp "1"]
        [FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]

        1. e4 e5 2. Nf3 *
    """
    if game.diagnosis and game.diagnosis.code == "R203":
        ply = game.diagnosis.ply
        message = (
            f"the FEN is the position after ply {ply}: the moves pass through it from the standard starting "
            "position"
        )
        yield GameFinding(game.fen_at(), message, "FEN", game.start.fen, None, ply=ply)


@rule("R301", "not-replayable", "info", reads=Fact.START)
def not_replayable(game: Game) -> Iterator[GameFinding]:
    """No installed engine plays this variant or board, so pgnfen does not check the moves.

    pyffish plays games on 10x8 boards, castling with a prefix (`m`, `s`), and variants that it knows by name
    (Seirawan, Shatranj, Makruk, ...). If it is not installed, the finding names the install command. pgnfen passes the
    FEN of such a variant unchanged to pyffish, which must be able to read it.

    Example:
        [Variant "Bughouse"]

        1. e3 *
    """
    start = game.start
    if game.reader.engine.plays(start) or start.kind == "unreadable":
        return
    why = why_unplayed(start)
    if why is not None:
        pair = game.pair("Variant") or game.pair("FEN")
        message = f"the moves are not checked: {why}"
        yield GameFinding(pair.start if pair else 0, message, "Variant", start.variant_text, None)
