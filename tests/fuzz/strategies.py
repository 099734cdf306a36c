"""Bytes that Hypothesis makes: shaped by the grammar of PGN, with faults in it, or of fragments alone."""

from __future__ import annotations

import bz2
import gzip
import lzma

import zstandard
from hypothesis import strategies as st

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PLACEMENTS = (
    "4k3/8/8/8/8/8/4P3/4K3",
    "r3k2r/8/8/8/8/8/8/R3K2R",
    "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR",
    "4k3/8/8/3pP3/8/8/8/4K3",
    "4k3/8/8/8/8/8/9/4K3",
    "4k3/44/8",
    "8/8/8/8/8/8/8/8",
    "4k3/P7/8/8/8/8/p7/4K3[Qq]",
    "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR",
)
NAMES = st.sampled_from(("Event", "Result", "SetUp", "FEN", "Variant", "White", "setup", "PlyCount", "T1", "a-b"))

fens = st.one_of(
    st.just(ARRAY),
    st.tuples(
        st.sampled_from(PLACEMENTS),
        st.sampled_from(("w", "b", "W", "x")),
        st.sampled_from(("KQkq", "-", "K", "HAha", "Gkq", "HEhe", "kqKQ", "0")),
        st.sampled_from(("-", "d6", "e3", "e9")),
        st.sampled_from(("0", "3", "150", "-1", "x")),
        st.sampled_from(("1", "0", "9", "99999999999", "")),
    ).flatmap(lambda fields: st.integers(1, 6).map(lambda count: " ".join(fields[:count]))),
)
records = st.lists(
    st.one_of(
        fens,
        st.tuples(fens, st.sampled_from((' id "x";', " bm Ke2;", " hmvc 3; fmvn 7;", " ;", ' id "'))).map("".join),
        st.sampled_from(("# x", "", "% y", "no record")),
    ),
    max_size=6,
).flatmap(lambda lines: st.sampled_from(("\n", "\r\n", "\r")).map(lambda end: end.join(lines).encode()))

values = st.one_of(
    fens,
    st.text(max_size=12),
    st.sampled_from(("1", "0", "*", "1-0", "1/2", "Chess960", "Atomic", "?", '\\"', "a\nb")),
)
tag_pairs = st.one_of(
    st.tuples(NAMES, values).map(lambda pair: f'[{pair[0]} "{pair[1]}"]'),
    st.sampled_from(('[Event "x', "[Event ?]", '[a "b"] [c "d"]', "; comment", "% escape", "{preamble}", "junk")),
)
MOVES = (
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "O-O",
    "0-0-0",
    "exd6",
    "a8=Q",
    "Qh9",
    "Ke2",
    "--",
    "Sf3",
    "e2e4",
    "Nbd7",
    "Kf1+",
    "e4e5",
)
tokens = st.one_of(
    st.sampled_from(MOVES),
    st.integers(0, 120).map(lambda number: f"{number}."),
    st.sampled_from(
        ("(", ")", "{", "}", "{x}", '{[x "y"]}', ";", "; x\n", "\n%\n", "$1", "!?", "1-0", "*", "1/2", "[", "1...")
    ),
    st.text(max_size=4),
)
movetexts = st.tuples(st.lists(tokens, max_size=25), st.sampled_from((" ", "\n", "\r\n", "\r", "  "))).map(
    lambda parts: parts[1].join(parts[0])
)
games = st.tuples(
    st.lists(tag_pairs, max_size=6),
    st.sampled_from(("\n", "\r\n", "\r", " ")),
    movetexts,
    st.sampled_from((" *", " 1-0", "", " 1/2-1/2\n")),
).map(lambda game: game[1].join([*game[0], "", game[2] + game[3], "", ""]))
archives = st.lists(games, max_size=4).map("".join).map(lambda text: text.encode("utf-8", "surrogatepass"))

FRAGMENTS = (
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b'"',
    b"\\",
    b";",
    b"%",
    b"*",
    b"\n",
    b"\r",
    b" ",
    b"\t",
    b"\0",
    b"1-0",
    b"1/2",
    b"e4",
    b"O-O",
    b'[FEN "',
    b'[Event "x"]',
    b"1.",
    b"...",
    b"/",
    b"8",
    b"k",
    b"K",
    b"\xff",
    b"\xe2\x80\x93",
    b"\xef\xbb\xbf",
    b"\x1a",
    b"\x1f\x8b",
    b"BZh",
    b"(\xb5/\xfd",
    b"PK\x03\x04",
)
pieces = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.binary(max_size=3)), max_size=40).map(b"".join)


def changed(data: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    """Bytes taken out and put in at some places."""
    for at, length, new in edits:
        place = at % (len(data) + 1)
        data = data[:place] + new + data[place + length :]
    return data


edits = st.lists(
    st.tuples(
        st.integers(0, 1 << 16), st.integers(0, 5), st.one_of(st.sampled_from(FRAGMENTS), st.binary(max_size=2))
    ),
    max_size=4,
)
any_pgn = st.one_of(st.tuples(archives, edits).map(lambda made: changed(*made)), pieces)
any_record = st.one_of(st.tuples(records, edits).map(lambda made: changed(*made)), pieces)
PACK = (bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.compress)
packed = st.tuples(any_pgn, st.sampled_from(PACK), edits).map(lambda made: changed(made[1](made[0]), made[2]))
