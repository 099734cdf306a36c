"""What shells ask when a word is to be completed, beyond what click answers: values behind `=`, and PowerShell.

Bash parts words at `=`, so that it asks for the value alone, with the sign as a word before it. Other shells ask for
the word as it stands, and put what they are offered in the place of the whole of it.
"""

from __future__ import annotations

import os

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

_POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $line, $cursor)
    $typed = $line.ToString()
    $end = [Math]::Min($typed.Length, [Math]::Max(0, $cursor - $line.Extent.StartOffset))
    $env:COMP_WORDS = $typed.Substring(0, $end)
    $env:COMP_CWORD = $word
    $env:%(complete_var)s = 'powershell_complete'
    try {
        $offered = @(%(prog_name)s)
    } finally {
        Remove-Item Env:COMP_WORDS, Env:COMP_CWORD, Env:%(complete_var)s -ErrorAction SilentlyContinue
    }
    foreach ($each in $offered) {
        $kind, $value, $help = $each -split '::', 3
        if ($kind -eq 'plain') {
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $help)
        }
    }
}
"""
_SEPARATOR = "::"


def parted(args: list[str], incomplete: str) -> tuple[list[str], str]:
    """Words that Bash has parted at `=`, without the signs.

    >>> parted(["audit", "--select", "="], "C20"), parted(["audit", "--select"], "=")
    ((['audit', '--select'], 'C20'), (['audit', '--select'], ''))
    """
    signs = [at for at, word in enumerate(args) if word == "=" and at and args[at - 1].startswith("--")]
    left = [word for at, word in enumerate(args) if at not in signs]
    if incomplete == "=" and args and args[-1].startswith("--"):
        return left, ""
    return left, incomplete


def behind_sign(incomplete: str) -> str:
    """The option and the sign before a value, `--select=`; "" where the word is none.

    >>> behind_sign("--select=C,S"), behind_sign("--select"), behind_sign("a=b")
    ('--select=', '', '')
    """
    name, sign, _ = incomplete.partition("=")
    return name + sign if sign and name.startswith("--") else ""


def paths(incomplete: str) -> list[str]:
    """The files and folders whose names begin so; folders end in a slash."""
    folder, name = os.path.split(incomplete)
    try:
        entries = sorted(os.scandir(folder or os.curdir), key=lambda entry: entry.name)
    except OSError:
        return []
    shown = [entry for entry in entries if entry.name.startswith(name) and (name or not entry.name.startswith("."))]
    head = incomplete[: len(incomplete) - len(name)]
    return [head + entry.name + ("/" if entry.is_dir() else "") for entry in shown]


class _Bash(BashComplete):
    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        return super().get_completions(*parted(args, incomplete))


class _Whole(ShellComplete):
    """A shell that puts what it is offered in the place of the whole word."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        items = super().get_completions(args, incomplete)
        sign = behind_sign(incomplete)
        if not sign:
            return items
        found = []
        for item in items:
            if item.type == "plain":
                found.append(CompletionItem(sign + item.value, help=item.help))
            else:
                found += [CompletionItem(sign + path) for path in paths(incomplete[len(sign) :])]
        return found


class _Zsh(_Whole, ZshComplete):
    pass


class _Fish(_Whole, FishComplete):
    pass


class _PowerShell(_Whole):
    """PowerShell 5.1 and later; what it is offered nothing for, it completes as a file."""

    name = "powershell"
    source_template = _POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        words, incomplete = split_arg_string(os.environ["COMP_WORDS"]), os.environ["COMP_CWORD"]
        return words[1 : -1 if incomplete else None], incomplete

    def format_completion(self, item: CompletionItem) -> str:
        said = " ".join((item.help or str(item.value)).split())
        return _SEPARATOR.join((item.type, str(item.value), said))


def register() -> None:
    """Answer as these classes do."""
    for kind in (_Bash, _Zsh, _Fish, _PowerShell):
        add_completion_class(kind)
