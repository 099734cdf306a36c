"""Pages of reports in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Open = Callable[..., Any]


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
