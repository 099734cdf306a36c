"""Which fields of a declared FEN a position does not have, and which conventions one follows in which nothing differs.

The same in native/src/agreement.rs and native/src/conventions.rs.
"""

from __future__ import annotations

import chess

PLACEMENT, TURN, CASTLING, EN_PASSANT, HALFMOVE, FULLMOVE = FIELDS = 1, 2, 4, 8, 16, 32
"""The fields of a FEN, a bit each."""


def differs(fen: bytes, board: chess.Board, first: bool) -> int:
    """The fields of a FEN of four or six that differ from the position, as bits.

    Castling as rights, whatever letters say them; en passant under any convention: the square passed over, or `-`
    where nobody can legally capture on it. `first`: no move has been played; then nobody knows which square may have
    been passed over.
    """
    placement, turn, castling, target, *counters = fen.replace(b";", b" ").split()
    found = 0 if _same_placement(placement.decode(), board) else PLACEMENT
    found |= 0 if turn == (b"w" if board.turn else b"b") else TURN
    found |= 0 if _same_rights(castling.decode(), board) else CASTLING
    found |= 0 if _same_target(target.decode(), board, first) else EN_PASSANT
    for text, number, bit in zip(counters, (board.halfmove_clock, board.fullmove_number), FIELDS[4:], strict=False):
        found |= 0 if int(text) == number else bit
    return found


def placement_board(text: str) -> dict[int, str] | None:
    """The men of a piece placement by their squares; None where it cannot be read."""
    men, rank, file = {}, 7, 0
    for char in text:
        if char == "/":
            if file != 8 or rank == 0:
                return None
            rank, file = rank - 1, 0
        elif char in "12345678":
            file += int(char)
        elif char not in "PNBRQKpnbrqk" or file > 7:
            return None
        else:
            men[8 * rank + file] = char
            file += 1
        if file > 8:
            return None
    return men if rank == 0 and file == 8 else None


_EMPTY = str.maketrans({str(count): "." * count for count in range(1, 9)} | {"/": None})


def men_of(placement: str) -> str | None:
    """The men of a piece placement, a letter a square from a8 on; None where it cannot be read."""
    return None if placement_board(placement) is None else placement.translate(_EMPTY)


def men_on(board: chess.Board) -> str:
    """The men of a board, as `men_of` has those of a piece placement."""
    men = ["."] * 64
    for kind, letter in enumerate("PNBRQK", 1):
        for square in chess.scan_forward(board.pieces_mask(kind, chess.WHITE)):
            men[square ^ 56] = letter
        for square in chess.scan_forward(board.pieces_mask(kind, chess.BLACK)):
            men[square ^ 56] = letter.lower()
    return "".join(men)


def differing_squares(placement: str, board: chess.Board) -> list[chess.Square]:
    """The squares on which other men stand; none where the placement cannot be read."""
    men = placement_board(placement)
    if men is None:
        return []
    there = {square: man.symbol() for square, man in board.piece_map().items()}
    return [square for square in chess.SQUARES if men.get(square) != there.get(square)]


def _same_placement(text: str, board: chess.Board) -> bool:
    if text == board.board_fen():
        return True
    men = placement_board(text)
    return men is not None and men == {square: man.symbol() for square, man in board.piece_map().items()}


def _same_rights(text: str, board: chess.Board) -> bool:
    return rights_named(text, board) == board.clean_castling_rights()


def rights_named(text: str, board: chess.Board) -> int | None:
    """The rights that the letters name, as the squares of the rooks; None where one names no right, or one again."""
    rights, named = board.clean_castling_rights(), 0
    for letter in "" if text == "-" else text:
        white = letter.isupper()
        king = board.king(white)
        own = rights & (chess.BB_RANK_1 if white else chess.BB_RANK_8)
        small = letter.lower()
        if king is None or small not in "kqabcdefgh":
            return None
        below = chess.BB_SQUARES[king] - 1
        if small in "kq":
            right = own & (below if small == "q" else ~below)
        else:
            right = own & chess.BB_FILES[ord(small) - 97]
        if not right or right & named:
            return None
        named |= right
    return named


def _same_target(text: str, board: chess.Board, first: bool) -> bool:
    square = None if board.ep_square is None else chess.square_name(board.ep_square)
    if board.has_legal_en_passant():
        return text == square
    return first or text == "-" or text == square


ALL = 0b111
"""Consistent with all conventions of a field: it tells nothing."""


def followed(fen: bytes, board: chess.Board, first: bool) -> tuple[int, int]:
    """The conventions that a FEN is consistent with in which nothing is wrong: of castling, of en passant.

    Bits in the order of CASTLING_CONVENTIONS and EN_PASSANT_CONVENTIONS. The same in native/src/conventions.rs.
    """
    castling, target = fen.replace(b";", b" ").split()[2:4]
    return _of_castling(castling.decode(), board), ALL if first else _of_target(target, board)


def _of_castling(text: str, board: chess.Board) -> int:
    found = ALL
    for letter in text if text != "-" else "":
        white = letter.isupper()
        king, small = board.king(white), letter.lower()
        assert king is not None  # it has rights
        rank = chess.BB_RANK_1 if white else chess.BB_RANK_8
        below = chess.BB_SQUARES[king] - 1
        if small in "kq":
            right = board.clean_castling_rights() & rank & (below if small == "q" else ~below)
            kings_side = small == "k"
        else:
            right = rank & chess.BB_FILES[ord(small) - 97]
            kings_side = not right & below
        rook = right.bit_length() - 1
        beyond = ~(2 * right - 1) if kings_side else right - 1
        outermost = not board.rooks & board.occupied_co[white] & rank & beyond
        if small in "kq":
            home = chess.square_file(king) == 4 and chess.square_file(rook) in (0, 7)
            found &= home * 1 | outermost * 2
        else:
            found &= 4 | (not outermost) * 2
    return found


def _of_target(text: bytes, board: chess.Board) -> int:
    if board.ep_square is None or board.has_legal_en_passant():
        return ALL
    if board.has_pseudo_legal_en_passant():
        return 0b100 if text == b"-" else 0b011
    return 0b110 if text == b"-" else 0b001
