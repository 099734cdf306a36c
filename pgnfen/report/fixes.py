"""What was repaired, as lines of JSON: each fix, and each that was refused, with its place and its evidence."""

from __future__ import annotations

from collections.abc import Iterable

from pgnfen.pgn.tagpairs import decode
from pgnfen.repair.state import Done
from pgnfen.report.values import path_json, to_json


def log_lines(done: Iterable[Done], path: str) -> bytes:
    """A line a fix. Keys: path, game, line (both from 1), offset (bytes of the input, before all fixes), code, name,
    field, before, after (texts; null where nothing was done), evidence (the finding), fix ("safe", "unsafe"),
    refused (why it was not done, else null)."""
    return b"".join([to_json(_entry(one, path)) + b"\n" for one in done])


def _entry(one: Done, path: str) -> dict[str, object]:
    placed, remark = one.placed, one.placed.remark
    refused = one.refused is not None
    return {
        **path_json(path),
        "game": placed.game,
        "line": placed.line,
        "offset": one.offset,
        "code": remark.code or None,
        "name": remark.name,
        "field": remark.field,
        "before": None if refused else decode(one.before),
        "after": None if refused else decode(one.after),
        "evidence": remark.message,
        "fix": remark.fix,
        "refused": one.refused,
    }
