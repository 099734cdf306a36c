"""The page of `pgnfen stats --format html`, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import programs
import pytest

from pgnfen.report import stats_page
from pgnfen.report.stats import Counts, StatsOptions
from pgnfen.report.stats_page import StatsPage

HOSTILE = "</title><script>document.title='ran'</script><img src=x onerror=document.title='ran'>{{ 7*7 }}\u202e"
GAMES = f"""[White "{HOSTILE}"]

1. e4 e5 *

[White "B"]
[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]

1. f4 1-0

[White "B"]

*
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.pgn").write_text(GAMES)
    (tmp_path / "<b>&.pgn").write_text(GAMES)
    (tmp_path / "missing.pgn").write_bytes(b"\x89PNG\r\n\x1a\n")
    return tmp_path


def page_of(folder: Path, *arguments: str) -> Path:
    target = folder / "stats.html"
    done = programs.pgnfen("stats", "--no-progress", "--format", "html", "-o", target, *arguments, folder)
    assert (done.returncode, done.stdout) == (2, b""), done.stderr
    return target


def bars(page: Any, title: str) -> list[str]:
    found: list[str] = page.evaluate(
        "(title) => [...[...document.querySelectorAll('main > .charts .card')]"
        ".find((card) => card.querySelector('h2').textContent === title)"
        ".querySelectorAll('.row')].map((row) => row.innerText.split(/\\s*\\n\\s*/).join('|'))",
        title,
    )
    return found


def test_what_the_page_says(opened: Any, folder: Path) -> None:
    page = opened(page_of(folder, "--plies"))
    assert page.title() == "pgnfen stats"
    assert bars(page, "kind of start") == ["standard|4|66.7%", "chess960|2|33.3%"]
    widths = page.evaluate("[...document.querySelectorAll('rect')].map((bar) => bar.getBoundingClientRect().width)")
    assert widths[0] > 1.9 * widths[1] > 50
    tiles = page.inner_text(".tiles").split()
    assert tiles[:4] == ["6", "games", "2", "inputs"] and tiles[6:8] == ["6", "plies"]
    assert "missing.pgn" in page.inner_text(".notes")
    assert page.locator("details").count() == 2 and not page.locator("details .card").first.is_visible()
    page.click("summary >> nth=0")
    assert page.locator("details .card").first.is_visible()
    for width in (390, 1200):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_foreign_text_is_text(opened: Any, folder: Path) -> None:
    page = opened(page_of(folder, "--by", "White"), color_scheme="dark")
    assert page.title() == "pgnfen stats"
    found = bars(page, "White")
    assert found[0].startswith("B|4") and found[1].startswith(HOSTILE.replace("\u202e", "\\u202e"))
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(22, 25, 29)"


def test_what_is_not_shown_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stats_page, "MOST", 2)
    page, counts = StatsPage(StatsOptions(), 1), Counts(2)
    for number in range(3):
        counts.count("kind", f"kind {number}", 1, ("a", 1))
        page.put(counts, f"{number}.pgn")
    text = page.end(counts, 3, []).decode()
    assert "1 more input not listed, but included in the totals" in text
    assert "and 2 more" in text and "2.pgn" not in text
    assert "kind 0" in text and "kind 1" not in text
