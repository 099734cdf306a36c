"""The games of a block explained, as `pgnfen explain` has it done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.file_notes import FileNotes
from pgnfen.audit.witnesses import evidence_of
from pgnfen.fen.notation import read_noted
from pgnfen.pgn.blocks import CutGame, Piece
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.start_tags import assume_variant
from pgnfen.pgn.tagpairs import decode
from pgnfen.report.explained import Explanation, explained

if TYPE_CHECKING:
    from pgnfen.pgn.block import Block
    from pgnfen.words import Ranges


class ExplainedBlock(NamedTuple):
    """Explanations of a block's games; `notes` of the file in the block, its name, whether the block `opens` it;
    `left`: games that cannot be explained, and why."""

    games: list[Explanation]
    notes: FileNotes
    path: str
    opens: bool
    left: list[tuple[int, str]]


class ExplainTask:
    """Explains the games of a block that are asked for (none: all), in this process. `variant`: of games that state
    none; `position_tags` declare final positions."""

    def __init__(self, games: Ranges, variant: str | None, position_tags: tuple[bytes, ...]) -> None:
        self._games, self._variant = games, variant
        assume_variant(variant)
        self.auditor = Auditor(position_tags=position_tags, searches=True)

    @property
    def gil_free_seconds(self) -> float:
        """See scale.jobs.Task."""
        return self.auditor.gil_free_seconds

    def __call__(self, block: Block, path: str) -> ExplainedBlock:
        notes, found, left = FileNotes(), list[Explanation](), list[tuple[int, str]]()
        if isinstance(block, RecordBlock):
            self.auditor.block(block, notes)
        else:
            self.auditor.note(block, notes)
        for index in range(len(block)):
            number = block.number + index
            if not self._is_asked(number):
                continue
            if isinstance(block, Piece):
                why = "the game is cut off because reading stopped there" if isinstance(block, CutGame) else "too large"
                left.append((number, why))
            else:
                found.append(self._explained(block, index, path))
        return ExplainedBlock(found, notes, path, block.offset == 0, left)

    def _is_asked(self, number: int) -> bool:
        return not self._games or any(begin <= number <= end for begin, end in self._games)

    def _explained(self, block: Block, index: int, path: str) -> Explanation:
        if isinstance(block, RecordBlock):
            noted = read_noted(decode(block.line_bytes(index)), None, self._variant)
            place = block.lines[index], block.offset + block.starts[index]
            return Explanation(path, block.number + index, *place, record=noted)
        game = self.auditor.game_of(block.game(index))
        placed = self.auditor.placed(game)
        return explained(path, game, evidence_of(game), placed)


def with_files(blocks: Iterable[ExplainedBlock]) -> Iterator[ExplainedBlock]:
    """Behind the blocks of each input what it says of its starts, as an explanation of a game 0."""
    notes, path = None, ""
    for one in blocks:
        if one.opens or notes is None:
            if notes is not None:
                yield _of_file(notes, path)
            notes, path = one.notes, one.path
        else:
            notes.join(one.notes)
        yield one
    if notes is not None:
        yield _of_file(notes, path)


def _of_file(notes: FileNotes, path: str) -> ExplainedBlock:
    rules = notes.rules()
    return ExplainedBlock([Explanation(path, 0, 1, 0, rules=rules.habit, starts=rules)], notes, path, False, [])
