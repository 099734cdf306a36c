"""The documentation as a site: sphinx-build -W docs site. What the code says itself is written by generated.py."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from generated import read, write_pages  # noqa: E402

from pgnfen.version import __version__  # noqa: E402

project = "pgnfen"
copyright = "The pgnfen authors"
version = release = __version__
extensions = ["myst_parser"]
myst_enable_extensions = ["deflist"]
smartquotes = False  # --fix is to be copied as it is
html_theme = "furo"
html_title = f"pgnfen {__version__}"
highlight_language = "text"
myst_heading_anchors = 4
nitpicky = True


def setup(app: Any) -> None:
    """Write the pages that are generated, and make links of the others fit the site."""
    app.connect("builder-inited", lambda _: write_pages(HERE))
    app.connect("source-read", read)
