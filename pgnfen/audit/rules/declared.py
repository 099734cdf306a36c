"""D: what a game declares of its moves: positions on the way, their number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pgnfen.audit.finding import GameFinding
from pgnfen.audit.rule import rule
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import quote
from pgnfen.lazy import deferred, regex

with deferred:
    from pgnfen.audit.declared_start import arrays_of, compared_starts
    from pgnfen.audit.lost_start import replays_from
    from pgnfen.fen.record import read_fen

if TYPE_CHECKING:
    from pgnfen.audit.game import Game


@rule("D108", "declared-unreadable", "warning", reads=Fact.DECLARED_UNREADABLE)
def declared_unreadable(game: Game) -> Iterator[GameFinding]:
    """A comment (`fen=...`, `[%fen ...]`) or a tag such as CurrentPosition should contain a position, but its text is
    not a FEN.

    A rank, a field or a counter is missing, there is extra text, or the text is something completely different.

    After `[%fen`, after `fen=` and in a tag, the rule reports any text that is not a FEN. After `fen=` without quotes,
    words may follow a FEN of four or six fields. After `Final position`, `Current position` and `FEN:`, and if the text
    is the whole comment, the rule reports only text that looks like a FEN: four or more ranks with slashes between
    them, of which at most two do not have eight squares.

    A text with eight ranks is still compared with the position if its other fields have the form of a FEN (a letter; up
    to four letters or `-`; a square or `-`; numbers). D101 to D106 then report the differences, not this rule.

    The rule ignores an empty value, `?`, `-`, variants other than Chess960, and comments after an illegal or unreadable
    move.

    Example:
        [CurrentPosition "rnbqkbnr/pppppppp/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"]

        1. e4 *
    """
    for one in game.facts.of(Fact.DECLARED_UNREADABLE):
        text = game.text(one.at, one.end)
        record = read_fen(" ".join(text.replace(";", " ").split()))  # it may stand on several lines
        faults = [fault.message for fault in record.faults if fault.code != "F101" or len(text.split()) != 4]
        why = f": {faults[0]}" if faults and text.count("/") > 2 else ""
        message = f"{quote(text, 60)} declares a position, but its value is not a FEN{why}"
        yield GameFinding(one.at, message, "FEN", text, None)


@rule("D202", "annotated-clock", "info", trigger=b"R50=", replay=True, by_name=True)
def annotated_clock(game: Game) -> Iterator[GameFinding]:
    """A comment written by a tournament program (`R50=49`: moves left under the fifty-move rule) does not agree with
    the halfmove clock.

    If the halfmove clock is N, then N/2 of the fifty moves, rounded up, are used. Programs differ: some reset the
    count when a castling right is lost, but the rules of chess do not.

    Example:
        1. Nf3 {d=12, R50=50} Nf6 {d=12, R50=49} *
    """
    if game.plies is None:
        return
    for one in game.annotated_clocks:
        if one.declared != one.expected:
            message = (

                    f"R50={one.declared} means that {one.expected} moves are left under the fifty-move rule, "
                    f"but the halfmove clock is {one.clock}"

            )
            yield GameFinding(one.at, message, "R50", str(one.declared), str(one.expected), one.ply)


@rule("D201", "ply-count", "warning", "safe", reads=Fact.PLY_COUNT_DIFFERS, replay=True, by_moves=True)
def ply_count(game: Game) -> Iterator[GameFinding]:
    """The PlyCount tag is different from the number of plies played (PGN 1994 section 9.9.3).

    The rule ignores a game if not all of its moves can be read and played.

    Example:
        [PlyCount "4"]

        1. e4 e5 2. Nf3 *
    """
    pair, plies = game.pair("PlyCount"), game.plies
    if pair is None or plies is None or pair.value.strip() in ("", "?", str(plies)):
        return
    message = f'the PlyCount tag is "{pair.value}", but the game has {plies} plies'
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
    """A tag or a comment names a different start number or starting position than the FEN.

    The rule reads numbers in the tags ScharnaglNumber, Scharnagl, Chess960Position, StartPositionNumber and SP. It also
    reads the tags Event, Site, Opening and Variation, and comments before the first move. There it accepts three forms:
    the eight letters of one of the 960 starting positions, if the text has nothing else (`BBQNNRKR`); a number after
    `Scharnagl` or `Chess960 position` (`Chess960 position 12`); and, in Chess960 games, a number after `SP` or `start
    position` (`Round 2, SP 353`). A number must be the end of the text, or be followed by punctuation.

    The number matches if it is the number of White's or of Black's starting position (in double Chess960 they may
    differ), or one higher, because some programs count from 1. The rule ignores games that do not start from one of the
    960 positions. In a game without FEN, SetUp and Variant tags, the rule reports the number only if the moves are
    illegal from the standard starting position and legal from the declared one.

    Example:
        [Event "Chess960 position 12"]
        [SetUp "1"]
        [Variant "Chess960"]
        [FEN "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1"]

        1. Na3 Na6 *
    """
    for one, agrees in compared_starts(game):
        if agrees:
            continue
        numbers = arrays_of(game) or (518, 518)
        text = game.text(one.at, one.end)
        start = str(numbers[0]) if numbers[0] == numbers[1] else f"{numbers[0]} (White) with {numbers[1]} (Black)"
        if game.start.fen is None:
            if not replays_from(game, one.number):
                continue
            message = (
                f"{quote(text, 60)} declares the starting position {one.number}, but no FEN does; the moves "
                "are legal from it"
            )
            yield GameFinding(one.at, message, "FEN", None, None)
        else:
            message = (
                f"{quote(text, 60)} declares the starting position {one.number}, but the FEN is the starting "
                f"position {start}"
            )
            yield GameFinding(one.at, message, "FEN", text, None)
