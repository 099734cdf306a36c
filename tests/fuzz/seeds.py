"""A seed corpus, one fault a file: the examples of the rules, and records with the faults that a FEN may have.

As a script: `python tests/fuzz/seeds.py FOLDER` writes it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pgnfen.audit.catalog import all_rules


def seeds() -> dict[str, bytes]:
    """Each file by its name."""
    found = {f"{rule.code}-{rule.name}.pgn": rule.example.encode() for rule in all_rules()}
    for name, example in list(found.items()):
        at = example.find(b'[FEN "')
        if at >= 0:
            found[name.replace(".pgn", ".fen")] = example[at + 6 : example.index(b'"', at + 6)] + b"\n"
    return found


def write(folder: Path) -> None:
    """Write them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in seeds().items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
