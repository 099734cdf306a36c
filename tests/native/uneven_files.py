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
