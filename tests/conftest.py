"""Shared by all tests: where the corpora are, if they are."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("default")

# Programs that tests start import the package that is installed, not the source of the folder they start in
# (from Python 3.11 on): that one has no native engine.
os.environ["PYTHONSAFEPATH"] = "1"

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "sample_pgn"


READERS = ("python-chess", "native")


@pytest.fixture(scope="module", params=READERS)
def reader(request: pytest.FixtureRequest) -> Iterator[str]:
    """Who reads the games: a module that uses this runs once with either engine, and so do the programs it starts.

    Of a module, not of a test: Hypothesis would not have what it cannot set up anew for each example.
    """
    name: str = request.param
    if name == "native" and importlib.util.find_spec("pgnfen._native") is None:
        pytest.skip("the native engine was not built")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PGNFEN_ENGINE", name)
        yield name


@pytest.fixture(scope="module", params=["whichever", pytest.param("python-chess", marks=pytest.mark.exhaustive)])
def either_reader(request: pytest.FixtureRequest) -> Iterator[None]:
    """For streams, signals, files and reports: the reader that is there; python-chess too in the long runs."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param != "whichever":
            patch.setenv("PGNFEN_ENGINE", request.param)
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium; tests that need it are skipped where it, or Playwright, is not installed."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (PyPI: playwright)")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no Chromium is installed (Debian: apt install chromium): pages are not looked at")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=program, args=["--no-sandbox"] if root else [])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of real archives that PGNFEN_CORPORA names; tests that need it are skipped without it."""
    folder = os.environ.get("PGNFEN_CORPORA")
    if not folder or not Path(folder).is_dir():
        pytest.skip("PGNFEN_CORPORA names no folder of real archives")
    return Path(folder)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-expected", action="store_true", help="write tests/rules/*.expected anew")


@pytest.fixture
def update_expected(request: pytest.FixtureRequest) -> bool:
    """Whether the .expected files are to be written anew."""
    return bool(request.config.getoption("--update-expected"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "corpora: needs the real archives that PGNFEN_CORPORA names")
    config.addinivalue_line("markers", "exhaustive: takes long; run where it is asked for by name: -m exhaustive")
    config.addinivalue_line("markers", "hours: takes hours, and prints what docs/reliability.md says: -m hours")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever asks for the archives is marked, so that `-m corpora` and `-m "not corpora"` divide the tests."""
    for item in items:
        if "corpora" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.corpora)
        if item.get_closest_marker("hours"):
            item.own_markers = [mark for mark in item.own_markers if mark.name != "exhaustive"]
        if item.get_closest_marker("exhaustive") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(600))  # on a machine with other work they take three times as long
