"""The man pages, made from what `--help` is made of: `python packaging/manpages.py` writes them to packaging/man.

They are kept in the repository, so that building a wheel needs nothing but setuptools; a test says when they are old.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

import click

from pgnfen.cli.app import COMMANDS, cli
from pgnfen.cli.declare import GROUPS
from pgnfen.version import __version__

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "packaging" / "man"
_HEADS = {"Examples:": "EXAMPLES", "Exit status:": "EXIT STATUS"}
_ESCAPES = str.maketrans({
    "\\": "\\e", "-": "\\-", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti", "`": "\\(ga",
})  # fmt: skip
_ENVIRONMENT = {
    "PGNFEN_ENGINE": "native or python\\-chess: read games only with this engine.",
    "NO_COLOR": "If set, write no colors.",
}


def pages() -> dict[str, str]:
    """The text of each page, by the name of its file."""
    top = click.Context(cli, info_name="pgnfen", **cli.context_settings)
    found = {"pgnfen.1": "".join(_page(cli, top, "pgnfen"))}
    for name in COMMANDS:
        command = cli.get_command(top, name)
        assert command is not None
        found[f"pgnfen-{name}.1"] = "".join(_page(command, click.Context(command, top, info_name=name), name))
    return found


def _page(command: click.Command, ctx: click.Context, name: str) -> Iterator[str]:
    title = "pgnfen" if name == "pgnfen" else f"pgnfen-{name}"
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    [date] = re.findall(rf"^## {re.escape(__version__)} \((\S+)\)$", changes, re.MULTILINE)
    yield f'.TH {title.upper()} 1 {date} "pgnfen {__version__}" "pgnfen manual"\n'
    yield f".SH NAME\n{_text(title)} \\- {_text(command.get_short_help_str(1000).rstrip('.'))}\n"
    usage = " ".join(command.collect_usage_pieces(ctx))
    yield f".SH SYNOPSIS\n.B {_text(ctx.command_path)}\n{_text(usage)}\n.SH DESCRIPTION\n"
    yield from _description(command.help or "")
    if isinstance(command, click.Group):
        yield ".SH COMMANDS\n"
        for each in command.list_commands(ctx):
            sub = command.get_command(ctx, each)
            assert sub is not None
            yield f".TP\n.BR pgnfen\\-{_text(each)} (1)\n{_text(sub.get_short_help_str(1000))}\n"
    yield from _options(command, ctx)
    if isinstance(command, click.Group):
        yield ".SH ENVIRONMENT\n"
        yield from (f".TP\n.B {variable}\n{said}\n" for variable, said in _ENVIRONMENT.items())
    others = ["pgnfen"] if name != "pgnfen" else [f"pgnfen-{each}" for each in COMMANDS]
    yield ".SH SEE ALSO\n" + ",\n".join(f".BR {_text(other)} (1)" for other in others).replace(",\n", " ,\n") + "\n"


def _description(text: str) -> Iterator[str]:
    """Paragraphs; blocks that click does not wrap (after \\b) have a heading of their own, or are set as they are."""
    later = []
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        lines = paragraph.splitlines()
        if lines[0].strip() != "\b":
            yield (".PP\n" if number else "") + _text(paragraph) + "\n"
        elif (head := _HEADS.get(lines[1].strip())) is not None:
            later.append((head, lines[2:]))
        else:
            yield ".PP\n" + "".join(_unfilled(lines[1:]))
    for head, lines in later:
        yield f".SH {head}\n"
        if head == "EXAMPLES":
            yield from _unfilled(lines)
        else:
            for line in lines:
                status, _, said = line.strip().partition("  ")
                yield f".TP\n.B {_text(status)}\n{_text(said.strip())}\n"


def _unfilled(lines: list[str]) -> Iterator[str]:
    yield ".nf\n"
    yield from (_text(line.strip()) + "\n" for line in lines)
    yield ".fi\n"


def _options(command: click.Command, ctx: click.Context) -> Iterator[str]:
    records: dict[str, list[tuple[str, str]]] = {heading: [] for heading in (*GROUPS, "")}
    for param in command.get_params(ctx):
        record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
        if record is not None:
            if param.name == "help":  # click remembers this option as the first context had it
                record = ", ".join(ctx.help_option_names), record[1]
            records[getattr(param, "group", None) or ""].append(record)
    yield ".SH OPTIONS\n"
    several = sum(map(bool, records.values())) > 1
    for heading, options in records.items():
        if options and several:
            yield f".SS {heading or 'Other'}\n"
        for names, said in options:
            yield f".TP\n{_names(names)}\n{_text(said)}\n"


def _names(names: str) -> str:
    """Options in bold, what they take in italics."""
    return re.sub(
        r"(--?[\w-]+)|([^\s,/\[\]]+)", lambda match: rf"\f{'B' if match[1] else 'I'}{_text(match[0])}\fR", names
    )


def _text(text: str) -> str:
    """Text for roff; nothing in it is a request."""
    lines = wrap(" ".join(text.split()).translate(_ESCAPES), 78, break_long_words=False, break_on_hyphens=False)
    return "\n".join("\\&" + line if line[:1] == "." else line for line in lines)


def main() -> None:
    """Write the pages; those of commands that are gone are removed."""
    FOLDER.mkdir(exist_ok=True)
    found = pages()
    for path in FOLDER.glob("*.1"):
        if path.name not in found:
            path.unlink()
    for name, text in found.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
