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
    """A comment (`fen=...`, `[%fen ...]`) or a tag such as CurrentPosition has a position that is not a FEN.

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
    for one in game.facts.of(Fact.DECLARED_UNREADABLE):
        text = game.text(one.at, one.end)
        record = read_fen(" ".join(text.replace(";", " ").split()))  # it may stand on several lines
        faults = [fault.message for fault in record.faults if fault.code != "F101" or len(text.split()) != 4]
        why = f": {faults[0]}" if faults and text.count("/") > 2 else ""
        message = f"{quote(text, 60)} is declared as a position, but is not a FEN{why}"
        yield GameFinding(one.at, message, "FEN", text, None)


@rule("D202", "annotated-clock", "info", trigger=b"R50=", replay=True, by_name=True)
def annotated_clock(game: Game) -> Iterator[GameFinding]:
    """A comment of a tournament manager (`R50=49`: moves left of fifty) does not agree with the halfmove clock.

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
    message = f'the PlyCount tag is "{pair.value}", and the game has {plies} plies'
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
    """A tag or a comment names another start number or array than the FEN.

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
