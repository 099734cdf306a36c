"""Faults of the tag pairs: SetUp, FEN and Variant, Result and PlyCount, and the section as such."""

from __future__ import annotations

import random

import chess
import truth
from clean_games import RESULTS, PgnGame
from faults import ANY, OF_STANDARD, WITH_FEN, Faulty, fault, faulty, want

OF_960 = ("chess960", "double_chess960", "fragment960")
LOST_START = "R101 R102 R107 K201 K202 S109 S202 S206 G103 D201"


@fault(*WITH_FEN)
def setup_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.drop_tag("SetUp")
    return faulty(game, want("S101", "SetUp", "1"))


@fault(*WITH_FEN)
def setup_zero(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("SetUp", "0")
    return faulty(game, want("S103", "SetUp", "1"))


@fault(*WITH_FEN)
def setup_other(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("SetUp", rng.choice(("yes", "true", "2", "", "?", "01", "one")))
    return faulty(game, want("S104", "SetUp", "1"))


@fault("standard")
def setup_other_without_fen(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("SetUp", rng.choice(("no", "false", "2", "-")))
    return faulty(game, want("S104", "SetUp", "0"))


@fault(*WITH_FEN, least=6)
def fen_dropped(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.drop_tag("FEN")
    return faulty(game, want("S102"), also=LOST_START)


@fault("fragment", "en_passant", "composed", "fragment960", least=12)
def start_lost(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A fragment without its FEN: neither a move nor a number is wrong."""
    board, stop = game.start.board, truth.play(chess.Board(), game.sans)
    if (board.turn and board.fullmove_number == 1) or stop is None or stop[0] > 12:
        return None
    for name in ("FEN", "SetUp", "Variant"):
        game.drop_tag(name)
    return faulty(game, want("S109", None, None), lossy=True)


@fault("standard", least=1)
def setup_one_at_standard(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("SetUp", "1")
    return faulty(game, want("S102", "SetUp"))


@fault(*WITH_FEN, least=6)
def fen_empty(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("FEN", rng.choice(("", "?", " ")))
    return faulty(game, want("S108", "FEN"), also=LOST_START)


@fault("standard")
def fen_of_standard_array(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.drop_tag("SetUp")
    game.tags += [("SetUp", "1"), ("FEN", game.start.board.fen())]
    return faulty(game, want("S105", "FEN"))


@fault(*WITH_FEN)
def tag_twice(game: PgnGame, rng: random.Random) -> Faulty | None:
    name = rng.choice([name for name in ("FEN", "SetUp", "Variant", "White", "Result") if game.tag(name) is not None])
    game.tags.insert(rng.randint(game.at(name), len(game.tags)), (name, game.tag(name) or ""))
    return faulty(game, want("S106", name), also="S205" if name == "Variant" else "")


def _two_fens(game: PgnGame, rng: random.Random) -> tuple[str, str] | None:
    """The right FEN, and one from which the moves do not replay."""
    board = game.before(rng.randint(2, len(game.moves) + 1))
    if board.board_fen() == game.start.board.board_fen() or truth.play(board, game.sans) is None:
        return None
    return game.tag("FEN") or "", board.fen()


@fault(*WITH_FEN, least=4)
def fen_twice_wrong_last(game: PgnGame, rng: random.Random) -> Faulty | None:
    both = _two_fens(game, rng)
    if both is None:
        return None
    game.tags.append(("FEN", both[1]))
    return faulty(game, want("S106", "FEN", both[0]), also=LOST_START)


@fault(*WITH_FEN, least=4)
def fen_twice_wrong_first(game: PgnGame, rng: random.Random) -> Faulty | None:
    both = _two_fens(game, rng)
    if both is None:
        return None
    game.tags.insert(game.at("FEN"), ("FEN", both[1]))
    return faulty(game, want("S106", "FEN", both[0]))


@fault(*WITH_FEN)
def setup_twice_different(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.tags.append(("SetUp", "0"))
    return faulty(game, want("S106", "SetUp", "1"))


@fault(*ANY)
def result_twice_different(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The termination marker is right."""
    other = rng.choice([result for result in RESULTS if result != game.result])
    game.tags.insert(rng.choice((0, len(game.tags))), ("Result", other))
    return faulty(game, want("S106", "Result", None if game.result == "*" else game.result))


@fault(*ANY)
def other_tag_twice_different(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Where one of two values says nothing, the other is expected."""
    name, stated = rng.choice(("White", "Site", "Annotator")), rng.random() < 0.5
    game.set_tag(name, "Somebody")
    place = rng.randint(1, len(game.tags))
    game.tags.insert(place, (name, "Another" if stated else rng.choice(("?", "", "-"))))
    return faulty(game, want("S106", name, None if stated else "Somebody"))


@fault(*WITH_FEN)
def tag_name_case(game: PgnGame, rng: random.Random) -> Faulty | None:
    name = rng.choice([name for name in ("FEN", "SetUp", "Variant") if game.tag(name) is not None])
    spelled = rng.choice([s for s in (name.lower(), name.upper(), name.capitalize()) if s != name])
    game.tags[game.at(name)] = (spelled, game.tag(name) or "")
    return faulty(game, want("S107", name, name))


@fault(*OF_960)
def variant_behind_fen(game: PgnGame, rng: random.Random) -> Faulty | None:
    value = game.tag("Variant") or ""
    game.drop_tag("Variant")
    game.tags.insert(rng.randint(game.at("FEN") + 1, len(game.tags)), ("Variant", value))
    return faulty(game, want("S205", "Variant"))


@fault(*OF_960)
def variant_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.drop_tag("Variant")
    return _unsaid(game, "S201", "")


@fault(*OF_960)
def variant_standard(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("Variant", rng.choice(("Standard", "standard", "From Position")))
    return _unsaid(game, "S202", "S204")


def _unsaid(game: PgnGame, code: str, also: str) -> Faulty | None:
    """Chess960 that is not said: with evidence the Variant is missed, else the rights are wrong in standard chess."""
    board = game.start.board
    if not any(truth.foreign(board, rook) for rook in truth.rights(board)):
        return None
    if truth.evidence(game):
        return faulty(game, want(code, "Variant", "Chess960"), also=also)
    left = truth.standard_letters(board, game.fen[2])
    return faulty(game, want("C101|C102", "castling availability", left), also=f"C101 C102 {also}")


@fault(*OF_960)
def variant_misspelled(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("Variant", rng.choice(("fischerandom", "Fischerandom", "chess 960", "Fischer Random")))
    return faulty(game, want("S204", "Variant", "Chess960"))


@fault(*OF_STANDARD, "standard")
def variant_nobody_knows(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.drop_tag("Variant")
    game.tags.insert(7, ("Variant", rng.choice(("Calvinball", "Chess96O", "Rated", "3"))))
    return faulty(game, want("S203", "Variant"))


@fault("standard")
def variant_chess960_without_fen(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("Variant", "Chess960")
    return faulty(game, want("S202", "FEN"))


@fault("fragment", "odds", "composed")
def variant_that_lacks_something(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.drop_tag("Variant")
    game.tags.insert(7, ("Variant", rng.choice(("Crazyhouse", "Three-check"))))
    return faulty(game, want("S202", "FEN"), also="R101 R107")  # the third check ends a game of Three-check


@fault(*ANY)
def result_tag_wrong(game: PgnGame, rng: random.Random) -> Faulty | None:
    other = rng.choice([result for result in RESULTS if result != game.result])
    if game.result == "*" or (other == "*" and game.outcome):
        return None  # the marker is right; a tag that says nothing is another matter
    game.set_tag("Result", other)
    decided = game.outcome or other == "*"  # else the marker is as likely to be wrong
    return faulty(game, want("G103", "Result", game.result if decided else None), lossy=not decided)


@fault(*ANY)
def result_tag_alone(game: PgnGame, rng: random.Random) -> Faulty | None:
    if game.result != "*":
        return None
    other = rng.choice(("1-0", "0-1", "1/2-1/2"))
    game.set_tag("Result", other)  # the marker is the one that states no result
    return faulty(game, want("G103", "termination marker", other))


@fault(*ANY)
def result_tag_spelled(game: PgnGame, rng: random.Random) -> Faulty | None:
    spellings = {"1-0": ("1:0", "1 - 0", "1-0 "), "0-1": ("0:1", "0 - 1"), "1/2-1/2": ("1/2", "½-½", "0.5-0.5")}
    if game.result == "*":
        return None
    game.set_tag("Result", rng.choice(spellings[game.result]))
    return faulty(game, want("G110", "Result", game.result))


@fault(*ANY)
def result_tag_is_none(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("Result", rng.choice(("?", "", "White wins", "2-0")))
    return faulty(game, want("G110", "Result"))


@fault(*ANY, least=4)
def ply_count_wrong(game: PgnGame, rng: random.Random) -> Faulty | None:
    plies = len(game.moves)
    game.drop_tag("PlyCount")
    game.tags.insert(7, ("PlyCount", rng.choice((str(plies + 1), str((plies + 1) // 2), "x"))))
    return faulty(game, want("D201", "PlyCount", str(plies)))


@fault(*ANY)
def tag_without_quote(game: PgnGame, rng: random.Random) -> Faulty | None:
    name, game.head = rng.choice(("Event", "Site", "Round")), b""
    data, pair = game.data(), f'[{name} "{game.tag(name)}"]'.encode()
    broken = rng.choice((pair[:-2] + b"]", pair.replace(b'"', b"", 1), pair.replace(b'"', b"")))
    return faulty(data.replace(pair, broken, 1), want("G104"))


@fault(*ANY)
def bracket_too_many(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Behind a tag pair or before it; it does not split the game."""
    name = rng.choice(("Event", "Site", "Round", "Result"))
    data, pair = game.data(), f'[{name} "{game.tag(name)}"]'.encode()
    return faulty(data.replace(pair, rng.choice((pair + b"]", b"[" + pair)), 1), want("G104"))


@fault(*WITH_FEN)
def line_end_in_value(game: PgnGame, rng: random.Random) -> Faulty | None:
    """A carriage return, or a line end, before the closing quote."""
    name = rng.choice(("FEN", "FEN", "Site", "White"))
    pair, value = f'[{name} "{game.tag(name)}'.encode(), rng.choice((b"\r", b"\r\n", b"\n"))
    return faulty(game.data().replace(pair, pair + value, 1), want("G104", name, ""), also="N105")


@fault(*ANY)
def text_before_tags(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.head = rng.choice((b"From: somebody\nSubject: games\n\n", b"My games of last year\n\n"))
    return faulty(game, want("G109"))


@fault(*ANY)
def latin_1_in_tag(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("White", "Polg@r")
    return faulty(game.data().replace(b"Polg@r", b"Polg\xe1r"), want("G105"))


@fault(*ANY)
def control_character_in_tag(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("Site", f"Reykjav{rng.choice(chr(0) + chr(7) + chr(27) + chr(8))}k")
    return faulty(game, want("G108"))
