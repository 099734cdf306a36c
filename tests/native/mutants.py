"""Mutants for tests of the native engine: games changed by bytes, tokens, tags and FEN fields, and odd boards."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from itertools import islice

from movetext_changes import WORDS, MovetextChanges
from odd_boards import OddBoards

from pgnfen.facts.declared_words import PHRASES
from pgnfen.inputs.source import Source, find_sources
from pgnfen.pgn.blocks import read_games

OWN = [
    '[Event "A"]\n[Result "1-0"]\n[PlyCount "7"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n',
    '[Event "A"]\r\n[Result "*"]\r\n\r\n1. e4 {x} d5 2. e5 f5 3. exf6 (3. d4 * 3... e6) 3... Kf7 4. fxg7 Nf6 *\r\n\r\n',
    '[Event "A"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 $1 ; x\nQh4# $300 (2... Qf6 $0256) 0-1\n\n',
    '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "brnnkqrb/pppppppp/8/8/8/8/PPPPPPPP/BRNNKQRB w KQkq - 0 1"]\n\n'
    "1. g3 g6 2. Qg2 Qg7 3. O-O O-O 4. Ne3 Ne6 5. Qxb7 *\n\n",
    '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "1rk4r/8/8/8/8/8/8/R2K2R1 w GAhb - 3 20"]\n\n'
    "20. O-O-O Kb7 21. Rd7+ Kc6 *\n\n",
    '[SetUp "1"]\n[FEN "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 9"]\n\n'
    "9. O-O-O O-O 10. Kb1 Bxe2 11. Nxe2 *\n\n",
    '[SetUp "1"]\n[FEN "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 30"]\n\n30. g4 Kg3 31. Rxf4 1/2-1/2\n\n',
    '[SetUp "1"]\n[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9"]\n\n9. exd6 Kd7 10. Kd2 Kxd6 1/2-1/2\n\n',
    '[SetUp "1"]\n[FEN "4k3/P7/8/8/8/8/p7/1N2K3 b - - 0 9"]\n\n9... axb1=N 10. a8=Q+ Kd7 *\n\n',
    '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 146 99"]\n\n99... Kd7 100. Kd1 Kc7 101. e4 Kd7 *\n\n',
    '[SetUp "1"]\n[FEN "k7/8/1K6/8/8/8/8/1Q6 w - - 0 1"]\n\n1. Qb5 1/2-1/2\n\n',
    '[SetUp "1"]\n[FEN "3k4/3P4/4K3/8/8/8/8/8 w - - 0 50"]\n[Result "1/2-1/2"]\n\n50. Kd6 1/2-1/2\n\n',
    '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 (1... Ke7 (1... Kf7 2. e5) 2. e5 {x}) 2. e5 *\n\n',
    '[SetUp "1"]\n[FEN "7k/5Q2/6K1/8/8/8/8/8 b - - 0 9"]\n\n1/2-1/2\n\n',
    '[SetUp "1"]\n[FEN "R6k/8/6K1/8/8/8/8/8 b - - 0 9"]\n[Result "1-0"]\n\n1-0\n\n',
    '[Event "\u00fc"]\n[SetUp "0"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb5 Nb4 5. Nf3 Nf6 6. Nbd4 Nbd5 *\n{end}\n\n',
    # No tags, no marker.
    "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 3. exd5)) 2... Nc6 3. Bb5\n\n",
    # Spellings, null moves, what stands beside and behind.
    '[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. 0-0 Bc5 5. -- o-o 6. Z0 -- 7. d3 d6 1-0 and won {x} (y)\n\n',
    '[Result "*"]\n\n1. e2-e4 e7e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 5. O-O *\n\n',
    "[Event \"A\"]\n\n1. e4 ,a ,b (1. d4 ,c) ,d {x} ,e e5 $1 ,f ;x\n ,g 2. Nf3 Ke7 3. Ke2 *\n\n",
    # What the FEN denies.
    '[SetUp "1"]\n[FEN "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"]\n\n1. O-O O-O-O 2. Kh1 Kb8 *\n\n',
    '[SetUp "1"]\n[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1"]\n\n1. O-O-O 0-0 2. Kb1 Kh9 3. e5 *\n\n',
    '[SetUp "1"]\n[FEN "4k3/8/8/3pP3/8/8/8/4K2R w - -"]\n\n1. exd6 Kd7 2. O-O Kxd6 *\n\n',
    '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "2r1k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2KR1R w KQkq - 4 0"]\n\n'
    "1. O-O O-O 2. a3 *\n\n",
    '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 9"]\n\n9. -- O-O 10. Kxe2 *\n\n',
    # German, French, Russian, and languages that share their letters.
    '[Result "1-0"]\n[PlyCount "7"]\n\n1. e4 e5 2. Dh5 Sc6 {Dd8} 3. Lc4 (3. Sc3) Sf6 4. Dxf7# 1-0\n\n',
    "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 7. Fb3 d6 8. Rh1 *\n\n",
    "1. e4 e5 2. Кf3 Кc6 3. Сc4 Кf6 4. Кg5 Сc5 5. Сxf7+ Крf8! ; Ф\n6. Фf3\n\n",
    '[SetUp "1"]\n[FEN "4k3/P6P/8/8/8/8/p7/4K3 w - - 0 1"]\n\n1. a8D+ Kd7 2. h8=S a1=L 3. Dg8 Ld4 *\n\n',
    '[SetUp "1"]\n[FEN "r3k2r/P6P/8/8/8/8/8/R3K2R w - - 149 1"]\n\n1. O-O Крd7 2. hxg8=Ф Лxa7 *\n\n',
    "1. d3 d6 2. Sd2 *\n\n", "1. e4 e5 2. Pf3 Pc6 3. Lb5 Lc5 *\n\n", "1. f3 e5 2. g4 Dh4# 0-1\n\n",
    "1. Sf3 Sf6 (1... d5 2. Sc3 Lf5 3. Sh5) 2. Sc3 (2. Se5 (2. Nc3) Dd5 (2... Xd5)) d5 *\n\n",
    # Variations: what they hold, and where they branch off.
    "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3 e6) e6) 2. c4 dxc4) (1. c4) 1... e5 2. Nf3 (2. Ke2 Ke7) *\n\n",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Nf6 (3... Bc5 4. O-O (4. c3 {x} (4. b4 Bxb4 5. c3))) 4. d3 -- 5. 0-0) a6 *\n\n",
    '[SetUp "1"]\n[FEN "4k3/P7/8/8/4p3/8/3P3p/4K3 w - - 0 9"]\n\n'
    "9. d4 (9. a8=Q+ Kd7 (9... Ke7 10. Qxe4+ (10. d4 exd3)) 10. d4 exd3 11. Qa7+) 9... exd3 (9... h1(Q)+ 1-0) *\n\n",
    "1. Nf3 (1. Nf9 ,a ,b (1. e4)) d5 (1... d6 ] 2. d4 } foo Nd7 (2... e6 3. Nd2) 3. Nd2 Ngf6) 2. d4 ((2. c4)) *\n\n",
    # Positions that are declared: behind the moves, before them, of the end; right ones and wrong ones.
    '[CurrentPosition "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6"]\n\n'
    '1. e4 { rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 } 1... c5 {[%clk 0:01:00] '
    'fen="rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"} (1... c6 {8/8/8/8/8/8/8/8 w - -}) *\n\n',
    "{rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1} 1. e4 {[%fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"
    "RNBQKBNR w KQkq - 0 1]} c5 {d=3, FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1, x} 2. Nf3 "
    "{rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2} 1/2-1/2\n\n",
    '[SetUp "1"]\n[FEN "r3k2r/8/8/8/8/8/8/R3K1RR w Qkq - 3 20"]\n\n20. Rg2 {"r3k2r/8/8/8/8/8/6R1/R3K2R b Qqk - 4 20"} '
    "Rb8 21. O-O-O {1r2k2r/8/8/8/8/8/6R1/2KR3R b k - 6 21} 1-0\n; d=3, Finalposition 1r2k2r/8/8/8/8/8/6R1/2KR3R\n"
    "; b - - 6 21 }\n{4k2r/8/8/8/8/8/6R1/2KR3R b k -}\n\n",
    "1. e4 ({rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1} 1. d4 {[%fen rnbqkbnr/pppppppp/8/8/3P4/8/"
    "PPP1PPPP/RNBQKBNR b KQkq d3 0 1]} d5 (1... Nf6 {rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2} "
    "2. c4) 2. Nf3 ; fen=rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R\n; w KQkq - 1 2\n) 1... e5 "
    "{[%fen 8/8 w]} *\n\n",
    "1. e4 {rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1} e5 (1... c5 {fen=rnbqkbnr/pppppppp/8/8/4P3/8/"
    "PPPP1PPP/RNBQKBNR b KQkq - 0 1} 2. Nf3 {rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2}) *\n\n",
    # A declared position that lacks a rank.
    "1. e4 {rnbqkbnr/pppppppp/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1} e5 2. Nf3 Nc6 *\n\n",
    # Behind each of the words that declare one, together and apart: the position there, another, and none.
    *(
        f"1. e4 {{{phrase}: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1}} e5 "
        f"{{{phrase.replace(' ', '')} rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2}} 2. Nf3 "
        f"{{{phrase.title()} = rnbqkbnr/8 w}} *\n\n"
        for phrase in PHRASES
    ),
]  # fmt: skip

_TOKEN = re.compile(r"\S+|\s+")
_FEN = re.compile(rb'(\[FEN ")([^"]*)')
_NUMBER = re.compile(rb"\b(\d{1,4})\.")
_TAG = re.compile(rb"^\[.*\]\r?\n", re.MULTILINE)
_NOISE = bytes(range(256))
_ODD_BYTES = b'\r\n \t"\\[](){};%*$!?+#=.-/0123456789abcdefghxKQRBNOP\x00\x0b\x1b\x7f\x80\xe2\xff'


def seeds(most: int = 600, longest: int = 2500) -> list[bytes]:
    """Own small games, and games of the archives that PGNFEN_CORPORA names."""
    found = [text.encode() for text in OWN] * 4
    folder = os.environ.get("PGNFEN_CORPORA")
    if not folder:
        return found
    sources = [source for source in find_sources([folder]) if isinstance(source, Source)]
    each = max(1, most // max(1, len(sources)))
    for source in sources:
        with source:
            short = (game.raw for game in read_games(source) if len(game.raw) <= longest)
            found += islice(short, each)
    return found


class Mutator(MovetextChanges):
    """Makes mutants; the same seed makes the same ones."""

    def __init__(self, seed: int, games: list[bytes]) -> None:
        self.random = random.Random(seed)
        self.games = games
        self.ways: list[Callable[[bytes], bytes]] = [
            self.bytes, self.insert, self.tokens, self.tokens, self.fen, self.fen, self.tags, self.splice, self.cut,
            self.cut, self.number, self.beside, self.beside, self.respelled, self.behind, self.null, self.text,
            self.naked, self.result, self.preamble, self.letters, self.variations, self.variations, self.variations,
        ]  # fmt: skip
        self.odd_boards = OddBoards(self.random, WORDS)

    def mutant(self) -> bytes:
        """A mutant: one to four changes to a game, often with another game behind it."""
        pick = self.random
        if pick.random() < 0.4:
            data = self.odd_boards.game()
            return self.variations(data) if pick.random() < 0.3 else data
        data = pick.choice(self.games)
        if pick.random() < 0.7:
            data = self.cut(data)
        for _ in range(pick.choice((0, 1, 1, 1, 2, 3, 4))):
            data = pick.choice(self.ways)(data)
        if pick.random() < 0.3:
            data += self.cut(pick.choice(self.games))
        return data

    def at(self, data: bytes) -> int:
        """A place in the data, in movetext more often than not."""
        movetext = max(data.find(b"]\n\n"), data.find(b"]\r\n\r\n"), 0)
        return self.random.randint(movetext if self.random.random() < 0.7 else 0, len(data))

    def bytes(self, data: bytes) -> bytes:
        at = self.at(data)
        new = bytes([self.random.choice(_ODD_BYTES if self.random.random() < 0.8 else _NOISE)])
        gone = self.random.choice((0, 1, 1, 1, 2))
        return data[:at] + (new if self.random.random() < 0.7 else b"") + data[at + gone :]

    def insert(self, data: bytes) -> bytes:
        at = self.at(data)
        return data[:at] + self.random.choice(WORDS).encode() + data[at:]

    def naked(self, data: bytes) -> bytes:
        """Movetext without tags."""
        return self.parted(data)[1] if self.random.random() < 0.5 else self.tags(data)

    def fen(self, data: bytes) -> bytes:
        """A field of the FEN changed."""
        match = _FEN.search(data)
        if match is None:
            return self.bytes(data)
        fields = match[2].decode("latin-1").split(" ")
        at = self.random.randrange(len(fields))
        choice = self.random.choice
        if at == 0:
            fields[0] = self.placement(fields[0])
        elif at == 1:
            fields[1] = choice("wwbbWx")
        elif at == 2:
            letters = choice(("KQkq", "HAha", "BGbg", "CFcf", fields[2]))
            fields[2] = "".join(c for c in letters if self.random.random() < 0.7) or "-"
        elif at == 3:
            fields[3] = choice(("-", choice("abcdefgh") + choice("36"), "e4", "x"))
        else:
            fields[at] = choice(("0", "1", "2", "9", "50", "99", "100", "148", "149", "150", "-1", "x", "99999999999"))
        if self.random.random() < 0.05:
            del fields[at]
        elif self.random.random() < 0.05:
            del fields[self.random.randint(1, len(fields)) :]
        return data[: match.start(2)] + " ".join(fields).encode("latin-1") + data[match.end(2) :]

    def placement(self, field: str) -> str:
        rows = [re.sub(r"\d", lambda m: "." * int(m[0]), row) for row in field.split("/")]
        if any(len(row) != 8 for row in rows):
            return field
        for _ in range(self.random.choice((1, 1, 2, 4))):
            at = self.random.randrange(len(rows))
            column = self.random.randrange(8)
            man = self.random.choice("....PpNnBbRrQqKk")
            rows[at] = rows[at][:column] + man + rows[at][column + 1 :]
        return "/".join(re.sub(r"\.+", lambda m: str(len(m[0])), row) for row in rows)

    def tags(self, data: bytes) -> bytes:
        """A tag pair dropped, doubled, moved, respelled, broken over lines, or an empty line between."""
        pairs = list(_TAG.finditer(data))
        if not pairs:
            return self.insert(data)
        pair = self.random.choice(pairs)
        text, rest = pair[0], data[: pair.start()] + data[pair.end() :]
        way = self.random.randrange(7)
        if way == 0:
            return rest
        if way == 1:
            return data[: pair.start()] + text + data[pair.start() :]
        if way == 2:
            return text + rest
        if way == 3:
            return data[: pair.start()] + self.random.choice((text.lower(), text.swapcase())) + data[pair.end() :]
        if way == 4:
            line = self.random.choice((b"\n", b"\r\n", b" \n", b";\n", b"%\n"))
            return data[: pair.end()] + line + data[pair.end() :]
        if way == 5:
            at = max(data.rfind(b'"', pair.start(), pair.end()), pair.start())
            return data[:at] + self.random.choice((b"\r", b"\n", b"\r\n")) + data[at:]
        new = self.random.choice((
            b'[Variant "Chess960"]\n', b'[Variant "fischerandom"]\n', b'[Variant "atomic"]\n', b'[Result "0-1"]\n',
            b'[Result "*"]\n', b'[SetUp "1"]\n', b'[SetUp "0"]\n', b'[FEN "?"]\n', b'[X "\\""]\n', b'[X "a"b"]\n',
            b'[X "a"] \n', b'[X  "a"]\n', b"[X a]\n",
            b'[PlyCount "%d"]\n' % self.random.randint(0, 9), b'[PlyCount "x"]\n', b'[PlyCount "03]\n',
            b'[plycount "2"]\n', b' [PlyCount "2" ]\n',
        ))  # fmt: skip
        return data[: pair.start()] + new + data[pair.start() :]

    def splice(self, data: bytes) -> bytes:
        other = self.random.choice(self.games)
        start = self.random.randint(0, len(other))
        at = self.at(data)
        return data[:at] + other[start : start + self.random.randint(0, 40)] + data[at:]
