"""Random games in clean PGN: every tag, number and marker right, written by python-chess, kept as tokens."""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass, field

import chess
import chess.pgn
from random_starts import RandomStart, choose_move, is_dead, random_start

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
NAMES = ("Carlsen, Magnus", "Polgár, Judit", "O'Kelly", 'Smith "Jr"', "N. N.", "?")
COMMENTS = ("a move [%clk 0:01:02]", "better is 12. Nf3", "!", "(not a variation)", "1-0 it might be", "ü ½", "x")


@dataclass(slots=True)
class Token:
    """A piece of movetext: `kind` number, san, nag, comment, open, close or result; `ply` of the mainline, from 1;
    `board`, of a move in a variation: the position before it."""

    kind: str
    text: str
    ply: int
    depth: int
    board: chess.Board | None = None


@dataclass(slots=True)
class PgnGame:
    """A game that can be written: the start and the moves that it has, its tag pairs and its movetext.

    `head`, `tail`: bytes before and behind it. Faults change a copy of it; `start`, `moves` and `result` keep what is
    right.
    """

    start: RandomStart
    moves: list[chess.Move]
    result: str
    tags: list[tuple[str, str]]
    tokens: list[Token]
    columns: int
    line_end: str
    head: bytes = b""
    tail: bytes = b""
    boards: list[chess.Board] = field(default_factory=list)

    def draft(self) -> PgnGame:
        """A copy whose tags and tokens may be changed."""
        made = copy.copy(self)
        made.tags = list(self.tags)
        made.tokens = [copy.copy(token) for token in self.tokens]
        return made

    # --- tags

    def tag(self, name: str) -> str | None:
        return next((value for key, value in self.tags if key == name), None)

    def at(self, name: str) -> int:
        return next(i for i, (key, _) in enumerate(self.tags) if key == name)

    def set_tag(self, name: str, value: str) -> None:
        if self.tag(name) is None:
            self.tags.append((name, value))
        else:
            self.tags[self.at(name)] = (name, value)

    def drop_tag(self, name: str) -> None:
        self.tags = [pair for pair in self.tags if pair[0] != name]

    @property
    def fen(self) -> list[str]:
        """The fields of the FEN; empty where there is none."""
        return (self.tag("FEN") or "").split(" ") if self.tag("FEN") else []

    def set_field(self, index: int, text: str) -> None:
        fields = self.fen
        fields[index] = text
        self.set_tag("FEN", " ".join(fields))

    # --- movetext

    def mainline(self, kind: str) -> list[Token]:
        return [token for token in self.tokens if token.kind == kind and token.depth == 0]

    @property
    def sans(self) -> list[str]:
        return [token.text for token in self.mainline("san")]

    def before(self, ply: int) -> chess.Board:
        """The position before a ply (from 1); one more than the plies: the final position. Not to be changed."""
        if not self.boards:
            board = self.start.board.copy()
            self.boards = [board.copy(stack=False)]
            for move in self.moves:
                board.push(move)
                self.boards.append(board.copy(stack=False))
        return self.boards[ply - 1]

    @property
    def outcome(self) -> str | None:
        """The result that mate or stalemate asks for."""
        final = self.before(len(self.moves) + 1)
        if final.is_checkmate():
            return "0-1" if final.turn else "1-0"
        return "1/2-1/2" if final.is_stalemate() else None

    def movetext(self) -> str:
        lines, line = [], ""
        for token in self.tokens:
            word = token.text
            if line and len(line) + 1 + len(word) > self.columns:
                lines.append(line.removesuffix("\n"))  # of a comment to the end of the line
                line = word
            else:
                line = f"{line} {word}" if line else word
        return "\n".join([*lines, line]) if line else "\n".join(lines)

    def data(self) -> bytes:
        pairs = "".join(f'[{name} "{value}"]\n' for name, value in self.tags)
        text = f"{pairs}\n{self.movetext()}\n" if pairs else f"{self.movetext()}\n"
        line_end = self.line_end.encode()
        head, tail = self.head.replace(b"\n", line_end), self.tail.replace(b"\n", line_end)
        return head + text.encode().replace(b"\n", line_end) + tail


class _Recorder(chess.pgn.StringExporter):
    """python-chess's exporter, noting of each token what it is."""

    def __init__(self) -> None:
        super().__init__(columns=None)
        self.tokens: list[Token] = []
        self.ply = 0

    def write_token(self, token: str) -> None:
        text, kind = token.rstrip(), "san"
        if text.endswith("."):
            kind = "number"
        elif text in ("(", ")"):
            kind = "open" if text == "(" else "close"
        elif text.startswith("{"):
            kind = "comment"
        elif text.startswith("$"):
            kind = "nag"
        elif text in RESULTS:
            kind = "result"
        self.tokens.append(Token(kind, text, self.ply, self.variation_depth))

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        if self.variation_depth == 0:
            self.ply += 1
        super().visit_move(board, move)
        if self.variation_depth:
            self.tokens[-1].board = board.copy(stack=False)


def random_game(rng: random.Random, kind: str | None = None, least: int = 0, most: int = 60) -> PgnGame:
    """A game from a start of that kind, or of any, of at least so many plies where it does not end before."""
    start = random_start(rng, kind)
    board = start.board.copy()
    moves: list[chess.Move] = []
    for _ in range(rng.randint(least, most)):
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock > 140 or is_dead(board):
            break
        move = choose_move(rng, board, legal)
        board.push(move)
        moves.append(move)
    ended = None
    if not any(board.legal_moves):
        ended = ("0-1" if board.turn else "1-0") if board.is_check() else "1/2-1/2"
    elif is_dead(board):
        ended = "1/2-1/2"
    return written_game(rng, start, moves, ended or rng.choice(RESULTS))


def written_game(rng: random.Random, start: RandomStart, moves: list[chess.Move], result: str) -> PgnGame:
    """The moves as a game with tags, at times with comments and variations."""
    tokens = game_tokens(rng, start, moves, result)
    if rng.random() < 0.1:
        at = rng.randrange(len(tokens))
        tokens.insert(at, Token("comment", "; to the end of the line\n", tokens[at].ply, tokens[at].depth))
    tags = _tags(rng, start, moves, result)
    head = rng.choice((b"", b"", b"", b"\xef\xbb\xbf", b"% escaped\n\n", b"{ of all games }\n\n"))
    line_end = rng.choice(("\n", "\n", "\n", "\r\n"))
    return PgnGame(start, moves, result, tags, tokens, rng.choice((80, 80, 10_000)), line_end, head)


def _tags(rng: random.Random, start: RandomStart, moves: list[chess.Move], result: str) -> list[tuple[str, str]]:
    names = [name.replace('"', '\\"') for name in rng.choices(NAMES, k=2)]
    tags = [
        ("Event", rng.choice(("?", "Test", "a [b] c"))), ("Site", "?"), ("Date", "2026.??.??"), ("Round", "1"),
        ("White", names[0]), ("Black", names[1]), ("Result", result),
    ]  # fmt: skip
    if rng.random() < 0.5:
        tags.append(("PlyCount", str(len(moves))))
    if start.variant is not None:
        tags.append(("Variant", start.variant))
    elif rng.random() < 0.15:
        tags.append(("Variant", "Standard" if start.fen is None else rng.choice(("Standard", "From Position"))))
    if start.fen is not None:
        tags += [("SetUp", "1"), ("FEN", start.fen)]
    elif rng.random() < 0.1:
        tags.append(("SetUp", "0"))
    return tags


def game_tokens(rng: random.Random, start: RandomStart, moves: list[chess.Move], result: str) -> list[Token]:
    game = chess.pgn.Game()
    game.setup(start.board)
    node: chess.pgn.GameNode = game
    rich = rng.random() < 0.4
    for move in moves:
        if rich and rng.random() < 0.15 and not node.variations:
            _vary(rng, node, move)
        else:
            node.add_variation(move)
        node = node.variations[0]
        if rich and rng.random() < 0.1:
            node.comment = rng.choice(COMMENTS)
        if rich and rng.random() < 0.1:
            node.nags.add(rng.randint(1, 139))
    game.headers["Result"] = result
    recorder = _Recorder()
    game.accept(recorder)
    return recorder.tokens


def _vary(rng: random.Random, node: chess.pgn.GameNode, move: chess.Move) -> None:
    """The move of the mainline, and beside it a variation of a few plies, at times with one inside."""
    node.add_main_variation(move)
    board = node.board()
    others = [other for other in board.legal_moves if other != move]
    if not others:
        return
    line: chess.pgn.GameNode = node.add_variation(rng.choice(others))
    for _ in range(rng.randint(0, 4)):
        legal = list(line.board().legal_moves)
        if not legal:
            return
        if len(legal) > 1 and rng.random() < 0.2:
            one, two = rng.sample(legal, 2)
            line.add_variation(one)
            line.add_variation(two)
            line = line.variations[0]
        else:
            line = line.add_variation(rng.choice(legal))
