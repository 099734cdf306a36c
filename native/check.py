"""Checks of the Rust crate: no circles among its modules, clippy, formatting, tests. Without cargo the first alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

HERE = Path(__file__).parent
CHECKS = (
    ["clippy", "--locked", "--all-targets", "--", "-D", "warnings"],
    ["fmt", "--check"],
    ["test", "--locked", "--quiet"],
)
# Built once and thrown away: nobody debugs it, and no build follows that it could spare work.
PROFILE = {"CARGO_INCREMENTAL": "0", "CARGO_PROFILE_DEV_DEBUG": "0"}

Module = tuple[str, ...]

# As rustfmt writes them: an item ends with `;`, or with a `}` as far to the left as it began.
_OF_TESTS = re.compile(
    r"^( *)#\[cfg\(test\)\]\n(?: *#\[.*\]\n)*(?:[^\n{]*;\n|[^\n]*\{\n.*?\n\1\}\n)", re.DOTALL | re.MULTILINE
)
_TEST_MODULE = re.compile(r"#\[cfg\(test\)\]\s*(?:pub )?mod (\w+);")
_COMMENT = re.compile(r"(?<!:)//.*")
_USE = re.compile(r"\buse\s+([^;]+);")
_PATH = re.compile(r"\b\w+(?:::\w+)+")


def modules(source: Path) -> dict[Module, str]:
    """The text of each module of the crate without its comments and its tests; the crate's root is ()."""
    found, tests = {}, set()
    for file in sorted(source.rglob("*.rs")):
        path = file.relative_to(source).with_suffix("").parts
        name = path[:-1] if path[-1] in ("lib", "mod") else path
        text = file.read_text(encoding="utf-8")
        tests.update((*name, test) for test in _TEST_MODULE.findall(text))
        found[name] = _OF_TESTS.sub("", _COMMENT.sub("", text))
    return {name: text for name, text in found.items() if not any(name[: len(test)] == test for test in tests)}


def paths(tree: str) -> Iterator[str]:
    """The paths of a `use` with groups in it, one by one: `a::{b, c::d}` is `a::b` and `a::c::d`."""
    head, brace, rest = tree.partition("{")
    if not brace:
        yield tree.split(" as ")[0].strip()
        return
    depth, part = 0, ""
    for letter in rest[: rest.rindex("}")] + ",":
        depth += (letter == "{") - (letter == "}")
        if letter == "," and not depth:
            yield from (head.strip() + path for path in paths(part) if path)
            part = ""
        else:
            part += letter


def uses(name: Module, text: str, known: dict[Module, str]) -> set[Module]:
    """The modules that a module names, in `use` or elsewhere."""
    said = [path for tree in _USE.findall(text) for path in paths(tree)] + _PATH.findall(_USE.sub("", text))
    found = set()
    for path in said:
        words = path.split("::")
        base = () if words[0] == "crate" else name
        while words and words[0] in ("crate", "self", "super"):
            base = base[:-1] if words.pop(0) == "super" else base
        named: Module = (*base, *words)
        while named not in known:
            named = named[:-1]
        # A path that begins with neither of these is one of this module's own children, or another crate's.
        if path.startswith(("crate::", "super::")) or len(named) > len(name):
            found.add(named)
    return found - {name}


def circle(source: Path) -> list[Module]:
    """The members of a circle, each used by the one before it; empty where there is none.

    Folders count as one module too: their files may not go to and fro either.
    """
    known = modules(source)
    graph = {name: uses(name, text, known) for name, text in known.items()}
    for depth in range(1, max(map(len, known)) + 1):
        folded: dict[Module, set[Module]] = {}
        for name, used in graph.items():
            folded.setdefault(name[:depth], set()).update({one[:depth] for one in used} - {name[:depth]})
        try:
            TopologicalSorter(folded).prepare()
        except CycleError as error:
            return list(reversed(error.args[1]))
    return []


def main() -> int:
    """Run the checks in turn; the status of the first that fails."""
    if members := circle(HERE / "src"):
        print("modules of the crate use each other in a circle:", " -> ".join("::".join(one) for one in members))
        return 1
    cargo = shutil.which("cargo")
    if cargo is None:
        print("no cargo on the PATH: the native engine is not checked")
        return 0
    for check in CHECKS:
        missing = subprocess.run([cargo, check[0], "--help"], capture_output=True, check=False).returncode
        if check[0] != "test" and missing:
            print(f"cargo {check[0]} is not installed: passed over")
            continue
        status = subprocess.run([cargo, *check], cwd=HERE, env=PROFILE | os.environ, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
