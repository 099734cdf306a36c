"""What a finding is known by from run to run: never the number of its game or line, which change as archives grow."""

from __future__ import annotations

from hashlib import blake2b

from pgnfen.pgn.block import Block
from pgnfen.pgn.layout import KEYS
from pgnfen.pgn.record_block import RecordBlock

_WHITE, _BLACK = KEYS.index(b"white"), KEYS.index(b"black")


def game_hash(block: Block, index: int) -> str:
    """Hash (16 hexadecimal digits) of the movetext, blanks and line ends aside, and the players' names of the game at
    `index` (0-based, in the block); of a record's line."""
    digest = blake2b(digest_size=8)
    if isinstance(block, RecordBlock):
        digest.update(b" ".join(block.line_bytes(index).split()))
        return digest.hexdigest()
    end = block.starts[index + 1] if index + 1 < len(block) else block.end
    digest.update(b" ".join(block.data[block.movetexts[index] : end].split()))
    values = block.values_of(index)
    for name in (values[_WHITE], values[_BLACK]):
        digest.update(b"\0" + (name or b""))
    return digest.hexdigest()
