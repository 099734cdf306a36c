"""`filter` on files of records: which match, and that every byte comes out."""

from __future__ import annotations

import gzip
import io
import zipfile
from itertools import pairwise
from pathlib import Path

import programs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.records import read_record_blocks
from pgnfen.select import Partition, Select, conditions

pytestmark = pytest.mark.usefixtures("either_reader")

STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
NUMBER_1 = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1"
DOUBLE = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
TOP = "# starts\n\n"
RECORDS = [
    f'{STANDARD} id "a;b";\n',
    f"{NUMBER_1}\n; two comments\n% belong to number 1\n\n",
    f"{DOUBLE}\r\n",
    "4k3/8/8/8/8/8/4P3/4K3 W - - 0 1\n",
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;;\r# behind\r",
    "4k3/8/8/8/8/8/4P3/4K3 b - - hmvc 3; fmvn 9;",
]
FILE = TOP + "".join(RECORDS)
GAMES = b'[Event "A"]\n\n1. e4 *\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.epd"
    path.write_bytes(FILE.encode())
    return path


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        (["--kind", "standard,chess960"], [1, 2]),
        (["--chess960"], [2]),
        (["--double-chess960"], [3]),
        (["--scharnagl", "1"], [2, 3]),
        (["--fen", f"{NUMBER_1[:-10]}KQkq - 7 9"], [2]),
        (["--fen", f"{STANDARD} 0 1"], [1]),
        (["--fen-exact", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9"], [6]),
        (["--placement", "4k3/8/8/8/8/8/4P3/*"], [4, 5, 6]),
        (["--has", "F3"], [4]),
        (["--has", "F"], [4, 5]),
        (["--without", "F7", "--kind", "position"], [6]),
        (["--tag", "FEN=^4k3.* b "], [6]),
        (["--classic"], [1]),
        (["--classic=no-fen"], []),
        (["--classic=array"], [1]),
        (["--setup"], []),
        (["--not", "--no-setup"], []),
        ([], [1, 2, 3, 4, 5, 6]),
    ],
)
def test_conditions(file: Path, options: list[str], numbers: list[int]) -> None:
    out, rest = file.parent / "out.epd", file.parent / "rest.epd"
    done = programs.pgnfen("filter", *options, file, "-o", out, "--rest", rest)
    assert done.returncode == (0 if numbers else 1), done.stderr
    assert f"{len(numbers)} of 6 games match".encode() in done.stderr
    parts = ["", ""]
    for number, record in enumerate(RECORDS, 1):
        parts[number in numbers] += (TOP if number == 1 else "") + record
    assert (rest.read_bytes().decode(), out.read_bytes().decode()) == tuple(parts)


def test_several_inputs_compressed_ones_and_standard_input(file: Path) -> None:
    folder = file.parent
    (folder / "b.fen.gz").write_bytes(gzip.compress(f"{NUMBER_1}\n".encode()))
    with zipfile.ZipFile(folder / "c.zip", "w") as archive:
        archive.writestr("c.epd", "# none\n\n")
    kept = programs.pgnfen("filter", "--kind", "chess960,position", file, folder / "b.fen.gz").stdout.decode()
    assert kept == RECORDS[1] + RECORDS[4] + RECORDS[5] + "\n" + NUMBER_1 + "\n"
    # What holds no record matches nothing.
    of_folder = programs.pgnfen("filter", folder).stdout.decode()
    assert of_folder == FILE + "\n" + NUMBER_1 + "\n"
    none = programs.pgnfen("filter", "--not", folder / "c.zip", "--rest", "-", "-o", "/dev/null")
    assert (none.returncode, none.stdout) == (1, b"# none\n\n")
    piped = programs.pgnfen("filter", "--chess960", "--input-format", "epd", input=FILE.encode())
    assert piped.stdout.decode() == RECORDS[1]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_records(file: Path, jobs: str) -> None:
    data = (FILE + "\n") * 500
    file.write_text(data, newline="")
    found = []
    for options in (["--has", "F"], ["--chess960"]):
        out, rest = file.parent / "out.epd", file.parent / "rest.epd"
        assert not programs.pgnfen("filter", *options, file, "-o", out, "--rest", rest, "-j", jobs).returncode
        found.append((len(out.read_bytes()), len(rest.read_bytes())))
    of_faults = len("".join(RECORDS[3:5])) * 500
    of_960 = len(RECORDS[1]) * 500
    assert found == [(of_faults, len(data) - of_faults), (of_960, len(data) - of_960)]


@pytest.mark.parametrize("order", [("a.epd", "g.pgn"), ("g.pgn", "a.epd"), (".",), ("g.pgn", "z.zip"), ("-", "a.epd")])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_games_and_records_do_not_go_into_one_output(file: Path, order: tuple[str, ...], jobs: str) -> None:
    folder = file.parent
    (folder / "g.pgn").write_bytes(GAMES)
    with zipfile.ZipFile(folder / "z.zip", "w") as archive:
        archive.writestr("z.epd", FILE)
    done = programs.pgnfen("filter", *order, "-o", "out", "--rest", "rest", "-j", jobs, cwd=folder, input=GAMES)
    assert done.returncode == 2
    assert b"cannot go into one output" in done.stderr and b"--input-format" in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["a.epd", "g.pgn", "z.zip"]


def test_what_a_folder_is_read_for_can_be_said(file: Path) -> None:
    (file.parent / "g.pgn").write_bytes(GAMES)
    assert programs.pgnfen("filter", "--input-format", "pgn", file.parent).stdout == GAMES
    assert programs.pgnfen("filter", "--input-format", "epd", file.parent).stdout == FILE.encode()


LINES = st.lists(
    st.sampled_from([*RECORDS[:5], "\n", "# c\n", "% c\r", "; c\r\n", " \t\n", "x\n", "\ufeff\n"]), max_size=12
).map("".join)


def pieces(block: RecordBlock) -> list[bytes]:
    """The bytes of each record and of what belongs to it; all of them where there is none."""
    bounds = [0, *block.starts[1:], block.end]
    return [block.data[begin:end] for begin, end in pairwise(bounds)]


@given(LINES, st.booleans(), st.sampled_from([1, 7, 100, 65536]))
def test_every_byte_comes_out_whatever_the_blocks(text: str, bom: bool, size: int) -> None:
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    partition = Partition(Select([conditions.kind_is(["position", "chess960"])]))

    def divided(size: int) -> list[tuple[bool, bytes]]:
        found = []
        for block in read_record_blocks(io.BytesIO(data), size):
            part = partition.divide(block)
            flagged = list(zip(part.flags or [False], pieces(block), strict=True))
            assert part.matched == b"".join(piece for flag, piece in flagged if flag)
            assert part.rest == b"".join(piece for flag, piece in flagged if not flag)
            found += flagged
        return found

    found = divided(size)
    assert b"".join(piece for _, piece in found) == data
    assert found == divided(1 << 20)


def test_comments_without_end_take_bounded_memory() -> None:
    """A block holds a few mebibytes, whatever stands in it."""
    data = b"4k3/8/8/8/8/8/4P3/4K3 w - -\n" + b"# a comment\n" * 500_000 + b"8/8/8/8/8/8/8/8 w - -\n" + b"x" * 3_000_000
    blocks = list(read_record_blocks(io.BytesIO(data)))
    assert b"".join(block.data for block in blocks) == data
    assert max(len(block.data) for block in blocks) < 4 << 20
