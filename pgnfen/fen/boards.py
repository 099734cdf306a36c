"""Positions drawn: with Unicode men for a terminal, as SVG, and as PNG by resvg (extra `draw`); and as HTML for a
notebook, beside what is said of them, which needs no style sheet and runs no script."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from pgnfen.errors import ConversionError
from pgnfen.extras import extra_module
from pgnfen.fen.placement import Board
from pgnfen.lazy import deferred

with deferred:
    import html

FIGURINES = str.maketrans("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟")
_SQUARE = 45  # as in chess.svg, whose men are used
_MARGIN = 15
_LIGHT, _DARK, _INK = "#ffce9e", "#d18b47", "#444444"
_IJ = {  # python-chess draws the names of files as far as h
    "i": '<path d="M9.2 7.2h1.6v7.6h-1.6z M9.2 4.1h1.6v1.8h-1.6z"/>',
    "j": '<path d="M9.6 7.2h1.6v8q0 2.6-2.6 2.6h-.8v-1.4h.5q1.3 0 1.3-1.4z M9.6 4.1h1.6v1.8h-1.6z"/>',
}


def draw_text(board: Board, flip: bool = False) -> str:
    """The position in lines of text, White at the bottom, Black with `flip`; men without a figurine by their letter.

    >>> print(draw_text(Board(8, "....k..." + "." * 48 + "....K..R"), flip=True).splitlines()[0])
    1  ♖ . . ♔ . . . .
    """
    lines = []
    for number in range(1, 9) if flip else range(8, 0, -1):
        row = board.rank(number)
        lines.append(f"{number}  " + " ".join(row[::-1] if flip else row).translate(FIGURINES))
    files = "abcdefghij"[: board.width]
    lines += ["", "   " + " ".join(files[::-1] if flip else files)]
    if board.holdings:
        lines.append(f"in hand: {' '.join(board.holdings).translate(FIGURINES)}")
    return "\n".join(lines) + "\n"


def draw_svg(board: Board, flip: bool = False, scale: float = 2, marks: Collection[str] = ()) -> str:
    """The position as an SVG document, with the men of python-chess; archbishop and chancellor are put together. A
    square takes 45 pixels times `scale`; `marks` are the names of squares with a red frame.

    >>> draw_svg(Board(10, "." * 80)).count("<rect"), draw_svg(Board(8, "." * 64), marks=["e4"]).count("<rect")
    (81, 66)
    """
    import chess.svg

    width = board.width * _SQUARE + 2 * _MARGIN
    height = 8 * _SQUARE + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{scale * width:g}" '
        f'height="{scale * height:g}"><rect width="{width}" height="{height}" fill="#212121"/>'
    ]
    for index, man in enumerate(board.squares):
        row, file = divmod(index, board.width)
        x = _MARGIN + (board.width - 1 - file if flip else file) * _SQUARE
        y = _MARGIN + (7 - row if flip else row) * _SQUARE
        color = _DARK if (row + file) % 2 else _LIGHT
        parts.append(f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{color}"/>')
        if man != ".":
            parts.append(f'<g transform="translate({x} {y})">{man_svg(man)}</g>')
        if marks and f"{'abcdefghij'[file]}{8 - row}" in marks:
            parts.append(
                f'<rect x="{x + 2}" y="{y + 2}" width="{_SQUARE - 4}" height="{_SQUARE - 4}" fill="none" '
                'stroke="#d00000" stroke-width="4"/>'
            )
    parts += _coordinates(board.width, flip, chess.svg.COORDS)
    return "".join(parts) + "</svg>\n"


def man_svg(man: str) -> str:
    """A man on a square of 45 by 45; one that chess has not is two small men, or its letter in a ring."""
    import chess.svg

    pieces = chess.svg.PIECES
    if man in pieces:
        return pieces[man]
    halves = {"A": "BN", "J": "BN", "C": "RN", "H": "BN", "M": "RN", "E": "RN"}.get(man.upper())
    if halves is None:
        fill, ink = ("#ffffff", "#000000") if man.isupper() else ("#000000", "#ffffff")
        return (
            f'<circle cx="22.5" cy="22.5" r="16" fill="{fill}" stroke="{_INK}"/>'
            f'<text x="22.5" y="29" font-size="18" text-anchor="middle" fill="{ink}">{man.upper()}</text>'
        )
    both = halves if man.isupper() else halves.lower()
    return (
        f'<g transform="translate(-2 1) scale(0.68)">{pieces[both[0]]}</g>'
        f'<g transform="translate(17 14) scale(0.68)">{pieces[both[1]]}</g>'
    )


def _coordinates(width: int, flip: bool, drawn: dict[str, str]) -> list[str]:
    """Names of files and ranks around the board; drawn as shapes, since a machine may have no font."""
    files, ranks = "abcdefghij"[:width], "12345678" if flip else "87654321"
    middle, edge = _SQUARE / 2, _MARGIN / 2
    parts = ['<g fill="#e5e5e5" stroke="#e5e5e5">']
    for i, file in enumerate(files[::-1] if flip else files):
        shape, centre = (drawn[file], (24.5, 10.5)) if file in drawn else (_IJ[file], (10, 10.5))
        x = _MARGIN + i * _SQUARE + middle
        parts += [_name(shape, x, y, centre) for y in (edge, 8 * _SQUARE + _MARGIN + edge)]
    for i, number in enumerate(ranks):
        y = _MARGIN + i * _SQUARE + middle
        parts += [_name(drawn[number], x, y, (9.5, 22)) for x in (edge, width * _SQUARE + _MARGIN + edge)]
    return [*parts, "</g>"]


def _name(shape: str, x: float, y: float, centre: tuple[float, float]) -> str:
    """A shape with its centre at a point."""
    left, top = x - 0.75 * centre[0], y - 0.75 * centre[1]
    return f'<g transform="translate({left:g} {top:g}) scale(0.75)">{shape}</g>'


def draw_png(board: Board, flip: bool = False) -> bytes:
    """The position as a PNG image; raises ConversionError where the library that draws it is not installed."""
    resvg_py = extra_module("resvg_py", "draw", "drawing PNG", ConversionError)
    drawn = resvg_py.svg_to_bytes(svg_string=draw_svg(board, flip))
    return bytes(drawn)


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
