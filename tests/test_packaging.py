"""Workflows, issue forms and packages: they can be read, and agree with the project on versions and commands.

What GitHub does with them cannot be tried here.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
[VERSION] = re.findall(r'__version__ = "(.*)"', (ROOT / "pgnfen" / "version.py").read_text(encoding="utf-8"))


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def jobs_of(path: Path) -> dict[str, Any]:
    jobs: dict[str, Any] = read(path)["jobs"]
    return jobs


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow(path: Path) -> None:
    """Each step does one thing, what is used is pinned, what is needed is there, nothing may write without need."""
    workflow = read(path)
    assert workflow[True] and workflow["name"]  # `on` is a truth value in YAML 1.1
    assert workflow["permissions"] == {"contents": "read"}
    jobs = workflow["jobs"]
    for job in jobs.values():
        needs = job.get("needs", [])
        assert {needs} if isinstance(needs, str) else set(needs) <= set(jobs)
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step), step
            if "uses" in step:
                assert re.fullmatch(r"[\w.-]+/[\w.-]+@(v\d+(\.\d+)*|release/v\d+)", step["uses"]), step
        for name in re.findall(r"matrix\.([\w-]+)", str(job)):
            assert name in job["strategy"]["matrix"], name


def test_ci_runs_every_python_on_every_system() -> None:
    [test] = [job for job in jobs_of(ROOT / ".github" / "workflows" / "ci.yml").values() if "strategy" in job]
    matrix = test["strategy"]["matrix"]
    assert matrix["python"] == re.findall(r"Python :: (3\.\d+)", PROJECT)
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert {one["os"] for one in matrix["include"] if one["rust"] is False} == set(matrix["os"])
    command = next(step["run"] for step in test["steps"] if "README" in step.get("name", ""))
    [words] = re.findall(r"python3 -m venv .venv && .venv/bin/pip install --quiet (\S+) && .venv/bin/(tox.*)",
                         (ROOT / "README.md").read_text(encoding="utf-8"))  # fmt: skip
    assert all(word in command for word in words)


def test_only_tried_wheels_are_published() -> None:
    jobs = jobs_of(ROOT / ".github" / "workflows" / "wheels.yml")
    publish = jobs["publish"]
    assert set(publish["needs"]) == set(jobs) - {"publish"}
    assert publish["if"] == "startsWith(github.ref, 'refs/tags/v')" and publish["permissions"]["id-token"] == "write"
    used = [step["uses"].partition("@")[0] for step in publish["steps"]]
    assert used.index("actions/attest-build-provenance") < used.index("pypa/gh-action-pypi-publish")
    assert set(jobs["every-python"]["strategy"]["matrix"]["os"]) < set(jobs["wheels"]["strategy"]["matrix"]["os"])


@pytest.mark.parametrize("path", [path for path in FORMS if path.name != "config.yml"], ids=lambda path: path.name)
def test_an_issue_form(path: Path) -> None:
    form = read(path)
    assert form["name"] and form["description"]
    ids = [one["id"] for one in form["body"]]
    assert len(ids) == len(set(ids)) and all(one["attributes"]["label"] for one in form["body"])
    assert "version" in ids and ("game" in ids or "input" in ids)


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("packaging/conda/meta.yaml", r'set version = "(.*)"'),
        ("packaging/homebrew/pgnfen.rb", r"pgnfen-(\S+)\.tar"),
        ("packaging/pre-commit/pyproject.toml", r"pgnfen==([\d.]+)"),
        ("packaging/pre-commit/pyproject.toml", r'version = "(.*)"'),
        ("docs/tasks/ci.md", r"pgnfen(?:\.git@v|==)([\d.]+\d)"),
    ],
)
def test_versions(name: str, pattern: str) -> None:
    found = re.findall(pattern, (ROOT / name).read_text(encoding="utf-8"))
    assert set(found) == {VERSION}


def test_packages_need_what_the_project_needs() -> None:
    [needs] = re.findall(r"^dependencies = \[(.*?)\]", PROJECT, re.MULTILINE | re.DOTALL)
    recipe = (ROOT / "packaging" / "conda" / "meta.yaml").read_text(encoding="utf-8").partition("  run:")[2]
    for name, least in re.findall(r'"([\w-]+)>=([\d.]+)', needs):
        assert f"- {'python-chess' if name == 'chess' else name} >={least}" in recipe


def test_the_mirror_has_the_hooks() -> None:
    mirror = ROOT / "packaging" / "pre-commit" / ".pre-commit-hooks.yaml"
    assert read(mirror) == read(ROOT / ".pre-commit-hooks.yaml")


def test_what_tries_a_wheel() -> None:
    """It takes an installation that is right, if there is an engine, and says what is not."""
    script = ROOT / "packaging" / "try_wheel.py"
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    engine = subprocess.run([sys.executable, "-m", "pgnfen", "--version"], capture_output=True, text=True, check=False)
    if "engine: native" in engine.stdout:
        assert done.returncode == 0, done.stderr
    else:
        assert done.returncode == 1 and "expected 0 and 'engine: native '" in done.stderr
        assert "https://rustup.rs" in engine.stdout
