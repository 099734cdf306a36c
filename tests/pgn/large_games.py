"""Games of any size, in shapes that a reader would like to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator

Pieces = Iterator[bytes]
CHUNK = 1 << 16


def _filled(head: bytes, filling: bytes, tail: bytes) -> Callable[[int], Pieces]:
    def pieces(size: int) -> Pieces:
        yield head
        chunk = filling * max(1, CHUNK // len(filling))
        for _ in range(max(0, size - len(head)) // len(chunk) + 1):
            yield chunk
        yield tail

    return pieces


def _distinct_tags(size: int) -> Pieces:
    yield b'[Event "g"]\n'
    at, made = 0, 0
    while made < size:
        chunk = b"".join(b'[T%d "x"]\n' % number for number in range(at, at + 5000))
        at, made = at + 5000, made + len(chunk)
        yield chunk
    yield b"\n1. e4 *\n"


HEAD = b'[Event "g"]\n[Result "*"]\n\n1. e4 '
SHAPES: dict[str, Callable[[int], Pieces]] = {
    "moves": _filled(HEAD, b"Nf3 Nf6 Ng1 Ng8 \n", b"*\n"),
    "one line of moves": _filled(HEAD, b"Nf3 Nf6 Ng1 Ng8 ", b"*\n"),
    "one comment": _filled(HEAD + b"{", b"words and words ", b"} e5 *\n"),
    "a comment that never closes": _filled(HEAD + b"{", b"words { and words\n", b"\n"),
    "comments": _filled(HEAD, b"{a} {b}\n", b"*\n"),
    "variations": _filled(HEAD, b"(1. d4 {x} d5) ", b"*\n"),
    "variations in each other": _filled(HEAD, b"( ", b"*\n"),
    "a line comment": _filled(HEAD + b";", b"words ", b"\n e5 *\n"),
    "line comments": _filled(HEAD, b"; [x\n", b"*\n"),
    "escaped lines": _filled(HEAD + b"\n", b"%\n", b"*\n"),
    "blanks": _filled(HEAD, b" ", b"*\n"),
    "line ends": _filled(HEAD, b"\n", b"*\n"),
    "carriage returns": _filled(HEAD, b"\r", b"*\n"),
    "both line ends": _filled(HEAD, b"\r\n", b"*\n"),
    "stray text": _filled(HEAD + b"* stray", b" stray ] ", b"\n"),
    "brackets": _filled(HEAD, b"\n[x", b"*\n"),
    "NUL": _filled(HEAD + b"Nf3 Nf6 Ng1 Ng8 \n" * 600, b"\0", b"*\n"),  # behind what is looked at for binary data
    "no line end": _filled(b"", b"x", b"\n\n"),
    "one value": _filled(b'[Event "g', b"x", b'"]\n\n1. e4 *\n'),
    "one value of escapes": _filled(b'[Event "g', b"\\\\", b'"]\n\n1. e4 *\n'),
    "one FEN": _filled(b'[Event "g"]\n[SetUp "1"]\n[FEN "', b"8/", b'"]\n\n1. e4 *\n'),
    "one tag again and again": _filled(b'[Event "g"]\n', b'[White "x"]\n', b"\n1. e4 *\n"),
    "tags of a kind": _distinct_tags,
    "bad tags": _filled(b'[Event "g"]\n', b"[White x]\n", b"\n1. e4 *\n"),
    "comments before the tags": _filled(b"", b"{a comment}\n", b'[Event "g"]\n\n1. e4 *\n'),
    "junk before the tags": _filled(b"", b"junk \xff junk\n", b'[Event "g"]\n\n1. e4 *\n'),
}
"""By what they hold: pieces of a game of so many bytes, about."""
