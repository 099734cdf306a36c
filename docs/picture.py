"""Draws docs/report.png, the picture of a report in the README: python docs/picture.py (Playwright, Chromium)."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent


def main() -> None:
    """Audit the samples, open a finding, take the picture."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder, "report.html")
        audit = [sys.executable, "-m", "pgnfen", "audit", "--exit-zero", "--no-summary", "--format", "html"]
        subprocess.run([*audit, "-o", str(page), "sample_pgn"], cwd=HERE.parent, check=True)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        view = browser.new_page(viewport={"width": 960, "height": 600})
        view.goto(page.as_uri())
        view.wait_for_selector("body[data-ready]", state="attached")
        view.fill("#text", "C201")
        view.wait_for_timeout(500)
        view.click("#rows tr >> nth=0")
        view.wait_for_selector("dialog[open] .inside > *")
        view.screenshot(path=HERE / "report.png")


if __name__ == "__main__":
    main()
