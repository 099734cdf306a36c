"""The check of the page, inside the browser: text in, findings as HTML out."""

from __future__ import annotations

import json
from itertools import islice

import pgnfen
from pgnfen.pgn.records import holds_records

SHOWN = 100
"""Findings that are shown; of more it is said that there are more."""


def check(text: str, severity: str) -> str:
    """JSON: `findings`, each with its code and HTML, and `more`, whether there are more; or `error`.

    Text of FEN or EPD lines alone is read as records, any other text as games.
    """
    data = text.encode()
    kind = "epd" if holds_records(data) else "pgn"
    try:
        first = list(islice(pgnfen.audit(data, severity=severity, input_format=kind), SHOWN + 1))
    except (pgnfen.PgnfenError, ValueError) as problem:
        return json.dumps({"error": str(problem)})
    found = [{"code": one.code, "html": one._repr_html_().replace("&lt;bytes&gt;, ", "")} for one in first[:SHOWN]]
    return json.dumps({"findings": found, "more": len(first) > SHOWN, "kind": kind})
