"""How often each rule found something: the rows of `audit --statistics`."""

from __future__ import annotations

from collections.abc import Mapping

from pgnfen.audit.rule import REGISTRY
from pgnfen.report.formats import ROW_FORMATS, Format

_COLUMNS = ("count", "code", "name", "severity", "fix")


def count_rows(counts: Mapping[tuple[str, str], int], format: Format) -> bytes:
    r"""A line for each rule and severity, the most frequent first; `counts` by code and severity.

    >>> print(count_rows({("S101", "warning"): 2, ("C201", "error"): 30}, "text").decode(), end="")
    30  C201  castling-not-declared  error    safe
     2  S101  fen-without-setup      warning  safe
    """
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    rows = [(count, code, REGISTRY[code].name, said, REGISTRY[code].fix) for (code, said), count in ordered]
    if format != "text":
        how = ROW_FORMATS[format]
        return how.head(_COLUMNS) + b"".join(how.begin + how.values(_COLUMNS, row) + how.end for row in rows)
    if not rows:
        return b""
    width, longest = max(len(f"{row[0]:,}") for row in rows), max(len(row[2]) for row in rows)
    line = f"{{:>{width},}}  {{}}  {{:<{longest}}}  {{:<7}}  {{}}\n"
    return "".join(line.format(*row[:4], row[4] or "-") for row in rows).encode()
