"""Tags, results, dashes, piece letters, limits: definitions/pgn.toml."""

from __future__ import annotations

import re
from collections.abc import Iterable

from writing import (
    Table,
    also_windows,
    byte_string,
    ident,
    note,
    numbered,
    python,
    python_tuple,
    rust,
    rust_slice,
    sentence,
    string,
)

_PARTS = ("one", "nought", "half", "decimal", "between", "ends")  # of results


def python_pgn(pgn: Table) -> str:
    """pgnfen/pgn/definitions.py"""
    tags, results, flags, letters = pgn["tags"], pgn["results"], pgn["flags"], pgn["piece_letters"]
    names = [*tags["header"], *tags["start"]]
    canonical = (f"{byte_string(name.lower())}: {byte_string(name)}" for name in tags["start"])
    languages = (
        f"({python_tuple(map(string, one['names']))}, {string(one['letters'])})" for one in letters["languages"]
    )
    markers = python_tuple(map(byte_string, results["markers"].values()))
    kinds = (f"{byte_string(tag)}: {string(kind)}" for kind, of in pgn["value_kinds"].items() for tag in of)
    dash = f'rb"{pattern(also_windows(pgn["dashes"]["dashes"]))}"'
    text = [
        python("KEYS", python_tuple(byte_string(name.lower()) for name in names), "The tags whose values are kept."),
        *(python(name, str(number)) for name, number in numbered("", names).items()),
        python("CANONICAL", f"{{{', '.join(canonical)}}}", "The tags of the start, as they are spelled right."),
        *(python(ident(name), str(1 << bit), sentence(flags[name])) for bit, name in enumerate(flags)),
        python("MARKERS", markers, "The termination markers; their numbers in facts are their places here, from 1."),
        *(
            python(f"RESULT_{ident(part)}", python_tuple(map(byte_string, also_windows(results[part]))))
            for part in _PARTS
        ),
        python("RESULT_MOST_BLANKS", str(results["most_blanks"])),
        python("RESULT_LONGEST", str(results["longest"])),
        python("DASH", dash, "A dash, as a pattern."),
        python(
            "VALUE_KINDS",
            f"{{{', '.join(kinds)}}}",
            "What the values of tags are; those of others are text.",
            "dict[bytes, str]",
        ),
        *(
            python(ident(name), python_tuple(map(byte_string, words)))
            for name, words in pgn["value_words"].items()
        ),
        *(python(ident(name), str(limit)) for name, limit in pgn["limits"].items()),
        *(python(ident(name), number) for name, number in _marks(pgn["marks"]).items()),
        python("PLAIN_MOVETEXT", byte_string(letters["plain"]), "English movetext without comments and castling."),
        python(
            "LANGUAGES",
            python_tuple(languages),
            "The languages by their number: names, and letters for king, queen, rook, bishop, knight and pawn.",
            "tuple[tuple[tuple[str, ...], str], ...]",
        ),
    ]
    values = "".join(f"    {name.lower()}: bytes | None\n" for name in names)
    return f'''"""Tags, results, dashes, piece letters and limits, as the native engine has them too."""

{note("#", "pgn")}
from typing import Final, NamedTuple

{"".join(text)}

class Values(NamedTuple):
    """The raw bytes of the tags that describe a game and its start, in the order of KEYS; None: no such tag."""

{values}'''


def python_tokens(pgn: Table) -> str:
    """pgnfen/pgn/token_kinds.py"""
    lines = "".join(f"    {ident(name)} = {at}  # {text}\n" for at, (name, text) in enumerate(pgn["tokens"].items(), 1))
    return f'''"""The kinds of tokens of movetext, as the native engine has them too."""

{note("#", "pgn")}
from enum import IntEnum


class Kind(IntEnum):
    """What a token is."""

{lines}'''


def _value_kinds(kinds: dict[str, list[str]]) -> str:
    """The kinds of values, and which is that of a tag."""
    names = {kind: kind.title().replace("_", "") for kind in kinds}
    lines = "".join(f"    /// See pgn.toml.\n    {name},\n" for name in names.values())
    arms = "".join(
        f"        {' | '.join(map(byte_string, tags))} => ValueKind::{names[kind]},\n" for kind, tags in kinds.items()
    )
    return f"""
/// What the value of a tag pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {{
{lines}    /// Anything.
    Text,
}}

/// What the value of a tag is.
#[inline]
pub fn value_kind(name: &[u8]) -> ValueKind {{
    match name {{
{arms}        _ => ValueKind::Text,
    }}
}}
"""


def _kinds_of_tokens(tokens: dict[str, str]) -> str:
    lines = "".join(
        f"    /// {sentence(text)}\n    {name.title().replace('_', '')} = {at},\n"
        for at, (name, text) in enumerate(tokens.items(), 1)
    )
    return f"""
/// What a token of movetext is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {{
{lines}}}
"""


def pattern(words: Iterable[bytes]) -> str:
    """A pattern of any of the words: bytes that follow the same ones are a class."""
    classes: dict[bytes, str] = {}
    for word in words:
        classes[word[:-1]] = classes.get(word[:-1], "") + (
            f"\\x{word[-1]:02x}" if word[-1] > 126 or word[-1:].isspace() else re.escape(chr(word[-1]))
        )
    each = ("".join(f"\\x{byte:02x}" for byte in before) + f"[{last}]" for before, last in classes.items())
    return f"(?:{'|'.join(each)})"


def _marks(marks: dict[str, int]) -> dict[str, str]:
    """Numbers that stand for something else than a number."""
    return {
        name.removesuffix("_bit"): f"1 << {number}" if name.endswith("_bit") else f"{number:#X}".replace("0X", "0x")
        for name, number in marks.items()
    }


def rust_pgn(pgn: Table) -> str:
    """Tags, results, dashes, limits."""
    tags, results, flags = pgn["tags"], pgn["results"], pgn["flags"]
    names = [*tags["header"], *tags["start"]]
    keys, lengths = ", ".join(map(byte_string, names)), [len(name) for name in names]
    markers = results["markers"]
    texts = ", ".join(map(byte_string, ["", *markers.values()]))
    text = [
        "// PGN files (pgn.toml)\n\n",
        rust("KEYS", f"[&[u8]; {len(names)}]", f"[{keys}]", "The tags whose values are kept."),
        rust("KEY_LENGTHS", "RangeInclusive<usize>", f"{min(lengths)}..={max(lengths)}", "How long their names are."),
        *(rust(name, "usize", str(at), "Its place in `KEYS`.") for name, at in numbered("TAG_", names).items()),
        rust("TAGS_OF_START", "usize", str(len(tags["header"])), "The place in `KEYS` of the first tag of the start."),
        *(rust(ident(name), "u8", str(1 << bit), sentence(flags[name])) for bit, name in enumerate(flags)),
        rust("MARKERS", f"[&[u8]; {len(markers) + 1}]", f"[{texts}]", "The termination markers by number; 0: none."),
        *(rust(f"MARKER_{ident(name)}", "u8", str(at), "Its number.") for at, name in enumerate(markers, 1)),
        *(
            rust(f"RESULT_{ident(part)}", "&[&[u8]]", _slice(results[part]), "That part of a misspelled result.")
            for part in _PARTS
        ),
        rust("RESULT_MOST_BLANKS", "usize", str(results["most_blanks"]), "Blanks beside what stands between parts."),
        rust("RESULT_LONGEST", "usize", str(results["longest"]), "More than any spelling has bytes."),
        *(rust(ident(name), "usize", str(limit), "See pgn.toml.") for name, limit in pgn["limits"].items()),
        *(
            rust(ident(name), "u64" if "<<" in number else "u32", number, "See pgn.toml.")
            for name, number in _marks(pgn["marks"]).items()
        ),
        rust("PLAIN_MOVETEXT", "&[u8]", byte_string(pgn["piece_letters"]["plain"]), "English movetext."),
        *(
            rust(ident(name), "&[&[u8]]", rust_slice(map(byte_string, words)), "See pgn.toml.")
            for name, words in pgn["value_words"].items()
        ),
        _value_kinds(pgn["value_kinds"]),
        _kinds_of_tokens(pgn["tokens"]),
        _dash(also_windows(pgn["dashes"]["dashes"])),
    ]
    return "".join(text)


def _slice(words: Iterable[str]) -> str:
    return rust_slice(map(byte_string, also_windows(words)))


def _alternatives(numbers: list[int]) -> str:
    """A pattern of Rust for any of the numbers."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    words = [f"{one[0]:#04x}..={one[-1]:#04x}" for one in ranges if len(one) > 2]
    return " | ".join(words + [f"{number:#04x}" for one in ranges if len(one) <= 2 for number in one])


def _dash(words: Iterable[bytes]) -> str:
    found: dict[tuple[int, bytes], list[int]] = {}
    for word in words:
        found.setdefault((len(word), word[:-1]), []).append(word[-1])
    arms = "".join(
        f"        [{''.join(f'{byte:#04x}, ' for byte in before)}{_alternatives(last)}, ..] => {length},\n"
        for (length, before), last in found.items()
    )
    return f"""
/// The length of the dash at the first byte; 0: there is none.
#[inline]
pub const fn dash(rest: &[u8]) -> usize {{
    match *rest {{
{arms}        _ => 0,
    }}
}}

"""
