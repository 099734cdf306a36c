"""R: the replay."""

from __future__ import annotations

from collections.abc import Iterator

from pgnfen.audit.context import GameContext
from pgnfen.audit.finding import Found, Severity
from pgnfen.audit.rule import rule
from pgnfen.fen.castling import prefix_of
from pgnfen.fen.fault import quote
from pgnfen.pgn.movetext import Kind, Token
from pgnfen.pgn.tagpairs import decode
from pgnfen.replay.large.engine import INSTALL
from pgnfen.replay.large.rules import why_not

_SILENT = (Kind.COMMENT, Kind.LINE_COMMENT, Kind.ESCAPE, Kind.NAG, Kind.ANNOTATION, Kind.EN_PASSANT)


@rule("R101", "illegal-move", "error", scope="moves", replay=True)
def illegal_move(game: GameContext) -> Iterator[Found]:
    """A move is not legal in the position before it; the finding says which, where, and why.

    The replay stops there: later moves are not judged.

    Example:
        1. e4 e5 2. Ke3 *
    """
    yield from _stopped(game, "illegal")


@rule("R102", "ambiguous-move", "error", scope="moves", replay=True)
def ambiguous_move(game: GameContext) -> Iterator[Found]:
    """Two men can make the move, and its spelling does not say which.

    Example:
        1. Nf3 d5 2. d4 e6 3. Nd2 *
    """
    yield from _stopped(game, "ambiguous")


def _stopped(game: GameContext, reason: str) -> Iterator[Found]:
    replay = game.replay
    if replay is None or replay.stop is None or replay.stop.reason != reason or game.diagnosis:
        return
    stop = replay.stop
    skipped = f" (after {len(replay.skipped)} unreadable tokens that were passed over)" if replay.skipped else ""
    verb = "is illegal" if reason == "illegal" else "is ambiguous"
    message = f"{stop.san} {verb}: {stop.why}; position before it: {stop.fen}{skipped}"
    yield Found(stop.token.start, message, "movetext", stop.san, None, ply=stop.ply)


@rule("R103", "unreadable-token", "warning", scope="moves")
def unreadable_token(game: GameContext) -> Iterator[Found]:
    """Something in the mainline is no move, number, NAG, comment or termination marker, or stands behind the marker.

    The replay passes over it. Neighbouring tokens make one finding.

    Example:
        1. e4 rubbish e5 *
    """
    if game.start.variant.family == "known" or (game.start.variant.family == "pyffish" and game.start.width == 8):
        return  # moves of other games are not to be read as chess
    movetext = game.movetext
    marker = movetext.marker
    runs: list[list[Token]] = []
    previous: Token | None = None
    for token in movetext.mainline if Kind.UNREADABLE in movetext.kinds else ():
        if token.kind is Kind.UNREADABLE:
            if previous is not None and previous.kind is Kind.UNREADABLE:
                runs[-1].append(token)
            else:
                runs.append([token])
        previous = token
    for run in runs:
        yield _unreadable(game, run, "in the movetext")
    if marker is not None and marker is not movetext.tokens[-1]:
        behind = [t for t in movetext.tokens if t.start >= marker.end and t.kind not in _SILENT]
        if behind:
            yield _unreadable(game, behind, "behind the termination marker")


def _unreadable(game: GameContext, run: list[Token], where: str) -> Found:
    text = decode(game.raw[run[0].start : run[-1].end])
    return Found(run[0].start, f"{quote(' '.join(text.split()))} {where} cannot be read", "movetext", text, None)


@rule("R104", "null-move", "info", scope="moves")
def null_move(game: GameContext) -> Iterator[Found]:
    """A null move stands in the mainline: `--`, `Z0`, `0000`, `null` or `pass`. One finding a game.

    Example:
        1. e4 -- 2. d4 *
    """
    movetext = game.movetext
    nulls = [token for token in movetext.mainline if token.kind is Kind.NULL] if Kind.NULL in movetext.kinds else []
    if nulls:
        text = nulls[0].text(game.raw).decode()
        more = f" ({len(nulls)} in the mainline)" if len(nulls) > 1 else ""
        plies = game.replay.plies if game.replay else ()
        ply = next((ply.number for ply in plies if ply.null), None)
        yield Found(nulls[0].start, f"{text} is a null move{more}", "movetext", text, None, ply=ply)


@rule("R105", "zero-castling", "info", "safe", scope="moves", worst="warning")
def zero_castling(game: GameContext) -> Iterator[Found]:
    """Castling is not written with capital letters O and hyphens.

    Zeros (`0-0`) and small letters are read by most; any other dash, as in `0–0`, makes python-chess drop the move
    without a word: a warning.

    Example:
        1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *
    """
    movetext = game.movetext
    plies: dict[int, int] | None = None
    for token in movetext.mainline if Kind.CASTLING in movetext.kinds else ():
        if token.kind is not Kind.CASTLING:
            continue
        text = token.text(game.raw)
        core = text.rstrip(b"+#")
        if core in (b"O-O", b"O-O-O"):
            continue
        severity: Severity = "info" if core.translate(None, b"Oo0-") == b"" else "warning"
        dashed = severity == "warning" or core.count(b"-") != (len(core) - 1) // 2
        if plies is None:
            plies = {ply.token.start: ply.number for ply in game.replay.plies} if game.replay else {}
        expected = "O-O-O" if len(decode(core)) > 3 else "O-O"
        shown = decode(text)
        what = "a dash that is no hyphen: python-chess drops the move" if dashed else "not the capital letter O"
        message = f"{shown} for {expected}: {what}"
        yield Found(token.start, message, "movetext", shown, expected, plies.get(token.start), severity)


@rule("R201", "active-colour-flipped", "error", "unsafe", scope="moves", replay=True)
def active_colour_flipped(game: GameContext) -> Iterator[Found]:
    """The game replays only with the other side to move.

    Example:
        [SetUp "1"]
        [FEN "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"]

        1... e5 2. Kd2 *
    """
    if game.diagnosis and game.diagnosis.code == "R201" and game.replay:
        declared, other = ("w", "b") if game.replay.board.turn else ("b", "w")
        column = game.start.record.columns[1] if game.start.record else 0
        message = f"the game replays only with the other side to move: {declared} should be {other}"
        yield Found(game.fen_at(column), message, "active colour", declared, other)


@rule("R202", "fen-is-final-position", "error", "unsafe", scope="moves", replay=True)
def fen_is_final_position(game: GameContext) -> Iterator[Found]:
    """The FEN is the position at the end: the moves replay from the standard array and arrive at it.

    Example:
        [SetUp "1"]
        [FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]

        1. e4 e5 *
    """
    if game.diagnosis and game.diagnosis.code == "R202":
        message = "the FEN is the final position: the moves replay from the standard array and arrive at it"
        yield Found(game.fen_at(), message, "FEN", game.start.fen, None)


@rule("R203", "fen-is-later-position", "error", "unsafe", scope="moves", replay=True)
def fen_is_later_position(game: GameContext) -> Iterator[Found]:
    """The FEN is a position on the way: the moves replay from the standard array and pass through it.

    Example:
        [SetUp "1"]
        [FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]

        1. e4 e5 2. Nf3 *
    """
    if game.diagnosis and game.diagnosis.code == "R203":
        ply = game.diagnosis.ply
        message = f"the FEN is the position after ply {ply}: the moves replay from the standard array through it"
        yield Found(game.fen_at(), message, "FEN", game.start.fen, None, ply=ply)


@rule("R301", "not-replayable", "info")
def not_replayable(game: GameContext) -> Iterator[Found]:
    """No installed engine plays this variant or board: the moves are not judged.

    Games on 10x8 boards are played by pyffish; where it is not installed the finding names the command that installs
    it. On 8x8 boards nothing plays the castling that a prefix (`m`, `s`) asks for.

    Example:
        [Variant "Seirawan"]
        [SetUp "1"]
        [FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"]

        1. e3 *
    """
    start = game.start
    if game.engine.plays(start) or start.kind == "unreadable":
        return
    large = start.kind == "10x8"
    named = start.variant.family in ("known", "pyffish")
    prefix = prefix_of(start.record.castling) if start.record and start.record.rights else ""
    if not (named or large or prefix):
        return
    what = f"games of {start.variant.name}" if named else "games on a 10x8 board"
    if prefix and not (named or large):
        what = f"castling with the prefix {prefix}"
    pair = game.pair("Variant") or game.pair("FEN")
    message = f"pgnfen has no engine for {what}: the moves are not judged"
    if large and start.variant.family != "known":
        why = why_not(start)
        message = f"the moves are not judged: {why}" if why else f"{message}; {INSTALL} installs one that does"
    yield Found(pair.start if pair else 0, message, "Variant", start.variant_text, None)
