"""What Windows and macOS do differently, simulated: `windows/sitecustomize.py` shows the package a Windows."""

from __future__ import annotations

import ntpath
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import programs
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc")
TESTS = Path(__file__).parent.parent
WINDOWS = str(TESTS / "windows")
CASTLING = b"""[Event "\xc3\x84"]
[White "Carlsen"]
[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qkq - 0 1"]

1. O-O O-O *

"""


def on_windows(*words: str | Path, cwd: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    """`pgnfen` as Windows runs it."""
    return programs.run([*programs.PGNFEN, *words], cwd=cwd, env={**os.environ, "PYTHONPATH": WINDOWS, **more})


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with games, in a file and compressed, and a record."""
    import gzip

    folder = tmp_path / "here"
    (folder / "in").mkdir(parents=True)
    (folder / "in" / "b.pgn.gz").write_bytes(gzip.compress(CASTLING * 3, mtime=0))
    (folder / "a.pgn").write_bytes(CASTLING.replace(b"\n", b"\r\n"))
    (folder / "e.epd").write_bytes(b"4k3/8/8/8/8/8/8/4K3 w - -\n")
    return folder


COMMANDS = [
    "--version", "--help", "audit --help", "completion powershell", "audit .", "audit --format jsonl .",
    "audit --format html -o r.html .", "audit --format sarif .", "audit --show-config a.pgn",
    "audit --baseline known --update-baseline .", "tags .", "tags --format csv -o t.csv .", "stats .", "explain a.pgn",
    "filter --tag White=Carlsen a.pgn", "filter -o A.pgn.zst --rest b.pgn --tag White=X a.pgn in",
    "split --by kind -d out a.pgn",
    "dedupe in -o one.pgn --rest two.pgn", "fix a.pgn", "fix --diff .", "fix --in-place .",
    "fix --in-place --backup .orig . --log fixes.jsonl", "fix -o new/ .", "fix --in-place --resume journal .",
    "audit --resume journal .", "positions a.pgn", "fen e.epd", "rules C201", "audit nothing.pgn *.epd", "nonsense",
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_does_there_what_it_does_here(games: Path, command: str) -> None:
    """Output, messages, status and files are the same to the byte; no CR comes to what is written, and files are closed
    before one takes their place."""
    before, other = contents(games), games.with_name("there")
    shutil.copytree(games, other)
    for folder in (games, other):
        for path in folder.rglob("*"):
            os.utime(path, (1e9, 1e9))
    here, there = programs.pgnfen(*command.split(), cwd=games), on_windows(*command.split(), cwd=other)
    assert there.stderr.decode() == here.stderr.decode()
    assert (there.returncode, there.stdout) == (here.returncode, here.stdout)
    assert contents(other) == contents(games)
    writes = any(option in command.split() for option in ("-o", "-d", "--in-place", "--update-baseline"))
    assert (contents(games) != before) == writes


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_replaced_file_that_is_open_is_refused_by_the_simulation(games: Path) -> None:
    """Else the tests above would show nothing."""
    code = "from pgnfen.inputs.temporary import os\nwith open('a.pgn'):\n    os.replace('e.epd', 'a.pgn')"
    done = programs.run([sys.executable, "-c", code], cwd=games, env={**os.environ, "PYTHONPATH": WINDOWS}, text=True)
    assert "PermissionError" in done.stderr


def test_worker_processes_are_not_forked(games: Path) -> None:
    """What the workers say is what one process says."""
    games.joinpath("many.pgn").write_bytes(CASTLING.replace(b"O-O O-O", b"Ra8 Qxa8") * 20_000)
    words = ("audit", "--progress", "many.pgn", "--format", "csv")
    alone = programs.pgnfen(*words, "--jobs", "1", cwd=games, env={**os.environ, "PGNFEN_ENGINE": "python-chess"})
    there = on_windows(*words, "--jobs", "2", cwd=games, PGNFEN_ENGINE="python-chess")
    assert (there.returncode, there.stdout) == (1, alone.stdout)


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_a_code_page_without_a_character(games: Path, encoding: str) -> None:
    """Neither text nor data ends in a traceback where the console cannot say it; data stay UTF-8."""
    games.joinpath("♜é.pgn").write_bytes(CASTLING)
    games.joinpath("pgnfen.toml").write_text('[per-file-ignores]\n"♜*.pgn" = ["S101"]\n', encoding="utf-8")
    shown = on_windows("audit", "--show-config", "♜é.pgn", cwd=games, PYTHONIOENCODING=encoding)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"per-file-ignores.'\\u265c*.pgn'" in shown.stdout
    found = on_windows("audit", "♜é.pgn", "nothing♜.pgn", cwd=games, PYTHONIOENCODING=encoding)
    assert "♜é.pgn:5" in found.stdout.decode() and b"nothing\\u265c.pgn" in found.stderr and found.returncode == 2


def test_ctrl_break_ends_the_program_and_leaves_nothing(games: Path) -> None:
    words = [*programs.PGNFEN, "fix", "-", "-o", "out.pgn"]
    environment = {**os.environ, "PYTHONPATH": WINDOWS}
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
    with programs.start(words, cwd=games, env=environment, **pipes) as process:
        assert process.stdin is not None and process.stderr is not None
        process.stdin.write(CASTLING * 10)
        process.stdin.flush()
        until = time.monotonic() + 60
        while not list(games.glob(".out.pgn.*")) and time.monotonic() < until:
            time.sleep(0.001)  # the signal may come while that file is made
        process.send_signal(signal.SIGUSR1)  # which stands for SIGBREAK there
        assert process.wait(60) == 128 + signal.SIGUSR1
        assert process.stderr.read() == b"pgnfen: interrupted (Ctrl-Break)\n"
    assert not list(games.glob("*out*")) and not list(games.glob(".out*"))


def test_a_name_with_a_colon_is_refused_there(games: Path) -> None:
    """NTFS would write a hidden stream of another file."""
    done = on_windows("fix", "a.pgn", "-o", "Carlsen: best.pgn", cwd=games)
    assert done.returncode == 2 and b"Windows allows no colon in a file name" in done.stderr
    done = on_windows("fix", "--in-place", "--backup", ":old", "a.pgn", cwd=games)
    assert done.returncode == 2 and b"is not a valid suffix" in done.stderr
    assert sorted(path.name for path in games.iterdir()) == ["a.pgn", "e.epd", "in"]


NT = SimpleNamespace(path=ntpath, sep="\\", name="nt")


@pytest.fixture
def nt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths of Windows for what reports name them by."""
    from pgnfen.inputs import names
    from pgnfen.report import sarif

    monkeypatch.setattr(names, "os", NT)
    monkeypatch.setattr(sarif, "os", NT)
    sarif._location.cache_clear()


def test_paths_with_drives_and_backslashes(nt: None) -> None:
    import nturl2path

    from pgnfen.inputs.names import file_suffixes, is_url, relative_path, slashed
    from pgnfen.report.sarif import _location

    for path in (r"C:\x.pgn", "c:/x.pgn", "C:x.pgn", r"\\server\share\x.pgn", r"c:\archive.zip:in\x.pgn"):
        assert not is_url(path)
    assert (slashed(r"in\b.pgn"), file_suffixes(r"C:\v1.2\A.PGN.gz")) == ("in/b.pgn", [".pgn", ".gz"])
    assert file_suffixes(r"C:\v1.2\noext") == []
    assert relative_path(r"C:\games\in\x.pgn", r"C:\games") == "in/x.pgn"
    assert relative_path(r"D:\in\x.pgn", r"C:\games") == "D:/in/x.pgn"
    assert _location(r"C:\a b\x.pgn") == {"uri": "file:///C:/a%20b/x.pgn"}
    assert _location(r"c:/é.pgn") == {"uri": "file:///c:/%C3%A9.pgn"}
    assert _location(r"\\server\share\x.pgn") == {"uri": "file://server/share/x.pgn"}
    assert _location(r".\in\x.pgn") == {"uri": "in/x.pgn", "uriBaseId": "%SRCROOT%"}
    assert nturl2path.url2pathname("/C:/a%20b/x.pgn") == r"C:\a b\x.pgn"  # what inputs.url does there


def test_reports_name_paths_with_slashes(nt: None) -> None:
    """A finding is the same one in a report that was made on another system."""
    from pgnfen.audit.finding import Placed, Remark
    from pgnfen.report.evidence import Shown
    from pgnfen.report.excerpt import Excerpt
    from pgnfen.report.github import GithubAnnotations
    from pgnfen.report.gitlab import GitlabCodeQuality
    from pgnfen.report.html_page import HtmlPage
    from pgnfen.report.outcome import Outcome

    remark = Remark(1, "C201", "castling-not-declared", "error", None, "Qkq", "KQkq", "", "safe")
    found = [Shown(Placed(remark, 1, 3, 0), Excerpt("x", 0, 1, 1, True))]

    def report(document: GithubAnnotations | GitlabCodeQuality, path: str) -> bytes:
        return document.put(path, found, ["0123456789abcdef"]) + document.end(Outcome())

    for kind in (GithubAnnotations, GitlabCodeQuality):
        assert report(kind(), r".\in\x.pgn") == report(kind(), "./in/x.pgn")
        assert b"in/x.pgn" in report(kind(), r"in\x.pgn")
    page = HtmlPage()
    for number, path in enumerate((r"C:\games\a.pgn", r"C:\games\b.pgn")):
        page._paths[path] = number
        page._of_files[path, "error"] += 1
    assert "'a.pgn'" in str([*page._charts(Outcome())][1])


def test_a_junction_is_no_folder_to_go_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may lead back to a folder above; Python does not take it for a link."""
    from pgnfen.inputs import names

    class Entry(SimpleNamespace):
        name, path = "in", str(tmp_path)

        def is_dir(self, follow_symlinks: bool = True) -> bool:
            return True

        def stat(self, follow_symlinks: bool = True) -> SimpleNamespace:
            return SimpleNamespace(st_reparse_tag=self.tag)

    cloud, junction, plain = 0x9000001A, 0xA0000003, 0
    monkeypatch.setattr(names, "os", NT)
    entries = [Entry(tag=tag) for tag in (cloud, junction, plain)]
    assert [names._is_folder(entry) for entry in entries] == [True, False, True]  # type: ignore[arg-type]


def test_no_more_worker_processes_than_windows_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import ProcessPoolExecutor

    from pgnfen.report.stats import Counts
    from pgnfen.scale import jobs

    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(ValueError, match="61"):
        ProcessPoolExecutor(64)
    pool = jobs._processes(Counts, 64)  # type: ignore[arg-type]
    assert pool._max_workers == 61  # type: ignore[attr-defined]
    pool.shutdown()


def test_new_names_of_a_mac_may_compose_their_accents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pgnfen.errors import PgnfenError
    from pgnfen.inputs import register as module

    monkeypatch.setattr(module, "folds_case", lambda folder: True)
    register = module.Register()
    register.add("-o", str(tmp_path / "Ren\u00e9.pgn"))
    with pytest.raises(PgnfenError, match="are the same file"):
        register.add("--rest", str(tmp_path / "rene\u0301.pgn"))


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_two_new_outputs_that_differ_in_case_in_an_empty_folder(tmp_path: Path, platform: str) -> None:
    """There is no name in it to ask by, so the system decides."""
    code = f"import sys; sys.platform = {platform!r}; from pgnfen.inputs.register import Register; r = Register()\n"
    code += "r.add('-o', 'A.pgn'); r.add('--rest', 'a.pgn')"
    done = programs.run([sys.executable, "-c", code], cwd=tmp_path, text=True)
    assert "--rest (a.pgn) and -o (A.pgn) are the same file" in done.stderr
    done = programs.run([sys.executable, "-c", code.replace(repr(platform), "'linux'")], cwd=tmp_path, text=True)
    assert (done.returncode, done.stderr) == (0, "")
