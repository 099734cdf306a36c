"""The configuration: pgnfen.toml, or [tool.pgnfen] in pyproject.toml, found upwards from the inputs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pgnfen.audit.catalog import Ignores, choose, shown_of
from pgnfen.audit.finding import SEVERITIES, Severity
from pgnfen.cli import complete
from pgnfen.cli.declare import Choice, Options, option, path_option, register_of_command
from pgnfen.cli.options import TAG_NAME, InputOptions
from pgnfen.columns import SCHEMA
from pgnfen.errors import PgnfenError
from pgnfen.inputs.names import is_url
from pgnfen.words import split, unknown

if TYPE_CHECKING:
    from pgnfen.audit.rule import Rule

_DEFAULT: Severity = "warning"  # the least severity that is shown, and that fails
OWN, SHARED = "pgnfen.toml", "pyproject.toml"


def _codes(value: object) -> str | None:
    if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
        return "use a list of codes or prefixes"
    try:
        choose(value)
    except ValueError as error:
        return str(error)
    return None


def _one_of(*values: str) -> Callable[[object], str | None]:
    return lambda value: None if value in values else f"must be one of {', '.join(values)}"


def _ignores(value: object) -> str | None:
    if not isinstance(value, dict):
        return 'must be a table of patterns, such as "old/*.pgn" = ["G105"]'
    for pattern, codes in value.items():
        wrong = _codes(codes)
        if wrong:
            return f"{pattern}: {wrong}"
    return None


def _tags(value: object) -> str | None:
    if not isinstance(value, list) or not all(isinstance(name, str) and TAG_NAME.fullmatch(name) for name in value):
        return "use a list of names of tags"
    return None


def _text(value: object) -> str | None:
    return None if isinstance(value, str) else "use the name of a file"


class Key(NamedTuple):
    """What says what is wrong with the value of a key, and its JSON Schema."""

    wrong: Callable[[object], str | None]
    schema: dict[str, object]


_STRINGS: dict[str, object] = {"type": "array", "items": {"type": "string"}}
KEYS: dict[str, Key] = {
    "select": Key(_codes, _STRINGS),
    "ignore": Key(_codes, _STRINGS),
    "severity": Key(_one_of(*SEVERITIES), {"enum": list(SEVERITIES)}),
    "fail-on": Key(_one_of(*SEVERITIES), {"enum": list(SEVERITIES)}),
    "standard": Key(_one_of("1994", "1.1"), {"enum": ["1994", "1.1"]}),
    "position-tag": Key(_tags, _STRINGS),
    "per-file-ignores": Key(_ignores, {"type": "object", "additionalProperties": _STRINGS}),
    "baseline": Key(_text, {"type": "string"}),
}
"""The keys of pgnfen.toml."""
_NAMES = {"select": "select", "ignore": "ignore", "severity": "severity", "fail-on": "fail_on", "standard": "standard",
          "position-tag": "position_tags"}  # fmt: skip
"""The keys that stand for options, and the parameters of these."""


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


class RuleOptions(Options):
    """Which findings are unknown."""

    select: tuple[str, ...] = option(
        "--select", group="Selection", metavar="CODES", multiple=True, shell_complete=complete.codes,
        help=(
        "Use only these rules: codes, prefixes or names, separated by commas. A rule given with its full code "
        "is shown at any severity."
    ),
    )
    ignore: tuple[str, ...] = option(
        "--ignore", group="Selection", metavar="CODES", multiple=True, shell_complete=complete.codes,
        help="Skip these rules. If --select and --ignore both match a rule, the longer prefix wins.",
    )
    severity: Severity | None = option(
        "--severity", group="Selection", type=Choice(SEVERITIES),
        help="Show this severity and above (default: warning, or info with --fail-on info).",
    )
    fail_on: Severity = option(
        "--fail-on", group="Selection", type=Choice(SEVERITIES), default=_DEFAULT, show_default=True,
        help="Exit with 1 for shown findings of this severity and above.",
    )
    standard: str = option(
        "--standard", group="Selection", type=Choice(["1994", "1.1"]), default="1994", show_default=True,
        help="Use this version of the PGN standard; 1.1 has no SetUp tag.",
    )

    def rules(self) -> list[Rule]:
        """The rules that are chosen. Raises UsageError where an option names none."""
        if self.select and not split(self.select):
            raise click.UsageError("--select: no rule is given; run 'pgnfen rules' for the list")
        try:
            return list(choose(split(self.select), split(self.ignore), self.standard))
        except ValueError as error:
            raise click.UsageError(str(error)) from None

    def shown(self, codes: Iterable[str]) -> tuple[Severity, frozenset[str]]:
        """The least severity that is shown, or repaired, and which of the codes are whatever theirs: those selected in
        full."""
        otherwise: Severity = "info" if self.fail_on == "info" else _DEFAULT
        return shown_of(codes, split(self.select), self.severity, otherwise)


class ConfigOptions(Options):
    """Where options come from that are not on the command line."""

    config: str | None = path_option(
        "--config", use="read", group="Selection", metavar="FILE",
        help=(
            "Read the configuration from FILE (default: pgnfen.toml or pyproject.toml in a parent folder of "
            "the inputs)."
        ),
    )
    with_config: bool = option(
        "--no-config", group="Selection", flag_value=False, default=True,
        help="Ignore all configuration files.",
    )
    show_config: bool = option(
        "--show-config", group="Selection", is_flag=True,
        help="Print the options in use and the source of each value.",
    )


def find(inputs: Sequence[str], options: ConfigOptions) -> Config:
    """The configuration that holds for inputs: the one named, or the first found upwards from the folder that they
    share (for standard input: from the current one).

    Raises PgnfenError where it cannot be read, with line and nearest key.
    """
    if not options.with_config:
        return Config()
    if options.config is not None:
        return _read(options.config, os.path.basename(options.config) != SHARED)  # noqa: PTH119
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
            raise PgnfenError(f"{place}: {unknown('key', key, KEYS)}")
        wrong = KEYS[key].wrong(value)
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


def settled(config: Config, rules: RuleOptions, inputs: InputOptions) -> tuple[RuleOptions, InputOptions]:
    """The options, with what the configuration gives of those that are not on the command line."""
    given = {_NAMES[key]: config.values[key] for key in _NAMES if key in config.values and not _on_command_line(key)}
    values: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in given.items()}
    declaring = values.pop("position_tags", inputs.position_tags)
    return rules.replaced(**values), inputs.replaced(position_tags=declaring)


def _on_command_line(key: str) -> bool:
    source = click.get_current_context().get_parameter_source(_NAMES[key])
    return source not in (None, click.core.ParameterSource.DEFAULT)


def show(config: Config, rules: RuleOptions, inputs: InputOptions) -> None:
    """Say what holds, and where it comes from; the options are settled."""
    click.echo(f"# {config.file or 'no configuration file'}")
    for key, name in _NAMES.items():
        value = getattr(inputs if name == "position_tags" else rules, name)
        source = "command line" if _on_command_line(key) else "configuration" if key in config.values else "default"
        if name == "severity" and value is None:
            value = rules.shown(())[0]
        shown = list(value) if isinstance(value, tuple) else value
        click.echo(f"{key} = {shown!r}  # {source}")
    ctx = click.get_current_context()
    named = ctx.params.get("baseline")
    heeded = "" if "baseline" in ctx.params else f"; this setting is used by audit, not by {ctx.info_name}"
    file = named or config.file_of("baseline")
    source = "command line" if named else "configuration"
    click.echo("# baseline is not set" if file is None else f"baseline = {file!r}  # {source}{heeded}")
    for pattern, codes in config.values.get("per-file-ignores", {}).items():
        click.echo(f"per-file-ignores.{pattern!r} = {codes!r}  # configuration")


def configuration_schema() -> dict[str, object]:
    """The JSON Schema of pgnfen.toml."""
    properties = {name: key.schema for name, key in KEYS.items()}
    return {
        "$schema": SCHEMA, "title": OWN, "type": "object", "properties": properties, "additionalProperties": False,
    }  # fmt: skip
