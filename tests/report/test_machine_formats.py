"""Reports for machines: SARIF, GitHub, GitLab, JUnit, Markdown."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import programs
import pytest

from pgnfen.cli.audit import DOCUMENTS
from pgnfen.report.sarif import MOST, Sarif

pytestmark = pytest.mark.usefixtures("either_reader")

HERE = Path(__file__).parent
RULES = HERE.parent / "rules"
# Eleven games: a warning each (one and the same), one with errors besides that stands last, in a line with a character
# beyond the BMP before the fault.
GAMES = (
    '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n*\n\n' * 10
    + '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n\n1. O-O {\U0001f600} Ke7 2. Kh8 *\n'
)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path: Path = tmp_path / "a b,c%.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return path


def report(form: str, *arguments: str | Path, **options: Any) -> str:
    done = programs.pgnfen("audit", "--exit-zero", "--no-summary", "--format", form, *arguments, **options)
    assert done.returncode == 0, done.stderr
    text: str = done.stdout.decode()
    return text


def validate(sarif: dict[str, Any]) -> None:
    """Against the schema of OASIS."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((HERE / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker()).validate(sarif)


def test_sarif_is_valid_and_says_all(games: Path) -> None:
    sarif = json.loads(report("sarif", "a b,c%.pgn", cwd=games.parent))
    validate(sarif)
    [run] = sarif["runs"]
    results = run["results"]
    assert [result["level"] for result in results[:2]] == ["error", "error"] and len(results) == 12
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in results)
    assert all(rule["help"]["markdown"] and rule["help"]["text"] for rule in rules)
    prints = [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]
    assert len(set(prints)) == len(prints)
    [illegal] = [result for result in results if result["ruleId"] == "R101"]
    place = illegal["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "a%20b%2Cc%25.pgn", "uriBaseId": "%SRCROOT%"}
    line = GAMES.splitlines()[place["region"]["startLine"] - 1]
    region = place["region"]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == region["snippet"]["text"] == "Kh8"
    assert run["columnKind"] == "unicodeCodePoints"


def test_fingerprints_stay_where_games_are_inserted(games: Path) -> None:
    def prints() -> set[str]:
        [run] = json.loads(report("sarif", games.name, cwd=games.parent))["runs"]
        return {result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]}

    before = prints()
    games.write_text('[White "New"]\n[Result "1-0"]\n\n1. e4 *\n\n' + GAMES, encoding="utf-8")
    assert before < prints()


def test_sarif_of_all_rules_is_valid(tmp_path: Path) -> None:
    (tmp_path / "broken.pgn").write_bytes(b"\x89PNG\r\n\x1a\n")
    done = programs.pgnfen("audit", "--severity", "info", "--format", "sarif", RULES, tmp_path)
    sarif = json.loads(done.stdout)
    validate(sarif)
    [run] = sarif["runs"]
    assert len(run["tool"]["driver"]["rules"]) > 70
    [invocation] = run["invocations"]
    assert not invocation["executionSuccessful"]
    assert "broken.pgn: not text" in invocation["toolExecutionNotifications"][0]["message"]["text"]


def test_sarif_is_cut_and_says_so() -> None:
    from pgnfen.audit.finding import Placed, Remark, Severity
    from pgnfen.report.evidence import Shown
    from pgnfen.report.excerpt import Excerpt
    from pgnfen.report.outcome import Outcome

    document, outcome = Sarif(), Outcome()

    def put(severity: Severity, code: str, count: int) -> None:
        remark = Remark(None, code, "x", severity, None, None, None, "said", None)
        one = Shown(Placed(remark, 1, 1, 0), Excerpt("", 0, 0, 1, True))
        document.put("x.pgn", [one] * count, ["0" * 16] * count)
        outcome.counts[code, severity] += count

    put("warning", "S101", MOST)
    put("error", "R101", 3)
    [run] = json.loads(document.end(outcome))["runs"]
    assert len(run["results"]) == MOST and [one["level"] for one in run["results"][:4]] == ["error"] * 3 + ["warning"]
    said = "3 findings are not in the SARIF file: a run can have at most 25,000 results"
    assert document.notes == [said]
    assert run["invocations"][0]["toolExecutionNotifications"] == [{"level": "warning", "message": {"text": said}}]


def test_github_has_an_annotation_for_each_thing_errors_first(games: Path) -> None:
    lines = report("github", games.name, cwd=games.parent).splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::error", "::error", "::warning"]
    assert lines[1] == (
        "::error file=a b%2Cc%25.pgn,line=44,col=19,endColumn=22,title=R101 illegal-move::game 11: Kh8 is illegal: "
        "no white king can reach h8 (from g1); position before it: 8/4k3/8/8/8/8/8/5RK1 w - - 2 2"
    )
    assert lines[2].endswith("(and 9 more in this file)") and ",line=1,col=1," in lines[2]


def test_gitlab_has_an_array_of_issues(games: Path) -> None:
    issues = json.loads(report("gitlab", "./a b,c%.pgn", cwd=games.parent))
    assert len(issues) == 12 == len({issue["fingerprint"] for issue in issues})
    assert issues[0] == {
        "description": "S101 fen-without-setup: the game has a FEN tag, but no SetUp tag",
        "check_name": "S101",
        "fingerprint": issues[0]["fingerprint"],
        "severity": "minor",
        "location": {"path": "a b,c%.pgn", "lines": {"begin": 1}},
    }
    clean = games.parent / "clean.pgn"
    clean.write_text('[Result "*"]\n\n1. e4 *\n', encoding="utf-8")
    assert json.loads(report("gitlab", clean)) == []


def test_junit_has_a_suite_for_each_input(games: Path) -> None:
    (games.parent / "clean.pgn").write_text('[Result "*"]\n\n1. e4 *\n', encoding="utf-8")
    (games.parent / "broken.pgn").write_bytes(b"\x89PNG\r\n\x1a\n")
    done = programs.pgnfen("audit", "--format", "junit", ".", cwd=games.parent)
    root = ElementTree.fromstring(done.stdout)
    assert root.attrib == {"name": "pgnfen audit", "tests": "5", "failures": "3", "errors": "1"}
    suites = {suite.get("name"): suite for suite in root}
    assert list(suites) == ["./a b,c%.pgn", "./clean.pgn", "inputs"]
    assert [case.get("name") for case in suites["./a b,c%.pgn"]] == [
        "S101 fen-without-setup", "C201 castling-not-declared", "R101 illegal-move"
    ]  # fmt: skip
    failure = suites["./a b,c%.pgn"][0][0]
    assert (failure.get("message") or "").startswith("10 findings: ") and len((failure.text or "").splitlines()) == 10
    assert len(suites["./clean.pgn"]) == 1 and len(suites["./clean.pgn"][0]) == 0


def test_info_is_no_failure_of_junit(tmp_path: Path) -> None:
    path = tmp_path / "x.pgn"
    path.write_text("1. e4 -- 2. d4 *\n", encoding="utf-8")
    root = ElementTree.fromstring(report("junit", "--severity", "info", path))
    assert root.get("failures") == "0" and root.find(".//system-out") is not None


def test_markdown_is_a_summary_and_a_table(games: Path) -> None:
    text = report("markdown", games.name, cwd=games.parent)
    assert "11 games in 1 input: **12 findings** in 11 games" in text
    assert "| 10 | S101 fen-without-setup | warning |" in text
    rows = [line for line in text.splitlines() if line.startswith("| a b,c%.pgn")]
    assert len(rows) == 3 and rows[2].endswith("| 10 |") and rows[0].startswith("| a b,c%.pgn | 44 | 11 | C201 error: ")


def test_the_page_lists_each_form() -> None:
    page = (HERE.parents[1] / "docs" / "reports.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    assert {form for row in rows for form in re.findall(r"`([^`]*)`", row)} >= {"text", "jsonl", "csv", *DOCUMENTS}


HOSTILE = 'a|b`c` <img src=x> [x](y) ]]> </failure> & "q" %0A::error::x \x1b[31m \u202e'


@pytest.mark.parametrize("form", sorted(DOCUMENTS.keys() - {"full", "html"}))
def test_foreign_text_is_text(form: str, tmp_path: Path) -> None:
    path = tmp_path / "x.pgn"
    value = HOSTILE.replace('"', '\\"')
    path.write_text(f'[Variant "{value}"]\n[SetUp "{value}"]\n\n1. e4 {value} *\n', encoding="utf-8")
    text = report(form, "--severity", "info", path)
    if form == "github":
        assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in text.splitlines())
        assert "%250A" in text and "\x1b" not in text
    elif form == "junit":
        assert "<img src=x>" in "".join(ElementTree.fromstring(text).itertext())
    elif form == "markdown":
        assert "<img" not in text.replace("\\<img", "") and "\x1b" not in text
        assert {line.replace("\\|", "").count("|") for line in text.splitlines() if "x.pgn" in line} == {6}
    else:
        whole = json.loads(text)
        assert "<img src=x>" in str(whole)
        if form == "sarif":
            validate(whole)
