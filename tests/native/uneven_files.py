"""Files of games whose neighbors matter, for tests that cut them in many places."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

from mutants import Mutator, seeds

from pgnfen.pgn.blocks import read_games

CASES = sorted((Path(__file__).parents[1] / "rules").glob("*.pgn"))
_TAG = re.compile(rb"^\[(?!SetUp|FEN).*\]\r?\n", re.MULTILINE)
_MARKER = re.compile(rb"\s(?:1-0|0-1|1/2-1/2|\*)\s*\Z")
_ARRAY = b'[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n'


class Files:
    """Files of games whose neighbors matter: games without tags but a redundant FEN, without termination markers, with
    comments that stay open, and mutants."""

    def __init__(self, seed: int) -> None:
        self._pick = random.Random(seed)
        self._mutator = Mutator(seed, seeds())
        self._games = [game.raw for path in CASES for game in read_games(io.BytesIO(path.read_bytes()))]

    def file(self, games: int) -> bytes:
        """So many games, before some of which a game ends in another way than games do."""
        return b"".join(self._game() for _ in range(games))

    def _game(self) -> bytes:
        pick = self._pick
        if pick.random() < 0.4:
            return self._mutator.mutant()
        game = pick.choice(self._games)
        if len(game) > 3000:
            return game[:3000]
        if pick.random() < 0.4:
            game = _TAG.sub(b"", game)
        if pick.random() < 0.3 and b"FEN" not in game:
            game = _ARRAY + game.lstrip()
        if pick.random() < 0.3:
            game = _MARKER.sub(pick.choice((b"", b"\n", b"\n\n", b" {x\n", b" (1. e4\n\n")), game)
        return game


_FRAGMENTS = [
    " 1-0", "1-0", " *", "*\n\n", "0-1 ", "\n1/2-1/2\n", "{x}", "{x} ", "{", "} ", "(", ")", " (1. d4) ",
    "1. e4", "1. e4 e5", "e5 ", " 2. Nf3 ", " Nc6", "\n", "\n\n", "\n\n\n", "\n\n\n", "\n\n", " ", "\r\n", "$1 ",
    ";x\n", "%x\n",
    '[Event "a"]\n', '[Event "a"]\n\n', '\n\n[Event "b"]\n\n', _ARRAY.decode(), _ARRAY.decode()[:-1], '[SetUp "1"]\n',
    '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n', '[Result "1-0"]\n', '[Result "*"]\n', '[Site "?"] ',
    '[Event "no quote]\n', '[[Round "1"]]\n', '[Variant "Chess960"]\n', "1. d4 d5 2. c4 e6 ", "{fen=8/8/8} ",
    "1-0{x} 1. e4 e5 * ", "Kd4 Ke5 ",
    "1. e4 {rnbqkbnr/pppppppp/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1} e5 ", "1. e4 (1. d4 {x} d5) e5 2. Nf3 Nc6 ",
    "1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} e5 ", "1. e4 d5 2. exd6 ", "1. Sf3 d5 2. Sc3 ",
    "9. e4 e5 10. Nf3 ", 'K 1-0[t""]\n', '[SetUp""]\n',
]  # fmt: skip


def of_fragments(seed: int) -> bytes:
    """A small file of fragments in any order, so that games begin and end where games hardly do."""
    pick = random.Random(seed)
    return "".join(pick.choice(_FRAGMENTS) for _ in range(pick.choice((8, 15, 30)))).encode()
