"""Games that say everything of themselves in several ways, then one or two of these made wrong.

A game has FEN, declared positions in comments and in CurrentPosition, PlyCount, move numbers, Result tag and
termination marker, all true. A `fault` makes one of them wrong, or the moves, or the start; what is left then is what a
repair has to go by.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher

import chess

ARRAY = chess.STARTING_FEN
STARTS = (
    ARRAY,
    ARRAY,
    "r3k2r/pppq1ppp/2n2n2/3p4/3P4/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 9",
    "r3k2r/pppq1ppp/2n2n2/3p4/3P4/2N2N2/PPPQ1PPP/R3K2R b KQkq - 3 9",
    "4k3/2p2p2/8/3n4/8/5N2/2P2PP1/4K3 w - - 3 31",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
)
EVERY = 4  # plies between two declared positions


@dataclass
class WitnessGame:
    """A game that is written from what it says of itself; `words` is its movetext, a word a list of its parts.

    Words are `("number", ply, text)`, `("san", ply, text)`, `("position", ply, FEN)` and `("other", ply, text)`; plies
    count from 1. `tags` keeps its order.
    """

    start: str
    moves: list[chess.Move]
    tags: dict[str, str] = field(default_factory=dict)
    words: list[tuple[str, int, str]] = field(default_factory=list)
    more: list[str] = field(default_factory=list)  # tag pairs behind the others, as lines

    def boards(self) -> list[chess.Board]:
        """The positions behind 0, 1, ... plies."""
        board = chess.Board(self.start)
        found = [board.copy(stack=False)]
        for move in self.moves:
            board.push(move)
            found.append(board.copy(stack=False))
        return found

    def draft(self) -> WitnessGame:
        return copy.deepcopy(self)

    def at(self, kind: str, ply: int) -> int:
        """The index of a word."""
        return next(at for at, word in enumerate(self.words) if word[:2] == (kind, ply))

    def places(self, kind: str) -> list[int]:
        return [at for at, word in enumerate(self.words) if word[0] == kind]

    def put(self, at: int, text: str) -> None:
        self.words[at] = (*self.words[at][:2], text)

    def text(self) -> str:
        """The game as PGN, one line a tag and one for the movetext."""
        tags = "".join(f'[{name} "{value}"]\n' for name, value in self.tags.items())
        movetext = " ".join(f"{{{text}}}" if kind == "position" else text for kind, _, text in self.words)
        return f"{tags}{''.join(self.more)}\n{movetext}\n\n"


def witness_game(luck: random.Random) -> WitnessGame:
    """A random game of 16 to 50 plies, longer by chance if it ends with mate."""
    start = luck.choice(STARTS)
    board, moves = chess.Board(start), []
    for _ in range(luck.randrange(16, 50)):
        legal = list(board.legal_moves)
        if not legal:
            break
        mates = [move for move in legal if _is_mate(board, move)]
        castlings = [move for move in legal if board.is_castling(move)]
        moves.append(luck.choice(mates or (castlings if luck.random() < 0.3 else []) or legal))
        board.push(moves[-1])
    outcome = board.outcome()
    game = WitnessGame(start, moves)
    game.tags = {
        "Event": "x", "Result": outcome.result() if outcome else luck.choice(("1-0", "0-1", "1/2-1/2")),
        "PlyCount": str(len(moves)), "CurrentPosition": board.fen(),
    }  # fmt: skip
    if start != ARRAY:
        game.tags |= {"SetUp": "1", "FEN": start}
    boards = game.boards()
    for ply, move in enumerate(moves, 1):
        before = boards[ply - 1]
        if before.turn or ply == 1:
            game.words.append(("number", ply, f"{before.fullmove_number}{'.' if before.turn else '...'}"))
        game.words.append(("san", ply, before.san(move)))
        if ply % EVERY == 0:
            game.words.append(("position", ply, boards[ply].fen()))
    game.words.append(("other", len(moves) + 1, game.tags["Result"]))
    return game


def _is_mate(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    try:
        return board.is_checkmate()
    finally:
        board.pop()


@dataclass
class Broken:
    """A game with a fault: `right`: what a finding may expect (any of these); `determined`: whether what is left of
    the game says what was there."""

    game: WitnessGame
    right: set[str]
    determined: bool = True


Fault = Callable[[random.Random, WitnessGame], "Broken | None"]
FAULTS: dict[str, Fault] = {}


def fault(function: Fault) -> Fault:
    FAULTS[function.__name__.strip("_").replace("_", "-")] = function
    return function


# --- one declared text is wrong


@fault
def _ply_count(luck: random.Random, game: WitnessGame) -> Broken:
    right = game.tags["PlyCount"]
    game.tags["PlyCount"] = str(int(right) + luck.choice((-7, -1, 1, 5)))
    return Broken(game, {right})


@fault
def _move_number(luck: random.Random, game: WitnessGame) -> Broken:
    at = luck.choice(game.places("number")[1:])
    right = game.words[at][2]
    number = int(right.strip("."))
    wrong = luck.choice((number + 10, number + 20, number + 1, number - 1))
    game.put(at, right.replace(str(number), str(wrong)))
    return Broken(game, {right, str(number)})


def _position_field(luck: random.Random, game: WitnessGame, index: int, change: Callable[[str], str]) -> Broken | None:
    """A field of a declared position is another one."""
    ats: list[int | None] = [*game.places("position"), None]
    at = luck.choice(ats)
    fields = (game.tags["CurrentPosition"] if at is None else game.words[at][2]).split()
    right = fields[index]
    fields[index] = change(right)
    if fields[index] == right:
        return None
    if at is None:
        game.tags["CurrentPosition"] = " ".join(fields)
    else:
        game.put(at, " ".join(fields))
    return Broken(game, {right, " ".join([*fields[:index], right, *fields[index + 1 :]])})


def _piece_changed(luck: random.Random, placement: str) -> str:
    """A man less, a man more, or another one."""
    board = chess.Board(f"{placement} w - - 0 1")
    there = [at for at, piece in board.piece_map().items() if piece.piece_type != chess.KING]
    at = luck.choice(there)
    kind = luck.randrange(3)
    if kind == 0:
        board.remove_piece_at(at)
    elif kind == 1:
        free = [at for at in chess.SQUARES if not board.piece_at(at) and 0 < chess.square_rank(at) < 7]
        board.set_piece_at(luck.choice(free), chess.Piece(luck.randrange(1, 6), luck.random() < 0.5))
    else:
        piece = board.piece_at(at)
        assert piece is not None
        others = [one for one in range(2, 6) if one != piece.piece_type]
        board.set_piece_at(at, chess.Piece(luck.choice(others), piece.color))
    return board.board_fen()


@fault
def _position_placement(luck: random.Random, game: WitnessGame) -> Broken | None:
    return _position_field(luck, game, 0, lambda placement: _piece_changed(luck, placement))


@fault
def _position_color(luck: random.Random, game: WitnessGame) -> Broken | None:
    return _position_field(luck, game, 1, lambda color: "b" if color == "w" else "w")


@fault
def _position_castling(luck: random.Random, game: WitnessGame) -> Broken | None:
    return _position_field(luck, game, 2, lambda rights: _one_right_less(luck, rights))


@fault
def _position_halfmove(luck: random.Random, game: WitnessGame) -> Broken | None:
    return _position_field(luck, game, 4, lambda clock: str(int(clock) + luck.choice((1, 2, 10))))


@fault
def _position_fullmove(luck: random.Random, game: WitnessGame) -> Broken | None:
    return _position_field(luck, game, 5, lambda number: str(int(number) + luck.choice((1, 3, 10))))


@fault
def _result_tag(luck: random.Random, game: WitnessGame) -> Broken | None:
    """Mate or stalemate, and the marker, say what it is."""
    right = game.tags["Result"]
    game.tags["Result"] = luck.choice([one for one in ("1-0", "0-1", "1/2-1/2") if one != right])
    return Broken(game, {right}, _is_over(game))


@fault
def _marker(luck: random.Random, game: WitnessGame) -> Broken | None:
    right = game.tags["Result"]
    game.put(len(game.words) - 1, luck.choice([one for one in ("1-0", "0-1", "1/2-1/2", "*") if one != right]))
    return Broken(game, {right}, _is_over(game) or game.words[-1][2] == "*")


@fault
def _marker_lost(luck: random.Random, game: WitnessGame) -> Broken:
    game.words.pop()
    return Broken(game, {game.tags["Result"]})


@fault
def _result_unknown(luck: random.Random, game: WitnessGame) -> Broken:
    right = game.tags["Result"]
    game.tags["Result"] = "*"
    return Broken(game, {right})


@fault
def _two_false_results(luck: random.Random, game: WitnessGame) -> Broken:
    """The Result tag is wrong, and has been copied into the marker."""
    right = game.tags["Result"]
    wrong = luck.choice([one for one in ("1-0", "0-1", "1/2-1/2") if one != right])
    game.tags["Result"] = wrong
    game.put(len(game.words) - 1, wrong)
    return Broken(game, {right}, _is_over(game))


def _is_over(game: WitnessGame) -> bool:
    board = game.boards()[-1]
    return board.is_checkmate() or board.is_stalemate()


# --- the start is wrong


def _fen_field(game: WitnessGame, index: int, text: str, determined: bool = True) -> Broken | None:
    if "FEN" not in game.tags:
        return None
    right = game.tags["FEN"]
    fields = right.split()
    if fields[index] == text:
        return None
    was, fields[index] = fields[index], text
    game.tags["FEN"] = " ".join(fields)
    return Broken(game, {right, was}, determined)


def _one_right_less(luck: random.Random, rights: str) -> str:
    if rights == "-":
        return rights
    gone = luck.choice(rights)
    return rights.replace(gone, "") or "-"


@fault
def _fen_placement(luck: random.Random, game: WitnessGame) -> Broken | None:
    """Determined where a declared position still shows the square as it was, or the moves do."""
    if "FEN" not in game.tags:
        return None
    return _fen_field(game, 0, _piece_changed(luck, game.start.split()[0]))


@fault
def _fen_color(luck: random.Random, game: WitnessGame) -> Broken | None:
    return _fen_field(game, 1, "b" if game.start.split()[1] == "w" else "w")


@fault
def _fen_right_lost(luck: random.Random, game: WitnessGame) -> Broken | None:
    right = game.start.split()[2]
    rights = _one_right_less(luck, right)
    gone = set(right) - set(rights)
    shown = any(gone <= set(game.words[at][2].split()[2]) for at in game.places("position"))
    shown |= gone <= set(game.tags["CurrentPosition"].split()[2])
    return _fen_field(game, 2, rights, shown or _castled(game, "".join(gone)))


def _castled(game: WitnessGame, right: str) -> bool:
    return any(
        before.is_castling(move) and right == _letter(before, move)
        for before, move in zip(game.boards(), game.moves, strict=False)
    )


def _letter(before: chess.Board, move: chess.Move) -> str:
    letter = "k" if before.is_kingside_castling(move) else "q"
    return letter.upper() if before.turn else letter


@fault
def _fen_halfmove(luck: random.Random, game: WitnessGame) -> Broken | None:
    """Determined where a declared position comes before the first pawn move and capture."""
    boards = game.boards()
    shown = boards[EVERY].halfmove_clock == boards[0].halfmove_clock + EVERY
    return _fen_field(game, 4, str(int(game.start.split()[4]) + luck.choice((1, 2, 5))), shown)


@fault
def _fen_fullmove(luck: random.Random, game: WitnessGame) -> Broken | None:
    return _fen_field(game, 5, str(int(game.start.split()[5]) + luck.choice((1, 3, 10))))


@fault
def _fen_lost(luck: random.Random, game: WitnessGame) -> Broken | None:
    """Determined where the odds are told by the positions: the array without pieces."""
    if "FEN" not in game.tags:
        return None
    del game.tags["FEN"]
    return Broken(game, {game.start}, game.start.startswith("rnbqkbnr"))


@fault
def _setup_lost(luck: random.Random, game: WitnessGame) -> Broken | None:
    if "SetUp" not in game.tags:
        return None
    del game.tags["SetUp"]
    return Broken(game, {"1"})


@fault
def _setup_zero(luck: random.Random, game: WitnessGame) -> Broken | None:
    if "SetUp" not in game.tags:
        return None
    game.tags["SetUp"] = "0"
    return Broken(game, {"1"})


@fault
def _fen_twice(luck: random.Random, game: WitnessGame) -> Broken | None:
    """The second is wrong."""
    if "FEN" not in game.tags:
        return None
    fields = game.start.split()
    fields[0] = _piece_changed(luck, fields[0])
    game.more.append(f'[FEN "{" ".join(fields)}"]\n')
    return Broken(game, {game.start})


# --- the moves are wrong


def _with_moves(game: WitnessGame, sans: dict[int, str]) -> None:
    """Put other words in place of moves; "" takes a move out, with the number that stands before it."""
    for ply, san in sans.items():
        at = game.at("san", ply)
        if san:
            game.put(at, san)
            continue
        del game.words[at]
        if at and game.words[at - 1][:2] == ("number", ply):
            del game.words[at - 1]


def _sans(game: WitnessGame) -> list[str]:
    return [game.words[at][2] for at in game.places("san")]


def _fits(game: WitnessGame, sans: list[str]) -> bool:
    """Whether moves from the start are legal and lead through all declared positions."""
    board = chess.Board(game.start)
    fens = {game.words[at][1]: game.words[at][2] for at in game.places("position")}
    try:
        for ply, san in enumerate(sans, 1):
            board.push_san(san)
            if ply in fens and fens[ply] != board.fen():
                return False
    except ValueError:
        return False
    return board.fen() == game.tags["CurrentPosition"]


def _alone_at(game: WitnessGame, ply: int) -> bool:
    """Whether one move alone fits at a ply."""
    sans, before = _sans(game), game.boards()[ply - 1]
    fitting = (before.san(move) for move in before.legal_moves)
    return sum(_fits(game, [*sans[: ply - 1], san, *sans[ply:]]) for san in fitting) == 1


@fault
def _two_moves_dropped(luck: random.Random, game: WitnessGame) -> Broken:
    """A move of White's and the reply; the numbers stay."""
    first = luck.randrange(1, len(game.moves) - 2)
    sans, boards = _sans(game), game.boards()
    fitting = 0
    for one in boards[first - 1].legal_moves:
        board = boards[first - 1].copy(stack=False)
        san = board.san(one)
        board.push(one)
        for other in board.legal_moves:
            fitting += _fits(game, [*sans[: first - 1], san, board.san(other), *sans[first + 1 :]])
            if fitting > 1:
                break
    right = sans[first - 1 : first + 1]
    _with_moves(game, {first: "", first + 1: ""})
    return Broken(game, {*right, " ".join(right)}, fitting == 1)


@fault
def _one_move_dropped(luck: random.Random, game: WitnessGame) -> Broken:
    ply = luck.randrange(2, len(game.moves) - 1)
    right, alone = _sans(game)[ply - 1], _alone_at(game, ply)
    _with_moves(game, {ply: ""})
    return Broken(game, {right}, alone)


@fault
def _last_moves_lost(luck: random.Random, game: WitnessGame) -> Broken | None:
    count = luck.randrange(1, 3)
    while (len(game.moves) // EVERY) * EVERY > len(game.moves) - count:  # a comment would be lost as well
        count -= 1
    if not count:
        return None
    sans, boards = _sans(game), game.boards()
    kept = len(sans) - count
    alone = sum(_continuations(boards[kept], count, game.tags["CurrentPosition"])) == 1
    _with_moves(game, dict.fromkeys(range(kept + 1, len(sans) + 1), ""))
    return Broken(game, {" ".join(sans[kept:])}, alone)


def _continuations(board: chess.Board, count: int, fen: str) -> Iterator[bool]:
    for move in list(board.legal_moves):
        board.push(move)
        if count == 1:
            yield board.fen() == fen
        else:
            yield from _continuations(board, count - 1, fen)
        board.pop()


@fault
def _another_legal_move(luck: random.Random, game: WitnessGame) -> Broken | None:
    """All that follow can be played too."""
    sans, boards = _sans(game), game.boards()
    for ply in luck.sample(range(1, len(sans) + 1), len(sans)):
        legal = list(boards[ply - 1].legal_moves)
        for move in luck.sample(legal, len(legal)):
            san = boards[ply - 1].san(move)
            if move != game.moves[ply - 1] and _plays(game, [*sans[: ply - 1], san, *sans[ply:]]):
                alone = _alone_at(game, ply)
                _with_moves(game, {ply: san})
                return Broken(game, {sans[ply - 1]}, alone)
    return None


def _plays(game: WitnessGame, sans: list[str]) -> bool:
    board = chess.Board(game.start)
    try:
        for san in sans:
            board.push_san(san)
    except ValueError:
        return False
    return True


@fault
def _illegal_move(luck: random.Random, game: WitnessGame) -> Broken | None:
    """A letter or a square of a move is another one, so that it cannot be played."""
    ply = luck.randrange(1, len(game.moves) + 1)
    right, before = _sans(game)[ply - 1], game.boards()[ply - 1]
    for _ in range(20):
        wrong = re.sub(r"[a-h][1-8](?=[^a-h1-8]*$)", luck.choice(chess.SQUARE_NAMES), right)
        if wrong != right and re.search(r"[a-h][1-8]", wrong):
            try:
                before.parse_san(wrong)
            except ValueError:
                alone = _alone_at(game, ply)
                _with_moves(game, {ply: wrong})
                return Broken(game, {right}, alone)
    return None


@fault
def _castling_side(luck: random.Random, game: WitnessGame) -> Broken | None:
    plies = [ply for ply, san in enumerate(_sans(game), 1) if san.startswith("O-O")]
    if not plies:
        return None
    ply = luck.choice(plies)
    right = _sans(game)[ply - 1]
    wrong = right.replace("O-O-O", "O-O") if right.startswith("O-O-O") else right.replace("O-O", "O-O-O")
    alone = _alone_at(game, ply)
    _with_moves(game, {ply: wrong})
    return Broken(game, {right}, alone)


@fault
def _two_moves_swapped(luck: random.Random, game: WitnessGame) -> Broken | None:
    """Two moves of one side."""
    ply = luck.randrange(1, len(game.moves) - 1)
    sans = _sans(game)
    if sans[ply - 1] == sans[ply + 1]:
        return None
    _with_moves(game, {ply: sans[ply + 1], ply + 2: sans[ply - 1]})
    fitting = _fits(game, [*sans[: ply - 1], sans[ply + 1], sans[ply], sans[ply - 1], *sans[ply + 2 :]])
    return Broken(game, {sans[ply - 1], " ".join(sans[ply - 1 : ply + 2])}, not fitting)


@fault
def _null_move(luck: random.Random, game: WitnessGame) -> Broken:
    ply = luck.randrange(1, len(game.moves) + 1)
    right, alone = _sans(game)[ply - 1], _alone_at(game, ply)
    _with_moves(game, {ply: "--"})
    return Broken(game, {right}, alone)


# --- the structure is broken


@fault
def _comment_swallows(luck: random.Random, game: WitnessGame) -> Broken:
    """A comment begins before a move and ends behind the last."""
    at = luck.choice(game.places("number")[1:])
    game.words[at:-1] = [("other", 0, "{"), *(("other", ply, text) for _, ply, text in game.words[at:-1])]
    game.words.insert(len(game.words) - 1, ("other", 0, "}"))
    return Broken(game, set(), determined=False)


@fault
def _variation_not_closed(luck: random.Random, game: WitnessGame) -> Broken:
    game.words.insert(luck.choice(game.places("number")[1:]), ("other", 0, "("))
    return Broken(game, set(), determined=False)


@fault
def _marker_amid_moves(luck: random.Random, game: WitnessGame) -> Broken:
    game.words.insert(luck.choice(game.places("number")[2:]), ("other", 0, luck.choice(("1-0", "0-1", "1/2-1/2"))))
    return Broken(game, set(), determined=False)


# --- what a repair has done


def tokens(text: str) -> list[str]:
    """A game as words that tell where they stand: values of tags with the tag's name."""
    found = []
    for line in text.splitlines():
        pair = re.fullmatch(r'\[(\w+) "(.*)"\]', line)
        if pair:
            found += [f"{pair[1]}:", *(f"{pair[1]}: {word}" for word in pair[2].split())]
        else:
            found += re.findall(r"[{}()]|[0-9]+\.+|[^{}()\s]+", line)
    return found


def harmed(right: str, broken: str, repaired: str) -> list[str]:
    """The words of a broken game that were right, and that its repair has taken out or changed."""
    if repaired == right:
        return []
    before = tokens(broken)
    were_right = _kept(before, tokens(right))
    still = _kept(before, tokens(repaired))
    return [before[at] for at in sorted(were_right - still)]


def _kept(words: list[str], others: list[str]) -> set[int]:
    """The words, by index, that stand in both, in order."""
    blocks = SequenceMatcher(None, words, others, autojunk=False).get_matching_blocks()
    return {at for block in blocks for at in range(block.a, block.a + block.size)}
