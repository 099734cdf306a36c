"""Every text that a user can see, each once: `python tests/words/texts.py` prints them with the places they come from.

Read from the code: strings with words in them (parts of f-strings that are computed stand as {}), the help of commands
and options, titles and pages of rules, and the templates of pages. Left out are docstrings of what is not a rule,
patterns, and what only programmers see (assertions, `TypeError` of a misuse).
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click

from pgnfen.audit.catalog import all_rules
from pgnfen.cli.app import cli

PACKAGE = Path(__file__).parents[2] / "pgnfen"
_WORDS = re.compile(r"[A-Za-z]{2,}[,;:]? [A-Za-z{(\"']|[A-Za-z}] [a-z]{2,}")
_NOT_TEXT = re.compile(
    r"^Register-ArgumentCompleter|^read ahead: |"
    r"\\[bdswBDSW(\[]|\(\?|^[wb-] |[KQkq-]+ - \d|^[rnbqkpRNBQKP1-8/]{15,}|^\s*<|^[a-z_]+( [a-z_]+){4,}$"
)
_CALLS_FOR_PROGRAMS = {
    "compile", "NamedTuple", "namedtuple", "Struct", "TypeVar", "NewType", "cast", "AssertionError", "match", "search",
    "sub",
}  # fmt: skip


def texts() -> dict[str, list[str]]:
    """The texts, and for each the places (`room/file.py:line`, `help COMMAND`, `rule CODE`)."""
    found: dict[str, list[str]] = defaultdict(list)
    for text, place in (*of_code(), *of_help(), *of_rules(), *of_templates()):
        text = " ".join(text.split())
        if place not in found[text]:
            found[text].append(place)
    return dict(found)


def of_code() -> Iterator[tuple[str, str]]:
    """Strings with words in the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_bytes())
        left = {id(node) for node in _for_programs(tree)}
        place = path.relative_to(PACKAGE)
        for node in ast.walk(tree):
            if id(node) in left:
                continue
            text = _text(node)
            if text and _WORDS.search(text) and not _NOT_TEXT.search(text):
                yield text, f"{place}:{node.lineno}"  # type: ignore[attr-defined]


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return ""


def _for_programs(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes of strings that no user reads: docstrings, patterns, annotations, assertions, parts of f-strings."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            yield from (one.value for one in body if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        if isinstance(node, ast.JoinedStr):
            yield from (inner for part in node.values for inner in ast.walk(part) if _is_plain(inner))
        elif isinstance(node, ast.Assert) or (isinstance(node, ast.Call) and _name(node.func) in _CALLS_FOR_PROGRAMS):
            yield from ast.walk(node)
        elif isinstance(node, (ast.AnnAssign, ast.arg)) and node.annotation:
            yield from ast.walk(node.annotation)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.returns:
            yield from ast.walk(node.returns)
        elif isinstance(node, ast.Subscript):
            yield from ast.walk(node.slice)


def _is_plain(node: ast.AST) -> bool:
    """Whether a node within an f-string is a piece of its text, or a format."""
    return isinstance(node, ast.Constant)


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def of_help() -> Iterator[tuple[str, str]]:
    """Summaries, paragraphs and options of the commands."""
    ctx = click.Context(cli)
    for name in ("", *cli.list_commands(ctx)):
        command = cli.get_command(ctx, name) if name else cli
        assert command is not None
        place = f"help {name}".rstrip()
        for paragraph in re.split(r"\n\s*\n", (command.help or "").replace("\b", "")):
            yield paragraph, place
        yield command.short_help or "", place
        for option in command.params:
            if isinstance(option, click.Option) and option.help and not option.hidden:
                yield option.help, place


def of_rules() -> Iterator[tuple[str, str]]:
    """Titles and pages of the rules, a paragraph each."""
    for rule in all_rules():
        for paragraph in re.split(r"\n\s*\n", rule.documentation):
            yield paragraph, f"rule {rule.code}"


def of_templates() -> Iterator[tuple[str, str]]:
    """Texts of the pages."""
    for path in sorted((PACKAGE / "report" / "templates").iterdir()):
        data = path.read_text()
        if path.suffix == ".html":
            data = re.sub(r"<(script|style)[^>]*>.*?</\1>|{%.*?%}", "", data, flags=re.DOTALL)
            data = re.sub(r"{{.*?}}", "{}", data)
            found = [*re.findall(r">([^<>]+)<", data), *re.findall(r'(?:title|placeholder|aria-label)="([^"]+)"', data)]
        elif path.suffix == ".js":
            literals = re.findall(r"\"([^\"\n]*)\"|`([^`]*)`", data.replace('"use strict"', ""))
            found = [re.sub(r"\${[^}]*}", "{}", "".join(one)) for one in literals]
        else:
            continue
        for text in found:
            if _WORDS.search(text) and not text.startswith((".", "#")):
                yield text, f"templates/{path.name}"


if __name__ == "__main__":
    for text, places in sorted(texts().items(), key=lambda item: item[1]):
        if text:
            print(f"{', '.join(places[:3])}\t{text}")
