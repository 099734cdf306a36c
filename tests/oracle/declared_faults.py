"""Faults of positions that a game declares on the way: one field of one FEN, in a comment, behind the result, in a tag.

All other FENs are right, in whichever convention, with four fields or six; in some games all of them are those before
the moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import chess
from clean_games import PgnGame, Token
from faults import UNKNOWN, Faulty, fault, faulty, want

STARTS = ("standard", "chess960", "double_chess960", "shuffle", "odds", "fragment", "en_passant", "fragment960")
FIELDS = (
    "piece placement", "active color", "castling availability", "en passant target square", "halfmove clock",
    "fullmove number",
)  # fmt: skip
COMMENTS = (
    "{{{}}}", "{{ {} }}", '{{"{}"}}', "{{[%fen {}]}}", "{{[%clk 0:01:02] {}}}", "{{d=3, fen={}, wv=0.00}}",
    "{{FEN: {}}}", '{{x; fen = "{}" [%eval 0.1]}}',
)  # fmt: skip
BEHIND = ("{{Finalposition {} }}", "; Final position: {}\n", "{{{}}}", "; {{ White\n; wins, Finalposition {} }}\n")
MIXED = "N101 N102"  # true of a game whose FENs follow several conventions
ENOUGH = 4  # FENs that are right beside the one that is not


@dataclass(slots=True)
class Place:
    """A FEN that is declared: its fields, the position that it should be, the plies before that, how it is written.

    `ply` 0 is the start; `at` is the ply behind which the comment stands, None: the end, or a tag.
    """

    fields: list[str]
    board: chess.Board
    ply: int
    at: int | None
    text: str


def _fields(rng: random.Random, board: chess.Board) -> list[str]:
    """A FEN of the position, right in some convention."""
    castling = rng.choice((board.castling_xfen, board.castling_xfen, board.castling_shredder_fen))()
    fields = board.fen(en_passant=rng.choice(("legal", "xfen", "fen"))).split(" ")
    if fields[3] != "-" and not board.has_legal_en_passant() and not board.has_pseudo_legal_en_passant():
        fields[3] = rng.choice(("-", fields[3]))
    fields[2] = castling
    return fields[: rng.choice((4, 6, 6))]


def declare(game: PgnGame, rng: random.Random, before: bool) -> list[Place]:
    """FENs for a game, none of them written yet; `before`: those of the positions before the moves."""
    plies = len(game.moves)
    places = []
    for at in sorted(rng.sample(range(1, plies + 1), rng.randint(min(plies, ENOUGH + 1), plies))):
        board = game.before(at if before else at + 1)
        text = rng.choice(COMMENTS)
        places.append(Place(_fields(rng, board), board, at - before, at, text))
    if not before or rng.random() < 0.5:
        final = game.before(plies + 1)
        texts = [text for text in ('[CurrentPosition "{}"]', rng.choice(BEHIND)) if rng.random() < 0.5]
        places += [Place(_fields(rng, final), final, plies, None, text) for text in texts]
    return places


def write(game: PgnGame, places: list[Place]) -> None:
    """Put the FENs where they belong."""
    for place in reversed(places):
        fen = " ".join(place.fields)
        if place.text.startswith("["):
            game.set_tag("CurrentPosition", fen)
        elif place.at is None:
            game.tokens.append(Token("comment", place.text.format(fen), 0, 0))
        else:
            index = next(
                i for i, one in enumerate(game.tokens) if one.kind == "san" and one.ply == place.at and not one.depth
            )
            game.tokens.insert(index + 1, Token("comment", place.text.format(fen), place.at, 0))


Change = Callable[[random.Random, Place], "str | None"]


def _faulty(game: PgnGame, rng: random.Random, index: int, code: str, change: Change) -> Faulty | None:
    """One FEN has another field; nothing else is wrong."""
    before = rng.random() < 0.3
    places = declare(game, rng, before)
    chosen = [place for place in places if len(place.fields) > index and (place.ply > 0 or index not in (2, 3))]
    if len(places) <= ENOUGH or not chosen:
        return None
    place = rng.choice(chosen)
    right, wrong = place.fields[index], change(rng, place)
    if wrong is None:
        return None
    place.fields[index] = wrong
    write(game, places)
    expected = {0: place.board.board_fen(), 3: _target(place.board)}.get(index, right)
    if index == 2:
        expected = place.board.castling_shredder_fen() if set(wrong) - set("KQkq-") else place.board.castling_xfen()
        # Against the FEN alone, without another position that shows it, nothing says which is right.
        expected = UNKNOWN if wrong == "-" or game.fen else expected
    if index == 4 and (_counts_from_fen(game, place) or _of_other_order(game, place, int(wrong))):
        expected = UNKNOWN  # the FEN, or the moves, may be wrong as well
    also = f"{MIXED} D107" if before else MIXED
    return faulty(game, want(code, FIELDS[index], expected, place.ply or None), also=also)


def _counts_from_fen(game: PgnGame, place: Place) -> bool:
    """Whether the game begins with a FEN, and no move has set its halfmove clock back."""
    return bool(game.fen) and all(game.before(ply).halfmove_clock for ply in range(2, place.ply + 2))


def _of_other_order(game: PgnGame, place: Place, clock: int) -> bool:
    """Whether the same position with this halfmove clock is reached with two moves of a side in the other order."""
    for first in range(1, place.ply - 1):
        board, moves = game.before(first).copy(stack=False), game.moves[first - 1 : place.ply]
        for move in (moves[2], moves[1], moves[0], *moves[3:]):
            if not board.is_legal(move):
                break
            board.push(move)
        else:
            if board.board_fen() == place.board.board_fen() and board.halfmove_clock == clock:
                return True
    return False


def _target(board: chess.Board) -> str:
    return chess.square_name(board.ep_square or 0) if board.has_legal_en_passant() else "-"


@fault(*STARTS, least=8)
def declared_placement(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A man is gone, another, elsewhere, or one too many; digits that do not add up; a letter that is no man."""

    def change(rng: random.Random, place: Place) -> str:
        board = place.board.copy(stack=False)
        square, other = rng.sample(chess.SQUARES, 2)
        man = board.piece_at(square)
        way = rng.randrange(4)
        if way == 0:
            digit = rng.choice([at for at, char in enumerate(place.fields[0]) if char != "/"])
            wrong = rng.choice("1x9")
            return place.fields[0][:digit] + wrong + place.fields[0][digit:]
        if way == 1 and man is not None:
            board.remove_piece_at(square)
        elif way == 2 and man is not None and board.piece_at(other) != man:
            board.remove_piece_at(square)
            board.set_piece_at(other, man)
        else:
            new = chess.Piece(rng.choice((1, 2, 3, 4, 5)), rng.random() < 0.5)
            if man == new:
                new = chess.Piece(new.piece_type, not new.color)
            board.set_piece_at(square, new)
        return board.board_fen()

    return _faulty(game, rng, 0, "D101", change)


@fault(*STARTS, least=8)
def declared_active_color(game: PgnGame, rng: random.Random) -> Faulty | None:
    return _faulty(game, rng, 1, "D102", lambda rng, place: "b" if place.board.turn else "w")


@fault(*STARTS, least=8)
def declared_castling(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A right too few, or one for a side of a king that has none."""

    def change(rng: random.Random, place: Place) -> str | None:
        letters = place.fields[2].replace("-", "")
        board = place.board
        sides = {
            "K": board.has_kingside_castling_rights(True), "Q": board.has_queenside_castling_rights(True),
            "k": board.has_kingside_castling_rights(False), "q": board.has_queenside_castling_rights(False),
        }  # fmt: skip
        missing = [letter for letter, has in sides.items() if not has]
        if letters and (not missing or rng.random() < 0.6):
            out = rng.choice(letters)
            return letters.replace(out, "") or "-"
        return letters + rng.choice(missing) if missing else None

    return _faulty(game, rng, 2, "D103", change)


@fault(*STARTS, least=8)
def declared_en_passant(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A square that the last move has not passed, or none where a capture is legal."""

    def change(rng: random.Random, place: Place) -> str:
        if place.board.has_legal_en_passant() and rng.random() < 0.5:
            return "-"
        squares = [file + rank for file in "abcdefgh" for rank in "3364"]
        right = place.board.ep_square
        return rng.choice([square for square in squares if right is None or square != chess.square_name(right)])

    return _faulty(game, rng, 3, "D104", change)


@fault(*STARTS, least=8)
def declared_halfmove(game: PgnGame, rng: random.Random) -> Faulty | None:
    def change(rng: random.Random, place: Place) -> str:
        return str(rng.choice([n for n in (0, 1, 2, 50, int(place.fields[4]) + 1) if n != int(place.fields[4])]))

    return _faulty(game, rng, 4, "D105", change)


@fault(*STARTS, least=8)
def declared_fullmove(game: PgnGame, rng: random.Random) -> Faulty | None:
    def change(rng: random.Random, place: Place) -> str:
        return str(rng.choice([n for n in (0, 1, 99, int(place.fields[5]) + 1) if n != int(place.fields[5])]))

    return _faulty(game, rng, 5, "D106", change)


NAMED = ("{{[%fen {}]}}", "{{d=3, fen={}, wv=0.00}}", '{{x; fen = "{}" [%eval 0.1]}}', '[CurrentPosition "{}"]')


@fault(*STARTS, least=8)
def declared_unreadable(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A rank is missing, or fields are, or something else stands there; where it is said to be a FEN."""
    before = rng.random() < 0.3
    places = declare(game, rng, before)
    chosen = [place for place in places if place.text in NAMED]
    if len(places) <= ENOUGH or not chosen:
        return None
    place = rng.choice(chosen)
    ranks = place.fields[0].split("/")
    del ranks[rng.randrange(8)]
    ways = (["/".join(ranks), *place.fields[1:]], place.fields[: rng.randint(1, 3)], [rng.choice(("x", "none", "8/8"))])
    place.fields = list(rng.choice(ways))
    write(game, places)
    return faulty(game, want("D108", "FEN", None), also=f"{MIXED} D107" if before else MIXED)
