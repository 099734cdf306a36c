"""EPD: four fields of a FEN and operations, each an opcode and its operands up to a `;` (PGN 1994 section 16.2).

Records that carry the two counters of a FEN as well, as archives have them, are read too. F701 names what is wrong
with the operations: a stray `;`, an operation without one, a quote that is not closed, an opcode that is none.
Perft files (`;D1 20 ;D2 400`) have their `;` before each operation: that is no fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pgnfen.errors import ConversionError, check_type
from pgnfen.fen.fault import DEFAULTS, FULLMOVE, HALFMOVE, RECORD, Fault, quote
from pgnfen.fen.fields import CHECKS, OPCODES, TARGET, fields_given, is_blank, is_quoted, lacks_color
from pgnfen.fen.record import FenRecord, read_fen
from pgnfen.fen.variants import STANDARD, Variant
from pgnfen.lazy import regex

_WORD = regex(r"\S+")
_COUNTER = regex(r"[0-9]{1,18}")
_MEANT_AS_COUNTER = regex(r'[+-]?[0-9]+[^\w"/\-]*')  # `-1`, `7.`; no result (`1-0`, `0.5`)
_ALL_FIELDS = regex(r'[^A-Za-z";\s][^";\s]*(?:\s+[^A-Za-z";\s][^";\s]*)*\s*')
_GLUED = regex(r"(-|[a-j][36])[0-9]{1,4}")
_OPCODE = regex(r"[A-Za-z][A-Za-z0-9_]{0,14}")
_PERFT = regex(r"(?:\s*;\s*D[0-9]{1,2}\s+[0-9]+)+\s*(?:;\s*)?", re.ASCII)
_UNENDED = regex(r'[^";]*(?:"[^"]*(?:"|\Z)[^";]*)*')
_SOUND_OPERATION = r'\s+([A-Za-z][A-Za-z0-9_]{0,14})(?=[\s";])([^";]*(?:"[^"]*"[^";]*)*);'  # F701 says nothing of it
_SOUND = regex(rf"((?:\S+ ){{3}}[^\s;]+)(?:{_SOUND_OPERATION})*\s*")
_SOUND_OPERATIONS = regex(_SOUND_OPERATION)
_OPERAND = regex(r'"([^"]*)"?|[^\s";]+')

COUNTER_OPCODES = (("hmvc", HALFMOVE), ("fmvn", FULLMOVE))
"""The operations that say the counters, in the order of a FEN's fields."""


@dataclass(frozen=True, slots=True)
class Operation:
    """`opcode`, its `operands` (strings without their quotes) and `text`, the operation as written without its `;`.

    `column` is its 0-based place in the line that it was read from; two operations that say the same are equal.
    """

    opcode: str
    operands: tuple[str, ...]
    text: str
    column: int = field(default=0, compare=False)

    @property
    def operand_column(self) -> int:
        """Where the first operand stands in the line (without one: where the operation does).

        >>> read_epd("4k3/8/8/8/8/8/8/4K3 w - - fmvn  7;").operations[0].operand_column
        32
        """
        rest = self.text[len(self.opcode) :].lstrip()
        return self.column + len(self.text) - len(rest) if rest else self.column


@dataclass(frozen=True, slots=True)
class EpdRecord:
    """One line of an EPD file.

    `text` the line; `record` its position (where the line has four fields, the operations hmvc and fmvn give the
    counters); `counters` whether the line has the counters as fields, or the first of them; `operations` in their
    order; `faults` those of the fields and of the operations, with columns into the line.
    """

    text: str
    record: FenRecord
    counters: bool
    operations: tuple[Operation, ...]
    faults: tuple[Fault, ...]

    def operands(self, opcode: str) -> tuple[str, ...] | None:
        """The operands of the first operation with an opcode, None where there is none."""
        for operation in self.operations:
            if operation.opcode == opcode:
                return operation.operands
        return None

    def to_fen(self) -> str:
        """The position as a FEN of six fields, counters from hmvc and fmvn where the line has none.

        >>> read_epd('4k3/8/8/8/8/8/8/4K3 w - - hmvc 12; fmvn 40; id "a;b";').to_fen()
        '4k3/8/8/8/8/8/8/4K3 w - - 12 40'
        """
        return self.record.to_text()

    def to_text(self) -> str:
        """The line with single spaces and every operation ended by its `;`.

        >>> read_epd("4k3/8/8/8/8/8/8/4K3 w - -  bm Ke2 Kd2;id 7").to_text()
        '4k3/8/8/8/8/8/8/4K3 w - - bm Ke2 Kd2; id 7;'
        """
        fields = [self.record.to_text()] if self.counters else _four(self.record)
        if self.counters and self.record.fields[5] is None:
            fields = [fields[0].removesuffix(f" {DEFAULTS[5]}")]
        return self.operations_behind(" ".join(fields))

    def operations_behind(self, fields: str) -> str:
        """A line of these fields and the operations, each ended by its `;`."""
        return " ".join([fields, *(_ended(operation.text) for operation in self.operations)])


def read_epd(line: str, variant: Variant | str | None = STANDARD) -> EpdRecord:
    """Read one line of EPD; raises TypeError for what is no str, ValueError for a name that no variant has.

    The position is not judged, as in read_fen.

    >>> epd = read_epd('4k3/8/8/8/8/8/8/4K3 w - - bm Ke2 Kd2; id "a;b";')
    >>> epd.operands("bm"), epd.operands("id"), epd.faults
    (('Ke2', 'Kd2'), ('a;b',), ())
    >>> [fault.message for fault in read_epd("4k3/8/8/8/8/8/8/4K3 w - -;").faults]
    ['";" without an operation before it']
    """
    check_type("line", line, str)
    line = line.rstrip("\r\n")
    end = _head_end(line)
    record = read_fen(line[:end], variant)
    operations, found = _read_operations(line, end)
    four = record.fields[4:] == (None, None) and (record.fields[3] is not None or bool(operations))
    head = [fault for fault in record.faults if not (four and fault.code == "F101")]
    if four:
        record = _with_counters(record, operations)
    counters = counter_faults(operations, fields=not four)
    faults = [*head, *found[:1], *counters]  # one verdict on the operations: the first thing that is wrong
    if four:
        record = record._replace(faults=tuple(head))
    faults.sort(key=lambda fault: (fault.column, fault.code))
    return EpdRecord(line, record, not four, operations, tuple(faults))


def sound_fen(line: str) -> str | None:
    """The FEN that a line is whose four fields are parted by single blanks, and whose operations are in order; None of
    another line, which read_epd has to read.

    >>> sound_fen('4k3/8/8/8/8/8/8/4K3 w - - bm Ke2 Kd2; hmvc 07; id "a;b";')
    '4k3/8/8/8/8/8/8/4K3 w - - 7 1'
    >>> sound_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), sound_fen("4k3/8/8/8/8/8/8/4K3 w - - id 1")
    (None, None)
    """
    match = _SOUND.fullmatch(line)
    if match is None:
        return None
    counters = {}
    if any(opcode in line for opcode, _ in COUNTER_OPCODES):
        at = match.end(1)
        while operation := _SOUND_OPERATIONS.match(line, at):
            opcode, value, at = operation[1], operation[2].strip(), operation.end()
            if opcode in ("hmvc", "fmvn"):
                if opcode in counters or not _COUNTER.fullmatch(value):
                    return None
                counters[opcode] = int(value)
    return f"{match[1]} {counters.get('hmvc', 0)} {counters.get('fmvn', 1)}"


def read_epd_lines(lines: Iterable[str], variant: Variant | str | None = STANDARD) -> Iterator[tuple[int, EpdRecord]]:
    """The records of an .epd or .fen file with their line numbers (from 1); blank lines and comments (`#`, `%`) pass.

    >>> [number for number, _ in read_epd_lines(["# mates", "", "4k3/8/8/8/8/8/8/4K3 w - -"])]
    [3]
    """
    for number, line in enumerate(lines, 1):
        stripped = line.strip("\ufeff \t\r\n")
        if stripped and stripped[0] not in "#%":
            yield number, read_epd(line, variant)


def epd_line(record: FenRecord, operations: tuple[Operation, ...], counters: bool) -> str:
    """The line of a record whose fields are in order: four fields, the counters that it states as hmvc and fmvn, then
    the other operations.

    >>> epd_line(read_fen("4k3/8/8/8/8/8/8/4K3 w - - 3 9"), (), counters=True)
    '4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 9;'
    """
    own = []
    if counters and record.fields[4] is not None and record.halfmove is not None:
        own.append(f"hmvc {record.halfmove};")
    if counters and record.fields[5] is not None and record.fullmove is not None:
        own.append(f"fmvn {record.fullmove};")
    rest = [_ended(operation.text) for operation in operations if operation.opcode not in ("hmvc", "fmvn")]
    return " ".join([*_four(record), *own, *rest])


def refuse_counters(faults: Iterable[Fault]) -> None:
    """Raise ConversionError where the faults of a record leave open which counters it has.

    >>> refuse_counters(read_epd("4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 2;").faults)
    >>> refuse_counters(read_epd("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;").faults)
    Traceback (most recent call last):
    ...
    pgnfen.errors.ConversionError: the halfmove clock is unknown: "hmvc x": not a whole number
    """
    for fault in faults:
        if fault.code in ("F601", "F602") or (fault.code == "F701" and fault.field != RECORD):
            raise ConversionError(f"the {fault.field} is unknown: {fault.message}")


def _ended(text: str) -> str:
    """An operation with its end, a quote that was left open closed before it."""
    return text + ('";' if text.count('"') % 2 else ";")


def _four(record: FenRecord) -> list[str]:
    """The fields of EPD: the first four, and Three-check's counters as `3+3`."""
    words = record._replace(checks=None).to_text().split(" ")[:4]
    return words if record.checks_left is None else [*words, "{}+{}".format(*record.checks_left)]


def _head_end(line: str) -> int:
    """Where the fields end: after four (fewer where some are left out), or after the counters too where they follow
    (the halfmove clock alone, if no operation says the counters), or at a `;`; all words are fields, too many of them,
    where none from the fifth on could be an opcode."""
    words = []
    for match in _WORD.finditer(line):
        words.append(match)
        if ";" in match.group() or len(words) == 7:
            break
    if ";" not in line and (is_quoted(line) or _has_odd_counter([match.group() for match in words])):
        return len(line.rstrip())
    if len(words) == 7 and _ALL_FIELDS.fullmatch(line, words[4].start()):
        return len(line.rstrip())
    if not words:
        return 0
    last = words[: _fields_in([match.group().partition(";")[0] for match in words], line)][-1]
    return last.start() + len(last.group().partition(";")[0])


def _fields_in(words: list[str], line: str) -> int:
    """How many of the words of a line are fields."""
    end = _given(words)
    checks, counters = False, 0
    wanted = 1 if len(words) > 3 and _GLUED.fullmatch(words[3]) else 2
    for word in words[end:]:
        if not checks and CHECKS.fullmatch(word):
            checks = True
        elif counters < wanted and _MEANT_AS_COUNTER.fullmatch(word):
            counters += 1
        else:
            break
        end += 1
    elsewhere = any(opcode in line for opcode, _ in COUNTER_OPCODES) or "".join(words[end : end + 1])[:1].isdigit()
    # The other counter stands elsewhere, or in what is no field.
    return end - 1 if counters == 1 < wanted and elsewhere else end


def _has_odd_counter(words: list[str]) -> bool:
    """Whether these are six fields of which one counter is no number (`x 1`, `0 one`): no operation, as far as can be
    told.

    >>> [_has_odd_counter(f"8/8 w - - {more}".split()) for more in ("x 1", "- 1", "0 one", "acd 12", "depth 12", "0 1")]
    [True, True, True, False, False, False]
    """
    if len(words) != 6 or fields_given(words) != 4:
        return False
    halfmove, fullmove = words[4:]
    if _MEANT_AS_COUNTER.fullmatch(halfmove):
        return _MEANT_AS_COUNTER.fullmatch(fullmove) is None
    is_opcode = halfmove in OPCODES or (len(halfmove) > 1 and _OPCODE.fullmatch(halfmove))
    return not is_opcode and _MEANT_AS_COUNTER.fullmatch(fullmove) is not None


def _given(words: list[str]) -> int:
    """How many of the first four fields there are."""
    if len(words) > 3 and lacks_color(words) and not TARGET.fullmatch(words[3]):
        return 3
    return fields_given(words)


def _read_operations(line: str, start: int) -> tuple[tuple[Operation, ...], list[Fault]]:
    operations: list[Operation] = []
    faults: list[Fault] = []
    if _PERFT.fullmatch(line, start):  # counts of positions (`;D1 20 ;D2 400`): each after its `;`, as is their way
        found = re.finditer(r"D[0-9]+\s+([0-9]+)", line[start:])
        return tuple(Operation(m[0].split()[0], (m[1],), m[0], start + m.start()) for m in found), []
    at = start
    while at < len(line):
        while at < len(line) and line[at].isspace():
            at += 1
        if at == len(line):
            break
        if line[at] == ";":
            faults.append(_fault(at, 1, ";", '";" without an operation before it'))
            at += 1
            continue
        end = _operation_end(line, at)
        if is_blank(line[at:end]):  # control characters at the end (G108)
            break
        operation, wrong = _read_operation(line, at, end)
        operations.append(operation)
        faults.extend(wrong)
        at = end + 1
    return tuple(operations), faults


def _operation_end(line: str, at: int) -> int:
    """Index of the `;` that ends an operation, the end of the line where there is none; quotes hide it."""
    match = _UNENDED.match(line, at)
    return match.end() if match else len(line)


def _read_operation(line: str, at: int, end: int) -> tuple[Operation, list[Fault]]:
    text = line[at:end].rstrip()
    opcode = text.split(None, 1)[0].partition('"')[0]
    operands = tuple(match[1] if match[1] is not None else match[0] for match in _OPERAND.finditer(text, len(opcode)))
    faults = []
    if not _OPCODE.fullmatch(opcode):
        faults.append(_fault(at, max(1, len(opcode)), opcode or text, f"{quote(opcode or text)} is not an opcode"))
    if text.count('"') % 2:
        column = at + text.rindex('"')
        faults.append(_fault(column, 1, '"', "a quote that is not closed"))
    elif end == len(line):
        faults.append(_fault(at + len(text) - 1, 1, text[-1], f'{quote(text)} does not end with ";"'))
    return Operation(opcode, operands, text, at), faults


def _with_counters(record: FenRecord, operations: tuple[Operation, ...]) -> FenRecord:
    """The record with hmvc and fmvn as its counters; of several the first, which is what operands() gives."""
    fields = list(record.fields)
    values = [record.halfmove, record.fullmove]
    for place, (opcode, _) in enumerate(COUNTER_OPCODES):
        first = next((operation for operation in operations if operation.opcode == opcode), None)
        if first is not None and _is_counter(first):
            fields[4 + place] = first.operands[0]
            values[place] = int(first.operands[0])
    return record._replace(fields=tuple(fields), halfmove=values[0], fullmove=values[1])


def _is_counter(operation: Operation) -> bool:
    return len(operation.operands) == 1 and _COUNTER.fullmatch(operation.operands[0]) is not None


def counter_faults(operations: tuple[Operation, ...], fields: bool) -> list[Fault]:
    """What is wrong with hmvc and fmvn; `fields`: the counters stand as fields as well."""
    faults = []
    for (opcode, field_name), code in zip(COUNTER_OPCODES, ("F601", "F602"), strict=True):
        own = [operation for operation in operations if operation.opcode == opcode]
        faults += [_not_a_counter(operation, code, field_name) for operation in own if not _is_counter(operation)]
        for again in own[0 if fields else 1 :][:1]:
            why = f"the {field_name} is already given as a field" if fields else f"a second {opcode}"
            message = f"{quote(again.text)}: {why}"
            faults.append(Fault("F701", field_name, again.column, len(again.text), again.text, None, message))
    return faults


def _not_a_counter(operation: Operation, code: str, field_name: str) -> Fault:
    value = " ".join(operation.operands)
    why = "not a valid move number" if value.isascii() and value.isdigit() else "not a whole number"
    message = f"{quote(operation.text)}: {why}"
    return Fault(code, field_name, operation.column, max(1, len(operation.text)), value, None, message)


def _fault(column: int, length: int, declared: str, message: str) -> Fault:
    return Fault("F701", RECORD, column, length, declared, None, message)
