"""D: what a game declares of its moves: positions on the way, their number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import GameFinding
from pgnfen.audit.repairs import edits_of_text
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import quote
from pgnfen.regex import regex

if TYPE_CHECKING:
    from pgnfen.audit.game import Game


@rule(
    "D101", "declared-placement", "error", "safe", reads=Fact.DECLARED, replay=True, by_moves=True,
    edits=edits_of_text,
)
def declared_placement(game: Game) -> Iterator[GameFinding]:
    """A position declared in a comment or in a tag such as CurrentPosition has another piece placement than the game.

    A FEN in a comment is held to the position behind the last move before it: one that is all that the comment says, or
    stands behind `fen=`, `[%fen`, `Current position`. In a variation it is held to the position there, before its first
    move to the one that it branches off from. Behind the termination marker, behind `Final position` and in a tag it is
    held to the final position of the mainline; `Final position` in a variation is not compared. Four fields or six;
    line comments (`;`) that follow one another are one comment. A game that declares the position before each move is
    read so (D107). Nothing is said of FENs behind a move of their line that cannot be played or read, and of other
    variants. Another position may be meant where three squares or more differ, on several ranks, or two with no later
    position that has the pieces of the game; where the men stand so elsewhere in the game; and in a game with
    variations where a position of theirs is as near, or not all of them can be compared (moves that cannot be played,
    more than 2,000 positions): then all repairs of the FEN are unsafe.

    Example:
        1. e4 {rnbqkbnr/pppppppp/8/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} *
    """
    yield from _differing(game, "D101")


@rule(
    "D102", "declared-active-colour", "error", "safe", reads=Fact.DECLARED, replay=True, by_moves=True,
    edits=edits_of_text,
)
def declared_active_colour(game: Game) -> Iterator[GameFinding]:
    """A position declared in a comment or a tag has the other side to move than the game (where: D101).

    Example:
        1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1} *
    """
    yield from _differing(game, "D102")


@rule(
    "D103", "declared-castling", "error", "safe", reads=Fact.DECLARED, replay=True, by_moves=True,
    edits=edits_of_text,
)
def declared_castling(game: Game) -> Iterator[GameFinding]:
    """A position declared in a comment or a tag has other castling rights than the game, in whatever letters.

    Nothing is said where a castling is played that the start denies (C201, C202). Where the game begins with a FEN
    which denies a right that is declared, or has one that is not and that no castling proves, the FEN may as well be
    wrong: there is a repair only if another declared position bears the FEN out, and none contradicts it.

    Example:
        [CurrentPosition "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w KQkq -"]

        1. e4 e5 2. Ke2 Ke7 *
    """
    yield from _differing(game, "D103")


@rule(
    "D104", "declared-en-passant", "error", "safe", reads=Fact.DECLARED, replay=True, by_moves=True,
    edits=edits_of_text,
)
def declared_en_passant(game: Game) -> Iterator[GameFinding]:
    """A position declared in a comment or a tag has an en passant target square that no convention has there.

    Right is the square that the last move has passed over; `-` too, unless a capture there is legal.

    Example:
        1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq d3 0 1} *
    """
    yield from _differing(game, "D104")


@rule(
    "D105", "declared-halfmove", "warning", "safe", reads=Fact.DECLARED, replay=True, by_moves=True,
    edits=edits_of_text,
)
def declared_halfmove(game: Game) -> Iterator[GameFinding]:
    """A position declared in a comment or a tag has another halfmove clock than the game.

    Where the game begins with a FEN and no move has set the clock back, the FEN may be wrong: there is a repair only if
    two other declared positions have its clock. Nor is there one if two moves in the other order explain the clock.

    Example:
        1. Nf3 {[%fen rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1]} *
    """
    yield from _differing(game, "D105")


@rule(
    "D106", "declared-fullmove", "warning", "safe", reads=Fact.DECLARED, replay=True, by_moves=True,
    edits=edits_of_text,
)
def declared_fullmove(game: Game) -> Iterator[GameFinding]:
    """A position declared in a comment or a tag has another fullmove number than the game.

    Where the move numbers go on from another number than the FEN's (K201), either is right; never from 0.

    Example:
        1. e4 e5 {fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1} *
    """
    yield from _differing(game, "D106")


@rule("D107", "declared-before", "info", reads=Fact.DECLARED_BEFORE, replay=True, once=True)
def declared_before(game: Game) -> Iterator[GameFinding]:
    """The positions declared in comments are those before the moves behind which they stand; they are read so.

    A game is read so where the men of more positions stand as before the move than as after it.

    Example:
        1. e4 {rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1} *
    """
    for one in game.facts.of(Fact.DECLARED_BEFORE) if not game.explained else ():
        count = f"{one.value} comments declare" if one.value > 1 else "the comment declares"
        message = f"{count} the position before the move behind which the FEN stands, and the game is read so"
        yield GameFinding(one.at, message, ply=one.ply or None)


@rule("D108", "declared-unreadable", "warning", reads=Fact.DECLARED_UNREADABLE)
def declared_unreadable(game: Game) -> Iterator[GameFinding]:
    """What a comment (`fen=...`, `[%fen ...]`) or a tag such as CurrentPosition declares as a position is no FEN.

    A rank or a field is missing, a counter among them, there is more than a FEN, or something else altogether. Behind
    `Final position`, `Current position` and `FEN:`, and where it is all that a comment says, it has to look like a FEN:
    four ranks or more with eight squares, one of them with a piece, and at most two parts that are something else.
    Where `fen=` has no quotes, words may stand behind four fields or six. Nothing is said of an empty one, `?` and `-`,
    of variants other than Chess960, and in comments that stand behind a move that cannot be played or read. Eight parts
    between slashes and four fields or six in the form of a FEN's (a letter; up to four letters, or `-`; a square, or
    `-`; numbers) are held to the position, whatever they say: D101 to D106 say what differs.

    Example:
        [CurrentPosition "rnbqkbnr/pppppppp/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"]

        1. e4 *
    """
    from pgnfen.fen.record import read_fen  # few games need it

    for one in game.facts.of(Fact.DECLARED_UNREADABLE):
        text = game.text(one.at, one.end)
        record = read_fen(" ".join(text.replace(";", " ").split()))  # it may stand on several lines
        faults = [fault.message for fault in record.faults if fault.code != "F101" or len(text.split()) != 4]
        why = f": {faults[0]}" if faults and text.count("/") > 2 else ""
        yield GameFinding(one.at, f"{quote(text, 60)} is declared as a position, and is no FEN{why}", "FEN", text, None)


def _differing(game: Game, code: str) -> Iterator[GameFinding]:
    """What differs in one field."""
    for one in game.declared:
        if one.code == code:
            yield GameFinding(one.at, one.message, one.field, one.declared, one.expected, one.ply or None, fix=one.fix)


@rule("D202", "annotated-clock", "info", trigger=b"R50=", replay=True, by_name=True)
def annotated_clock(game: Game) -> Iterator[GameFinding]:
    """A clock that a tournament manager writes in its comments (`R50=49`: moves left of fifty) is not the game's.

    Where the halfmove clock is N, half of N, rounded up, of the fifty moves are gone. Managers differ: some begin anew
    where a castling right is lost, which no rule of chess does.

    Example:
        1. Nf3 {d=12, R50=50} Nf6 {d=12, R50=49} *
    """
    if game.plies is None:
        return
    for one in game.annotated_clocks:
        if one.declared != one.expected:
            message = (
                f"R50={one.declared}, and {one.expected} moves of fifty are left: the halfmove clock is {one.clock}"
            )
            yield GameFinding(one.at, message, "R50", str(one.declared), str(one.expected), one.ply)


@rule("D201", "ply-count", "warning", "safe", reads=Fact.PLY_COUNT_DIFFERS, replay=True, by_moves=True)
def ply_count(game: Game) -> Iterator[GameFinding]:
    """The PlyCount tag is not the number of plies played (PGN 1994 section 9.9.3).

    Nothing is said of a game whose moves cannot all be read and played.

    Example:
        [PlyCount "4"]

        1. e4 e5 2. Nf3 *
    """
    pair, plies = game.pair("PlyCount"), game.plies
    if pair is None or plies is None or pair.value.strip() in ("", "?", str(plies)):
        return
    message = f'the PlyCount tag says "{pair.value}", and the game has {plies} plies'
    yield GameFinding(pair.start, message, "PlyCount", pair.value, str(plies))


_ARRAY_IN_A_TAG = regex(rb'\[(?:Opening|Variation)[ \t]*"[ "]*(?:SP:? *)?[BKNQR]{8}')  # most openings have names


@rule(
    "D109",
    "declared-start",
    "error",
    reads=Fact.START | Fact.STOP,
    trigger=(b"charnagl", b"SP", b"osition", b'[Opening "', b"[Variation"),
    tags=_ARRAY_IN_A_TAG,
    replay=True,
)
def declared_start(game: Game) -> Iterator[GameFinding]:
    """A start number or array that a tag or a comment declares is not that of the game.

    Read are the tags ScharnaglNumber, Scharnagl, Chess960Position, StartPositionNumber and SP; and in Event, Site,
    Opening, Variation and in comments before the first move: eight letters that are one of the 960 arrays, where
    nothing else is said; a number behind `Scharnagl`, `Chess960 position`, and in Chess960 behind `SP` or `start
    position` at the beginning or behind punctuation, where the text or its part ends with the number. Compared are
    arrays: White's number is right, Black's, and each plus one, as some count from 1. Nothing is said of other
    positions. A game without FEN, SetUp and Variant is named where its moves do not replay from the standard array,
    and do from the declared one.

    Example:
        [Event "Chess960 position 12"]
        [SetUp "1"]
        [Variant "Chess960"]
        [FEN "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1"]

        1. Na3 Na6 *
    """
    from pgnfen.audit.declared_start import arrays_of, compared_starts  # few games need it
    from pgnfen.audit.lost_start import replays_from

    numbers = arrays_of(game) or (518, 518)
    for one, agrees in compared_starts(game):
        if agrees:
            continue
        text = game.text(one.at, one.end)
        start = str(numbers[0]) if numbers[0] == numbers[1] else f"{numbers[0]} (White) with {numbers[1]} (Black)"
        if game.start.fen is None:
            if not replays_from(game, one.number):
                continue
            message = f"{quote(text, 60)} declares the start {one.number}, and no FEN does; the moves replay from it"
            yield GameFinding(one.at, message, "FEN", None, None)
        else:
            message = f"{quote(text, 60)} declares the start {one.number}, and the FEN is the start {start}"
            yield GameFinding(one.at, message, "FEN", text, None)
