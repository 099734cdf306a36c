"""Rows of the API are the lines of the commands, whatever is asked for."""

from __future__ import annotations

import inspect
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import programs
import pytest

import pgnfen

pytestmark = pytest.mark.usefixtures("reader")

LOST = '[White "A"]\n[CurrentPosition "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 e5 *\n\n1. e4 Ke3 *\n\n'
FILES = {
    "clocks.pgn": '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O *\n\n' + LOST + LOST,
    "few.epd": "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n4k3/8/8/8/8/8/8/4K2R w KQ -\n4k3/8/8/8/8/8/8/4K2R w K - bm Kd1;\n",
}
SAMPLES = Path(__file__).parents[2] / "sample_pgn"
BASELINE = "known.txt"


class Case(NamedTuple):
    """A function with its arguments, and the words of the command that is the same."""

    function: str
    arguments: dict[str, Any]
    words: str


CASES = [
    Case("tags", {}, ""),
    Case("tags", {"input_format": "pgn"}, "--input-format pgn"),
    Case("tags", {"columns": ["Site", "CurrentPosition"], "key": True}, "--columns Site,CurrentPosition --key"),
    Case("tags", {"final": True}, "--final"),
    Case("tags", {"variant": "Atomic"}, "--variant Atomic"),
    Case("tags", {"max_bytes": 3000, "on_error": "skip"}, "--max-bytes 3000"),
    Case("positions", {}, ""),
    Case("positions", {"ply": [1, "3-5"], "notation": "shredder"}, "--ply 1 --ply 3-5 --notation shredder"),
    Case("positions", {"ply": range(3)}, "--ply 0,1,2"),
    Case("positions", {"every": 3, "en_passant": "1994"}, "--every 3 --en-passant 1994"),
    Case("positions", {"start": True, "last": True}, "--start --last"),
    Case("positions", {"unique": True, "notation": "epd"}, "--unique --notation epd"),
    Case("positions", {"variant": "Chess960"}, "--variant Chess960"),
    Case("stats", {}, ""),
    Case("stats", {"by": "White", "top": 2}, "--by White --top 2"),
    Case("stats", {"plies": True, "findings": True}, "--plies --findings"),
    Case("stats", {"by": "variant", "variant": "Atomic"}, "--by variant --variant Atomic"),
    Case("audit", {}, "--severity info"),
    Case("audit", {"severity": "warning"}, "--severity warning"),
    Case("audit", {"select": ["C", "S101"], "ignore": ["C2"]}, "--severity info --select C,S101 --ignore C2"),
    Case("audit", {"standard": "1.1"}, "--severity info --standard 1.1"),
    Case("audit", {"variant": "Chess960"}, "--severity info --variant Chess960"),
    Case("audit", {"position_tag": "CurrentPosition"}, "--severity info --position-tag CurrentPosition"),
    Case("audit", {"candidates": True}, "--severity info --candidates"),
    Case("audit", {"max_game": 300}, "--severity info --max-game 300"),
    Case("audit", {"baseline": BASELINE}, f"--severity info --baseline {BASELINE}"),
    Case("audit", {"select": "N108"}, "--severity info --select N108"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    for path in SAMPLES.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    some = ("audit", "--severity", "info", "--baseline", BASELINE, "--update-baseline", "every-family.pgn", "few.epd")
    programs.pgnfen(*some, cwd=folder)
    known = (folder / BASELINE).read_text(encoding="utf-8").splitlines()
    (folder / BASELINE).write_text("\n".join(known[:1] + known[1::2]) + "\n", encoding="utf-8")  # half of them
    return folder


def row_of(row: Any) -> dict[str, Any]:
    """A record under the keys of JSON."""
    values = dict(row._asdict()) if hasattr(row, "_asdict") else asdict(row)
    more = values.pop("columns", {})
    return json.loads(json.dumps(values | dict(more)))  # type: ignore[no-any-return]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.function} {case.words}")
def test_rows_are_lines(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    words = [case.function, "--format", "jsonl", *case.words.split(), "."]
    done = programs.pgnfen(*words, cwd=folder)
    expected = [json.loads(line) for line in done.stdout.decode().splitlines()]
    rows = getattr(pgnfen, case.function)(".", **case.arguments)
    assert [row_of(row) for row in rows] == expected
    assert expected


@pytest.mark.parametrize("case", [case for case in CASES if case.arguments], ids=lambda case: case.words)
def test_rows_of_two_runs_in_turn(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant, or what else is asked for, is of one run: another that goes on in between knows nothing of it."""
    monkeypatch.chdir(folder)
    function = getattr(pgnfen, case.function)
    plain, asked = function("."), function(".", **case.arguments)
    alone = [row_of(row) for row in plain], [row_of(row) for row in asked]
    found: tuple[list[Any], list[Any]] = ([], [])
    runs = [iter(plain), iter(asked)]
    while any(runs):
        for at, run in enumerate(runs):
            row = next(run, None) if run else None
            if row is None:
                runs[at] = None  # type: ignore[call-overload]
            else:
                found[at].append(row_of(row))
        assert pgnfen.read_start(None, None, None).variant.name == "Standard"
    assert found == alone


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.function} {case.words}")
def test_tables_have_the_rows(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra arrow)")
    monkeypatch.chdir(folder)
    rows = getattr(pgnfen, case.function)(".", **case.arguments)
    listed = [row_of(row) for row in rows]
    table = rows.to_arrow().to_pylist()
    assert [{name: row[name] for name in one} for one, row in zip(listed, table, strict=True)] == listed


def test_data_frames(folder: Path) -> None:
    for module in ("pyarrow", "polars", "pandas"):
        pytest.importorskip(module, reason=f"{module} is not installed")
    rows = pgnfen.audit(folder)
    codes = [one.code for one in rows]
    assert rows.to_polars()["code"].to_list() == rows.to_pandas()["code"].tolist() == codes


@pytest.mark.parametrize("missing", ["pyarrow", "polars", "pandas"])
def test_an_extra_that_is_not_installed(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, missing, None)
    convert = {"pyarrow": "to_arrow", "polars": "to_polars", "pandas": "to_pandas"}[missing]
    with pytest.raises(pgnfen.PgnfenError, match=missing):
        getattr(pgnfen.tags(b"1. e4 *"), convert)()


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        ("positions", {"ply": "x"}, "'x' is not a number or range; use a ply"),
        ("positions", {"ply": "9-3"}, "'9-3' ends before it begins"),
        ("positions", {"every": 0}, "every is 0; it must be 1 or more"),
        ("stats", {"top": 0}, "top is 0; it must be 1 or more"),
        ("audit", {"position_tag": "A b"}, "position_tag is 'A b'; it must be the name of a tag"),
        ("audit", {"variant": "Atomik"}, "unknown variant 'Atomik'; did you mean 'Atomic'?"),
        ("tags", {"variant": "Atomik"}, "unknown variant"),
        ("tags", {"long": 99}, "long is 99; it must be 10 to 31"),
        ("select", {"ends": "foo"}, "foo"),
        ("select", {"tag": "White"}, "White"),
        ("select", {"has": "X1"}, "unknown rule 'X1'"),
        ("read", {"on_error": "x"}, "on_error is 'x'; it must be 'raise', 'now', 'skip' or a function"),
    ],
)
def test_what_is_not_allowed_is_said_at_once(function: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        getattr(pgnfen, function)(b"1. e4 *", **arguments)


@pytest.mark.parametrize("function", ["read", "select", "tags", "positions", "stats", "audit", "dedupe"])
def test_keyword_arguments(function: str) -> None:
    """Those that functions share stand in the signature, with their defaults; another is a TypeError."""
    call = getattr(pgnfen, function)
    parameters = inspect.signature(call).parameters
    assert {"on_error", "progress", "max_bytes", "long"} <= set(parameters)
    assert parameters["progress"].default is False
    with pytest.raises(TypeError, match="unexpected keyword argument 'foo'"):
        call(b"1. e4 *", foo=1)


def test_a_file_that_is_no_baseline(tmp_path: Path) -> None:
    (tmp_path / "known").write_text("x\n", encoding="utf-8")
    with pytest.raises(pgnfen.PgnfenError, match="not a pgnfen baseline"):
        list(pgnfen.audit(b"1. e4 *", baseline=tmp_path / "known"))
