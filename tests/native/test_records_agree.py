"""The native engine splits and reads records as Python does. As a script: so many random ones.

    python tests/native/test_records_agree.py [--records 300000] [--seed 0]
"""

from __future__ import annotations

import argparse
import io
import random
import sys
from collections.abc import Iterator

import chess
import pytest
from fen_comparison import said_columns
from fen_mutants import FenMutants
from hypothesis import given
from hypothesis import strategies as st

from pgnfen import native
from pgnfen.fen.notation import read_record
from pgnfen.fen.plain_columns import plain_columns
from pgnfen.pgn.records import read_record_blocks
from pgnfen.pgn.tagpairs import decode
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.tags import TagsReport
from pgnfen.select import Partition, Select, conditions

pytestmark = pytest.mark.skipif(native.load() is None, reason="the native engine is not built")

BEHIND = (
    b"", b"", b" ", b";", b" bm Ke2;", b' id "a;b"; bm Qd5+ e8=Q#;', b" hmvc 3; fmvn 9;", b" fmvn 0;", b" hmvc 07 ;",
    b' hmvc "3";', b" hmvc 3; hmvc 3;", b" ;D1 20 ;D2 400", b";D1 20;", b" 0 1", b" 3 7", b" 007 12 ", b" 0 1 hmvc 3;",
    b" 0 1 ;D1 20", b" 3+3", b" 1", b" 3 bm Ke2;", b" 3 fmvn 9;", b' id"x;', b" c0 ;c1;", b" bm Ke2",
    b" id \xe9;", b" id \xc3\xa9;", b"\tbm e4;",
)  # fmt: skip
_BYTES = b' ;"-w0123456789aKQ/\t\x1c\xa0'


class RecordMutants:
    """Makes lines of FEN or EPD, likely or not."""

    def __init__(self, seed: int) -> None:
        self.random, self.fens = random.Random(seed), FenMutants(seed)

    def many(self, count: int) -> Iterator[bytes]:
        """So many of them."""
        pick = self.random
        for _, fen, _ in self.fens.many(count):
            line = (fen or b"").replace(b"\n", b" ").replace(b"\r", b" ")
            if pick.random() < 0.7:
                line = b" ".join(line.split(b" ")[:4]) + b"".join(pick.choices(BEHIND, k=pick.choice((1, 1, 1, 2))))
            if pick.random() < 0.3:
                at = pick.randrange(len(line) + 1)
                line = line[:at] + bytes([pick.choice(_BYTES)]) + line[at + pick.randrange(2) :]
            yield line


def difference(line: bytes) -> tuple[object, object] | None:
    """What the native engine and Python say of a line, if it is not the same; () where Python is asked."""
    found = native.module().record(line)
    if found is None:
        return None
    code, wrong, fen = found
    start, faults = read_record(decode(line))
    said = plain_columns(code), wrong, fen.decode()
    python = said_columns(start), bool(faults), start.fen
    return None if said == python else (said, python)


def test_random_records() -> None:
    plain = 0
    for line in RecordMutants(7).many(2000):
        assert difference(line) is None, line
        plain += native.module().record(line) is not None
    assert plain > 600


@pytest.mark.parametrize("behind", BEHIND)
def test_operations(behind: bytes) -> None:
    for fields in (b"4k3/8/8/8/8/8/8/4K2R w K -", b"4k3/8/8/8/4P3/8/8/4K3 b - e3", b"8/8/8/8/8/8/8/8 W - -"):
        assert difference(fields + behind) is None


ENDS = (b"\n", b"\r", b"\r\n")
LINES = st.lists(st.sampled_from([*ENDS, b" ", b"x", b"#", b";", b"%", b"\xef\xbb\xbf", b"\x0b", b"\x1c"]))


@given(LINES.map(b"".join), st.sampled_from([1, 7, 65536]))
def test_they_split_alike(data: bytes, size: int) -> None:
    found = []
    for engine in native.ENGINES:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PGNFEN_ENGINE", engine)
            blocks = list(read_record_blocks(io.BytesIO(data), size))
        found.append([(b.data, b.offset, b.number, b.starts, b.lengths, b.lines, b.movetexts) for b in blocks])
    assert found[0] == found[1]


@pytest.mark.parametrize("format", FORMATS)
def test_they_write_the_same_rows(format: Format) -> None:
    data = b"# rows\n" + b"\n".join(RecordMutants(3).many(500))
    written = []
    for engine in native.ENGINES:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PGNFEN_ENGINE", engine)
            report = TagsReport(format)
            blocks = list(read_record_blocks(io.BytesIO(data), 20_000))
            written.append(b"".join(report.block(block, 'a "b".epd') for block in blocks))
    assert written[0] == written[1] and written[0].count(b"a ") > 300


CONDITIONS = (
    conditions.kind_is(["position", "unreadable"]), conditions.chess960, conditions.classic("rules"),
    conditions.scharnagl_is(frozenset(range(300))), conditions.placement_is("*/*/*/*/*/*/*/*K*"),
    conditions.same_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
)  # fmt: skip


@pytest.mark.parametrize("condition", CONDITIONS)
def test_they_divide_alike(condition: conditions.Condition) -> None:
    starts = [chess.STARTING_FEN.encode(), b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - id 1;"]
    data = b"\n".join([*starts, *RecordMutants(11).many(500)])
    found = []
    for engine in native.ENGINES:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PGNFEN_ENGINE", engine)
            partition = Partition(Select([condition]))
            parts = [partition.divide(block, True) for block in read_record_blocks(io.BytesIO(data), 20_000)]
            found.append([(part.flags, part.matched, part.rest, part.readings) for part in parts])
    assert found[0] == found[1]
    assert any(any(flags) for flags, *_ in found[0])


def main() -> None:
    """Compare so many, print what differs and a line of counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    seen = plain = wrong = 0
    for line in RecordMutants(asked.seed).many(asked.records):
        seen += 1
        plain += native.module().record(line) is not None
        differ = difference(line)
        if differ is not None:
            wrong += 1
            print(line, *differ, sep="\n  ")
    print(f"{seen} records, {plain} of them read natively, {wrong} differ")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
