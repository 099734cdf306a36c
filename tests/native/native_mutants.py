"""Mutants for the differential test: games changed by bytes, tokens and FEN fields, and single moves on odd boards."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from itertools import islice

import chess

from pgnfen.inputs.source import Source, find_sources
from pgnfen.pgn.splitter import read_games

OWN = [
    '[Event "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n',
    '[Event "A"]\r\n[Result "*"]\r\n\r\n1. e4 {x} d5 2. e5 f5 3. exf6 (3. d4 * 3... e6) 3... Kf7 4. fxg7 Nf6 *\r\n\r\n',
    '[Event "A"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 $1 ; x\nQh4# 0-1\n\n',
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
]  # fmt: skip

WORDS = [
    "1.", "1...", "2.", "12.", "*", "1-0", "0-1", "1/2-1/2", "(", ")", "{", "}", "{x}", "{[%clk 1]}", "(x)", ";",
    ";x\n", "\n%x\n", "\n%", "[", "]", "[x]", '\n[Event "B"]\n', '[Event "B"]', '\n\n[FEN "x"]\n\n', "$1", "$", "$999",
    "!", "?!", "+", "#", "=", "--", "Z0", "0000", "0-0", "O-O", "O-O-O", "o-o", "e.p.", "N", "e4", "exd5", "e8=Q",
    "e8Q", "e8(Q)", "Nf3", "Nbd7", "N1d2", "Nb1d2", "Kd2", "Rad1", "R1a3", "e2e4", "e2-e4", "Pe4", "N@f3", "x", "...",
    ".", "\u2026", "1. ...", "01.", "1.e4", "1.0-0", "\r\n", "\r", "\n\n", " ", "\t", "\x0b", "\x0c", "\x00", "\x1a",
    "\x7f", "\ufeff", "\u00a0", "\u2013", '"', "\\", '\\"', "+-", "+/-", "~", "ch", "\n*", "*\n\n", "1-0\n\n",
    "{\n[Event \"C\"]\n}", "1-0x", "x1-0", "-1-0", ",", "e9", "@",
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


class Mutator:
    """Makes mutants; the same seed makes the same ones."""

    def __init__(self, seed: int, games: list[bytes]) -> None:
        self.random = random.Random(seed)
        self.games = games
        self.ways: list[Callable[[bytes], bytes]] = [
            self.bytes, self.insert, self.tokens, self.tokens, self.fen, self.fen, self.tags, self.splice, self.cut,
            self.cut, self.number,
        ]  # fmt: skip

    def mutant(self) -> bytes:
        """A mutant: one to four changes to a game, often with another game behind it."""
        pick = self.random
        if pick.random() < 0.4:
            return self.move()
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

    def tokens(self, data: bytes) -> bytes:
        """Movetext words swapped, dropped, doubled, or exchanged for others."""
        head, movetext = self.parted(data)
        words = _TOKEN.findall(movetext.decode("latin-1"))
        if len(words) < 3:
            return data
        at, other = self.random.randrange(len(words)), self.random.randrange(len(words))
        way = self.random.randrange(5)
        if way == 0:
            words[at], words[other] = words[other], words[at]
        elif way == 1:
            del words[at]
        elif way == 2:
            words[at:at] = [words[other], " "]
        elif way == 3:
            words[at : at + self.random.randint(0, 1)] = [
                " ",
                self.random.choice(WORDS).encode().decode("latin-1"),
                " ",
            ]
        else:
            words[at] = self.spelling(words[at])
        return head + "".join(words).encode("latin-1")

    def number(self, data: bytes) -> bytes:
        """Move numbers that begin elsewhere: all of them, or only the first."""
        head, movetext = self.parted(data)
        more = self.random.choice((1, 1, 8, 90, -1))
        most = self.random.choice((0, 0, 0, 1))
        return head + _NUMBER.sub(lambda match: b"%d." % max(0, int(match[1]) + more), movetext, count=most)

    def spelling(self, word: str) -> str:
        at = self.random.randint(0, len(word))
        letter = self.random.choice("abcdefgh12345678xNBRQKO-=+#!?.0")
        return word[:at] + letter + word[at + self.random.randint(0, 1) :]

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
        """A tag pair dropped, doubled, moved, respelled, or an empty line between."""
        pairs = list(_TAG.finditer(data))
        if not pairs:
            return self.insert(data)
        pair = self.random.choice(pairs)
        text, rest = pair[0], data[: pair.start()] + data[pair.end() :]
        way = self.random.randrange(6)
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
        new = self.random.choice((
            b'[Variant "Chess960"]\n', b'[Variant "fischerandom"]\n', b'[Variant "atomic"]\n', b'[Result "0-1"]\n',
            b'[Result "*"]\n', b'[SetUp "1"]\n', b'[SetUp "0"]\n', b'[FEN "?"]\n', b'[X "\\""]\n', b'[X "a"b"]\n',
            b'[X "a"] \n', b'[X  "a"]\n', b"[X a]\n",
        ))  # fmt: skip
        return data[: pair.start()] + new + data[pair.start() :]

    def splice(self, data: bytes) -> bytes:
        other = self.random.choice(self.games)
        start = self.random.randint(0, len(other))
        at = self.at(data)
        return data[:at] + other[start : start + self.random.randint(0, 40)] + data[at:]

    def cut(self, data: bytes) -> bytes:
        """Only the first moves, and a marker."""
        head, movetext = self.parted(data)
        words = movetext.split()
        if len(words) < 8:
            return data
        keep = words[: self.random.randint(1, min(len(words), 40))]
        marker = self.random.choice((words[-1], b"*", b"1-0", b"1/2-1/2"))
        glue = self.random.choice((b" ", b" ", b"\n", b"\r\n"))
        return head + glue.join((*keep, marker)) + self.random.choice((b"\n\n", b"\n", b"\r\n\r\n", b""))

    def parted(self, data: bytes) -> tuple[bytes, bytes]:
        pairs = list(_TAG.finditer(data))
        at = pairs[-1].end() if pairs else 0
        while at < len(data) and data[at] in b"\r\n":
            at += 1
        return data[:at], data[at:]

    def move(self) -> bytes:
        """A few spelled moves, likely or not, on an odd board."""
        board = self.board()
        said = board.copy(stack=False)
        if self.random.random() < 0.2:
            said.castling_rights &= self.random.choice((chess.BB_EMPTY, chess.BB_RANK_1, chess.BB_FILE_H))
        fen = said.fen(shredder=board.chess960, en_passant="fen")
        number = board.fullmove_number if self.random.random() < 0.9 else self.random.choice((0, 1, 8, 40))
        words = [f"{number}." + ("" if board.turn else "..")]
        for _ in range(self.random.choice((0, 1, 1, 1, 2, 4, 8))):
            words.append(self.san(board))
            try:
                board.push_san(words[-1])
            except (ValueError, AssertionError, IndexError):
                break
        if self.random.random() < 0.1:
            words.append(self.random.choice(WORDS))
        variant = '[Variant "Chess960"]\n' if board.chess960 or self.random.random() < 0.2 else ""
        marker = self.random.choice(("*", "*", "1-0", "0-1", "1/2-1/2"))
        return f'{variant}[SetUp "1"]\n[FEN "{fen}"]\n\n{" ".join(words)} {marker}\n'.encode()

    def board(self) -> chess.Board:
        """A board with few men, rooks and kings at home more often than not, pawns about to meet."""
        pick = self.random
        board = chess.Board(None, chess960=pick.random() < 0.5)
        white, black = (pick.choice((4, 4, pick.randrange(64))) for _ in "KQ")
        board.set_piece_at(white, chess.Piece(chess.KING, True))
        if black < 8:
            black += 56
        if black != white:
            board.set_piece_at(black, chess.Piece(chess.KING, False))
        for _ in range(pick.randint(1, 10)):
            kind = pick.choice((1, 1, 1, 2, 3, 4, 4, 5))  # python-chess's numbers: pawns and rooks more often
            colour = pick.random() < 0.5
            rank = pick.choice((0, 7, pick.randrange(8))) if kind == 4 else pick.randrange(8)
            if kind == 1:
                rank = pick.choice((1, 3, 4, 4, 3, 6, pick.randrange(1, 7)))
            square = chess.square(pick.randrange(8), rank)
            if board.piece_at(square) is None:
                board.set_piece_at(square, chess.Piece(kind, colour))
        board.turn = pick.random() < 0.5
        rights = board.rooks & (chess.BB_RANK_1 & board.occupied_co[True] | chess.BB_RANK_8 & board.occupied_co[False])
        board.castling_rights = rights & pick.getrandbits(64) if pick.random() < 0.3 else rights
        board.castling_rights = board.clean_castling_rights()
        if pick.random() < 0.4:
            rank = chess.BB_RANK_5 if board.turn else chess.BB_RANK_4
            pawns = board.pawns & board.occupied_co[not board.turn] & rank
            if pawns:
                board.ep_square = pick.choice(list(chess.scan_forward(pawns))) + (8 if board.turn else -8)
        board.halfmove_clock = 0 if board.ep_square else pick.choice((0, 0, 1, 149, 150))
        board.fullmove_number = pick.choice((9, 90, 400))
        return board

    def san(self, board: chess.Board) -> str:
        """A spelled move: legal as python-chess writes it, or with a letter more or less, or made up."""
        pick = self.random
        if pick.random() < (0.25 if board.castling_rights or pick.random() < 0.3 else 0.02):
            return pick.choice(("O-O", "O-O-O"))
        if pick.random() < 0.1:
            return self.capture(board)
        legal = pick.random() < 0.7
        moves = list(board.generate_legal_moves() if legal else board.generate_pseudo_legal_moves())
        kings = [move for move in moves if board.kings & chess.BB_SQUARES[move.from_square]]
        if kings and pick.random() < 0.2:
            moves = kings
        if not moves or pick.random() < 0.05:
            return pick.choice("NBRQK") + pick.choice("abcdefgh") + pick.choice("12345678")
        move = pick.choice(moves)
        letter = chess.PIECE_SYMBOLS[board.piece_type_at(move.from_square) or 1].upper().replace("P", "")
        taken = board.is_capture(move)
        origin = chess.square_name(move.from_square)
        if not letter:
            text = (origin[0] + pick.choice(("x", "x", "")) if taken else "") + chess.square_name(move.to_square)
            return text + (pick.choice(("=", "=", "")) + pick.choice("QNRB") if move.promotion else "")
        said = pick.choice(("", "", origin[0], origin[1], origin))
        text = letter + said + ("x" if taken else "") + chess.square_name(move.to_square)
        return text + pick.choice(("", "+", "#", "!"))

    def capture(self, board: chess.Board) -> str:
        """A pawn's capture, whatever stands on its target: beside an enemy pawn, as en passant, if there is one."""
        own, other = (board.pawns & board.occupied_co[colour] for colour in (board.turn, not board.turn))
        ahead = 1 if board.turn else -1
        ways = []
        for pawn in chess.scan_forward(own):
            file, rank = chess.square_file(pawn), chess.square_rank(pawn)
            for to in (file - 1, file + 1):
                if 0 <= to < 8 and 0 <= rank + ahead < 8:
                    beside = bool(other & chess.BB_SQUARES[chess.square(to, rank)])
                    ways.append(
                        (beside, f"{chess.FILE_NAMES[file]}x{chess.square_name(chess.square(to, rank + ahead))}")
                    )
        return max(ways, key=lambda way: (way[0], self.random.random()), default=(False, "exd6"))[1]
