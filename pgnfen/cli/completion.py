"""`pgnfen completion`."""

from __future__ import annotations

import click

from pgnfen.cli.declare import Choice
from pgnfen.lazy import deferred

with deferred:
    from click.shell_completion import get_completion_class

    from pgnfen.cli.shells import register

VARIABLE = "_PGNFEN_COMPLETE"
"""What the scripts ask with; click answers."""


@click.command()
@click.argument("shell", type=Choice(["bash", "zsh", "fish", "powershell"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> int:
    """Print a script for shell completion.

    The shell then completes commands, options, files, and values: rules, kinds of start, variants, names of tags.

    \b
    Examples:
      pgnfen completion bash > ~/.local/share/bash-completion/completions/pgnfen
      pgnfen completion zsh > ~/.zfunc/_pgnfen        (a folder of $fpath, before compinit)
      pgnfen completion fish > ~/.config/fish/completions/pgnfen.fish
      pgnfen completion powershell >> $PROFILE
    """
    register()
    kind = get_completion_class(shell)
    assert kind is not None
    # Not kind.source(), which asks the bash that is there for its version.
    words = kind(ctx.command, {}, "pgnfen", VARIABLE).source_vars()
    click.echo(kind.source_template % words)
    return 0
