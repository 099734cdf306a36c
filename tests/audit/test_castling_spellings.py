"""R105 is a warning where the installed python-chess drops the castling, information where it reads it."""

from __future__ import annotations

import io
import itertools

import chess.pgn
import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.finding import Finding
from pgnfen.pgn.blocks import read_blocks

GAME = '[SetUp "1"]\n[FEN "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1"]\n\n1. {} *\n'
SPELLINGS = [
    "".join(itertools.chain(*itertools.zip_longest(letters, dashes, fillvalue=""))) + end
    for count in (2, 3)
    for letters in itertools.product("Oo0", repeat=count)
    for dashes in itertools.product("-\u2013\u2212", repeat=count - 1)
    for end in ("", "+", "#", "++", "+#")
]


def findings(data: bytes) -> list[Finding]:
    auditor = Auditor(choose(("R105",)))
    return [finding for block in read_blocks(io.BytesIO(data)) for finding in auditor.audit_block(block, "")]


@pytest.mark.usefixtures("reader")
def test_every_spelling() -> None:
    found = {one.game: one for one in findings("\n".join(map(GAME.format, SPELLINGS)).encode())}
    for number, spelling in enumerate(SPELLINGS, 1):
        game = chess.pgn.read_game(io.StringIO(GAME.format(spelling)))
        assert game is not None
        target = chess.G1 if sum(letter in "Oo0" for letter in spelling) == 2 else chess.C1
        read = [move.to_square for move in game.mainline_moves()] == [target]
        if spelling.rstrip("+#") in ("O-O", "O-O-O"):
            assert read and number not in found
            continue
        assert found[number].severity == ("info" if read else "warning"), spelling
        assert found[number].expected is not None
        ends = found[number].expected.lstrip("O-")
        assert spelling.endswith(ends) and ends == spelling.lstrip("Oo0-\u2013\u2212"), spelling


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("dash", [b"-", b"\x96"], ids=["hyphen", "a dash of Latin-1"])
def test_a_move_that_is_missing_behind_any_spelling(dash: bytes) -> None:
    declared = b"{r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5}"
    game = b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O%sO %s 5. d3 *\n" % (dash, declared)
    auditor = Auditor(choose(("R110",)))
    found = [finding for block in read_blocks(io.BytesIO(game)) for finding in auditor.audit_block(block, "")]
    assert [one.expected for one in found] == ["Nf6"]
