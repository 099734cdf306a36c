"""What a notebook shows of findings, starts, games and tables."""

from __future__ import annotations

import gzip
import io
import pickle
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import pgnfen
from pgnfen.report import notebook

pytestmark = pytest.mark.usefixtures("reader")

SAMPLES = Path(__file__).parents[2] / "sample_pgn"
PGN = b'[White "A"]\n\n1. e4 e5 *\n\n[FEN "4k3/8/8/8/8/8/4P3/R3K3 w KQ - 0 1"]\n[SetUp "1"]\n\n1. e4 Kd7 2. Ke3 *\n'
OTHER = b'[White "B"]\n\n1. d4 d5 *\n\n[FEN "4k3/8/8/8/8/8/4P3/R2K4 w K - 0 1"]\n[SetUp "1"]\n\n*\n'
EVIL = '<script>alert("&\u202e")</script>'


class Page(HTMLParser):
    """The text of HTML; each tag that is opened is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.tags, self._open = "", list[str](), list[str]()
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag != "br":
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(one: Any) -> Page:
    html = one._repr_html_()
    assert "\n\n" not in html  # a page in Markdown would take what follows for text
    return Page(html)


def test_a_finding() -> None:
    found = {one.code: one for one in [*pgnfen.audit(PGN), *pgnfen.audit(SAMPLES / "every-family.pgn", select="C102")]}
    page = shown(found["C102"])
    line = '[FEN "4k3/8/8/8/8/8/4P3/R3K3 w KQ - 0 1"]'
    assert f"{line}\n{' ' * line.index('KQ')}^^" in page.text
    assert "declaredKQ" in page.text and "expectedQ" in page.text and page.tags.count("svg") == 2
    assert page.text.count("stroke") == 0 and found["C102"]._repr_html_().count('stroke="#d00000"') == 2  # h1, twice
    page = shown(found["R101"])
    assert "1. e4 Kd7 2. Ke3 *\n             ^^^" in page.text and "Before Ke3" in page.text


@pytest.mark.parametrize("kind", ["bytes", "file", "gzip", "zip", "folder", "list", "epd"])
def test_the_line_of_a_finding_is_that_of_its_input(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(OTHER)
    (tmp_path / "b.pgn").write_bytes(PGN)
    (tmp_path / "c.pgn.gz").write_bytes(gzip.compress(OTHER))
    with zipfile.ZipFile(tmp_path / "d.zip", "w") as archive:
        archive.writestr("x.pgn", PGN)
        archive.writestr("y.pgn", OTHER)
    (tmp_path / "e.epd").write_bytes(b"4k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/4P3/R2K4 w K -\n")
    source: Any = {
        "bytes": OTHER, "file": path, "gzip": tmp_path / "c.pgn.gz", "zip": tmp_path / "d.zip", "folder": tmp_path,
        "list": [PGN, OTHER], "epd": tmp_path / "e.epd",
    }[kind]  # fmt: skip
    lines = {one.path: shown(one).text for one in pgnfen.audit(source, select="C104,C103,C102,C101,F4,S2")}
    assert any("R2K4 w K" in text and "^" in text for text in lines.values()), lines


def test_what_cannot_be_read_again_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_bytes(PGN)
    findings = [*pgnfen.audit(io.BytesIO(PGN)), *pgnfen.audit(tmp_path / "a.pgn")]
    (tmp_path / "a.pgn").unlink()
    for one in findings:
        page = shown(one)
        assert one.message in page.text and "svg" not in page.tags and "^" not in page.text


def test_all_findings_of_the_samples() -> None:
    rows = pgnfen.audit(SAMPLES)
    for one in rows:
        page = shown(one)
        assert one.code in page.text and f"game {one.game}" in page.text if one.game else one.code in page.text
    assert sum("svg" in shown(one).tags for one in rows) > 20


def test_a_finding_is_a_record_still() -> None:
    [*_, one] = pgnfen.audit(PGN)
    same = pickle.loads(pickle.dumps(one))
    assert same == one == tuple(one) and type(same) is pgnfen.Finding and same.origin is None
    assert shown(same).text and one._replace(ply=9).ply == 9
    game, _ = pgnfen.explain(OTHER, game=2)
    assert all(isinstance(each, pgnfen.Finding) for each in game.findings)


def test_starts_and_games() -> None:
    first, second = pgnfen.read(PGN)
    assert shown(first).tags.count("svg") == 1 and "After 2 plies" in shown(first).text
    assert shown(second).tags.count("svg") == 2 and "After 2 plies" in shown(second).text  # as far as it can be played
    assert "C102castling right K" in shown(second.start).text and shown(first.start).tags.count("svg") == 1
    for game in pgnfen.read(SAMPLES):
        assert game.start.kind in shown(game).text and game.start.kind in shown(game.start).text
    [large] = list(pgnfen.read(SAMPLES / "capablanca.pgn"))[:1]
    assert 'viewBox="0 0 480 390"' in large._repr_html_()
    unreadable = pgnfen.read_start("1", "x", None)
    assert "unreadable" in shown(unreadable).text and "svg" not in shown(unreadable).tags


def test_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = shown(pgnfen.positions(PGN * 3))
    assert "GamePosition: first 10 of 18 rows" in page.text and page.tags.count("tr") == 11
    assert "Finding: 0 rows" in shown(pgnfen.audit(b"")).text
    assert "GameTags: 2 rows" in shown(pgnfen.tags(PGN, columns=["Site"])).text
    monkeypatch.setattr(notebook, "COUNTED", 15)
    assert "first 10 of more than 15 rows" in shown(pgnfen.positions(PGN * 3)).text
    page = shown(pgnfen.tags([PGN, tmp_path / "nowhere.pgn"]))
    assert "2 rows" in page.text and "nowhere.pgn: no such file" in page.text


def test_foreign_text_is_text() -> None:
    pgn = f'[White "{EVIL}"]\n[FEN "{EVIL}"]\n[SetUp "1"]\n\n1. {EVIL} *\n'.encode()
    [game] = pgnfen.read(pgn)
    for one in (game, game.start, pgnfen.tags(pgn), pgnfen.audit(pgn), *pgnfen.audit(pgn)):
        page = shown(one)
        assert "script" not in page.tags and "\u202e" not in page.text
