"""The formats that rows are written in."""

from __future__ import annotations

from typing import Literal

Format = Literal["text", "jsonl", "csv", "csv-raw"]
FORMATS: tuple[Format, ...] = ("text", "jsonl", "csv")
"""What --format may be; csv-raw is csv with --csv-raw."""
