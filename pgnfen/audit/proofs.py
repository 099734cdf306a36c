"""What the positions that a game declares prove, where they agree with each other and not with its start or its moves.

Start and declared positions part the moves. A part whose moves do not lead from the position before it to that behind
it holds a fault: of its moves, or of the start, if it is the first. A position that is wrong breaks two parts, and the
moves lead past it; of that nothing is said here (rules D101 to D106 do).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import chess

from pgnfen.audit.edits import Edit, apply
from pgnfen.audit.read_game import ReadGame
from pgnfen.facts.agreement import differs, rights_named
from pgnfen.facts.declared_text import in_comment, in_tags, lines_end, may_declare, text_of
from pgnfen.facts.kinds import Fact
from pgnfen.pgn.layout import RESULT, read_header
from pgnfen.pgn.movetext import Kind, Token, read_number
from pgnfen.replay.between import Change, changes_between, leads_to
from pgnfen.replay.chess_player import starting_board
from pgnfen.replay.find import find_move
from pgnfen.replay.san import San, read_san

if TYPE_CHECKING:
    from pgnfen.facts.facts import Facts
    from pgnfen.pgn.tagpairs import TagSection

Kinds = Literal["missing", "move", "start"]

_UNSURE = Fact.OPEN_COMMENT | Fact.OPEN_VARIATION | Fact.STRAY_PARENTHESIS | Fact.UNREADABLE | Fact.BEHIND_MARKER
_MOVES = (Kind.MOVE, Kind.CASTLING, Kind.NULL)
_MOST = 600  # moves of a game that is looked at
_MOST_BROKEN = 2  # parts with a fault
_OF_TWO_MOVES = 3  # squares at least on which a position differs where two moves are swapped
_SHOWN = 2  # declared positions that have to say the same against the FEN
_NO_MATTER = chess.STATUS_BAD_CASTLING_RIGHTS | chess.STATUS_INVALID_EP_SQUARE
_RIGHTS = (chess.BB_H1, chess.BB_A1, chess.BB_H8, chess.BB_A8)


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


class _Asked(ReadGame, Protocol):
    """A game that can be read with another FEN; a Game."""

    @property
    def section(self) -> TagSection: ...
    def facts_with(self, index: int, text: str) -> Facts | None: ...


class _Node(NamedTuple):
    """A position that is declared behind so many moves; byte -1: the start. `counted`: its fullmove number is too."""

    moves: int
    board: chess.Board
    at: int
    counted: bool
    fields: tuple[str, ...] = ()


def proofs(game: _Asked) -> tuple[Proof, ...]:
    """What the declared positions prove; nothing in variants, in games with faults of structure, with the piece letters
    of another language, or that declare the positions before the moves.

    Costs a walk over the moves; where a part does not lead on, a search of at most about a tenth of a second.
    """
    facts = game.facts
    kinds = facts.kinds
    if not game.start.is_chess or not game.reader.engine.plays(game.start) or game.explained:
        return ()
    if facts.readings or kinds & (_UNSURE | Fact.DECLARED_BEFORE):
        return ()
    if not may_declare(game.raw, game.movetext, game.reader.python.position_tags):
        return ()
    return tuple(_Parts(game).proven())


def is_borne_out(game: _Asked, index: int, text: str) -> bool:
    """Whether two declared positions or more, and all of them, and all moves hold with another field (0-based) of the
    FEN. Costs two replays."""
    facts = game.facts_with(index, text)
    if facts is None or facts.stop is not None or facts.denied or facts.kinds & (Fact.DECLARED | _UNSURE):
        return False
    return may_declare(game.raw, game.movetext, game.reader.python.position_tags) and len(_Parts(game).nodes) > _SHOWN


class _Parts:
    """The moves of a game, parted by the positions that it declares."""

    def __init__(self, game: _Asked) -> None:
        self.game = game
        tokens = game.reader.python.tokens(game.raw, game.movetext, game.start.width)
        self.mainline, self.marker = tokens.mainline, tokens.marker
        self.tokens = [token for token in self.mainline if token.kind in _MOVES]
        self.sans: list[San | None] = [
            read_san(token.text(game.raw)) if token.kind is not Kind.NULL else None for token in self.tokens
        ]
        self.start = starting_board(game.start)
        self.nodes = [_Node(0, self.start, -1, True), *self._declared(tokens.tokens, tokens.marker)]

    def _declared(self, tokens: Sequence[Token], marker: Token | None) -> Iterator[_Node]:
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

    def _node(self, moves: int, at: int, end: int) -> Iterator[_Node]:
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
            yield _Node(moves, board, at, counted, tuple(fields))

    def proven(self) -> Iterator[Proof]:
        nodes = self.nodes
        if not 1 < len(nodes) <= _MOST or not 0 < len(self.sans) <= _MOST:
            return
        broken = [at for at in range(1, len(nodes)) if not self._leads(nodes[at - 1], nodes[at])]
        if not broken:
            yield from self._fields()
            return
        passed = any(self._passed(at) for at in broken)
        if len(broken) > _MOST_BROKEN or (passed and not self._may_be_swapped(broken)):
            return
        found: list[Proof] = []
        for at in broken:
            one = self._part(nodes[at - 1], nodes[at], at)
            if one is None or not one.edits:
                if one is not None and len(broken) == 1:
                    yield one
                return
            found.append(one)
        if found[0].kind == "start" and len(found) > 1:
            return
        if passed and {one.expected for one in found} != {one.declared for one in found}:
            return  # not two moves that are swapped
        yield from self._made_safe(found)

    def _made_safe(self, found: Sequence[Proof]) -> Iterator[Proof]:
        """Missing moves are safe to write where three positions agree on them: the game then contradicts nothing that
        it says of itself."""
        sure = len(self.nodes) > _SHOWN and all(one.kind == "missing" for one in found) and self._agrees(found)
        for one in found:
            yield one._replace(safe=sure)

    def _agrees(self, found: Sequence[Proof]) -> bool:
        """Whether a game with the missing moves replays, and its positions, numbers and PlyCount are right."""
        data = apply(self.game.raw, (edit for one in found for edit in one.edits))
        header = read_header(self.game.section)  # which no missing move changes
        facts = self.game.reader.python.read(
            data, self.game.movetext, self.game.start, header.layout, header.values[RESULT]
        )
        return not facts.kinds & (Fact.DECLARED | Fact.STOP | Fact.MOVE_NUMBER | Fact.PLY_COUNT_DIFFERS)

    def _may_be_swapped(self, broken: Sequence[int]) -> bool:
        """Whether the position that the moves lead past may be right, and two moves swapped around it."""
        if len(broken) != _MOST_BROKEN or broken[1] != broken[0] + 1:
            return False
        before, node = self.nodes[broken[0] - 1], self.nodes[broken[0]]
        board = self._played(before, node)
        return board is not None and self._differing(board, node) >= _OF_TWO_MOVES

    def _played(self, one: _Node, other: _Node) -> chess.Board | None:
        """The position behind the moves between two; None where they cannot be played."""
        board = one.board.copy(stack=False)
        try:
            for token in self.tokens[one.moves : other.moves]:
                self._push(board, token)
        except ValueError:
            return None
        return board

    def _push(self, board: chess.Board, token: Token) -> chess.Move:
        """Play a move as it is written; raises ValueError where it is not legal."""
        return _pushed(board, self._text(token))

    def _text(self, token: Token) -> str:
        return token.text(self.game.raw).decode("ascii", "replace")

    @staticmethod
    def _differing(board: chess.Board, node: _Node) -> int:
        return sum(board.piece_at(at) != node.board.piece_at(at) for at in chess.SQUARES)

    def _sans(self, one: _Node, other: _Node) -> Sequence[San | None]:
        return self.sans[one.moves : other.moves]

    def _leads(self, one: _Node, other: _Node) -> bool:
        return leads_to(one.board, self._sans(one, other), other.board)

    def _passed(self, at: int) -> bool:
        """Whether the moves lead past the position before or behind a part: then that is wrong."""
        nodes = self.nodes
        behind = at + 1 < len(nodes) and self._leads(nodes[at - 1], nodes[at + 1])
        return behind or (at > 1 and self._leads(nodes[at - 2], nodes[at]))

    def _more(self, one: _Node, other: _Node) -> int:
        """By how many plies two positions are further apart than the moves between them say."""
        count = other.moves - one.moves
        if one.counted and other.counted:
            apart = 2 * (other.board.fullmove_number - one.board.fullmove_number)
            return apart + one.board.turn - other.board.turn - count
        return (count + (one.board.turn != other.board.turn)) % 2

    # --- a part that does not lead on

    def _part(self, one: _Node, other: _Node, at: int) -> Proof | None:
        """What explains that the moves between two positions do not lead from one to the other, if one thing does."""
        more = self._more(one, other)
        starts = [] if one.at >= 0 or more else list(self._starts(other))
        only = self._jump(one, other) if more == 2 else None
        tried, complete = changes_between(one.board, self._sans(one, other), other.board, more, only)
        found = self._fitting_fields(one, other, self._fitting_numbers(one, tried))
        if len(starts) == 1 and not found:
            return self._of_start(starts[0])
        if starts:
            return None
        alone = len(found) == 1 and complete and not self._wrong_fields(one, other, found[0])
        if not alone and not 0 < more <= 2:
            return None
        change = found[0]._replace(at=one.moves + found[0].at) if alone else None
        if more > 0:
            return self._missing(one, other, more, change, only)
        if change is None:
            return None
        found_one = self._other(other, change)
        board = self._played(one, other) if at == len(self.nodes) - 1 else None
        if board is None:
            return found_one
        # One position stands against one move: on one square that is more likely to be wrong.
        text = f"{found_one.text}; either may be wrong"
        several = self._differing(board, other) > 1
        return found_one._replace(text=text, expected=None, edits=()) if several else None

    def _fitting_numbers(self, one: _Node, found: Sequence[Change]) -> Sequence[Change]:
        """The changes with which the fewest move numbers are wrong."""
        wrong = [self._wrong_numbers(one, change) for change in found]
        return [change for change, count in zip(found, wrong, strict=True) if count == min(wrong)]

    def _fitting_fields(self, one: _Node, other: _Node, found: Sequence[Change]) -> Sequence[Change]:
        """The changes after which the fewest fields of the position behind them are wrong: its clock, its rights."""
        wrong = [self._wrong_fields(one, other, change) for change in found] if len(found) > 1 else [0]
        return [change for change, count in zip(found, wrong, strict=False) if count == min(wrong)]

    def _wrong_fields(self, one: _Node, other: _Node, change: Change) -> int:
        texts = [self._text(token) for token in self.tokens[one.moves : other.moves]]
        texts[change.at : change.at + change.removed] = change.moves
        board = one.board.copy(stack=False)
        for text in texts:
            _pushed(board, text)
        return differs(" ".join(other.fields).encode(), board, False).bit_count()

    def _wrong_numbers(self, one: _Node, change: Change) -> int:
        wrong, more = 0, len(change.moves) - change.removed
        for index, token in enumerate(self.tokens[one.moves :], one.moves):
            number = self._number_before(token)
            if number is not None:
                plies = index + more * (index >= one.moves + change.at)
                wrong += read_number(number.text(self.game.raw))[0] != self._number_of(one, plies)
        return wrong

    def _jump(self, one: _Node, other: _Node) -> int | None:
        """The index of the move, counted from the first of a part, before which a number is one too high."""
        wrong = self.game.facts.of(Fact.MOVE_NUMBER)
        tokens = self.tokens[one.moves : other.moves]
        for noted in wrong[:1]:
            return next((index for index, token in enumerate(tokens) if token.start > noted.at), None)
        return None

    def _missing(self, one: _Node, other: _Node, more: int, change: Change | None, only: int | None) -> Proof:
        where = _named(other)
        plies = "1 ply is" if more == 1 else f"{more} plies are"
        if change is None:
            first = one.moves + (only or 0)
            place = "" if only is None else ", before the move number that is too high"
            text = f"{plies} missing before {where}{place}; which, nothing says"
            at = self.tokens[first].start if first < len(self.tokens) else other.at
            return Proof("missing", at, first + 1, text, "movetext", None, None)
        moves = " ".join(change.moves)
        edit = self._inserted(change, one, other)
        text = f"{plies} missing here: with {moves} alone the moves lead to {where}"
        at = min(edit[0], len(self.game.raw) - 1)
        return Proof("missing", at, change.at + 1, text, "movetext", None, moves, (edit,))

    def _inserted(self, change: Change, one: _Node, other: _Node) -> Edit:
        """Missing moves stand before the comment that declares the position behind them, or before the termination
        marker; else before the next move and its number. White's have their number, if the game writes any."""
        text = self._numbered(change, one)
        if change.at == other.moves:
            at = self._place_of(other)
            blank = b"" if self.game.raw[at - 1 : at].isspace() else b" "
            return Edit(at, at, blank + text + b" ")
        move = self.tokens[change.at]
        number = self._number_before(move)
        at = number.start if number is not None else move.start
        if number is not None and len(change.moves) == 1:
            value, dots = read_number(number.text(self.game.raw))
            if dots == 1 and self._turn(one, change.at) and value == self._number_of(one, change.at):
                at, text = move.start, change.moves[0].encode()
        return Edit(at, at, text + b" ")

    def _place_of(self, node: _Node) -> int:
        """The byte of the comment that declares a position; of a final position the end of the moves."""
        comment = next((token for token in self.mainline if token.start < node.at < token.end), None)
        if comment is not None:
            return comment.start
        return self.marker.start if self.marker is not None else len(self.game.raw.rstrip())

    def _numbered(self, change: Change, one: _Node) -> bytes:
        numbers = any(token.kind is Kind.NUMBER for token in self.mainline)
        words = []
        for index, move in enumerate(change.moves, change.at):
            if numbers and self._turn(one, index):
                words.append(f"{self._number_of(one, index)}.")
            words.append(move)
        return " ".join(words).encode()

    def _turn(self, one: _Node, index: int) -> bool:
        """Whether White plays the move that is missing before this one (0-based), counted from a position before it."""
        return one.board.turn == ((index - one.moves) % 2 == 0)

    def _number_of(self, one: _Node, index: int) -> int:
        """The number of that move."""
        known = one if one.counted else self.nodes[0]
        return known.board.fullmove_number + (index - known.moves + (not known.board.turn)) // 2

    def _number_before(self, move: Token) -> Token | None:
        index = self.mainline.index(move)
        before = self.mainline[index - 1] if index else move
        return before if before.kind is Kind.NUMBER else None

    def _other(self, other: _Node, change: Change) -> Proof:
        there = self.tokens[change.at : change.at + change.removed]
        declared = " ".join(token.text(self.game.raw).decode("utf-8", "replace") for token in there)
        where = _named(other)
        if not change.moves:
            number = self._number_before(there[0])
            begin = number.start if number is not None else there[0].start
            blank = len(self.game.raw) - len(self.game.raw[there[0].end :].lstrip(b" \t\r\n"))
            text = f"{declared} stands there twice: without it the moves lead to {where}"
            return Proof(
                "move", there[0].start, change.at + 1, text, "movetext", declared, None, (Edit(begin, blank, b""),)
            )
        edits = tuple(
            Edit(token.start, token.end, move.encode()) for token, move in zip(there, change.moves, strict=True)
        )  # fmt: skip
        moves = " ".join(change.moves)
        text = f"with {moves} instead of {declared}, and with no other small change, the moves lead to {where}"
        return Proof("move", there[0].start, change.at + 1, text, "movetext", declared, moves, edits)

    # --- the start

    def _starts(self, other: _Node) -> Iterator[chess.Board]:
        """The starts that differ from the FEN's on one square, and from which the moves lead to a position. At least
        two positions have to speak for it."""
        if self.game.start.fen is None or len(self.nodes) <= _SHOWN:
            return
        node = self.nodes[0]
        sans = self._sans(node, other)
        for square, piece in self._one_square(sans, other):
            board = self.start.copy(stack=False)
            if piece is None:
                board.remove_piece_at(square)
            else:
                board.set_piece_at(square, piece)
            board.castling_rights = board.rooks & chess.BB_BACKRANKS
            board.castling_rights = rights_named(self._castling_of_start, board) or self.start.castling_rights
            if not board.status() & ~_NO_MATTER and leads_to(board, sans, other.board):
                yield board

    @property
    def _castling_of_start(self) -> str:
        record = self.game.start.record
        return (record.fields[2] if record is not None else None) or "-"

    def _one_square(self, sans: Sequence[San | None], other: _Node) -> Iterator[tuple[int, chess.Piece | None]]:
        """The squares of the start that may be wrong, each with what may stand there: where the moves can be played
        those that differ behind them, and those from which the men there have come; else all of them."""
        board, came = self.start.copy(stack=False), {square: square for square in chess.SQUARES}
        for token in self.tokens[: len(sans)]:
            try:
                move = self._push(board, token)
            except ValueError:
                break
            came[move.to_square] = came[move.from_square]
        else:
            for square in chess.SQUARES:
                meant = other.board.piece_at(square)
                if board.piece_at(square) != meant:
                    for at in {square, came[square]}:
                        if self.start.piece_at(at) != meant:
                            yield at, meant
            return
        pieces = [*(chess.Piece(kind, color) for color in chess.COLORS for kind in range(1, 6)), None]
        for square in chess.SQUARES:
            here = self.start.piece_at(square)
            if here is None or here.piece_type != chess.KING:
                yield from ((square, piece) for piece in pieces if piece != here)

    def _of_start(self, board: chess.Board) -> Proof:
        declared, expected = self.start.board_fen(), board.board_fen()
        at = next(at for at in chess.SQUARES if board.piece_at(at) != self.start.piece_at(at))
        text = f"the {len(self.nodes) - 1} declared positions agree with each other and the moves, and not with the FEN"
        square = (
            f"{_man(board.piece_at(at))} on {chess.square_name(at)}, where the FEN has {_man(self.start.piece_at(at))}"
        )
        text += f": with {square}, the moves lead to them"
        return self._of_field("piece placement", declared, expected, text)

    def _of_field(self, field: str, declared: str, expected: str, text: str) -> Proof:
        return Proof("start", self.game.raw.find(b"[FEN", 0, self.game.movetext), None, text, field, declared, expected)

    # --- the other fields of the FEN

    def _fields(self) -> Iterator[Proof]:
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
        board, found, at = self.start.copy(stack=False), [], 0
        for node in self.nodes[1:]:
            for token in self.tokens[at : node.moves]:
                try:
                    self._push(board, token)
                except ValueError:
                    return None
            at = max(at, node.moves)
            found.append(board.copy(stack=False))
        return found

    def _clock(self, declared: str | None, boards: Sequence[chess.Board]) -> Iterator[Proof]:
        first = self.start.halfmove_clock
        running = [
            int(node.fields[4]) - node.moves
            for node, board in zip(self.nodes[1:], boards, strict=True)
            if node.counted and board.halfmove_clock == first + node.moves
        ]
        if (
            declared is None
            or len(running) < _SHOWN
            or len(set(running)) != 1
            or running[0] in (first, -1)
            or running[0] < 0
        ):
            return
        text = (
            f"{len(running)} declared positions say that the halfmove clock is {running[0]} at the start, not {first}"
        )
        yield self._of_field("halfmove clock", declared, str(running[0]), text)

    def _castling(self, declared: str | None) -> Iterator[Proof]:
        """The rights with which all positions agree, if one choice of them is nearest to the FEN's."""
        if declared is None or self.start.chess960:
            return
        here = self.start.castling_rights
        meant = [
            node.board.castling_rights if rights_named(node.fields[2], node.board) is not None else -1
            for node in self.nodes[1:]
        ]
        lost = [self._kept(node.moves) for node in self.nodes[1:]]
        against = sum(right != here & kept for right, kept in zip(meant, lost, strict=True))
        if against < _SHOWN or -1 in meant:
            return
        board = self.start.copy(stack=False)
        board.castling_rights = chess.BB_CORNERS
        possible = board.clean_castling_rights()
        fitting: list[tuple[int, int]] = []
        for count in range(5):
            for chosen in combinations(_RIGHTS, count):
                rights = sum(chosen)
                if not rights & ~possible and all(one == rights & kept for one, kept in zip(meant, lost, strict=True)):
                    fitting.append(((rights ^ here).bit_count(), rights))
        fitting.sort()
        if not fitting or (len(fitting) > 1 and fitting[0][0] == fitting[1][0]):
            return
        board.castling_rights = fitting[0][1]
        expected = board.castling_xfen()
        if expected != declared:
            text = f"{against} declared positions agree with each other on the castling rights, and not with the FEN"
            yield self._of_field("castling availability", declared, expected, text)

    def _kept(self, moves: int) -> int:
        """The rights that are not lost by so many moves, whatever the start grants."""
        board = self.start.copy(stack=False)
        board.castling_rights = chess.BB_CORNERS
        board.castling_rights = board.clean_castling_rights()
        for token in self.tokens[:moves]:
            self._push(board, token)
        return board.castling_rights


def _named(node: _Node) -> str:
    return f"the position declared behind ply {node.moves}"


def _man(piece: chess.Piece | None) -> str:
    return piece.symbol() if piece else "nothing"


def _pushed(board: chess.Board, text: str) -> chess.Move:
    """Play a move in whatever spelling (`o-o`); raises ValueError where it is not legal."""
    san = read_san(text.encode("ascii", "replace"))
    move = find_move(board, san) if san is not None else board.parse_san(text)
    board.push(move)
    return move
