"""What is shown where the pointer rests: the page of a rule, a position as a board."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable

from pgnfen.audit.rule import REGISTRY
from pgnfen.fen.boards import draw_svg, draw_text
from pgnfen.lsp.moves import Shown
from pgnfen.report.rule_pages import escaped, rule_markdown, rule_text

_SCALE = 0.6  # 16 pixels to a letter make a board of some 14 lines


def page(codes: Iterable[str], markdown: bool) -> str:
    """The pages of rules, each once."""
    write = rule_markdown if markdown else rule_text
    return ("\n---\n\n" if markdown else "\n").join(write(REGISTRY[code]) for code in dict.fromkeys(codes))


def board(shown: Shown, markdown: bool, images: bool) -> str:
    """A position: a heading, the board as an image or as text, the FEN."""
    if not markdown:
        return f"{shown.title}\n\n{draw_text(shown.board)}\n{shown.fen}\n"
    if images:
        svg = draw_svg(shown.board, scale=_SCALE).encode()
        picture = f"![board](data:image/svg+xml;base64,{b64encode(svg).decode()})"
    else:
        picture = f"```text\n{draw_text(shown.board)}```"
    return f"**{escaped(shown.title)}**\n\n{picture}\n\n`{shown.fen}`\n"
