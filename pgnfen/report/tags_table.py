"""The rows of `pgnfen tags` as a table for a terminal: what fits into its width, grouped by file."""

from __future__ import annotations

from pgnfen.columns import columns_of
from pgnfen.report.tags import GameTags
from pgnfen.report.terminal_text import Colors
from pgnfen.report.terminal_text import width as width_of

_HEADS = {"game": 7, "kind": 16, "no.": 7, "white": 18, "black": 18, "date": 10, "result": 7, "variant": 12}
_LEAST = 20  # columns that are left for the FEN


class TagsTable:
    """Puts rows of text (see TagsReport) into columns; `width` is the terminal's.

    Players, then date, variant and result give way where the terminal is narrow.
    """

    def __init__(self, width: int, color: bool) -> None:
        self._colors = Colors(color)
        self._names = [*columns_of(GameTags)]
        self._path = ""
        heads = dict(_HEADS)
        for name in ("variant", "date", "black", "white", "result"):
            if sum(heads.values()) + 2 * len(heads) + _LEAST > width:
                del heads[name]
        self._heads = heads
        self._fen = max(_LEAST, width - sum(heads.values()) - 2 * len(heads))

    def block(self, rows: bytes) -> bytes:
        """The lines of rows."""
        return "".join(map(self._row, rows.decode().splitlines())).encode()

    def _row(self, row: str) -> str:
        values = dict(zip(self._names, row.split("\t"), strict=True))
        head = ""
        if values["path"] != self._path:
            blank = "\n" if self._path else ""
            self._path = values["path"]
            names = "  ".join(_fitted(name, size, name == "game") for name, size in self._heads.items())
            head = f"{blank}{self._colors.path(self._path)}\n{self._colors.soft(names + '  FEN')}\n"
        numbers = [number for number in (values["scharnagl"], values["scharnagl_black"]) if number != "-"]
        values["no."] = "/".join(numbers)
        cells = [_fitted(values[name], size, name == "game") for name, size in self._heads.items()]
        return head + "  ".join([*cells, _fitted(values["fen"], self._fen).rstrip()]) + "\n"


def _fitted(text: str, size: int, right: bool = False) -> str:
    """Text in so many columns, cut where it takes more.

    >>> _fitted("Kasparov", 5), _fitted("\u738b", 3), _fitted("7", 3, right=True)
    ('Kasp\u2026', '\u738b ', '  7')
    """
    taken, kept = 0, ""
    for char in text:
        taken += width_of(char)
        if taken > size:
            while kept and sum(map(width_of, kept)) > size - 1:
                kept = kept[:-1]
            kept += "…"
            break
        kept += char
    blanks = " " * (size - sum(map(width_of, kept)))
    return blanks + kept if right else kept + blanks
