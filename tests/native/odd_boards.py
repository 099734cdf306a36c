"""Single moves, likely or not, on boards of few men: what a move may depend on comes together more often there."""

from __future__ import annotations

import random

import chess


class OddBoards:
    """Makes games of a few moves from odd positions."""

    def __init__(self, pick: random.Random, words: list[str]) -> None:
        self.random = pick
        self.words = words

    def game(self) -> bytes:
        """A few spelled moves, likely or not, on an odd board."""
        board = self.board()
        said = board.copy(stack=False)
        if self.random.random() < 0.2:
            said.castling_rights &= self.random.choice((chess.BB_EMPTY, chess.BB_RANK_1, chess.BB_FILE_H))
            said.ep_square = self.random.choice((None, board.ep_square))
        fen = said.fen(shredder=board.chess960, en_passant="fen")
        if self.random.random() < 0.05:
            fen = " ".join(fen.split()[: self.random.randint(1, 5)])
        number = board.fullmove_number if self.random.random() < 0.9 else self.random.choice((0, 1, 8, 40))
        words = [f"{number}." + ("" if board.turn else "..")]
        for _ in range(self.random.choice((0, 1, 1, 1, 2, 4, 8))):
            words.append(self.san(board))
            try:
                board.push_san(words[-1])
            except (ValueError, AssertionError, IndexError):
                break
        if self.random.random() < 0.1:
            words.append(self.random.choice(self.words))
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
            color = pick.random() < 0.5
            rank = pick.choice((0, 7, pick.randrange(8))) if kind == 4 else pick.randrange(8)
            if kind == 1:
                rank = pick.choice((1, 3, 4, 4, 3, 6, pick.randrange(1, 7)))
            square = chess.square(pick.randrange(8), rank)
            if board.piece_at(square) is None:
                board.set_piece_at(square, chess.Piece(kind, color))
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
            if pick.random() < 0.03:
                text = origin + pick.choice(("", "-", "x")) + chess.square_name(move.to_square)
            return text + (pick.choice(("=", "=", "")) + pick.choice("QNRB") if move.promotion else "")
        said = pick.choice(("", "", origin[0], origin[1], origin))
        text = letter + said + ("x" if taken else "") + chess.square_name(move.to_square)
        return text + pick.choice(("", "+", "#", "!"))

    def capture(self, board: chess.Board) -> str:
        """A pawn's capture, whatever stands on its target: beside an enemy pawn, as en passant, if there is one."""
        own, other = (board.pawns & board.occupied_co[color] for color in (board.turn, not board.turn))
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
