"""Findings of one game that contradict each other: what two findings cannot both be true of.

Three conditions hold for all rules: two fixes write different bytes in one place, two findings expect different values
of one field, and an expected value, once it stands there, is found to be wrong and its predecessor right. `TABLE` has
the pairs whose statements exclude each other by what they mean.

As a script, `python tests/audit/contradictions.py FILE ...` prints the contradictions of files of games and records.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.edits import Edit, apply
from pgnfen.audit.finding import Placed, Remark
from pgnfen.audit.game import Game
from pgnfen.audit.record_edits import edits_of_record
from pgnfen.audit.repairs import edits_of
from pgnfen.fen.fault import FIELD_NAMES, RECORD, Fault
from pgnfen.fen.notation import read_record
from pgnfen.fen.start import Start
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.records import is_record_file, read_record_blocks
from pgnfen.pgn.tagpairs import decode
from pgnfen.repair.edits import overlap
from pgnfen.repair.records import remark_of

Condition = Callable[[Remark, Remark], bool]


class Pair(NamedTuple):
    """Codes of which no two findings stand in one game where the condition holds of them, and why."""

    one: str
    other: str
    why: str
    condition: Condition = lambda one, other: True


class Contradiction(NamedTuple):
    """Two findings of the game `raw` that contradict each other."""

    one: Remark
    other: Remark
    why: str
    raw: bytes

    def __str__(self) -> str:
        return f"{_brief(self.one)} against {_brief(self.other)}: {self.why}\n{self.raw.decode('utf-8', 'replace')}"


def _brief(remark: Remark) -> str:
    return f"{remark.code}({remark.field}: {remark.declared!r} -> {remark.expected!r}, {remark.fix})"


def _chess960_is_expected(one: Remark, other: Remark) -> bool:
    return one.expected == "Chess960"


def _same_ply(one: Remark, other: Remark) -> bool:
    return one.ply == other.ply


def _of_variant_tag(one: Remark, other: Remark) -> bool:
    return one.field == "Variant"


def _doubts_chess960(one: Remark, other: Remark) -> bool:
    return one.expected == "Chess960" and "; or the game is Chess960" in other.message


_NO_FEN, _FEN = ("S102", "S109"), ("S101", "S103", "S105", "S201", "R201", "R202", "R203")
_OF_REPLAY = ("R101", "R102", "R111", "R201", "R202", "R203", "C201", "C202", "E201", "D201")

TABLE: tuple[Pair, ...] = (
    *(Pair(one, other, "there is no FEN tag, and there is one") for one in _NO_FEN for other in _FEN),
    Pair("S108", "S105", "the FEN is empty, and it is the standard starting position"),
    Pair("S103", "S105", "the FEN is not the standard starting position, and it is"),
    Pair("S201", "S202", "there is no Variant tag, and it is wrong"),
    Pair("S201", "S203", "there is no Variant tag, and it is unknown"),
    Pair("S201", "S204", "there is no Variant tag, and it is misspelled", lambda one, other: other.declared != ""),
    Pair("S203", "S204", "the variant is unknown, and known"),
    Pair("S202", "S206", "Variant Chess960 is wrong, and valid", _of_variant_tag),
    Pair("S202", "S105", "the position contradicts the variant, and it is the array", _of_variant_tag),
    Pair("S201", "C104", "the start needs Chess960, and it does not", _chess960_is_expected),
    Pair("S202", "C104", "the start needs Chess960, and it does not", _chess960_is_expected),
    Pair("S201", "C105", "no Variant tag says Chess960, and one does"),
    Pair("C104", "C105", "the start does not need Chess960, and it is one of Chess960"),
    Pair("C103", "C104", "file letters are needed, and not"),
    *(Pair(one, other, "the start needs Chess960, and that is doubted", _doubts_chess960)
      for one in ("S201", "S202") for other in ("C101", "C102", "C103")),
    *(Pair("R301", other, "the moves are not judged, and they are") for other in _OF_REPLAY),
    *(Pair(one, other, "the moves replay from another start, and they do not")
      for one in ("R201", "R202", "R203") for other in ("R101", "R102", "D201")),
    *(Pair("S109", other, "the start is lost, and the moves are blamed") for other in ("R101", "R102", "K201")),
    Pair("R201", "R202", "the side to move is wrong, and the whole FEN"),
    Pair("R201", "R203", "the side to move is wrong, and the whole FEN"),
    Pair("R202", "R203", "the FEN is the last position, and one on the way"),
    Pair("R101", "R102", "the moves stop at two places"),
    Pair("R101", "D201", "the moves stop, and all of them are counted"),
    Pair("R102", "D201", "the moves stop, and all of them are counted"),
    Pair("R101", "R111", "the move is illegal, and no move at all", _same_ply),
    Pair("E201", "E104", "the en passant square is missing, and wrong"),
    Pair("K101", "K103", "the counters are too great for the game, and the start is its beginning"),
    *(Pair("P106", other, "no game leads to the position, and one begins with it") for other in ("S105", "K103")),
    *(Pair(one, other, "the counters are too great for each other, and are relied on")
      for one in ("K101", "K103") for other in ("K105", "K106")),
    Pair("K105", "E103", "the clock is held to the last move, and to the square that it has passed"),
    Pair("G101", "G106", "the comment ends in the file, and with it"),
    Pair("G102", "G110", "there is no termination marker, and it is misspelled",
         lambda one, other: other.field == "movetext"),
    Pair("G102", "G103", "there is no termination marker, and it states a result",
         lambda one, other: "termination marker" in other.message),
)  # fmt: skip


class _Said(NamedTuple):
    """A finding, its place in its game, and the edits that make its expected value."""

    remark: Remark
    at: int
    edits: Sequence[Edit]


Judged = Iterator[tuple[bytes, list[_Said]]]
"""Games or records in which something is found: their bytes and their findings."""
Read = Callable[[bytes], Judged]


def contradictions(data: bytes, auditor: Auditor | None = None, records: bool = False) -> Iterator[Contradiction]:
    """The contradictory findings of each game, or record, of an input. Costs an audit for each finding with an expected
    value."""
    auditor = auditor or Auditor()

    def read(data: bytes) -> Judged:
        return _records(data, auditor) if records else _games(data, auditor)

    for raw, said in read(data):
        for index, one in enumerate(said):
            for other in said[index + 1 :]:
                why = _by_meaning(one.remark, other.remark) or _by_value(one, other)
                if why is None and _overlap(one, other) and not _agree(raw, one, other, read):
                    why = "their fixes write different bytes in one place"
                if why:
                    yield Contradiction(one.remark, other.remark, why, raw)
            yield from _reversed(raw, one, read)


def _games(data: bytes, auditor: Auditor) -> Judged:
    for block in read_blocks(io.BytesIO(data)):
        yield from _of_block(block, auditor)


def _of_block(block: Block, auditor: Auditor) -> Judged:
    for examined in auditor.examined(block):
        if examined.placed:
            raw, index = block.game(examined.at), examined.at
            movetext = block.movetexts[index] - block.starts[index]
            game = Game(raw, movetext, None, examined.facts, auditor.reader, auditor.codes, None, block)
            yield raw.raw, [_one(game, placed, placed.offset - raw.offset) for placed in examined.placed]


def _records(data: bytes, auditor: Auditor) -> Judged:
    """The faults of each record, with their edits, and what else is found in it, be it by the other records."""
    blocks = list(read_record_blocks(io.BytesIO(data)))
    others: dict[int, list[_Said]] = {}
    for found in auditor.audit_file(blocks, ""):
        others.setdefault(found.game, []).append(_Said(Remark(*found[4:]), found.offset, ()))
    for block in blocks:
        for index in range(len(block)):
            text = decode(block.line_bytes(index))
            start, faults = read_record(text)
            said = [
                _Said(remark_of(fault), _bytes(text, fault.column), list(_of_fault(text, start, fault)))
                for fault in faults
            ]
            codes = {fault.code for fault in faults}
            said += [one for one in others.get(block.number + index, ()) if one.remark.code not in codes]
            if said:
                yield text.encode("utf-8", "surrogatepass"), said


def _of_fault(text: str, start: Start, fault: Fault) -> Iterator[Edit]:
    """The edits of a fault of a record, without what they leave as it is at either end."""
    for begin, end, new in edits_of_record(text, start, fault) if fault.fix else ():
        while begin < end and new and text[end - 1] == new[-1]:
            end, new = end - 1, new[:-1]
        while begin < end and new and text[begin] == new[0]:
            begin, new = begin + 1, new[1:]
        yield Edit(_bytes(text, begin), _bytes(text, end), new.encode())


def _bytes(text: str, column: int) -> int:
    return len(text[:column].encode("utf-8", "surrogatepass"))


def _one(game: Game, placed: Placed, at: int) -> _Said:
    expects = placed.remark.expected is not None and placed.remark.fix is not None
    return _Said(placed.remark, at, edits_of(game, placed.remark, at) if expects else ())


def _by_meaning(one: Remark, other: Remark) -> str | None:
    for first, second in ((one, other), (other, one)):
        for pair in _BY_CODES.get((first.code, second.code), ()):
            if pair.condition(first, second):
                return pair.why
    return None


_BY_CODES: dict[tuple[str, str], list[Pair]] = {}
for _pair in TABLE:
    _BY_CODES.setdefault((_pair.one, _pair.other), []).append(_pair)


def _by_value(one: _Said, other: _Said) -> str | None:
    """Two values are expected of one field of the start, or of what stands in one place, read in the same way."""
    first, second = one.remark, other.remark
    if first.field != second.field or first.declared != second.declared or None in (first.expected, second.expected):
        return None
    if {first.code, second.code} == {"G102", "R110"}:
        return None  # the marker goes behind the move
    of_start = first.code[0] != "D" and first.field in FIELD_NAMES
    if first.expected == second.expected or not (of_start or one.at == other.at) or first.field == RECORD:
        return None
    return "two values are expected of one field"


def _overlap(one: _Said, other: _Said) -> bool:
    """Whether two edits touch the same bytes, except two tags that are inserted in one place, and what goes anyway.

    Two fields of a FEN are two places, though a FEN that is not plain text is written anew behind the first change.
    """
    fields = {one.remark.field, other.remark.field}
    if len(fields) == 2 and fields <= set(FIELD_NAMES):
        return False
    return any(
        edit != against and overlap(edit, against) and not (
            _goes(edit, against) or _goes(against, edit) or (edit.start == edit.end == against.start == against.end)
        )
        for edit in one.edits for against in other.edits
    )  # fmt: skip


def _goes(gone: Edit, other: Edit) -> bool:
    return not gone.new and gone.start <= other.start and other.end <= gone.end


def _agree(raw: bytes, one: _Said, other: _Said, read: Read) -> bool:
    """Whether the two fixes lead to the same bytes in either order, each done where it is still asked for."""
    return _then(apply(raw, one.edits), other, read) == _then(apply(raw, other.edits), one, read)


def _then(raw: bytes, one: _Said, read: Read) -> bytes:
    """A game after the fix of a finding with that code and field, if it has one."""
    for game, said in read(raw):
        for later in said:
            if (later.remark.code, later.remark.field) == (one.remark.code, one.remark.field):
                return raw.replace(game, apply(game, later.edits))
    return raw


def _reversed(raw: bytes, one: _Said, read: Read) -> Iterator[Contradiction]:
    """The findings that ask for the value which stood there before the fix of a finding."""
    if not one.edits:
        return
    remark, changed = one.remark, apply(raw, one.edits)
    moves = remark.code[0] == "D" or remark.field in ("movetext", "move number")
    for _, said in read(changed):
        for later in said:
            values = later.remark.field, later.remark.declared, later.remark.expected
            here = not moves or later.at == one.at
            if later.remark.expected is not None and here and values == (
                remark.field, remark.expected, remark.declared,
            ):  # fmt: skip
                yield Contradiction(remark, later.remark, "with its expected value the other asks back", raw)


def main() -> None:
    for name in sys.argv[1:]:
        for one in contradictions(Path(name).read_bytes(), records=is_record_file(name)):
            print(f"{name}: {one}")


if __name__ == "__main__":
    main()
