"""The repair of a block as `pgnfen fix` has it done: fixes counted and logged where the work is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import Ignores, choose
from pgnfen.audit.file_notes import FileNotes
from pgnfen.audit.finding import Placed, Severity, at_least
from pgnfen.audit.rule import REGISTRY
from pgnfen.columns import Column
from pgnfen.fen.definitions import RULES_DOUBT
from pgnfen.fen.habit import votes
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block, RawGame
from pgnfen.pgn.blocks import new_splitter
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.pgn.tagpairs import decode
from pgnfen.repair.conventions import Conventions
from pgnfen.repair.fixer import Fixer
from pgnfen.repair.naming import NAMES, Naming
from pgnfen.report.audit_task import Noted
from pgnfen.report.formats import cells
from pgnfen.report.values import path_json, to_json

with deferred:
    from pgnfen.fen.notation import read_record

if TYPE_CHECKING:
    from pgnfen.fen.start import Start
    from pgnfen.repair.name_lists import NameList
    from pgnfen.repair.state import Done, FixedBlock


FixStatus = Literal["applied", "refused", "not tried", "no fix"]


@dataclass(frozen=True, slots=True)
class Fix:
    """A fix, or a finding without one, in the order of the JSON keys."""

    path: Annotated[str, Column("word", "the input")]
    game: Annotated[int, Column("u64", "from 1 in each input; 0: the file as a whole")]
    line: Annotated[int, Column("u64", "from 1")]
    offset: Annotated[int, Column("u64", "bytes of the input, before all fixes, from 0")]
    code: Annotated[str | None, Column("word", "of the rule; null for conventions and names")]
    name: Annotated[str, Column("word", "of the rule")]
    severity: Annotated[Severity, Column("word", "error, warning or info")]
    field: Annotated[str | None, Column("word", "the tag, or the field of the FEN")]
    declared: Annotated[str | None, Column("text", "what the game says")]
    expected: Annotated[str | None, Column("text", "what it should say, where that is known")]
    status: Annotated[FixStatus, Column("word", "applied, refused, not tried (the fix is unsafe), or no fix")]
    before: Annotated[str | None, Column("text", "the text that the fix replaces; null where it was not done")]
    after: Annotated[str | None, Column("text", "the text that stands there then; null where it was not done")]
    evidence: Annotated[str, Column("text", "what is wrong")]
    fix: Annotated[Literal["safe", "unsafe"] | None, Column("word", "safe, unsafe, or null: there is none")]
    refused: Annotated[str | None, Column("text", "why it was not done")]


class FixTaskOptions(NamedTuple):
    """What is to be repaired; it travels to where the work is done."""

    codes: frozenset[str]
    unsafe: bool
    conventions: Conventions
    ignores: Ignores | None
    before: bool
    log: bool
    variant: str | None
    position_tags: tuple[bytes, ...]
    severity: Severity
    named: frozenset[str]
    names: NameList | None = None


class FixCounts(NamedTuple):
    """Fixes done and refused by code (fields that could not be written otherwise under ""; names by a list under
    "names"), findings left by severity, names that the list does not have (`KIND,SPELLING`), and of the findings left
    those of whole files, by code."""

    done: Counter[str]
    refused: Counter[str]
    left: Counter[str]
    unknown: Counter[str]
    of_files: Counter[str]

    @classmethod
    def none(cls) -> FixCounts:
        """Nothing counted yet."""
        return cls(Counter(), Counter(), Counter(), Counter(), Counter())


class FixedPart(NamedTuple):
    """A block repaired: its bytes before, where they are wanted, the block after, log lines, counts, path; `noted`:
    what is noted of the file in the block; how many games it has. Behind the last block of a file comes one without a
    block: what is found in the file as a whole."""

    before: bytes
    fixed: FixedBlock | None
    log: bytes
    counts: FixCounts
    path: str
    noted: Noted | None = None
    games: int = 0


class FixTask:
    """Repairs a block."""

    sees_neighbors = True

    def __init__(self, options: FixTaskOptions) -> None:
        self.options = options
        assume_variant(options.variant)
        rules = {rule.code: rule for rule in (*choose(), *choose(options.codes))}
        searches = options.unsafe and any(REGISTRY[code].searches for code in options.codes)
        self.auditor = Auditor(rules.values(), position_tags=options.position_tags, searches=searches)
        self._fixers: dict[frozenset[str], Fixer] = {}
        self._naming = Naming(options.names) if options.names is not None else None
        # Infos about a file describe its habits; nothing is to be repaired in it.
        self._file_rules = tuple(rule for rule in self.auditor.file_rules if rule.severity != "info")

    def __reduce__(self) -> tuple[type[FixTask], tuple[FixTaskOptions]]:
        return FixTask, (self.options,)

    @property
    def gil_free_seconds(self) -> float:
        return self.auditor.gil_free_seconds

    def __call__(self, block: Block, path: str) -> FixedPart:
        codes = self._codes(path)
        fixer = self._fixers.get(codes)
        if fixer is None:
            options = self.options
            fixer = Fixer(self.auditor, codes, options.unsafe, options.conventions, options.severity, options.named)
            self._fixers[codes] = fixer
        fixed = fixer.block(block)
        unknown = self._naming.rename(block, fixed) if self._naming is not None else Counter[str]()
        left = [one for one in fixed.left if one.remark.code in codes]
        log = log_lines(fixed.done, self._untried(fixed.done, left), path) if self.options.log else b""
        counts = FixCounts.none()._replace(unknown=unknown)
        for one in fixed.done:
            remark = one.placed.remark
            key = NAMES if remark.name == NAMES else remark.code
            (counts.done if one.refused is None else counts.refused)[key] += 1
        counts.left.update(one.remark.severity for one in left)
        noted = self._noted(block, fixed, codes)
        fixed.done, fixed.left = [], []
        before = block.data[: block.end] if self.options.before else b""
        return FixedPart(before, fixed, log, counts, path, noted, len(block))

    def _untried(self, done: Iterable[Done], left: Iterable[Placed]) -> list[Placed]:
        """Findings that are left though no fix was refused: there is none, or it was not to be tried."""
        known = {(one.placed.game, one.placed.offset, one.placed.remark) for one in done if one.refused is not None}
        return [one for one in left if self._shows(one) and (one.game, one.offset, one.remark) not in known]

    def _shows(self, one: Placed) -> bool:
        """Whether a finding is of a severity, or of a rule, that is to be repaired."""
        return one.remark.severity in at_least(self.options.severity) or one.remark.code in self.options.named

    # --- files as a whole

    def _noted(self, block: Block, fixed: FixedBlock, codes: frozenset[str]) -> Noted | None:
        """What is noted of the file, as it came: a repair of one game is no evidence about another. Starts that the
        repair of their own game has settled are not open any more."""
        if not any(rule.code in codes for rule in self._file_rules):
            return None
        notes = FileNotes(wants_text="N105" in codes)
        if isinstance(block, RecordBlock):
            self.auditor.block(block, notes)
        else:
            self.auditor.note(block, notes)
        if notes.open_starts and fixed.changed:
            settled = self._settled(fixed)
            notes.open_starts = [one for one in notes.open_starts if one[0].game not in settled]
        return Noted(notes, block.offset == 0)

    def _settled(self, fixed: FixedBlock) -> set[int]:
        """The games of which a repair says by which rules their starts are read. A convention that is asked for says
        nothing: it writes a right as it was read."""
        if self.options.conventions.castling is not None:
            done = (one.placed for one in fixed.done if one.refused is None)
            return {one.game for one in done if one.remark.code[:1] == "C" or one.remark.field == "Variant"}
        return {game.number for game, new in fixed.changed if votes(_start_of(game, new))[0] != RULES_DOUBT}

    def of_file(self, notes: FileNotes, path: str) -> FixedPart:
        """What is found in a file as a whole, all of which is noted; fix repairs none of it."""
        codes = self._codes(path)
        rules = [rule for rule in self._file_rules if rule.code in codes]
        found = [one for one in self.auditor.of_file(notes, rules) if self._shows(one)]
        counts = FixCounts.none()
        counts.left.update(one.remark.severity for one in found)
        counts.of_files.update(one.remark.code for one in found)
        return FixedPart(b"", None, log_lines((), found, path) if self.options.log else b"", counts, path)

    def _codes(self, path: str) -> frozenset[str]:
        """What is repaired in a file: what is not ignored there."""
        ignored = [code for _, code in self.options.ignores.of(path)] if self.options.ignores is not None else []
        return frozenset(code for code in self.options.codes if not any(map(code.startswith, ignored)))


def with_files(parts: Iterable[FixedPart], task: FixTask) -> Iterator[FixedPart]:
    """Behind the blocks of each input what is found in it as a whole."""
    notes, path = None, ""
    for part in parts:
        noted = part.noted
        if noted is not None and noted.opens:
            if notes is not None:
                yield task.of_file(notes, path)
            notes, path = noted.notes, part.path
        elif noted is not None and notes is not None:
            notes.join(noted.notes)
        yield part
    if notes is not None:
        yield task.of_file(notes, path)


def _start_of(game: RawGame, new: bytes) -> Start:
    """The start of a repaired game or record."""
    if b"[" not in new:
        return read_record(decode(new))[0]
    return new_splitter().whole(game._replace(raw=new)).start(0)


def log_lines(done: Iterable[Done], untried: Iterable[Placed], path: str) -> bytes:
    """A line for each fix, and for each finding that no fix was tried of. Keys: path, game, line (both from 1), offset
    (bytes of the input, before all fixes), code, name, severity, field, declared and expected (of the finding), status
    ("applied", "refused", "not tried", "no fix"), before, after (texts; null where nothing was done), evidence (the
    finding), fix ("safe", "unsafe", null), refused (why it was not done, else null)."""
    entries = [(one.placed, one.offset, _entry(one.placed, one.offset, path, one)) for one in done]
    entries += [(one, one.offset, _entry(one, one.offset, path)) for one in untried]
    entries.sort(key=lambda entry: (entry[0].game, entry[1], entry[0].remark.code))
    return b"".join([to_json(entry) + b"\n" for *_, entry in entries])


def _entry(placed: Placed, offset: int, path: str, done: Done | None = None) -> dict[str, object]:
    remark, reason = placed.remark, done.refused if done is not None else None
    applied = done is not None and reason is None
    untried = "no fix" if remark.fix is None else "not tried"
    return {
        **path_json(path),
        "game": placed.game,
        "line": placed.line,
        "offset": offset,
        "code": remark.code or None,
        "name": remark.name,
        "severity": remark.severity,
        "field": remark.field,
        "declared": remark.declared,
        "expected": remark.expected,
        "status": "applied" if applied else "refused" if reason is not None else untried,
        "before": decode(done.before) if done is not None and applied else None,
        "after": decode(done.after) if done is not None and applied else None,
        "evidence": remark.message,
        "fix": remark.fix,
        "refused": reason,
    }


def names_as_csv(counts: Mapping[str, int]) -> bytes:
    """Names that a list does not have as CSV, the most frequent first; the column of names is left to be filled in."""
    rows = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    lines = [cells(("spelling", "name", "fide_id", "kind", "games"))]
    for entry, count in rows:
        kind, _, spelling = entry.partition(",")
        lines.append(cells((spelling, None, None, kind, count)))
    return b"".join(line + b"\n" for line in lines)
