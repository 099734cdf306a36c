"""What reports take: their bytes, and the memory of the process, for each byte of the input.

Each rule's own keyword is repeated where it could hurt: in comments, tags, lines and records, with what ends it and
without. `python tests/growth/outputs.py --size 65536` prints the largest.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import resource
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

from hostile import Shape

from pgnfen.audit.catalog import all_rules
from pgnfen.cli import app
from pgnfen.cli.audit import DOCUMENTS
from pgnfen.report.formats import FORMATS

REPORTS = (*FORMATS, *DOCUMENTS, *(("parquet",) if importlib.util.find_spec("pyarrow") else ()))
PLACES = (
    "in a comment", "in an open comment", "in a line comment", "in a tag value", "in an open tag value",
    "in the FEN", "among the tags", "in movetext", "in movetext without an end", "in a variation",
    "in a variation, open", "in records", "in operations", "in an operand", "behind the marker",
    "before the first tags",
)  # fmt: skip
_NAMED = (b"fen=", b"[%fen ", b"Final position ", b"CurrentPosition ", b"R50=", b"?", b"1/2", b"$1 ", b"K")


class Taken(NamedTuple):
    """Bytes of a report, and of memory that its process took beyond that of an empty one."""

    written: int
    memory: int


def keywords() -> list[bytes]:
    """What rules look for, as their examples have it: lines of tags, comments and words, ended and not."""
    found = dict.fromkeys(_NAMED)
    for rule in all_rules():
        found.update(dict.fromkeys(trigger + b" " for trigger in rule.trigger))
        for line in rule.example.encode().splitlines():
            words = [line + b"\n"] if line.startswith(b"[") else re.findall(rb"\{[^}]*\}?|\S+", line)
            found.update(dict.fromkeys(word[:300].rstrip() + b" " for word in words))
            ended = [word[:300].rstrip() for word in words if word.rstrip().endswith((b"]", b"}"))]
            found.update(dict.fromkeys(word.rstrip(b'"}]') for word in ended))
    return [word for word in found if word]


def shapes() -> Iterator[Shape]:
    """Each keyword in each place."""
    return (Shape(place, word) for word in keywords() for place in PLACES)


def written(shape: Shape, size: int, format: str, folder: Path) -> int:
    """The bytes of a report."""
    return report(shape.data(size), shape.records, format, folder)


def report(data: bytes, records: bool, format: str, folder: Path) -> int:
    """The bytes of the report on a file."""
    source, target = folder / ("a.epd" if records else "a.pgn"), folder / "out"
    source.write_bytes(data)
    words = ["audit", "-j", "1", "--each", "--severity", "info", "--format", format, str(source)]
    words += ["-o", str(target)] if format == "parquet" else []
    captured = TextIOWrapper(BytesIO(), "utf-8")
    with redirect_stderr(StringIO()), redirect_stdout(captured):
        app.cli.main(words, standalone_mode=False)
    captured.flush()
    return target.stat().st_size if format == "parquet" else captured.buffer.seek(0, os.SEEK_END)


def taken(shape: Shape, size: int, format: str, folder: Path) -> Taken:
    """The same, by a child of this process, with its memory."""
    least = _child(shape.data(64), shape.records, format, folder)
    most = _child(shape.data(size), shape.records, format, folder)
    return Taken(most.written, most.memory - least.memory)


def _child(data: bytes, records: bool, format: str, folder: Path) -> Taken:
    result = folder / "size"
    child = os.fork()
    if not child:
        status = 1
        with suppress(BaseException):
            result.write_text(str(report(data, records, format, folder)))
            status = 0
        os._exit(status)
    _, status, used = os.wait4(child, 0)
    assert status == 0
    return Taken(int(result.read_text()), used.ru_maxrss * (1 if sys.platform == "darwin" else 1024))


def main() -> None:
    """The largest of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=65536)
    parser.add_argument("--step", type=int, default=7, help="Every so many shapes one.")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        rows = []
        for number, shape in enumerate(list(shapes())[:: options.step]):
            format = REPORTS[number % len(REPORTS)]
            one = taken(shape, options.size, format, Path(name))
            rows.append((one.memory // options.size, one.written // options.size, format, shape))
        for key in (0, 1):
            for row in sorted(rows, key=lambda row: -row[key])[:12]:
                print("memory {} and output {} a byte: {} {}".format(*row))
    print(len(rows), "shapes;", resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, "s")


if __name__ == "__main__":
    main()
