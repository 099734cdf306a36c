"""What the functions write is what the commands write, byte for byte; so are the counts."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any, NamedTuple

import programs
import pytest

import pgnfen

pytestmark = pytest.mark.usefixtures("reader")

SAMPLES = Path(__file__).parents[2] / "sample_pgn"
FAULTY = (
    b'[White "Polgar"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n[Result "1-0"]\n[CurrentPosition "8/8 w - - 0 1"]\n\n'
    b"1. O-O 1-0\n\n"
    b'[White "Polgar"]\n[Result "1-0"]\n[PlyCount "9"]\n\n1. e4 e5 0-1\n\n'
    b'[White "Kasparov"]\n[Date "1999.1.20"]\n\n1. e4 OO *\n\n'
)
BOOK = b"4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n4k3/8/8/8/8/8/8/4K2R w KQ -\n"
INPUTS = {"a.pgn": FAULTY, "b.pgn": FAULTY.replace(b"Polgar", b"Tal"), "book.epd": BOOK}
NAMES = "spelling,name,fide_id,kind\nPolgar,\"Polgar, J\",,player\n"


class Case(NamedTuple):
    """A function with its arguments, and the words of the command that is the same; both write `files`."""

    function: str
    inputs: str
    arguments: dict[str, Any]
    words: str
    files: str


CASES = [
    Case("filter", "a.pgn b.pgn", {"output": "out", "has": "R101"}, "-o out --has R101", "out"),
    Case("filter", "a.pgn", {"output": "out", "rest": "rest", "kind": ["position", "odds"]},
         "-o out --rest rest --kind position --kind odds", "out rest"),
    Case("filter", "a.pgn b.pgn", {"output": "out.gz", "tag": ["White=Polgar", "Date<2000"]},
         "-o out.gz --tag White=Polgar --tag Date<2000", "out.gz"),
    Case("filter", "samples", {"output": "out", "chess960": True, "inverted": True}, "-o out --chess960 --not", "out"),
    Case("filter", "samples", {"output": "out", "classic": "rules"}, "-o out --classic=rules", "out"),
    Case("filter", "samples", {"output": "out", "reaches": "*/*/*/*/4P3/*/*/* b"},
         "-o out --reaches=*/*/*/*/4P3/*/*/*\\ b", "out"),
    Case("filter", "samples", {"output": "out", "scharnagl": [518, "0-400"]}, "-o out --scharnagl 518,0-400", "out"),
    Case("filter", "book.epd", {"output": "out", "without": "C"}, "-o out --without C", "out"),
    Case("filter", "a.pgn", {"output": "out", "kind": "variant", "default_variant": "Atomic"},
         "-o out --kind variant --default-variant Atomic", "out"),
    Case("split", "a.pgn b.pgn", {"by": "White", "folder": "out"}, "--by White -d out", "out"),
    Case("split", "samples", {"by": "kind", "folder": "out", "suffix": ".pgn.gz"},
         "--by kind -d out --suffix .pgn.gz", "out"),
    Case("split", "a.pgn", {"by": "finding", "folder": "out", "open_files": 1}, "--by finding -d out --open 1", "out"),
    Case("split", "book.epd", {"by": "key", "folder": "out", "variant": "Atomic"},
         "--by key -d out --variant Atomic", "out"),
    Case("dedupe", "a.pgn b.pgn", {"output": "out", "rest": "rest", "same": "moves", "log": "log"},
         "-o out --rest rest --same moves --log log", "out rest log"),
    Case("dedupe", "a.pgn", {"output": "out", "against": "b.pgn", "same": "moves", "variant": "Atomic"},
         "-o out --against b.pgn --same moves --variant Atomic", "out"),
    Case("fix", "a.pgn", {"output": "out", "log": "log"}, "-o out --log log", "out log"),
    Case("fix", "a.pgn", {"output": "out", "unsafe": True, "severity": "info"},
         "-o out --unsafe --severity info", "out"),
    Case("fix", "a.pgn", {"output": "out", "select": ["S", "D201"]}, "-o out --select S,D201", "out"),
    Case("fix", "a.pgn", {"output": "out", "ignore": "S"}, "-o out --ignore S", "out"),
    Case("fix", "a.pgn", {"output": "out", "castling": "shredder", "en_passant": "1994"},
         "-o out --castling shredder --en-passant 1994", "out"),
    Case("fix", "a.pgn", {"output": "out", "position_tag": "CurrentPosition", "log": "log"},
         "-o out --position-tag CurrentPosition --log log", "out log"),
    Case("fix", "a.pgn", {"output": "out", "names": "names.csv", "unknown_names": "unknown"},
         "-o out --names names.csv --unknown-names unknown", "out unknown"),
    Case("fix", "a.pgn", {"output": "out", "variant": "Atomic"}, "-o out --variant Atomic", "out"),
    Case("fix", "a.pgn b.pgn book.epd", {"output": "out/"}, "-o out/", "out"),
    Case("fix", "a.pgn b.pgn", {"in_place": True, "backup": ".orig", "log": "log"},
         "--in-place --backup .orig --log log", "a.pgn b.pgn a.pgn.orig b.pgn.orig log"),
    Case("fix", "a.pgn b.pgn", {"diff": "out"}, "--diff", "out"),
    Case("fix", "book.epd", {"output": "out", "castling": "x-fen"}, "-o out --castling x-fen", "out"),
]  # fmt: skip


def _folder(folder: Path) -> Path:
    folder.mkdir()
    for name, data in INPUTS.items():
        (folder / name).write_bytes(data)
    (folder / "names.csv").write_text(NAMES, encoding="utf-8")
    (folder / "samples").mkdir()
    for path in SAMPLES.iterdir():
        (folder / "samples" / path.name).write_bytes(path.read_bytes())
    return folder


def _written(folder: Path, names: str) -> dict[str, bytes]:
    found = {}
    for name in names.split():
        path = folder / name
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        found |= {str(file.relative_to(folder)): file.read_bytes() for file in files}
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.function} {case.words}".replace(" ", "_"))
def test_the_same_files(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_command, by_function = _folder(tmp_path / "command"), _folder(tmp_path / "function")
    words = [word.replace("\0", " ") for word in case.words.replace("\\ ", "\0").split()]
    done = programs.pgnfen(case.function, *words, *case.inputs.split(), cwd=by_command)
    assert done.returncode in (0, 1), done.stderr
    if "--diff" in words:
        (by_command / case.files).write_bytes(done.stdout)
    monkeypatch.chdir(by_function)
    found = getattr(pgnfen, case.function)(case.inputs.split(), **case.arguments)
    assert _written(by_function, case.files) == _written(by_command, case.files)
    assert any(_written(by_function, case.files).values())
    said = done.stderr.decode()
    if case.function == "filter":
        assert f"{found.matched} of {found.games} games match, {found.rest} do not" in said
        assert ("contradicts" in said) == bool(found.contradicting)
    elif case.function == "fix":
        total = sum(found.fixes.values())
        assert f"{total} fix" in said and f"in {found.changed} of {found.games} game" in said
        assert all(f"{count} {severity}" in said for severity, count in found.left.items())
    elif case.function == "split":
        index = list(csv.DictReader(io.StringIO((by_command / "out" / "index.csv").read_text(encoding="utf-8"))))
        assert [{name: str(getattr(row, name) or "") for name in index[0]} for row in found] == index
    else:
        assert f"{found.games} games: {found.kept} kept" in said


EXPLAINED = ["", "--game 1,3-", "--variant Atomic", "--position-tag CurrentPosition", "--max-game 120"]


@pytest.mark.parametrize("words", EXPLAINED)
def test_explanations(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = _folder(tmp_path / "x")
    monkeypatch.chdir(folder)
    done = programs.pgnfen("explain", *words.split(), "a.pgn", "book.epd", "samples", cwd=folder)
    names = iter(words.split())
    options: dict[str, Any] = {name[2:].replace("-", "_"): value for name, value in zip(names, names, strict=True)}
    if "max_game" in options:
        options["max_game"] = int(options["max_game"])
    found = list(pgnfen.explain(["a.pgn", "book.epd", "samples"], **options))
    assert "".join(map(str, found)) == done.stdout.decode()
    assert [one.findings for one in found if one.game] and all(one.starts for one in found if not one.game)
    done = programs.pgnfen("explain", "--format", "jsonl", *words.split(), "a.pgn", cwd=folder)
    objects = [json.loads(line) for line in done.stdout.decode().splitlines()]
    games = [one for one in found if one.path == "a.pgn" and one.game]
    assert [one.get("game") for one in objects] == [*(one.game for one in games), None]
    for one, values in zip(games, objects, strict=False):
        assert (one.rules, one.sure, one.doubt) == (values["rules"], values["sure"], values["doubt"])
        assert [each.code for each in one.findings] == [each["code"] for each in values["findings"]]
        assert [each.name for each in one.witnesses] == [each["name"] for each in values["witnesses"]]


def test_fixes_are_the_lines_of_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = _folder(tmp_path / "x")
    monkeypatch.chdir(folder)
    programs.pgnfen("fix", "--check", "--log", "log", "a.pgn", "book.epd", cwd=folder)
    rows = pgnfen.fixes(["a.pgn", "book.epd"])
    lines = [json.loads(line) for line in (folder / "log").read_text(encoding="utf-8").splitlines()]
    assert [{name: getattr(row, name) for name in row.__slots__} for row in rows] == lines
    assert {row.status for row in rows} == {"applied", "not tried", "no fix"}
    assert _written(folder, "a.pgn book.epd") == {"a.pgn": FAULTY, "book.epd": BOOK}


def test_outputs_that_are_open(tmp_path: Path) -> None:
    out, rest, log = io.BytesIO(), io.BytesIO(), io.BytesIO()
    assert pgnfen.filter(FAULTY, out, rest, has="R101").matched == 1
    assert len(out.getvalue() + rest.getvalue()) == len(FAULTY) and out.getvalue() in FAULTY
    fixed = pgnfen.fix(FAULTY, out := io.BytesIO(), log=log)
    assert not out.closed and b'[SetUp "1"]' in out.getvalue()
    assert len(log.getvalue().splitlines()) == len(list(pgnfen.fixes(FAULTY)))
    assert pgnfen.fix(FAULTY) == fixed  # written nowhere
    with pytest.raises(TypeError, match="int is not an output"):
        pgnfen.filter(FAULTY, 3)  # type: ignore[arg-type]
    with pytest.raises(pgnfen.PgnfenError, match="same file"):
        (tmp_path / "a.pgn").write_bytes(FAULTY)
        pgnfen.fix(tmp_path / "a.pgn", tmp_path / "a.pgn")
    assert (tmp_path / "a.pgn").read_bytes() == FAULTY


def test_a_condition_of_ones_own() -> None:
    found = pgnfen.filter(FAULTY, out := io.BytesIO(), condition=lambda start: start.has_fen)
    assert (found.games, found.matched) == (3, 1) and FAULTY.startswith(out.getvalue())


@pytest.mark.parametrize(
    ("function", "arguments", "error", "message"),
    [
        ("fix", {"output": "x", "in_place": True}, ValueError, "use only one of output, in_place and diff"),
        ("fix", {"backup": ".orig"}, ValueError, "backup needs in_place"),
        ("fix", {"backup": ".pgn", "in_place": True}, ValueError, "backup: .*would be read as inputs"),
        ("fix", {"unknown_names": "x"}, ValueError, "use unknown_names only together with the argument names"),
        ("fix", {"in_place": True}, ValueError, "bytes is not a file that can be written"),
        ("fix", {"castling": "x"}, ValueError, "castling is 'x'"),
        ("fix", {"severity": "x"}, ValueError, "severity is 'x'"),
        ("fix", {"select": "X1"}, ValueError, "unknown rule 'X1'"),
        ("fix", {"names": "nowhere.csv"}, pgnfen.InputError, "nowhere.csv: No such file"),
        ("fix", {"foo": 1}, TypeError, "unexpected keyword argument 'foo'"),
        ("fixes", {"standard": "2"}, ValueError, "standard is '2'"),
        ("split", {"by": "a b"}, ValueError, "is not the name of a tag"),
        ("split", {"by": "kind", "suffix": "x"}, ValueError, "is not a suffix"),
        ("split", {"by": "kind", "suffix": ".pgn.zip"}, ValueError, "zip output is not supported"),
        ("split", {"by": "kind", "open_files": 0}, ValueError, "open_files is 0"),
        ("filter", {"scharnagl": 960}, ValueError, "960"),
        ("filter", {"default_variant": "Atomik"}, ValueError, "did you mean 'Atomic'"),
        ("explain", {"game": "x"}, ValueError, "'x' is not a number or range; use a game"),
    ],
)
def test_what_is_not_allowed(function: str, arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        getattr(pgnfen, function)(FAULTY, **arguments)


@pytest.mark.parametrize("function", ["filter", "fix", "split", "dedupe"])
def test_games_and_records_do_not_go_into_one_output(
    function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(_folder(tmp_path / "x"))
    arguments = {"by": "kind", "folder": "out"} if function == "split" else {"output": "out"}
    with pytest.raises(pgnfen.PgnfenError, match=r"one output|several inputs"):
        getattr(pgnfen, function)(["a.pgn", "book.epd"], **arguments)
    assert not Path("out").exists()


@pytest.mark.parametrize("on_error", ["raise", "now", "skip"])
def test_an_input_that_cannot_be_read(on_error: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = _folder(tmp_path / "x")
    monkeypatch.chdir(folder)
    inputs = ["nowhere.pgn", "a.pgn"]
    calls: list[Any] = [
        lambda: pgnfen.filter(inputs, "filtered", on_error=on_error).games,
        lambda: pgnfen.fix(inputs, "fixed", on_error=on_error).games,
        lambda: sum(row.games for row in pgnfen.split(inputs, "kind", "split", on_error=on_error)),
        lambda: pgnfen.fix(inputs, in_place=True, on_error=on_error).games,
        lambda: len([one for one in pgnfen.explain(inputs, on_error=on_error) if one.game]),
    ]
    for call in calls:
        if on_error == "skip":
            assert call() == 3
        else:
            with pytest.raises(pgnfen.MissingInputError, match=r"nowhere\.pgn"):
                call()
    assert [(folder / name).exists() for name in ("filtered", "fixed", "split")] == [on_error == "skip"] * 3
    # In place each file is for itself: what can be read is repaired, unless the error is raised at once.
    assert ((folder / "a.pgn").read_bytes() == FAULTY) == (on_error == "now")
