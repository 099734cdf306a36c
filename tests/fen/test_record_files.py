"""Files of records (.epd, .fen) as inputs of tags and audit."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import programs
import pytest
from fen_texts import SOUND, TEXT
from hypothesis import given, settings
from hypothesis import strategies as st

import pgnfen
from pgnfen.fen.epd import read_epd
from pgnfen.fen.notation import fen_text, read_record, record_faults
from pgnfen.fen.start import read_start
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.records import is_record_file, read_record_blocks

pytestmark = pytest.mark.usefixtures("either_reader")

STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FILE = (
    "# positions\n\n"
    f"{STANDARD}\n"
    '4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 19; id "\u738b";\n'
    "; a comment\n"
    "% another\n"
    "4k3/8/8/8/8/8/8/4K3 W - - 0 1\r\n"
    '4k3/8/8/8/8/8/8/4K3 w - - id "\u738b";;\n'
    "\n"
)


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, list[dict[str, object]], str]:
    done = programs.pgnfen(*arguments, "--format", "jsonl", input=stdin)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.epd.gz"
    path.write_bytes(gzip.compress(FILE.encode()))
    return path


def test_tags(file: Path) -> None:
    status, rows, _ = run("tags", str(file))
    assert status == 0
    assert [(row["game"], row["line"], row["kind"]) for row in rows] == [
        (1, 3, "standard"), (2, 4, "position"), (3, 7, "unreadable"), (4, 8, "position"),
    ]  # fmt: skip
    assert rows[0]["offset"] == FILE.index("rnbq")
    assert rows[1]["fen"] == "4k3/8/8/8/8/8/8/4K3 w - - 3 19"
    assert rows[0]["setup"] is None


def test_audit(file: Path) -> None:
    status, rows, err = run("audit", "--severity", "info", "--ignore", "N105", str(file))
    assert status == 1
    assert [(row["game"], row["line"], row["code"]) for row in rows] == [(3, 7, "F301"), (4, 8, "F701")]
    data = FILE.encode()
    assert rows[0]["offset"] == data.index(b"W - -")
    assert rows[1]["offset"] == data.index(b";;") + 1
    assert str(rows[0]["message"]).startswith("column 21: ")
    assert "4 games in 1 input" in err


def test_folders_list_them_and_the_format_can_be_told(file: Path) -> None:
    folder = file.parent
    (folder / "b.pgn").write_text("1. e4 *\n", encoding="utf-8")
    (folder / "c.fen").write_text(STANDARD, encoding="utf-8")
    (folder / "d.txt").write_text(STANDARD, encoding="utf-8")

    def names(*options: str) -> list[str]:
        _, rows, _ = run("tags", str(folder), *options)
        return sorted({Path(str(row["path"])).name for row in rows})

    assert names() == ["a.epd.gz", "b.pgn", "c.fen"]
    assert names("--input-format", "pgn") == ["b.pgn"]
    assert names("--input-format", "epd") == ["a.epd.gz", "c.fen"]
    assert run("tags", str(folder / "d.txt"), "--input-format", "epd")[1][0]["kind"] == "standard"
    assert run("tags", "-", "--input-format", "epd", stdin=STANDARD.encode())[1][0]["kind"] == "standard"


def test_jobs_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "many.epd"
    path.write_text(FILE * 1400, encoding="utf-8")  # two blocks
    assert run("audit", str(path), "--jobs", "2") == run("audit", str(path))


def test_api(file: Path) -> None:
    assert [row.kind for row in pgnfen.tags(str(file))] == ["standard", "position", "unreadable", "position"]
    assert [found.code for found in pgnfen.audit(str(file), select=["F7"])] == ["F701"]
    assert [row.line for row in pgnfen.tags(FILE.encode(), "epd")] == [3, 4, 7, 8]


def test_rules_are_chosen_and_severity_holds(file: Path) -> None:
    assert [row["code"] for row in run("audit", "--severity", "info", "--ignore", "F3,N", str(file))[1]] == ["F701"]
    assert run("audit", "--ignore", "F3", str(file))[:2] == (0, [])
    assert [row["code"] for row in run("audit", "--severity", "error", str(file))[1]] == ["F301"]


def test_names() -> None:
    assert is_record_file("x.epd") and is_record_file("x.FEN.bz2") and is_record_file("http://h/x.epd?raw=1")
    assert not is_record_file("x.epd.pgn") and not is_record_file("my.epd.notes.txt") and not is_record_file("<stdin>")


FENS = SOUND.map(lambda text: text.rsplit(" ", 2)[0]) | SOUND | TEXT
OPERATIONS = (
    st.sampled_from(["", " ", ";", " bm Ke2;", " hmvc 3; fmvn 9;", " ;D1 20", ' id "a;b"', " 0 1", " 7", ' bm"x;"'])
    | st.lists(st.sampled_from([" ", ";", '"', "bm", "hmvc", "7", "c_0", "-", "\xa0"]), max_size=8).map("".join)
)


@settings(max_examples=250)
@given(st.builds(str.__add__, FENS, OPERATIONS))
def test_a_line_that_is_a_fen_is_read_as_the_epd_that_it_is(text: str) -> None:
    line = text.replace("\r", " ").replace("\n", " ")
    epd = read_epd(line)
    start = read_start(None, fen_text(epd), None, alone=True)
    found, faults = read_record(line)
    assert (found, list(faults)) == (start, record_faults(epd, start))


@given(st.text("KQ8/ w-b01#;%\"\\\n\r\ufeff\u738b", max_size=200), st.sampled_from([1, 7, 65536]))
def test_lines_numbers_and_offsets_do_not_depend_on_blocks(text: str, size: int) -> None:
    data = text.encode()
    found = []
    number = 1
    for block in read_record_blocks(io.BytesIO(data), size):
        assert isinstance(block, RecordBlock)
        assert block.number == number
        number += len(block)
        for index, start in enumerate(block.starts):
            offset = block.offset + start
            line = block.line_bytes(index)
            assert data[offset : offset + len(line)] == line
            before = data[:offset]
            assert block.lines[index] == 1 + before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")
            found.append(line)
    expected = [line for line in data.removeprefix(b"\xef\xbb\xbf").replace(b"\r", b"\n").split(b"\n") if line.strip()]
    assert found == [line for line in expected if line.strip()[:1] not in b"#%;"]


@pytest.mark.parametrize("size", [1 << 18, 1 << 20])
def test_a_long_line_is_one_record(size: int) -> None:
    king = b"4k3/8/8/8/8/8/8/4K3 w - - 3 7"
    data = b'%s\n%s c0 "%s";\n%s\n' % (king, king, b"x" * 2_500_000, king)
    blocks = list(read_record_blocks(io.BytesIO(data), size))
    assert [line for block in blocks for line in block.lines] == [1, 2, 3]
