"""A game explained: each witness with what it supports and contradicts, what they prove, and the findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.finding import Finding, Placed
from pgnfen.pgn.block import Lines
from pgnfen.report.record import record_json, record_text
from pgnfen.report.terminal_text import message, printable, quoted
from pgnfen.report.values import path_json, to_json

if TYPE_CHECKING:
    from pgnfen.audit.file_notes import RulesOfFile
    from pgnfen.audit.game import Game
    from pgnfen.audit.witnesses import GameEvidence
    from pgnfen.fen.notation import NotedRecord

_INDENT = "    "
_SHOWN = 120  # characters of a text
_RULES = {"standard": "standard chess", "chess960": "Chess960", None: "not clear from them"}


class WitnessRow(NamedTuple):
    """A witness: a text of a game that says something of its start, its moves or its result."""

    name: str
    """What it is: a tag, the moves, a declared position, the termination marker."""
    line: int | None
    """The line that it stands in, from 1 in the input; None: nowhere."""
    text: str
    """What it states."""
    supports: tuple[str, ...]
    """The fields that it supports: those of the FEN, rules, moves, result."""
    contradicts: tuple[str, ...]
    """Those that it contradicts, each with the reason behind a colon."""


def witness_rows(game: Game, found: GameEvidence) -> tuple[WitnessRow, ...]:
    """The witnesses of a game as they are shown."""
    lines = Lines(game.game)
    return tuple(
        WitnessRow(
            one.name,
            lines.of(one.at) if one.at is not None else None,
            printable(one.text),
            tuple(map(printable, one.supports)),
            tuple(map(printable, one.contradicts)),
        )
        for one in found.witnesses
    )


def witness_lines(rows: Sequence[WitnessRow]) -> Iterator[str]:
    """The witnesses as lines of text: what each is and states, then what it supports and contradicts.

    >>> print(*witness_lines([WitnessRow("PlyCount tag", 4, "7", (), ("moves: 5 are played",))]), sep="\\n")
    PlyCount tag, line 4  7
                          contradicts moves: 5 are played
    """
    names = [one.name + (f", line {one.line}" if one.line is not None else "") for one in rows]
    width = max(map(len, names), default=0)
    for name, one in zip(names, rows, strict=True):
        text = one.text if len(one.text) <= _SHOWN else one.text[:_SHOWN] + " ..."
        yield f"{name:<{width}}  {text}".rstrip()
        for verb, parts, comma in (("supports", one.supports, ", "), ("contradicts", one.contradicts, "; ")):
            if parts:
                yield f"{'':<{width}}  {verb} {comma.join(parts)}"


def conclusions(found: GameEvidence | Explanation) -> Iterator[str]:
    """What the witnesses prove, and why moves or start are in doubt, a sentence each."""
    for text in found.proofs:
        yield f"proven: {printable(text)}"
    if found.doubt is not None:
        yield f"uncertain: {printable(found.doubt)}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """A game, a record or a file explained, as `explain` shows it; `str` of it is the text that the command prints."""

    path: str
    """The input."""
    game: int
    """From 1 in each input; 0: the file as a whole, behind its games."""
    line: int
    """The line that it begins on, from 1."""
    offset: int
    """The byte that it begins at, from 0."""
    players: tuple[str, ...] = ()
    """White and Black, where the game names both."""
    rules: str | None = None
    """The rules that the game's start needs: standard, chess960, any, or other; of a file those that most of its starts
    need; None: nothing says so."""
    evidence: str | None = None
    """What says so."""
    sure: bool | None = None
    """Whether that is certain."""
    witnesses: tuple[WitnessRow, ...] = ()
    """Each text of the game that supports or contradicts a field."""
    proofs: tuple[str, ...] = ()
    """What the witnesses prove together, a sentence each."""
    doubt: str | None = None
    """Why moves or start may not be what they seem."""
    findings: tuple[Finding, ...] = ()
    """What the audit finds in the game."""
    record: NotedRecord | None = None
    """The record on a line of an .epd or .fen file."""
    starts: RulesOfFile | None = None
    """Of a file as a whole: how many of its starts need which rules."""

    def __str__(self) -> str:
        return explained_text(self)


def explained(path: str, game: Game, found: GameEvidence, placed: Sequence[Placed]) -> Explanation:
    """A game's place, witnesses, conclusions and findings."""
    raw, verdict = game.game, game.verdict
    players = tuple(pair.value for name in ("White", "Black") if (pair := game.pair(name)) is not None)
    return Explanation(
        path, raw.number, raw.line, raw.offset, players if len(players) == 2 else (),
        verdict.rules, verdict.evidence, verdict.sure, witness_rows(game, found), found.proofs, found.doubt,
        tuple(one.finding(path) for one in placed),
    )  # fmt: skip


def explained_text(one: Explanation) -> str:
    """The explanation as lines; that of a game or a record ends with a blank line."""
    if one.starts is not None:
        return _file_text(one.path, one.starts)
    if one.record is not None:
        return f"{quoted(one.path)}:{one.line}: record {one.game}\n{record_text(one.record)}\n"
    out = [f"{quoted(one.path)}:{one.line}: game {one.game}, byte {one.offset}"]
    if one.players:
        out[0] += f": {printable(' - '.join(one.players))}"
    out += [_INDENT + line for line in witness_lines(one.witnesses)]
    out += [_INDENT + line for line in conclusions(one)]
    for each in one.findings:
        fix = f" [{each.fix} fix]" if each.fix else ""
        line = f"{each.line}: {each.code} {each.name} ({each.severity}): {message(each)}{fix}"
        out.append(f"{_INDENT}line {line}")
    if not one.findings:
        out.append(f"{_INDENT}no findings")
    return "\n".join(out) + "\n\n"


def explained_json(one: Explanation) -> bytes:
    """The same as an object of JSON Lines; that of a file has no `game`."""
    if one.starts is not None:
        return to_json({**path_json(one.path), "rules_of_file": one.starts._asdict()}) + b"\n"
    if one.record is not None:
        return to_json(record_json(one.record, one.path, one.line, False)) + b"\n"
    findings = [each._asdict() for each in one.findings]
    for each in findings:
        del each["path"], each["game"]
    return to_json({
        **path_json(one.path), "game": one.game, "line": one.line, "offset": one.offset,
        "rules": one.rules, "evidence": one.evidence, "sure": one.sure,
        "witnesses": [each._asdict() for each in one.witnesses],
        "doubt": one.doubt, "proofs": one.proofs, "findings": findings,
    }) + b"\n"  # fmt: skip


def _file_text(path: str, rules: RulesOfFile) -> str:
    """Which rules the starts of a file need, as a line; "" where they are all of standard chess, or none says."""
    if not rules.chess960 and not rules.doubts:
        return ""
    counts = ((rules.standard, "standard chess"), (rules.chess960, "Chess960"), (rules.doubts, "uncertain"))
    told = [f"{count:,} {name}" for count, name in counts if count]
    habit = _RULES[rules.habit]
    return f"{quoted(path)}: starting positions: {', '.join(told)}; rules of chess in this file: {habit}\n"
