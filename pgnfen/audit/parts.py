"""The moves of a game, parted by the positions that it declares, and what those can prove.

Start and declared positions part the moves. A part whose moves do not lead from the position before it to that behind
it holds a fault: of its moves, or of the start, if it is the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import chess

from pgnfen.audit.edits import Edit
from pgnfen.audit.read_game import ReadGame
from pgnfen.facts.agreement import rights_named
from pgnfen.facts.declared_text import in_comment, in_tags, lines_end, text_of
from pgnfen.pgn.movetext import Kind, Token
from pgnfen.replay.between import leads_to
from pgnfen.replay.chess_player import starting_board
from pgnfen.replay.find import find_move
from pgnfen.replay.san import San, read_san

if TYPE_CHECKING:
    from pgnfen.facts.facts import Facts
    from pgnfen.pgn.tagpairs import TagSection

Kinds = Literal["missing", "move", "start"]
SHOWN = 2
"""Declared positions that have to say the same against the FEN."""
_MOVES = (Kind.MOVE, Kind.CASTLING, Kind.NULL)


class Proof(NamedTuple):
    """What is proven: its place (a byte of the game) and ply (from 1), in words, what is expected, as edits.

    `field` and `declared` are those of the finding; `expected` is None, and there are no edits, where it is proven that
    something is wrong, and not what.
    """

    kind: Kinds
    at: int
    ply: int | None
    text: str
    field: str
    declared: str | None
    expected: str | None
    edits: tuple[Edit, ...] = ()
    safe: bool = False


class DeclaringGame(ReadGame, Protocol):
    """A game that can be read with another FEN; a Game."""

    @property
    def section(self) -> TagSection: ...
    def facts_with(self, index: int, text: str) -> Facts | None: ...


class Node(NamedTuple):
    """A position that is declared behind so many moves; byte -1: the start. `counted`: its fullmove number is too."""

    moves: int
    board: chess.Board
    at: int
    counted: bool
    fields: tuple[str, ...] = ()


class Parts:
    """The moves of a game, parted by its `nodes`: the start, and the positions that it declares."""

    def __init__(self, game: DeclaringGame) -> None:
        self.game = game
        tokens = game.reader.python.tokens(game.raw, game.movetext, game.start.width)
        self.mainline, self.marker = tokens.mainline, tokens.marker
        self.tokens = [token for token in self.mainline if token.kind in _MOVES]
        self.sans: list[San | None] = [
            read_san(token.text(game.raw)) if token.kind is not Kind.NULL else None for token in self.tokens
        ]
        self.start = starting_board(game.start)
        self.nodes = [Node(0, self.start, -1, True), *self._declared(tokens.tokens, tokens.marker)]

    def _declared(self, tokens: Sequence[Token], marker: Token | None) -> Iterator[Node]:
        raw, lines = self.game.raw, 0
        end = marker.start if marker else len(raw)
        last = []
        moves = 0
        for token in tokens:
            if token.depth or token.start < lines:
                continue
            if token.kind in _MOVES and token.start < end:
                moves += 1
            elif token.kind in (Kind.COMMENT, Kind.LINE_COMMENT):
                if token.kind is Kind.LINE_COMMENT:
                    lines = lines_end(raw, token.start)
                for found in in_comment(raw, *text_of(raw, token, lines)):
                    if found.last or token.start > end:
                        last.append(found)
                    else:
                        yield from self._node(moves, found.at, found.end)
        last += in_tags(raw, self.game.movetext, self.game.reader.python.position_tags)
        for found in last:
            yield from self._node(len(self.tokens), found.at, found.end)

    def _node(self, moves: int, at: int, end: int) -> Iterator[Node]:
        """A declared position, if a game can have it."""
        fields = self.game.raw[at:end].replace(b";", b" ").decode("ascii", "replace").split()
        board = chess.Board.empty()
        try:
            board.set_board_fen(fields[0])
        except ValueError:
            return
        board.turn = fields[1] == "w"
        board.chess960 = self.start.chess960
        board.castling_rights = board.rooks & chess.BB_BACKRANKS
        rights = rights_named(fields[2], board)
        board.castling_rights = rights or 0
        counted = len(fields) == 6
        board.fullmove_number = int(fields[5]) if counted else 1
        board.halfmove_clock = int(fields[4]) if counted else 0
        if fields[3] != "-" and fields[3] in chess.SQUARE_NAMES:
            board.ep_square = chess.parse_square(fields[3])
        if board.king(chess.WHITE) is not None and board.king(chess.BLACK) is not None:
            yield Node(moves, board, at, counted, tuple(fields))

    def played(self, one: Node, other: Node) -> chess.Board | None:
        """The position behind the moves between two; None where they cannot be played."""
        board = one.board.copy(stack=False)
        try:
            for token in self.tokens[one.moves : other.moves]:
                self.push(board, token)
        except ValueError:
            return None
        return board

    def push(self, board: chess.Board, token: Token) -> chess.Move:
        """Play a move as it is written; raises ValueError where it is not legal."""
        return pushed(board, token.text(self.game.raw))

    @staticmethod
    def squares_apart(board: chess.Board, node: Node) -> int:
        """The number of squares on which a board differs from a declared position."""
        return sum(board.piece_at(at) != node.board.piece_at(at) for at in chess.SQUARES)

    def sans_between(self, one: Node, other: Node) -> Sequence[San | None]:
        """The moves between two positions, as they are read."""
        return self.sans[one.moves : other.moves]

    def leads(self, one: Node, other: Node) -> bool:
        """Whether the moves between two positions lead from the one to the other."""
        return leads_to(one.board, self.sans_between(one, other), other.board)

    def is_passed(self, at: int) -> bool:
        """Whether the moves lead past the position before or behind a part: then that is wrong."""
        nodes = self.nodes
        behind = at + 1 < len(nodes) and self.leads(nodes[at - 1], nodes[at + 1])
        return behind or (at > 1 and self.leads(nodes[at - 2], nodes[at]))

    def is_white(self, one: Node, index: int) -> bool:
        """Whether White plays the move that is missing before this one (0-based), counted from a position before it."""
        return one.board.turn == ((index - one.moves) % 2 == 0)

    def number_of(self, one: Node, index: int) -> int:
        """The number of that move."""
        known = one if one.counted else self.nodes[0]
        return known.board.fullmove_number + (index - known.moves + (not known.board.turn)) // 2

    def number_before(self, move: Token) -> Token | None:
        """The move number right before a move; None where there is none."""
        index = self.mainline.index(move)
        before = self.mainline[index - 1] if index else move
        return before if before.kind is Kind.NUMBER else None


def pushed(board: chess.Board, text: bytes) -> chess.Move:
    """Play a move in whatever spelling (`o-o`, or with a dash of Latin-1); raises ValueError where it is not legal."""
    san = read_san(text)
    move = find_move(board, san) if san is not None else board.parse_san(text.decode("ascii", "replace"))
    board.push(move)
    return move
