"""The end of moves that an electronic board recorded: kings put on squares of the center tell the result.

DGT's boards read both kings on light squares (d5, e4) as 1-0, both on dark ones (d4, e5) as 0-1, one on each as a draw;
which king stands on which does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import chess

from pgnfen.lazy import regex
from pgnfen.pgn.movetext import Kind, Token
from pgnfen.replay.san import San, read_san

if TYPE_CHECKING:
    from pgnfen.audit.read_game import ReadGame

_KING = regex(r"K[a-h]?[1-8]?x?[de][45][+#]*")
_MOST = 4  # moves of a tail
_JUMP = 3  # squares that a king on its way to another square does not slip by


class BoardTail(NamedTuple):
    """`at`: the byte of its first move; `text`: its moves; `meaning`: what it tells, in words; `spans`: its bytes, with
    the move numbers."""

    at: int
    text: str
    meaning: str
    spans: tuple[tuple[int, int], ...]


def board_tail(game: ReadGame) -> BoardTail | None:
    """The kings put on center squares at the end of a game that stops; None where its stop is anything else."""
    stop = game.facts.stop
    if stop is None or stop.reason != "illegal" or not _KING.fullmatch(stop.san):
        return None
    mainline = game.reader.python.tokens(game.played, game.movetext, game.start.width).mainline
    begin = next((index for index, token in enumerate(mainline) if token.start == stop.at), len(mainline))
    tail = mainline[begin:]
    moves = [token for token in tail if token.kind not in _SILENT]
    texts = [token.text(game.raw).decode("ascii", "replace") for token in moves]
    if not moves or len(moves) > _MOST or not all(_KING.fullmatch(text) for text in texts):
        return None
    board = chess.Board(stop.fen)
    sign = _sign(board, [read_san(text.encode()) for text in texts], _results(game))
    if sign is None:
        return None
    spans = tuple(_spans(game.raw, mainline, begin, moves))
    return BoardTail(stop.at, " ".join(texts), sign, spans)


_SILENT = (Kind.NUMBER, Kind.COMMENT, Kind.LINE_COMMENT, Kind.ESCAPE, Kind.NAG, Kind.ANNOTATION)


def _results(game: ReadGame) -> set[str]:
    return {result for result in (game.meant_result, game.meant_marker) if result not in (None, "*")}


def _sign(board: chess.Board, moves: Sequence[San | None], results: set[str]) -> str | None:
    """What the kings tell, in words; None where they may be on their way as players have them: a king that jumps two
    squares may be a misprint, unless two kings tell the very result."""
    walked = _walked(board, moves)
    if walked is None:
        return None
    kings, jump = walked
    center = [square for square in kings if square is not None and chess.BB_SQUARES[square] & chess.BB_CENTER]
    jumps, several = jump >= _JUMP, len(moves) > 1
    if len(center) < 2:
        put = jumps and not several and results in ({_told_by(center[0])}, {"1/2-1/2"})
        name = chess.square_name(center[0])
        return f"a king moved to {name} marks the end of the game on an electronic board" if put else None
    return _sign_of_two(center, jumps, several, results)


def _sign_of_two(center: Sequence[chess.Square], jumps: bool, several: bool, results: set[str]) -> str | None:
    """What two kings in the center tell; `jumps`: one has moved further than a king does, `several`: by two moves."""
    first, second = map(_told_by, center)
    tells = first if first == second else "1/2-1/2"
    fits = results == {tells}
    sure = fits and several and tells != "1/2-1/2"
    if center[0] == center[1] or not (sure or (jumps and (several or fits))):
        return None
    names = " and ".join(chess.square_name(square) for square in center)
    held = "" if fits or not results else f", but the result is {' or '.join(sorted(results))}"
    return f"kings on {names} mean {tells} on an electronic board{held}"


def _walked(board: chess.Board, moves: Sequence[San | None]) -> tuple[list[chess.Square | None], int] | None:
    """Where the kings stand after these moves, whatever squares these leave out, and the longest step of one; None
    where one cannot be read, or has no king."""
    kings, turn, longest = {color: board.king(color) for color in chess.COLORS}, board.turn, 0
    for san in moves:
        here = kings[turn]
        if san is None or here is None:
            return None
        longest = max(longest, chess.square_distance(here, san.to))
        kings[turn], turn = san.to, not turn
    return list(kings.values()), longest


def _told_by(square: chess.Square) -> str:
    """The result that a king on a square of the center stands for."""
    return "1-0" if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else "0-1"


def _spans(raw: bytes, mainline: Sequence[Token], begin: int, moves: Sequence[Token]) -> list[tuple[int, int]]:
    """The bytes of the moves, with the move numbers before them and the white space behind."""
    first = begin - 1 if begin and mainline[begin - 1].kind is Kind.NUMBER else begin
    spans = []
    for token in mainline[first:]:
        if token in moves or token.kind is Kind.NUMBER:
            end = len(raw) - len(raw[token.end :].lstrip(b" \t\r\n"))
            spans.append((token.start, end))
    return spans
