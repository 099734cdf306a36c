"""FENs, likely or not: random legal play, arrays, odd boards, changed bytes and fields, with all sorts of tags."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
from odd_boards import OddBoards

from pgnfen.fen import double_start_fen, read_fen, scharnagl_array, start_fen, write_fen
from pgnfen.fen.definitions import PLAIN_VARIANTS, VARIANTS
from pgnfen.pgn.layout import StartKey

_MEN = "KQRBNPkqrbnp"
_BYTES = bytes(range(33, 127)) + b" \t\n\r/\\\x00\xa0\xc3" + b" /12345678KQRBNPkqrbnpwb-" * 4
_VARIANTS = (
    None, None, None, None, "Chess960", "Chess960", "Standard", "From Position", "chess 960", "?", "-", "", " ",
    "Crazyhouse", "Atomic", "Shuffle", "nocastle", "w22", "wild/0", "Upside-down", "Corner", "Asymmetric Random",
    "Capablanca", "Losers", "Calvinball", "standard ", "From  Position", "FROM_POSITION", "Chess960\u00a0", "No king",
)  # fmt: skip
_CASTLING = ("-", "KQkq", "HAha", "K", "k", "Qq", "KQ", "kq", "Kk", "GBgb", "Gkq", "KQha", "HQkq", "Fk", "", "mKQkq")


class FenMutants:
    """Makes raw values of SetUp, FEN and Variant."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.odd = OddBoards(self.random, ["e4"])

    def many(self, count: int) -> Iterator[StartKey]:
        """So many of them."""
        while count > 0:
            for fen in self._some():
                yield self._setup(), fen, self._variant()
                count -= 1

    def _setup(self) -> bytes | None:
        return self.random.choice((b"1",) * 6 + (None, None, b"0", b"", b"2", b"1 ", b"yes"))

    def _variant(self) -> bytes | None:
        pick = self.random
        text = pick.choice(_VARIANTS)
        if text is not None and pick.random() < 0.2:
            others = [spelling for variant in VARIANTS[: len(PLAIN_VARIANTS)] for spelling in variant[3]]
            text = pick.choice(others)
            text = pick.choice((text, text.upper(), text.title(), text.replace(" ", "_")))
        return None if text is None else text.encode()

    def _some(self) -> Iterator[bytes | None]:
        pick = self.random
        way = pick.random()
        if way < 0.25:
            yield from self._played()
        elif way < 0.4:
            yield self._array().encode()
        elif way < 0.6:
            board = self.odd.board()
            yield board.fen(shredder=pick.random() < 0.5, en_passant="fen").encode()
        elif way < 0.7:
            yield self._scattered().encode()
        elif way < 0.85:
            fen = self._fen()
            yield self._fields(fen).encode()
        elif way < 0.98:
            yield self._changed(self._fen().encode())
        elif way < 0.99:
            yield bytes(pick.choice(_BYTES) for _ in range(pick.randrange(90)))
        else:
            yield pick.choice((None, b"", b"?", b" "))

    def _fen(self) -> str:
        pick = self.random
        if pick.random() < 0.4:
            return self._array()
        if pick.random() < 0.3:
            return self._scattered()
        return self.odd.board().fen(shredder=pick.random() < 0.5, en_passant="fen")

    def _array(self) -> str:
        """One of the 960 starts, a double one, a shuffle, or one with men given."""
        pick = self.random
        white = pick.randrange(960) if pick.random() < 0.8 else 518
        black = white if pick.random() < 0.6 else pick.randrange(960)
        fen = double_start_fen(white, black, pick.choice(("x-fen", "shredder")))
        if pick.random() < 0.2:
            ranks = [list(scharnagl_array(white)), list(scharnagl_array(black).lower())]
            for rank in ranks:
                pick.shuffle(rank)
            fen = fen.replace(scharnagl_array(white), "".join(ranks[0]))
            fen = fen.replace(scharnagl_array(black).lower(), "".join(ranks[1]))
        if pick.random() < 0.2:
            fen = self._less(start_fen(518) if pick.random() < 0.7 else fen)
        if pick.random() < 0.3:
            parts = fen.split()
            parts[1] = pick.choice("wwb")
            parts[2] = pick.choice(_CASTLING)
            parts[4], parts[5] = self._counters()
            fen = " ".join(parts)
        return fen

    def _less(self, fen: str) -> str:
        """Some men of one side or both are taken off the board."""
        board = list(read_fen(fen).board.squares)  # type: ignore[union-attr]
        for _ in range(self.random.randint(1, 4)):
            board[self.random.randrange(64)] = "."
        return " ".join([_placement("".join(board)), *fen.split()[1:]])

    def _counters(self) -> tuple[str, str]:
        pick = self.random
        number = pick.choice((1, 1, 2, 3, 5, 8, 9, 10, 50, 00, 10**pick.randrange(19)))
        clock = pick.choice((0, 0, 1, 2, 2 * (number - 1), 2 * number - 1, 14, 16, 10 ** pick.randrange(19)))
        return pick.choice((str(clock), f"0{clock}")), pick.choice((str(number), f"00{number}"))

    def _scattered(self) -> str:
        """A board with men wherever they fall, more of them than there can be, kings in check."""
        pick = self.random
        squares = ["."] * 64
        for _ in range(pick.choice((2, 5, 10, 20, 40))):
            squares[pick.randrange(64)] = pick.choice(_MEN + "PPpp")
        if pick.random() < 0.9:
            squares = [man if man not in "Kk" else "." for man in squares]
            for man in "Kk":
                squares[pick.choice((4, 60, pick.randrange(64)))] = man
        for man, row in (("R", 56), ("r", 0)):
            if pick.random() < 0.5:
                for file in pick.sample(range(8), pick.randint(1, 4)):
                    if squares[row + file] not in "Kk":
                        squares[row + file] = man
        turn, target = pick.choice("wb"), "-"
        if pick.random() < 0.4:
            file, step = pick.randrange(8), (24, 16, 8, "p") if turn == "w" else (32, 40, 48, "P")
            pawn, passed, origin, man = step
            if squares[pawn + file] not in "Kk":
                squares[pawn + file] = man
                for beside in (file - 1, file + 1):
                    if 0 <= beside < 8 and pick.random() < 0.4 and squares[pawn + beside] not in "Kk":
                        squares[pawn + beside] = man.swapcase()
                for empty in (passed, origin):
                    if squares[empty + file] not in "Kk" and pick.random() < 0.9:
                        squares[empty + file] = "."
            target = "abcdefgh"[file] + ("6" if turn == "w" else "3")
        clock, number = self._counters() if pick.random() < 0.3 else ("0", "30")
        return f"{_placement(''.join(squares))} {turn} {pick.choice(_CASTLING)} {target} {clock} {number}"

    def _fields(self, fen: str) -> str:
        """One field or two of another kind, or left out, or twice."""
        pick = self.random
        parts = fen.split(" ")
        for _ in range(pick.randint(1, 2)):
            at = pick.randrange(len(parts))
            others = (
                (parts[0], parts[0].swapcase(), parts[0][::-1], parts[0] + "[]", parts[0].replace("q", "q~")),
                ("w", "b", "W", "-", "white"),
                (*_CASTLING, "".join(pick.sample("KQkqABCDEFGHabcdefgh", pick.randint(1, 5)))),
                ("-", pick.choice("abcdefghi") + pick.choice("12345678936")),
                self._counters(),
                self._counters(),
            )
            if pick.random() < 0.85:
                parts[at] = pick.choice(others[min(at, 5)])
            elif pick.random() < 0.5:
                parts.insert(at, parts[at])
            elif len(parts) > 1:
                del parts[at]
        return " ".join(parts)

    def _changed(self, fen: bytes) -> bytes:
        """One byte more, less or other."""
        pick = self.random
        at = pick.randrange(len(fen) + 1)
        way = pick.randrange(3)
        new = bytes([pick.choice(_BYTES)]) if way else b""
        return fen[:at] + new + fen[at + (way != 1) :]

    def _played(self) -> Iterator[bytes]:
        """Positions of random legal play, in either notation of castling and any of en passant."""
        pick = self.random
        number = pick.choice((518, pick.randrange(960)))
        board = chess.Board(start_fen(number), chess960=number != 518)
        if pick.random() < 0.3:
            board = chess.Board(double_start_fen(number, pick.randrange(960), "shredder"), chess960=True)
        for _ in range(pick.choice((10, 40, 120))):
            moves = list(board.legal_moves)
            if not moves:
                break
            checks = [move for move in moves if board.gives_check(move)]
            castlings = [move for move in moves if board.is_castling(move)]
            board.push(pick.choice(checks if checks and pick.random() < 0.5 else castlings or moves))
            if pick.random() < 0.3:
                yield self._written(board).encode()

    def _written(self, board: chess.Board) -> str:
        pick = self.random
        fen = board.fen(shredder=pick.random() < 0.3, en_passant=pick.choice(("fen", "legal", "xfen")))
        return write_fen(read_fen(fen)) if pick.random() < 0.2 else fen


def _placement(squares: str) -> str:
    rows = (squares[at : at + 8] for at in range(0, 64, 8))
    text = "/".join(rows)
    for count in range(8, 0, -1):
        text = text.replace("." * count, str(count))
    return text
