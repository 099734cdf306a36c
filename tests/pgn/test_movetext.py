"""The lexer: every byte that is no white space belongs to a token, and tokens are what they should be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pgnfen.pgn.movetext import Kind, Token, lex, read_movetext, read_number, unclosed_comment


def kinds(text: str) -> list[tuple[str, str]]:
    data = text.encode()
    return [(token.kind.name, token.text(data).decode()) for token in lex(data)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.e4 e5", "NUMBER:1. MOVE:e4 MOVE:e5"),
        ("12... Nf6!?", "NUMBER:12... MOVE:Nf6 ANNOTATION:!?"),
        ("12. ... Nf6", "NUMBER:12._... MOVE:Nf6"),
        ("1 e4 2 d4", "NUMBER:1 MOVE:e4 NUMBER:2 MOVE:d4"),
        ("e8=Q+ e8Q e8(Q)# dxe8/N axb8=n", "MOVE:e8=Q+ MOVE:e8Q MOVE:e8(Q)# MOVE:dxe8/N MOVE:axb8=n"),
        ("Ng1-f3 e2e4 e2-e4 R1xa3 Qh4e1 N:f3", "MOVE:Ng1-f3 MOVE:e2e4 MOVE:e2-e4 MOVE:R1xa3 MOVE:Qh4e1 MOVE:N:f3"),
        ("N@f3 P@e4+ @e5", "MOVE:N@f3 MOVE:P@e4+ MOVE:@e5"),
        ("O-O 0-0-0+ o-o 0–0 O—O—O#", "CASTLING:O-O CASTLING:0-0-0+ CASTLING:o-o CASTLING:0–0 CASTLING:O—O—O#"),
        ("OO OOO+ oo ooo#", "CASTLING:OO CASTLING:OOO+ CASTLING:oo CASTLING:ooo#"),
        ("00 000 OOo 00x", "CASTLING:00 CASTLING:000 UNREADABLE:OOo UNREADABLE:00x"),
        ("Nf3N d4N Bf4D", "MOVE:Nf3 ANNOTATION:N MOVE:d4 ANNOTATION:N MOVE:Bf4 ANNOTATION:D"),
        ("Qd8N! a8N bxa8N Nb1N+", "MOVE:Qd8 ANNOTATION:N ANNOTATION:! MOVE:a8N MOVE:bxa8N MOVE:Nb1 ANNOTATION:N+"),
        ("-- Z0 0000 null PASS @@@@", "NULL:-- NULL:Z0 NULL:0000 NULL:null NULL:PASS NULL:@@@@"),
        ("exd6 e.p. exd6ep exd6e.p.", "MOVE:exd6 EN_PASSANT:e.p. MOVE:exd6 EN_PASSANT:ep MOVE:exd6 EN_PASSANT:e.p."),
        ("$1 $ 7", "NAG:$1 UNREADABLE:$ NUMBER:7"),
        ("1-0 0-1 1/2-1/2 *", "MARKER:1-0 MARKER:0-1 MARKER:1/2-1/2 MARKER:*"),
        ("h6* e4 1-0{x}", "MOVE:h6 MARKER:* MOVE:e4 MARKER:1-0 COMMENT:{x}"),
        ("+- +/= = N ± ++", "ANNOTATION:+- ANNOTATION:+/= ANNOTATION:= ANNOTATION:N ANNOTATION:± ANNOTATION:++"),
        ("e4foo } [%clk 1] 1-0x", "UNREADABLE:e4foo UNREADABLE:} UNREADABLE:[%clk_1] UNREADABLE:1-0x"),
        ("2019-11-03 12:30 1/2", "UNREADABLE:2019-11-03 UNREADABLE:12:30 UNREADABLE:1/2"),
        ("{a {b} c}", "COMMENT:{a_{b} UNREADABLE:c UNREADABLE:}"),
        ("e4 ; to the end\ne5", "MOVE:e4 LINE_COMMENT:;_to_the_end MOVE:e5"),
        ("e4\n% no move\ne5 % what", "MOVE:e4 ESCAPE:%_no_move MOVE:e5 UNREADABLE:% UNREADABLE:what"),
        ("1…e5 … Nf3", "NUMBER:1… MOVE:e5 NUMBER:… MOVE:Nf3"),
        ("e4\u00a0e5 \ufeff *", "MOVE:e4 MOVE:e5 MARKER:*"),
    ],
)
def test_tokens(text: str, expected: str) -> None:
    assert " ".join(f"{kind}:{token.replace(' ', '_')}" for kind, token in kinds(text)) == expected


def test_depth_of_nested_variations() -> None:
    data = b"e4 (d4 (c4) d5) e5 ) f4"
    assert [(t.text(data), t.depth) for t in lex(data)] == [
        (b"e4", 0), (b"(", 1), (b"d4", 1), (b"(", 2), (b"c4", 2), (b")", 2), (b"d5", 1), (b")", 1), (b"e5", 0),
        (b")", 0), (b"f4", 0),
    ]  # fmt: skip


def test_nesting_has_no_limit() -> None:
    tokens = list(lex(b"(" * 100_000 + b"e4" + b")" * 100_000))
    assert max(token.depth for token in tokens) == 100_000 and tokens[-1].depth == 1


def test_unclosed_comment() -> None:
    data = b"e4 {never"
    assert [unclosed_comment(token, data) for token in lex(data)] == [False, True]
    assert unclosed_comment(Token(Kind.COMMENT, 0, 1, 0), b"{")
    assert not unclosed_comment(Token(Kind.COMMENT, 0, 2, 0), b"{}")


@given(st.binary(max_size=80) | st.text("1.e4N() {};%$!?-O0*/=x[]\n\r", max_size=60).map(str.encode))
def test_every_byte_is_accounted_for(data: bytes) -> None:
    pos = 0
    for token in lex(data):
        between = data[pos : token.start]
        assert token.end > token.start >= pos
        for blank in (b"\xc2\xa0", b"\xef\xbb\xbf", b"\x1a"):
            between = between.replace(blank, b"")
        assert between.strip() == b""
        pos = token.end
    assert lex(data) is not None


@given(st.binary(max_size=12))
def test_numbers_never_fail(text: bytes) -> None:
    number, dots = read_number(text)
    assert number is None or number >= 0
    assert dots >= 0


@given(st.text("1.e4N() {};%$!?-O0*/=x[]\n\r", max_size=60).map(str.encode), st.integers(0, 6))
def test_reading_up_to_a_move_gives_the_first_tokens(data: bytes, moves: int) -> None:
    whole, part = read_movetext(data), read_movetext(data, moves=moves)
    assert part.tokens == whole.tokens[: len(part.tokens)]
    assert part.whole == (part.tokens == whole.tokens)
    kinds = (Kind.MOVE, Kind.CASTLING, Kind.NULL)
    played = [token for token in part.tokens if token.depth == 0 and token.kind in kinds]
    assert len(played) <= moves and (part.whole or len(played) == moves)
    assert whole.kinds == {token.kind for token in whole.tokens}


def test_mainline() -> None:
    data = b"1. e4 (1. d4 *) e5 1-0 2. d4 0-1"
    movetext = read_movetext(data)
    assert [token.text(data) for token in movetext.mainline] == [b"1.", b"e4", b"e5"]
    assert movetext.marker is not None and movetext.marker.text(data) == b"1-0"


def test_white_space_is_passed_over_in_linear_time() -> None:
    assert len(lex(b"e4" + b" \n" * 500_000)) == 1 == len(lex(b"\t" * 1_000_000 + b"e4"))
