"""A real browser for pages: Chromium, headless, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Open = Callable[..., Any]


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


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    """Opens a page of a report; at the end nothing may have been written to the console, no request made."""
    contexts, said = [], []

    def open_page(path: Path, anchor: str = "", width: int = 1200, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 850}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.extend([request.url][request.url.startswith(("file:", "data:")) :]))
        page.goto(path.as_uri() + anchor)
        page.wait_for_selector("body[data-ready]", state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not said
