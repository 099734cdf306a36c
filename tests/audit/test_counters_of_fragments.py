"""N109: the counters 0 1 of fragments are said once a file, alike in games and records, wherever it is cut."""

from __future__ import annotations

import io

import pytest

import pgnfen
from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.records import read_record_blocks

pytestmark = pytest.mark.usefixtures("reader")

EARLY = (
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
    "r1b1k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
)
SILENT = (
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 60",  # K106 has others
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 2",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",  # after the first move
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w K - 0 1",  # C102: something else is wrong
    "4k3/8/8/8/8/8/4P3/4K3 w - - 1 1",
)


def found(data: bytes, size: int, records: bool) -> list[tuple[int, int, int, str]]:
    """Game, line, byte and message of what is found in blocks of that size, joined as jobs do."""
    auditor = Auditor(choose(["N109"]))
    whole = auditor.notes()
    assert whole is not None
    for block in (read_record_blocks if records else read_blocks)(io.BytesIO(data), size):
        notes = auditor.notes()
        assert notes is not None
        assert not list(auditor.block(block, notes))
        whole.join(notes)
    return [(one.game, one.line, one.offset, one.remark.message) for one in auditor.of_file(whole)]


@pytest.mark.parametrize("records", [False, True])
def test_once_a_file(records: bool) -> None:
    fens = (*SILENT, *EARLY * 50, *SILENT)
    texts = [f"{fen}\n" if records else f'[SetUp "1"]\n[FEN "{fen}"]\n\n*\n\n' for fen in fens]
    data = "".join(texts).encode()
    told = {tuple(found(data, size, records)) for size in (1, 100, 1000, 1 << 20)}
    first = len(SILENT)
    place = first + 1, 1 + "".join(texts[:first]).count("\n"), len("".join(texts[:first]).encode())
    message = "150 FENs have the counters 0 1 in a position that needs earlier moves; this is common in puzzles"
    assert told == {((*place, message),)}


@pytest.mark.parametrize("fen", SILENT)
@pytest.mark.parametrize("records", [False, True])
def test_counters_that_may_be_right(fen: str, records: bool) -> None:
    data = f"{fen}\n" if records else f'[SetUp "1"]\n[FEN "{fen}"]\n\n*\n'
    assert found(data.encode(), 1 << 20, records) == []


@pytest.mark.parametrize("rest", ["", ' id "x";', " fmvn 1;", " hmvc 0; fmvn 1;"])
def test_an_epd_states_no_counters(rest: str) -> None:
    """Those of operations a program has not filled in by habit."""
    data = f"4k3/8/8/8/8/8/4P3/4K3 w - -{rest}\n".encode()
    assert found(data, 1 << 20, records=True) == []


def test_other_variants_and_games_of_none() -> None:
    games = [f'[Variant "{name}"]\n[SetUp "1"]\n[FEN "{EARLY[0]}"]\n\n*\n' for name in ("Atomic", "wild/5", "Standard")]
    assert [len(list(pgnfen.audit(game.encode(), select=["N109"]))) for game in games] == [0, 0, 1]
