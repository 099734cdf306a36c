"""Blocks of records repaired, line by line."""

from __future__ import annotations

from pgnfen.audit.finding import Placed, Remark
from pgnfen.audit.rule import REGISTRY
from pgnfen.fen.fault import Fault
from pgnfen.pgn.block import RawGame
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import codec_of, decode
from pgnfen.repair.conventions import Conventions
from pgnfen.repair.lines import LineFix, Wants, fix_line
from pgnfen.repair.state import CONVENTION, Done, FixedBlock


def fix_records(block: RecordBlock, wants: Wants, asked: Conventions) -> FixedBlock:
    """The block with each of its records repaired; see fix_line."""
    fixed, parts, at = FixedBlock(block.offset), [], 0
    for index, place in enumerate(block.lines):
        raw, begin = block.line_bytes(index), block.starts[index]
        text, codec = decode(raw), codec_of(raw)
        line = fix_line(text, wants, asked)
        number, offset = block.number + index, block.offset + begin
        for done in line.done:
            fixed.done.append(_done(done, number, place, offset + _bytes_before(raw, text, done.column)))
        for fault in line.left:
            where = offset + _bytes_before(raw, text, fault.column)
            fixed.left.append(Placed(remark_of(fault), number, place, where))
        if line.text != text:
            new = line.text.encode(codec)
            fixed.changed.append((RawGame(raw, offset, place, number), new))
            parts += [block.data[at:begin], new]
            at = begin + len(raw)
    fixed.data = b"".join([*parts, block.data[at : block.end]])
    return fixed


def _done(one: LineFix, number: int, line: int, offset: int) -> Done:
    before, after = (text.encode("utf-8", "surrogatepass") for text in (one.before, one.after))
    return Done(Placed(remark_of(one.fault), number, line, offset), offset, before, after, one.refused)


def remark_of(fault: Fault) -> Remark:
    """A fault of a record as a finding."""
    rule = REGISTRY.get(fault.code)
    name, severity = (rule.name, fault.severity or rule.severity) if rule else (fault.code or CONVENTION, "info")
    said = fault.field, fault.declared, fault.expected, fault.message, fault.fix
    return Remark(None, fault.code, name, severity, *said)


def _bytes_before(raw: bytes, text: str, column: int) -> int:
    """The bytes that the first characters of a line take; as many as there are."""
    return column if len(raw) == len(text) else len(text[:column].encode("utf-8", "surrogatepass"))
