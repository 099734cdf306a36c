"""--resume: a run that was killed, at any moment, goes on; its output is that of a run that nothing disturbed."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import programs
import pytest
import zstandard

sys.path.append(str(Path(__file__).parents[1] / "native"))

from uneven_files import Files

from pgnfen.audit.catalog import Ignores
from pgnfen.cli.resumed import run_of
from pgnfen.repair.conventions import Conventions
from pgnfen.report.fix_task import FixTask, FixTaskOptions

pytestmark = pytest.mark.usefixtures("either_reader")

GAMES = [
    '[Event "{0}"]\n[White "w"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd{1} *\n\n',
    '[Event "{0}"]\r\n[White "w"]\r\n\r\n1. e4 {{ [Event "no"]\r\n[Event "nor this"] }} e5 2. Ke3 *\r\n\r\n',
    '[Event "{0}"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 (1. d5) e5 *\n\n',
]
COMMANDS = {
    "audit": "audit --severity info --jobs 1",
    "audit by two": "audit --format jsonl --jobs 2",
    "audit with a baseline": "audit --baseline ../known.json --each",
    "audit in full": "audit --format full --severity info",
    "audit as a page": "audit --format html -o {out}/page.html",
    "tags": "tags --format jsonl",
    "filter": "filter --chess960 --not --has R101 -o {out}/o.pgn --rest {out}/r.pgn.zst",
    "filter by its start": "filter --classic -o {out}/o.pgn",
    "dedupe": "dedupe --same moves -o {out}/o.pgn --rest {out}/r.pgn --log {out}/log",
    "split": "split --by setup -d {out}/split",
    "stats": "stats --by Event --plies",
    "positions": "positions --unique --ply 0-1 -o {out}/o.epd",
    "positions in Parquet": "positions --format parquet -o {out}/o.parquet",
    "fix": "fix --diff",
    "fix into a folder": "fix -o {out}/fixed/ --log {out}/log",
}
# The program in small blocks, ended by KILL in the middle of writing its N-th record, if there are so many.
PROGRAM = """
import os, signal, sys
from pgnfen.cli import main, stream
from pgnfen.scale import journal
left, whole, begin = int(sys.argv.pop(1)), journal._record, stream.Stream.__init__
def in_blocks(self, *arguments, **options):
    begin(self, *arguments, **options)
    self._block_size = 1500
stream.Stream.__init__ = in_blocks
def record(*content):
    global left
    left -= 1
    if left:
        return whole(*content)
    os.write(max(int(name) for name in os.listdir("/proc/self/fd") if is_journal(name)), whole(*content)[:-1])
    os.kill(os.getpid(), signal.SIGKILL)
def is_journal(name):
    try:
        return os.readlink("/proc/self/fd/" + name).endswith("/run")
    except OSError:
        return False
journal._record = record
main()
"""

needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no /proc")


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("in") / "archive"
    folder.mkdir()
    luck = random.Random(3)

    def games(count: int) -> bytes:
        return "".join(luck.choice(GAMES).format(n, luck.choice("588")) for n in range(count)).encode()

    (folder / "a.pgn").write_bytes(games(60))
    (folder / "b.pgn.zst").write_bytes(zstandard.compress(games(60)))
    (folder / "c.pgn").write_bytes(games(5) + b'[Event "large"]\n\n1. e4 {' + b"x " * 6000 + b"} *\n\n" + games(9))
    (folder / "d.pgn").write_bytes(zstandard.compress(games(50))[:-300])
    (folder / "e.pgn").write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "f.pgn").write_bytes(games(40))
    (folder / "g.pgn").write_bytes(Files(1).file(60))
    assert programs.pgnfen("audit", "--select", "S105", "--update-baseline", "--baseline", folder.parent / "known.json",
                           folder / "a.pgn").returncode == 0  # fmt: skip
    return folder


def outcome(words: str, archive: Path, out: Path, moment: int) -> tuple[int, bytes, dict[str, bytes], list[str]]:
    """Status, standard output, the files written, messages of a run that is killed at its N-th record."""
    out.mkdir(exist_ok=True)
    arguments = [*words.format(out=out).split(), "--max-game", "9000", "--resume", str(out.parent / "run"), "."]
    done = programs.python(PROGRAM, str(moment), *arguments, cwd=archive)
    files = {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
    messages = [line for line in done.stderr.decode().replace(str(out), "").splitlines() if "baseline" not in line]
    return done.returncode, done.stdout, files, messages


def check(command: str, archive: Path, folder: Path, moments: Iterator[int]) -> None:
    expected = outcome(COMMANDS[command], archive, folder / "undisturbed", 0)
    assert expected[0] == 2 and not (folder / "run").exists()
    for moment in moments:
        out = folder / f"out{moment}"
        killed, left = outcome(COMMANDS[command], archive, out, moment), moment
        if killed[0] != -9:  # how many records a run has depends on the clock
            assert moment > 8 and killed == expected
            continue
        kills = 0
        while killed[0] == -9:  # the runs after it are killed too, each somewhat later
            left, kills = left // 2 + 3, kills + 1
            killed = outcome(COMMANDS[command], archive, out, left)
        assert killed[0] == 2 and (kills > 2 or moment > 8)
        again = outcome(COMMANDS[command], archive, out, 0) if (folder / "run").exists() else killed
        assert again == expected
        assert not (folder / "run").exists()


@needs_proc
@pytest.mark.parametrize("command", [one for one in COMMANDS if one not in ("fix", "stats")])
def test_killed_at_a_few_moments(archive: Path, tmp_path: Path, command: str) -> None:
    check(command, archive, tmp_path, iter([random.Random(command).randrange(2, 9)]))


@needs_proc
@pytest.mark.exhaustive
@pytest.mark.parametrize("command", COMMANDS)
def test_killed_at_ten_moments(archive: Path, tmp_path: Path, command: str) -> None:
    check(command, archive, tmp_path, iter(range(2, 22, 2)))


@pytest.mark.hours
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "command",
    ["audit --jobs 2 --each", "tags", "filter --has R101 -o {0}/o.pgn", "split --by White -d {0}/split",
     "fix -o {0}/fixed/ --log {0}/log", "positions --unique", "stats --by Event"],
)  # fmt: skip
def test_killed_from_outside_at_twenty_moments(tmp_path: Path, command: str) -> None:
    luck = random.Random(5)
    heavy = os.environ.get("PGNFEN_ENGINE") == "python-chess" or command.split()[0] in ("audit", "fix", "positions")
    count = 2500 if heavy else 9000
    games = "".join(luck.choice(GAMES).format(n, luck.choice("588")) for n in range(count)).encode()
    for name in ("a.pgn", "b.pgn"):
        (tmp_path / name).write_bytes(games * 2)
    (tmp_path / "c.pgn").write_bytes(zstandard.compress(games * 2))
    out = tmp_path / "out"
    words = [*programs.PGNFEN, *command.format(out).split(), "--resume", str(tmp_path / "run"),
             *(str(tmp_path / name) for name in ("a.pgn", "b.pgn", "c.pgn"))]  # fmt: skip

    def written(output: bytes) -> tuple[bytes, dict[Path, bytes]]:
        files = {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}
        shutil.rmtree(out)
        out.mkdir()
        return output, files

    out.mkdir()
    began = time.monotonic()
    expected = written(programs.run(words).stdout)
    took, killed = time.monotonic() - began, 0
    for moment in range(20):
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        began = time.monotonic()
        with programs.start(words, **pipes) as process:
            try:
                process.wait(took * (moment + 1) / 21)
                written(b"")  # it was sooner done: the machine has less to do than before
                took = min(took, time.monotonic() - began)
            except subprocess.TimeoutExpired:
                process.kill()
                killed += 1
        assert written(programs.run(words).stdout) == expected
    assert killed >= 10


@needs_proc
def test_a_repair_in_place_that_is_killed(archive: Path, tmp_path: Path) -> None:
    """Before and behind the moment at which a file gets its name, too: what has been done counts once."""
    words = "fix --in-place --backup .old --log {out}/log"
    archives = [tmp_path / str(moment) / "archive" for moment in (0, 4, 6)]
    for folder in archives:
        shutil.copytree(archive, folder)
    expected = outcome(words, archives[0], archives[0].parent / "out", 0)

    def held(folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    for folder, moment in zip(archives[1:], (4, 6), strict=True):  # when a file is written, and when the next is noted
        out = folder.parent / "out"
        assert outcome(words, folder, out, moment)[0] == -9
        assert outcome(words, folder, out, 0) == expected
        assert held(folder) == held(archives[0]) and not (folder.parent / "run").exists()


def test_what_the_file_is_not_used_for(tmp_path: Path) -> None:
    games, run, other = tmp_path / "a.pgn", tmp_path / "run", tmp_path / "other"
    games.write_text(GAMES[0].format(1, 5))
    other.write_text("mine\n")
    done = programs.pgnfen("tags", "--resume", other, games, text=True)
    assert done.returncode == 2 and other.read_text() == "mine\n"
    assert "contains something other than a run to resume" in done.stderr
    assert programs.pgnfen("tags", "--resume", run, games).returncode == 0 and not run.exists()
    done = programs.pgnfen("tags", "--resume", run, "--max-bytes", "9", games, text=True)
    assert done.returncode == 2 and "cannot be used with" in done.stderr and not run.exists()


@needs_proc
def test_other_inputs_and_options_are_told(archive: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert outcome("audit --each", archive, tmp_path / "out", 9)[0] == -9
    left = run.read_bytes()
    done = programs.pgnfen("audit", "--each", "--max-game", "9000", "--resume", run, "a.pgn", cwd=archive, text=True)
    assert done.returncode == 2 and "belongs to another run" in done.stderr and run.read_bytes() == left
    path = archive / "a.pgn"
    content = path.read_bytes()
    path.write_bytes(content.replace(b"Kd8", b"Kf8"))
    try:
        status, _, _, messages = outcome("audit --each", archive, tmp_path / "out", 0)
        assert status == 2 and "the inputs have changed since the run saved in" in messages[-1]
    finally:
        path.write_bytes(content)


def test_the_file_is_no_input(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(GAMES[0].format(1, 5))
    done = programs.pgnfen("tags", "--resume", "run.pgn", ".", cwd=tmp_path, text=True)
    assert done.returncode == 2 and "are the same file" in done.stderr


def test_pipes_are_read_again(tmp_path: Path) -> None:
    games = GAMES[0].format(1, 5).encode() * 9
    assert programs.pgnfen("tags", "--resume", tmp_path / "run", input=games).stdout.count(b"\n") == 9


def test_nothing_in_the_file_is_executed(tmp_path: Path) -> None:
    from pgnfen.errors import PgnfenError
    from pgnfen.scale.journal import Input, Journal, Place

    journal = Journal(str(tmp_path / "run"), "a", frozenset())
    journal.begin(Input("a", (1, 2)))
    journal.result(print, Place(1, 1, 1), 1, True)
    journal.result([1, "a", b"b"], Place(2, 1, 1), 1, True)
    journal._file.close()
    again = Journal(str(tmp_path / "run"), "a", frozenset())
    assert again.place == Place(2, 1, 1) and again.current == Input("a", (1, 2))
    with pytest.raises(PgnfenError, match="builtins"):
        list(again.replay())


def test_a_run_is_known_by_what_it_ignores() -> None:
    """The same patterns are the same run, in whichever object; others are another."""

    def run(*codes: str) -> str:
        ignores = Ignores("/", {"*.pgn": [*codes]})
        options = FixTaskOptions(
            frozenset({"S101"}), False, Conventions(None, None), ignores, False, False, None, (), "warning", frozenset()
        )
        return run_of(FixTask(options), ())

    assert run("G105") == run("G105") != run("G104")
