"""What are these bytes: compressed data, PGN text, or something else? Their first ones tell.

What decodes compressed data (compression, zip_archive) is imported where it is met.
"""

from __future__ import annotations

import re

from pgnfen.lazy import regex

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


SAMPLE = 8192  # bytes looked at

_CONTROLS = bytes(c for c in range(32) if c not in b"\t\n\v\f\r\x1a\x1b")
_LFS = b"version https://git-lfs.github.com/spec/v1"
_MAGICS = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"%PDF-", "a PDF document"),
    (b"\x7fELF", "a program (ELF)"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive; unpack it first"),
    (b"Rar!\x1a\x07", "a RAR archive; unpack it first"),
    (b"LZIP", "lzip-compressed data; decompress it first"),
    (b"\x04\x22\x4d\x18", "LZ4-compressed data; decompress it first"),
    (b"\x1f\x9d", "data compressed by `compress`; decompress it first"),
    (b"Scid.si\0", "a Scid database; export it as PGN"),
    (b"Scid.sn\0", "a Scid database; export it as PGN"),
    (b"ChessBase", "a ChessBase file; export it as PGN"),
    (b"{\\rtf", "a rich text document; save it as plain text"),
)
_HTML = regex(rb"(?:\xef\xbb\xbf)?\s*<(?:!--|(?:!doctype\s+html|html|head|meta|body)\b)", re.IGNORECASE)


def why_not_text(sample: bytes) -> str | None:
    """One line on what `sample` (the first 8 KiB) is instead of PGN text, or None when it may be PGN.

    >>> why_not_text(b'[Event "Z\\xfcrich"]'), why_not_text(b"")
    (None, None)
    >>> why_not_text(b"%PDF-1.7")
    'not text: it is a PDF document'
    """
    if sample.startswith(_LFS):
        return "is a Git LFS pointer, not the file itself; run `git lfs pull`"
    for magic, what in _MAGICS:
        # A word of letters could open a text as well: then it takes a control byte to tell.
        if sample.startswith(magic) and (not magic.isalnum() or _controls(sample)):
            return f"not text: it is {what}"
    if sample[257:262] == b"ustar":
        return "not text: it is a tar archive; unpack it first"
    if encoding := _wide_encoding(sample):
        return f"is {encoding} text, not PGN bytes; convert it with `iconv -f {encoding} -t UTF-8`"
    if _HTML.match(sample):
        return "is an HTML page, not PGN (perhaps a failed download)"
    controls = _controls(sample)
    if controls >= 2 and controls * 20 > len(sample):
        return "not text: it contains binary data"
    return None


def _controls(sample: bytes) -> int:
    return len(sample) - len(sample.translate(None, _CONTROLS))


def _wide_encoding(sample: bytes) -> str | None:
    """UTF-16 or UTF-32 by byte order mark, or by where the NULs of Latin letters stand."""
    if sample[:4] in (b"\xff\xfe\0\0", b"\0\0\xfe\xff"):
        return "UTF-32"
    if sample[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "UTF-16"
    quads = len(sample) // 4
    if not quads or b"\0" not in sample:
        return None
    nuls = [sample[i : quads * 4 : 4].count(0) / quads for i in range(4)]
    if min(nuls[1:]) > 0.9 > 0.1 > nuls[0]:
        return "UTF-32LE"
    if min(nuls[:3]) > 0.9 > 0.1 > nuls[3]:
        return "UTF-32BE"
    if min(nuls[1], nuls[3]) > 0.6 and max(nuls[0], nuls[2]) < 0.1:
        return "UTF-16LE"
    if min(nuls[0], nuls[2]) > 0.6 and max(nuls[1], nuls[3]) < 0.1:
        return "UTF-16BE"
    return None
