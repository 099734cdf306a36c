"""A game under the cursor: which move stands at a byte, the position behind it, the move a position belongs to."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import chess

from pgnfen.audit.auditor import Auditor
from pgnfen.facts.agreement import PLACEMENT
from pgnfen.facts.declared import Declared
from pgnfen.fen.placement import Board
from pgnfen.fen.record import read_fen
from pgnfen.fen.start import Start
from pgnfen.lazy import cached_property
from pgnfen.pgn.block import Block
from pgnfen.pgn.movetext import Kind, Token
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import TagPair, decode
from pgnfen.replay.chess_player import variation_player
from pgnfen.replay.conventions import Conventions
from pgnfen.replay.interface import Position, Replay
from pgnfen.replay.position_record import record_of
from pgnfen.replay.variations import MOVES, in_variations

_CONVENTIONS = Conventions.of("x-fen", "legal")  # as `pgnfen positions` writes them


class Shown(NamedTuple):
    """A position to be shown: bytes `start` to `end` of the game that it is of, what it is, its FEN, its board."""

    start: int
    end: int
    title: str
    fen: str
    board: Board


class GameView:
    """One game or record, read when something of it is asked for."""

    def __init__(self, block: Block, auditor: Auditor) -> None:
        self.block, self.auditor = block, auditor
        self.is_record = isinstance(block, RecordBlock)

    @cached_property
    def start(self) -> Start:
        """What the tags, or the record, say of the starting position."""
        return self.block.start(0)

    @property
    def raw(self) -> bytes:
        """Its bytes."""
        return self.block.data[: self.block.end]

    @property
    def movetext(self) -> int:
        """The byte at which movetext begins."""
        return self.block.movetexts[0] - self.block.starts[0]

    @cached_property
    def fen_pair(self) -> TagPair | None:
        """The FEN tag that counts."""
        if self.is_record or not len(self.block):
            return None
        return self.auditor.game_of(self.block.game(0)).pair("FEN")

    @cached_property
    def replay(self) -> Replay | None:
        """The moves played; None where no engine plays them from this start."""
        engine = self.auditor.reader.engine
        if self.is_record or not len(self.block) or self.start.unstated or not engine.plays(self.start):
            return None
        tokens = self.auditor.reader.python.tokens(self.raw, self.movetext, self.start.width)
        return engine.replay(self.start, self.raw, tokens)

    def shown_at(self, at: int) -> Shown | None:
        """The position to be shown for byte `at` of the game: of a record, of the FEN tag, behind a move, or of a FEN
        that a comment or a tag declares."""
        if self.is_record:
            return self._of_start(self.block.starts[0], self.block.end) if len(self.block) else None
        pair = self.fen_pair
        if pair is not None and pair.start <= at < pair.end:
            return self._of_start(pair.start, pair.end)
        if self.replay is None:
            return None
        token = next((one for one in self.replay.tokens if one.start <= at < one.end), None)
        if token is not None and token.kind in MOVES:
            return self._behind(token)
        one = self._declared_at(at)
        return _shown(one.at, one.end, "declared position", decode(self.raw[one.at : one.end])) if one else None

    def _of_start(self, start: int, end: int) -> Shown | None:
        record = self.start.record
        if record is None or record.board is None:
            return None
        title = "position" if self.is_record else "starting position"
        return Shown(start, end, title, self.start.fen or "", record.board)

    def _behind(self, token: Token) -> Shown | None:
        """The position behind a move of the mainline or of a variation."""
        replay = self.replay
        assert replay is not None
        number = next((ply.number for ply in replay.plies if ply.token.start == token.start), None)
        board: Position | None = None
        if number is not None:
            board = replay.position(number)
        elif token.depth and isinstance(replay.board, chess.Board):
            for other, line, stop in in_variations(replay, partial(variation_player, self.start, self.raw)):
                if other.start == token.start:
                    board = line.here() if line is not None and stop is None and line.certain else None
                    break
        if board is None:
            return None
        fen = record_of(board, self.start, _CONVENTIONS).fen
        move = board.fullmove_number - board.turn
        dots = "..." if board.turn else "."
        return _shown(token.start, token.end, f"{move}{dots} {decode(token.text(self.raw))}", fen)

    @cached_property
    def _declared(self) -> list[Declared]:
        game = self.auditor.game_of(self.block.game(0))
        if not self.start.is_chess or game.facts.readings or self.replay is None:
            return []
        self._all = self.auditor.reader.declarations(self.raw, self.movetext, self.start, game.facts.kinds)
        return self._all.all

    def _declared_at(self, at: int) -> Declared | None:
        return next((one for one in self._declared if one.at <= at < one.end), None)

    def move_of(self, at: int) -> tuple[int, int] | None:
        """The bytes of the move that the position at byte `at` belongs to: one that a comment or a tag declares, the
        FEN tag (the first move); None where that is not known."""
        replay = self.replay
        if replay is None:
            return None
        pair = self.fen_pair
        if pair is not None and pair.start <= at < pair.end:
            return _bytes(replay, 1)
        one = self._declared_at(at)
        if one is None:
            return None
        if one.in_variation:
            return self._move_before(one.at)
        ply: int | None = one.ply
        if one.differs & PLACEMENT:
            ply = self._all.ply_of(self.raw[one.at : one.end].split()[0].decode("ascii", "replace"))
        return _bytes(replay, max(ply, 1)) if ply is not None else None

    def _move_before(self, at: int) -> tuple[int, int] | None:
        """The last move of a variation before a comment in it."""
        replay, last = self.replay, dict[int, Token]()
        assert replay is not None
        for token, line, _ in in_variations(replay, partial(variation_player, self.start, self.raw)):
            if line is None:
                continue
            if token.kind in MOVES:
                last[id(line)] = token
            elif token.start <= at < token.end:
                move = last.get(id(line))
                return (move.start, move.end) if move else None
        return None

    def comments_and_variations(self) -> list[tuple[int, int, bool]]:
        """Bytes of each comment and variation; whether it is a comment."""
        found: list[tuple[int, int, bool]] = []
        begun: list[int] = []
        for token in self.auditor.reader.python.tokens(self.raw, self.movetext, self.start.width).tokens:
            if token.kind is Kind.COMMENT:
                found.append((token.start, token.end, True))
            elif token.kind is Kind.OPEN:
                begun.append(token.start)
            elif token.kind is Kind.CLOSE and begun:
                found.append((begun.pop(), token.end, False))
        return found


def _bytes(replay: Replay, ply: int) -> tuple[int, int] | None:
    if not 0 < ply <= len(replay.plies):
        return None
    token = replay.plies[ply - 1].token
    return token.start, token.end


def _shown(start: int, end: int, title: str, fen: str) -> Shown | None:
    board = read_fen(fen).board
    return Shown(start, end, title, fen, board) if board is not None else None
