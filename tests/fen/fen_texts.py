"""Texts for property tests: anything, things like a FEN, and sound FENs of unsound positions."""

from __future__ import annotations

from hypothesis import strategies as st

PROVEN = frozenset({"P106", "K105", "K106"})
"""What is proved of many a position that a test makes up for something else."""

RANK = st.text("KQRBNPkqrbnpACac123456789~0", max_size=10) | st.sampled_from(
    ["8", "10", "rnbqkbnr", "pppppppp", "PPPPPPPP", "RNBQKBNR", "4k3", "R3K2R", "r3k2r", "3PpP2", "pppppppppp"]
)
PLACEMENT = st.lists(RANK, min_size=7, max_size=9).map("/".join) | st.lists(
    st.sampled_from(["8", "4k3", "R3K2R", "r3k2r", "3PpP2", "1K1Q4", "pppppppp", "2Pp4", "q6R"]), min_size=8, max_size=8
).map("/".join)
FIELD = st.sampled_from(
    ["w", "b", "W", "-", "KQkq", "qkQK", "HAha", "GHgh", "sKQkq", "e3", "d6", "c6", "0", "1", "²", "3+3"]
)
RECORD = st.builds(
    lambda p, f, s: s.join([p, *f]), PLACEMENT, st.lists(FIELD, max_size=7), st.sampled_from([" ", "  ", "\t", "_"])
)
SOUND = st.builds(
    lambda p, c, r, e, n: f"{p} {c} {r} {e} {n} 1",
    PLACEMENT,
    st.sampled_from("wb"),
    st.sampled_from(["-", "KQkq", "Kq", "HAha", "Gkq", "Qk", "KAha", "GH"]),
    st.sampled_from(["-", "e3", "d6", "c3", "a6", "h4"]),
    st.integers(0, 9),
)
TEXT = st.text() | RECORD | SOUND
