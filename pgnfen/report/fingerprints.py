"""What a finding is known by from run to run: never the number of its game or line, which change as archives grow."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

from pgnfen.audit.finding import Remark
from pgnfen.pgn.block import Block
from pgnfen.pgn.definitions import KEYS
from pgnfen.pgn.record_block import RecordBlock


class Fingerprints:
    """Counts findings that are alike: those of a game that say the same of the same value."""

    def __init__(self) -> None:
        self._met: Counter[bytes] = Counter()

    def of(self, remark: Remark, game: str, path: str = "") -> str:
        """The fingerprint of a finding: the baseline's key (code, hash of the game, declared value, here with the path
        if there is one), and how many of that there have been.

        >>> remark = Remark(1, "C201", "castling-not-declared", "error", None, "Qkq", "KQkq", "", "safe")
        >>> prints = Fingerprints()
        >>> prints.of(remark, "0123456789abcdef"), prints.of(remark, "0123456789abcdef")
        ('de9f65d649ec609b61249686c9ca4580:1', 'de9f65d649ec609b61249686c9ca4580:2')
        """
        key = "\0".join((path, remark.code, game, remark.declared or "")).encode("utf-8", "surrogatepass")
        digest = blake2b(key, digest_size=16).digest()
        self._met[digest] += 1
        return f"{digest.hex()}:{self._met[digest]}"


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
