"""K: clocks and counters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pgnfen.audit.context import GameContext
from pgnfen.audit.finding import Found
from pgnfen.audit.rule import rule
from pgnfen.audit.rules._common import faults
from pgnfen.replay.interface import Indication, Ply

_PAWN_MOVE = re.compile("P?[a-h](?:x[a-h])?[1-8](?![-x:]?[a-h])")


@rule("K101", "halfmove-exceeds-game", "warning", "unsafe")
def halfmove_exceeds_game(game: GameContext) -> Iterator[Found]:
    """The halfmove clock is greater than the plies that fullmove number and active colour leave room for.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 12 3"]

        *
    """
    yield from faults(game, "K101")


@rule("K103", "counters-at-array", "warning", "safe")
def counters_at_array(game: GameContext) -> Iterator[Found]:
    """The standard array or a Chess960 start with full rights, and counters other than 0 1.

    Example:
        [SetUp "1"]
        [FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 7"]

        *
    """
    yield from faults(game, "K103")


@rule("K102", "seventy-five-move", "warning", scope="moves", replay=True)
def seventy_five_move(game: GameContext) -> Iterator[Found]:
    """The halfmove clock reaches 150 and the game goes on (FIDE's rule since 2014: such a game is drawn).

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 149 99"]

        99. Kd1 Kd7 100. Kd2 *
    """
    replay = game.replay
    if replay is None or not game.judged_as_chess:
        return
    board = replay.board.copy(stack=False)
    if board.halfmove_clock + len(replay.plies) <= 150 or not _may_reach_150(board.halfmove_clock, replay.plies):
        return
    for ply in replay.plies:
        if board.halfmove_clock >= 150:
            message = f"the halfmove clock stands at {board.halfmove_clock}, and the game goes on"
            yield Found(ply.token.start, message, "halfmove clock", ply=ply.number)
            return
        board.push(ply.move)


def _may_reach_150(clock: int, plies: tuple[Ply, ...]) -> bool:
    """Whether the clock could stand at 150 before some ply, going by what is spelled as a pawn's move."""
    for ply in plies:
        if clock >= 150:
            return True
        clock += 1
        if _PAWN_MOVE.match(ply.san):
            clock = 0
    return False


@rule("K201", "first-move-number", "warning", "unsafe", scope="moves", replay=True)
def first_move_number(game: GameContext) -> Iterator[Found]:
    """The movetext's first move number is not the FEN's fullmove number.

    Beside a fullmove number 0 both 0 and 1 are let pass: F603 has said what is wrong.

    Example:
        [SetUp "1"]
        [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 24"]

        1. e4 *
    """
    first = first_indication(game)
    if first is None or first.number is None:
        return
    expected = _fullmove(game)
    record = game.start.record
    if record is not None and record.fields[5] is None:
        return  # the FEN does not say: F101 does
    if first.number != expected and (record is None or first.number != record.fullmove):
        declared = f"the FEN's fullmove number is {expected}" if game.start.record else "the game begins at move 1"
        message = f"the first move number is {first.number}; {declared}"
        yield Found(first.token.start, message, "fullmove number", str(expected), str(first.number), ply=1)


@rule("K202", "first-move-colour", "error", "unsafe", scope="moves", replay=True)
def first_move_colour(game: GameContext) -> Iterator[Found]:
    """The dots of the first move number contradict the active colour: `1...` with White to move, `1.` with Black.

    Example:
        [SetUp "1"]
        [FEN "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"]

        1... e5 *
    """
    first = first_indication(game)
    if first is None or game.replay is None or first.number is None or not first.dots:
        return
    white = game.replay.board.turn
    if white != (first.dots == 1):
        dots = f"{first.number}" + ("." if first.dots == 1 else "...")
        declared, expected = ("w", "b") if white else ("b", "w")
        message = f'the moves begin with "{dots}", and {"White" if white else "Black"} is to move'
        yield Found(first.token.start, message, "active colour", declared, expected, ply=1)


@rule("K203", "move-number-sequence", "info", "safe", scope="moves", replay=True)
def move_number_sequence(game: GameContext) -> Iterator[Found]:
    """A later move number does not follow from the first one; the first such number of a game is reported.

    Example:
        1. e4 e5 3. Nf3 *
    """
    replay = game.replay
    if replay is None:
        return
    first = first_indication(game)
    black_first = not replay.board.turn
    base = first.number if first is not None and first.number is not None else _fullmove(game)
    wrong = []
    for indication in replay.indications:
        expected = base + (indication.ply - 1 + black_first) // 2
        if indication.ply > 1 and indication.number is not None and indication.number != expected:
            wrong.append((indication, expected))
    if wrong:
        indication, expected = wrong[0]
        more = f" (and {len(wrong) - 1} more that do not fit)" if len(wrong) > 1 else ""
        message = f"move number {indication.number} should be {expected}{more}"
        at, number = indication.token.start, str(indication.number)
        yield Found(at, message, "move number", number, str(expected), ply=indication.ply)


def first_indication(game: GameContext) -> Indication | None:
    """The indication before the first move, its dots summed where it stands in pieces (`1. ...`)."""
    parts = game.opening_indications
    numbered = [index for index, part in enumerate(parts) if part.number is not None]
    if not numbered:
        return None
    last = parts[numbered[-1]]
    return Indication(1, last.number, sum(part.dots for part in parts[numbered[-1] :]), last.token)


def _fullmove(game: GameContext) -> int:
    record = game.start.record
    return max(1, record.fullmove or 1) if record else 1
