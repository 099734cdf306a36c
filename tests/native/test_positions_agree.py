"""The positions that the native engine writes are those that python-chess plays, byte for byte, whatever the data.

For long runs this file is a script too: python test_positions_agree.py 100000 7
"""

from __future__ import annotations

import io
import itertools
import os
import random
import sys
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import pytest

pytest.importorskip("pgnfen._native")

from mutants import OWN, Mutator, seeds

from pgnfen.fen.definitions import EN_PASSANT_CONVENTIONS
from pgnfen.inputs.source import Source, find_sources
from pgnfen.pgn.records import blocks_of
from pgnfen.replay.conventions import NOTATIONS
from pgnfen.report.played_positions import PlayedPositions
from pgnfen.report.position_lines import Part, Plies, PositionsOptions
from pgnfen.report.positions import PositionsReport
from pgnfen.report.unique import ENTRY, Unique

PLIES = (
    Plies(all=True), Plies(last=True), Plies(ranges=((0, 0),)), Plies(every=3), Plies(ranges=((1, 1), (3, 4))),
    Plies(last=True, every=2), Plies(ranges=((2, 2**32 - 1),)),
)  # fmt: skip
FORMATS = ("text", "jsonl", "csv", "csv-raw")
STYLES = [
    PositionsOptions(plies, format, notation, en_passant, san, hashed)  # type: ignore[arg-type]
    for plies, format, notation, en_passant, san, hashed in itertools.product(
        PLIES, FORMATS, NOTATIONS, EN_PASSANT_CONVENTIONS, (False, True), (False, True)
    )
]
RECORDS = Path(__file__).parent.parent.parent / "tests" / "fen"


class Named(io.BytesIO):
    """Bytes as an input of that name."""

    name = "x.pgn"


class Comparison:
    """Compares both paths, with one report for each style: those remember nothing of games."""

    def __init__(self, styles: list[PositionsOptions]) -> None:
        self.seen: Counter[str] = Counter()
        self.reports = []
        for asked in styles:
            with patch.dict(os.environ, PGNFEN_ENGINE="native"):
                native = PositionsReport(asked)
            with patch.dict(os.environ, PGNFEN_ENGINE="python-chess"):
                self.reports.append((asked, native, PositionsReport(asked)))

    def check(self, data: bytes, number: int = 0, name: str = "x.pgn") -> None:
        asked, native, plain = self.reports[number % len(self.reports)]
        quick = self._parts("native", native, data, name)
        slow = self._parts("python-chess", plain, data, name)
        assert quick.data == slow.data, asked
        assert (quick.count, quick.unsaid, quick.halted) == (slow.count, slow.unsaid, slow.halted), asked
        assert firsts(quick) == firsts(slow), asked
        self.seen["positions"] += quick.count
        self.seen["halted"] += len(quick.halted)

    def _parts(self, engine: str, report: PositionsReport, data: bytes, name: str) -> Part:
        whole = Part()
        source = Named(data)
        source.name = name
        played = PlayedPositions.game

        def counted(*arguments: object) -> Part:
            self.seen[f"played for {engine}"] += 1
            return played(*arguments)  # type: ignore[arg-type]

        with patch.dict(os.environ, PGNFEN_ENGINE=engine), patch.object(PlayedPositions, "game", counted):
            for block in blocks_of(source, block_size=1 << 16):
                part = report.block(block, source.name)
                self.seen[f"games of {engine}"] += len(block)
                whole.data += part.data
                whole.hashes += part.hashes
                whole.count += part.count
                whole.unsaid += part.unsaid
                whole.halted += part.halted
        return whole


def firsts(part: Part) -> bytes:
    """The lines of each key's first: hashes differ, what they come to does not."""
    if not part.hashes:
        return b""
    assert len(part.hashes) == ENTRY.size * part.count
    with Unique() as unique:
        return unique.put(part.data, part.hashes)[0]


def run(count: int, seed: int) -> Comparison:
    mutator, comparison = Mutator(seed, seeds()), Comparison(STYLES)
    order = random.Random(seed).sample(range(len(STYLES)), len(STYLES))
    for number in range(count):
        data = mutator.mutant()
        try:
            comparison.check(data, order[number % len(order)])
        except Exception as error:
            raise AssertionError(f"mutant {number} of seed {seed}: {error!r}\n{data!r}") from error
    return comparison


def test_own_games_in_every_style() -> None:
    comparison = Comparison(STYLES)
    data = "".join(OWN).encode()
    for number in range(0, len(STYLES), 37):
        comparison.check(data, number)
    assert comparison.seen["halted"] > 0


def test_plain_games_are_played_natively() -> None:
    comparison = Comparison([PositionsOptions()])
    data = b'[Event "A"]\n\n1. e4! {x} e5 (1... c5 2. Ke3) 2. Nf3 $1 Nc6 3. -- Nf6 4. Bb5 a6 *\n\n'
    fen = b'[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]\n\n1. f4 f5 2. Nf3 1/2-1/2\n\n'
    comparison.check(data + fen * 3)
    comparison.check(b"4k3/8/8/8/8/8/8/R3K2R w KQ - bm O-O;\n4k3/8/8/8/8/8/8/R3K2R w HA - 3 39\n", name="x.epd")
    assert comparison.seen["games of native"] == 6
    assert comparison.seen["played for native"] == 0


def test_games_that_stop_are_written_natively() -> None:
    comparison = Comparison(STYLES)
    array = '[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w {} - 0 1"]\n\n'
    movetexts = (
        "1. e4 e5 2. Ke3 d5 *", "1. Nc3 e5 2. Nb5 d5 3. Nf3 d4 4. Nbxd4 *", "1. Nf3 d5 2. d4 e6 3. Nd2 *",
        "1. e4 e5 2. xyzzy Nf3 Nc6 *", "1. e4 e5 2. Nf3 1/2", "1. e4 e5 2. d4 1/2 Nf6 3. Ke3 *", "1. e4 ?? e5 .",
        "1. e4 e5 2. Nf3 {cut of", "1. e4 e5 (1... c5 2. Nf3", "1. e4 (1. d4 (1. c4) e5 *", "1. e4 e5 1-0 {cut of",
        "1. f3 e5 2. g4 Qh4# 3. --", "1. e4 e5 2. O-O *", "1. e4 e5 2. Nf3 1/2 {cut of", "1. Qxe9 e5 {", "{", "(",
    )  # fmt: skip
    data = "".join(f'[Event "x"]\n\n{movetext}\n\n' for movetext in movetexts)
    data += array.format("kq") + "1. f4 f5 2. g3 g6 3. O-O *\n\n" + array.format("KQkq") + "1. f4 f5 2. Kxf1 *\n\n"
    comparison.check(data.encode())
    assert comparison.seen["halted"] == 15
    assert comparison.seen["played for native"] == 0
    for number in range(7, len(STYLES), 41):
        comparison.check(data.encode(), number)


def test_mutants() -> None:
    comparison = run(250, int(os.environ.get("PGNFEN_FUZZ_SEED", "1")))
    seen = comparison.seen
    assert seen["halted"] and seen["positions"] > 150
    assert 0 < seen["played for native"] < seen["games of native"] * 0.8
    assert seen["played for python-chess"] == seen["games of python-chess"] == seen["games of native"]


@pytest.mark.exhaustive
def test_many_mutants() -> None:
    run(5000, 2)


@pytest.mark.parametrize("size", [1 << 13, pytest.param(1 << 16, marks=pytest.mark.exhaustive)])
def test_archives(corpora: Path, size: int) -> None:
    """The beginning of every archive, in one style each."""
    shredder = PositionsOptions(notation="shredder", en_passant="x-fen", san=True)
    comparison = Comparison([PositionsOptions(format="jsonl"), shredder])
    for number, source in enumerate(find_sources([str(corpora)], None, (".pgn", ".epd", ".fen"))):
        assert isinstance(source, Source)
        if "seirawan" in source.name or "variants" in source.name:
            continue  # pyffish plays them, for either, and takes minutes
        with source:
            data = source.read(size)
        end = data.rfind(b"\n\n[") + 2
        comparison.check(data[:end] if end > 2 else data[: data.rfind(b"\n") + 1], number, source.name)


if __name__ == "__main__":
    print(dict(run(int(sys.argv[1]), int(sys.argv[2])).seen))
