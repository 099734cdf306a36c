"""The page of a rule: what it finds, why, an example; as text, and as Markdown."""

from __future__ import annotations

from pgnfen.audit.rule import Rule
from pgnfen.lazy import regex

_FIXES = {"safe": "safe fix", "unsafe": "unsafe fix", None: "no fix"}
_MARKUP = regex(r"([\\`*_{}\[\]<>#|~$])")


def escaped(text: str) -> str:
    """Text whose characters mean nothing in Markdown.

    >>> print(escaped("[FEN] is *not* <known>"))
    \\[FEN\\] is \\*not\\* \\<known\\>
    """
    return _MARKUP.sub(r"\\\1", text)


def rule_text(rule: Rule) -> str:
    """The page as `pgnfen rules CODE` prints it."""
    example = "".join(f"    {line}\n" if line else "\n" for line in rule.example.rstrip("\n").split("\n"))
    return f"{rule.code} {rule.name} ({_facts(rule)})\n\n{rule.documentation}\n\nExample:\n\n{example}"


def rule_markdown(rule: Rule) -> str:
    """The page as an editor shows it."""
    return (
        f"**{rule.code} {escaped(rule.name)}** ({_facts(rule)})\n\n{escaped(rule.documentation)}\n\n"
        f"Example:\n\n```pgn\n{rule.example.rstrip()}\n```\n"
    )


def _facts(rule: Rule) -> str:
    needs = "; reads the moves" if rule.replay else ""
    once = "; shown once per file in text" if rule.once else ""
    off = "; off unless you select its code" if rule.by_name else ""
    return f"{rule.severity}; {_FIXES[rule.fix]}{needs}{once}{off}"
