"""Kinds of start, conventions, variants, and the columns of a plain start: definitions/fen.toml."""

from __future__ import annotations

import re

from writing import (
    Table,
    byte_string,
    docstring,
    ident,
    note,
    python,
    python_tuple,
    rust,
    rust_doc,
    rust_enum,
    rust_slice,
    string,
    wrapped,
)

_PLAIN = ("standard", "chess960")  # the families that the native engine reads


def python_fen(fen: Table) -> str:
    """pgnfen/fen/definitions.py"""
    variants = fen["variant"]
    families = dict.fromkeys(one["family"] for one in variants)
    plain = (string(one["name"]) for one in variants if one["family"] in _PLAIN)
    text = [
        python("KINDS", python_tuple(map(string, fen["kinds"])), "The kinds of start (see fen.kind)."),
        _names("CastlingConvention", fen["castling_conventions"]),
        _names("EnPassantConvention", fen["en_passant_conventions"]),
        python(
            "SILENT_RULES",
            python_tuple(map(string, fen["silent_rules"]["codes"])),
            "The rules whose silence on a start the native engine knows by itself.",
        ),
        *(
            python(f"{which.upper()}_{ident(name)}", str(1 << bit))
            for which in ("rules", "rights", "counters")
            for bit, name in enumerate(fen["votes"][which])
        ),
        docstring("What a start tells about the rules of its file, rights at arrays, and counters (see fen.habit)."),
        python("UNSTATED", python_tuple(map(string, fen["unstated"]["values"])), "Variant tags that say nothing."),
        python("ELSEWHERE", python_tuple(map(string, fen["elsewhere"]["beginnings"])), "Standard from another array."),
        f"\nFamily = Literal[{', '.join(map(string, families))}, \"unknown\"]\n",
        python("PLAIN_VARIANTS", python_tuple(plain), "Those that plain starts may have, by their numbers."),
        f"VARIANTS: tuple[tuple[str, str, Family, tuple[str, ...]], ...] = (\n{''.join(map(_variant, variants))})\n",
        docstring("The variants: canonical name, key, family, other spellings."),
        f"OTHER_VARIANTS: Final = (\n{wrapped(', '.join(map(string, fen['other_variants']['names'])) + ',')})\n",
        docstring("Variants known by this name alone."),
        python("CODE_BITS", str(sum(fen["start_code"].values())), "The bits of a StartCode."),
    ]
    fields, unpacked, at = "", "", 0
    for name, bits in fen["start_code"].items():
        fields += f"    {name}: int\n"
        unpacked += f"        {name}=code >> {at} & {(1 << bits) - 1:#X},\n".replace("0X", "0x")
        at += bits
    return f'''"""Kinds of start, conventions, variants, and the columns of a plain start, for both readers."""

{note("#", "fen")}
from typing import Final, Literal, NamedTuple

{"".join(text)}

class StartCode(NamedTuple):
    """The columns of a plain start, as the native engine packs them in one number."""

{fields}

def unpacked(code: int) -> StartCode:
    """The columns that a number stands for."""
    return StartCode(
{unpacked}    )
'''


def _names(of: str, names: Table) -> str:
    """A type of names, and all of them."""
    words = list(map(string, names))
    constant = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", of).upper() + "S"
    return f"{of} = Literal[{', '.join(words)}]\n" + python(constant, python_tuple(words), of=f"tuple[{of}, ...]")


def _variant(one: Table) -> str:
    line = f"    ({string(one['name'])}, {string(one['key'])}, {string(one['family'])}, "
    spellings = python_tuple(map(string, one["spellings"]))
    if len(line) + len(spellings) < 116:
        return f"{line}{spellings}),\n"
    inner = wrapped(", ".join(map(string, one["spellings"])) + ",").replace("\n    ", "\n        ")
    return f"{line}(\n    {inner}    )),\n"


def fold(text: str) -> str:
    """The spelling of a variant without what does not count, as in pgnfen.fen.variants."""
    return re.sub(r"[\s\-_/]+", "", text).lower()


def rust_fen(fen: Table) -> str:
    """Kinds of start, conventions, variants, the columns of a plain start."""
    kinds: dict[str, str] = fen["kinds"]
    read = dict(list(kinds.items())[: list(kinds).index("position") + 1])
    plain = [one for one in fen["variant"] if one["family"] in _PLAIN]
    canonical = [one["name"] for one in plain]
    assert plain == fen["variant"][: len(plain)] and plain[-1]["family"] == "chess960", "these variants stand first"
    names = ", ".join(string(one["name"]) for one in plain)
    text = [
        "// FEN (fen.toml)\n\n",
        rust_enum("StartKind", "A kind of start.", read, False),
        rust_enum("CastlingConvention", "A convention of castling fields.", fen["castling_conventions"], True),
        rust_enum("EnPassantConvention", "A convention of en passant fields.", fen["en_passant_conventions"], True),
        *(
            rust(f"{which.upper()}_{ident(name)}", "u8", str(1 << bit), "What a start tells: see fen.toml.")
            for which in ("rules", "rights", "counters")
            for bit, name in enumerate(fen["votes"][which])
        ),
        rust("UNSTATED", "&[&[u8]]", rust_slice(map(byte_string, fen["unstated"]["values"])), "They say nothing."),
        rust("ELSEWHERE", "&[&str]", rust_slice(map(string, fen["elsewhere"]["beginnings"])), "From elsewhere."),
        rust("VARIANTS", f"[&str; {len(plain)}]", f"[{names}]", "The variants of standard chess, then Chess960."),
        rust("FROM_POSITION", "u8", str(canonical.index("From Position")), "The place of From Position among them."),
        rust("CHESS960", "u8", str(len(plain) - 1), "The place of Chess960 among them."),
        rust_doc("Their other spellings, without what does not count."),
        f"pub const SPELLINGS: [&[&str]; {len(plain)}] = [\n{''.join(map(_spellings, plain))}];\n",
        _start_code(fen["start_code"]),
    ]
    return "".join(text)


def _spellings(one: Table) -> str:
    folded = dict.fromkeys(map(fold, one["spellings"]))
    words = ", ".join(string(word) for word in folded if word != fold(one["name"]))
    return f"    &[\n{wrapped(words + ',')}    ],\n" if words else "    &[],\n"


def _start_code(code: dict[str, int]) -> str:
    fields, packs, unpacks, at = "", [], "", 0
    for name, bits in code.items():
        of = "bool" if bits == 1 else "u16" if bits > 8 else "u8"
        part = f"code >> {at} & {(1 << bits) - 1:#x}" if at else f"code & {(1 << bits) - 1:#x}"
        fields += f"{rust_doc('See fen.toml.', '    ')}    pub {name}: {of},\n"
        packs.append(f"(self.{name} as u64) << {at}" if at else f"self.{name} as u64")
        unpacks += f"            {name}: {f'{part} == 1' if bits == 1 else f'({part}) as {of}'},\n"
        at += bits
    packed = "\n            | ".join(packs)
    return f"""
/// The columns of a plain start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartCode {{
{fields}}}

/// The bits of a `StartCode` as one number.
pub const CODE_BITS: u32 = {at};

impl StartCode {{
    /// As one number, the first column the lowest bits.
    pub const fn packed(&self) -> u64 {{
        {packed}
    }}

    /// Of such a number.
    #[inline]
    pub const fn unpacked(code: u64) -> Self {{
        Self {{
{unpacks}        }}
    }}
}}
"""
