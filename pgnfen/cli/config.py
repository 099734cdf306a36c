"""The configuration: pgnfen.toml, or [tool.pgnfen] in pyproject.toml, found upwards from the inputs."""

from __future__ import annotations

import fnmatch
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import click

from pgnfen.audit.catalogue import choose, resolved
from pgnfen.audit.finding import SEVERITIES
from pgnfen.cli.options import TAG_NAME
from pgnfen.cli.paths import register_of_command
from pgnfen.cli.standard import say
from pgnfen.errors import PgnfenError, meant
from pgnfen.inputs.url import is_url

OWN, SHARED = "pgnfen.toml", "pyproject.toml"


def _codes(value: object) -> str | None:
    if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
        return "is to be a list of codes or prefixes"
    try:
        choose(value)
    except ValueError as error:
        return str(error)
    return None


def _one_of(*values: str) -> Callable[[object], str | None]:
    return lambda value: None if value in values else f"is to be one of {', '.join(values)}"


def _ignores(value: object) -> str | None:
    if not isinstance(value, dict):
        return 'is to be a table of patterns, such as "old/*.pgn" = ["G105"]'
    for pattern, codes in value.items():
        wrong = _codes(codes)
        if wrong:
            return f"{pattern}: {wrong}"
    return None


def _tags(value: object) -> str | None:
    if not isinstance(value, list) or not all(isinstance(name, str) and TAG_NAME.fullmatch(name) for name in value):
        return "is to be a list of names of tags"
    return None


def _text(value: object) -> str | None:
    return None if isinstance(value, str) else "is to be the name of a file"


KEYS: dict[str, Callable[[object], str | None]] = {
    "select": _codes,
    "ignore": _codes,
    "severity": _one_of(*SEVERITIES),
    "fail-on": _one_of(*SEVERITIES),
    "standard": _one_of("1994", "1.1"),
    "position-tag": _tags,
    "per-file-ignores": _ignores,
    "baseline": _text,
}
"""The keys, each with what says what is wrong with a value."""


class Ignores:
    """What is ignored in which files; patterns are relative to the folder of the configuration."""

    def __init__(self, folder: str, patterns: dict[str, list[str]]) -> None:
        self.folder = folder
        self.patterns = patterns
        self.read: set[str] = set()  # patterns of which a file was read
        self.used: set[tuple[str, str]] = set()

    def of(self, path: str) -> list[tuple[str, str]]:
        """The patterns that a file fits, with the codes that each ignores."""
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/") if os.path.exists(path) else path  # noqa: PTH110
        found = []
        for pattern, codes in self.patterns.items():
            if fnmatch.fnmatch(relative, pattern) or fnmatch.fnmatch(relative.rpartition("/")[2], pattern):
                self.read.add(pattern)
                found += [(pattern, code) for code in resolved(codes)]
        return found

    def silences(self, fitting: Iterable[tuple[str, str]], code: str) -> bool:
        """Whether a finding is ignored; that it was is noted."""
        fits = [one for one in fitting if code.startswith(one[1])]
        self.used.update(fits)
        return bool(fits)

    def useless(self) -> list[tuple[str, str]]:
        """What was read and silences nothing."""
        asked = {(pattern, code) for pattern in self.read for code in resolved(self.patterns[pattern])}
        return sorted(asked - self.used)


class Config:
    """What a configuration says; `file` None: there is none."""

    def __init__(self, file: str | None = None, values: dict[str, Any] | None = None) -> None:
        self.file = file
        self.values = values or {}

    @property
    def folder(self) -> str:
        """Where relative names in it begin."""
        return os.path.dirname(os.path.abspath(self.file)) if self.file else os.getcwd()  # noqa: PTH100, PTH109, PTH120

    def ignores(self) -> Ignores | None:
        """The table per-file-ignores, if there is one."""
        patterns = self.values.get("per-file-ignores")
        return Ignores(self.folder, patterns) if patterns else None

    def file_of(self, key: str) -> str | None:
        """The file that a key names."""
        name = self.values.get(key)
        return os.path.join(self.folder, name) if name is not None else None  # noqa: PTH118


def find(inputs: Sequence[str], named: str | None, wanted: bool) -> Config:
    """The configuration that holds for inputs: the one named, or the first found upwards from the folder that they
    share (for standard input: from the current one).

    Raises PgnfenError where it cannot be read, with line and nearest key.
    """
    if not wanted:
        return Config()
    if named is not None:
        return _read(named, os.path.basename(named) != SHARED)  # noqa: PTH119
    folder = _shared_folder(inputs)
    while True:
        for name in (OWN, SHARED):
            file = os.path.join(folder, name)  # noqa: PTH118
            if os.path.isfile(file):  # noqa: PTH113
                config = _read(file, name == OWN)
                if name == OWN or config.values:
                    return config
        above = os.path.dirname(folder)  # noqa: PTH120
        if above == folder:
            return Config()
        folder = above


def _shared_folder(inputs: Sequence[str]) -> str:
    paths = [os.path.abspath(item) for item in inputs if item != "-" and not is_url(item)]  # noqa: PTH100
    if not paths:
        return os.getcwd()  # noqa: PTH109
    folders = [path if os.path.isdir(path) else os.path.dirname(path) for path in paths]  # noqa: PTH112, PTH120
    try:
        return os.path.commonpath(folders)
    except ValueError:  # on different drives
        return folders[0]


def _read(file: str, own: bool) -> Config:
    register_of_command().add("the configuration", file, "read")
    try:
        with open(file, "rb") as data:  # noqa: PTH123
            text = data.read().decode("utf-8")
        if not own and "pgnfen" not in text:
            return Config()
        table = _toml(text)
    except (OSError, ValueError) as error:
        raise PgnfenError(f"{file}: cannot be read as a configuration: {error}") from None
    values = table if own else table.get("tool", {}).get("pgnfen", {})
    for key, value in values.items():
        place = f"{file}: line {_line(text, key)}"
        if key not in KEYS:
            near = meant(key, KEYS) or f"; there are {', '.join(KEYS)}"
            raise PgnfenError(f"{place}: there is no key {key!r}{near}")
        wrong = KEYS[key](value)
        if wrong:
            raise PgnfenError(f"{place}: {key}: {wrong}")
    return Config(file, values)


def _toml(text: str) -> dict[str, Any]:
    """Raises ValueError (TOMLDecodeError) for what is none."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)


def _line(text: str, key: str) -> int:
    """The line (from 1) on which a key stands; 1 where it is not found."""
    match = re.search(rf"^[ \t]*(?:\[(?:tool\.pgnfen\.)?)?[\"']?{re.escape(key)}\b", text, re.MULTILINE)
    return text.count("\n", 0, match.start()) + 1 if match else 1


def take(ctx: click.Context, config: Config, names: Mapping[str, str]) -> dict[str, Any]:
    """The values of options: from the command line where they were given there, else from the configuration.

    `names` has the parameter of each key. A list becomes a tuple, as options have it.
    """
    taken: dict[str, Any] = {}
    for key, name in names.items():
        taken[name] = ctx.params[name]
        given = ctx.get_parameter_source(name)
        if key in config.values and given in (None, click.core.ParameterSource.DEFAULT):
            value = config.values[key]
            taken[name] = tuple(value) if isinstance(value, list) else value
    return taken


def show(ctx: click.Context, config: Config, names: Mapping[str, str]) -> None:
    """Say what holds, and where it comes from."""
    taken = take(ctx, config, names)
    click.echo(f"# {config.file or 'no configuration found'}")
    for key, name in names.items():
        given = ctx.get_parameter_source(name)
        default = given in (None, click.core.ParameterSource.DEFAULT)
        source = "command line" if not default else "configuration" if key in config.values else "default"
        value = taken[name]
        shown = list(value) if isinstance(value, tuple) else value
        click.echo(f"{key} = {shown!r}  # {source}")
    named = ctx.params.get("baseline")
    source = "command line" if named else "configuration" if "baseline" in config.values else "default"
    heeded = "" if "baseline" in ctx.params else f"; for audit: {ctx.info_name} does not heed it"
    click.echo(f"baseline = {named or config.file_of('baseline')!r}  # {source}{heeded}")
    for pattern, codes in config.values.get("per-file-ignores", {}).items():
        click.echo(f"per-file-ignores.{pattern!r} = {codes!r}  # configuration")


def say_useless(ignores: Ignores | None) -> None:
    """Say what is ignored for nothing."""
    for pattern, code in ignores.useless() if ignores else ():
        say(f"per-file-ignores: {code} in {pattern} silences nothing any more")
