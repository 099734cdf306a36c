"""The positions of a mainline, played by python-chess, or pyffish where only that plays: as far as it can be played.

Nothing is guessed. The moves stop at one that is illegal or ambiguous, that the start denies, or at a token that nobody
can read: it may be a move; and in a comment or a variation that is never closed, for moves may be lost in it. Piece
letters of another language are read where the replay proves which it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, NamedTuple

from pgnfen.facts.halts import Halt, at_grant, at_open, at_stop, at_unreadable
from pgnfen.facts.python_reader import PythonReader
from pgnfen.fen.start import Start
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block
from pgnfen.pgn.movetext import ANY_WIDTH, Kind, Movetext, read_movetext, unclosed_comment
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.results import last_result
from pgnfen.pgn.tagpairs import decode
from pgnfen.replay.interface import Position, Replay, ReplayEngine
from pgnfen.replay.large.engine import why_unplayed

with deferred:
    from pgnfen.pgn.piece_letters import translations
    from pgnfen.replay.chess_player import starting_board
    from pgnfen.replay.large.board import FairyBoard, fairy_board
    from pgnfen.replay.large.named import named_rules

_COMMENTS = (Kind.COMMENT, Kind.LINE_COMMENT, Kind.ESCAPE)
_PLAYED = (Kind.MOVE, Kind.CASTLING, Kind.NULL, Kind.UNREADABLE)


class Mainline(NamedTuple):
    """A mainline as far as it can be played.

    `first` is the starting position (None: no engine plays it), not to be changed; `moves` are the spelling and the
    engine's own move of each ply; `halt` says why they stop, if they do.
    """

    first: Position | None
    moves: tuple[tuple[str, Any], ...]
    halt: Halt | None

    def positions(self) -> Iterator[tuple[int, str, Position]]:
        """Ply, spelling ("" of the start) and position, from the start on. The board is one, and is played on."""
        if self.first is None:
            return
        board: Position = self.first.copy(stack=False)
        yield 0, "", board
        for ply, (san, move) in enumerate(self.moves, 1):
            board.push(move)
            yield ply, san, board


class MainlineReader:
    """Reads mainlines one by one. Cost: the replay of the game, about a millisecond."""

    def __init__(self, engine: ReplayEngine) -> None:
        self.engine = engine
        self._python = PythonReader(engine)

    def read(self, raw: bytes, movetext: int, start: Start) -> Mainline:
        """The mainline of a game, whose movetext begins at a byte of `raw`.

        Where its FEN does not state the fields of a position, nothing is made up.
        """
        if start.unstated:
            return Mainline(None, (), Halt(0, f"the FEN does not contain: {', '.join(start.unstated)}"))
        if not self.engine.plays(start):
            return _unplayed(raw, movetext, start)
        replay = self._replay(raw, movetext, start)
        found = self._mainline(replay, raw, raw, movetext, {})
        if found.halt is None:
            return found
        return self._in_other_letters(raw, movetext, start) or found

    def of(self, block: Block, index: int) -> Mainline:
        """The mainline of a game of a block; of a record its position alone."""
        start = block.start(index)
        if isinstance(block, RecordBlock):
            return self.start(start)
        return self.read(block.game(index).raw, block.movetexts[index] - block.starts[index], start)

    def start(self, start: Start) -> Mainline:
        """The start alone: no move is read."""
        return self.read(b"", 0, start)

    def _replay(self, raw: bytes, movetext: int, start: Start) -> Replay:
        width = ANY_WIDTH if named_rules(start) else start.width
        return self.engine.replay(start, raw, read_movetext(raw, movetext, width))

    def _in_other_letters(self, raw: bytes, movetext: int, start: Start) -> Mainline | None:
        """The mainline in the piece letters of another language, if it can be no other, and replays to its end."""
        if start.width != 8 or not translations(raw, movetext):
            return None
        facts = self._python.in_any_letters(raw, movetext, start)
        if len(facts.readings) != 1 or not facts.whole:
            return None
        one = facts.readings[0]
        return self._mainline(self._replay(one.raw, movetext, start), raw, one.raw, movetext, one.ends)

    def _mainline(self, replay: Replay, raw: bytes, played: bytes, movetext: int, ends: dict[int, int]) -> Mainline:
        """What has been played of a replay of `played`, the game `raw` or a translation of it."""
        first, plies, halt = replay.board, replay.plies, None
        if replay.stop is not None:
            stop = replay.stop
            end = ends.get(stop.end, stop.end)
            halt = stop.at, at_stop(stop, raw[stop.at : end])
        for grant in replay.grants[:1]:
            first = _declared(replay)
            halt = grant.at, at_grant(grant)
        skipped = _unread(replay, played, movetext)
        if skipped is not None and (halt is None or skipped[0] < halt[0]):
            ply = 1 + sum(one.token.start < skipped[0] for one in plies)
            halt = skipped[0], at_unreadable(ply, raw[skipped[0] : skipped[1]])
        if halt is None and replay.marker is None:
            halt = _open_end(replay, raw)
        if halt is not None:
            plies = plies[: halt[1].ply - 1]
        moves = [(decode(raw[one.token.start : ends.get(one.token.end, one.token.end)]), one.move) for one in plies]
        return Mainline(first, tuple(moves), halt[1] if halt is not None else None)


def _unread(replay: Replay, raw: bytes, movetext: int) -> tuple[int, int] | None:
    """The bytes of the first token that was passed over, its unreadable neighbors included, but for those of a
    misspelled termination marker."""
    if not replay.skipped:
        return None
    first, limit = replay.skipped[0], len(raw)
    last = next((token for token in reversed(replay.tokens) if token.kind not in _COMMENTS), None)
    if replay.marker is None and last is not None:
        spelled = last_result(raw, movetext, last.end)
        limit = spelled[0] if spelled else limit
    end = first.end
    if first.kind is Kind.UNREADABLE:
        behind = replay.mainline[replay.mainline.index(first) :]
        end = [token.end for token in takewhile(lambda token: token.kind is Kind.UNREADABLE, behind)][-1]
    return (first.start, min(end, limit)) if first.start < limit else None


def _open_end(replay: Replay, raw: bytes) -> tuple[int, Halt] | None:
    """Where a comment or a variation begins that is never closed; the mainline has no termination marker."""
    tokens = replay.tokens
    if not tokens:
        return None
    comment = unclosed_comment(tokens[-1], raw)
    depth = 0
    for token in tokens:
        depth = depth + 1 if token.kind is Kind.OPEN else max(0, depth - (token.kind is Kind.CLOSE))
    return (tokens[-1].start, at_open(len(replay.plies) + 1, comment)) if comment or depth else None


def _declared(replay: Replay) -> Position:
    """The starting position as it is declared, not as the moves ask for."""
    if isinstance(replay.board, FairyBoard):
        board = fairy_board(replay.start)
        assert board is not None  # it has been played
        return board
    return starting_board(replay.start)


def _unplayed(raw: bytes, movetext: int, start: Start) -> Mainline:
    """What is said of a game that no engine plays."""
    if start.fen is None or start.record is None or not start.record.is_readable:
        why = "the FEN cannot be read" if start.fen is not None else "the starting position is not given"
        return Mainline(None, (), Halt(0, why))
    tokens: Movetext = read_movetext(raw, movetext, ANY_WIDTH)
    if not any(token.kind in _PLAYED for token in tokens.mainline):
        return Mainline(None, (), None)
    return Mainline(None, (), Halt(1, why_unplayed(start) or "no engine plays this start"))
