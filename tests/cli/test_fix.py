"""`pgnfen fix` as users run it."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
import zstandard
from programs import PGNFEN, pgnfen, run, start

GAME = '[Event "{}"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n\n'
FIXED = GAME.replace("[FEN", '[SetUp "1"]\n[FEN')
CLEAN = '[Event "clean"]\n\n1. e4 e5 *\n\n'


def fix(*arguments: object, **options: object) -> subprocess.CompletedProcess[bytes]:
    return pgnfen("fix", *arguments, **options)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    (folder / "old").mkdir(parents=True)
    (folder / "a.pgn").write_text(GAME.format("a") + CLEAN)
    (folder / "clean.pgn").write_text(CLEAN)
    (folder / "old" / "b.pgn.zst").write_bytes(zstandard.compress((CLEAN + GAME.format("b")).encode()))
    return folder


def test_standard_streams() -> None:
    done = fix(input=(GAME.format("x") + CLEAN).encode())
    assert done.stdout == (FIXED.format("x") + CLEAN).encode()
    assert (done.returncode, done.stderr) == (0, b"1 fix in 1 of 2 games: S101 1\n")


def test_in_place(archive: Path) -> None:
    clean = (archive / "clean.pgn").stat()
    done = fix("--in-place", "--backup", ".orig", "--log", archive.parent / "log", archive)
    assert done.returncode == 0, done.stderr
    assert (archive / "a.pgn").read_text() == FIXED.format("a") + CLEAN
    assert (archive / "a.pgn.orig").read_text() == GAME.format("a") + CLEAN
    packed = (archive / "old" / "b.pgn.zst").read_bytes()
    unpacked = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True).read()
    assert unpacked.decode() == CLEAN + FIXED.format("b")
    assert (archive / "old" / "b.pgn.zst.orig").exists() and not (archive / "clean.pgn.orig").exists()
    after = (archive / "clean.pgn").stat()
    assert (after.st_ino, after.st_mtime_ns) == (clean.st_ino, clean.st_mtime_ns)
    entries = [json.loads(line) for line in (archive.parent / "log").read_text().splitlines()]
    assert [(entry["code"], entry["game"], entry["before"], entry["after"]) for entry in entries] == [
        ("S101", 1, "", '[SetUp "1"]\n'),
        ("S101", 2, "", '[SetUp "1"]\n'),
    ]
    again = fix("--in-place", archive)
    assert (again.returncode, again.stderr) == (0, b"0 fixes in 0 of 5 games\n")  # nor were the backups read


def test_the_log_on_standard_output(archive: Path) -> None:
    done = fix("--in-place", "--log", "-", "--backup", "~", archive / "a.pgn")
    assert done.returncode == 0 and json.loads(done.stdout)["code"] == "S101"
    for wrong in (["--log", "-"], ["--in-place", "--backup", ""], ["--in-place", "--backup", "x/y"]):
        assert fix(*wrong, archive / "a.pgn").returncode == 2


def test_backups_are_no_inputs(archive: Path) -> None:
    assert fix("--in-place", "--backup", ".orig", archive).returncode == 0
    assert fix("--check", archive).returncode == 0
    assert fix("--diff", archive).stdout == b""


def test_folder(archive: Path) -> None:
    out = archive.parent / "out"
    assert fix(archive, "-o", f"{out}/").returncode == 0
    assert (out / "a.pgn").read_text() == FIXED.format("a") + CLEAN
    assert (out / "clean.pgn").read_text() == CLEAN
    assert (out / "old" / "b.pgn.zst").exists()
    assert (archive / "a.pgn").read_text() == GAME.format("a") + CLEAN


def test_two_inputs_of_one_name_are_refused_before_anything_is_written(archive: Path) -> None:
    (archive / "old" / "a.pgn").write_text(CLEAN)
    done = fix(archive / "a.pgn", archive / "old" / "a.pgn", "-o", f"{archive.parent}/out/")
    assert done.returncode == 2 and b"are the same file" in done.stderr
    assert not (archive.parent / "out").exists()


def test_one_output_takes_one_input(archive: Path) -> None:
    for inputs in ([archive], [archive / "a.pgn", archive / "clean.pgn"]):
        done = fix(*inputs, "-o", archive.parent / "x.pgn")
        assert done.returncode == 2 and b"several inputs need a folder: use -o FOLDER/ or --in-place" in done.stderr
        assert not (archive.parent / "x.pgn").exists()


@pytest.mark.skipif(shutil.which("patch") is None, reason="there is no patch program")
def test_diff_is_a_patch(archive: Path) -> None:
    path = archive / "a.pgn"
    path.write_text(CLEAN * 3 + GAME.format("x") * 2 + CLEAN + GAME.format("y").rstrip("\n"))
    diff = fix("--diff", "a.pgn", cwd=archive)
    assert diff.returncode == 1
    assert [line for line in diff.stdout.splitlines() if line[:1] in b"+-"][2:] == [b'+[SetUp "1"]'] * 3
    expected = fix("a.pgn", cwd=archive).stdout
    run(["patch", "-s", "-p0"], input=diff.stdout, cwd=archive, check=True)
    assert path.read_bytes() == expected


SLOPPY, HOME = "3rk2r/8/8/8/8/8/8/4K3 b kq - 0 9", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 9"


@pytest.mark.parametrize("engine", ["native", "python-chess"])
@pytest.mark.parametrize(("convert", "in_place"), [([], False), ([], True), (["--castling", "shredder"], False)])
def test_findings_of_a_whole_file_stay(
    tmp_path: Path, convert: list[str], in_place: bool, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """N106 has no repair; a conversion writes the right out, and an audit of the result would accept it."""
    monkeypatch.setenv("PGNFEN_ENGINE", engine)
    (tmp_path / "a.epd").write_text(f"{SLOPPY}\n{HOME}\n")
    target = ["--in-place"] if in_place else ["-o", "fixed.epd"]
    done = fix("a.epd", *target, *convert, "--log", "log", cwd=tmp_path)
    assert done.returncode == 1
    assert b"not fixed: 1 warning" in done.stderr
    assert b"findings about a whole file have no fix: N106 1; " in done.stderr
    assert (b"an audit of the output no longer reports these findings" in done.stderr) == bool(convert)
    entries = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    last = entries[-1]
    assert (last["code"], last["status"], last["game"], last["declared"], last["expected"], last["after"]) == (
        "N106", "no fix", 1, "kq", "k", None,
    )  # fmt: skip
    assert [one["name"] for one in entries[:-1]] == ["convention"] * 2 * bool(convert)
    for ignored in (["--ignore", "N106"], ["--select", "C"], ["--fail-on", "error"]):
        assert fix("a.epd", *target, *convert, *ignored, cwd=tmp_path).returncode == 0
    for more in ([], ["-j", "2"]):
        audited = pgnfen("audit", *more, "fixed.epd" if convert else "a.epd", cwd=tmp_path)
        assert audited.returncode == (0 if convert else 1)


@pytest.mark.parametrize("convert", [[], ["--castling", "shredder"]])
def test_a_start_that_its_own_repair_settles_is_not_left(tmp_path: Path, convert: list[str]) -> None:
    """Without --unsafe the right stays, and is left; with it C102 takes it away."""
    pair = '[SetUp "1"]\n[FEN "{}"]\n\n*\n\n'
    sure = '[Variant "Chess960"]\n' + pair.format("1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 9")
    (tmp_path / "a.pgn").write_text(sure * 4 + pair.format(SLOPPY))
    assert b"N106" in pgnfen("audit", "a.pgn", cwd=tmp_path).stdout
    for more, status in (([], 1), (["--unsafe"], 0)):
        done = fix("a.pgn", "--select", "C,N106", *more, "-o", "fixed.pgn", *convert, cwd=tmp_path)
        assert (done.returncode, b"have no fix: N106 1" in done.stderr) == (status, status == 1), done.stderr


def test_the_log_has_each_finding_with_its_status(tmp_path: Path) -> None:
    """Applied; refused (the other move is none); not tried without --unsafe; without a fix."""
    games = (
        GAME.format("applied") + '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w K - 0 1"]\n\n*\n\n'
        '[SetUp "1"]\n[FEN "4k3/8/8/8/8/7/8/4K3 w - - 0 1"]\n\n*\n\n'
    )
    (tmp_path / "a.pgn").write_text(games)
    statuses = {}
    for more in ([], ["--unsafe"]):
        fix("a.pgn", *more, "-o", "fixed.pgn", "--log", "log", cwd=tmp_path)
        entries = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
        statuses[bool(more)] = [(one["code"], one["status"], one["before"] is not None) for one in entries]
        audited = pgnfen("audit", "--format", "jsonl", "a.pgn", cwd=tmp_path).stdout.splitlines()
        assert sorted(json.loads(line)["code"] for line in audited) == sorted(one["code"] for one in entries)
    assert statuses == {
        False: [("S101", "applied", True), ("C102", "not tried", False), ("F202", "no fix", False)],
        True: [("S101", "applied", True), ("C102", "applied", True), ("F202", "no fix", False)],
    }


def test_check(archive: Path) -> None:
    before = {path: path.read_bytes() for path in archive.rglob("*.*")}
    done = fix("--check", archive)
    assert done.returncode == 1 and done.stdout == b""
    assert f"would change: {archive / 'a.pgn'} (1 game)" in done.stderr.decode()
    assert fix("--check", archive / "clean.pgn").returncode == 0
    assert {path: path.read_bytes() for path in archive.rglob("*.*")} == before


def test_an_input_that_cannot_be_read_whole_is_left_alone(archive: Path) -> None:
    path = archive / "old" / "b.pgn.zst"
    broken = path.read_bytes()[:-9]
    path.write_bytes(broken)
    done = fix("--in-place", archive)
    assert done.returncode == 2
    assert path.read_bytes() == broken and (archive / "a.pgn").read_text() == FIXED.format("a") + CLEAN
    assert list(path.parent.iterdir()) == [path]


def test_data_that_is_not_what_its_name_says_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.pgn"
    packed = zstandard.compress(GAME.encode())
    path.write_bytes(packed)
    done = fix("--in-place", tmp_path)
    assert done.returncode == 2 and b"contains Zstandard data, but its name is that of plain" in done.stderr
    assert path.read_bytes() == packed


def test_what_is_left_is_the_exit_status() -> None:
    illegal = b"1. e4 e5 2. Ke3 *\n\n"
    done = fix(input=illegal)
    assert done.stdout == illegal and done.returncode == 1
    assert b"not fixed: 1 error; run 'pgnfen audit' to list them" in done.stderr
    assert fix("--ignore", "R101", input=illegal).returncode == 0


def test_refused_fixes_are_counted_and_logged(tmp_path: Path) -> None:
    twice = GAME.format("x").replace("[FEN", '[FEN "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"]\n[SetUp "1"]\n[FEN').encode()
    done = fix("--unsafe", "--log", tmp_path / "log", input=twice.replace(b"e4", b"e3"))
    entries = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    refused = [entry for entry in entries if entry["refused"]]
    assert bool(refused) == (b"refused:" in done.stderr)


def test_conventions(tmp_path: Path) -> None:
    path = tmp_path / "x.pgn"
    fen = "[Event \"x\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n*\n\n"
    one = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w {} - 0 1"
    inner = "4k3/8/8/8/8/8/8/2R1KR1R w {} - 0 20"
    path.write_text(fen.format(one.format("KQkq")) + fen.format(inner.format("F")))
    done = fix("--castling", "shredder", path)
    assert done.stdout.decode() == fen.format(one.format("HFhf")) + fen.format(inner.format("F"))
    back = fix("--castling", "fen", input=done.stdout)
    assert back.stdout == done.stdout and b"0 fixes" in back.stderr
    assert b"not converted: 2 fields that the convention cannot express" in back.stderr


def test_kqkq_are_those_of_standard_chess(tmp_path: Path) -> None:
    path = tmp_path / "book.epd"
    foreign = "rnkqbrnb/pppppppp/8/8/8/8/PPPPPPPP/BRKNNBRQ w {} - 0 1\n"  # outermost rooks, and the kings on c
    path.write_text(foreign.format("GBfa") + "r3k2r/8/8/8/8/8/8/R3K3 w Aha - 0 1\n")
    done = fix("--castling", "fen", path)
    assert done.stdout.decode() == path.read_text().replace("Aha", "Qkq")
    assert b"1 fix in 1 of 2 games" in done.stderr
    assert b"not converted: 1 field that the convention cannot express" in done.stderr
    assert fix("--castling", "x-fen", path).stdout.decode().startswith(foreign.format("KQkq"))


def test_records(tmp_path: Path) -> None:
    path = tmp_path / "book.epd"
    path.write_bytes(
        b"# mixed\n4k2r/8/8/8/8/8/8/4K3 b k - id \"caf\xe9\";\n\n4k2r/8/8/44/8/8/8/4K3 b k - 0 9\r\n8/8/8/8 w - -\n"
    )
    done = fix("--castling", "shredder", path)
    assert done.stdout == (
        b"# mixed\n4k2r/8/8/8/8/8/8/4K3 b h - id \"caf\xe9\";\n\n4k2r/8/8/8/8/8/8/4K3 b h - 0 9\r\n8/8/8/8 w - -\n"
    )
    assert done.returncode == 1


def test_configuration(archive: Path) -> None:
    (archive / "pgnfen.toml").write_text('[per-file-ignores]\n"old/*" = ["S101"]\n')
    assert fix("--in-place", archive).returncode == 0
    assert (archive / "a.pgn").read_text() == FIXED.format("a") + CLEAN
    assert fix("--check", archive).returncode == 0
    assert fix("--check", "--no-config", archive).returncode == 1


def _killed(path: Path, old: bytes, new: bytes, seconds: float) -> bool:
    """Kill a repair in place; whether it had replaced the file, which is the old or the new one."""
    path.write_bytes(old)
    with start([*PGNFEN, "fix", "--in-place", "--jobs", "1", path], stderr=subprocess.DEVNULL) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert path.read_bytes() in (old, new)
    return path.read_bytes() == new


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("kills", [6, pytest.param(25, marks=pytest.mark.exhaustive)])
def test_killed_at_any_moment_a_file_is_the_old_or_the_new_one(tmp_path: Path, kills: int) -> None:
    old, new = GAME.format("x").encode() * 3000, FIXED.format("x").encode() * 3000
    path = tmp_path / "x.pgn"
    path.write_bytes(old)
    began = time.monotonic()
    assert fix("--in-place", "--jobs", "1", path).returncode == 0 and path.read_bytes() == new
    whole = time.monotonic() - began
    moments = random.Random(kills)
    for _ in range(kills):
        _killed(path, old, new, moments.uniform(0.3, 1.1) * whole)
    assert fix("--in-place", path).returncode == 0
    assert list(tmp_path.iterdir()) == [path]  # what the killed ones left is removed


def test_quiet(archive: Path) -> None:
    loud, quiet = (fix("--check", *option, archive) for option in ([], ["-q"]))
    assert b"would change" in loud.stderr and (quiet.returncode, quiet.stderr) == (loud.returncode, b"") == (1, b"")


def test_what_a_plain_audit_does_not_show_is_left_alone() -> None:
    infos = b"1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 *\n"
    assert fix(input=infos).stdout == infos
    for options in (["--severity", "info"], ["--select", "R105"], ["--fail-on", "info"]):
        assert fix(*options, input=infos).stdout == infos.replace(b"0-0", b"O-O")
    assert fix("--select", "R", input=infos).stdout == infos  # a prefix is no code in full, as in audit
