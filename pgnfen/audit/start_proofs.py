"""What declared positions that agree with each other and with the moves prove of the FEN."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import chess

from pgnfen.audit.parts import SHOWN, Node, Parts, Proof
from pgnfen.facts.agreement import rights_named
from pgnfen.replay.between import leads_to
from pgnfen.replay.san import San

_NO_MATTER = chess.STATUS_BAD_CASTLING_RIGHTS | chess.STATUS_INVALID_EP_SQUARE
_RIGHTS = (chess.BB_H1, chess.BB_A1, chess.BB_H8, chess.BB_A8)


class StartProofs:
    """Asks the parts of a game about its start."""

    def __init__(self, parts: Parts) -> None:
        self.parts, self.game = parts, parts.game

    def boards_leading_to(self, other: Node) -> Iterator[chess.Board]:
        """The starts that differ from the FEN's on one square, and from which the moves lead to a position. At least
        two positions have to speak for it."""
        if self.game.start.fen is None or len(self.parts.nodes) <= SHOWN:
            return
        node = self.parts.nodes[0]
        sans = self.parts.sans_between(node, other)
        for square, piece in self._one_square(sans, other):
            board = self.parts.start.copy(stack=False)
            if piece is None:
                board.remove_piece_at(square)
            else:
                board.set_piece_at(square, piece)
            board.castling_rights = board.rooks & chess.BB_BACKRANKS
            board.castling_rights = rights_named(self._castling_of_start, board) or self.parts.start.castling_rights
            if not board.status() & ~_NO_MATTER and leads_to(board, sans, other.board):
                yield board

    @property
    def _castling_of_start(self) -> str:
        record = self.game.start.record
        return (record.fields[2] if record is not None else None) or "-"

    def _one_square(self, sans: Sequence[San | None], other: Node) -> Iterator[tuple[int, chess.Piece | None]]:
        """The squares of the start that may be wrong, each with what may stand there: where the moves can be played
        those that differ behind them, and those from which the men there have come; else all of them."""
        board, came = self.parts.start.copy(stack=False), {square: square for square in chess.SQUARES}
        for token in self.parts.tokens[: len(sans)]:
            try:
                move = self.parts.push(board, token)
            except ValueError:
                break
            came[move.to_square] = came[move.from_square]
        else:
            yield from self._differing_squares(board, other.board, came)
            return
        pieces = [*(chess.Piece(kind, color) for color in chess.COLORS for kind in range(1, 6)), None]
        for square in chess.SQUARES:
            here = self.parts.start.piece_at(square)
            if here is None or here.piece_type != chess.KING:
                yield from ((square, piece) for piece in pieces if piece != here)

    def _differing_squares(
        self, board: chess.Board, declared: chess.Board, came: dict[int, int]
    ) -> Iterator[tuple[int, chess.Piece | None]]:
        """The squares on which a position and the declared one differ, and those of the start from which it came."""
        for square in chess.SQUARES:
            meant = declared.piece_at(square)
            if board.piece_at(square) != meant:
                for at in {square, came[square]}:
                    if self.parts.start.piece_at(at) != meant:
                        yield at, meant

    def of_board(self, board: chess.Board) -> Proof:
        """That the FEN's piece placement should be that of the board."""
        fen, count = self.parts.start, len(self.parts.nodes) - 1
        declared, expected = fen.board_fen(), board.board_fen()
        at = next(at for at in chess.SQUARES if board.piece_at(at) != fen.piece_at(at))
        text = f"the {count} declared positions agree with each other and with the moves, but not with the FEN"
        there, here = _named(board.piece_at(at)), _named(fen.piece_at(at))
        square = f"{there} on {chess.square_name(at)}, but the FEN has {here}"
        text += f": with {square}, the moves lead to the declared positions"
        return self._of_field("piece placement", declared, expected, text)

    def _of_field(self, field: str, declared: str, expected: str, text: str) -> Proof:
        return Proof("start", self.game.raw.find(b"[FEN", 0, self.game.movetext), None, text, field, declared, expected)

    def of_fields(self) -> Iterator[Proof]:
        """Castling availability and halfmove clock, where all positions that show them say the same against the FEN."""
        record = self.game.start.record
        if record is None or len(record.fields) != 6 or self.game.facts.stop is not None or self.game.facts.denied:
            return
        boards = self._boards()
        if boards is None:
            return
        yield from self._clock(record.fields[4], boards)
        yield from self._castling(record.fields[2])

    def _boards(self) -> list[chess.Board] | None:
        """The position of the game at each declared one."""
        board, found, at = self.parts.start.copy(stack=False), [], 0
        for node in self.parts.nodes[1:]:
            for token in self.parts.tokens[at : node.moves]:
                try:
                    self.parts.push(board, token)
                except ValueError:
                    return None
            at = max(at, node.moves)
            found.append(board.copy(stack=False))
        return found

    def _clock(self, declared: str | None, boards: Sequence[chess.Board]) -> Iterator[Proof]:
        first = self.parts.start.halfmove_clock
        running = [
            int(node.fields[4]) - node.moves
            for node, board in zip(self.parts.nodes[1:], boards, strict=True)
            if node.counted and board.halfmove_clock == first + node.moves
        ]
        if declared is None or len(running) < SHOWN or len(set(running)) != 1 or running[0] == first or running[0] < 0:
            return
        clock = f"the halfmove clock is {running[0]} at the start, not {first}"
        text = f"{len(running)} declared positions show that {clock}"
        yield self._of_field("halfmove clock", declared, str(running[0]), text)

    def _castling(self, declared: str | None) -> Iterator[Proof]:
        """The rights with which all positions agree, if one choice of them is nearest to the FEN's."""
        if declared is None or self.parts.start.chess960:
            return
        here = self.parts.start.castling_rights
        meant = [
            node.board.castling_rights if rights_named(node.fields[2], node.board) is not None else -1
            for node in self.parts.nodes[1:]
        ]
        kept = [self._kept(node.moves) for node in self.parts.nodes[1:]]
        against = sum(right != here & left for right, left in zip(meant, kept, strict=True))
        if against < SHOWN or -1 in meant:
            return
        nearest = _nearest(here, self._kept(0), [*zip(meant, kept, strict=True)])
        if nearest is None:
            return
        board = self.parts.start.copy(stack=False)
        board.castling_rights = nearest
        expected = board.castling_xfen()
        if expected != declared:
            text = f"{against} declared positions agree on the castling rights, but the FEN differs"
            yield self._of_field("castling availability", declared, expected, text)

    def _kept(self, moves: int) -> int:
        """The rights that are not lost by so many moves, whatever the start grants."""
        board = self.parts.start.copy(stack=False)
        board.castling_rights = chess.BB_CORNERS
        board.castling_rights = board.clean_castling_rights()
        for token in self.parts.tokens[:moves]:
            self.parts.push(board, token)
        return board.castling_rights


def _nearest(here: int, possible: int, shown: Sequence[tuple[int, int]]) -> int | None:
    """The possible rights that fit all that is shown (the rights, of those that are kept) and are nearest to those of
    the FEN, if they are alone."""
    every = (sum(chosen) for count in range(5) for chosen in combinations(_RIGHTS, count))
    fitting = sorted(
        ((rights ^ here).bit_count(), rights)
        for rights in every
        if not rights & ~possible and all(meant == rights & kept for meant, kept in shown)
    )
    if not fitting or (len(fitting) > 1 and fitting[0][0] == fitting[1][0]):
        return None
    return fitting[0][1]


def _named(piece: chess.Piece | None) -> str:
    return piece.symbol() if piece else "nothing"
