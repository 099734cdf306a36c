"""How the definitions are written in Python and in Rust."""

from __future__ import annotations

import contextlib
import json
import re
import textwrap
from collections.abc import Iterable
from typing import Any

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


def byte_string(word: bytes | str) -> str:
    """A byte string, as Python and Rust both write it."""
    return 'b"' + "".join(map(_byte, word.encode() if isinstance(word, str) else word)) + '"'


def _byte(byte: int) -> str:
    return chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\' else f"\\x{byte:02x}"


def string(word: str) -> str:
    """A string, as Python and Rust both write it."""
    return json.dumps(word, ensure_ascii=False)


def python(name: str, value: str, doc: str = "", of: str = "Final") -> str:
    """A constant of Python."""
    line = f"{name}: {of} = {value}\n"
    if len(line) > WIDTH:
        inner = value[1:-1].rstrip(",") + ","
        line = f"{name}: {of} = {value[0]}\n{wrapped(inner)}{value[-1]}\n"
    return line + (docstring(doc) if doc else "")


def python_tuple(items: Iterable[str]) -> str:
    """A tuple of what is written so."""
    listed = list(items)
    return f"({', '.join(listed)})" if len(listed) != 1 else f"({listed[0]},)"


def wrapped(text: str) -> str:
    """Lines of at most the width, indented; broken at blanks that stand in no string."""
    lines = [""]
    for item in re.findall(r'(?:b?"(?:[^"\\]|\\.)*"|[^\s"])+', text):
        if len(lines[-1]) + len(item) + 9 > WIDTH and lines[-1]:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + item
    return "".join(f"    {line}\n" for line in lines)


def rust(name: str, of: str, value: str, doc: str) -> str:
    """A constant of Rust."""
    line = f"pub const {name}: {of} = {value};\n"
    if len(line) > WIDTH and value[-1] == "]":
        at = value.index("[") + 1
        line = f"pub const {name}: {of} = {value[:at]}\n{wrapped(value[at:-1] + ',')}];\n"
    return rust_doc(doc) + line


def rust_slice(items: Iterable[str]) -> str:
    """A slice of what is written so."""
    return f"&[{', '.join(items)}]"


def ident(name: str) -> str:
    """A name in capitals."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", name).upper()
    return f"OF_{name}" if name[0].isdigit() else name


def camel(name: str) -> str:
    """A name of a Rust type."""
    name = "".join(part[0].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name))
    return f"Of{name}" if name[0].isdigit() else name


def rust_enum(name: str, doc: str, members: dict[str, str], bits: bool) -> str:
    """An enum whose members have names; `bits`: sets of them are bits."""
    rows = "".join(f"{rust_doc(sentence(says), '    ')}    {camel(member)},\n" for member, says in members.items())
    names = rust_slice(map(string, members))
    each = "".join(f"            {string(member)} => Self::{camel(member)},\n" for member in members)
    bit = f"""
    /// Of all of them.
    pub const ALL: u8 = {(1 << len(members)) - 1:#b};

    /// Its bit in a set.
    pub const fn bit(self) -> u8 {{
        1 << self as u8
    }}

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {{
        Some(match name {{
{each}            _ => return None,
        }})
    }}
"""
    return f"""{rust_doc(doc)}#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum {name} {{
{rows}}}

impl {name} {{
    /// Their names, in order.
    pub const NAMES: &[&str] = {names};
{bit if bits else ""}}}

"""


def numbered(prefix: str, names: Iterable[str]) -> dict[str, int]:
    """Names with their places from 0."""
    return {prefix + ident(name): number for number, name in enumerate(names)}


def also_windows(words: Iterable[str]) -> list[bytes]:
    """The words in UTF-8, and as Windows-1252 has those that are not ASCII."""
    written = [word.encode() for word in words]
    for word in words:
        with contextlib.suppress(UnicodeEncodeError):
            written.append(word.encode("cp1252"))
    return list(dict.fromkeys(written))
