"""Compression recognized by content; what decodes it (compression, zip_archive) is imported where it is met."""

from __future__ import annotations

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
GZIP_MAGIC = b"\x1f\x8b"
XZ_MAGIC = b"\xfd7zXZ\x00"

_BZIP2_BLOCKS = (b"1AY&SY", b"\x17\x72\x45\x38\x50\x90")  # first block; end of an empty stream


class Damage(Exception):  # noqa: N818
    """Compressed data that stops making sense: `what` is "truncated" or "damaged"; `detail` says how."""

    def __init__(self, what: str, kind: str, detail: str = "") -> None:
        super().__init__(f"{what} {kind} data" + (f" ({detail})" if detail else ""))
        self.what, self.kind, self.detail = what, kind, detail


def is_skippable(head: bytes) -> bool:
    """Whether a skippable frame of Zstandard starts here.

    >>> is_skippable(bytes.fromhex("50 2a 4d 18 00 00 00 00"))
    True
    """
    return len(head) >= 4 and head[0] >> 4 == 5 and head[1:4] == b"\x2a\x4d\x18"


def detect(head: bytes) -> str | None:
    """Name the compression that `head` (10 bytes or more, if there are) starts with, or None.

    >>> detect(b"\\x1f\\x8b\\x08\\x00"), detect(b"[Event"), detect(b"BZh9 is no move"), detect(b"PK\\x03\\x04")
    ('gzip', None, None, 'zip')
    """
    if head[:3] == GZIP_MAGIC + b"\x08":
        return "gzip"
    if head[:4] == ZSTD_MAGIC or is_skippable(head):
        return "Zstandard"
    if head[:6] == XZ_MAGIC:
        return "xz"
    if head[:3] == b"BZh" and head[3:4] in b"123456789" and len(head) >= 4:
        block = head[4:10]
        return "bzip2" if any(magic.startswith(block) for magic in _BZIP2_BLOCKS) else None
    if head[:4] in (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"):
        return "zip"
    return None
