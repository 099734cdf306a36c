"""What is compared of games with the same moves, as bytes that can wait: see Copy."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from pgnfen.lazy import deferred
from pgnfen.pgn.copies import Copy
from pgnfen.pgn.definitions import MARKERS
from pgnfen.pgn.layout import counting_pairs, plain_tags
from pgnfen.pgn.movetext import ANY_WIDTH, Kind, read_movetext
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.pgn.results import last_result
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
        return json.dumps([digest, operations, [0, 0, 0], True, None]).encode()
    movetext = block.movetexts[index] - block.starts[index]
    notes = _notes(raw, movetext) if counted else [0, 0, 0]
    return json.dumps([digest, tags_of(raw), notes, False, _marker(raw, movetext)]).encode()


def copy_of(told: bytes, number: int, plies: int, base: bool = False) -> Copy:
    """The game of which details are told."""
    digest, tags, notes, is_record, marker = json.loads(told)
    return Copy(number, plies, base, digest, tags, tuple(notes), is_record, marker)


def tags_of(raw: bytes) -> dict[str, str]:
    """The tags of a game, by their names as they are spelled; of a name that stands twice the value that counts."""
    tags = plain_tags(raw)
    if tags is None:
        section = read_tag_section(raw)
        assert section is not None  # final data always gives an answer
        tags = {decode(pair.name): pair.value for pair in counting_pairs(section).values()}
    return tags


def _marker(raw: bytes, movetext: int) -> str | None:
    """The termination marker of the mainline, or the misspelled result in its place."""
    text = raw[movetext:].rstrip()
    words = text[text.rfind(b"}") + 1 :].split()
    if (
        words
        and words[-1] in MARKERS
        and sum(text.count(each) for each in MARKERS) == 1
        and b"{" not in text[text.rfind(b"}") + 1 :]
        and not any(each in text for each in (b"(", b")", b";", b"%"))
    ):  # most games: nothing else can be their marker
        return words[-1].decode()
    found = read_movetext(text, 0, ANY_WIDTH).marker
    if found is not None:
        return found.text(text).decode()
    meant = last_result(text, 0, len(text))
    return meant[1].decode() if meant else None


def _notes(raw: bytes, movetext: int) -> list[int]:
    comments = nags = variations = 0
    for token in read_movetext(raw, movetext, ANY_WIDTH).tokens:
        comments += token.kind in _COMMENTS
        nags += token.kind is Kind.NAG
        variations += token.kind is Kind.OPEN
    return [comments, nags, variations]
