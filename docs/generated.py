"""The pages that say what the code says: rules, commands; and the README, whose links are made to fit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from pgnfen.audit.catalogue import all_rules
from pgnfen.audit.rule import FAMILIES, Rule
from pgnfen.cli.app import cli

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)")
_FIXES = {"safe": "a safe repair", "unsafe": "an unsafe repair", None: "no repair"}


def write_pages(folder: Path) -> None:
    """Write the generated pages to the folder of the documentation."""
    readme = (folder.parent / "README.md").read_text(encoding="utf-8")
    speed = readme[readme.index("\n## Speed\n") : readme.index("\n## Licence\n")]
    pages = {
        "rules.md": "".join(rules_page()),
        "commands.md": "".join(commands_page()),
        "readme.md": of_site(readme),
        "notebook.md": "".join(notebook_page(folder / "notebook.ipynb")),
        "speed.md": of_site(re.sub(r"^#(#+) ", r"\1 ", speed, flags=re.MULTILINE)),
    }
    for name, text in pages.items():
        target = folder / name
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")


def of_site(text: str) -> str:
    """Text whose links lead to pages of the site; what is none of them is named without a link."""

    def link(match: re.Match[str]) -> str:
        said, target = match.groups()
        name = re.sub(r"^(\.\./)?docs/", "", target).replace("../README.md", "readme.md")
        page, _, anchor = name.partition("#")
        if not re.fullmatch(r"(tasks/)?[a-z]+\.md", page):
            return said
        return f"[{said}]({page}#{anchor})" if anchor else f"[{said}]({page})"

    return _LINK.sub(link, text).replace("](docs/report.png)", "](report.png)")


def read(_: Any, name: str, source: list[str]) -> None:
    """Sphinx's event source-read: links of pages that are read on their own too."""
    if "/" not in name:
        source[0] = of_site(source[0])


def notebook_page(notebook: Path) -> Iterator[str]:
    """The cells of the notebook, and what they print."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"]) + "\n"
        if cell["cell_type"] == "markdown":
            yield text + "\n"
            continue
        yield f"```python\n{text}```\n\n"
        for output in cell["outputs"]:
            yield "```text\n" + "".join(output["text"]) + "```\n\n"
    yield "{download}`The notebook <notebook.ipynb>`\n"


def rules_page() -> Iterator[str]:
    """All rules, by family, each with its documentation and example."""
    rules = all_rules()
    yield f"# Rules\n\n{len(rules)} rules in {len(FAMILIES)} families. `pgnfen rules CODE` says the same of one.\n"
    for family, title in FAMILIES.items():
        yield f"\n## {family}: {title}\n"
        for rule in rules:
            if rule.code[0] == family:
                yield from _rule(rule)


def _rule(rule: Rule) -> Iterator[str]:
    said = [rule.severity, _FIXES[rule.fix]]
    said += ["needs the moves"] if rule.replay else []
    said += ["off unless selected by its code"] if rule.by_name else []
    yield f"\n### {rule.code} {rule.name}\n\n{'; '.join(said).capitalize()}.\n\n{_escaped(rule.documentation)}\n"
    yield "\n```text\n" + rule.example.rstrip("\n") + "\n```\n"


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", text)


def commands_page() -> Iterator[str]:
    """Each command as its --help has it."""
    yield "# Commands\n"
    group = cli
    context = click.Context(group, info_name="pgnfen", max_content_width=100, terminal_width=100)
    yield f"\n```text\n{group.get_help(context)}\n```\n"
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        within = click.Context(command, info_name=name, parent=context, max_content_width=100, terminal_width=100)
        yield f"\n## {name}\n\n```text\n{command.get_help(within)}\n```\n"
