"""FENs of real archives; runs where PGNFEN_CORPORA names the folder that holds them."""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from pathlib import Path

import programs
import pytest
import zstandard

from pgnfen import audit, tags
from pgnfen.fen import read_epd_lines, read_fen, read_start, read_variant, write_fen
from pgnfen.replay.large.pyffish_module import pyffish
from pgnfen.replay.status import status_of

CORPORA = os.environ.get("PGNFEN_CORPORA")
pytestmark = [pytest.mark.corpora, pytest.mark.skipif(not CORPORA, reason="PGNFEN_CORPORA is not set")]

TAG = re.compile(r'^\[(FEN|SetUp|Variant)\s+"(.*)"\]', re.MULTILINE)


def text_of(path: Path) -> str:
    data = path.read_bytes()
    if path.suffix == ".zst":
        data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True).read()
    return data.decode("latin-1")


def corpus(name: str) -> str:
    return text_of(Path(CORPORA or "") / name)


@pytest.mark.parametrize("variant", ["capablanca", "embassy", "janus"])
def test_10x8_files_are_read_and_written_back(variant: str) -> None:
    lines = corpus(f"fen/{variant}-10x8.epd").splitlines()
    assert len(lines) == 400
    for line in lines:
        for rules in (read_variant(variant), read_variant(None)):
            start = read_start("1", line, rules.name)
            assert (start.kind, start.faults, start.castling) == ("10x8", (), ("x-fen",))
            assert start.record is not None
            assert write_fen(start.record, "fen", variant=rules) == line == start.record.to_text()
        x_fen = write_fen(read_fen(line, read_variant(variant)), "x-fen", variant=read_variant(variant))
        assert set(x_fen.split()[0].upper()) <= set("KQRBNPAC/1234567890")
        assert read_start("1", x_fen, variant).faults == ()


@pytest.mark.parametrize("variant", ["capablanca", "embassy", "janus"])
def test_10x8_files_by_the_command_and_the_audit(variant: str) -> None:
    name = str(Path(CORPORA or "") / f"fen/{variant}-10x8.epd")
    done = programs.pgnfen("fen", "--to", "fen", "--file", name, check=True)
    assert done.stdout == Path(name).read_bytes()
    assert list(audit(name)) == []
    assert {row.kind for row in tags(name)} == {"10x8"}
    if pyffish() is not None:
        lines = corpus(f"fen/{variant}-10x8.epd").splitlines()
        statuses = {status_of(read_start(None, line, variant)).name for line in lines[::4]}
        assert statuses <= {"ongoing", "check", "checkmate", "stalemate"}


def test_destruction_test_gets_a_verdict_a_line() -> None:
    verdicts = {}
    for number, epd in read_epd_lines(corpus("fen/destruction-test.epd").split("\n")):
        start = read_start("1", epd.to_fen(), None)
        verdicts[number] = (start.kind, {fault.code for fault in epd.faults} | {fault.code for fault in start.faults})
    assert len(verdicts) == 106
    assert all("P103" in verdicts[number][1] for number in range(31, 91))  # "bad EPD"
    assert all(verdicts[number][1] <= {"F102", "F701"} for number in range(91, 107))  # "epd should be OK"
    unreadable = {number for number, (kind, _) in verdicts.items() if kind == "unreadable"}
    assert unreadable == {*range(18, 26), 29, 30}


def test_double_chess960_castling_is_counted_by_convention() -> None:
    lines = corpus("fen/double-chess960-mixed-castling.epd.zst").splitlines()
    starts = [read_start(None, line, None, alone=True) for line in lines]
    assert len(starts) == 4000
    # What standard chess excludes: seven positions. A record does not say of which game it is.
    excluded = [fault for start in starts for fault in start.faults]
    assert [(fault.code, fault.severity) for fault in excluded] == [("P106", "info")] * 7
    assert all(fault.message.startswith("unless it is from Chess960, no game") for fault in excluded)
    assert Counter(start.castling for start in starts) == {
        ("x-fen",): 3733,
        ("shredder",): 258,
        ("fen", "x-fen", "shredder"): 6,
        ("fen", "x-fen"): 3,
    }


def test_crazyhouse_positions() -> None:
    for _, epd in read_epd_lines(corpus("fen/crazyhouse.epd").splitlines(), read_variant("Crazyhouse")):
        assert epd.record.is_readable and epd.record.implied_variant == "crazyhouse"
        assert read_start("1", epd.to_fen(), "Crazyhouse").faults == ()


def test_fens_of_the_archives() -> None:
    """What is wrong with the FEN tags of the corpora: each of these was looked at."""
    found: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for path in sorted(Path(CORPORA or "").rglob("*.pgn*")):
        for section in re.split(r"\n\s*\n", text_of(path).replace("\r\n", "\n")):
            tags = dict(TAG.findall(section))
            if "FEN" not in tags:
                continue
            start = read_start(tags.get("SetUp"), tags["FEN"], tags.get("Variant"))
            kinds[start.kind] += 1
            if path.parent.name in ("chess960", "speed"):
                # 24 games of one archive begin at an array of the 960 with "-" for its rights.
                denied = [fault.code for fault in start.faults] == ["C105"] and path.parent.name == "speed"
                assert denied or start.faults == (), (path.name, tags)
            found.update(fault.code for fault in start.faults)
    assert found["C105"] == 24
    known = {"C101", "C102", "C105", "E102", "F101", "F102", "F201", "F203", "F301", "F402", "F603", "K101"}
    # 7 problems in which Black has no last move, and the array with Black to move; 40 numbers too small.
    assert (found["P106"], found["K106"]) == (8, 40)
    assert found.keys() <= known | {"P106", "K106"}
    assert kinds["chess960"] > 2000 and kinds["double-chess960"] > 800 and kinds["variant"] > 500
