"""The shapes in which archives come, made of clean games: the same seed makes the same file."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

import chess

Make = Callable[[list["Game"], random.Random], Iterator[bytes]]

SAN = re.compile(rb"(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?)[+#]?")
PLY_COUNT = re.compile(rb"\[PlyCount [^\n]*\n")
MARKER = re.compile(rb"\s+(?:1-0|0-1|1/2-1/2|\*)\s*$")
RESULT = re.compile(rb'(?<=\[Result ")[^"]*')
SETUP = re.compile(rb"\[SetUp [^\n]*\n")
FEN = re.compile(rb'\[FEN "([^"]*)"\]\n')
PLAYER = re.compile(rb'(?<=\[)(White|Black) "[^"]*"')
NAMES = ("Jörg Müller", "Ødegård, Åse", "Peña, José", "Þórsson, Friðrik", "Lefèvre, Zoë", "Königsberg, Jürgen")
SHORTEST = 12  # plies
FIRST, LAST, REST = 1, 40, 20  # plies: where a game may be cut, and how much of it is left at most


class Game(NamedTuple):
    """A clean game: tags with the empty line behind them, movetext with what follows it."""

    tags: bytes
    moves: bytes

    @classmethod
    def of(cls, raw: bytes) -> Game:
        """The parts of a game as it stands in its file."""
        tags, gap, moves = raw.partition(b"\n\n")
        return cls(tags + gap, moves)

    def board(self) -> chess.Board:
        """Where it starts."""
        fen = FEN.search(self.tags)
        return chess.Board(fen[1].decode() if fen else chess.STARTING_FEN, chess960=b'"Chess960"' in self.tags)


def games_of(raws: list[bytes]) -> list[Game]:
    """In mixed order, so that a small file has games of every kind too; short ones have no middle to spoil."""
    games = [game for game in map(Game.of, raws) if len(SAN.findall(game.moves)) >= SHORTEST]
    random.Random(0).shuffle(games)
    return games


def each(change: Callable[[Game, random.Random], bytes]) -> Make:
    """A shape that each game has by itself."""

    def make(games: list[Game], luck: random.Random) -> Iterator[bytes]:
        for number in count():
            yield change(games[number % len(games)], luck)

    return make


def named(encoding: str) -> Make:
    """Players whose names need more than ASCII."""

    def change(game: Game, luck: random.Random) -> bytes:
        def name(match: re.Match[bytes]) -> bytes:
            return b'%s "%s"' % (match[1], luck.choice(NAMES).encode(encoding))

        return PLAYER.sub(name, game.tags) + game.moves

    return each(change)


def one_line(game: Game, luck: random.Random) -> bytes:
    """The movetext on one line."""
    return game.tags + b" ".join(game.moves.split()) + b"\n\n"


def commented(game: Game, luck: random.Random) -> bytes:
    """A comment and a NAG behind about each second move, the clock or what an engine said."""
    ply = int(game.board().turn == chess.BLACK)

    def comment(match: re.Match[bytes]) -> bytes:
        nonlocal ply
        ply += 1
        if luck.random() < 0.5:
            return match[0]
        clock = b"[%%clk 0:%02d:%02d]" % (luck.randrange(60), luck.randrange(60))
        said = clock if luck.random() < 0.5 else b"[%%eval %.2f] %s" % (luck.uniform(-3, 3), clock)
        # Behind a comment Black's move has its number again, as Lichess writes it.
        number = b" %d..." % ((ply + 1) // 2) if ply % 2 else b""
        return b"%s $%d { %s }%s" % (match[0], luck.randint(1, 6), said, number)

    return game.tags + SAN.sub(comment, game.moves)


def result_wrong(game: Game, luck: random.Random) -> bytes:
    """A Result tag that contradicts the marker."""
    return RESULT.sub(lambda match: b"0-1" if match[0] == b"1-0" else b"1-0", game.tags) + game.moves


def zero_castling(game: Game, luck: random.Random) -> bytes:
    """0-0 and 0-0-0 for O-O and O-O-O."""
    return game.tags + SAN.sub(lambda match: match[0].replace(b"O", b"0"), game.moves)


def standard_of(games: list[Game]) -> list[Game]:
    """The games from the standard array."""
    return [game for game in games if not FEN.search(game.tags)]


def no_tags(games: list[Game], luck: random.Random) -> Iterator[bytes]:
    """Movetext alone, of games from the standard array."""
    standard = standard_of(games)
    for number in count():
        yield standard[number % len(standard)].moves


def illegal_move(game: Game) -> bytes:
    """The game with a well-formed but illegal move in its middle."""
    sans = list(SAN.finditer(game.moves))
    board, middle = game.board(), sans[len(sans) // 2]
    for san in sans[: len(sans) // 2]:
        board.push_san(san[0].decode())
    for square in "h5", "a4", "d5", "e4", "a8", "h1":
        try:
            board.parse_san(f"K{square}")
        except chess.IllegalMoveError:
            wrong = f"K{square}".encode()
            return game.tags + game.moves[: middle.start()] + wrong + game.moves[middle.end() :]
    raise AssertionError("no king goes to all of these squares")


def illegal(every: int) -> Make:
    """One game in so many has an illegal move."""

    def make(games: list[Game], luck: random.Random) -> Iterator[bytes]:
        broken: dict[Game, bytes] = {}
        for number in count():
            game = games[number % len(games)]
            if number % every:
                yield game.tags + game.moves
            else:
                if game not in broken:
                    broken[game] = illegal_move(game)
                yield broken[game]

    return make


def cut(game: Game, plies: list[int]) -> Iterator[bytes]:
    """The game from its positions after so many plies on, 20 plies at most of each."""
    sans = [san[0].decode() for san in SAN.finditer(game.moves)]
    board, marker = game.board(), game.moves.split()[-1]
    tags = PLY_COUNT.sub(b"", game.tags).rstrip(b"\n")  # it is that of the whole game
    for ply, san in enumerate(sans[: plies[-1] + 1]):
        if ply in plies:
            setup = f'\n[SetUp "1"]\n[FEN "{board.fen()}"]\n\n'.encode()
            yield tags + setup + written(board, sans[ply : ply + REST]) + b" " + marker + b"\n\n"
        board.push_san(san)


def written(board: chess.Board, sans: list[str]) -> bytes:
    """Moves with their numbers, five to a line."""
    out, number, white = [], board.fullmove_number, board.turn
    for index, san in enumerate(sans):
        mark = f"{number}. " if white else f"{number}... " if not index else ""
        out.append(f"{mark}{san}")
        number, white = number + (not white), not white
    return "\n".join(" ".join(out[at : at + 10]) for at in range(0, len(out), 10)).encode()


def own_fens(games: list[Game], luck: random.Random) -> Iterator[bytes]:
    """Nearly every game from a start that no other game has: positions within games from the standard array."""
    standard = standard_of(games)
    for number in count():
        yield from cut(standard[number % len(standard)], sorted(luck.sample(range(FIRST, LAST + 1), 5)))


def faulty(share: float, *changes: Callable[[Game, random.Random], bytes]) -> Make:
    """Each of some changes in such a share of the games, one change a game at most."""

    def change(game: Game, luck: random.Random) -> bytes:
        number = int(luck.random() / share)
        return changes[number](game, luck) if number < len(changes) else plain(game, luck)

    return each(change)


def unreadable_fen(game: Game, luck: random.Random) -> bytes:
    """A FEN of seven ranks, the same in all games."""
    fen = b'[FEN "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n'
    return FEN.sub(b"", game.tags)[:-1] + fen + b"\n" + game.moves


def open_comment(game: Game, luck: random.Random) -> bytes:
    """A comment in the middle that is never closed."""
    middle = list(SAN.finditer(game.moves))[len(SAN.findall(game.moves)) // 2].end()
    return game.tags + game.moves[:middle] + b" {better was another move" + game.moves[middle:]


def quote_in_tag(game: Game, luck: random.Random) -> bytes:
    """A quotation mark inside a player's name."""
    return PLAYER.sub(rb'\1 "Robert "Bobby" James"', game.tags, count=1) + game.moves


def plain(game: Game, luck: random.Random) -> bytes:
    """The game as it is."""
    return game.tags + game.moves


NINE = (
    result_wrong,
    zero_castling,
    unreadable_fen,
    open_comment,
    quote_in_tag,
    lambda game, luck: game.tags + MARKER.sub(b"\n\n", game.moves),
    lambda game, luck: illegal_move(game),
    lambda game, luck: PLY_COUNT.sub(b"", game.tags)[:-1] + b'[PlyCount "7"]\n\n' + game.moves,
    lambda game, luck: PLAYER.sub(rb"\1 \"J?rg\"", game.tags).replace(b"J?rg", b"J\xf6rg") + game.moves,
)
"""Faults of different kinds, as an archive of many sources has them."""

SHAPES: dict[str, Make] = {
    "clean": each(plain),
    "crlf": each(lambda game, luck: (game.tags + game.moves).replace(b"\n", b"\r\n")),
    "utf-8": named("utf-8"),
    "latin-1": named("latin-1"),
    "one-line": each(one_line),
    "comments": each(commented),
    "result-wrong": each(result_wrong),
    "no-tags": no_tags,
    "zero-castling": each(zero_castling),
    "illegal-20": illegal(20),
    "illegal-5": illegal(5),
    "illegal-all": illegal(1),
    "no-marker": each(lambda game, luck: game.tags + MARKER.sub(b"\n\n", game.moves)),
    "own-fens": own_fens,
    "unreadable-fen": faulty(0.2, unreadable_fen),
    "open-comment": faulty(0.2, open_comment),
    "quote-in-tag": faulty(0.2, quote_in_tag),
    "nine-faults": faulty(0.05, *NINE),
    "no-setup": each(lambda game, luck: SETUP.sub(b"", game.tags) + game.moves),
}


def write(shape: str, games: list[Game], size: int, path: Path) -> int:
    """Write a file of that shape, of `size` bytes and the rest of the last game; the number of its games."""
    number = 0
    made = SHAPES[shape](games, random.Random(shape))
    with path.open("wb") as file:
        while file.tell() < size:
            file.write(next(made))
            number += 1
    return number
