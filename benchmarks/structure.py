"""Measure the structure of a checkout of pgnfen: what one game passes, lines, files, complexity, imports in functions.

    python benchmarks/structure.py [CHECKOUT] [--show COMMAND]

CHECKOUT is this one by default; its native engine is used where it is built in place. `--show audit` lists the files of
`pgnfen/` through which one game passes in `audit`, with the functions that run in each.

- One game with one finding (a FEN tag without a SetUp tag; its fix is safe) goes through a command in a process of its
  own. A file counts if a function of it runs, at start-up or later; modules, classes and comprehensions do not count.
- A split is a call of the splitter; a read is a call of a reader, for a block (native) or for a game (Python).
- Rust counts without tests. Generated files are those that say so in their first lines.
- Complexity is one, and one more for each branch, loop, condition of a comprehension, `and`, `or`, case and handler.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

GAME = """[Event "?"]
[Result "1-0"]
[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/4K2R w Kkq - 0 1"]

1. e4 e5 1-0
"""
COMMANDS = {"audit": [], "fix": ["-o", "fixed.pgn"], "tags": [], "positions": []}
Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"
COMPLEXITY, LONG, PARAMETERS = 15, 40, 6

TRACE = """
import sys
root, words = sys.argv[1] + "/", sys.argv[2:]
sys.path.insert(0, root)
sys.argv = ["pgnfen", *words]
functions, splits, reads = set(), 0, 0
NATIVE = {"Scanner.split": (1, 0), "Scanner.read": (0, 1)}
PYTHON = {"pgn/splitter.py split": (1, 0), "facts/python_reader.py read": (0, 1)}

def follow(frame, event, argument):
    global splits, reads
    key, names = "", PYTHON
    if event == "call":
        code = frame.f_code
        if code.co_filename.startswith(root + "pgnfen/") and code.co_flags & 1 and code.co_name[0] != "<":
            name = code.co_filename[len(root) + 7 :]
            functions.add((name, code.co_firstlineno, code.co_name))
            key = f"{name} {code.co_name}"
    elif event == "c_call":
        key, names = argument.__qualname__, NATIVE
    split, read = names.get(key, (0, 0))
    splits, reads = splits + split, reads + read

sys.setprofile(follow)
try:
    from pgnfen.cli import main
    main()
except SystemExit:
    pass
finally:
    sys.setprofile(None)
    for name, _, function in sorted(functions):
        print("passed", name, function, file=sys.stderr)
    print("calls", splits, reads, file=sys.stderr)
"""


def passed(checkout: Path, command: str, engine: str = "") -> tuple[dict[str, list[str]], int, int]:
    """The functions, by file, through which one game passes; how often it is split and read."""
    files: dict[str, list[str]] = {}
    splits = reads = 0
    with TemporaryDirectory() as folder:
        Path(folder, "game.pgn").write_text(GAME, encoding="utf-8")
        words = [sys.executable, "-c", TRACE, str(checkout), command, "game.pgn", *COMMANDS[command]]
        environment = {**os.environ, "PGNFEN_ENGINE": engine}
        run = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    for line in run.stderr.splitlines():
        match line.split(" "):
            case ["passed", name, function]:
                files.setdefault(name, []).append(function)
            case ["calls", split, read]:
                splits, reads = int(split), int(read)
    if not files:
        raise SystemExit(run.stderr)
    return files, splits, reads


def python_files(checkout: Path) -> list[Path]:
    """The files of the package."""
    return sorted((checkout / "pgnfen").rglob("*.py"))


def rust_lines(checkout: Path) -> Iterator[tuple[Path, list[str]]]:
    """The files of the crate, without tests."""
    for path in sorted((checkout / "native" / "src").rglob("*.rs")):
        text = path.read_text(encoding="utf-8")
        if path.stem in ("tests", "fuzz_tests", "any"):
            continue
        # A module of tests stands at the end of its file.
        yield path, re.split(r"^#\[cfg\(test\)\]\nmod \w+ \{", text, maxsplit=1, flags=re.MULTILINE)[0].splitlines()


def is_generated(lines: list[str]) -> bool:
    """Whether a file says that it is generated."""
    return any("generate.py" in line or "Generated" in line for line in lines[:6])


def functions(tree: ast.Module) -> Iterator[Function]:
    """All functions and methods of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def imports_within(tree: ast.Module) -> int:
    """Import statements inside functions."""
    within = [node for function in functions(tree) for node in ast.walk(function)]
    return len({id(node) for node in within if isinstance(node, ast.Import | ast.ImportFrom)})


def parameters(function: Function) -> int:
    """How many parameters a function has."""
    arguments = function.args
    return len(arguments.posonlyargs) + len(arguments.args) + len(arguments.kwonlyargs)


def length(function: Function) -> int:
    """The lines of a function, without its docstring and decorators."""
    first = function.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def complexity(function: Function) -> int:
    """The ways through a function, those of functions inside it included."""
    count = 1
    for node in ast.walk(function):
        match node:
            case ast.If() | ast.IfExp() | ast.ExceptHandler() | ast.Assert() | ast.match_case():
                count += 1
            case ast.For() | ast.AsyncFor() | ast.While():
                count += 1 + bool(node.orelse)
            case ast.comprehension():
                count += 1 + len(node.ifs)
            case ast.BoolOp():
                count += len(node.values) - 1
    return count


def count_above(measure: Callable[[Function], int], found: list[Function], limit: int) -> str:
    """How many functions have more of what is measured."""
    return str(sum(measure(function) > limit for function in found))


def table(checkout: Path) -> Iterator[tuple[str, str, str]]:
    """Rows of what is measured: name, value, aim."""
    for command, aim in zip(COMMANDS, (50, 60, 20, 40), strict=True):
        files, splits, reads = passed(checkout, command)
        count = sum(map(len, files.values()))
        yield f"{command}: files, functions", f"{len(files)}, {count}", f"{aim} files"
        if command == "fix":
            yield "fix: splits, reads", f"{splits}, {reads}", "2, 2 (one a pass)"
            _, splits, reads = passed(checkout, command, "python-chess")
            yield "fix by python-chess: splits, reads", f"{splits}, {reads}", "2, 2 (one a pass)"
    texts = {path: path.read_text(encoding="utf-8").splitlines() for path in python_files(checkout)}
    rust = list(rust_lines(checkout))
    lines, rust_count = sum(map(len, texts.values())), sum(len(text) for _, text in rust)
    generated = sum(len(text) for text in [*texts.values(), *(text for _, text in rust)] if is_generated(text))
    yield "lines of Python and Rust", f"{lines:,} + {rust_count:,} = {lines + rust_count:,}", "35,000"
    yield "of these generated", f"{generated:,}", ""
    sizes = [len(text) for text in texts.values()]
    below = [sum(size < limit for size in sizes) for limit in (40, 70)]
    yield "files of Python, below 40 and 70 lines", f"{len(sizes)}, {below[0]} and {below[1]}", ""
    trees = [ast.parse("\n".join(text)) for text in texts.values()]
    found = [function for tree in trees for function in functions(tree)]
    yield f"functions above complexity {COMPLEXITY}", count_above(complexity, found, COMPLEXITY), "0 without a reason"
    yield f"functions above {LONG} lines", count_above(length, found, LONG), ""
    yield f"functions above {PARAMETERS} parameters", count_above(parameters, found, PARAMETERS), ""
    yield "imports inside functions", str(sum(map(imports_within, trees))), "60"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("checkout", nargs="?", type=Path, default=Path(__file__).parent.parent)
    parser.add_argument("--show", choices=COMMANDS, help="list the files and functions of a command instead")
    options = parser.parse_args()
    checkout = options.checkout.resolve()
    if options.show:
        for name, names in passed(checkout, options.show)[0].items():
            print(f"{len(names):4} {name}: {', '.join(names)}")
        return
    for name, value, aim in table(checkout):
        print(f"{name:42} {value:28} {aim}".rstrip())


if __name__ == "__main__":
    main()
