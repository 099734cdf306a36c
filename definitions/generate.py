"""Writes what Python and Rust share, each in its language, from the definitions beside this file.

    python definitions/generate.py            # after a change of a .toml file
    python definitions/generate.py --check    # status 1, and the names, where a file is not what it would write
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
ROOT = HERE.parent
WIDTH = 120
Table = dict[str, Any]


def note(mark: str, name: str) -> str:
    """The first line of a file that is written here."""
    return f"{mark} Written by definitions/generate.py from definitions/{name}.toml: change that one.\n"


def sentence(text: str) -> str:
    """A text of a definition as a sentence."""
    return text[0].upper() + text[1:] + "."


def docstring(text: str, indent: str = "") -> str:
    """A docstring, its lines as long as they may be."""
    text = text.replace("\\", "\\\\")
    lines = textwrap.wrap(f'"""{text}"""', WIDTH, initial_indent=indent, subsequent_indent=indent)
    return "\n".join(lines) + "\n"


def rust_doc(text: str, indent: str = "") -> str:
    """A documentation comment."""
    mark = f"{indent}/// "
    return "\n".join(textwrap.wrap(text, WIDTH, initial_indent=mark, subsequent_indent=mark)) + "\n"


def tuple_of(words: Iterable[str]) -> str:
    """A tuple of byte strings."""
    written = ", ".join(byte_string(word) for word in words)
    return f"({written},)" if written.count(",") == 0 else f"({written})"


def byte_string(word: str) -> str:
    """A byte string, as Python and Rust both write it."""
    return 'b"' + "".join(map(_byte, word.encode())) + '"'


def _byte(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\' else f"\\x{byte:02x}"


# Facts


def python_kinds(facts: Table) -> str:
    """pgnfen/facts/kinds.py"""
    kinds: dict[str, Table] = facts["kinds"]
    members = "".join(
        f"    {name} = 1 << {bit}\n{docstring(of_kind(kind), '    ')}" for bit, (name, kind) in enumerate(kinds.items())
    )
    parts = "".join(
        names_joined(f"OF_{part.upper()}", [name for name, kind in kinds.items() if kind["of"] == part])
        for part in ("section", "start", "bytes", "movetext")
    )
    return f'''"""The kinds of facts: the one vocabulary between readers and rules."""

{note("#", "facts")}
from __future__ import annotations

from enum import IntEnum
from typing import Final


class Fact(IntEnum):
    """A kind of fact: one bit; a set of kinds is their sum by `|`. What is not said here of a game is in order.

    One that has a place is noted with byte, ply, and the number named (Noted); the others are said of the game.
    (It is no IntFlag: that takes a microsecond for each `&`.)
    """

{members}

{parts}DOUBTFUL = Fact.UNREADABLE | Fact.STOP  # without these, the piece letters are those of English

POSITION_TAGS: Final = {tuple_of(facts["declared"]["tags"])}
"""The tags that declare final positions, unless others are named."""
'''


def of_kind(kind: Table) -> str:
    """What a kind of fact says, in a sentence."""
    return sentence(kind["says"]) + (" It has a place." if kind.get("place") else "")


def names_joined(name: str, kinds: Iterable[str]) -> str:
    """A set of kinds, a name for it."""
    joined = " | ".join(f"Fact.{kind}" for kind in kinds)
    line = f"{name} = {joined}\n"
    if len(line) <= WIDTH:
        return line
    lines = textwrap.wrap(joined, WIDTH, initial_indent="    ", subsequent_indent="    ")
    return f"{name} = (\n" + "\n".join(lines) + "\n)\n"


def rust_kinds(facts: Table) -> str:
    """native/src/kinds.rs"""
    kinds: dict[str, Table] = facts["kinds"]
    consts = "".join(
        f"{rust_doc(of_kind(kind))}pub const {name}: Kinds = 1 << {bit};\n"
        for bit, (name, kind) in enumerate(kinds.items())
    )
    names = "".join(f'    ("{name}", {name}),\n' for name in kinds)
    return f"""{note("//", "facts")}//! The kinds of facts: a bit each; one that has a place is noted (`Noted`).
#![forbid(unsafe_code)]

/// A set of kinds of facts.
pub type Kinds = u64;

{consts}
/// All kinds by name.
#[cfg(test)]
pub const NAMES: &[(&str, Kinds)] = &[
{names}];
"""


def facts_table(facts: Table) -> str:
    """The table of the kinds of facts in docs/facts.md."""
    rows = (
        f"| `{name}` | {'yes' if kind.get('place') else ''} | {kind['says']} |\n".replace("|  |", "| |")
        for name, kind in facts["kinds"].items()
    )
    return "| kind | place | what it says |\n|---|---|---|\n" + "".join(rows)


def replaced_table(page: str, table: str) -> str:
    """A page in which a table stands in the place of the one with the same head."""
    head = table[: table.index("\n") + 1]
    before, _, rest = page.partition(head)
    return before + table + rest[rest.index("\n\n") + 1 :]


def _facts_page(facts: Table) -> str:
    return replaced_table((ROOT / "docs" / "facts.md").read_text(encoding="utf-8"), facts_table(facts))


OUTPUTS: dict[str, tuple[str, Callable[[Table], str]]] = {
    "pgnfen/facts/kinds.py": ("facts", python_kinds),
    "native/src/kinds.rs": ("facts", rust_kinds),
    "docs/facts.md": ("facts", _facts_page),
}
"""The files that are written, what of, and by what."""


def definitions() -> dict[str, Table]:
    """All definitions, by the name of their file."""
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(HERE.glob("*.toml"))}


def outputs() -> dict[Path, str]:
    """The text of each file as it has to be."""
    tables = definitions()
    return {ROOT / path: write(tables[name]) for path, (name, write) in OUTPUTS.items()}


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
