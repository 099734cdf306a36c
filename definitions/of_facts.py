"""Kinds of facts, and what declares a position: definitions/facts.toml."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

from writing import (
    WIDTH,
    Table,
    byte_string,
    docstring,
    ident,
    note,
    python,
    python_tuple,
    rust,
    rust_doc,
    rust_slice,
    sentence,
    string,
)


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
    patterns = [f"(Fact.{name}, r\"{kind['pattern']}\")" for name, kind in kinds.items() if "pattern" in kind]
    doc = "Kinds that the Python reader alone says (pgnfen.facts.patterned), of games whose bytes hold the pattern."
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

POSITION_TAGS: Final = {python_tuple(map(byte_string, facts["declared"]["tags"]))}
"""The tags that declare final positions, unless others are named."""
{python("PATTERNS", python_tuple(patterns), doc)}'''


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


def python_declared(facts: Table) -> str:
    """pgnfen/facts/declared_words.py"""
    declared, limits = facts["declared"], facts["declared_limits"]
    phrases = declaring(declared)
    words = [f"{byte_string(before + word)}: {last}" for before, word, last in phrases]
    seconds = sorted({word for before, word, _ in phrases if before})
    text = [
        python("NAMED", byte_string(declared["named"]), "A position stands behind it, in `[%fen ...]` and `fen=`."),
        python("WORDS", f"{{{', '.join(words)}}}", "What declares a FEN behind it: True for the final position."),
        python("PHRASES", python_tuple(string(f"{a} {b}".strip()) for a, b, _ in phrases), "As they are written."),
        python("SECOND_WORDS", python_tuple(map(byte_string, seconds)), "Second words of two."),
        python("NOT_BEFORE_WORDS", byte_string(declared["not_before"]), "`start_fen`, or a URL."),
        python("UNKNOWN", python_tuple(map(byte_string, declared["unknown"])), "They say that nothing is known."),
        *(python(ident(name), str(limit)) for name, limit in limits.items() if name != "shortest"),
    ]
    return f'''"""What declares a position in a comment, and limits of what is looked at."""

{note("#", "facts")}
from __future__ import annotations

from typing import Final

{"".join(text)}'''


def declaring(declared: Table) -> list[tuple[str, str, bool]]:
    """What declares a FEN behind it: the first of two words or nothing, the last, whether it is the final position."""
    found = []
    for words, last in ((declared["words"], False), (declared["words_of_the_last"], True)):
        for phrase in words:
            before, _, word = phrase.rpartition(" ")
            assert re.fullmatch("[a-z]*", before) and re.fullmatch("[a-z]+", word), f"{phrase}: one or two small words"
            found.append((before, word, last))
    alone = {word for before, word, _ in found if not before}
    assert not alone & {word for before, word, _ in found if before}, "no word is one of two and one alone"
    return found


def rust_declared(facts: Table) -> str:
    """What declares a position."""
    declared, limits = facts["declared"], facts["declared_limits"]
    phrases = [f"({byte_string(a)}, {byte_string(b)}, {str(last).lower()})" for a, b, last in declaring(declared)]
    words = "What declares a FEN behind it: the first of two words or nothing, the last; true for the final position."
    text = [
        "// Positions that a game declares on the way (facts.toml)\n\n",
        rust("NAMED", "&[u8]", byte_string(declared["named"]), "A position stands behind it: `[%fen ...]`, `fen=`."),
        rust("WORDS", "&[(&[u8], &[u8], bool)]", rust_slice(phrases), words),
        rust("NOT_BEFORE_WORDS", "&[u8]", byte_string(declared["not_before"]), "A name like `start_fen` goes on so."),
        rust("UNKNOWN", "&[&[u8]]", rust_slice(map(byte_string, declared["unknown"])), "The position is not known."),
        *(
            rust(f"DECLARED_{ident(name)}", "usize", str(limit), "A limit: see facts.toml.")
            for name, limit in limits.items()
        ),
        "\n",
    ]
    return "".join(text)


def facts_table(facts: Table) -> str:
    """The table of the kinds of facts in docs/facts.md."""
    rows = (
        f"| `{name}` | {'yes' if kind.get('place') else ''} | {kind['says']} |\n".replace("|  |", "| |")
        for name, kind in facts["kinds"].items()
    )
    return "| kind | place | what it says |\n|---|---|---|\n" + "".join(rows)
