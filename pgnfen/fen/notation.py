"""Which notation a record is in, and the record read: FEN (X-FEN, Shredder-FEN), EPD, Forsyth's of 1883 or of 1897.

Whatever the notation, a position comes out as a Start with the faults of the text that was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pgnfen.errors import check_one_of, check_type
from pgnfen.fen.epd import COUNTER_OPCODES, EpdRecord, Operation, read_epd, sound_fen
from pgnfen.fen.fault import FIELD_NAMES, PLACEMENT, Fault
from pgnfen.fen.fields import with_behind
from pgnfen.fen.forsyth import ForsythError, ForsythRecord, Style, man_column, read_forsyth
from pgnfen.fen.placement import column_of, square_index
from pgnfen.fen.record import FenRecord, read_fen
from pgnfen.fen.start import Start, read_start
from pgnfen.fen.variants import default_variant, read_variant, rules_of
from pgnfen.lazy import regex
from pgnfen.words import counted

Notation = Literal["fen", "epd", "forsyth-1883", "forsyth-1897"]
NOTATIONS: tuple[Notation, ...] = ("fen", "epd", "forsyth-1883", "forsyth-1897")

_RANK_1883 = regex(r"(?:\s*(?:[Kk][Tt]|[KQRBNPkqrbnp0-8]|\u0332))+\s*")
_SQUARE = regex(r"\b[a-h][1-8]\b")
_LINE_END = regex(r"[\r\n]")


@dataclass(frozen=True, slots=True)
class NotedRecord:
    """One record as given.

    `text` as it came, in this `notation`; `start` the position (kind "unreadable" where Forsyth's notation is broken);
    `operations` those of an EPD; `faults` everything that is wrong, with columns into `text`; `unstated` the names of
    the fields that it does not state, which stand at their defaults.
    """

    text: str
    notation: Notation
    start: Start
    operations: tuple[Operation, ...]
    faults: tuple[Fault, ...]
    unstated: tuple[str, ...]


def recognize(text: str) -> Notation:
    r"""The notation that a text is most likely written in.

    Four fields and nothing else are an EPD, and so is a record with operations, also behind six fields; what has commas
    and no slash is Forsyth's of 1897, what has several lines his of 1883.

    >>> recognize("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), recognize("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")
    ('fen', 'epd')
    >>> recognize("8, 8, 8, 8, 8, 8, 8, K 6 k"), recognize("8\n8\n8\n8\n8\n8\n8\nK 6 k")
    ('forsyth-1897', 'forsyth-1883')
    """
    return _of_text(text) or _of_line(read_epd(text))


def _of_text(text: str) -> Notation | None:
    """The notation of what is no line of FEN or EPD; None of a line."""
    if "/" not in text:
        if text.count(",") >= 3:
            return "forsyth-1897"
        if "\n" in text.strip():
            return "forsyth-1883"
    return "fen" if _LINE_END.search(text.strip()) else None  # within a piece placement


def _of_line(epd: EpdRecord) -> Notation:
    """The notation of a line, as the audit of a file reads it too."""
    return "fen" if epd.counters and not epd.operations and ";" not in epd.text else "epd"


def read_noted(text: str, notation: Notation | None = None, variant: str | None = None) -> NotedRecord:
    """Read one record; `notation` None recognizes it, `variant` names one as a Variant tag does. Raises
    TypeError for what is no str, ValueError for a notation or a variant that there is not. The faults are those that
    `pgnfen fen` reports: the record is judged in full, as one that stands in no game.

    >>> noted = read_noted("8, 8, 8, 8, 8, 8, 8, K 6 k")
    >>> noted.notation, noted.start.fen, noted.unstated[0]
    ('forsyth-1897', '8/8/8/8/8/8/8/K6k w - - 0 1', 'active color')
    """
    check_type("text", text, str)
    check_type("variant", variant, str, type(None))
    rules_of(variant)
    if notation is not None:
        check_one_of("notation", notation, NOTATIONS)
    notation = notation or _of_text(text)
    if notation is None or notation == "epd":
        return _read_line(text, notation, variant)
    if notation == "fen":
        start = read_start(None, text, variant, alone=True)
        # A tag that is blank or "?" is S108's; a record by itself has no other rule to say so.
        record = start.record or read_fen(text)
        faults = start.faults if start.record else record.faults
        return NotedRecord(text, notation, start, (), faults, record.missing_of(6))
    return _read_forsyth(text, notation, variant)


def _read_line(text: str, notation: Notation | None, variant: str | None) -> NotedRecord:
    """A line of EPD, or (`notation` None) of FEN or EPD, judged as in read_record."""
    if notation is None and (start := _sound_start(text, variant)):
        return NotedRecord(text, "fen", start, (), start.faults, ())
    epd = read_epd(text, read_variant(variant))
    start = read_start(None, fen_text(epd), variant, alone=True)
    faults = tuple(record_faults(epd, start))
    return NotedRecord(text, notation or _of_line(epd), start, epd.operations, faults, _unstated(epd))


def _sound_start(line: str, variant: str | None) -> Start | None:
    """The start of a line of six fields whose text is sound; None of another line."""
    if not line[-1:].isdigit() or line.count(" ") != 5:
        return None
    start = read_start(None, line, variant, alone=True)
    record = start.record
    return start if record is not None and not record.faults and record.checks is None else None


def read_record(line: str) -> tuple[Start, Sequence[Fault]]:
    """The start that a line of FEN or EPD declares, in no game, and everything that is wrong with the line.

    Columns are those of the line. Six sound fields are read as the FEN that they are, and four that nothing else
    is wrong with as one too, without a look at the operands.

    >>> start, faults = read_record("4k3/8/8/8/8/8/8/4R1K1 w - - ;")
    >>> start.fen, [fault.code for fault in faults]
    ('4k3/8/8/8/8/8/8/4R1K1 w - - 0 1', ['P103', 'F701'])
    """
    return _remembered(line, default_variant()) if len(line) <= _SHORT else _read_record(line)


_SHORT = 1024  # characters of a line that is remembered: commands look at a record several times


def _read_record(line: str) -> tuple[Start, Sequence[Fault]]:
    if sound := _sound_start(line, None):
        return sound, sound.faults
    if fen := sound_fen(line):
        start = read_start(None, fen, None, alone=True)
        if start.record is not None and not start.faults and start.record.checks is None:
            return start, ()
    epd = read_epd(line)
    start = read_start(None, fen_text(epd), None, alone=True)
    return start, tuple(record_faults(epd, start))


@lru_cache(maxsize=512)
def _remembered(line: str, variant: str | None) -> tuple[Start, Sequence[Fault]]:
    """As _read_record; `variant` is the one that is assumed, by which the line is read."""
    return _read_record(line)


def noted_lines(lines: Iterable[str], notation: Notation | None = None) -> Iterator[tuple[int, str]]:
    r"""The records of a file with the number (from 1) of the line that each begins on.

    Blank lines and comments (`#`, `%`, `;`) pass; eight lines in the form of 1883 are one record.

    >>> list(noted_lines(["# two", "8\n", *["8"] * 7, "", "4k3/8/8/8/8/8/8/4K3 w - -\n"]))
    [(2, '8\n8\n8\n8\n8\n8\n8\n8'), (11, '4k3/8/8/8/8/8/8/4K3 w - -')]
    """
    if notation is not None:
        check_one_of("notation", notation, NOTATIONS)
    ranks: list[str] = []
    first = 0
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\r\n")
        if number == 1:
            line = line.removeprefix("\ufeff")
        blank = not line.strip()
        if notation in (None, "forsyth-1883") and not blank and (notation or _RANK_1883.fullmatch(line)):
            first = first if ranks else number
            ranks.append(line)
            if len(ranks) == 8:
                yield first, "\n".join(ranks)
                ranks = []
            continue
        if ranks:
            yield first, "\n".join(ranks)
            ranks = []
        if not blank and line.lstrip()[0] not in "#%;":
            yield number, line
    if ranks:
        yield first, "\n".join(ranks)


def fen_text(epd: EpdRecord) -> str:
    """The record as a FEN whose columns are those of the line: what an EPD lacks stands at the end of its fields.

    >>> fen_text(read_epd("8/8/8/8/8/8/8/8  w - - hmvc 3; id 7;"))
    '8/8/8/8/8/8/8/8  w - - 3 1'
    """
    record = epd.record
    if epd.counters:
        return record.text
    counters = f"{record.halfmove or 0} {1 if record.fullmove is None else record.fullmove}"
    if record.checks is not None and record.checks.startswith("+"):  # these stand behind the counters of a FEN
        return f"{record.text.removesuffix(record.checks)}{counters} {record.checks}"
    return with_behind(record.text, counters)


def record_faults(epd: EpdRecord, start: Start) -> list[Fault]:
    """Everything that is wrong with a line: notation, position, operations; columns are those of the line.

    `start` is made of fen_text(epd).

    >>> epd = read_epd("4k3/8/8/8/8/8/8/4R1K1 w - - ;")
    >>> [(fault.code, fault.column) for fault in record_faults(epd, read_start(None, fen_text(epd), None))]
    [('P103', 22), ('F701', 28)]
    """
    if start.record is None:
        return list(epd.faults)
    own = [fault for fault in epd.faults if fault not in epd.record.faults]
    faults = list(start.faults)
    if not epd.counters:
        unread = any(fault.code in ("F601", "F602") for fault in own)
        if _unstated(epd) or unread:  # a default contradicts nothing
            faults = [fault for fault in faults if fault.code not in ("K101", "K103", "K105", "K106")]
        faults = [_without_counters(fault, epd) for fault in faults]
    return sorted([*faults, *own], key=lambda fault: (fault.column, fault.code))


def _without_counters(fault: Fault, epd: EpdRecord) -> Fault:
    """A fault of the FEN that a line was completed to, as one of the line."""
    end = len(epd.record.text)
    if fault.column >= end:
        fault = _moved(fault, epd, end)
    if fault.code == "F102":
        return next((blanks for blanks in epd.record.faults if blanks.code == "F102"), fault)
    return _of_four(fault, epd.record) if fault.code == "F101" else fault


def _of_four(fault: Fault, record: FenRecord) -> Fault:
    """F101 of an EPD, which has four fields, not six."""
    missing = record.missing_of(4)
    message = f"{counted(4 - len(missing), 'field')} instead of 4: {', '.join(missing)} missing"
    expected = " ".join(fault.expected.split(" ")[:4]) if fault.expected else None
    return fault._replace(message=message, expected=expected)


def _moved(fault: Fault, epd: EpdRecord, end: int) -> Fault:
    """A fault of the counters, where an EPD has them: of a value by itself (F6) under the operand, of what it says
    against the rest of the record under the opcode."""
    opcode = next((opcode for opcode, name in COUNTER_OPCODES if name == fault.field), None)
    operation = next((other for other in epd.operations if other.opcode == opcode), None)
    if operation is None:
        return fault._replace(column=end, length=1)
    if fault.code == "K103" and fault.expected == "0 1":  # it has no place where both could stand
        fault = fault._replace(expected=None, fix=None)
    if fault.code.startswith("F6"):
        column = operation.operand_column
        return fault._replace(column=column, length=max(1, operation.column + len(operation.text) - column))
    return fault._replace(column=operation.column, length=len(operation.opcode))


def _unstated(epd: EpdRecord) -> tuple[str, ...]:
    if epd.counters or epd.record.fields[3] is None:
        return epd.record.missing_of(6)
    opcodes = {operation.opcode for operation in epd.operations}
    return tuple(name for opcode, name in COUNTER_OPCODES if opcode not in opcodes)


def _read_forsyth(text: str, notation: Notation, variant: str | None) -> NotedRecord:
    style: Style = "1883" if notation == "forsyth-1883" else "1897"
    try:
        record = read_forsyth(text, style)
    except ForsythError as error:
        fault = _forsyth_fault(text, style, error)
        return NotedRecord(text, notation, read_start(None, "", variant), (), (fault,), FIELD_NAMES[1:])
    start = read_start(None, record.fen, variant, alone=True)
    faults = tuple(_in_forsyth(fault, text, style, record) for fault in start.faults)
    return NotedRecord(text, notation, start, (), faults, record.unstated)


def _in_forsyth(fault: Fault, text: str, style: Style, record: ForsythRecord) -> Fault:
    """A fault of the FEN that a record was read to, as one of its text: at the man that it speaks of first, else at the
    beginning."""
    column, length = 0, 1
    if fault.field == PLACEMENT:
        placement = record.fen.split(" ")[0]
        squares = [index for index in range(64) if column_of(placement, index) == fault.column]
    else:
        squares = [square_index(square) for square in _SQUARE.findall(fault.message)]
    if fault.length == 1 and squares and record.board.squares[squares[0]] != ".":
        column, length = man_column(text, style, squares[0])
    return Fault(fault.code, fault.field, column, length, fault.declared, None, fault.message, None, fault.severity)


def _forsyth_fault(text: str, style: Style, error: ForsythError) -> Fault:
    """The reader's refusal as a fault, at the rank that it names."""
    column, length = 0, max(1, len(text.split("\n")[0]))
    if error.rank is not None:
        parts = re.split(r"(,|\r?\n)", text)
        shown = [i for i in range(0, len(parts), 2) if style == "1897" or parts[i].strip()]
        place = shown[8 - error.rank]
        column = sum(map(len, parts[:place])) + len(parts[place]) - len(parts[place].lstrip())
        length = max(1, len(parts[place].strip()))
    return Fault(error.code, PLACEMENT, column, length, text[column : column + length], None, str(error))
