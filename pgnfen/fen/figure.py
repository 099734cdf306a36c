"""Positions as HTML for a notebook: boards beside what is said of them. It needs no style sheet and runs no script."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pgnfen.fen.boards import draw_svg
from pgnfen.fen.placement import Board

_SCALE = 0.6
_NAME = "padding:1px 12px 1px 0;text-align:left;vertical-align:top;opacity:.7"
_VALUE = "padding:1px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere"


class Drawing(NamedTuple):
    """A board that is shown: its title, the board (None: nobody can draw it), the squares that are marked."""

    title: str
    board: Board | None
    marks: tuple[str, ...] = ()


def text_html(text: str) -> str:
    r"""Foreign text: no markup of its own, nothing that is not printable.

    >>> text_html('<b>"\u202e')
    '&lt;b&gt;&quot;\ufffd'
    """
    return html.escape("".join(char if char.isprintable() else "\ufffd" for char in text))


def figure_html(head: str, drawings: Sequence[Drawing], rows: Iterable[tuple[str, str]], line: str = "") -> str:
    """A head, boards beside a table of two columns, and a `line` of text (HTML, in a fixed width) below the head.

    >>> figure_html("A", [], [("kind", "odds")]).count("<td")
    2
    """
    boards = [_drawn(one) for one in drawings]
    cells = []
    for name, value in rows:
        lines = "<br>".join(map(text_html, value.split("\n")))
        cells.append(f'<tr><td style="{_NAME}">{text_html(name)}</td><td style="{_VALUE}">{lines}</td></tr>')
    table = f'<table style="margin:0;border:0;font-size:13px">{"".join(cells)}</table>' if cells else ""
    table = f'<div style="flex:1 1 260px;min-width:0">{table}</div>'
    beside = f'<div style="display:flex;flex-wrap:wrap;gap:16px;margin-top:6px">{"".join(boards)}{table}</div>'
    return f'<div style="font-family:sans-serif;font-size:13px;line-height:1.4"><div>{head}</div>{line}{beside}</div>'


def _drawn(one: Drawing) -> str:
    drawn = draw_svg(one.board, scale=_SCALE, marks=one.marks).strip() if one.board is not None else "no board"
    return f'<div style="flex:none"><div style="opacity:.7">{text_html(one.title)}</div>{drawn}</div>'
