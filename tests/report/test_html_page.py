"""The page of `pgnfen audit --format html`, in a real browser."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import programs
import pytest

from pgnfen.audit.finding import Placed, Remark
from pgnfen.report.evidence import Drawn, Evidence, Shown
from pgnfen.report.excerpt import Excerpt
from pgnfen.report.html_page import HtmlPage
from pgnfen.report.outcome import Outcome

RULES = Path(__file__).parent.parent / "rules"
HOSTILE = (
    "</script><script>document.title='ran'</script>",
    "<img src=x onerror=document.title='ran'>",
    "'\\\"><svg onload=document.title='ran'>{{ 7*7 }}{% x %}",
    "\u202eabc\u2066\x07\x1b[31m",
)


def page_of(folder: Path, *arguments: str | Path) -> Path:
    """The page of an audit with these arguments."""
    target = folder / "report.html"
    done = programs.pgnfen("audit", "--exit-zero", "--no-summary", "--format", "html", "-o", target, *arguments)
    assert done.returncode == 0 and not done.stdout, done.stderr
    return target


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of all rules' cases."""
    return page_of(tmp_path_factory.mktemp("page"), "--severity", "info", RULES)


def rows(page: Any) -> list[list[str]]:
    cells: list[list[str]] = page.evaluate(
        "[...document.querySelectorAll('#rows tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    return cells


def until(page: Any, expression: str) -> None:
    """Wait until that holds; not by Playwright's own means, which the page's Content-Security-Policy refuses."""
    end = time.monotonic() + 10
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        time.sleep(0.02)


def first_row_has(page: Any, text: str) -> None:
    until(page, f"!!document.querySelector('#rows tr')?.innerText.includes({text!r})")


THROUGH = """async () => {
  const texts = [], later = document.querySelector("#later");
  for (;;) {
    texts.push(document.querySelector("#inside").innerText);
    if (later.disabled) return texts;
    const before = location.hash;
    later.click();
    while (location.hash === before) await new Promise((done) => setTimeout(done, 0));
  }
}"""


def all_texts(page: Any) -> list[str]:
    """What is said of each finding, looked at one after the other."""
    page.click("#rows tr >> nth=0")
    page.wait_for_selector("dialog[open] .inside > *")
    texts: list[str] = page.evaluate(THROUGH)
    assert len(texts) == int(re.findall(r" of ([\d,]+)", state(page))[0].replace(",", ""))
    return texts


def state(page: Any) -> str:
    text: str = page.inner_text("#state")
    return text


def look(page: Any, code: str, number: int = 0) -> Any:
    """Open a finding of a rule."""
    page.fill("#text", code)
    first_row_has(page, code)
    page.click(f"#rows tr >> nth={number}")
    return page.wait_for_selector("dialog[open] .inside > *") and page.query_selector("#inside")


def test_it_filters_sorts_and_turns_pages(cases: Path, opened: Any) -> None:
    page = opened(cases)
    assert state(page).startswith("1–50 of ") and len(rows(page)) == 50
    every = state(page).rpartition(" ")[2]
    page.click("#next")
    assert state(page) == f"51–100 of {every}"
    page.click("#last")
    assert page.is_disabled("#next") and state(page).endswith(f"{every} of {every}")
    page.select_option("#severity", "info")
    assert {row[0] for row in rows(page)} == {"info"} and f"({every} in all)" in state(page)
    page.select_option("#severity", "")
    page.select_option("#rule", label="R101 illegal-move")
    assert {row[1] for row in rows(page)} == {"R101 illegal-move"}
    page.click("#clear")
    page.fill("#text", "castling c201-")
    first_row_has(page, "C201")
    until(page, "document.querySelectorAll('#rows tr').length < 20")
    assert {row[3].rpartition("/")[2] for row in rows(page)} == {"C201-castling-not-declared.pgn"}
    page.fill("#text", "no such thing")
    until(page, "document.querySelector('#state').textContent === 'no finding matches'")
    page.click("#clear")
    for key, column in (("line", 5), ("game", 4)):
        page.click(f"th[data-key={key}] button")
        numbers = [int(row[column].partition(",")[0]) for row in rows(page)]
        assert numbers == sorted(numbers)
        page.click(f"th[data-key={key}] button")
        numbers = [int(row[column].partition(",")[0]) for row in rows(page)]
        assert numbers == sorted(numbers, reverse=True) and numbers[0] > 1
        page.click(f"th[data-key={key}] button")
    page.click(".bars button >> nth=0")
    assert {row[1] for row in rows(page)} == {page.inner_text(".bars button bdi >> nth=0")}


def test_a_finding_is_looked_at(cases: Path, opened: Any) -> None:
    page = opened(cases)
    inside = look(page, "C201", 1)
    # The pieces are the same: one board, and the field that differs.
    heads = [one.inner_text() for one in inside.query_selector_all(".compared th")]
    assert heads == ["", "Declared", "Expected", "castling"]
    assert [one.inner_text() for one in inside.query_selector_all(".differs")] == ["Qkq", "KQkq"]
    (board,) = inside.query_selector_all("svg.board")
    assert len(board.query_selector_all("use")) == 6
    assert board.get_attribute("aria-label").endswith("squares marked: h1")
    box = page.evaluate("() => document.querySelector('.board use').getBoundingClientRect().width")
    assert box > 10  # the men are drawn, not only named
    text = inside.inner_text()
    assert 'FEN\tr3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1' in text and "but the FEN does not allow it" in text
    assert [one.inner_text() for one in inside.query_selector_all(".del, .ins")] == [
        '− [FEN "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"]', '+ [FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]'
    ]  # fmt: skip
    assert "A side castles, but the FEN has no castling right for it" in text
    assert inside.query_selector(".at").inner_text() == "O-O"


def test_an_illegal_move_has_the_position_before_it(cases: Path, opened: Any) -> None:
    inside = look(opened(cases), "R101-illegal-move")
    assert inside.query_selector("figcaption").inner_text() == "Before Ke3"
    label = inside.query_selector("svg.board").get_attribute("aria-label")
    assert "pe5" in label and "Pe4" in label and label.endswith("marked: e3 e1")


@pytest.mark.parametrize("severity", ["error", pytest.param("", marks=pytest.mark.exhaustive)])
def test_all_findings_can_be_looked_at(severity: str, cases: Path, opened: Any) -> None:
    page = opened(cases)
    page.select_option("#severity", severity)
    for text in all_texts(page):
        assert "THE RULE" in text and "FIX" in text and ": game " in text


def test_the_keyboard_is_enough(cases: Path, opened: Any) -> None:
    page = opened(cases)
    page.keyboard.press("n")
    assert state(page).startswith("51–")
    page.keyboard.press("p")
    page.keyboard.press("/")
    page.keyboard.type("E101")
    first_row_has(page, "E101")
    page.keyboard.press("Escape")
    for key in ("j", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("dialog[open] .inside > *")
    second = page.evaluate("location.hash")
    page.keyboard.press("ArrowLeft")
    until(page, f"location.hash !== {second!r}")
    page.keyboard.press("Escape")
    assert not page.query_selector("dialog[open]")
    assert page.evaluate("document.activeElement.tagName") == "TR"


def test_a_finding_has_an_address(cases: Path, opened: Any) -> None:
    page = opened(cases, "#finding=2")
    page.wait_for_selector("dialog[open] .inside > *")
    assert page.inner_text("#what").startswith("C101")
    page.click("#close")
    assert page.evaluate("location.hash") == ""


def test_the_address_has_filters_order_and_page(cases: Path, opened: Any) -> None:
    page = opened(cases)
    page.select_option("#severity", "error")
    page.click("th[data-key=line] button")
    page.click("th[data-key=line] button")
    page.click("#next")
    shown, address = rows(page), page.evaluate("location.hash")
    assert address == "#severity=error&sort=-line&page=2"
    again = opened(cases, address)
    assert rows(again) == shown
    page.click("#clear")
    page.select_option("#rule", label="R101 illegal-move")
    assert page.evaluate("location.hash") == "#rule=R101&sort=-line"


def test_back_closes_a_finding(cases: Path, opened: Any) -> None:
    page = opened(cases)
    page.fill("#text", "C201")
    first_row_has(page, "C201")
    page.click("#rows tr >> nth=0")
    page.wait_for_selector("dialog[open] .inside > *")
    page.click("#later")
    until(page, "location.hash.includes('finding=') && !document.querySelector('#earlier').disabled")
    page.go_back()
    until(page, "!document.querySelector('dialog[open]')")
    assert page.evaluate("location.hash") == "#text=C201" and "C201" in rows(page)[0][3]
    page.go_forward()
    page.wait_for_selector("dialog[open] .inside > *")
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('dialog[open]') && location.hash === '#text=C201'")


def test_more_tags_open(tmp_path: Path, opened: Any) -> None:
    tags = "".join(f'[Tag{number} "{number}"]\n' for number in range(40))
    (tmp_path / "tags.pgn").write_text(f'{tags}[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n*\n')
    page = opened(page_of(tmp_path, tmp_path / "tags.pgn"))
    page.click("#rows tr >> nth=0")
    page.wait_for_selector("dialog[open] .inside > *")
    assert "Tag29" in page.inner_text("#inside") and "Tag30" not in page.inner_text("#inside")
    page.click("text=and 11 more")
    assert "Tag39" in page.inner_text("#inside") and "and 11 more" not in page.inner_text("#inside")


def test_the_head_says_what_was_asked(tmp_path: Path, opened: Any) -> None:
    (tmp_path / "pgnfen.toml").write_text('severity = "info"\n')
    (tmp_path / "a b.pgn").write_text('[SetUp "1"]\n\n1. e4 *\n')
    page = opened(page_of(tmp_path, "--select", "S,G", "--jobs", "1", tmp_path / "a b.pgn"))
    head = page.inner_text("header")
    assert f"pgnfen audit --select S,G '{tmp_path}/a b.pgn'; configuration {tmp_path}/pgnfen.toml" in head
    assert re.search(r"pgnfen \d+\.\d+\S*, \d{4}-\d\d-\d\d:", head)


def test_headings_show_that_they_sort(cases: Path, opened: Any) -> None:
    page = opened(cases)
    sign = "getComputedStyle(document.querySelector('th[data-key=line] button'), '::after').content"
    signs = [page.evaluate(sign)]
    for _ in range(2):
        page.click("th[data-key=line] button")
        signs.append(page.evaluate(sign))
    assert [one.strip('" ') for one in signs] == ["\u25b4\u25be", "\u25b2", "\u25bc"]


def test_paper_has_all_findings_and_what_is_expected(cases: Path, opened: Any) -> None:
    page = opened(cases)
    page.select_option("#severity", "error")
    every = int(re.findall(r" of ([\d,]+)", state(page))[0].replace(",", ""))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    printed = rows(page)
    assert len(printed) == 2 * every and any("expected: KQkq" in row[0] and "fix: " in row[0] for row in printed[1::2])
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert len(rows(page)) == 50


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_all_of_it(scheme: str, cases: Path, opened: Any) -> None:
    page = opened(cases, width=360, color_scheme=scheme)
    overflow = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(overflow) <= 0
    list_begins = page.evaluate("document.querySelector('#rows').getBoundingClientRect().top / innerHeight")
    assert list_begins < 2
    inside = look(page, "R203-fen-is-later-position")
    assert page.evaluate(overflow) <= 0
    assert page.evaluate("document.querySelector('dialog').scrollWidth - innerWidth") <= 0
    one, other = (figure.bounding_box() for figure in inside.query_selector_all("figure"))
    assert one["y"] == other["y"] and one["x"] + one["width"] <= other["x"]  # side by side
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert (sum(map(int, paper[4:-1].split(","))) > 380) == (scheme == "light")


def test_it_is_printed_without_controls(cases: Path, opened: Any) -> None:
    page = opened(cases)
    page.emulate_media(media="print")
    assert not page.is_visible(".controls") and page.is_visible("#rows tr >> nth=0")
    look_at = page.query_selector("#rows tr")
    look_at.dispatch_event("click")
    page.wait_for_selector("dialog[open] .inside > *")
    assert not page.is_visible("main") and page.is_visible(".board >> nth=0")


def test_paper_is_white_whatever_the_screen(cases: Path, opened: Any) -> None:
    page = opened(cases, color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    page.query_selector("#rows tr").dispatch_event("click")
    page.wait_for_selector("dialog[open] .inside > *")
    backdrop = "getComputedStyle(document.querySelector('dialog'), '::backdrop').backgroundColor"
    assert page.evaluate(backdrop).endswith(", 0)")


def test_foreign_text_is_text(tmp_path: Path, opened: Any) -> None:
    names = ("Event", "White", "Variant", "SetUp", "FEN", "Result", "PlyCount")
    games = [
        "\n".join([*(f'[{name} "{value}"]' for name in names), "", f"1. e4 {value} 2. {value}e9 Ke9 *", "", ""])
        for value in HOSTILE
    ]
    folder = tmp_path / "<img src=x onerror=document.title='ran'>"
    folder.mkdir()
    (folder / "<b>&quot;.pgn").write_text("".join(games), encoding="utf-8")
    (folder / "broken.pgn").write_bytes(b"\x89PNG\r\n\x1a\n")
    target = tmp_path / "report.html"
    done = programs.pgnfen("audit", "--severity", "info", "--format", "html", "-o", target, folder)
    assert done.returncode == 2  # one input is no PGN
    page = opened(target)
    assert "broken.pgn: not text" in page.inner_text(".notes")
    shown = "\n".join(all_texts(page))
    assert HOSTILE[0] in shown and HOSTILE[1] in shown and "{{ 7*7 }}" in shown and r"\u202eabc" in shown
    assert page.title() == "pgnfen audit"
    assert page.query_selector("img") is None


def test_nothing_found_is_said(tmp_path: Path) -> None:
    (tmp_path / "clean.pgn").write_text('[Result "*"]\n\n1. e4 *\n', encoding="utf-8")
    text = page_of(tmp_path, tmp_path / "clean.pgn").read_text(encoding="utf-8")
    assert "No findings." in text and "<script>" not in text and "1 game in 1 input" in text


def synthetic(count: int) -> bytes:
    """A page of that many findings, no two alike, with as much about each as games of a server have."""
    page = HtmlPage()
    names = ("Event", "Site", "Date", "White", "Black", "Result", "WhiteElo", "BlackElo", "TimeControl", "Termination")
    for begin in range(0, count, 1000):
        found = []
        for number in range(begin, begin + 1000):
            digits = f"{number * 2654435761 % (1 << 32):08x}"
            fen = f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number}"
            said = f"Qh{number % 8 + 1} is illegal: no white queen can reach it (from d1); position before it: {fen}"
            remark = Remark(number % 80, "R101", "illegal-move", "error", None, f"Qh{number}", None, said, None)
            tags = tuple((name, f"{name} {digits}") for name in names)
            around = (f"1. e4 {digits} e5 2. Nf3 Nc6 3. Bb5 a6 " * 5, "Qh9", f" Nf6 {digits}" * 8)
            board = Drawn("Before Qh9", fen, 8, "rnbqkbnrpppppppp" + "." * 32 + "PPPPPPPPRNBQKBNR", ("d1",))
            place = Placed(remark, number + 1, 10 * number, 700 * number)
            evidence = Evidence(tags, 0, around, (board, board), None)
            found.append(Shown(place, Excerpt(around[0], 20, 3, 1, True), evidence))
        page.put("archive/games.pgn", found, [])
    outcome = Outcome(games=count, inputs=1, games_with=count)
    outcome.counts["R101", "error"] = count
    return page.end(outcome)


def test_five_thousand_findings_take_less_than_five_megabytes() -> None:
    assert len(synthetic(5_000)) < 5_000_000


@pytest.mark.exhaustive
def test_a_hundred_thousand_findings_open_within_two_seconds(tmp_path: Path, browser: Any) -> None:
    target = tmp_path / "report.html"
    target.write_bytes(synthetic(100_000))
    page = browser.new_page()
    page.goto(target.as_uri())
    page.wait_for_selector("body[data-ready]", state="attached")
    assert state(page) == "1–50 of 100,000"
    assert page.evaluate("performance.now()") < 2000
    page.click("#last")
    page.click("#rows tr >> nth=49")
    page.wait_for_selector("dialog[open] .inside > *")
    assert "game 100,000" in page.inner_text("#inside")
