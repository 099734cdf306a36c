"""Options and arguments that name files: each declares whether its files are read or written, where it is declared.

A command (`command`) has them in one register before it does anything; see pgnfen.inputs.register.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import click

from pgnfen.cli import complete
from pgnfen.cli.standard import standard_input, standard_register
from pgnfen.inputs.register import Register
from pgnfen.pgn.records import suffixes_of

Use: TypeAlias = Literal["input", "read", "write", "both", "folder", "suffix"]
"""What a command does with the files that an option names. `input`: reads them as inputs, whole folders too; `folder`:
writes it as one whole; `suffix`: the option names no file, but files are written whose names end so."""
_REGISTER, _VALUES = "pgnfen.register", "pgnfen.paths"


class PathOption(click.Option):
    """An option whose value names a file, a folder, or several."""

    def __init__(self, *args: Any, use: Use, **attributes: Any) -> None:
        super().__init__(*args, **{"shell_complete": complete.files} | attributes)
        self.use = use

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """The value; it is noted for the register, also where the command itself does not take it."""
        value = super().process_value(ctx, value)
        ctx.meta.setdefault(_VALUES, {})[self.name] = self, value if isinstance(value, str) else None
        return value


class PathArgument(click.Argument):
    """An argument whose values name files."""

    def __init__(self, *args: Any, use: Use, **attributes: Any) -> None:
        super().__init__(*args, **{"shell_complete": complete.files} | attributes)
        self.use = use


def path_option(*names: str, use: Use, **attributes: Any) -> Callable[[Any], Any]:
    """An option whose value names a file; by default a shell completes names of files."""
    return click.option(*names, cls=PathOption, use=use, **attributes)


class Command(click.Command):
    """A command whose files are in one register before it runs."""

    def invoke(self, ctx: click.Context) -> Any:
        register = ctx.meta[_REGISTER] = standard_register()
        for param, value in ctx.meta.get(_VALUES, {}).values():
            if param.use in ("input", "suffix") or value is None:
                continue
            if param.use == "folder":
                register.add_folder(param.opts[0], value)
            else:
                register.add(param.opts[0], value, param.use)
        if "inputs" in ctx.params:
            register.check(ctx.params["inputs"], standard_input(), suffixes_of(ctx.params["input_format"]))
        return super().invoke(ctx)


def command(name: str | None = None, **attributes: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """click.command, of a Command."""
    return click.command(name, **{"cls": Command} | attributes)


def register_of_command() -> Register:
    """The register of the running command; a new one outside of any."""
    ctx = click.get_current_context(silent=True)
    register: Register | None = ctx.meta.get(_REGISTER) if ctx else None
    return register or standard_register()


def path_given(name: str) -> str | None:
    """The file that an option of the running command names, by the option's parameter name."""
    ctx = click.get_current_context(silent=True)
    value: str | None = ctx.meta.get(_VALUES, {}).get(name, (None, None))[1] if ctx else None
    return value
