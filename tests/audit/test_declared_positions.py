"""FENs in comments and tags: all that archives have are found, and agree."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.declared import declared_positions
from pgnfen.audit.finding import Finding
from pgnfen.audit.game import Game
from pgnfen.facts.kinds import OF_MOVETEXT
from pgnfen.facts.reader import Reader, ReadOptions
from pgnfen.inputs.source import Source, find_sources
from pgnfen.pgn.blocks import read_blocks

pytestmark = pytest.mark.usefixtures("reader")

# File, games, FENs that are declared, findings of family D but for D202.
ARCHIVES = [
    ("declared/chesscom-current-position.pgn.zst", 237, 237, []),
    ("declared/pgn-extract-fen-comments.pgn", 1, 73, []),
    ("declared/tcec-season-5-stage-1.pgn.zst", 126, 126, []),
    ("dirty/no-blank-line-before-tags.pgn.zst", 334, 333, ["D103"]),
    ("chess960/tcec-season-19-frc2-final.pgn.zst", 50, 0, []),
]


def test_a_tag_that_the_user_names() -> None:
    data = b'[FinalFEN "4k3/8/8/8/8/8/8/4K3 w - -"]\n[CurrentPosition "4k3/8/8/8/8/8/8/4K3 w - -"]\n\n1. e4 *\n'
    found = [[one.offset for one in _audit(data, tags)] for tags in ([b"FinalFEN"], [b"CurrentPosition"], [])]
    assert found == [[11, 31], [57, 77], []]


def _audit(data: bytes, tags: list[bytes]) -> list[Finding]:
    auditor = Auditor(choose(["D101", "D102"]), position_tags=tags)
    return [found for block in read_blocks(io.BytesIO(data)) for found in auditor.audit_block(block, "")]


@pytest.mark.parametrize(("name", "games", "declared", "expected"), ARCHIVES, ids=lambda value: str(value)[-20:])
def test_archives(corpora: Path, name: str, games: int, declared: int, expected: list[str], reader: str) -> None:
    auditor = Auditor(choose(["D10"]))
    asking, read, positions, codes = Reader(), 0, 0, []
    for source in find_sources([str(corpora / name)]):
        assert isinstance(source, Source)
        with source:
            for block in read_blocks(source):
                read += len(block)
                codes += [found.code for found in auditor.audit_block(block, name)]
                asked = ReadOptions(int(OF_MOVETEXT), True, lambda start: True, None)
                for index, _, facts in asking.block(block, asked):
                    movetext = block.movetexts[index] - block.starts[index]
                    start = block.start(index)
                    game = Game(block.game(index), movetext, start, facts, asking, auditor.codes)
                    positions += len(declared_positions(game))
    assert (read, positions, codes) == (games, declared, expected)


def test_two_other_clocks_bear_the_fen_out() -> None:
    """A clock that no move has set back stands by the FEN's word; two other positions with it make the repair safe."""
    start = b'[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n'
    first, second = b"{4k3/8/8/8/8/8/4P3/3K4 b - - 1 1}", b"{8/3k4/8/8/8/8/4P3/3K4 w - - 2 2}"
    wrong = b"{8/3k4/8/8/8/8/2K1P3/8 b - - 9 2}"
    fixes = []
    for others in ((first, second), (first, b""), (b"", b"")):
        game = start + b"1. Kd1 %s Kd7 %s 2. Kc2 %s *\n" % (*others, wrong)
        auditor = Auditor(choose(["D105"]))
        fixes += [one.fix for block in read_blocks(io.BytesIO(game)) for one in auditor.audit_block(block, "")]
    assert fixes == ["safe", None, None]
