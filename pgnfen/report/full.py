"""Findings in full, for reading: the line, the board with the squares at fault, the repair, and what the rule says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from pgnfen.audit.finding import Severity
from pgnfen.audit.rule import REGISTRY
from pgnfen.fen.boards import FIGURINES
from pgnfen.report.evidence import Drawn, Evidence, Shown
from pgnfen.report.explained import witness_lines
from pgnfen.report.grouped import marked
from pgnfen.report.outcome import Needs, Outcome
from pgnfen.report.terminal_text import Colors, message, quoted
from pgnfen.report.values import utf8

_INDENT = "    "


class FullText:
    """See Document. A rule is explained where it first finds something."""

    needs: Needs = "evidence"

    def __init__(self, color: bool = False) -> None:
        self._colors = Colors(color)
        self._explained: set[str] = set()
        self._game: tuple[str, int] | None = None  # whose witnesses are shown
        self.notes: list[str] = []

    def put(self, path: str, found: Sequence[Shown], hashes: Sequence[str]) -> bytes:
        """See Document."""
        return utf8("".join(line + "\n" for one in found for line in self._lines(path, one)))

    def end(self, outcome: Outcome) -> bytes:
        """See Document."""
        return b""

    def _lines(self, path: str, one: Shown) -> Iterator[str]:
        remark, game, line, offset = one.placed
        colors, evidence = self._colors, one.evidence
        ply = f", ply {remark.ply}" if remark.ply is not None else ""
        yield f"{colors.path(quoted(path))}:{line}: game {game}{ply}, byte {offset}"
        yield f"{colors.code(remark.code)} {remark.name} {colors.severity(remark.severity, remark.severity)}"
        yield message(remark)
        if shown := marked(one.excerpt, remark.severity, colors, _INDENT):
            yield "\n" + shown.removesuffix("\n")
        if evidence is not None:
            yield from self._boards(evidence.boards, remark.severity)
            yield from self._witnesses(evidence, path, game)
        repair = evidence.repair if evidence is not None else None
        if remark.fix:
            yield f"\n{_INDENT}{remark.fix} fix{':' if repair else ''}"
        if repair:
            yield from (f"{_INDENT}{colors.gone(f'- {text}')}" for text in repair[0])
            yield from (f"{_INDENT}{colors.come(f'+ {text}')}" for text in repair[1])
        if remark.code not in self._explained:
            self._explained.add(remark.code)
            yield ""
            yield from (f"{_INDENT}{colors.soft(text)}" for text in REGISTRY[remark.code].documentation.splitlines())
        yield ""

    def _witnesses(self, evidence: Evidence, path: str, game: int) -> Iterator[str]:
        """What a game says of itself, at the first of its findings."""
        if evidence.witnesses and self._game != (path, game):
            self._game = path, game
            yield f"\n{_INDENT}Evidence in game {game}:"
            yield from (f"{_INDENT}  {text}" for text in (*witness_lines(evidence.witnesses), *evidence.conclusions))

    def _boards(self, boards: Sequence[Drawn], severity: Severity) -> Iterator[str]:
        """Boards beside each other, and the FEN of each."""
        columns = [self._board(board, severity) for board in boards]
        if columns:
            yield ""
        for parts in zip_longest(*columns, fillvalue=("", 0)):
            last = len(parts) - 1
            yield (_INDENT + "".join(
                text + " " * (40 - width if index < last else 0) for index, (text, width) in enumerate(parts)
            )).rstrip()  # fmt: skip
        for board in boards:
            yield f"{_INDENT}{board.title}: {board.fen}"

    def _board(self, board: Drawn, severity: Severity) -> list[tuple[str, int]]:
        """The lines of a board, each with its columns; brackets stand around the squares at fault."""
        if board.squares is None:
            return []
        lines = []
        for row in range(8):
            text = f"{8 - row} "
            for file in range(board.width):
                man = board.squares[row * board.width + file].translate(FIGURINES)
                square = f"{'abcdefghij'[file]}{8 - row}"
                text += self._colors.severity(severity, f"[{man}]") if square in board.marks else f" {man} "
            lines.append((text, 2 + 3 * board.width))
        lines.append(("   " + "  ".join("abcdefghij"[: board.width]), 1 + 3 * board.width))
        return lines
