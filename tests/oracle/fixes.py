"""Safe fixes applied to bytes, by what findings say and nothing else: code, field, declared, expected and offset.

For tests: it shows that what a finding says is enough to repair the game, that the safe fixes of a game do not
contradict each other, and what is found when all of them are done.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pgnfen
from pgnfen.audit.finding import Finding
from pgnfen.pgn.block import RawGame

FEN_FIELDS = (
    "piece placement", "active color", "castling availability", "en passant target square", "halfmove clock",
    "fullmove number",
)  # fmt: skip
DEFAULTS = ("", "w", "-", "-", "0", "1")
_PAIR = re.compile(
    rb'(?:^|(?<=\]))[ \t]*\[[ \t]*([A-Za-z0-9_]+)[ \t]*"((?:\\.|[^"\\])*)"[ \t]*\][ \t]*(?:\r?\n|\Z)?', re.M | re.S
)
_COMMENT = re.compile(rb"\{[^}]*\}|;[^\r\n]*|^%[^\r\n]*", re.M)
_CHECKS = re.compile(r"[0-3]\+[0-3]|\+[0-3]\+[0-3]")


PROVEN = frozenset({"P106", "K105", "K106"})
"""What is proved of a start that is not from a game, or has a fault; where it has others, once these are gone."""


class Edit(NamedTuple):
    """Bytes `start` to `end` of a game become `new`; `code` is the rule that asks for it."""

    start: int
    end: int
    new: bytes
    code: str


class Pair(NamedTuple):
    """A tag pair with its line, and its value between the quotes; bytes of a game."""

    name: str
    start: int
    end: int
    value_start: int
    value: bytes


@dataclass(frozen=True, slots=True)
class Fixed:
    """`data` after all safe fixes; `applied` their findings, `contradictions` what two of them disagree on (then the
    first is done), `findings` what is found afterwards."""

    data: bytes
    applied: tuple[Finding, ...]
    contradictions: tuple[str, ...]
    findings: tuple[Finding, ...]


Audit = Callable[[bytes], Iterable[Finding]]


def audit(data: bytes) -> list[Finding]:
    """All findings, infos too."""
    return list(pgnfen.audit(data, severity="info"))


def apply_safe(data: bytes, audit: Audit = audit, rounds: int = 60) -> Fixed:
    """All safe fixes of all games, again and again until there are none: of wrong move numbers the first is named."""
    applied: list[Finding] = []
    contradictions: list[str] = []
    for _ in range(rounds):
        findings = tuple(audit(data))
        safe = [found for found in findings if found.fix == "safe"]
        if not safe:
            return Fixed(data, tuple(applied), tuple(contradictions), findings)
        changed, clashes = apply(data, safe)
        applied += safe
        contradictions += clashes
        if changed == data:
            contradictions.append(f"no change by {', '.join(found.code for found in safe)}")
            return Fixed(data, tuple(applied), tuple(contradictions), findings)
        data = changed
    return Fixed(data, tuple(applied), (*contradictions, f"no end after {rounds} rounds"), findings)


def apply(data: bytes, findings: Iterable[Finding]) -> tuple[bytes, list[str]]:
    """The input after the edits that these findings ask for, and what two of them disagree on."""
    by_game: dict[int, list[Finding]] = {}
    for found in findings:
        by_game.setdefault(found.game, []).append(found)
    parts, clashes = [], []
    for game in pgnfen.read(data):
        edits = [edit for found in by_game.get(game.number, ()) for edit in edits_of(game, found)]
        kept, wrong = settle(edits)
        clashes += wrong
        raw = game.raw
        for edit in sorted(kept, key=lambda edit: (edit.start, edit.end), reverse=True):
            raw = raw[: edit.start] + edit.new + raw[edit.end :]
        parts.append(raw)
    return b"".join(parts), clashes


def settle(edits: list[Edit]) -> tuple[list[Edit], list[str]]:
    """The edits that can be done together, and what the others contradict. Equal edits are one; two insertions at one
    place contradict only if they insert the same tag; of two fields missing from a FEN, the second comes later; what is
    to go needs no other edit."""
    kept: list[Edit] = []
    clashes = []
    gone = [edit for edit in edits if not edit.new and edit.start < edit.end]
    for edit in edits:
        if any(out.start <= edit.start < edit.end <= out.end and out[:3] != edit[:3] for out in gone):
            continue
        against = None
        for other in kept:
            if (edit.start, edit.end, edit.new) == (other.start, other.end, other.new):
                break
            if edit.start == edit.end == other.start == other.end and edit.new[:1] == other.new[:1] == b" ":
                break
            if _clash(edit, other):
                against = other
                break
        else:
            kept.append(edit)
        if against is not None:
            clashes.append(f"{against.code} asks for {against.new!r}, {edit.code} for {edit.new!r}")
    return kept, clashes


def _clash(one: Edit, other: Edit) -> bool:
    if one.start == one.end and other.start == other.end:
        return one.start == other.start and one.new.split(b" ")[0] == other.new.split(b" ")[0]
    return one.start < other.end and other.start < one.end


def edits_of(game: RawGame, found: Finding) -> list[Edit]:
    """The edits of one finding in its game; raises ValueError where what it says is not enough."""
    at = found.offset - game.offset
    edits = list(_edits(game.raw, at, found))
    if not edits:
        raise ValueError(f"nobody can tell from it what to do: {found}")
    return [Edit(*edit, found.code) for edit in edits]


_Change = tuple[int, int, bytes]


def _edits(raw: bytes, at: int, found: Finding) -> Iterator[_Change]:
    declared, expected = found.declared, found.expected
    all_pairs = pairs(raw)
    own = next((pair for pair in all_pairs if pair.start <= at < pair.end), None)
    if found.code in _WHOLE_TAGS:
        yield from _WHOLE_TAGS[found.code](raw, all_pairs, own, found)
    elif found.code in _DECLARED:
        if not raw.startswith((declared or "").encode(), at):
            raise ValueError(f"{declared!r} does not stand where the finding says: {found}")
        yield at, at + len((declared or "").encode()), (expected or "").encode()
    elif found.field == "record" or found.field in FEN_FIELDS:
        fen = own if own is not None and own.name.lower() == "fen" else _counting(all_pairs, "FEN")
        if fen is not None and expected is not None:
            yield from _fen_edits(raw, fen, at, found)
    elif expected is not None and declared is not None and found.field == "termination marker":
        end = raw.rstrip()
        if not end.endswith(declared.encode()):
            raise ValueError(f"the game does not end with {declared!r}: {found}")
        yield len(end) - len(declared), len(end), expected.encode()
    elif expected is not None and declared is not None and _is_here(found):
        text = declared.encode("utf-8", "surrogateescape")
        if not raw.startswith(text, at):
            raise ValueError(f"{declared!r} does not stand where the finding says: {found}")
        yield at, at + len(text), expected.encode()
    elif expected is not None and found.field == "movetext":
        yield at, at, _before(raw, all_pairs, at) + expected.encode() + _after(raw, at)
    elif expected is not None and declared is None:
        before = own if own is not None else Pair("", at, at, at, b"")
        yield before.start, before.start, f'[{found.field} "{expected}"]'.encode() + _line_end(raw)
    elif expected is not None and own is not None and own.name.lower() == (found.field or "").lower():
        written = expected.replace("\\", "\\\\").replace('"', '\\"')
        yield own.value_start, own.value_start + len(own.value), written.encode()


def _is_here(found: Finding) -> bool:
    """Whether what is declared stands at the place of the finding."""
    return found.field in ("movetext", "move number") or found.code == "G104"


def _fen_edits(raw: bytes, fen: Pair, at: int, found: Finding) -> Iterator[_Change]:
    declared, expected = found.declared or "", (found.expected or "").encode()
    if found.field == "record":
        if fen.value.split() == expected.split():
            yield from _blanks(fen, expected)
        else:  # a field in another place: what is the same before and behind stays
            old = fen.value
            head = _alike(old, expected)
            tail = _alike(old[head:][::-1], expected[head:][::-1])
            yield fen.value_start + head, fen.value_start + len(old) - tail, expected[head : len(expected) - tail]
        return
    inside = fen.value_start <= at < fen.value_start + len(fen.value)
    if inside and declared and found.field != FEN_FIELDS[2] and raw.startswith(declared.encode(), at):
        yield at, at + len(declared.encode()), expected
        return
    fields = _fields(fen)
    index = FEN_FIELDS.index(found.field or "")
    if index < len(fields):
        yield *fields[index], expected
    else:  # fields are missing before it
        missing = [DEFAULTS[i].encode() for i in range(len(fields), index)]
        end = fen.value_start + len(fen.value.rstrip())
        yield end, end, b"".join(b" " + part for part in [*missing, expected])


def _alike(one: bytes, other: bytes) -> int:
    """How many bytes at the beginning are the same."""
    pairs = zip(one, other, strict=False)
    return next((at for at, pair in enumerate(pairs) if pair[0] != pair[1]), min(len(one), len(other)))


def _blanks(fen: Pair, expected: bytes) -> Iterator[_Change]:
    """What stands between and around the fields, made single spaces; the fields are those of `expected`."""
    place = 0
    words = expected.split(b" ")
    for number, word in enumerate(words):
        start = fen.value.index(word, place)
        wanted = b" " if number else b""
        if fen.value[place:start] != wanted:
            yield fen.value_start + place, fen.value_start + start, wanted
        place = start + len(word)
    if place < len(fen.value):
        yield fen.value_start + place, fen.value_start + len(fen.value), b""


def _fields(fen: Pair) -> list[tuple[int, int]]:
    """First and last byte of the fields of a FEN, check counters aside; glued ones are parted."""
    text = fen.value.decode("latin-1")
    separator = "_" if len(text.split()) == 1 else r"\s"
    found = [match.span() for match in re.finditer(f"[^{separator}]+", text)]
    found = [span for span in found if not _CHECKS.fullmatch(text[slice(*span)])]
    if len(found) == 5 and (glued := re.fullmatch(r"(-|[a-h][36])\d+", text[slice(*found[3])])):
        start, end = found[3]
        found[3:4] = [(start, start + len(glued[1])), (start + len(glued[1]), end)]
    return [(fen.value_start + start, fen.value_start + end) for start, end in found]


def pairs(raw: bytes) -> list[Pair]:
    """The tag pairs that begin a line, or follow another on it."""
    return [
        Pair(match[1].decode(), match.start(), match.end(), match.start(2), match[2]) for match in _PAIR.finditer(raw)
    ]


def _counting(all_pairs: list[Pair], name: str) -> Pair | None:
    return next((pair for pair in all_pairs if pair.name.lower() == name.lower()), None)


def _line_end(raw: bytes) -> bytes:
    return b"\r\n" if b"\r\n" in raw else b"\n"


def _before(raw: bytes, all_pairs: list[Pair], at: int) -> bytes:
    """What separates an inserted marker from what stands before it, which may be a comment to the end of the line."""
    comments = list(_COMMENT.finditer(raw, all_pairs[-1].end if all_pairs else 0, at))
    if comments and comments[-1].end() == at and comments[-1][0][:1] in (b";", b"%"):
        return _line_end(raw)
    return b" " if raw[max(0, at - 1) : at].strip() else b""


def _after(raw: bytes, at: int) -> bytes:
    """What parts an inserted marker from what follows it."""
    return b"" if not raw[at : at + 1].strip() else b" "


_Whole = Callable[[bytes, list[Pair], "Pair | None", Finding], Iterator[_Change]]


def _redundant_fen(raw: bytes, all_pairs: list[Pair], own: Pair | None, found: Finding) -> Iterator[_Change]:
    for pair in all_pairs:
        if pair.name.lower() in ("fen", "setup"):
            yield pair.start, pair.end, b""


def _duplicate(raw: bytes, all_pairs: list[Pair], own: Pair | None, found: Finding) -> Iterator[_Change]:
    if own is not None and own.name.lower() == (found.field or "").lower():
        yield own.start, own.end, b""


def _name_case(raw: bytes, all_pairs: list[Pair], own: Pair | None, found: Finding) -> Iterator[_Change]:
    if own is not None and own.name == found.declared and found.expected:
        start = raw.index(own.name.encode(), own.start)
        yield start, start + len(own.name), found.expected.encode()


def _variant_first(raw: bytes, all_pairs: list[Pair], own: Pair | None, found: Finding) -> Iterator[_Change]:
    fen = _counting(all_pairs, "FEN")
    if own is not None and fen is not None:
        yield fen.start, fen.start, raw[own.start : own.end]
        yield own.start, own.end, b""


def _piece_letters(raw: bytes, all_pairs: list[Pair], own: Pair | None, found: Finding) -> Iterator[_Change]:
    """Each man's letter, the longer ones first, that stands before a square or behind a promotion; comments aside."""
    meant = dict(zip((found.declared or "").split(), (found.expected or "").split(), strict=True))
    letters = "|".join(sorted(meant, key=len, reverse=True)).encode()
    move = rb"(?<![^\s.(){}!?*\]])(%s)(?=[a-h]?[1-8]?[x:-]?[a-h][1-8])|(?<=[18])[=/(]*(%s)(?![a-z])"
    pattern = re.compile(rb"\{[^}]*\}?|;[^\r\n]*|" + move % (letters, letters))
    for match in pattern.finditer(raw, all_pairs[-1].end if all_pairs else 0):
        if match.lastindex:
            yield *match.span(match.lastindex), meant[match[match.lastindex].decode()].encode()


_DECLARED = ("D101", "D102", "D103", "D104", "D105", "D106")  # FENs on the way: what is wrong stands at the place
_WHOLE_TAGS: dict[str, _Whole] = {
    "S105": _redundant_fen, "S106": _duplicate, "S107": _name_case, "S205": _variant_first, "R106": _piece_letters,
}  # fmt: skip


def left_over(before: Iterable[Finding], fixed: Fixed) -> list[str]:
    """What a repair must not leave: findings whose fix was safe, and findings that were not there before."""
    done = Counter((found.game, found.code, found.field) for found in fixed.applied)
    known = Counter((found.game, found.code, found.field) for found in before)
    wrong = []
    for found in fixed.findings:
        key = found.game, found.code, found.field
        if found.fix == "safe":
            wrong.append(f"still there: {found.code} {found.message}")
        elif not known[key] and not done[key] and found.code[0] != "N" and found.code not in PROVEN:  # told by no fault
            wrong.append(f"new: {found.code} {found.message}")
    return wrong
