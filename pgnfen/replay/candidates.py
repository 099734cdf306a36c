"""Which small change of a mainline that cannot be played on lets the rest of its moves replay.

The changes that are tried, each alone:

- the move that cannot be played is another move of the same kind of piece, or a move of another piece to the same
  square (which includes another origin, a promotion, castling for a king's move), or castling to the other side;
- one of the WINDOW moves before it differs so in one letter or digit, or any castling before it is to the other side;
- two moves in turn, or two moves in turn of one side, are swapped, there or among the moves of the WINDOW;
- one move is missing before it, or before one of the five moves before it;
- it stands there twice, and is left out.

Where only one of these leads to the end, any other move in the place of the one that cannot be played is tried too.

Every trial is counted by the moves it plays; after BOUND of them no further change is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

import chess

from pgnfen.replay.find import UNPLAYABLE, find_move
from pgnfen.replay.quick_board import DOUBT, QuickBoard, quick_board, reach, read_code
from pgnfen.replay.san import San, read_san

WINDOW: Final = 60  # plies
BOUND: Final = 6000  # moves played
NEAR: Final = 8  # plies of it that are looked at even where several changes are found already
FURTHER: Final = 8  # plies that a change has to let replay where it does not let all
_ENOUGH = 12  # changes that let all moves replay: behind so many nothing is proven, and no further one is tried

Change = Literal["move", "castling side", "swapped", "missing", "twice"]
_PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING)
_PROMOTED = ("=Q", "=N", "=R", "=B")


class Candidate(NamedTuple):
    """A change: the `removed` moves of the text from index `at` (0-based) on become `moves`, in SAN. `end` is the index
    of the first move of the text that cannot be played then, `whole` whether there is none."""

    change: Change
    at: int
    removed: int
    moves: tuple[str, ...]
    end: int
    whole: bool


class Candidates(NamedTuple):
    """The changes that were found, the likelier first, and whether all of them were tried."""

    found: tuple[Candidate, ...]
    complete: bool


class _Trial(NamedTuple):
    change: Change
    at: int
    removed: int
    moves: tuple[San, ...]
    codes: tuple[int, ...]
    end: int


def candidates(first: chess.Board, moves: Sequence[San | None], stop: int) -> Candidates:
    """The changes after which the moves go on from `first` (of standard chess or Chess960), where the one at index
    `stop` cannot be played.

    A None among the moves is what nobody can play (a null move, a token that cannot be read): the moves end there.
    """
    board = quick_board(first)
    if board is None or not 0 <= stop < len(moves) or None in moves[: stop + 1]:
        return Candidates((), True)
    last = next((index for index, san in enumerate(moves) if san is None), len(moves))
    search = _Search(moves[:last], stop)
    if not search.walk(board):
        return Candidates((), True)
    for tried in (search.here, search.castlings, search.swaps, search.missing, search.before, search.anything):
        tried()
    whole = last == len(moves)
    by_change: dict[tuple[int, int, tuple[str, ...]], Candidate] = {}
    for trial in search.best():
        candidate = search.candidate(trial, whole)
        by_change.setdefault((candidate.at, candidate.removed, candidate.moves), candidate)
    ranked = sorted(by_change.values(), key=search.rank)
    return Candidates(tuple(ranked), search.work <= BOUND and len(ranked) < _ENOUGH)


class _Search:
    """One search; `moves` can all be read, `codes` are those played up to `stop`, `boards` stand before some."""

    def __init__(self, moves: Sequence[San | None], stop: int) -> None:
        self.stop = stop
        self.moves: list[San] = [san for san in moves if san is not None]
        self.boards: dict[int, QuickBoard] = {}
        self.codes: list[int] = []
        self.trials: list[_Trial] = []
        self.work = self.through = 0

    @property
    def full(self) -> bool:
        """Whether no more is to be tried."""
        return self.work > BOUND or self.through >= _ENOUGH

    def walk(self, board: QuickBoard) -> bool:
        """Play the moves up to the stop; False where they are not what is said."""
        for index, san in enumerate(self.moves[: self.stop]):
            if index >= self.stop - WINDOW or san.kind == "castling":
                self.boards[index] = board.copy()
            played = play_on(board, san)
            if played is None:
                return False
            board, code = played
            self.codes.append(code)
        self.boards[self.stop] = board
        return True

    def attempt(self, change: Change, at: int, removed: int, moves: Sequence[San]) -> None:
        """Try a change, and keep it where it leads past the stop."""
        if self.full:
            return
        board, codes = self.boards[at].copy(), []
        for san in moves:
            self.work += 1
            played = play_on(board, san)
            if played is None:
                return
            board = played[0]
            codes.append(played[1])
        if codes and codes == self.codes[at : at + removed]:
            return  # nothing is changed
        end = at + removed
        for san in self.moves[end:]:
            self.work += 1
            played = play_on(board, san)
            if played is None:
                break
            board = played[0]
            end += 1
        if end > self.stop:
            self.trials.append(_Trial(change, at, removed, tuple(moves), tuple(codes), end))
            self.through += end == len(self.moves)

    # --- the changes

    def here(self) -> None:
        """Another move in the place of the one that cannot be played."""
        san = self.moves[self.stop]
        for other in _others(self.boards[self.stop], san):
            self.attempt("move", self.stop, 1, [other])
        if self.stop and san.text == self.moves[self.stop - 1].text:
            self.attempt("twice", self.stop, 1, ())

    def castlings(self) -> None:
        """Any castling to the other side."""
        for index, san in enumerate(self.moves[: self.stop + 1]):
            if san.kind == "castling":
                self.attempt("castling side", index, 1, [_castling(not san.kingside)])

    def swaps(self) -> None:
        """Two moves in turn, or two of one side, one of which is that which cannot be played."""
        for at in (self.stop, self.stop - 1, self.stop - 2):
            for apart in (1, 2):
                if at + apart >= self.stop:
                    self.swap(at, apart)

    def swap(self, at: int, apart: int) -> None:
        """Two moves so far apart, swapped."""
        moves = self.moves
        if at >= 0 and at + apart < len(moves):
            self.attempt("swapped", at, apart + 1, [moves[at + apart], *moves[at + 1 : at + apart], moves[at]])

    def missing(self) -> None:
        """One move that is missing."""
        for at in range(self.stop, self.stop - 6, -1):
            if at < 0 or self.full:
                return
            board, then = self.boards[at], self.moves[at]
            # A man of the side's own has to be captured first.
            own = board.sides[not board.white] & chess.BB_SQUARES[then.to] if then.kind == "move" else 0
            for san in all_moves(board, own or chess.BB_ALL):
                self.attempt("missing", at, 0, [san])

    def before(self) -> None:
        """Another move in the place of one before, or two of those swapped.

        Little would show it where hardly a move follows, and where others let all moves replay nothing is proven.
        """
        if len(self.moves) - self.stop < FURTHER:
            return
        for at in range(self.stop - 1, max(self.stop - 1 - WINDOW, -1), -1):
            if self.full or (self.through > 1 and at < self.stop - NEAR):
                return
            san = self.moves[at]
            for apart in (1, 2):
                if at + apart < self.stop:
                    self.swap(at, apart)
            if san.kind == "move":
                for other in _others(self.boards[at], san):
                    if _one_sign(san, other):
                        self.attempt("move", at, 1, [other])

    def anything(self) -> None:
        """Any move in the place of the one that cannot be played, where a single change was found: the rest of the
        moves proves little if it replays with others as well."""
        if self.through != 1:
            return
        for san in all_moves(self.boards[self.stop], chess.BB_ALL):
            self.attempt("move", self.stop, 1, [san])

    # --- what came of them

    def best(self) -> list[_Trial]:
        """The changes that let all moves replay; if there are none, those after which most do."""
        through = [trial for trial in self.trials if trial.end == len(self.moves)]
        if through:
            return through
        far = sorted((trial for trial in self.trials if trial.end - self.stop >= FURTHER), key=lambda trial: -trial.end)
        return far[:3]

    def candidate(self, trial: _Trial, whole: bool) -> Candidate:
        """A change as it is told: with its moves in SAN."""
        board, texts = self.boards[trial.at].to_board(), []
        for code, san in zip(trial.codes, trial.moves, strict=True):
            move = read_code(code, True)[0] if san.plain else find_move(board, san)
            texts.append(board.san(move))
            board.push(move)
        whole = whole and trial.end == len(self.moves)
        return Candidate(trial.change, trial.at, trial.removed, tuple(texts), trial.end, whole)

    def rank(self, candidate: Candidate) -> tuple[int, int, int, int, int, tuple[str, ...]]:
        """The likelier first: what lets more moves replay, what changes fewer signs, goes to a nearer square, is nearer
        to the stop."""
        signs, far = 1 if candidate.change in ("castling side", "swapped") else 2, 0
        if candidate.change == "move":
            old, new = self.moves[candidate.at], _read(candidate.moves[0])
            if not _same_move(old, new):
                checks = [san.text.rstrip("+#") != san.text for san in (old, new)]
                signs = 2 * distance(old.text.rstrip("+#"), new.text.rstrip("+#")) + (checks[0] is not checks[1])
                signs += 2 * (candidate.at < self.stop)
                far = chess.square_distance(old.to, new.to)
            else:
                signs, far = 0, -(new.promotion or 0)
        return -candidate.end, signs, far, self.stop - candidate.at, -candidate.removed, candidate.moves


def play_on(board: QuickBoard, san: San) -> tuple[QuickBoard, int] | None:
    """The board after the move, and the move; None where it is not legal. `board` is of no further use."""
    if san.plain and san.kind == "move" and not (san.piece == chess.PAWN and san.capture):
        code = board.play(san)
        return None if code == DOUBT else (board, code)
    before = board.copy()
    code = board.play(san) if san.plain else DOUBT
    return _judge(before, san) if code == DOUBT else (board, code)


def _judge(before: QuickBoard, san: San) -> tuple[QuickBoard, int] | None:
    """What python-chess says of a move in doubt."""
    board = before.to_board()
    try:
        move = find_move(board, san)
    except UNPLAYABLE:
        return None
    code = move.from_square | move.to_square << 6 | (move.promotion or 0) << 12
    board.push(move)
    after = quick_board(board)
    return None if after is None else (after, code)


def distance(old: str, new: str) -> int:
    """The signs that are changed, left out or added between two texts; a misspelled letter counts like an x.

    >>> distance("Nf3", "Nxf3"), distance("Qd4", "Rd5")
    (1, 2)
    """
    row = list(range(len(new) + 1))
    for index, sign in enumerate(old, 1):
        above, row[0] = row[0], index
        for place, other in enumerate(new, 1):
            above, row[place] = row[place], min(above + (sign != other), row[place] + 1, row[place - 1] + 1)
    return row[-1]


def _same_move(old: San, new: San) -> bool:
    """Whether the text means the move, and lacks the origin or the promotion, or has castling as a king's move."""
    if new.kind == "castling":
        return old.kind == "move" and old.piece == chess.KING and old.to & 7 == (6 if new.kingside else 2)
    same = (old.kind, old.piece, old.to, old.from_mask) == ("move", new.piece, new.to, old.from_mask | new.from_mask)
    return same and old.promotion in (None, new.promotion)


def _one_sign(old: San, new: San) -> bool:
    """Whether the moves differ in the piece, or in the file or the rank of the square they go to, or in the origin."""
    if new.kind == "castling":
        return False
    if old.to == new.to:
        return True
    file, rank = old.to & 7 != new.to & 7, old.to >> 3 != new.to >> 3
    return old.piece == new.piece and file != rank


def _castling(kingside: bool) -> San:
    return _read("O-O" if kingside else "O-O-O")


def _read(text: str) -> San:
    san = read_san(text.encode())
    assert san is not None
    return san


def _others(board: QuickBoard, san: San) -> Iterator[San]:
    """The moves, legal or not, that share the square or the kind of piece with a move; of a castling, king's moves."""
    own = board.sides[board.white]
    if san.kind == "castling":
        yield from _of_piece(board, chess.KING, chess.BB_ALL)
        return
    if san.kind != "move":
        return
    to = chess.BB_SQUARES[san.to] & ~own
    if to:
        for piece in _PIECES:
            yield from _of_piece(board, piece, to)
        yield from _of_pawns(board, to)
    if san.piece == chess.PAWN:
        yield from _of_pawns(board, ~to)
    else:
        yield from _of_piece(board, san.piece, ~to)
    if san.piece == chess.KING:
        yield _castling(True)
        yield _castling(False)


def all_moves(board: QuickBoard, to: int = chess.BB_ALL) -> Iterator[San]:
    """All moves to these squares, legal or not; castling among them where these are all squares."""
    for piece in _PIECES:
        yield from _of_piece(board, piece, to)
    yield from _of_pawns(board, to)
    if to == chess.BB_ALL:
        yield _castling(True)
        yield _castling(False)


def _of_piece(board: QuickBoard, piece: int, to: int) -> Iterator[San]:
    own, occupied = board.sides[board.white], board.sides[0] | board.sides[1]
    letter, names = " PNBRQK"[piece], chess.SQUARE_NAMES
    for origin in chess.scan_forward(board.pieces[piece] & own):
        targets = reach(piece, origin, occupied) & to & ~own
        for square in chess.scan_forward(targets) if targets else ():
            yield _read(letter + names[origin] + names[square])


def _of_pawns(board: QuickBoard, to: int) -> Iterator[San]:
    for text, last in _pawn_moves(board, to):
        for promoted in _PROMOTED if last else ("",):
            yield _read(text + promoted)


def _pawn_moves(board: QuickBoard, to: int) -> Iterable[tuple[str, bool]]:
    """The moves of pawns as text without a promotion, and whether there is one."""
    white, names = board.white, chess.SQUARE_NAMES
    own, other, ahead = board.sides[white], board.sides[not white], 8 if white else -8
    if board.ep >= 0:
        other |= chess.BB_SQUARES[board.ep]
    for origin in chess.scan_forward(board.pieces[chess.PAWN] & own):
        last = (origin + ahead) >> 3 in (0, 7)
        for square in (origin + ahead, origin + 2 * ahead):
            if not 0 <= square < 64 or (own | other) & chess.BB_SQUARES[square]:
                break
            if to & chess.BB_SQUARES[square] and (square == origin + ahead or origin >> 3 == (1 if white else 6)):
                yield names[square], last
        for square in chess.scan_forward(chess.BB_PAWN_ATTACKS[white][origin] & other & to):
            yield f"{names[origin][0]}x{names[square]}", last
