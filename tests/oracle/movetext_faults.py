"""Faults of the moves and their numbers: what is illegal, ambiguous, unreadable, miscounted, is spelled differently."""

from __future__ import annotations

import random

import chess
import truth
from clean_games import PgnGame, Token
from faults import ANY, UNKNOWN, WITH_FEN, Faulty, fault, faulty, want

MOVES = "movetext"
OFTEN = (*ANY, "standard", "fragment", "fragment960")


def _ply(game: PgnGame, rng: random.Random, first: int = 1) -> int:
    return rng.randint(first, len(game.moves))


def _san(game: PgnGame, ply: int) -> Token:
    return next(token for token in game.mainline("san") if token.ply == ply)


def _stopped(game: PgnGame, also: str = "") -> Faulty | None:
    """What must be found of moves that cannot all be played as they stand now."""
    stop = truth.stops(game)
    if stop is None:
        return None
    ply, code = stop
    game.drop_tag("PlyCount")
    return faulty(game, want(code, ply=ply or None), also=also)


@fault(*OFTEN, least=6)
def illegal_move(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A move of the right form that no man can make. No castling: that could be a right that the FEN denies."""
    ply = _ply(game, rng)
    board = game.before(ply)
    for _ in range(50):
        man, square = rng.choice("NBRQK"), rng.choice(chess.SQUARE_NAMES)
        san = rng.choice((man, man + "x", "")) + square
        if san == square and square[1] in "18":
            continue
        try:
            board.parse_san(san)
        except chess.AmbiguousMoveError:
            continue
        except ValueError:
            _san(game, ply).text = san
            return _stopped(game)
    return None


@fault(*OFTEN, least=8)
def variation_illegal_move(game: PgnGame, rng: random.Random) -> Faulty | None:
    inside = [token for token in game.tokens if token.kind == "san" and token.depth]
    if not inside:
        return None
    token = rng.choice(inside)
    assert token.board is not None
    san = rng.choice("NBRQK") + rng.choice(chess.SQUARE_NAMES)
    try:
        token.board.parse_san(san)
    except ValueError:
        token.text = san
        return faulty(game, want("R107", MOVES))
    return None


@fault(*OFTEN, least=8)
def variation_token_unreadable(game: PgnGame, rng: random.Random) -> Faulty | None:
    inside = [i for i, token in enumerate(game.tokens) if token.kind == "san" and token.depth]
    if not inside:
        return None
    odd = rng.choice(("rubbish", "e4e", ",", "Nz9", "&", "ex"))
    game.tokens.insert(rng.choice(inside) + 1, Token("odd", odd, 0, 1))
    return faulty(game, want("R108", MOVES))


@fault(*OFTEN, least=6)
def illegal_capture_by_pawn(game: PgnGame, rng: random.Random) -> Faulty | None:
    """In the first ply it could be an en passant square that the FEN does not name."""
    ply = _ply(game, rng, 2)
    board = game.before(ply)
    file = rng.randrange(7)
    san = f"{chess.FILE_NAMES[file]}x{chess.FILE_NAMES[file + 1]}{rng.randint(3, 6)}"
    try:
        board.parse_san(san)
    except ValueError:
        _san(game, ply).text = san
        return _stopped(game)
    return None


@fault(*OFTEN, least=20)
def castling_when_rights_are_lost(game: PgnGame, rng: random.Random) -> Faulty | None:
    """King and rook have moved, or the king stands elsewhere: no FEN could grant it."""
    places = []
    for ply in range(2, len(game.moves) + 1):
        board = game.before(ply)
        row = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
        own = [move for i, move in enumerate(game.moves[: ply - 1], 1) if game.before(i).turn == board.turn]
        moved = {move.from_square for move in own}
        if game.start.board.king(board.turn) in moved and not board.clean_castling_rights() & row:
            places.append(ply)
    if not places:
        return None
    _san(game, rng.choice(places)).text = rng.choice(("O-O", "O-O-O"))
    return _stopped(game)


@fault(*OFTEN, least=10)
def ambiguous_move(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The letter or number that says which of two men moves is left out."""
    told = []
    for token in game.mainline("san"):
        core = token.text.rstrip("+#")
        if core[0] in "NBRQ" and len(core.replace("x", "")) > 3:
            short = core[0] + ("x" if "x" in core else "") + core[-2:]
            try:
                game.before(token.ply).parse_san(short)
            except chess.AmbiguousMoveError:
                told.append((token, short))
    if not told:
        return None
    token, token_text = rng.choice(told)
    token.text = token_text
    return _stopped(game)


@fault(*OFTEN, least=8)
def move_left_out(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A move and its number are gone; the moves behind it stop. Without the first move and a FEN, a game may look like
    one whose starting position is missing (S109)."""
    token = _san(game, _ply(game, rng, 2 if game.start.fen is None else 1))
    game.tokens.remove(token)
    for other in game.tokens:
        if other.ply > token.ply:
            other.ply -= 1
    return _stopped(game, "K201 K203 K202 R107 R108")


@fault(*OFTEN, least=8)
def move_twice(game: PgnGame, rng: random.Random) -> Faulty | None:
    at = game.tokens.index(_san(game, _ply(game, rng)))
    game.tokens.insert(at + 1, Token("san", game.tokens[at].text, game.tokens[at].ply, 0))
    return _stopped(game, "K203 R107")


@fault(*OFTEN, least=4)
def token_unreadable(game: PgnGame, rng: random.Random) -> Faulty | None:
    at = game.tokens.index(_san(game, _ply(game, rng)))
    odd = rng.choice(("rubbish", "e4e", ",", "Nz9", "??!x", "&", "ex", "1-", "Qh9"))
    game.tokens.insert(at + 1, Token("odd", odd, 0, 0))
    return faulty(game, want("R103", MOVES))


@fault(*OFTEN, least=2)
def nag_out_of_range(game: PgnGame, rng: random.Random) -> Faulty | None:
    """After any move, those of variations too; zeros may stand before the number."""
    places = [i for i, token in enumerate(game.tokens) if token.kind == "san"]
    at = rng.choice(places)
    number = rng.choice((256, 259, 260, 299, 300, 999, 1000, 65536, rng.randint(256, 99999)))
    game.tokens.insert(at + 1, Token("nag", f"${'0' * rng.randint(0, 2)}{number}", 0, game.tokens[at].depth))
    return faulty(game, want("G114", MOVES))


@fault(*OFTEN, least=4)
def move_unreadable(game: PgnGame, rng: random.Random) -> Faulty | None:
    """What stands for a move is none: the moves behind it are played without it, as far as they go."""
    token = _san(game, _ply(game, rng))
    token.text = rng.choice(("Nz3", "xxx", "Kj1", "e9", "Rook", "illegible"))
    game.drop_tag("PlyCount")
    return faulty(game, want("R103", MOVES), also="R101 R102 R201 K203 K202 C201 E201 R107")


@fault(*OFTEN, least=2)
def null_move(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Two null moves between two moves change nothing but the numbers; at the end nothing at all."""
    game.tokens.insert(len(game.tokens) - 1, Token("san", rng.choice(("--", "Z0", "0000")), len(game.moves) + 1, 0))
    game.drop_tag("PlyCount")
    if game.outcome or game.before(len(game.moves) + 1).is_check():
        return None
    return faulty(game, want("R104", MOVES))


@fault("fragment", "fragment960", "chess960", "standard", least=30)
def castling_spelled(game: PgnGame, rng: random.Random) -> Faulty | None:
    places = [token for token in game.mainline("san") if token.text.startswith("O-O")]
    if not places:
        return None
    token = rng.choice(places)
    old = token.text
    way = rng.choice((("O", "0"), ("O", "o"), ("-", "–"), ("O-O", "0-0"), ("-", "\u2011")))
    token.text = old.replace(*way)
    if len(old.rstrip("+#")) == 5 and way == ("O-O", "0-0"):
        token.text = old.replace("O", "0")
    return faulty(game, want("R105", MOVES, old, token.ply))


@fault("fragment", "fragment960", "chess960", "standard", least=30)
def castling_without_hyphens(game: PgnGame, rng: random.Random) -> Faulty | None:
    places = [token for token in game.mainline("san") if token.text.startswith("O-O")]
    if not places:
        return None
    token = rng.choice(places)
    old, token.text = token.text, token.text.replace("-", "")
    return faulty(game, want("R105", MOVES, old, token.ply))


@fault(*OFTEN, least=4)
def move_cut_off(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The last move is a letter, behind its number or before a sign; the moves before it replay."""
    token, rest = game.mainline("san")[-1], game.mainline("number")[-1:]
    behind = bool(rest) and game.tokens.index(token) == game.tokens.index(rest[0]) + 1
    token.text = rng.choice(("N", "D")) + ("" if behind and rng.random() < 0.5 else rng.choice(("!", "?", "??")))
    game.tokens[game.tokens.index(token) + 1 :] = [game.tokens[-1]]
    game.drop_tag("PlyCount")
    return None if game.outcome else faulty(game, want("R103", MOVES), lossy=True)


@fault(*OFTEN, least=4)
def diagram_marked(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A mark right behind a move that cannot promote is no fault; what stands before that move is."""
    token = _san(game, _ply(game, rng, 2))
    core = token.text.rstrip("+#")
    if core[0] in "abcdefghO":
        return None
    signs = token.text[len(core) :]
    token.text = rng.choice((f"{core}{signs}D", f"{core}D{signs}"))
    odd = game.tokens.index(token)
    game.tokens.insert(odd, Token("odd", "rubbish", 0, 0))
    return faulty(game, want("R103", MOVES))


# King, queen, rook, bishop, knight (PGN 1994 section 8.2.3.2).
_LETTERS = {
    "German": "KDTLS", "French": "RDTFC", "Spanish": "RDTAC", "Italian": "RDTAC", "Dutch": "KDTLP",
    "Polish": "KHWGS", "Portuguese": "RDTBC", "Czech": "KDVSJ", "Hungarian": "KVBFH", "Swedish": "KDTLS",
}  # fmt: skip


@fault("standard", "fragment", "chess960", "shuffle", least=20)
def piece_letters(game: PgnGame, rng: random.Random) -> Faulty | None:
    """All men have the letters of another language, in variations too."""
    other = str.maketrans("KQRBN", rng.choice(list(_LETTERS.values())))
    for token in game.tokens:
        if token.kind == "san" and not token.text.startswith("O"):
            token.text = token.text.translate(other)
    if truth.play(game.start.board, game.sans) is None:
        return None
    return faulty(game, want("R106", "piece letters"))


@fault(*OFTEN, least=1)
def first_number_wrong(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The first number alone; the others go on as they should. With no other and a FEN, either may be wrong."""
    numbers = game.mainline("number")
    number = numbers[0].text.rstrip(".")
    numbers[0].text = str(int(number) + rng.choice((1, 2, 20))) + numbers[0].text[len(number) :]
    if len(numbers) == 1 and game.start.fen is not None:
        return faulty(game, want("K201"))
    return faulty(game, want("K201", "move number", number))


@fault(*OFTEN, least=1)
def all_numbers_wrong(game: PgnGame, rng: random.Random) -> Faulty | None:
    """With a FEN, that could be wrong as well."""
    first = game.mainline("number")[0].text.rstrip(".")
    more = rng.choice((1, 2, 20))
    for token in game.tokens:
        if token.kind == "number":
            number = token.text.rstrip(".")
            token.text = str(int(number) + more) + token.text[len(number) :]
    if game.start.fen is None:
        return faulty(game, want("K201", "move number", first))
    return faulty(game, want("K201"))


@fault(*OFTEN, least=1)
def first_dots_wrong(game: PgnGame, rng: random.Random) -> Faulty | None:
    token = game.mainline("number")[0]
    number, white = token.text.rstrip("."), game.start.board.turn
    token.text = number + ("..." if white else ".")
    return faulty(game, want("K202"))


@fault(*OFTEN, least=4)
def later_number_wrong(game: PgnGame, rng: random.Random) -> Faulty | None:
    tokens = game.mainline("number")[1:]
    if not tokens:
        return None
    token = rng.choice(tokens)
    number = token.text.rstrip(".")
    wrong = max(0, int(number) + rng.choice((-1, 1, 10, -3)))
    token.text = str(wrong) + token.text[len(number) :]
    if str(wrong) == number:
        return None
    return faulty(game, want("K203", "move number", number, token.ply))


@fault(*WITH_FEN, least=2)
def moves_from_another_start(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The moves of a game from somewhere else; numbers as they were."""
    for token in game.mainline("san"):
        token.text = rng.choice(("Qa4", "Nf3", "Ke7", "d5", "Bxh6", "Rad1", "exd5"))
    if not truth.stops(game):
        return None
    game.drop_tag("PlyCount")
    stop = truth.stops(game)
    assert stop is not None
    grants = "E201 C201 R107"
    return faulty(game, want(stop[1], ply=stop[0] or None, expected=UNKNOWN), also=grants)
