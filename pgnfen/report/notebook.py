"""Findings, games and tables as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from pgnfen.errors import InputError
from pgnfen.fen.boards import Drawing, figure_html, text_html
from pgnfen.fen.placement import Board
from pgnfen.report.terminal_text import carets, error_line, printable, quoted
from pgnfen.words import counted

if TYPE_CHECKING:
    from pgnfen.audit.finding import Finding
    from pgnfen.report.evidence import Shown

ROWS = 10
"""Rows of a table that are shown."""
COUNTED = 10_000
"""Rows that are counted; of more it is said that there are more."""
_LONGEST = 80  # characters of a cell
_COLORS = {"error": "#c62828", "warning": "#b26a00", "info": "#1565c0"}
_CELL = "padding:1px 10px 1px 0;text-align:left;white-space:nowrap"
_PRE = '<pre style="margin:6px 0;overflow-x:auto;line-height:1.3;font-family:monospace">{}</pre>'


def finding_html(one: Finding, shown: Shown | None) -> str:
    """A finding: its line with carets under what is at fault, declared and expected, boards with the squares marked."""
    where = f"{quoted(one.path)}, game {one.game}, line {one.line}" if one.game else quoted(one.path)
    where += f", ply {one.ply}" if one.ply else ""
    head = (
        f'<span style="color:{_COLORS[one.severity]};font-weight:bold">{one.severity}</span> <b>{one.code} '
        f"{text_html(one.name)}</b> · {text_html(where)}<br>{text_html(one.message)}"
    )
    names = ("field", "declared", "expected", "fix")
    rows = [(name, value) for name in names if (value := getattr(one, name)) is not None]
    line, drawings = "", list[Drawing]()
    if shown is not None and shown.excerpt.text:
        excerpt = shown.excerpt
        marked = carets(excerpt.text, excerpt.at, excerpt.length)
        line = _PRE.format(f"{text_html(printable(excerpt.text))}\n{marked}")
    if shown is not None and shown.evidence is not None:
        for board in shown.evidence.boards:
            drawn = Board(board.width, board.squares) if board.squares is not None else None
            drawings.append(Drawing(board.title, drawn, board.marks))
        if shown.evidence.repair is not None:
            gone, come = shown.evidence.repair
            rows += [("before", "\n".join(gone)), ("after", "\n".join(come))]
    return figure_html(head, drawings, rows, line)


def table_html(title: str, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """The first rows, and how many there are; an input that cannot be read is said below them.

    >>> table_html("tags", ["game"], [[n] for n in range(12)]).count("<tr>"), ROWS
    (11, 10)
    """
    first, count, more, error = list[Sequence[Any]](), 0, False, ""
    try:
        for row in islice(rows, COUNTED + 1):
            if count == COUNTED:
                more = True
                break
            count += 1
            if count <= ROWS:
                first.append(row)
    except InputError as problem:
        error = f'<div style="color:{_COLORS["error"]}">{text_html(error_line(problem))}</div>'
    head = "".join(f'<th style="{_CELL}">{text_html(name)}</th>' for name in names)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in first)
    total = f"more than {counted(COUNTED, 'row')}" if more else counted(count, "row")
    shown = f"first {len(first)} of {total}" if count > len(first) else total
    table = f'<table style="margin:4px 0;font-size:13px"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    above = f"<div><b>{text_html(title)}</b>: {shown}</div>"
    return f'<div style="font-family:sans-serif;font-size:13px;overflow-x:auto">{above}{table}{error}</div>'


def _cell(value: object) -> str:
    if value is None:
        return f'<td style="{_CELL};opacity:.4">null</td>'
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    cut = text if len(text) <= _LONGEST else text[:_LONGEST] + " ..."
    return f'<td style="{_CELL}">{text_html(cut)}</td>'
