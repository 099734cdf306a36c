"""A game explained: each witness with what it supports and contradicts, what they prove, and the findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.finding import Placed
from pgnfen.pgn.block import Lines
from pgnfen.report.terminal_text import message, printable, quoted
from pgnfen.report.values import path_json, to_json

if TYPE_CHECKING:
    from pgnfen.audit.file_notes import RulesOfFile
    from pgnfen.audit.game import Game
    from pgnfen.audit.witnesses import GameEvidence

_INDENT = "    "
_SHOWN = 120  # characters of a text
_RULES = {"standard": "standard chess", "chess960": "Chess960", None: "unclear"}


class WitnessRow(NamedTuple):
    """A witness as it is shown; `line` counts from 1 in the input."""

    name: str
    line: int | None
    text: str
    supports: tuple[str, ...]
    contradicts: tuple[str, ...]


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


def conclusions(found: GameEvidence) -> Iterator[str]:
    """What the witnesses prove, and why moves or start are in doubt, a sentence each."""
    for text in found.proofs:
        yield f"proven: {printable(text)}"
    if found.doubt is not None:
        yield f"uncertain: {printable(found.doubt)}"


def explained_text(path: str, game: Game, found: GameEvidence, placed: Sequence[Placed]) -> str:
    """A game's place, witnesses, conclusions and findings, as lines; ends with a blank line."""
    raw = game.game
    players = [pair.value for name in ("White", "Black") if (pair := game.pair(name)) is not None]
    out = [f"{quoted(path)}:{raw.line}: game {raw.number}, byte {raw.offset}"]
    if len(players) == 2:
        out[0] += f": {printable(' - '.join(players))}"
    out += [_INDENT + line for line in witness_lines(witness_rows(game, found))]
    out += [_INDENT + line for line in conclusions(found)]
    for one in placed:
        fix = f" [{one.remark.fix} fix]" if one.remark.fix else ""
        line = f"{one.line}: {one.remark.code} {one.remark.name} ({one.remark.severity}): {message(one.remark)}{fix}"
        out.append(f"{_INDENT}line {line}")
    if not placed:
        out.append(f"{_INDENT}no findings")
    return "\n".join(out) + "\n\n"


def explained_json(path: str, game: Game, found: GameEvidence, placed: Sequence[Placed]) -> bytes:
    """The same as an object of JSON Lines."""
    raw = game.game
    return to_json({
        **path_json(path), "game": raw.number, "line": raw.line, "offset": raw.offset,
        "rules": game.verdict.rules, "evidence": game.verdict.evidence, "sure": game.verdict.sure,
        "witnesses": [one._asdict() for one in witness_rows(game, found)],
        "doubt": found.doubt, "proofs": found.proofs,
        "findings": [
            {"line": one.line, "offset": one.offset, **one.remark._asdict()} for one in placed
        ],
    }) + b"\n"  # fmt: skip


def file_text(path: str, rules: RulesOfFile) -> str:
    """Which rules the starts of a file need, as a line; "" where they are all of standard chess, or none says."""
    if not rules.chess960 and not rules.doubts:
        return ""
    counts = ((rules.standard, "standard chess"), (rules.chess960, "Chess960"), (rules.doubts, "uncertain"))
    told = [f"{count:,} {name}" for count, name in counts if count]
    return f"{quoted(path)}: starting positions: {', '.join(told)}; rules of the file: {_RULES[rules.habit]}\n"


def file_json(path: str, rules: RulesOfFile) -> bytes:
    """The same as an object of JSON Lines, without `game`."""
    return to_json({**path_json(path), "rules_of_file": rules._asdict()}) + b"\n"
