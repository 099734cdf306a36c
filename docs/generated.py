"""The pages that the code writes: rules, options of commands, the API."""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, get_args

import click

import pgnfen
from pgnfen.api.findings import Standard
from pgnfen.api.keywords import keywords_of
from pgnfen.audit.catalog import all_rules
from pgnfen.audit.finding import Severity
from pgnfen.audit.rule import FAMILIES, Rule
from pgnfen.cli.app import cli
from pgnfen.cli.declare import GROUPS
from pgnfen.fen import notation
from pgnfen.fen.definitions import CastlingConvention, EnPassantConvention
from pgnfen.fen.forsyth import Style
from pgnfen.pgn.copies import Keep, Same
from pgnfen.pgn.records import InputFormat
from pgnfen.replay import conventions

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)")
_PAGE = re.compile(r"((tasks|commands|rules)/)?[\w-]+\.md")
_TYPES = {
    "Inputs": "a path, a folder, a glob pattern, a URL, `-` for standard input, the PGN as bytes, a file that is open "
    "for bytes, or a list of these",
    "OnError": "what happens if an input cannot be read: `raise` raises InputError when all others are read, `now` at "
    "once, `skip` never; a function gets each error",
    "Output": "a path (the file appears when it is complete; .gz, .bz2, .xz and .zst are compressed), or a file that "
    "is open for bytes, which stays open",
    "Texts": "a text, or several: what the option takes on the command line",
    "Numbers": "a number, a text such as `1,10-20,60-`, or several",
}
# Names for a choice of values; `Notation` is one for records and another for positions.
_CHOICES: dict[str, dict[str, Any]] = {
    "CastlingConvention": {"": CastlingConvention},
    "EnPassantConvention": {"": EnPassantConvention},
    "InputFormat": {"": InputFormat},
    "Keep": {"": Keep},
    "Notation": {"of `positions`: ": conventions.Notation, "of a record: ": notation.Notation},
    "Same": {"": Same},
    "Severity": {"": Severity},
    "Standard": {"": Standard},
    "Style": {"": Style},
}
_FIXES = {"safe": "safe", "unsafe": "unsafe (a guess)", None: "none"}


def write_pages(folder: Path) -> None:
    """Write the generated pages to the folder of the documentation."""
    pages = {
        "rules.md": "".join(rules_page()),
        "commands.md": "".join(commands_page(folder)),
        "notebook.md": "".join(notebook_page(folder / "notebook.ipynb")),
        "api.md": "".join(api_page()),
        **{f"rules/{rule.code}.md": "".join(rule_page(rule)) for rule in all_rules()},
    }
    (folder / "rules").mkdir(exist_ok=True)
    for name, text in pages.items():
        target = folder / name
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")


def of_site(text: str) -> str:
    """Text whose links lead to pages of the site; a link to another file becomes its text."""

    def link(match: re.Match[str]) -> str:
        words, target = match.groups()
        name = re.sub(r"^(\.\./)?docs/", "", target)
        page, _, anchor = name.partition("#")
        if not _PAGE.fullmatch(page) or page in ("CONTRIBUTING.md", "CHANGELOG.md"):
            return words
        return f"[{words}]({page}#{anchor})" if anchor else f"[{words}]({page})"

    return _LINK.sub(link, text).replace("](docs/report.png)", "](report.png)")


def read(_: Any, name: str, source: list[str]) -> None:
    """Sphinx's event source-read: make the links of pages fit, and add the options to the page of a command."""
    folder, _, page = name.rpartition("/")
    if not folder:
        source[0] = of_site(source[0])
    elif folder == "commands":
        source[0] += "\n" + "".join(options_of(page, cli))


def notebook_page(notebook: Path) -> Iterator[str]:
    """The cells of the notebook, and what they print."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"]) + "\n"
        if cell["cell_type"] == "markdown":
            yield text + "\n"
            continue
        yield f"```python\n{text}```\n\n"
        for output in cell["outputs"]:
            if "data" in output:
                yield "".join(output["data"]["text/html"]) + "\n\n"
            else:
                yield "```text\n" + "".join(output["text"]) + "```\n\n"
    yield "{download}`The notebook <notebook.ipynb>`\n"


def rules_page() -> Iterator[str]:
    """A table of the rules of each family; each rule has a page."""
    rules = all_rules()
    yield f"# Rules\n\n{len(rules)} rules in {len(FAMILIES)} families. `pgnfen rules CODE` prints the page of a rule.\n"
    for family, title in FAMILIES.items():
        yield f"\n## {family}: {title}\n\n| rule | severity | fix | what it reports |\n|---|---|---|---|\n"
        for rule in rules:
            if rule.code[0] == family:
                link = f"[{rule.code} {rule.name}](rules/{rule.code}.md)"
                yield f"| {link} | {rule.severity} | {rule.fix or ''} | {_escaped(rule.summary, cell=True)} |\n"
    yield "\n```{toctree}\n:hidden:\n\n" + "".join(f"rules/{rule.code}\n" for rule in rules) + "```\n"


def rule_page(rule: Rule) -> Iterator[str]:
    """The page of a rule: its facts, its documentation and its example."""
    yield f"# {rule.code} {rule.name}\n\n| | |\n|---|---|\n| family | {rule.code[0]}: {FAMILIES[rule.code[0]]} |\n"
    yield f"| severity | {rule.severity} |\n| fix | {_FIXES[rule.fix]} |\n"
    yield f"| reads the moves | {'yes' if rule.replay else 'no'} |\n"
    if rule.by_name:
        yield "| runs | only if `--select` names its code |\n"
    yield f"\n{_escaped(rule.documentation)}\n\n## Example\n\nThe audit reports {rule.code} in this game:\n"
    yield "\n```text\n" + rule.example.rstrip("\n") + "\n```\n\n"
    yield f"List such games, or write them to a file:\n\n    pgnfen audit --select {rule.code} games.pgn\n"
    yield f"    pgnfen filter --has {rule.code} games.pgn -o found.pgn\n"
    if rule.fix == "safe":
        yield f"\nFix them:\n\n    pgnfen fix --select {rule.code} games.pgn -o fixed.pgn\n"
    elif rule.fix == "unsafe":
        yield "\nFix them by a guess, and check the result:\n\n"
        yield f"    pgnfen fix --unsafe --select {rule.code} --diff games.pgn\n"


def _escaped(text: str, cell: bool = False) -> str:
    """Text as Markdown: what stands between backticks stays code; `cell`: it stands in a table."""
    parts = re.split(r"(`[^`]+`)", text)
    parts[::2] = [re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", part) for part in parts[::2]]
    parts[1::2] = [part.replace("|", r"\|") if cell else part for part in parts[1::2]]
    return "".join(parts)


def commands_page(folder: Path) -> Iterator[str]:
    """A table of the commands; what --help prints before the options; commands that have no page of their own."""
    context = click.Context(cli, info_name="pgnfen")
    names = cli.list_commands(context)
    paged = [name for name in names if (folder / "commands" / f"{name}.md").exists()]
    yield "# Commands\n\n| command | |\n|---|---|\n"
    for name in names:
        summary = _escaped(_command(cli, name).get_short_help_str(200), cell=True)
        yield f"| {f'[{name}](commands/{name}.md)' if name in paged else name} | {summary} |\n"
    for name in names:
        if name not in paged:
            yield f"\n## {name}\n\n" + "".join(options_of(name, cli)).replace("## ", "### ")
    yield "\n```{toctree}\n:hidden:\n\n" + "".join(f"commands/{name}\n" for name in paged) + "```\n"


def _command(group: click.Group, name: str) -> click.Command:
    command = group.get_command(click.Context(group, info_name="pgnfen"), name)
    assert command is not None, name
    return command


def options_of(name: str, group: click.Group) -> Iterator[str]:
    """The options of a command as tables, one for each heading of --help."""
    command = _command(group, name)
    context = click.Context(command, info_name=name)
    yield f"## Usage\n\n```text\npgnfen {command.get_usage(context).removeprefix('Usage: ')}\n```\n"
    options = [param for param in command.get_params(context) if isinstance(param, click.Option) and not param.hidden]
    for heading in (*GROUPS, "Options"):
        records = [o.get_help_record(context) for o in options if (getattr(o, "group", None) or "Options") == heading]
        if records:
            yield f"\n## {heading if heading == 'Options' else f'{heading} options'}\n\n| option | |\n|---|---|\n"
        for record in records:
            assert record is not None
            names = record[0].replace("|", "\\|")
            yield f"| `{names}` | {_escaped(record[1], cell=True)} |\n"


def api_page() -> Iterator[str]:
    """Each public name with its signature and docstring."""
    yield "# API reference\n\n"
    yield "The public names of `pgnfen`. [Use pgnfen from Python](python.md) shows the common tasks.\n"
    yield "\n| type of an argument or a field | |\n|---|---|\n"
    yield from (f"| `{name}` | {text} |\n" for name, text in _TYPES.items())
    for name, choices in _CHOICES.items():
        texts = [said + ", ".join(f"`{value}`" for value in get_args(choice)) for said, choice in choices.items()]
        yield f"| `{name}` | {'; '.join(texts)} |\n"
    for name in sorted(pgnfen.__all__, key=str.lower):
        thing = getattr(pgnfen, name)
        if inspect.ismodule(thing):
            public = [each for each in vars(thing) if not each.startswith("_") and _own(getattr(thing, each), thing)]
            yield f"\n## {name}\n\n{_described(thing)}\n"
            for each in public:
                yield from _entry(f"{name}.{each}", getattr(thing, each), "###")
        elif callable(thing):
            yield from _entry(name, thing, "##")


def _own(thing: Any, module: Any) -> bool:
    return callable(thing) and getattr(thing, "__module__", "") == module.__name__


def _entry(name: str, thing: Any, heading: str) -> Iterator[str]:
    yield f"\n{heading} {name}\n\n"
    is_class = inspect.isclass(thing)
    fields = list(fields_of(thing)) if is_class else []
    if not fields and not (is_class and issubclass(thing, BaseException)):
        yield f"```python\n{_signature(name, thing)}\n```\n\n"
    yield f"{_described(thing)}\n"
    if hasattr(thing, "__keywords__"):
        yield "\n| keyword argument | |\n|---|---|\n"
        for each, declared in keywords_of(thing.__keywords__).items():
            yield f"| `{each}` | {_escaped(declared.keyword.meaning)} |\n"
    if fields:
        yield "\n| field | type | |\n|---|---|---|\n"
        for each in fields:
            yield f"| `{each.name}` | {_escaped(each.type)} | {_escaped(each.meaning)} |\n"
    if not is_class:
        return
    rows = []
    for each, value in vars(thing).items():
        described = isinstance(value, (property, cached_property)) or inspect.isfunction(value)
        text = inspect.getdoc(value) if described else None
        if not each.startswith("_") and text:
            shown = f"{each}{_parameters(value)}" if inspect.isfunction(value) else each
            rows.append(f"| `{shown}` | {_escaped(' '.join(text.split(chr(10) * 2)[0].split()))} |\n")
    if rows:
        yield "\n| | |\n|---|---|\n" + "".join(rows)


def _parameters(method: Any) -> str:
    """The names of what a method takes, and their defaults."""
    own = list(inspect.signature(method).parameters.values())[1:]
    return f"({', '.join(str(one.replace(annotation=inspect.Parameter.empty)) for one in own)})"


class Field(NamedTuple):
    """A field of a record: its type as it is written, and what it means ("": the text of the class says it)."""

    name: str
    type: str
    meaning: str


def fields_of(kind: type) -> Iterator[Field]:
    """The fields of a record, as its class annotates and documents them; of any other class nothing."""
    known = getattr(kind, "__dataclass_fields__", None) or getattr(kind, "_fields", ())
    for base in reversed(kind.__mro__[:-1]):
        if base.__module__.split(".")[0] != "pgnfen" or not known:
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for node, behind in zip(body.body, [*body.body[1:], None], strict=True):
            if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
                continue
            said, meaning = node.annotation, ""
            if isinstance(said, ast.Subscript) and ast.unparse(said.value) == "Annotated":
                said, column = said.slice.elts  # type: ignore[attr-defined]
                meaning = ast.literal_eval(column.args[1])
            elif isinstance(behind, ast.Expr) and isinstance(behind.value, ast.Constant):
                meaning = " ".join(str(behind.value.value).split())
            yield Field(node.target.id, ast.unparse(said), meaning)


def _signature(name: str, thing: Any) -> str:
    try:
        text = str(inspect.signature(thing))
    except (TypeError, ValueError):
        return name
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", re.sub(r": \"([^\"]*)\"", r": \1", text))
    text = re.sub(r"\b(typing|collections\.abc|os)\.", "", text)
    if len(name + text) > 100:
        text = re.sub(r"(\(|, )(\*?\w+(?:: |=|,|\)))", lambda match: match[1].rstrip() + "\n    " + match[2], text)
    return name + text


def _described(thing: Any) -> str:
    """The docstring; examples and indented lines stand in blocks."""
    written = []
    for paragraph in (inspect.getdoc(thing) or "").split("\n\n"):
        if paragraph.startswith((">>>", "    ")):
            written.append(f"```python\n{paragraph}\n```")
        else:
            written.append(paragraph)
    return "\n\n".join(written)
