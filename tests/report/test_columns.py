"""A column is defined once: the documentation and every form of the output have the same ones, in the same order."""

from __future__ import annotations

import json
import re
from pathlib import Path

import programs
import pytest

from pgnfen.audit.finding import Finding
from pgnfen.cli.config import configuration_schema
from pgnfen.columns import Column, columns_of, documented, json_schema
from pgnfen.fen.notation import read_noted
from pgnfen.pgn.definitions import KEYS
from pgnfen.report.arrow import FEN_FIELDS
from pgnfen.report.formats import ROW_FORMATS
from pgnfen.report.position_lines import GamePosition
from pgnfen.report.record import FAULT_JSON, RECORD_JSON, record_json, record_schema
from pgnfen.report.stats_lines import StatsRow
from pgnfen.report.tags import MORE, GameTags, tag_keys
from pgnfen.report.values import to_json

PAGE = Path(__file__).parents[2] / "docs" / "data.md"
SCHEMAS = PAGE.parent / "schemas"
MARK = "<!-- columns -->\n"
TABLES: dict[str, dict[str, Column]] = {
    "tags": columns_of(GameTags) | FEN_FIELDS | MORE,
    "findings": columns_of(Finding),
    "positions": columns_of(GamePosition),
    "stats": columns_of(StatsRow),
}
RECORDS = {"tags": GameTags, "findings": Finding, "positions": GamePosition, "stats": StatsRow}
COMMANDS = {"audit": Finding, "tags": GameTags, "positions": GamePosition, "stats": StatsRow}
GAME = b'[Event "x"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 *\n'


def test_the_documentation_has_the_columns(update_expected: bool) -> None:
    """`pytest tests/report/test_columns.py --update-expected` writes the tables anew."""
    before, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    expected = before + mark + "\n" + "\n".join(documented(title, columns) for title, columns in TABLES.items())
    if update_expected:
        PAGE.write_text(expected, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == expected


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.usefixtures("either_reader")
def test_csv_and_json_lines_have_the_columns(command: str) -> None:
    names = list(columns_of(COMMANDS[command]))
    head, *_ = programs.pgnfen(command, "--format", "csv", input=GAME).stdout.decode().splitlines()
    assert head.split(",") == names
    for line in programs.pgnfen(command, "--format", "jsonl", input=GAME).stdout.splitlines():
        assert list(json.loads(line)) == names


@pytest.mark.parametrize("format", ROW_FORMATS)
def test_a_row_is_its_pieces(format: str) -> None:
    """Reports put rows together of pieces that they remember."""
    how, names, values = ROW_FORMATS[format], ("a", "b", "c"), ("=x", ["u", "v"], None)
    pieces = [how.key(name) + how.value(value) for name, value in zip(names, values, strict=True)]
    assert how.between.join(pieces) == how.values(names, values)
    assert how.row("p", names, values) == how.path("p") + how.between + how.values(names, values) + how.end


def test_tags_that_the_splitter_keeps_stand_before_the_others() -> None:
    """A row is written in this order: the start, these tags, and what is looked up in each game."""
    kept = [key in KEYS for key in tag_keys().values()]
    assert kept == sorted(kept, reverse=True)


def schemas() -> dict[str, dict[str, object]]:
    """The schemas of docs/schemas, by name."""
    lines = {title: json_schema(title, columns_of(record)) for title, record in RECORDS.items()}
    return {**lines, "configuration": configuration_schema(), "fen": record_schema()}


def test_the_documentation_has_the_schemas(update_expected: bool) -> None:
    for name, schema in schemas().items():
        path, text = SCHEMAS / f"{name}.schema.json", json.dumps(schema, indent=1) + "\n"
        if update_expected:
            SCHEMAS.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("command", COMMANDS)
def test_lines_are_as_their_schema_says(command: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(schemas()["findings" if command == "audit" else command])
    validator.check_schema(validator.schema)
    samples = Path(__file__).parents[2] / "sample_pgn"
    lines = programs.pgnfen(command, "--format", "jsonl", samples).stdout.splitlines()
    assert len(lines) > 10
    for line in lines:
        validator.validate(json.loads(line))


def test_records_in_json_are_as_their_schema_says() -> None:
    """The page has each key, with its meaning."""
    texts = [path.read_text() for path in (Path(__file__).parents[2] / "sample_pgn").glob("*.pgn")]
    records = re.findall(r'^\[FEN "(.*)"\]$', "\n".join(texts), re.MULTILINE)
    records += ["hello", "4k3/8/8/8/8/8/8/4K3 w - - id 7;"]
    found = [record_json(read_noted(text)) for text in records]
    assert all(list(one) == list(RECORD_JSON) for one in found)
    assert all(list(fault) == list(FAULT_JSON) for one in found for fault in one["faults"])  # type: ignore[attr-defined]
    page = (PAGE.parent / "fen.md").read_text(encoding="utf-8")
    for name, (kind, meaning) in (RECORD_JSON | FAULT_JSON).items():
        assert f"| `{name}` | {kind.replace('?', ' or null')} | {meaning} |" in page
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(record_schema())
    validator.check_schema(validator.schema)
    for one in found:
        validator.validate(json.loads(to_json(one)))


def test_the_key_in_json_is_that_of_tags(tmp_path: Path) -> None:
    path = tmp_path / "a.fen"
    path.write_text("".join(f"{line}\n" for line in (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 9", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 3 9", "4k3/8/8/8/8/8/8/4K3 w",
        "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq f3 0 3", "4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 9",
    )))  # fmt: skip
    tags = programs.pgnfen("tags", "--key", "--format", "jsonl", path).stdout.splitlines()
    records = programs.pgnfen("fen", "--to", "json", path).stdout.splitlines()
    assert [json.loads(line)["key"] for line in tags] == [json.loads(line)["key"] for line in records]
    assert sum(json.loads(line)["key"] is None for line in records) == 1


def test_a_configuration_is_as_its_schema_says() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(configuration_schema())
    validator.check_schema(validator.schema)
    validator.validate({"select": ["C", "E101"], "severity": "info", "per-file-ignores": {"old/*.pgn": ["G105"]}})
    for wrong in ({"severity": "bad"}, {"select": "C"}, {"selekt": []}, {"per-file-ignores": []}):
        assert not validator.is_valid(wrong)
