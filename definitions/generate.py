"""Writes what Python and Rust share, each in its language, from the definitions beside this file.

    python definitions/generate.py            # after a change of a .toml file
    python definitions/generate.py --check    # status 1, and the names, where a file is not what it would write
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

from of_engine import python_records, rust_records
from of_facts import facts_table, python_declared, python_kinds, rust_declared, rust_kinds
from of_fen import python_fen, rust_fen
from of_pgn import python_pgn, python_tokens, rust_pgn
from writing import Table, note, rust, string

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
ROOT = HERE.parent


def replaced_table(page: str, table: str) -> str:
    """A page in which a table stands in the place of the one with the same head."""
    head = table[: table.index("\n") + 1]
    before, _, rest = page.partition(head)
    return before + table + rest[rest.index("\n\n") + 1 :]


def _facts_page(facts: Table) -> str:
    return replaced_table((ROOT / "docs" / "facts.md").read_text(encoding="utf-8"), facts_table(facts))


def digest(*tables: Table) -> str:
    """What tells these definitions from others, comments and layout aside."""
    return hashlib.blake2b(json.dumps(tables, sort_keys=True).encode(), digest_size=8).hexdigest()


def _native_module(*tables: Table) -> str:
    """pgnfen/native.py with the digest of the definitions that the engine has to be built from."""
    text = (ROOT / "pgnfen" / "native.py").read_text(encoding="utf-8")
    return re.sub(r'(?m)^DEFINITIONS = ".*"$', f'DEFINITIONS = "{digest(*tables)}"', text)


def rust_definitions(engine: Table, facts: Table, fen: Table, pgn: Table) -> str:
    """native/src/definitions.rs"""
    of_all = rust("DIGEST", "&str", string(digest(engine, facts, fen, pgn)), "What tells all definitions from others.")
    parts = of_all + "\n" + rust_declared(facts) + rust_pgn(pgn) + rust_fen(fen)
    return f"""{note("//", "*")}//! What Python and Rust share, kinds of facts aside (`kinds`).
#![forbid(unsafe_code)]

use std::ops::RangeInclusive;

{parts}"""


OUTPUTS: dict[str, tuple[Callable[..., str], tuple[str, ...]]] = {
    "pgnfen/facts/kinds.py": (python_kinds, ("facts",)),
    "native/src/kinds.rs": (rust_kinds, ("facts",)),
    "docs/facts.md": (_facts_page, ("facts",)),
    "pgnfen/facts/declared_words.py": (python_declared, ("facts",)),
    "pgnfen/pgn/definitions.py": (python_pgn, ("pgn",)),
    "pgnfen/pgn/token_kinds.py": (python_tokens, ("pgn",)),
    "pgnfen/fen/definitions.py": (python_fen, ("fen",)),
    "pgnfen/engine_records.py": (python_records, ("engine",)),
    "native/src/engine_records.rs": (rust_records, ("engine",)),
    "native/src/definitions.rs": (rust_definitions, ("engine", "facts", "fen", "pgn")),
    "pgnfen/native.py": (_native_module, ("engine", "facts", "fen", "pgn")),
}
"""The files that are written, by what, and of which definitions."""


def definitions() -> dict[str, Table]:
    """All definitions, by the name of their file."""
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(HERE.glob("*.toml"))}


def outputs() -> dict[Path, str]:
    """The text of each file as it has to be."""
    tables = definitions()
    return {ROOT / path: write(*map(tables.__getitem__, of)) for path, (write, of) in OUTPUTS.items()}


def stale() -> list[str]:
    """The files that are not as they have to be."""
    return [
        path.relative_to(ROOT).as_posix()
        for path, text in outputs().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]


def main() -> int:
    """Write the files that are stale, or name them."""
    names = stale()
    if "--check" in sys.argv[1:]:
        print(*(f"{name} is not what definitions/generate.py writes" for name in names), sep="\n")
        return int(bool(names))
    texts = outputs()
    for name in names:
        (ROOT / name).write_text(texts[ROOT / name], encoding="utf-8")
        print(f"{name} has been written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
