"""K: clocks and counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pgnfen.audit.file_notes import FRAGMENTS, FileNotes, FoundInFile
from pgnfen.audit.finding import Fix, Found
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults, leaves_check, opening, unstated
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import FULLMOVE, plural
from pgnfen.regex import regex

if TYPE_CHECKING:
    from pgnfen.audit.game import Game
    from pgnfen.facts.facts import Noted
    from pgnfen.fen.record import FenRecord

_LINE_OF_FIRST_MOVE = regex(rb"(?m)^[ \t]*1[. ]")


@rule("K101", "halfmove-exceeds-game", "warning", "unsafe", reads=Fact.FEN_FAULT, replay=True)
def halfmove_exceeds_game(game: Game) -> Iterator[Found]:
    """The halfmove clock is greater than the plies that fullmove number and active colour leave room for.

    There is no repair where the first move number leaves room for it: the fullmove number is wrong then (K201).

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 12 3"]

        *
    """
    record, first = game.start.record, game.facts.first(Fact.FIRST_NUMBER)
    roomy = (
        "K201" in game.codes and record is not None and first is not None
        and 2 * (first.value - 1) + (record.active_colour == "b") >= (record.halfmove or 0)
    )  # fmt: skip
    for found in faults(game, "K101"):
        yield found._replace(expected=None, fix=None) if roomy else found


@rule("K103", "counters-at-array", "warning", "safe", reads=Fact.FEN_FAULT, replay=True)
def counters_at_array(game: Game) -> Iterator[Found]:
    """The standard array or a Chess960 start with full rights, and counters with which no game comes back to it.

    Only knights can leave it and return, and no pawn has moved: 1. Nf3 Nf6 2. Ng1 Ng8 gives 4 3. Where the fullmove
    number is wrong, the repair is unsafe if the moves have no number, and there is none if they count from another than
    1.

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


@rule("K105", "halfmove-against-last-move", "error", "unsafe", reads=Fact.FEN_FAULT)
def halfmove_against_last_move(game: Game) -> Iterator[Found]:
    """The last move must have been a capture or a pawn move, and the halfmove clock is not 0; or it cannot have been.

    The clock counts the plies since then. Counters 0 1, which stand where none are known, are not judged.

    Example:
        [SetUp "1"]
        [FEN "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 3"]

        *
    """
    yield from faults(game, "K105")


def _fragments(notes: FileNotes) -> Iterator[FoundInFile]:
    """How many positions of a file have counters 0 1 and take more plies."""
    count = notes.count(FRAGMENTS, 1)
    if count:
        place = notes.conventions[FRAGMENTS, 1][1]
        times = f"{plural(count, 'position')} with counters 0 1 {'takes' if count == 1 else 'take'} more moves"
        yield FoundInFile(place, f"{times}: they are not stated", FULLMOVE, "1")


@rule("K106", "fullmove-too-small", "error", "unsafe", reads=Fact.FEN_FAULT, replay=True, check_file=_fragments)
def fullmove_too_small(game: Game) -> Iterator[Found]:
    """The position takes more moves than the fullmove number leaves room for.

    Counted are the moves of the pawns, the fewest moves of other pieces to their squares, the captures, and the plies
    that the halfmove clock has counted since the last of them. Counters 0 1 stand where none are known, in puzzles
    above all: that is said once a file, as information. There is no repair where the moves are numbered otherwise
    (K201).

    Example:
        [SetUp "1"]
        [FEN "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 2"]

        *
    """
    found = list(faults(game, "K106"))
    number = opening(game)[0] if found else None
    for one in found:
        other = number is not None and str(number) != one.expected
        yield one._replace(expected=None, fix=None) if other else one


@rule("K102", "seventy-five-move", "warning", reads=Fact.LONG_CLOCK, replay=True)
def seventy_five_move(game: Game) -> Iterator[Found]:
    """The halfmove clock reaches 150 and the game goes on (FIDE's rule since 2014: such a game is drawn).

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 149 99"]

        99. Kd1 Kd7 100. Kd2 *
    """
    for one in () if game.explained else game.facts.of(Fact.LONG_CLOCK):
        message = f"the halfmove clock stands at {one.value}, and the game goes on"
        yield Found(one.at, message, "halfmove clock", ply=one.ply)


@rule("K201", "first-move-number", "warning", "unsafe", reads=Fact.FIRST_NUMBER, replay=True, by_moves=True)
def first_move_number(game: Game) -> Iterator[Found]:
    """The movetext's first move number is not the FEN's fullmove number.

    Where a later number goes on from the FEN's, or there is no FEN, the move number is wrong, as 0 always is; so it is
    at an array with full rights. Else the FEN is taken to be, which is safe if two declared positions or more count
    from the move number. To replace 0 is unsafe where a later line opens with move number 1: all numbers may be too low
    by one, or another game may begin there. Beside a fullmove number 0 both 0 and 1 are let pass: F603 has said what is
    wrong.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 24"]

        1. e4 *
    """
    record = game.start.record
    if game.explained or (record is not None and (record.fields[5] is None or record.fullmove is None)):
        return  # the FEN does not say: F101 or F602 does
    expected = _fullmove(game)
    unreadable = game.facts.first(Fact.UNREADABLE)
    fix: Fix | None
    for one in game.facts.of(Fact.FIRST_NUMBER):
        if unreadable is not None and unreadable.at < one.at:
            continue  # it may be a move, and the number that of the next one
        if record is not None and one.value == record.fullmove:
            continue
        if one.value == 1 and "K103" in game.codes and any(fault.code == "K103" for fault in game.start.faults):
            continue  # that the fullmove number should be 1, K103 says
        declared = f"the FEN's fullmove number is {record.fullmove}" if record else "the game begins at move 1"
        message = f"the first move number is {one.value}; {declared}"
        goes_on = _goes_on_from(game, expected)
        if goes_on or one.value == 0:
            message += ", and the next number goes on from that" if goes_on else ""
            # Where all numbers count from 0, the next is 1, and may then be that of another game's first move.
            fix = "safe" if goes_on or not _LINE_OF_FIRST_MOVE.search(game.raw, one.at) else "unsafe"
            yield Found(one.at, message, "move number", _digits(game, one), str(expected), ply=1, fix=fix)
        elif record is None:
            # Movetext alone, numbered from later on, is what follows the moves of another game.
            fix = "unsafe" if game.section.pairs else None
            number = str(expected) if fix else None
            yield Found(one.at, message, "move number", _digits(game, one), number, ply=1, fix=fix)
        elif game.is_borne_out(5, str(one.value)):
            yield _of_fen(record, one, message)._replace(fix="safe")
        elif _begins_at_array(game, record):
            number = str(expected) if expected == 1 else None  # else K103 doubts the FEN's as well
            fix = "unsafe" if number else None
            yield Found(one.at, message, "move number", _digits(game, one), number, ply=1, fix=fix)
        else:
            yield _of_fen(record, one, message)


def _begins_at_array(game: Game, record: FenRecord) -> bool:
    """Whether the start is an array with full rights, or K103 says that it is."""
    from pgnfen.fen.kind import is_full_array  # few games need it

    return is_full_array(record, game.start.kind) or any(fault.code == "K103" for fault in game.start.faults)


def _of_fen(record: FenRecord, one: Noted, message: str) -> Found:
    return Found(one.at, message, "fullmove number", str(record.fullmove), str(one.value), ply=1)


@rule("K202", "first-move-colour", "error", "unsafe", reads=Fact.FIRST_COLOUR, replay=True, fixes="start")
def first_move_colour(game: Game) -> Iterator[Found]:
    """The dots of the first move number contradict the active colour: `1...` with White to move, `1.` with Black.

    Where the moves are illegal for the one, and replay with the other, R201 says it. Where they replay as the FEN has
    it alone, or its side to move is in check, the dots are wrong, and there is no repair.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/2n5/8/8/5N2/8/4K3 w - - 0 1"]

        1... Nd4 *
    """
    for one in () if game.explained or unstated(game, 1) else game.facts.of(Fact.FIRST_COLOUR):
        white = game.facts.white_begins
        dots = f"{one.value}" + ("..." if white else ".")
        declared, expected = ("w", "b") if white else ("b", "w")
        message = f'the moves begin with "{dots}", and {"White" if white else "Black"} is to move'
        if _proves_colour(game):
            message += "; with the other side to move they do not replay"
            yield Found(one.at, message, "active colour", ply=1, fix=None)
        elif leaves_check(game, expected):
            message += ", which is in check"
            yield Found(one.at, message, "active colour", ply=1, fix=None)
        else:
            yield Found(one.at, message, "active colour", declared, expected, ply=1)


def _proves_colour(game: Game) -> bool:
    """Whether the moves replay with the active colour that is declared, and not with the other."""
    facts, start = game.facts, game.start
    if facts.stop is not None or not facts.plies or start.width != 8 or start.prefix:
        return False
    return not game.flipped_replays


@rule("K203", "move-number-sequence", "info", "safe", reads=Fact.MOVE_NUMBER, replay=True, by_moves=True)
def move_number_sequence(game: Game) -> Iterator[Found]:
    """A later move number does not follow from the first one; the first such number of a game is reported.

    The repair is unsafe where a line opens with move number 1: another game may begin there.

    Example:
        1. e4 e5 3. Nf3 *
    """
    if game.facts.kinds & Fact.FIRST_COLOUR or game.diagnosis:
        return  # who moves is not sure, and so what the numbers should be: K202, R201
    wrong: Sequence[Noted] = game.wrong_numbers
    opening = game.facts.first(Fact.FIRST_NUMBER)
    base = opening.value if opening else _fullmove(game)
    if opening and _goes_on_from(game, _fullmove(game)):
        base = _fullmove(game)
        wrong = [one for one in wrong if one.value != _number(game, base, one.ply)]
    if wrong:
        first, expected = wrong[0], _number(game, base, wrong[0].ply)
        more = f" (and {len(wrong) - 1} more that do not fit)" if len(wrong) > 1 else ""
        message = f"move number {first.value} should be {expected}{more}"
        fix: Fix = "unsafe" if any(_opens_line(game, one) for one in wrong if one.value == 1) else "safe"
        yield Found(first.at, message, "move number", _digits(game, first), str(expected), first.ply, fix=fix)


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


def _opens_line(game: Game, number: Noted) -> bool:
    """Whether nothing but blanks stands before a number on its line."""
    line = max(game.raw.rfind(b"\n", 0, number.at), game.raw.rfind(b"\r", 0, number.at))
    return not game.raw[line + 1 : number.at].strip()


def _goes_on_from(game: Game, base: int) -> bool:
    """Whether the first later number that does not follow from the movetext's first one follows from `base`."""
    later = game.facts.first(Fact.MOVE_NUMBER)
    return later is not None and later.value == _number(game, base, later.ply)
