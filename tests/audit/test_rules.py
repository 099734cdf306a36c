"""The catalog: every rule has a case file, finds what it should, nothing else, and is documented by what it finds.

`pytest tests/audit/test_rules.py --update-expected` writes the .expected files anew; read the diff by eye.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import all_rules, choose
from pgnfen.audit.finding import SEVERITIES, Finding, Placed, Remark
from pgnfen.audit.rule import FAMILIES, REGISTRY, Rule
from pgnfen.pgn.blocks import read_blocks, read_games
from pgnfen.report.findings import FindingsReport

pytestmark = pytest.mark.usefixtures("reader")

CASES = sorted((Path(__file__).parents[1] / "rules").glob("*.pgn"))
RULES = all_rules()


def with_named(code: str) -> tuple[Rule, ...]:
    """The rules that are on, and that one, if it has to be asked for by name."""
    return tuple({rule.code: rule for rule in (*choose(), *choose([code] if code else []))}.values())


LIMITS = {"G111": 100}  # bytes of a game, where a case is of a limit


def audit(data: bytes, path: str = "") -> list[Finding]:
    auditor, blocks = Auditor(with_named(path[:4])), read_blocks(io.BytesIO(data), max_game=LIMITS.get(path[:4]))
    return list(auditor.audit_file(blocks, path))


def audit_in_full(data: bytes, path: str = "") -> list[Finding]:
    """All rules asked of every game, whatever they read; the Python reader reads."""
    auditor = Auditor(with_named(path[:4]))
    return [finding for game in read_games(io.BytesIO(data)) for finding in auditor.audit_game(game, path)]


def of_games(findings: list[Finding]) -> list[Finding]:
    """Without what is found in the file as a whole."""
    return [finding for finding in findings if REGISTRY[finding.code].check_file is None]


def text_of(findings: list[Finding]) -> str:
    """The findings as `audit` prints them."""
    report = FindingsReport("text")
    lines = []
    for f in findings:
        said = f.ply, f.code, f.name, f.severity, f.field, f.declared, f.expected, f.message, f.fix
        lines.append(report.lines([Placed(Remark(*said), f.game, f.line, f.offset)], f.path))
    return b"".join(lines).decode("utf-8", "surrogatepass")


def example(rule: Rule) -> bytes:
    """The documented example; \\xNN in it stands for a byte."""
    text = re.sub(r"\\x([0-9a-f]{2})", lambda m: chr(int(m[1], 16)), rule.example)
    data = text.encode("latin-1")
    return data.rstrip(b"\n") if rule.code == "G106" else data


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, reader: str, update_expected: bool) -> None:
    """All rules run on each file, so that cross-talk shows; places are checked as well."""
    data = path.read_bytes()
    code = path.stem.split("-")[0]
    findings = audit(data, path.name)
    text = text_of(findings)
    expected = path.with_suffix(".expected")
    if update_expected and reader == "python-chess":  # the judge; the other one has to agree
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")
    assert code in {finding.code for finding in findings}
    if code not in LIMITS:
        assert audit_in_full(data, path.name) == of_games(findings)
    rules = {rule.code: rule for rule in RULES}
    for finding in findings:
        assert SEVERITIES.index(rules[finding.code].worst) <= SEVERITIES.index(finding.severity)
        before = data[: finding.offset]
        line = 1 + before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")
        assert finding.line == line


def test_every_rule_has_a_case_of_its_name() -> None:
    assert {path.stem for path in CASES} == {f"{rule.code}-{rule.name}" for rule in RULES}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_metadata(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z]\d{3}", rule.code) and rule.code[0] in FAMILIES
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    assert SEVERITIES.index(rule.worst) <= SEVERITIES.index(rule.severity)
    assert rule.severity in SEVERITIES and rule.fix in ("safe", "unsafe", None)
    assert rule.summary.endswith((".", ":")) or len(rule.summary) < 120
    assert len(rule.documentation) > 20


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_documented_example(rule: Rule) -> None:
    """The example is found, whether the rule is asked with others, alone, or of every game."""
    data = example(rule)
    findings, limit = audit(data, rule.code), LIMITS.get(rule.code)
    assert rule.code in {finding.code for finding in findings}
    assert limit or of_games(findings) == audit_in_full(data, rule.code)
    alone = Auditor(choose([rule.code]))
    blocks = read_blocks(io.BytesIO(data), max_game=limit)
    found = list(alone.audit_file(blocks, rule.code))
    assert found == [finding for finding in findings if finding.code == rule.code]


def test_choice_of_rules() -> None:
    def codes(*args: object, **kwargs: object) -> set[str]:
        return {rule.code for rule in choose(*args, **kwargs)}  # type: ignore[arg-type]

    assert codes() == {rule.code for rule in RULES if not rule.by_name}
    assert codes() | {"R109"} == codes(["R109", "S", "F", "P", "C", "E", "K", "R", "D", "G", "H", "N"])
    assert "R109" not in codes(["R"]) | codes(["R10"])
    assert codes(["C2", "e201"]) == {"C201", "C202", "E201"}
    assert codes(["S101"], ["S"]) == {"S101"}
    assert codes(["C2", "C101"], ["C2", "C1"]) == {"C101"}  # of equal prefixes the one that is ignored counts
    assert codes(["S"], ["S1"]) == codes(["S2"])
    assert "S101" not in codes(standard="1.1")
    with pytest.raises(ValueError, match="X9"):
        codes(["X9"])
