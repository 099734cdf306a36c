"""Rules of files: what is found in a file as a whole, whatever the blocks, the reader and the number of workers."""

from __future__ import annotations

import io
from pathlib import Path

import chess
import pytest
from programs import pgnfen as program

import pgnfen
from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalogue import choose
from pgnfen.audit.finding import Finding
from pgnfen.facts.position_ends import Ends
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.records import read_record_blocks

pytestmark = pytest.mark.usefixtures("reader")

ARRAYS = [chess.Board.from_chess960_pos(number) for number in (*range(957), 959)]
KINGS = b"4k3/8/8/8/8/8/8/4K3 w - - 0 9"


def games(letters: str, count: int) -> bytes:
    fens = [board.shredder_fen() if letters == "shredder" else board.fen() for board in ARRAYS[:count]]
    return b"".join(b'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "%s"]\n\n*\n\n' % fen.encode() for fen in fens)


def found(data: bytes, codes: list[str], size: int = 1 << 20, records: bool = False) -> list[Finding]:
    blocks = (read_record_blocks if records else read_blocks)(io.BytesIO(data), size)
    return list(Auditor(choose(codes)).audit_file(blocks, ""))


@pytest.mark.parametrize("size", [100, 1000, 1 << 20])
def test_blocks_do_not_matter(size: int) -> None:
    data = games("x-fen", 30) + games("shredder", 50)
    (one,) = found(data, ["N102"], size)
    assert (one.game, one.offset, one.expected) == (1, 0, "shredder")
    assert "80 FENs" in one.message and "(x-fen 30, shredder 50)" in one.message
    (other,) = found(games("shredder", 50) + games("x-fen", 30), ["N102"], size)
    assert (other.game, other.line, other.expected) == (51, 301, "shredder")
    assert not found(games("x-fen", 30), ["N"], size) + found(games("shredder", 30), ["N"], size)


@pytest.mark.parametrize("size", [100, 1 << 20])
def test_records(size: int) -> None:
    lines = [board.fen() for board in ARRAYS] + [ARRAYS[9].shredder_fen(), KINGS.decode()]
    data = "\n".join(["# a book", *lines]).encode()
    told = [(one.code, one.game, one.line) for one in found(data, ["N", "N103", "N104"], size, records=True)]
    assert told == [("N102", 959, 960), ("N103", 959, 960)]  # the last is no start: it is no book of them
    (missing,) = found(b"\n".join(data.splitlines()[:-1]), ["N104"], size, records=True)
    assert missing.message == "958 starts of the 960; 2 missing: 957, 958"
    faulty = b"4k3/8/8/8/8/8/8/4K2R w H - 0 9\n4k3/8/8/8/8/8/4K3/7R w K - 0 9\n4k3/8/8/8/8/8/8/4K2R b K - 7 1\n"
    assert [one.game for one in found(faulty, ["N102"], size, records=True)] == [1]


def test_the_same_position_is_one_key() -> None:
    """N103 goes by the key of `tags --key`, which python-chess writes of men in hand and checks left."""
    men = "4k3/8/8/8/8/8/8/R3K2R"
    checks, hands = ("", "3+3 ", "1+3 "), ("", "[]", "[Pn]", "/nP")
    fens = [f"{men}{held} w KQ - {left}0 1" for held in hands for left in checks]
    fens += [f"{men} w HA - 4 9 +0+0", f"{men} w HA - 4 9 +2+0", f"{men.replace('R', 'R~')}[nP] w KQ - 0 1"]
    variants = "Standard", "Crazyhouse", "Three-check", "Antichess"
    tagged = [f'[Variant "{name}"]\n[FEN "{fen}"]\n\n*\n\n' for fen in fens for name in variants]
    for data, records in (("".join(tagged).encode(), False), ("\n".join(fens).encode(), True)):
        blocks = list((read_record_blocks if records else read_blocks)(io.BytesIO(data)))
        keys = [key for block in blocks for key in Ends().keys(block)]
        again = [number for number, key in enumerate(keys, 1) if key in keys[: number - 1]]
        assert [one.game for one in found(data, ["N103"], records=records)] == again


def test_each_input_by_itself(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_bytes(games("x-fen", 20))
    (tmp_path / "b.pgn").write_bytes(games("shredder", 30))
    (tmp_path / "c.pgn").write_bytes(games("shredder", 3) + games("x-fen", 2))
    (told,) = [one for one in pgnfen.audit(tmp_path) if one.code == "N102"]
    assert (Path(told.path).name, told.game) == ("c.pgn", 4)
    named = program("audit", "--select", "N102", "--format", "jsonl", *3 * [str(tmp_path / "c.pgn")])
    assert (named.returncode, named.stdout.count(b"N102")) == (0, 3)


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_what_is_of_a_file_is_in_no_game(tmp_path: Path, form: str) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(games("shredder", 3).replace(b'[SetUp "1"]\n', b"", 1) + games("x-fen", 2))
    for codes, where in (("N102,S101", b" in 1 game"), ("N102", b"")):
        told = program("audit", "--severity", "info", "--select", codes, "--format", form, str(path))
        text = (told.stdout + told.stderr).replace(b"**", b"").splitlines()
        line = next(line for line in text if line.startswith(b"5 games in 1 input"))
        assert line.split(b" (")[0] == b"5 games in 1 input: %s%s" % (b"2 findings" if where else b"1 finding", where)


def test_workers_do_not_matter(tmp_path: Path, reader: str) -> None:
    comment = b"{" + b"x" * 5000 + b"}"
    data = (games("x-fen", 300) + games("shredder", 200)).replace(b"\n*\n", b"\n" + comment + b" *\n")
    for name in ("a.pgn", "b.pgn"):
        (tmp_path / name).write_bytes(data)
    told = {
        program("audit", "--select", "N102,N103", "--jobs", jobs, str(tmp_path)).stdout for jobs in ("1", "2", "3")
    }
    assert len(told) == 1
    text = told.pop()
    assert text.count(b"N102") == 2 and b"N103" in text


def test_archives(corpora: Path) -> None:
    """Counted with awk: 3,994 records have rights, 258 of them file letters."""
    (told,) = pgnfen.audit(corpora / "fen" / "double-chess960-mixed-castling.epd.zst", ["N102"])
    assert (told.game, told.expected) == (7, "x-fen")
    assert "3,994 FENs" in told.message and "x-fen 3,736, shredder 258" in told.message
