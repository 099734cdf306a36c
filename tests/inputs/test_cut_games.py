"""A game or record in which reading ends is kept and counted, not judged; what is said names it."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import programs
import pytest

import pgnfen

pytestmark = pytest.mark.usefixtures("reader")

GAME = '[Event "a"]\n[Result "1-0"]\n\n1. e4 e5 {x} 2. Nf3 (2. Nc3) Nc6 1-0\n\n'
GAMES = (GAME * 3).encode()
CUT = "game 3 is cut off there; it is counted, but not checked"
RECORDS = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n" * 2
COMMANDS = (
    "audit --severity info", "audit --severity info -j 2", "fix --unsafe -o out.pgn", "fix --diff --unsafe",
    "filter --has G,R,S --rest rest.pgn -o out.pgn", "split --by finding -d parts", "tags", "tags --final",
    "stats --findings", "positions",
)  # fmt: skip


def written(folder: Path) -> bytes:
    """What a command wrote: its files, in the order of their names."""
    files = [path for path in sorted(folder.rglob("*")) if path.name not in ("a.pgn", "a.epd", "index.csv")]
    return b"".join(path.read_bytes() for path in files if path.is_file())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_cut_game_is_not_judged(command: str, tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_bytes(GAMES)
    # within a tag, the movetext, a comment, a variation, before the marker
    for size in (2 * len(GAME) + extra for extra in (20, 32, 38, 50, 59)):
        done = programs.pgnfen(*command.split(), "--max-bytes", str(size), "a.pgn", cwd=tmp_path, text=True)
        assert done.returncode == 2
        assert "(--max-bytes)" in done.stderr and f"; {CUT}" in done.stderr
        if command.startswith("audit"):
            assert done.stdout == "" and "3 games in 1 input: no findings" in done.stderr
        if "too large" in done.stderr:
            pytest.fail(done.stderr)
        if command.startswith(("fix --unsafe", "filter", "split")):
            assert written(tmp_path) == GAMES[:size]
            for path in sorted(tmp_path.rglob("*"), reverse=True):
                if path.name != "a.pgn":
                    path.rmdir() if path.is_dir() else path.unlink()


@pytest.mark.parametrize(
    ("head", "fen", "kind"),
    [('[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n[White "a', "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "position"),
     ('[White "a"]\n[FEN "4k3/8/8', None, "standard")],
)  # fmt: skip
def test_a_cut_game_has_the_tags_that_stand_whole(head: str, fen: str | None, kind: str, tmp_path: Path) -> None:
    text = f'[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n{head}'
    (tmp_path / "a.pgn").write_text(text + " and more")
    limit = "--max-bytes", str(len(text))
    tags = programs.pgnfen("tags", "--format", "jsonl", *limit, "a.pgn", cwd=tmp_path, text=True)
    rows = [json.loads(line) for line in tags.stdout.splitlines()]
    assert [(row["fen"], row["kind"]) for row in rows] == [(None, "standard"), (fen, kind)]
    stats = programs.pgnfen("stats", "--format", "jsonl", *limit, "a.pgn", cwd=tmp_path, text=True)
    counts = [json.loads(line) for line in stats.stdout.splitlines()]
    kinds = {row["value"]: row["count"] for row in counts if row["what"] == "kind"}
    assert kinds == dict(Counter(row["kind"] for row in rows))


@pytest.mark.parametrize("command", ["audit --severity info", "fix --unsafe -o out.epd", "tags"])
def test_a_cut_record_is_not_judged(command: str, tmp_path: Path) -> None:
    (tmp_path / "a.epd").write_bytes(RECORDS)
    done = programs.pgnfen(*command.split(), "--max-bytes", "50", "a.epd", cwd=tmp_path, text=True)
    assert done.returncode == 2 and "; line 2 is cut off there and is not checked" in done.stderr
    assert "F101" not in done.stdout + done.stderr
    if command.startswith("fix"):
        assert written(tmp_path) == RECORDS[:50]


def test_damaged_data_cuts_a_game(tmp_path: Path) -> None:
    (tmp_path / "a.pgn.gz").write_bytes(gzip.compress(GAMES[: 2 * len(GAME) + 30], mtime=0)[:-8])
    done = programs.pgnfen("audit", "--severity", "info", "a.pgn.gz", cwd=tmp_path, text=True)
    assert done.returncode == 2 and done.stdout == "" and CUT in done.stderr


def test_python_sees_which_game_is_cut() -> None:
    """Each byte that was read is in a game; the last one says that it is not whole, however large."""
    for comment in ("x", "x" * (3 << 20)):
        whole = GAMES + GAME.replace("{x}", f"{{{comment}}}").encode()
        data = gzip.compress(whole + GAMES, 0, mtime=0)[: len(whole) - 20]
        games: list[pgnfen.Game] = []
        with pytest.raises(pgnfen.TruncatedInputError, match="game 4 is cut off there; it is counted, but not checked"):
            for game in pgnfen.read(data):
                games.append(game)
        assert [(game.is_cut, game.at_end) for game in games] == [(False, False)] * 3 + [(True, False)]
        assert whole.startswith(joined := b"".join(game.raw for game in games)) and len(joined) > len(whole) - 400
        assert [game.is_cut for game in pgnfen.select(data, tag="Event=a", on_error="skip")][-1]


def test_a_condition_on_findings_does_not_hold_for_a_cut_game(tmp_path: Path) -> None:
    """Whether it has a finding is not known; its bytes go to the rest."""
    data = gzip.compress(GAMES, 0, mtime=0)[: len(GAMES) - 20]
    for condition in ({"has": "R101"}, {"without": "R101"}, {"ends": "mate"}):
        done = pgnfen.filter(data, tmp_path / "a.pgn", tmp_path / "b.pgn", on_error="skip", **condition)
        assert (done.games, done.matched) == (3, 2 if "without" in condition else 0)
        assert len((tmp_path / "a.pgn").read_bytes() + (tmp_path / "b.pgn").read_bytes()) > len(GAMES) - 50


def test_an_input_that_ends_in_a_game_is_judged(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_bytes(GAMES[: 2 * len(GAME) + 38])
    done = programs.pgnfen("audit", "a.pgn", cwd=tmp_path, text=True)
    assert done.returncode == 1 and "G106" in done.stdout
