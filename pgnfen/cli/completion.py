"""`pgnfen completion`."""

from __future__ import annotations

import click

from pgnfen.cli.declare import Choice
from pgnfen.lazy import deferred

with deferred:
    from click.shell_completion import get_completion_class

VARIABLE = "_PGNFEN_COMPLETE"
"""What the scripts ask with; click answers."""


@click.command()
@click.argument("shell", type=Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> int:
    """Print a script for shell completion.

    The shell then completes commands, options, files, rules, kinds and variants.

    \b
    Examples:
      pgnfen completion bash > ~/.local/share/bash-completion/completions/pgnfen
      pgnfen completion zsh > ~/.zfunc/_pgnfen        (a folder of $fpath, before compinit)
      pgnfen completion fish > ~/.config/fish/completions/pgnfen.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    # Not kind.source(), which asks the bash that is there for its version.
    words = {"complete_func": "_pgnfen_completion", "complete_var": VARIABLE, "prog_name": "pgnfen"}
    click.echo(kind.source_template % words)
    return 0
