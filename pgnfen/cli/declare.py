"""Commands and their options, declared as dataclasses: a field is an option, with its help and its group in `--help`.

A class of options (`@options`) has fields made by `option`, `path_option` and `argument`; `grouped` puts the fields of
another class in, so that an option that several commands have is declared once. A command (`@command(Options)`) is a
function of one argument: an object of its class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from inspect import cleandoc
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from pgnfen.cli.paths import Command, PathArgument, PathOption, Use

Group = Literal["Input", "Selection", "Repair", "Output", "Performance"]
GROUPS: tuple[Group, ...] = ("Input", "Selection", "Repair", "Output", "Performance")
"""The headings of options in `--help`, in order; what has none stands under "Options", at the end."""
Options = TypeVar("Options")
_PARAMETER, _GROUPED = "parameter", "grouped"

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_):
        return lambda decorator: decorator


def _field(kind: type[click.Parameter], names: tuple[str, ...], group: Group | None, attributes: dict[str, Any]) -> Any:
    several = attributes.get("multiple") or attributes.get("nargs") == -1
    default = attributes.get("default", () if several else False if attributes.get("is_flag") else None)
    default = attributes.pop("initial", default)
    return field(default=default, metadata={_PARAMETER: (kind, names, {"group": group} | attributes)})


class _Option(click.Option):
    """An option that stands under a heading of `--help`."""

    def __init__(self, *args: Any, group: Group | None, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.group = group


class _PathOption(PathOption, _Option):
    """One that names a file."""


def option(*names: str, group: Group | None = None, **attributes: Any) -> Any:
    """A field that is an option; `attributes` as click.option has them, and `initial`, what the field is where no
    command line is read, if a callback makes something else of the default."""
    return _field(_Option, names, group, attributes)


def path_option(*names: str, use: Use, group: Group | None = None, **attributes: Any) -> Any:
    """A field that is an option whose value names a file; by default a shell completes names of files."""
    return _field(_PathOption, names, group, {"use": use} | attributes)


def argument(cls: type[click.Argument] = PathArgument, **attributes: Any) -> Any:
    """A field that is an argument, whose values name files unless `cls` is click's own."""
    return field(default=(), metadata={_PARAMETER: (cls, (), attributes)})


def grouped(
    kind: type[Options],
    without: tuple[str, ...] = (),
    changed: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> Any:
    """A field that has the options of another class, except those of `without`, which have their defaults.

    `changed`: attributes that an option has here, by the name of its field; `names` are those that a user writes.
    """
    return field(default_factory=kind, metadata={_GROUPED: (kind, without, changed)})


@dataclass_transform(
    kw_only_default=True, frozen_default=True, field_specifiers=(option, path_option, argument, grouped)
)
def options(kind: type[Options]) -> type[Options]:
    """A class of options. Read only, as type checkers see it: to enforce it would double what start-up pays for it."""
    return dataclass(eq=False, repr=False, kw_only=True, slots=True)(kind)


def parameters(
    kind: type[Any],
    without: tuple[str, ...] = (),
    changed: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> Iterator[click.Parameter]:
    """The parameters that the fields of a class declare, in order."""
    for each in fields(kind):
        if each.name in without:
            continue
        if _GROUPED in each.metadata:
            yield from parameters(*each.metadata[_GROUPED])
            continue
        of, names, attributes = each.metadata[_PARAMETER]
        attributes = attributes | changed.get(each.name, {})
        yield of([*attributes.pop("names", names), each.name], **attributes)


def made(kind: type[Options], values: Mapping[str, Any], without: tuple[str, ...] = ()) -> Options:
    """The object of a class of options that has the values of parameters."""
    found = {}
    for each in fields(kind):  # type: ignore[arg-type]
        if _GROUPED in each.metadata:
            inner, left_out, _ = each.metadata[_GROUPED]
            found[each.name] = made(inner, values, left_out)
        elif each.name not in without:
            found[each.name] = values[each.name]
        else:
            assert each.default is not MISSING
    return kind(**found)


class GroupedCommand(Command):
    """A command whose `--help` has its options under headings."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        of_group: dict[str, list[tuple[str, str]]] = {heading: [] for heading in (*GROUPS, "Options")}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is not None:
                of_group[getattr(param, "group", None) or "Options"].append(record)
        for heading, records in of_group.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


def command(
    kind: type[Options], name: str | None = None, cls: type[Command] = GroupedCommand
) -> Callable[[Callable[[Options], int]], click.Command]:
    """Make a command of a function: its options are the fields of `kind`, its help is the docstring."""

    def declare(work: Callable[[Options], int]) -> click.Command:
        def call(**values: Any) -> int:
            return work(made(kind, values))

        params = list(parameters(kind))
        return cls(name or work.__name__, callback=call, params=params, help=cleandoc(work.__doc__ or ""))

    return declare
