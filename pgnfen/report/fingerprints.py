"""What a finding is known by from run to run, as services want it: a text that no other finding has."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

from pgnfen.audit.finding import Remark


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
