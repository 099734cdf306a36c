"""`pgnfen rules`."""

from __future__ import annotations

import csv
from io import StringIO

import click

from pgnfen.audit.catalog import all_rules, resolved
from pgnfen.audit.rule import FAMILIES, Rule
from pgnfen.cli import complete
from pgnfen.cli.declare import Choice, Options, argument, command, option
from pgnfen.cli.standard import standard_output
from pgnfen.report.formats import FORMATS, Format
from pgnfen.report.rule_pages import rule_text
from pgnfen.report.values import to_json
from pgnfen.words import split


class RulesOptions(Options):
    """What `pgnfen rules` is asked for."""

    codes: tuple[str, ...] = argument(cls=click.Argument, metavar="[CODE]...", nargs=-1, shell_complete=complete.codes)
    format_: Format = option(
        "--format", group="Output", type=Choice(FORMATS), default="text", show_default=True,
        help="Write the output in this format.",
    )


@command(RulesOptions)
def rules(options: RulesOptions) -> int:
    """List the rules of the audit, or explain some.

    CODE is a code, a prefix of codes, or the name of a rule.

    \b
    Examples:
      pgnfen rules
      pgnfen rules C201
      pgnfen rules castling-not-declared
    """
    try:
        prefixes = tuple(resolved(split(options.codes)))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    chosen = [rule for rule in all_rules() if not options.codes or rule.code.startswith(prefixes)]
    standard_output().write(_write(chosen, options.format_, explain=bool(options.codes)).encode())
    return 0


def _row(rule: Rule) -> dict[str, object]:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        "fix": rule.fix,
        "replay": rule.replay,
        "summary": rule.summary,
        "by_name": rule.by_name,
    }


def _write(chosen: list[Rule], format_: Format, explain: bool) -> str:
    if format_ == "jsonl":
        more = ("documentation", "example")
        return "".join(
            to_json(_row(rule) | {key: getattr(rule, key) for key in more}).decode() + "\n" for rule in chosen
        )
    if format_ == "csv":
        buffer = StringIO()
        writer = csv.writer(buffer)
        writer.writerow(_row(chosen[0]))
        writer.writerows(_row(rule).values() for rule in chosen)
        return buffer.getvalue()
    return "\n".join(map(rule_text, chosen)) if explain else _table(chosen)


def _table(chosen: list[Rule]) -> str:
    lines = []
    for family, title in FAMILIES.items():
        members = [rule for rule in chosen if rule.code[0] == family]
        if members:
            lines.append(f"{family}: {title}")
        for rule in members:
            off = " (runs only if you select its code)" if rule.by_name else ""
            lines.append(f"  {rule.code}  {rule.severity:<8}{rule.fix or '-':<7} {rule.name:<30} {rule.summary}{off}")
    return "\n".join(lines) + "\n"
