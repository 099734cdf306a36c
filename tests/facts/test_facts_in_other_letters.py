"""The facts of a game in another language's piece letters are those of the same game in English ones."""

from __future__ import annotations

import io
import re

import pytest

from pgnfen.facts.facts import Facts
from pgnfen.facts.kinds import Fact
from pgnfen.facts.reader import Reader, ReadOptions
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.piece_letters import names_of

pytestmark = pytest.mark.usefixtures("reader")

GAMES = [
    '[Result "1-0"]\n[PlyCount "9"]\n\n2. f3 e5 {Nf3} 2. g4 (2. Nf3 Nc6 3. Bb5) Qh4# ,, Nf3 0-1',
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nh3 Nh6 4. Rg1 ? Rg8 5. Rh1 0-0 6. -- Qf6",
    '[SetUp "1"]\n[FEN "r3k2r/8/8/8/8/8/8/R3K2R w - - 149 99"]\n\n99. O-O O-O-O 100. Rad1 Rhe8 101. Kg2 Kb8 1/2',
    '[SetUp "1"]\n[FEN "4k3/P6P/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8=Q+ Kd7 2. h8(N) Ke7 3. Qg8 Kd6 4. Nf7+',
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 Be6 4. Bc4 (",
]
LETTERS = {
    "German": dict(zip("KQRBN", "KDTLS", strict=True)),
    "French": dict(zip("KQRBN", "RDTFC", strict=True)),
    "Russian": dict(zip("KQRBN", ("\u041a\u0440", "\u0424", "\u041b", "\u0421", "\u041a"), strict=True)),
}
_MAN = re.compile(r"\{.*?\}|([KQRBN])(?=[a-h]?x?[a-h][1-8])|(?<=[(=])([QRBN])|\x00")


def facts_of(game: bytes) -> Facts:
    [block] = read_blocks(io.BytesIO(game))
    asked = ReadOptions(sum(Fact), True, lambda start: True, None)
    [(_, _, facts)] = Reader().block(block, asked)
    return facts


def translated(game: str, letters: dict[str, str]) -> tuple[bytes, list[int]]:
    """The game in other letters, and where each byte of the English one stands there."""
    tags, blank, movetext = game.rpartition("]\n\n")
    text, places, at = (tags + blank).encode(), list(range(len(tags + blank))), 0
    for match in _MAN.finditer(movetext + "\x00"):
        plain, man = movetext[at : match.start()], match[1] or match[2]
        at = match.end()
        places += range(len(text), len(text) + len(plain) + 1)
        text += plain.encode() + letters.get(man or "", match[0]).encode()
        if man is None:  # a comment: of one byte in no language
            places += range(places[-1] + 1, len(text))
    return text.rstrip(b"\x00"), places


@pytest.mark.parametrize("language", LETTERS)
@pytest.mark.parametrize("game", GAMES)
def test_same_facts(game: str, language: str) -> None:
    text, places = translated(game, LETTERS[language])
    said, english = facts_of(text), facts_of(game.encode())
    assert said.kinds == english.kinds | Fact.PIECE_LETTERS
    for name in ("plies", "marker", "white_to_move", "skipped", "denied"):
        assert getattr(said, name) == getattr(english, name)
    moved = [
        one._replace(at=places[one.at], end=one.end if one.kind == Fact.FIRST_COLOR else places[one.end])
        for one in english.noted
    ]
    assert sorted(one for one in said.noted if one.kind != Fact.PIECE_LETTERS) == sorted(moved)
    [letters] = said.of(Fact.PIECE_LETTERS)
    assert language in names_of(letters.value)
    assert (said.stop is None) == (english.stop is None)
    if said.stop and english.stop:
        assert (said.stop.at, said.stop.end) == (places[english.stop.at], places[english.stop.end])
        assert said.stop.san == text[said.stop.at : said.stop.end].decode()
        assert (said.stop.why, said.stop.fen) == (english.stop.why, english.stop.fen)
