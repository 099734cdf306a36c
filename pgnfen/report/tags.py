"""The rows of `pgnfen tags`: text, JSON Lines, CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import astuple, fields
from typing import Literal

from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block
from pgnfen.pgn.starts import GameTags, StartKey, game_tags, start_of
from pgnfen.report.values import JsonValues, to_json

Format = Literal["text", "jsonl", "csv"]
FORMATS: tuple[Format, ...] = ("text", "jsonl", "csv")
_COLUMNS = [field.name for field in fields(GameTags)]


class TagsReport:
    """Writes a row a game in one format. A line of CSV headings comes from `head`."""

    LIMIT = 1 << 13

    def __init__(self, format: Format) -> None:
        self.format = format
        self._starts: dict[StartKey, bytes] = {}
        self._values = JsonValues()

    def head(self) -> bytes:
        """What stands before the first row."""
        return ",".join(_COLUMNS).encode() + b"\r\n" if self.format == "csv" else b""

    def block(self, block: Block, path: str) -> bytes:
        """The rows of a block's games."""
        if self.format == "jsonl":
            return self._jsonl(block, path)
        if self.format == "csv":
            return self._csv(block, path)
        return "".join(map(text_row, game_tags(block, path))).encode("utf-8", "surrogatepass")

    def _jsonl(self, block: Block, path: str) -> bytes:
        # One row is put together from remembered pieces: this is the hot path of `tags`.
        starts, values = self._starts, self._values
        head = b'{"path": ' + to_json(path) + b', "game": '
        row = head.replace(b"%", b"%%") + (
            b'%d, "line": %d, "offset": %d, %b, "white": %b, "black": %b, "date": %b, "event": %b, "result": %b}\n'
        )
        number, offset = block.number, block.offset
        rows = []
        for found, line, start in zip(block.values, block.lines, block.starts, strict=True):
            event, date, white, black, result, setup, fen, variant = found
            key = (setup, fen, variant)
            tags = starts.get(key) or self._start(key, found)
            rows.append(
                row
                % (
                    number, line, offset + start, tags,
                    values[white], values[black], values[date], values[event], values[result],
                )
            )  # fmt: skip
            number += 1
        return b"".join(rows)

    def _start(self, key: StartKey, values: tuple[bytes | None, ...]) -> bytes:
        if len(self._starts) >= self.LIMIT:
            self._starts.clear()
        answer = self._starts[key] = to_json(start_json(start_of(values)))[1:-1]
        return answer

    def _csv(self, block: Block, path: str) -> bytes:
        buffer = io.StringIO()
        writer = csv.writer(buffer)
        for row in game_tags(block, path):
            writer.writerow([" ".join(cell) if isinstance(cell, tuple) else cell for cell in astuple(row)])
        return buffer.getvalue().encode("utf-8", "surrogatepass")


def start_json(start: Start) -> dict[str, object]:
    """The part of a row that the three tags alone decide, as JSON values."""
    return {
        "setup": start.setup,
        "fen": start.fen,
        "variant": start.variant_text,
        "kind": start.kind,
        "scharnagl": start.scharnagl,
        "scharnagl_black": start.scharnagl_black,
        "castling": list(start.castling),
        "en_passant": list(start.en_passant),
    }


def text_row(row: GameTags) -> str:
    """One game as a line of tab-separated columns: place, kind, tags, conventions, players.

    Control characters in values are shown as blanks, so that a row stays a row.
    """
    kind = row.kind
    if row.scharnagl is not None:
        kind += f" {row.scharnagl}"
    if row.scharnagl_black is not None:
        kind += f"/{row.scharnagl_black}"
    conventions = ""
    if row.fen is not None:
        conventions = f"castling {','.join(row.castling) or '?'}; en passant {','.join(row.en_passant) or '?'}"
    columns = (
        f"{row.path}:{row.line}",
        f"game {row.game}",
        kind,
        f"SetUp {_shown(row.setup)}",
        f"Variant {_shown(row.variant)}",
        f"FEN {_shown(row.fen)}",
        conventions,
        f"{_shown(row.white)} - {_shown(row.black)}",
        _shown(row.date),
        _shown(row.result),
    )
    return "\t".join(" ".join(column.split()) for column in columns) + "\n"


def _shown(value: str | None) -> str:
    return "-" if value is None else "".join(c if c.isprintable() else " " for c in value)


