"""What might explain that a game's moves stop: another side to move, another starting position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol

import chess

from pgnfen.facts.facts import Facts
from pgnfen.facts.kinds import Fact
from pgnfen.facts.native_reader import stated_fen
from pgnfen.facts.reader import Other, Reader
from pgnfen.fen.en_passant import square_fault
from pgnfen.fen.start import Start, read_start
from pgnfen.replay.chess_player import starting_board
from pgnfen.replay.interface import Grant


class Diagnosis(NamedTuple):
    """What explains that the moves do not replay: `code` R201, R202 or R203; `ply` where R203's position stands."""

    code: Literal["R201", "R202", "R203"]
    ply: int | None = None


class Stopped(Protocol):
    """What is asked of a game that stops; a Game."""

    reader: Reader
    movetext: int
    codes: frozenset[str]

    @property
    def start(self) -> Start: ...
    @property
    def played(self) -> bytes: ...
    @property
    def flipped_replays(self) -> bool: ...


def flipped_replays(reader: Reader, raw: bytes, movetext: int, start: Start) -> bool:
    """See Game."""
    if start.width != 8 or start.prefix:
        return False
    if "flipped" not in start.memo:
        start.memo["flipped"] = _flipped(start)
    flipped = start.memo["flipped"]
    return flipped is not None and reader.replays(raw, movetext, start, flipped)


def facts_with(reader: Reader, raw: bytes, movetext: int, start: Start, index: int, text: str) -> Facts | None:
    """The facts of the movetext where a field (0-based) of the FEN is another; None where the game is not played then.

    Costs a replay by python-chess.
    """
    record = start.record
    if record is None or None in record.fields:
        return None
    fields = [text if place == index else field or "" for place, field in enumerate(record.fields)]
    other = read_start(start.setup, " ".join(fields), start.variant_text)
    return reader.python.in_any_letters(raw, movetext, other) if reader.engine.plays(other) else None


def fitting_fen(reader: Reader, raw: bytes, movetext: int, start: Start, fens: Iterable[str]) -> str | None:
    """The one of several FENs from which alone the moves of a game replay, or, of more, the one with which the fewest
    declared positions are wrong; None where there is no move, or nothing decides. Costs a replay for each."""
    judged = []
    for fen in sorted(set(fens)):
        other = read_start(start.setup, fen, start.variant_text)
        if other.record is None or other.record.board is None or not reader.engine.plays(other):
            continue
        facts = reader.python.moves(raw, movetext, other)
        if facts.plies and facts.stop is None and not facts.skipped:
            judged.append((len(facts.of(Fact.DECLARED)) + len(facts.denied), fen))
    judged.sort()
    alone = len(judged) == 1 or (len(judged) > 1 and judged[0][0] < judged[1][0])
    return judged[0][1] if alone else None


def castles_foreign(
    reader: Reader, raw: bytes, movetext: int, start: Start, denied: Iterable[Grant], whole: bool
) -> bool:
    """See Game.proves_chess960.

    Where the start denies the castling, it is among what is denied. Where it has the right, the game does not replay
    without the rights that standard chess does not know; one whose moves are not all played (`whole`) proves nothing.
    """
    if any(grant.kind != "en-passant" and _foreign(start, grant) for grant in denied):
        return True
    if not start.chess960 or not whole:
        return False
    if "classic" not in start.memo:
        start.memo["classic"] = _classic(start)
    return not reader.replays(raw, movetext, start, start.memo["classic"])


def replays_without_en_passant(reader: Reader, raw: bytes, movetext: int, start: Start) -> bool:
    """Whether the moves replay from the start with no en passant square."""
    board = starting_board(start).copy(stack=False)
    board.ep_square = None
    other = Other(board)
    # Captures of kings python-chess alone plays.
    return reader.replays(raw, movetext, start, other) or reader.replay(raw, movetext, start, other) is not None


def _foreign(start: Start, grant: Grant) -> bool:
    king = starting_board(start).king(grant.color == "w")
    return king is None or chess.square_file(king) != 4 or grant.square[0] not in "ah"


def _classic(start: Start) -> Other:
    """The start with those rights only that standard chess knows."""
    board = starting_board(start).copy(stack=False)
    board.chess960 = False
    board.castling_rights = board.clean_castling_rights()
    return Other(board)


def _flipped(start: Start) -> Other | None:
    """The start with the other side to move; None where the side that has just moved would be in check."""
    board = starting_board(start).copy(stack=False)
    board.turn = not board.turn
    board.ep_square = None
    record, color, target = start.record, "w" if board.turn else "b", "-"
    if record is not None and record.board is not None and record.en_passant not in (None, "-"):
        stated = record.en_passant or ""  # it may fit the other side, and be what the first move captures
        if square_fault(record.board, color, stated) is None:
            board.ep_square, target = chess.parse_square(stated), stated
    return None if board.was_into_check() else Other(board, stated_fen(start, color, target))


def diagnosis(game: Stopped) -> Diagnosis | None:
    """See Game: the moves replay with the other side to move, or from the standard array, through the position that is
    declared."""
    reader, raw, movetext, start, codes = game.reader, game.played, game.movetext, game.start, game.codes
    if "R201" in codes and game.flipped_replays:
        return Diagnosis("R201")
    if start.is_standard_array:
        return None
    if not reader.replays(raw, movetext, start, _ARRAY):
        return None
    array = reader.replay(raw, movetext, start, _ARRAY)
    if array is None:
        return None
    declared = starting_board(start)
    if "R202" in codes and array.final.board_fen() == declared.board_fen():
        return Diagnosis("R202")
    board = chess.Board()
    for ply in array.plies:
        board.push(ply.move)
        if board.board_fen() == declared.board_fen() and board.turn == declared.turn:
            return Diagnosis("R203", ply.number) if "R203" in codes else None
    return None


_ARRAY = Other(chess.Board())
