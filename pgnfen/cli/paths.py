"""Options and arguments that name files: each declares whether its files are read or written, where it is declared.

A command (`Command`) has them in one register before it does anything; see pgnfen.inputs.register.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import click

from pgnfen.cli import complete
from pgnfen.cli.standard import standard_input, standard_register
from pgnfen.inputs.register import Register
from pgnfen.pgn.records import suffixes_of

Use: TypeAlias = Literal["input", "read", "write", "both", "folder", "suffix"]
"""What a command does with the files that an option names. `input`: reads them as inputs, whole folders too; `folder`:
writes it as one whole; `suffix`: the option names no file, but files are written whose names end so."""
_REGISTER = "pgnfen.register"


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
            register.check(ctx.params["inputs"], standard_input(), suffixes_of(ctx.params["input_format"]))
        return super().invoke(ctx)


def register_of_command() -> Register:
    """The register of the running command; a new one outside of any."""
    ctx = click.get_current_context(silent=True)
    register: Register | None = ctx.meta.get(_REGISTER) if ctx else None
    return register or standard_register()
