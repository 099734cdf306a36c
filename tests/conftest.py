"""Shared by all tests: where the corpora are, if they are."""

from __future__ import annotations

import os
from pathlib import Path

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever asks for the archives is marked, so that `-m corpora` and `-m "not corpora"` divide the tests."""
    for item in items:
        if "corpora" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.corpora)
