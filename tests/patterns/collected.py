"""All patterns of the package, and how each is used: read from its modules and from their source."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType

import pgnfen
from pgnfen.lazy import regex

PACKAGE = Path(pgnfen.__file__).parent
_OPTIONAL = ("pgnfen._native", "pgnfen.report.arrow", "pgnfen.scale.cluster")
_FUNCTIONS = {"compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}
_SEARCHES = {"search", "split", "findall", "finditer", "sub", "subn"}
_ANY = frozenset(_FUNCTIONS - {"compile"})
_LATER = type(regex(""))


@dataclass(frozen=True, slots=True)
class Used:
    """A pattern, where it is, and by which methods it is tried."""

    name: str
    pattern: str | bytes
    flags: int
    methods: frozenset[str]

    def ways(self) -> Iterator[tuple[bool, bool]]:
        """How it is tried: at each place of a text, or at one; and whether the text has to end with it."""
        if self.methods & _SEARCHES:
            yield True, False
        if "fullmatch" in self.methods:
            yield False, True
        if "match" in self.methods:
            yield False, False


@lru_cache(maxsize=1)
def modules() -> dict[str, tuple[ModuleType, ast.Module]]:
    """Every module that can be imported here, with its source."""
    found = {}
    for info in pkgutil.walk_packages([str(PACKAGE)], "pgnfen."):
        if info.name == "pgnfen.__main__":  # it runs the program
            continue
        try:
            module = importlib.import_module(info.name)
        except ImportError:
            if info.name not in _OPTIONAL:
                raise
            continue
        if module.__file__ and module.__file__.endswith(".py"):
            found[info.name] = (module, ast.parse(Path(module.__file__).read_text("utf-8")))
    return found


def held() -> Iterator[Used]:
    """The patterns that stand in a name of a module, alone or in a collection, by that name."""
    seen = set()
    for name, (module, _) in modules().items():
        for variable, value in vars(module).items():
            for pattern in value if isinstance(value, (tuple, list)) else (value,):
                if isinstance(pattern, (_LATER, re.Pattern)) and id(pattern) not in seen:
                    seen.add(id(pattern))
                    flags = pattern._flags if isinstance(pattern, _LATER) else pattern.flags
                    yield Used(f"{name}.{variable}", pattern.pattern, flags, _methods(name, variable))


def _methods(module: str, variable: str) -> frozenset[str]:
    """What is asked of a name: of a private one in its module, of another anywhere; where nobody sees it, all."""
    names = [module] if variable.startswith("_") else list(modules())
    asked = {method for name in names for method in _asked(name).get(variable, ())}
    return frozenset(asked or _ANY)


@cache
def _asked(module: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for node in ast.walk(modules()[module][1]):
        if isinstance(node, ast.Attribute) and node.attr in _ANY:
            value = node.value.value if isinstance(node.value, ast.Subscript) else node.value
            name = value.id if isinstance(value, ast.Name) else value.attr if isinstance(value, ast.Attribute) else ""
            found.setdefault(name, set()).add(node.attr)
    return found


def called() -> Iterator[tuple[str, Used | None]]:
    """Each call of `re` or of `regex` that is not the value of a name of its module, by its place: its pattern, None
    where that is made while the program runs."""
    for name, (module, tree) in modules().items():
        if name == "pgnfen.lazy":
            continue
        for function, call in _calls(tree):
            method = call.func.attr if isinstance(call.func, ast.Attribute) else "compile"
            where = f"{name}.{function}"
            try:
                pattern = eval(compile(ast.Expression(call.args[0]), where, "eval"), dict(vars(module)))
            except NameError:
                yield where, None
                continue
            methods = _ANY if method == "compile" else frozenset([method])
            yield where, Used(where, pattern, _flags(call, module, method), methods)


def _flags(call: ast.Call, module: ModuleType, method: str) -> int:
    place = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(method, 2)
    given = [word.value for word in call.keywords if word.arg == "flags"] or call.args[place : place + 1]
    return int(eval(compile(ast.Expression(given[0]), "flags", "eval"), dict(vars(module)))) if given else 0


def _calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """Calls within functions and classes, with the name of what they are in."""
    for scope in ast.walk(tree):
        if isinstance(scope, (ast.FunctionDef, ast.ClassDef)):
            for node in ast.walk(scope):
                if isinstance(node, ast.Call) and _of_re(node.func):
                    yield scope.name, node


def _of_re(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return function.value.id == "re" and function.attr in _FUNCTIONS
    return isinstance(function, ast.Name) and function.id == "regex"
