"""Rules of files: what is found in a file as a whole, whatever the blocks, the reader and the number of workers."""

from __future__ import annotations

import io
from pathlib import Path

import chess
import pytest
from programs import pgnfen as program

import pgnfen
from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.file_notes import FileNotes
from pgnfen.audit.finding import Finding
from pgnfen.facts.position_ends import Ends
from pgnfen.pgn.blocks import new_splitter, read_blocks
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
    assert "80 FENs" in one.message and "x-fen 30, shredder 50" in one.message
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
    assert missing.message == "958 starts of the 960 starting positions; 2 missing: 957, 958"
    faulty = b"4k3/8/8/8/8/8/8/4K2R w H - 0 9\n4k3/8/8/8/8/8/4K3/7R w K - 0 9\n4k3/8/8/8/8/8/8/4K2R b K - 7 1\n"
    assert [one.game for one in found(faulty, ["N102"], size, records=True)] == [1]


def test_the_same_position_is_one_key() -> None:
    """N103 goes by the key of `tags --key`, which python-chess writes of pieces in hand and checks left."""
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


SLOPPY, HOME = "3rk2r/8/8/8/8/8/8/4K3 w kq - 0 9", "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 9"
WRONG, FOREIGN = "4k3/8/8/8/8/8/8/R5K1 w KQ - 0 9", "1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 9"


@pytest.mark.parametrize("size", [50, 1 << 20])
def test_a_right_in_a_record_that_only_chess960_knows(size: int) -> None:
    """The right is an error in a game; in a record the habit of the file decides, and the file is read once."""

    def told(*fens: str) -> list[tuple[str, int, int, str | None]]:
        lines = "# a book\n" + "\n".join(fens)
        listed = found(lines.encode(), ["C", "N106"], size, True)
        return [(one.code, one.game, one.line, one.expected) for one in listed]

    assert told(SLOPPY) == told(SLOPPY, "4k3/8/8/8/8/8/8/4K3 w - - 0 9") == []
    assert told(SLOPPY, HOME) == told(SLOPPY, HOME + " id 1;") == [("N106", 1, 2, "k")]
    assert told(HOME, SLOPPY, HOME, SLOPPY + " id 1;") == [("N106", 2, 3, "k"), ("N106", 4, 5, "k")]
    assert told(SLOPPY, SLOPPY, HOME) == told(SLOPPY, HOME, HOME, FOREIGN) == told(SLOPPY, ARRAYS[1].fen()) == []
    assert told(SLOPPY, WRONG) == [("C101", 2, 3, "-"), ("N106", 1, 2, "k")]
    mixed = HOME.replace("r3k2r/", "1r2k2r/").replace("4K3 w kq", "4K2R w Hkq")  # C103 expects Kkq
    assert told(mixed, HOME) == [("C103", 1, 2, "Kkq"), ("N106", 1, 2, None)]


@pytest.mark.parametrize("records", [False, True])
def test_no_more_than_a_hundred_starts_are_listed(records: bool) -> None:
    fens = [HOME] * 130 + [SLOPPY] * 117 if records else [FOREIGN] * 600 + [SLOPPY] * 117
    games = "\n".join(fens) if records else "\n".join(f'[SetUp "1"]\n[FEN "{fen}"]\n\n*\n' for fen in fens)
    listed = [found(games.encode(), ["N106"], size, records) for size in (500, 1 << 20)]
    assert listed[0] == listed[1]
    assert [one.game for one in listed[0]] == list(range(len(fens) - 116, len(fens) - 16))
    assert listed[0][-1].message.endswith("; the file has 17 more such starting positions")
    assert {one.expected for one in listed[0]} == {"k" if records else "Chess960"}


def test_games_without_castling_are_counted_once_a_file() -> None:
    denied = games("x-fen", 24).replace(b" w KQkq ", b" w - ")
    (one,) = found(denied, ["N107"], 100)
    rest = "games from Chess960 starting positions have no castling rights in the FEN"
    assert (one.game, one.message) == (1, f"all 24 {rest}")
    (one,) = found(games("shredder", 9) + denied, ["N107"], 1000)
    assert (one.game, one.message) == (10, f"24 of 33 {rest}")
    assert all(one.expected is None and one.severity == "info" for one in found(denied, ["C"]))
    assert not found(games("x-fen", 9), ["N107"]) + found(denied[: len(denied) // 24], ["N107"])


def test_sloppy_rights_of_real_puzzles(corpora: Path, tmp_path: Path) -> None:
    """What is wrong in 17 games of an archive is wrong in its FENs as records; seven of them have no such rook."""
    path = corpora / "advice" / "mating-puzzles-sloppy-rights.pgn.zst"
    (tmp_path / "puzzles.epd").write_text("\n".join(row.fen or "" for row in pgnfen.tags(path)))
    of_games = {one.game: one.expected for one in pgnfen.audit(path, ["C101", "C102"])}
    of_records = [(one.code, one.game, one.expected) for one in pgnfen.audit(tmp_path, ["C", "N106"])]
    assert {game: expected for _, game, expected in of_records} == of_games and len(of_games) == 17
    assert [code for code, *_ in of_records] == ["C102"] * 7 + ["N106"] * 10


def test_archives(corpora: Path) -> None:
    """Counted with awk: 3,994 records have rights, 258 of them file letters."""
    (told,) = pgnfen.audit(corpora / "fen" / "double-chess960-mixed-castling.epd.zst", ["N102"])
    assert (told.game, told.expected) == (7, "x-fen")
    assert "3,994 FENs" in told.message and "x-fen 3,736, shredder 258" in told.message


def test_a_hundred_starts_are_listed() -> None:
    """Of those of which only the rest of the file tells the rules; how many more there are, the last one says."""
    known = b"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 9\n" * 200
    open_ = b"".join(b"3rk2r/8/8/8/8/8/8/4K3 w kq - 0 %d\n" % number for number in range(1, 106))
    listed = found(known + open_, ["N106"], 500, records=True)
    assert len(listed) == 100 and "5 more" in listed[-1].message
    assert [one.game for one in listed] == list(range(201, 301))


def test_the_first_of_the_starts_are_kept_in_whatever_order_they_come() -> None:
    notes, block = FileNotes(), new_splitter().split(b'[FEN "k7/8"]\n\n*\n\n' * 120, final=True)
    for index in reversed(range(len(block))):
        notes.leave_open(block, index)
    assert [place.game for place, _, _ in notes.open_starts] == list(range(1, 101))


def test_a_field_that_fits_every_convention_tells_nothing() -> None:
    """Neither `-` nor a castling availability that is amiss says which convention a file follows."""
    fens = "4k3/8/8/8/8/8/8/4K3 w - - 0 9", "4k2r/8/8/8/8/8/8/4K3 w k - 0 9", "4k2r/8/8/8/8/8/8/4K3 w h - 0 9"
    data = "".join(f'[SetUp "1"]\n[FEN "{fen}"]\n\n*\n\n' for fen in fens).encode()
    block, notes = new_splitter().split(data, final=True), FileNotes(False)
    for index in range(len(block)):
        notes.start_follows(block, block.start(index), index)
    assert notes.told(0) == 2
    assert notes.told(1) == 0


@pytest.mark.parametrize("size", [30, 1 << 20])
def test_line_ends_and_encodings(size: int) -> None:
    unix, windows = b'[Event "a"]\n\n1. e4 *\n\n', b'[Event "a"]\r\n\r\n1. e4 *\r\n\r\n'
    german, latin = '[Event "ä"]\n\n*\n\n'.encode(), '[Event "ä"]\n\n*\n\n'.encode("latin-1")
    for alone in (unix * 3, windows * 3, german * 3, latin * 3, unix + german, unix + latin):
        assert not found(alone, ["N105"], size)
    (one,) = found(unix * 2 + windows + unix, ["N105"], size)
    assert (one.game, one.line, one.field, one.declared) == (3, 9, "line ends", "CRLF")
    assert one.message == "the file has line ends of several kinds: 12 LF, 4 CRLF"
    (one,) = found(windows * 3 + unix, ["N105"], size)
    assert (one.game, one.offset, one.declared) == (4, 3 * len(windows), "LF")
    (one,) = found(german * 2 + latin, ["N105"], size)
    assert (one.game, one.field, one.declared) == (3, "encoding", "another encoding")
    assert one.message == "the file has games in several encodings: 2 UTF-8, 1 another encoding"
    (one,) = found(b"4k3/8/8/8/8/8/8/4K3 w - - 0 9\n" * 2 + b"4k3/8/8/8/8/8/8/3K4 w - - 0 9\r\n", ["N105"], size, True)
    assert (one.game, one.declared) == (3, "CRLF")
    assert not found(b"# no record\n# at all\r\n", ["N105"], size, True)
