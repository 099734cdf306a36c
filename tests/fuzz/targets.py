"""What has to hold of any bytes: a function for each part, which raises where it does not.

Hypothesis (test_any_bytes.py) and atheris (fuzz/run.py) both feed them.
"""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "native"))

from reader_comparison import Comparison, same_blocks
from test_repairs_hold import check as repair_holds

from pgnfen import native
from pgnfen.errors import InputError
from pgnfen.fen import KINDS, EpdRecord, Operation, read_epd, read_fen, read_start, write_epd
from pgnfen.inputs.raw import Limits
from pgnfen.inputs.source import find_sources
from pgnfen.pgn.block import Block
from pgnfen.pgn.blocks import new_splitter, read_blocks
from pgnfen.pgn.layout import read_header
from pgnfen.pgn.movetext import lex
from pgnfen.pgn.records import read_record_blocks
from pgnfen.pgn.splitter import Splitter
from pgnfen.pgn.tagpairs import decode, read_tag_section

_BLANK = re.compile(rb"(?:\s|\xef\xbb\xbf|\xc2\xa0|\x1a)*")
_MOST = 1 << 22  # bytes that compressed data may hold


def source(data: bytes) -> None:
    """Whatever an input holds, compressed or not: bytes, or an error that says what is wrong with it."""
    for found in find_sources([data], limits=Limits(_MOST)):
        if isinstance(found, InputError):
            assert str(found)
            continue
        with found:
            try:
                while found.read(1 << 16):
                    pass
            except InputError as error:
                assert str(error)


def splitter(data: bytes) -> None:
    """Joined, the games are the input; both splitters give the same, and so do reads of any size."""
    whole = Splitter().split(data, final=True)
    same_blocks(new_splitter().split(data, final=True), whole)
    games = [data[begin:end] for begin, end in zip(whole.starts, whole.ends(), strict=True)]
    assert b"".join(games) == data[: whole.end] and (whole.end == len(data) or not games)
    for size in (len(data) // 3 + 1, 61):
        raws, number = [], 1
        for block in read_blocks(io.BytesIO(data), size):
            for game in block.games():
                assert game.number == number and game.offset == sum(map(len, raws))
                raws.append(game.raw)
                number += 1
        assert raws == games


def records(data: bytes) -> None:
    """Lines of records: every byte is in a block, whatever the size of reads."""
    said = []
    for size in (1 << 20, 61):
        blocks: list[Block] = list(read_record_blocks(io.BytesIO(data), size))
        assert b"".join([block.data[: block.end] for block in blocks]) == data
        rows = [zip(block.starts, block.lines, [block.offset] * len(block), strict=True) for block in blocks]
        said.append([(offset + start, line) for block in rows for start, line, offset in block])
    assert said[0] == said[1]


def tag_pairs(data: bytes) -> None:
    """Spans lie in the section, in order; with more to come, nothing else is said than in the end."""
    section = read_tag_section(data)
    assert section is not None
    at = 0
    for pair in section.pairs:
        assert at <= pair.start < pair.value_start <= pair.end <= section.end
        assert data[pair.value_start :].startswith(pair.raw_value)
        at = pair.end
    spans = sorted([*section.bad_lines, *section.junk])
    assert all(0 <= begin <= end <= len(data) for begin, end in spans)
    read_header(section)
    early = read_tag_section(data, final=False)
    assert early is None or early == section


def lexer(data: bytes) -> None:
    """Tokens are all but white space, in order; the native lexer finds the same."""
    tokens, at = lex(data), 0
    for token in tokens:
        assert at <= token.start < token.end
        assert _BLANK.fullmatch(data, at, token.start)
        at = token.end
    module = native.load()
    if module is not None:
        assert module.lex(data, 0) == [(int(token.kind), token.start, token.end) for token in tokens]


def fen(data: bytes) -> None:
    """A record of any text gets an answer, whose faults point into it; what is readable is written and read back."""
    text = decode(data)
    for variant in (None, "Chess960", "Crazyhouse"):
        start = read_start("1", text, variant)
        assert start.kind in KINDS
        assert all(0 <= fault.column <= len(text) and fault.length >= 1 and fault.message for fault in start.faults)
    record = read_fen(text)
    if not record.faults:
        assert read_fen(record.to_text()).to_text() == record.to_text()
    epd = read_epd(text)
    assert all(0 <= fault.column <= len(text) for fault in epd.faults)
    if not (epd.faults or epd.record.unstated):
        again = read_epd(write_epd(epd.record, epd.operations))
        assert not again.faults and _without_counters(again) == _without_counters(epd)


def _without_counters(epd: EpdRecord) -> list[Operation]:
    return [one for one in epd.operations if one.opcode not in ("hmvc", "fmvn")]


@lru_cache(maxsize=1)
def _comparison() -> Comparison:
    return Comparison()


def facts(data: bytes) -> None:
    """Both readers say the same facts and findings."""
    _comparison().check(data, len(data) // 2)


def fix(data: bytes) -> None:
    """A repair brings no new fault, touches nothing else, and changes nothing the second time."""
    repair_holds(data, len(data) % 2 == 0, Counter())


TARGETS: dict[str, Callable[[bytes], None]] = {
    "source": source, "splitter": splitter, "records": records, "tag_pairs": tag_pairs, "lexer": lexer, "fen": fen,
    "facts": facts, "fix": fix,
}  # fmt: skip
