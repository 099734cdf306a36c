"""Commands and their options, declared as classes: a field is an option, with its help and its group in `--help`.

A class of options (`Options`) has fields made by `option`, `path_option` and `argument`; `grouped` puts the fields of
another class in, so that an option that several commands have is declared once. A command (`@command(TagsOptions)`) is
a function of one argument: an object of its class.

Options and arguments that name files declare whether these are read or written. A command (`Command`) has them in one
register before it does anything; see pgnfen.inputs.register.

To type checkers these classes are frozen dataclasses. They are made without the module dataclasses, whose import and
generated code would be a twentieth of what a command needs to start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from inspect import cleandoc
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar

import click

from pgnfen.cli import complete
from pgnfen.cli.standard import standard_input, standard_register
from pgnfen.inputs.register import Register
from pgnfen.lazy import deferred
from pgnfen.pgn.records import suffixes_of
from pgnfen.words import listed, unknown

with deferred:
    import shlex

Use: TypeAlias = Literal["input", "read", "write", "both", "folder", "suffix"]
"""What a command does with the files that an option names. `input`: reads them as inputs, whole folders too; `folder`:
writes it as one whole; `suffix`: the option names no file, but files are written whose names end so."""
_REGISTER = "pgnfen.register"


if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # no generic class before click 8.2


class Choice(_Choice):
    """One of some words; the message about another word has the nearest of them."""

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"Use {listed(map(str, self.choices), 'or')}."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            option = param.opts[-1].lstrip("-") if param is not None else "value"
            noun = _NOUNS.get(option, option.replace("-", " "))
            self.fail(unknown(noun, str(value), map(str, self.choices)), param, ctx)


_NOUNS = {"fail-on": "severity", "classic": "value for --classic", "castling": "convention", "en-passant": "convention",
          "color": "value", "to": "notation"}  # fmt: skip
"""What the values of options are, where the name of the option does not say it."""


class PathOption(click.Option):
    """An option whose value names a file, a folder, or several."""

    def __init__(self, *args: Any, use: Use, **attributes: Any) -> None:
        super().__init__(*args, **{"shell_complete": complete.files} | attributes)
        self.use = use


class PathArgument(click.Argument):
    """An argument whose values name files."""

    def __init__(self, *args: Any, use: Use, **attributes: Any) -> None:
        super().__init__(*args, **{"shell_complete": complete.files} | attributes)
        self.use = use


class Command(click.Command):
    """A command whose files are in one register before it runs."""

    def invoke(self, ctx: click.Context) -> Any:
        register = ctx.meta[_REGISTER] = standard_register()
        options = {param.name: param for param in self.params if isinstance(param, PathOption)}
        for name, value in ctx.params.items():  # in the order in which they were given
            option = options.get(name)
            if option is None or value is None:
                continue
            if option.use == "folder":
                register.add_folder(option.opts[0], value)
            elif option.use != "input" and option.use != "suffix":
                register.add(option.opts[0], value, option.use)
        if "inputs" in ctx.params:
            suffixes = suffixes_of(ctx.params["input_format"])
            for name, option in options.items():
                if option.use == "input" and ctx.params[name]:
                    register.check(ctx.params[name], standard_input(), suffixes)
            register.check(ctx.params["inputs"], standard_input(), suffixes)
        return super().invoke(ctx)


def register_of_command() -> Register:
    """The register of the running command; a new one outside of any."""
    ctx = click.get_current_context(silent=True)
    register: Register | None = ctx.meta.get(_REGISTER) if ctx else None
    return register or standard_register()


Group = Literal["Input", "Selection", "Repair", "Output", "Performance"]
GROUPS: tuple[Group, ...] = ("Input", "Selection", "Repair", "Output", "Performance")
"""The headings of options in `--help`, in order; what has none stands under "Options", at the end."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_):
        return lambda base: base


class _Parameter(NamedTuple):
    """A field that is one parameter: its class, names, and attributes as click has them; its default."""

    kind: type[click.Parameter]
    names: tuple[str, ...]
    attributes: Mapping[str, Any]
    default: Any


class _Grouped(NamedTuple):
    """A field that has the fields of another class; see `grouped`."""

    kind: type[Options]
    without: tuple[str, ...]
    changed: Mapping[str, Mapping[str, Any]]

    @property
    def default(self) -> Options:
        """An object of the class, with defaults."""
        return self.kind()


class _Option(click.Option):
    """An option that stands under a heading of `--help`."""

    def __init__(self, *args: Any, group: Group | None, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.group = group


class _PathOption(PathOption, _Option):
    """One that names a file."""


def command_line() -> str:
    """The command as it was given, with the options that say what is read and what is looked for, and no others."""
    ctx = click.get_current_context()
    words, inputs = ["pgnfen", ctx.info_name or ""], list[str]()
    for param in ctx.command.params:
        value, name = ctx.params.get(param.name or ""), param.opts[-1]
        if ctx.get_parameter_source(param.name or "") is not click.core.ParameterSource.COMMANDLINE:
            continue
        if isinstance(param, click.Argument):
            inputs += map(str, value if isinstance(value, (list, tuple)) else [value])
        elif getattr(param, "group", None) in ("Input", "Selection"):
            for each in value if isinstance(value, tuple) else (value,):
                words += [name] if each is True else [name, str(each)]
    return shlex.join(words + inputs)


def option(*names: str, group: Group | None = None, kind: type[_Option] = _Option, **attributes: Any) -> Any:
    """A field that is an option; `attributes` as click.option has them, and `initial`, what the field is where no
    command line is read, if a callback makes something else of the default."""
    several = attributes.get("multiple") or attributes.get("nargs") == -1
    default = attributes.get("default", () if several else False if attributes.get("is_flag") else None)
    initial = attributes.pop("initial", default)
    return _Parameter(kind, names, {"group": group, **attributes}, initial)


def path_option(*names: str, use: Use, group: Group | None = None, **attributes: Any) -> Any:
    """A field that is an option whose value names a file; by default a shell completes names of files."""
    return option(*names, group=group, kind=_PathOption, use=use, **attributes)


def argument(cls: type[click.Argument] = PathArgument, **attributes: Any) -> Any:
    """A field that is an argument, whose values name files unless `cls` is click's own."""
    return _Parameter(cls, (), attributes, ())


def grouped(
    kind: type[Options], without: tuple[str, ...] = (), changed: Mapping[str, Mapping[str, Any]] = _NOTHING
) -> Any:
    """A field that has the options of another class, except those of `without`, which have their defaults.

    `changed`: attributes that an option has here, by the name of its field; `names` are those that a user writes.
    """
    return _Grouped(kind, without, changed)


@dataclass_transform(
    kw_only_default=True, frozen_default=True, field_specifiers=(option, path_option, argument, grouped)
)
class Options:
    """Options: the values of fields, by their names. Nothing writes to them."""

    _fields: ClassVar[Mapping[str, _Parameter | _Grouped]] = _NOTHING

    def __init_subclass__(cls) -> None:
        own = {name: each for name, each in vars(cls).items() if isinstance(each, (_Parameter, _Grouped))}
        cls._fields = {**cls._fields, **own}

    def __init__(self, **values: Any) -> None:
        for name, each in self._fields.items():
            self.__dict__[name] = values[name] if name in values else each.default  # noqa: SIM401 (it is made anew)

    @classmethod
    def parameters(
        cls, without: tuple[str, ...] = (), changed: Mapping[str, Mapping[str, Any]] = _NOTHING
    ) -> Iterator[click.Parameter]:
        """The parameters that the fields declare, in order."""
        for name, each in cls._fields.items():
            if name in without:
                continue
            if isinstance(each, _Grouped):
                yield from each.kind.parameters(each.without, each.changed)
                continue
            attributes = {**each.attributes, **changed.get(name, _NOTHING)}
            yield each.kind([*attributes.pop("names", each.names), name], **attributes)

    @classmethod
    def of(cls: type[Kind], values: Mapping[str, Any]) -> Kind:
        """The object that has the values of parameters, as far as there are any."""
        found = {
            name: each.kind.of(values) if isinstance(each, _Grouped) else values[name]
            for name, each in cls._fields.items()
            if isinstance(each, _Grouped) or name in values
        }
        return cls(**found)

    def replaced(self: Kind, **values: Any) -> Kind:
        """These options with other values."""
        return type(self)(**{**vars(self), **values})


Kind = TypeVar("Kind", bound=Options)


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
                    formatter.write_dl(sorted(records, key=_place))


_FIRST = ("--by", "-o", "--output", "--folder", "-d", "--to", "--format", "--file", "--notation", "--input-format")
"""Options that stand first under their heading."""


def _place(record: tuple[str, str]) -> int:
    """Where an option stands under its heading; the others follow in the order of their declaration."""
    names = record[0].replace(",", " ").split()
    return min((_FIRST.index(name) for name in names if name in _FIRST), default=len(_FIRST))


def command(
    kind: type[Kind], name: str | None = None, cls: type[Command] = GroupedCommand
) -> Callable[[Callable[[Kind], int]], click.Command]:
    """Make a command of a function: its options are the fields of `kind`, its help is the docstring."""

    def declare(work: Callable[[Kind], int]) -> click.Command:
        def call(**values: Any) -> int:
            return work(kind.of(values))

        params = list(kind.parameters())
        return cls(name or work.__name__, callback=call, params=params, help=cleandoc(work.__doc__ or ""))

    return declare
