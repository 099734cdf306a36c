"""What is compared of games with the same moves, as bytes that can wait: see Copy."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from pgnfen.lazy import deferred
from pgnfen.pgn.copies import Copy
from pgnfen.pgn.layout import counting_pairs
from pgnfen.pgn.movetext import ANY_WIDTH, Kind, read_movetext
from pgnfen.pgn.plain_tags import plain_tags
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.tagpairs import decode, read_tag_section

with deferred:
    from pgnfen.fen.epd import read_epd

if TYPE_CHECKING:
    from pgnfen.pgn.block import Block

_COMMENTS = (Kind.COMMENT, Kind.LINE_COMMENT)


def details_of(block: Block, index: int, counted: bool) -> bytes:
    """What is compared of a game, or record, at an index of a block, as JSON; `counted`: with its comments, NAGs and
    variations."""
    raw = block.game(index).raw
    digest = hashlib.blake2b(raw.strip(), digest_size=8).hexdigest()
    if isinstance(block, RecordBlock):
        record = read_epd(decode(block.line_bytes(index)))
        operations = {one.opcode: " ".join(one.operands) for one in record.operations}
        return json.dumps([digest, operations, [0, 0, 0], True]).encode()
    notes = _notes(raw, block.movetexts[index] - block.starts[index]) if counted else [0, 0, 0]
    return json.dumps([digest, tags_of(raw), notes, False]).encode()


def copy_of(told: bytes, number: int, plies: int, base: bool = False) -> Copy:
    """The game of which details are told."""
    digest, tags, notes, is_record = json.loads(told)
    return Copy(number, plies, base, digest, tags, tuple(notes), is_record)


def tags_of(raw: bytes) -> dict[str, str]:
    """The tags of a game, by their names as they are spelled; of a name that stands twice the value that counts."""
    tags = plain_tags(raw)
    if tags is None:
        section = read_tag_section(raw)
        assert section is not None  # final data always gives an answer
        tags = {decode(pair.name): pair.value for pair in counting_pairs(section).values()}
    return tags


def _notes(raw: bytes, movetext: int) -> list[int]:
    comments = nags = variations = 0
    for token in read_movetext(raw, movetext, ANY_WIDTH).tokens:
        comments += token.kind in _COMMENTS
        nags += token.kind is Kind.NAG
        variations += token.kind is Kind.OPEN
    return [comments, nags, variations]
