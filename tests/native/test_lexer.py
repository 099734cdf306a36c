"""The native lexer reads every byte as pgnfen.pgn.movetext does."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterable, Iterator
from itertools import islice, product
from pathlib import Path

import chess
import pytest

pytest.importorskip("pgnfen._native")

from mutants import WORDS, Mutator, seeds

import pgnfen
from pgnfen import _native
from pgnfen.pgn.movetext import Kind, lex, read_number
from pgnfen.pgn.tagpairs import read_tag_section
from pgnfen.replay.san import read_san

FUZZ = int(os.environ.get("PGNFEN_FUZZ", "6000"))
SEED = int(os.environ.get("PGNFEN_SEED", "1"))

# Everything that movetext.py's pattern asks about.
SYMBOLS = [
    "+/+", "+/-", "+/=", "-/+", "-/-", "-/=", "=/+", "=/-", "+-", "-+", "+=", "=+", "=", "~", "/\\", "<=", ">=", "±",
    "∓", "⩱", "⩲", "∞", "+", "++", "#", "##", "+#", "□", "↑", "→", "⇆", "⌓", "△", "†", "‡", "N", "RR", "D", "TN", "inf",
    "unclear", "ch", "mate", "dbl", "dis", "eg", "ch.", "mate.",
]  # fmt: skip
AWKWARD = [
    "e.p", "ep", "e p", "e. p.", "e.p.", "e", "p", "null", "NULL", "Pass", "pass", "@@@@", "@", "@e4", "Q@f7+",
    "A@a1", "O", "o", "0", "1", "8", "9", "0-1", "1/2", "1-", "-0", "-1", "/", "\\", ":", "%", ",", "|", "<", ">",
    "^", "_", "‐", "‑", "‒", "–", "—", "―", "−", "‖", "‏", "“", "0–0", "O—O−O", "0-0-0+", "o-o#", "123456789",
    "1234567890", "00000", "1.", "1..", "2 .", "3 . .", "4\t.", "5         .", "6        .", "7 …", "8.…", "…",
    "......", "$1234567890", "e8=Q", "e8/R", "e8(N)", "e8=(b)", "e8q", "e8=k", "e8(K)", "exd8=Q+", "d8=", "(q)", "=(",
    "Nb1-d2", "Nb1:d2", "N:d2", "Pe2e4", "e2xd3", "2e4", "-e4", ":e4", "xe4", "ed5", "exe5", "N2e4", "K", "Q", "R",
    "B", "P", "a", "h", "i", "x", "♔", "♞", "♟e4", "½-½", "½", "[%", "[[", "{}", "{{", "}}", "))", "((", "!!", "??",
    "OO", "OOO", "OO+", "OOO#", "OO-O", "OOOO", "ooo", "Bf4D", "Na1D", "Bf8D", "e8D", "e7D", "a1D", "Bf4D!", "Bf4DN",
    "Bf4+D", "Bf4D+", "Na1D#", "Nf8+D", "e8=QD", "e8QD", "N@f8D", "D+",
    "N??", "D!", "1.N", "1. N", "1...\nD", "1.\r\nN", "1.  D", "!?",
    "$$", "**", "  ", "\n", "\r", "\n%", "\r%", "%\n", ";\r", "\n\n", "\x85", "\x1c", "\x1f",
]  # fmt: skip
PIECES = [text.encode() for text in (*WORDS, *SYMBOLS, *AWKWARD)]
PIECES += [b"\x96", b"\x97", b"0\x960", b"\xe2\x80", b"\xe2", b"\xe2\x88", b"\xe2\x86", b"\xc2", b"\xef\xbb", b"\xef"]
PIECES += [b"\x80", b"\x90", b"\x92", b"\x95", b"\xa0", b"\xa6", b"\xb1", b"\xbf", b"\xff", b"\x00"]
LETTERS = b"KQRBNPabcdefghx:-=/()+#@12348 QRNBkqrnb.ep0Oo!?"
INTERESTING = b"\t\n\r \x0b\x1a\x00!#$%()*+-./0189:;<=?@ADNORTZ[\\]aehpxcmn{}~\x80\x96\xa0\xa6\xb1\xbb\xbf\xc2\xe2\xef"


def differs(data: bytes, start: int = 0) -> bool:
    """Whether the two lexers disagree about the data."""
    return _native.lex(data, start) != [(token.kind, token.start, token.end) for token in lex(data, start)]


def disagreements(texts: Iterable[bytes], start: int = 0) -> list[bytes]:
    """The first texts that are read otherwise."""
    found = []
    for text in texts:
        if differs(text, start):
            found.append(text)
            if len(found) == 5:
                break
    return found


def compounds(seed: int, count: int) -> Iterator[bytes]:
    """Awkward pieces, with and without blanks between them, some of them cut."""
    pick = random.Random(seed)
    for _ in range(count):
        glue = pick.choice((b"", b"", b" ", b"\n"))
        pieces = pick.choices(PIECES, k=pick.choice((1, 2, 2, 3, 3, 4, 6, 10)))
        if pick.random() < 0.3:
            at = pick.randrange(len(pieces))
            pieces[at] = pieces[at][pick.randint(0, 2) : pick.randint(1, 8)]
        if pick.random() < 0.3:
            pieces.insert(pick.randrange(len(pieces) + 1), bytes(pick.choices(LETTERS, k=pick.randint(1, 9))))
        if pick.random() < 0.1:
            pieces.insert(pick.randrange(len(pieces) + 1), pick.randbytes(pick.randint(1, 3)))
        yield glue.join(pieces)


def test_mutants() -> None:
    mutator = Mutator(SEED, seeds())
    assert disagreements(mutator.mutant() for _ in range(FUZZ // 4)) == []


def test_compounds() -> None:
    assert disagreements(compounds(SEED, FUZZ)) == []


def test_starts() -> None:
    pick = random.Random(SEED)
    for text in compounds(SEED + 1, FUZZ // 10):
        start = pick.randint(0, len(text) + 1)
        if start and re.match(rb"@?[a-h][1-8]D", text[start:]):
            continue  # within a move: its D is read by what stands before it, and no reader begins there
        assert not differs(text, start), (text, start)


def test_short() -> None:
    every = [bytes([byte]) for byte in range(256)]
    assert disagreements(every) == []
    assert disagreements(a + b for a in every for b in every) == []


def test_three_bytes() -> None:
    chosen = [bytes([byte]) for byte in (INTERESTING if FUZZ > 100_000 else INTERESTING[::3])]
    assert disagreements(map(b"".join, product(chosen, repeat=3))) == []


def test_words_before_everything() -> None:
    """What a word ends at: each awkward piece before each byte, and before each other piece."""
    assert disagreements(piece + bytes([byte]) for piece in PIECES for byte in range(256)) == []
    others = PIECES if FUZZ > 100_000 else PIECES[::7]
    assert disagreements(piece + other for piece in PIECES for other in others) == []


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_corpora(corpora: Path, step: int) -> None:
    games, found = 0, set[bytes]()
    for game in islice(pgnfen.read(corpora), 0, None, step):
        games += 1
        start = read_tag_section(game.raw)
        assert start is not None
        assert not differs(game.raw, start.end), game
        assert not differs(game.raw), game
        found.update(token.text(game.raw) for token in lex(game.raw) if token.kind in (Kind.MOVE, Kind.CASTLING))
    assert games
    assert [word for word in found if spelled_otherwise(word)] == []


def test_numbers() -> None:
    for text in compounds(SEED + 2, FUZZ // 4):
        for token in lex(text):
            if token.kind is Kind.NUMBER:
                number = token.text(text)
                assert _native.read_number(number) == read_number(number)


def origins(piece: int, mask: int, to: int, promotion: int | None) -> set[tuple[bool, int]]:
    """The colors and squares from which such a man could make the move on some board."""
    found = set()
    for color in chess.COLORS:
        for origin in chess.scan_forward(mask):
            if piece != chess.PAWN:
                goes = promotion is None
            else:
                ahead = chess.square_rank(to) - chess.square_rank(origin)
                ahead = ahead if color else -ahead
                aside = abs(chess.square_file(to) - chess.square_file(origin))
                double = chess.square_rank(origin) == (1 if color else 6) and not aside
                last = chess.square_rank(to) == (7 if color else 0)
                home = chess.square_rank(origin) == (0 if color else 7)
                fits = promotion in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN) if last else promotion is None
                goes = fits and not home and aside < 2 and (ahead == 1 or (ahead == 2 and double))
            if goes:
                found.add((color, origin))
    return found


def spelled_otherwise(word: bytes) -> bool:
    """Whether the two readers of moves disagree about a word."""
    san, meant = read_san(word), _native.meaning(word)
    status = 0 if san is None else 1 if san.plain else 2
    if _native.spell(word) != status or (meant is not None) != (status == 1):
        return True
    if san is None or meant is None:
        return False
    way, piece, mask, to, promotion = meant
    if san.kind == "castling" or way == "castling":
        return (san.kind, san.kingside) != (way, bool(mask))
    straight = mask & ~chess.BB_FILES[chess.square_file(to)] == 0
    if piece == chess.PAWN and (way == "capture") == straight:
        return True
    said = origins(san.piece, san.from_mask, san.to, san.promotion)
    return (san.piece, san.to, said) != (piece, to, origins(piece, mask, to, promotion))


def every_spelling() -> Iterator[bytes]:
    """Moves from parts that may be missing, all that a MOVE token may hold and some more."""
    heads = product(b"_KQRBNP", b"_adeh", b"_1247", b"_x:-")
    tails = [b"", b"+", b"#", b"++", b"+++"]
    for letter in b"QRBNKPqrbnkp":
        spelled = bytes([letter])
        tails += [
            spelled,
            b"=" + spelled,
            b"/" + spelled,
            b"(" + spelled + b")",
            b"=(" + spelled + b")#",
            spelled + b")",
        ]
    for head in heads:
        for square in (b"e4", b"e8", b"d1", b"a5", b"h6"):
            for tail in tails:
                yield bytes(head).replace(b"_", b"") + square + tail


def words(seed: int, count: int) -> Iterator[bytes]:
    """The words of MOVE and CASTLING tokens, and others like them."""
    pick = random.Random(seed)
    dashes = [b"-", b"\x96", b"\x97", *(text.encode() for text in "‐‑‒–—―−‖")]
    for _ in range(count):
        if pick.random() < 0.7:
            yield bytes(pick.choices(LETTERS, k=pick.randint(0, 7)))
        else:
            parts = [pick.choice((b"O", b"o", b"0")) for _ in range(pick.choice((1, 2, 2, 3, 3, 3, 4)))]
            text = pick.choice(dashes).join(parts) if pick.random() < 0.5 else pick.choice(dashes).join(parts[:2])
            text += b"".join(pick.choice(dashes) + part for part in parts[2:])
            yield text + pick.choice((b"", b"", b"+", b"#", b"+#", b"###", b"!", b"-", b"\xe2\x80"))


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_spellings(step: int) -> None:
    for word in islice(every_spelling(), 0, None, step):
        assert not spelled_otherwise(word), word


def test_words() -> None:
    for word in words(SEED, FUZZ * 2):
        assert not spelled_otherwise(word), word
    for text in compounds(SEED + 3, FUZZ // 4):
        for token in lex(text):
            assert not spelled_otherwise(token.text(text)), token.text(text)


@pytest.mark.parametrize(
    "text", [b"(", b"[", b"1", b".", b"{", b"1 ", b"1. ", b"\xe2\x80", b"$", b"O-", b"%", b";", b"+"]
)
def test_linear(text: bytes) -> None:
    tokens = _native.lex(text * 2_000_000, 0)
    assert tokens[-1][2] in (len(text) * 2_000_000, len(text * 2_000_000) - 1)
