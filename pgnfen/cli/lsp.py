"""`pgnfen lsp`."""

from __future__ import annotations

import os
import sys

from pgnfen.cli.config import ConfigOptions, RuleOptions, find, settled
from pgnfen.cli.declare import Choice, Options, command, grouped, option
from pgnfen.cli.options import InputOptions
from pgnfen.extras import extra_module
from pgnfen.lsp.checks import Settings

_HELP = {"severity": {"help": "Show this severity and above (default: warning)."}}


class LspOptions(Options):
    """What `pgnfen lsp` is asked for."""

    inputs: InputOptions = grouped(InputOptions, without=("inputs", "input_format"))
    rules: RuleOptions = grouped(RuleOptions, without=("fail_on",), changed=_HELP)
    config: ConfigOptions = grouped(ConfigOptions, without=("show_config",))
    boards: str | None = option(
        "--boards", group="Output", type=Choice(["svg", "text"]),
        help="Show boards as images or as text (default: images if the editor says that it shows them).",
    )


@command(LspOptions)
def lsp(options: LspOptions) -> int:
    """Serve an editor (Language Server Protocol).

    The editor starts this command and talks to it by standard input and output. It shows the findings of the open file
    while you type, rules and boards where the pointer rests, and fixes as actions. The configuration is that of audit.
    The page docs/editors.md has set-ups for editors. It needs more packages: pip install "pgnfen[lsp]".

    \b
    Examples:
      pgnfen lsp
      pgnfen lsp --severity info --boards text
    """
    extra_module("pygls", "lsp", "pgnfen lsp")
    from pgnfen.lsp.server import run

    def settings_of(path: str) -> Settings:
        config = find([path], options.config)
        rules, inputs = settled(config, options.rules, options.inputs)
        ignores = config.ignores()
        ignored = tuple(code for _, code in ignores.of(path)) if ignores is not None else ()
        codes = frozenset(rule.code for rule in rules.rules() if not rule.code.startswith(ignored or ("-",)))
        return Settings(codes, *rules.shown(codes), inputs.declaring, inputs.default_variant)

    with open(os.dup(1), "wb") as out:  # noqa: PTH123 - pygls closes what it is given
        run(settings_of, options.boards, sys.stdin.buffer, out)
    return 0
