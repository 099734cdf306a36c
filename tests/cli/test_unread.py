"""One broken file of many: the others are done, status 2, and it is named at the end, where it is seen."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import programs
import pytest
import zstandard

GAME = '[Event "{0}"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd{1} *\n\n'
FILES, BROKEN = 60, "f0030.pgn"

COMMANDS = [
    ("tags", "cut off"),
    ("tags", "gone"),
    ("audit --jobs 1", "not text"),
    ("audit --jobs 2", "cut off"),
    ("filter --not --chess960 -o {out}/o.pgn --rest {out}/r.pgn", "gone"),
    ("filter --has R101 -o {out}/o.pgn", "not text"),
    ("split --by setup -d {out}/split", "cut off"),
    ("split --by finding -d {out}/split", "gone"),
    ("fix --check", "cut off"),
    ("fix --diff", "not text"),
    ("fix -o {out}/fixed/ --log {out}/log", "gone"),
]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    for number in range(FILES):
        (folder / f"f{number:04}.pgn").write_text(GAME.format(number, 8 if number % 30 else 5))
    return folder


def outcome(command: str, archive: Path, out: Path) -> tuple[int, bytes, dict[str, bytes], list[str]]:
    """Status, standard output, the files written, messages."""
    out.mkdir()
    words = command.format(out=out).split()
    done = programs.pgnfen(*words, "--no-progress", archive)
    files = {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
    return done.returncode, done.stdout, files, done.stderr.decode().replace(str(out), "").splitlines()


@pytest.mark.parametrize(("command", "kind"), COMMANDS)
def test_one_broken_file_of_many(archive: Path, tmp_path: Path, command: str, kind: str) -> None:
    path = archive / BROKEN
    whole = path.read_bytes()
    try:
        path.unlink()
        status, stdout, files, messages = outcome(command, archive, tmp_path / "without")
        if kind == "cut off":
            path.write_bytes(zstandard.compress(whole)[:-5])
        elif kind == "not text":
            path.write_bytes(b"\x89PNG\r\n\x1a\n")
        else:
            path.symlink_to("nowhere")
        assert status != 2
        expected = [*messages, f"pgnfen: 1 of {FILES:,} inputs could not be read to the end: {path}"]
        broken = outcome(command, archive, tmp_path / "with")
        assert broken[:3] == (2, stdout, files)
        assert [line for line in broken[3] if not line.startswith(f"pgnfen: {path}: ")] == expected
        assert broken[3][-1] == expected[-1] and len(broken[3]) == len(expected) + 1
    finally:
        path.unlink()
        path.write_bytes(whole)


def test_of_many_the_first_are_named(tmp_path: Path) -> None:
    names = [str(tmp_path / f"{number}.pgn") for number in range(7)]
    last = programs.pgnfen("tags", *names).stderr.decode().splitlines()[-1]
    assert last == f"pgnfen: 7 of 7 inputs could not be read to the end: {', '.join(names[:5])} and 2 more"
    assert programs.pgnfen("tags", names[0]).stderr.decode().count("\n") == 1


def test_files_of_records(tmp_path: Path) -> None:
    (tmp_path / "a.epd").write_text("4k3/8/8/8/8/8/4P3/4K3 w - -\n")
    (tmp_path / "b.epd").write_bytes(b"\x89PNG\r\n\x1a\n")
    done = programs.pgnfen("fen", "--file", tmp_path / "b.epd", "--file", tmp_path / "a.epd")
    assert done.returncode == 2 and b"4k3/8/8/8/8/8/4P3/4K3" in done.stdout
    last = done.stderr.decode().splitlines()[-1]
    assert last == f"pgnfen: 1 of 2 inputs could not be read to the end: {tmp_path / 'b.epd'}"


@pytest.mark.parametrize("words", ["filter --classic -o {0}", "filter -o {0}.other --rest {0}", "fix -o {0}"])
def test_where_nothing_can_be_read_an_output_stays_as_it_was(tmp_path: Path, words: str) -> None:
    out = tmp_path / "out.pgn"
    out.write_text("old")
    done = programs.pgnfen(*words.format(out).split(), tmp_path / "gone.pgn", text=True)
    assert done.returncode == 2 and "gone.pgn" in done.stderr.splitlines()[0]
    assert done.stderr.endswith(": not written because no input could be read\n")
    assert [path.name for path in tmp_path.iterdir()] == ["out.pgn"] and out.read_text() == "old"
    (tmp_path / "empty.pgn").touch()
    done = programs.pgnfen(*words.format(out).split(), tmp_path / "empty.pgn", text=True)
    assert done.returncode in (0, 1) and out.read_text() == ""


def test_members_of_a_zip_archive_that_are_not_read(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("games.pgn", "1. e4 *\n")
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("notes\x1b.txt", "1. d4 *\n")
        archive.writestr("games.pgn", "1. e4 *\n")
        archive.writestr("more.zip", inner.getvalue())
    done = programs.pgnfen("tags", path)
    assert (done.returncode, done.stdout.count(b"\n")) == (2, 1)
    assert done.stderr.decode().splitlines() == [
        f'pgnfen: {path}: not read because the names do not end in .pgn or .epd or .fen: "notes\\033.txt"',
        f"pgnfen: {path}:more.zip: is a zip archive in a zip archive; unpack it first",
        f"pgnfen: 1 of 2 inputs could not be read to the end: {path}:more.zip",
    ]


@pytest.mark.parametrize(("limit", "summary"), [("20", b"2 games in 1 input: "), ("0", b"0 games in 0 inputs: ")])
def test_an_input_that_is_read_in_part_counts(tmp_path: Path, limit: str, summary: bytes) -> None:
    (tmp_path / "x.pgn").write_bytes(b"1. e4 *\n\n" * 9)
    done = programs.pgnfen("audit", "--select", "R", "--max-bytes", limit, tmp_path / "x.pgn")
    assert done.returncode == 2 and summary in done.stderr
