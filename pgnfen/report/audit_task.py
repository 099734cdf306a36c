"""The audit of a block as `pgnfen audit` has it done: findings counted and written, where the work is done; and which
of them are reported: not those that files may hold, nor those that a baseline knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from pgnfen.audit.auditor import FOREIGN, Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.finding import Placed, Remark, Severity, at_least
from pgnfen.facts.kinds import POSITION_TAGS
from pgnfen.lazy import deferred
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.report.findings import FindingsReport, Folded, FoldingReport, by_severity
from pgnfen.report.terminal_text import quoted
from pgnfen.words import counted

with deferred:
    from pgnfen.report.baseline import game_hash
    from pgnfen.report.evidence import of_file, shown

if TYPE_CHECKING:
    from pgnfen.audit.catalog import Ignores
    from pgnfen.audit.file_notes import FileNotes
    from pgnfen.pgn.block import Block
    from pgnfen.report.baseline import Baseline
    from pgnfen.report.evidence import Shown
    from pgnfen.report.formats import Format


Counts = Counter[tuple[str, str]]
Fixes = Counter[tuple[str, str, str]]
"""How many findings have a fix, by code, severity and fix (safe, unsafe)."""


class AuditTaskOptions(NamedTuple):
    """What is looked for: rules by code, the least severity shown and the codes that are shown whatever theirs,
    whether what is not shown is counted, the form of the output; `chosen`: findings are chosen before they are
    written; `shows` (report.outcome.Needs): and what they are looked at with; `hashed`: and the hashes of their games;
    `variant`: of what states none; `position_tags` declare final positions;
    `candidates`: what may be meant by a move that cannot be played is looked for."""

    codes: tuple[str, ...]
    severity: Severity
    named: frozenset[str]
    counted: bool
    format: Format
    each: bool
    chosen: bool = False
    shows: Literal["place", "fingerprint", "evidence"] | None = None
    variant: str | None = None
    position_tags: tuple[bytes, ...] = POSITION_TAGS
    candidates: bool = False
    hashed: bool = True


class Noted(NamedTuple):
    """What is noted of a file in a block, for rules of files; `opens`: the block is its first."""

    notes: FileNotes
    opens: bool


class AuditedBlock(NamedTuple):
    """The findings of a block as lines, or as Folds wants them; how many by code and severity, in how many games;
    how many by severity are not shown; `noted`: what is noted of the file in the block; `fixes`: how many have a fix.
    """

    lines: bytes | Folded
    counts: Counts
    games: int
    hidden: Counter[str]
    path: str
    noted: Noted | None = None
    fixes: Fixes = Counter()  # noqa: RUF012


class FoundInBlock(NamedTuple):
    """The findings of a block that are to be chosen from, with the hashes of their games (AuditTaskOptions.hashed);
    `number`: its first game; `shown`: with their evidence, where that is asked for; `hidden`: how many are not shown,
    by code and severity."""

    findings: list[Placed]
    hashes: list[str]
    number: int
    hidden: Counts
    path: str
    shown: list[Shown] | None = None
    noted: Noted | None = None


class AuditTask:
    """Audits a block; the auditor is made where the work is done, for rules do not travel between processes."""

    def __init__(self, options: AuditTaskOptions) -> None:
        assume_variant(options.variant)
        self.options = options
        every = options.counted or options.named
        self.shown = frozenset(at_least(options.severity))
        rules = choose(options.codes) if options.codes else ()
        least = "info" if every else options.severity
        self.auditor = Auditor(rules, least, position_tags=options.position_tags, searches=options.candidates)
        self.folding = FoldingReport() if options.format == "text" and not options.each else None
        self.report = FindingsReport(options.format)
        self._hides_infos = "info" not in self.shown and FOREIGN not in options.named

    def __reduce__(self) -> tuple[type[AuditTask], tuple[AuditTaskOptions]]:
        return AuditTask, (self.options,)

    @property
    def sees_neighbors(self) -> bool:
        """Whether it shows lines, of which the game before may have a part."""
        return self.options.shows is not None

    @property
    def gil_free_seconds(self) -> float:
        """See scale.jobs.Task."""
        return self.auditor.gil_free_seconds

    def __call__(self, block: Block, path: str) -> AuditedBlock | FoundInBlock:
        """The findings of a block, written unless they are to be chosen from."""
        notes = self.auditor.notes()
        noted = Noted(notes, block.offset == 0) if notes is not None else None
        if self.options.shows:
            return self._with_evidence(block, path, notes, noted)
        foreign: Counter[str] = Counter()
        found = self.auditor.block(block, notes, foreign if self._hides_infos else None)
        hidden: Counts = Counter({(FOREIGN, severity): count for severity, count in foreign.items()})
        counts = Counter([one.remark for one in found])
        for remark in [remark for remark in counts if not self._shows(remark)]:
            hidden[remark.code, remark.severity] += counts.pop(remark)
        if hidden:
            found = [one for one in found if self._shows(one.remark)]
        if self.options.chosen:
            return FoundInBlock(found, self._hashes(block, found), block.number, hidden, path, None, noted)
        return self.written(found, block.number, by_severity(hidden), path, noted, counts)

    def of_file(self, notes: FileNotes, path: str) -> AuditedBlock | FoundInBlock:
        """The findings of a file as a whole, all of which is noted."""
        every = self.auditor.of_file(notes)
        found = [one for one in every if self._shows(one.remark)]
        hidden = Counts((one.remark.code, str(one.remark.severity)) for one in every if not self._shows(one.remark))
        if not self.options.chosen:
            return self.written(found, 0, by_severity(hidden), path)
        wanted = None
        if self.options.shows:
            wanted = [of_file(one) for one in found]
        return FoundInBlock(found, [""] * len(found), 0, hidden, path, wanted)

    def _with_evidence(
        self, block: Block, path: str, notes: FileNotes | None, noted: Noted | None
    ) -> FoundInBlock:
        wanted, hidden = [], Counts()
        for placed, one in shown(self.auditor, block, self._shows, self.options.shows == "evidence", notes):
            if one is not None:
                wanted.append(one)
            else:
                hidden[placed.remark.code, placed.remark.severity] += 1
        found = [one.placed for one in wanted]
        return FoundInBlock(found, self._hashes(block, found), block.number, hidden, path, wanted, noted)

    def written(
        self,
        found: Sequence[Placed],
        number: int,
        hidden: Counter[str],
        path: str,
        noted: Noted | None = None,
        said: Mapping[Remark, int] | None = None,
    ) -> AuditedBlock:
        """The findings of the block whose first game has this number (0: of the file); `said`: how often each remark
        is among them, where it is known."""
        counts: Counts = Counter()
        fixes: Fixes = Counter()
        for remark, count in (said or Counter([one.remark for one in found])).items():
            counts[remark.code, remark.severity] += count
            if remark.fix:
                fixes[remark.code, remark.severity, remark.fix] += count
        if self.folding is not None:
            lines: bytes | Folded = self.folding.lines(found, path, number)
        else:
            lines = self.report.lines(found, path)
        games = len({one.game for one in found}) if number else 0
        return AuditedBlock(lines, counts, games, hidden, path, noted, fixes)

    def _hashes(self, block: Block, found: Sequence[Placed]) -> list[str]:
        return hashes_of(block, found) if self.options.hashed else [""] * len(found)

    def _shows(self, remark: Remark) -> bool:
        """Whether a finding is shown."""
        return remark.severity in self.shown or remark.code in self.options.named


def hashes_of(block: Block, found: Sequence[Placed]) -> list[str]:
    """The hash of each finding's game."""
    hashes = {game: game_hash(block, game - block.number) for game in {one.game for one in found}}
    return [hashes[one.game] for one in found]


def with_files(
    results: Iterable[AuditedBlock | FoundInBlock], task: AuditTask
) -> Iterator[AuditedBlock | FoundInBlock]:
    """Behind the results of each input's blocks what is found in it as a whole."""
    notes, path = None, ""
    for result in results:
        noted = result.noted
        if noted is not None and noted.opens:
            if notes is not None:
                yield task.of_file(notes, path)
            notes, path = noted.notes, result.path
        elif noted is not None and notes is not None:
            notes.join(noted.notes)
        yield result
    if notes is not None:
        yield task.of_file(notes, path)


class Chooser:
    """Leaves out what files may hold (per-file-ignores) and what a baseline knows, and counts both; `asked`: the codes
    of the rules that are asked."""

    def __init__(self, ignores: Ignores | None, baseline: Baseline | None, asked: Collection[str] = ()) -> None:
        self.ignores, self.baseline, self._asked = ignores, baseline, asked
        self.known = self.ignored = 0

    @property
    def chooses(self) -> bool:
        """Whether anything can be left out."""
        return self.ignores is not None or self.baseline is not None

    def choose(self, found: FoundInBlock) -> list[int]:
        """Which of the findings of a block are left (0-based); what is hidden and ignored is no longer hidden."""
        fitting = self.ignores.of(found.path) if self.ignores is not None else []
        for key in list(found.hidden) if fitting else ():
            if self.ignores is not None and self.ignores.silences(fitting, key[0]):
                self.ignored += found.hidden.pop(key)
        left = []
        if self.baseline is not None:
            self.baseline.read(found.path, tuple(code for _, code in fitting))
        for number, (one, digest) in enumerate(zip(found.findings, found.hashes, strict=True)):
            remark = one.remark
            if self.ignores is not None and fitting and self.ignores.silences(fitting, remark.code):
                self.ignored += 1
            elif self.baseline is None or self.baseline.is_new(found.path, digest, remark):
                left.append(number)
            else:
                self.known += 1
        return left

    def summary(self, new: int, whole: bool, pruned: bool = False) -> Iterator[str]:
        """What was left out, and what is left out for nothing; what is gone only where the inputs were read `whole`;
        `pruned`: it has been taken out of the baseline."""
        if self.baseline is not None:
            yield f"{self.known:,} in the baseline, {new:,} new ({quoted(self.baseline.file)})"
            gone = self.baseline.gone().total() if whole else 0
            if gone:
                one, files = gone == 1, len(self.baseline.gone_files())
                what = f"{counted(gone, 'known finding')} no longer occur{'s' if one else ''}"
                where = f" ({counted(files, 'file')} no longer exist{'s' if files == 1 else ''})" if files else ""
                pruning = f"--prune-baseline removes {'it' if one else 'them'}"
                pruning = "removed from the baseline" if pruned else pruning
                yield f"{what}{where}; {pruning}"
        if self.ignored:
            yield f"{self.ignored:,} ignored (per-file-ignores)"
        for pattern, code in self.ignores.useless(self._asked) if self.ignores is not None else ():
            yield f"per-file-ignores: {code} in {pattern} ignores no finding; remove it"
