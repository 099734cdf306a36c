"""`dedupe`: each game once, its copies apart, and every byte in one of the two outputs."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from pathlib import Path
from typing import Any

import programs
import pytest

MOVES = "1. e4 c5 2. Nf3 Nc6 3. Bb5 g6 4. Bxc6 dxc6 5. d3 Bg7 6. h3 Nf6"
OTHER_ORDER = "1. Nf3 c5 2. e4 Nc6 3. Bb5 g6 4. Bxc6 dxc6 5. d3 Bg7 6. h3 Nf6"
FIRST = f'[White "Carlsen, Magnus"]\n[Black "Caruana, F"]\n[Date "2018.??.??"]\n[Result "*"]\n\n{MOVES} *\n\n'
SPELLED = (
    '[Result "1/2-1/2"]\n[Black "Fabiano Caruana"]\n[White "MAGNUS CARLSEN"]\n[Date "2018.11.09"]\n[ECO "B31"]\n\n'
    "1. e2e4 c5 2. Ng1f3 {theory} Nc6 (2... d6 3. d4) 3. Bb5 g6 4. Bb5xc6! dxc6 $1\n5. d3 Bg7 6. h3 Nf6 1/2-1/2\n\n"
)
TRANSPOSED = FIRST.replace(MOVES, OTHER_ORDER)
OTHERS = FIRST.replace("Carlsen, Magnus", "Polgar, Judit")
CUT = FIRST.replace(" 6. h3 Nf6", "")
BROKEN = '[White "A"]\n[Black "B"]\n\n1. e4 c5 2. Kf5 *\n\n'
BROKEN_TOO = '[White "A"]\n[Black "B"]\n\n1. e4! c5 {x} 2. Kf5+ *\n\n'


def dedupe(folder: Path, *options: str, data: str = "", **more: Any) -> tuple[str, str, str]:
    """The games that stay, the duplicates, the summary."""
    (folder / "in.pgn").write_bytes(data.encode())
    inputs = [] if "input" in more else ["in.pgn"]
    done = programs.pgnfen(
        "dedupe", *inputs, "-o", "kept.pgn", "--rest", "rest.pgn", *options, cwd=folder, text=True, **more
    )
    assert done.returncode == 0, done.stderr
    return (folder / "kept.pgn").read_text(), (folder / "rest.pgn").read_text(), done.stderr


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("same", "rest"),
    [
        ("bytes", [FIRST]),
        ("moves", [SPELLED, OTHERS, FIRST, BROKEN_TOO]),
        ("game", [SPELLED, FIRST, BROKEN_TOO]),
        ("prefix", [SPELLED, CUT, FIRST, BROKEN_TOO]),
    ],
)
def test_what_is_the_same(tmp_path: Path, same: str, rest: list[str]) -> None:
    games = [FIRST, SPELLED, TRANSPOSED, OTHERS, CUT, FIRST, BROKEN, BROKEN_TOO]
    kept, removed, summary = dedupe(tmp_path, "--same", same, "--log", "log", data="".join(games))
    assert removed == "".join(rest)
    copies = {f"{line['game']}" for line in lines(tmp_path / "log")}
    assert kept == "".join(game for number, game in enumerate(games, 1) if str(number) not in copies)
    assert len(copies) == len(rest)
    text = "" if same == "bytes" else "2 games were compared only by text: the moves cannot be played\n"
    copies_said = "1 duplicate" if len(rest) == 1 else f"{len(rest)} duplicates"
    assert summary == f"8 games: {8 - len(rest)} kept, {copies_said}\n{text}"


@pytest.mark.usefixtures("reader")
def test_the_log_says_what_copies_have(tmp_path: Path) -> None:
    dedupe(tmp_path, "--log", "log", "--same", "prefix", data=CUT + FIRST + SPELLED)
    assert lines(tmp_path / "log") == [
        {
            "group": 2, "path": "in.pgn", "game": 1, "kept": {"path": "in.pgn", "game": 2}, "reason": "prefix",
            "lacks": {},
        },
        {
            "group": 2, "path": "in.pgn", "game": 3, "kept": {"path": "in.pgn", "game": 2}, "reason": "game",
            "lacks": {
                "tags": {"Result": "1/2-1/2", "Black": "Fabiano Caruana", "Date": "2018.11.09", "ECO": "B31"},
                "comments": 1, "nags": 1, "variations": 1,
            },
        },
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("keep", "kept"),
    [("first", FIRST), ("last", OTHERS), ("longest", FIRST), ("most-tags", SPELLED), ("most-annotated", SPELLED)],
)
def test_which_stays(tmp_path: Path, keep: str, kept: str) -> None:
    assert dedupe(tmp_path, "--same", "moves", "--keep", keep, data=FIRST + SPELLED + OTHERS)[0] == kept


def test_beginnings_of_beginnings(tmp_path: Path) -> None:
    shorter = CUT.replace("5. d3 Bg7", "5. d3 Bg7")
    longer = FIRST.replace("6. h3 Nf6", "6. h3 Nf6 7. Nc3 O-O")
    games = shorter + FIRST + longer + longer
    for keep, reasons in (("first", [3, 3, 3]), ("last", [4, 4, 4])):
        dedupe(tmp_path, "--same", "prefix", "--keep", keep, "--log", "log", data=games)
        assert [line["kept"]["game"] for line in lines(tmp_path / "log")] == reasons


def test_merged_tags(tmp_path: Path) -> None:
    kept, rest, _ = dedupe(tmp_path, "--merge", "tags", data=FIRST + TRANSPOSED + SPELLED)
    assert kept == FIRST.replace("2018.??.??", "2018.11.09") + TRANSPOSED
    assert rest == SPELLED


@pytest.mark.usefixtures("reader")
def test_a_base(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "a.pgn").write_text(TRANSPOSED + SPELLED)
    kept, rest, summary = dedupe(tmp_path, "--against", "base", "--log", "log", data=FIRST + OTHERS + OTHERS)
    assert (kept, rest) == (OTHERS, FIRST + OTHERS)
    assert summary == "3 games: 1 kept, 2 duplicates\n"
    assert [line["kept"] for line in lines(tmp_path / "log")] == [
        {"path": "base/a.pgn", "game": 2}, {"path": "in.pgn", "game": 2},
    ]  # fmt: skip


RUY = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5"
PLAYERS = '[White "Karpov, Anatoly"]\n[Black "Kasparov, Garry"]\n'


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{PLAYERS}\n{RUY} 1-0", f"{PLAYERS}\n{RUY} 0-1"),
        (f"{RUY} 1-0", f"{RUY} 0-1"),
        (f'[Result "?"]\n\n{RUY} 1-0', f'[Result "0-1"]\n\n{RUY} 0-1'),
        (f'[Result "*"]\n\n{RUY} {{x 0-1}} 1-0', f'[Result "*"]\n\n{RUY} (6. d3) 0-1'),
        (f'[Result "?"]\n\n{RUY} 1:0', f'[Result "0-1"]\n\n{RUY} 0-1'),
        (f'[Result "+/-"]\n\n{RUY} *', f'[Result "0-0"]\n\n{RUY} *'),
        (f"{PLAYERS}\n1. e4 e5 1-0", f"{PLAYERS}\n1. e4 e5 0-1"),
    ],
)
def test_results_that_contradict(tmp_path: Path, one: str, other: str) -> None:
    for same in ("game", "prefix"):
        data = f"{one}\n\n{other}\n\n"
        assert dedupe(tmp_path, "--same", same, data=data)[:2] == (data, "")


def test_a_copy_of_two_games_stays_against_a_base(tmp_path: Path) -> None:
    john, james, either = (f'[White "Smith, {name}"]\n\n{RUY} 1-0\n\n' for name in ("John", "James", "J"))
    (tmp_path / "base.pgn").write_text(either)
    assert dedupe(tmp_path, "--against", "base.pgn", data=john + james)[:2] == (john + james, "")
    assert dedupe(tmp_path, "--against", "base.pgn", data=john)[:2] == ("", john)


def test_games_of_a_match(tmp_path: Path) -> None:
    short, long = (f'{PLAYERS}[Round "{number}"]\n\n{RUY}{more} *\n\n' for number, more in ((1, ""), (2, " 7. Bb3 d6")))
    assert dedupe(tmp_path, "--same", "prefix", data=short + long)[:2] == (short + long, "")
    assert dedupe(tmp_path, "--same", "prefix", data=short + long.replace("2", "1", 1))[1] == short


def test_the_log_says_what_was_merged(tmp_path: Path) -> None:
    dedupe(tmp_path, "--merge", "tags", "--log", "log", data=FIRST + SPELLED)
    [line] = lines(tmp_path / "log")
    assert line["merged"] == {"Date": "2018.11.09"}
    assert line["lacks"]["tags"] == {"Result": "1/2-1/2", "Black": "Fabiano Caruana", "ECO": "B31"}


@pytest.mark.parametrize("inputs", [("-",), ()])
def test_standard_input_twice(tmp_path: Path, inputs: tuple[str, ...]) -> None:
    done = programs.pgnfen("dedupe", *inputs, "--against", "-", cwd=tmp_path, text=True, input=FIRST)
    assert (done.returncode, done.stdout) == (2, "")
    assert "standard input can be INPUT or BASE" in done.stderr


def test_a_base_on_standard_input(tmp_path: Path) -> None:
    (tmp_path / "in.pgn").write_text(FIRST + OTHERS)
    done = programs.pgnfen("dedupe", "in.pgn", "--against", "-", cwd=tmp_path, text=True, input=SPELLED)
    assert (done.returncode, done.stdout) == (0, OTHERS), done.stderr


def test_a_base_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "in.pgn").write_text(FIRST)
    done = programs.pgnfen("dedupe", "in.pgn", "--against", "no.pgn", "-o", "kept.pgn", cwd=tmp_path, text=True)
    assert (done.returncode, "no.pgn: no such file" in done.stderr) == (2, True)


def test_standard_input_and_pipes_are_read_again(tmp_path: Path) -> None:
    kept, rest, _ = dedupe(tmp_path, input=FIRST + SPELLED)
    assert (kept, rest) == (FIRST, SPELLED)
    read, write = os.pipe()
    os.write(write, gzip.compress((FIRST + SPELLED).encode()))
    os.close(write)
    done = programs.run(
        [*programs.PGNFEN, "dedupe", f"/dev/fd/{read}", "-q"], cwd=tmp_path, text=True, pass_fds=[read]
    )
    os.close(read)
    assert (done.returncode, done.stdout) == (0, FIRST), done.stderr


@pytest.mark.parametrize("same", ["bytes", "game", "prefix"])
def test_many_inputs_and_little_memory(tmp_path: Path, same: str) -> None:
    games = [f'[White "P{n}"]\n[Black "Q"]\n\n{MOVES} {7 + n % 3}. a{3 + n % 2} *\n\n' for n in range(200)]
    (tmp_path / "a.pgn.gz").write_bytes(gzip.compress("".join(games).encode()))
    (tmp_path / "b.pgn").write_text("".join(games[:150]))
    found = []
    for more in ([], ["--memory", "1K", "--jobs", "2"]):
        done = programs.pgnfen(
            "dedupe", "a.pgn.gz", "b.pgn", "-o", "kept.pgn", "--rest", "rest.pgn", "--log", "log", "--same", same,
            *more, cwd=tmp_path, text=True,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "350 games: 200 kept, 150 duplicates\n")
        found.append([(tmp_path / name).read_text() for name in ("kept.pgn", "rest.pgn", "log")])
    assert found[0] == found[1]
    assert found[0][:2] == ["".join(games), "".join(games[:150])]


@pytest.mark.usefixtures("reader")
def test_records(tmp_path: Path) -> None:
    records = [
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n", "4k3/8/8/8/8/8/8/4K2R w H - 0 1\n", "# comment\n",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\n", "no record\n", "no  record\n",
    ]  # fmt: skip
    (tmp_path / "a.epd").write_text("".join(records))
    for same, kept in (("game", [0, 1, 2, 3, 4]), ("moves", [0, 4]), ("bytes", [0, 1, 2, 3, 4, 5])):
        done = programs.pgnfen(
            "dedupe", "a.epd", "--same", same, "--rest", "rest.epd", "-q", cwd=tmp_path, text=True
        )
        rest = (tmp_path / "rest.epd").read_text()
        assert done.returncode == 0, done.stderr
        assert sorted((done.stdout + rest).splitlines()) == sorted("".join(records).splitlines()), same
        assert [number for number, line in enumerate(records) if line in done.stdout] == kept, same


def test_records_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.epd").write_text("no record\nno  record\n")
    done = programs.pgnfen("dedupe", "a.epd", "--same", "moves", cwd=tmp_path, text=True)
    assert "2 records were compared only by text: the position cannot be read" in done.stderr
    assert "moves" not in done.stderr


def test_nothing_is_written_by_a_dry_run(tmp_path: Path) -> None:
    (tmp_path / "in.pgn").write_text(FIRST + SPELLED)
    options = ["-o", "kept.pgn", "--dry-run", "--format", "jsonl"]
    done = programs.pgnfen("dedupe", "in.pgn", *options, cwd=tmp_path, text=True)
    assert (done.returncode, done.stdout, [*tmp_path.iterdir()]) == (0, "", [tmp_path / "in.pgn"])
    assert json.loads(done.stderr) == {
        "games": 2, "kept": 1, "duplicates": 1, "by text": 0, "not compared": 0,
    }  # fmt: skip


def test_a_game_too_large_stays(tmp_path: Path) -> None:
    large = f'[White "A"]\n\n1. e4 {{{"x" * 5_000_000}}} *\n\n'
    kept, rest, summary = dedupe(tmp_path, "--max-game", "1M", data=large + FIRST + large + FIRST)
    assert (kept, rest) == (large + FIRST + large, FIRST)
    assert summary.endswith("2 games were not compared, but kept: too large or incomplete\n")


def test_an_input_that_breaks_off(tmp_path: Path) -> None:
    data = gzip.compress((FIRST + SPELLED + OTHERS * 50).encode())
    (tmp_path / "a.pgn.gz").write_bytes(data[:-12])
    done = programs.pgnfen("dedupe", "a.pgn.gz", "--rest", "rest.pgn", cwd=tmp_path, text=True)
    assert done.returncode == 2
    assert done.stdout.startswith(FIRST + OTHERS)
    read = zlib.decompressobj(31).decompress(data[:-12]).decode()
    assert sorted(done.stdout + (tmp_path / "rest.pgn").read_text()) == sorted(read)
