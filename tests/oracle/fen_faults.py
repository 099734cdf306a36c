"""Faults of the FEN as text: fields, blanks, ranks, letters, numbers."""

from __future__ import annotations

import random
import re

from clean_games import PgnGame, Token
from faults import UNKNOWN, WITH_FEN, Faulty, fault, faulty, want

PLACEMENT, CASTLING, EN_PASSANT = "piece placement", "castling availability", "en passant target square"


def _ep_played(game: PgnGame) -> bool:
    return bool(game.moves) and game.start.board.is_en_passant(game.moves[0])


@fault(*WITH_FEN)
def counters_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    fields = game.fen
    game.set_tag("FEN", " ".join(fields[:4]))
    known = fields[4] == "0" and (game.moves or fields[5] == "1")
    return faulty(game, want("F101", "record", " ".join(fields) if known else UNKNOWN))


@fault(*WITH_FEN)
def fullmove_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    fields = game.fen
    game.set_tag("FEN", " ".join(fields[:5]))
    known = game.moves or fields[5] == "1"
    return faulty(game, want("F101", "record", " ".join(fields) if known else UNKNOWN))


@fault(*WITH_FEN)
def castling_and_more_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("FEN", " ".join(game.fen[: rng.choice((1, 2))]))
    return faulty(game, want("F101", "record"), also="C105 C201 E201 R101 R201 K202 K201 P103")


@fault(*WITH_FEN)
def one_field_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    fields, index = game.fen, rng.choice((2, 3))
    whole, gone = " ".join(fields), fields.pop(index)
    game.set_tag("FEN", " ".join(fields))
    also = "C201 C105 C101 C102 F401 F501 E201" if gone != "-" else ""
    return faulty(game, want("F101", "record", whole if gone == "-" else UNKNOWN), also=also)


@fault(*WITH_FEN)
def active_color_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    fields = game.fen
    del fields[1]
    game.set_tag("FEN", " ".join(fields))
    return faulty(game, want("F101|F301"), also="F101 F301 F401 F501 F601 K201 K202 R101 R201 C201 E201 E101 P103")


@fault(*WITH_FEN)
def placement_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("FEN", " ".join(game.fen[1:]))
    return faulty(game, want("F101|F201"), also="F101 F201 F202 F203 F301 F401 F501 F601")


@fault(*WITH_FEN)
def field_too_many(game: PgnGame, rng: random.Random) -> Faulty | None:
    whole = game.tag("FEN") or ""
    game.set_tag("FEN", f"{whole} {rng.choice(('0', 'x', '1-0', '-'))}")
    return faulty(game, want("F101", "record", whole))


@fault(*WITH_FEN)
def blanks_odd(game: PgnGame, rng: random.Random) -> Faulty | None:
    whole, fields = game.tag("FEN") or "", game.fen
    way = rng.randrange(5)
    if way < 2:
        at = rng.randint(1, 5)
        odd = rng.choice(("  ", "\t", " \t ", "\u00a0")).join((" ".join(fields[:at]), " ".join(fields[at:])))
    else:
        odd = (f" {whole}", f"{whole} ", whole.replace(" ", "_"))[way - 2]
    game.set_tag("FEN", odd)
    return faulty(game, want("F102", "record", whole))


@fault(*WITH_FEN)
def blank_before_counter_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    whole, fields = game.tag("FEN") or "", game.fen
    game.set_tag("FEN", f"{' '.join(fields[:4])}{fields[4]} {fields[5]}")
    return faulty(game, want("F102", "record", whole))


@fault(*WITH_FEN)
def rank_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    ranks = game.fen[0].split("/")
    del ranks[rng.randrange(8)]
    game.set_field(0, "/".join(ranks))
    return faulty(game, want("F201", PLACEMENT, None))


@fault(*WITH_FEN)
def rank_too_many(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_field(0, rng.choice((game.fen[0] + "/8", game.fen[0] + "/", "8/" + game.fen[0])))
    return faulty(game, want("F201", PLACEMENT, None))


@fault(*WITH_FEN)
def slash_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    slash = rng.choice([match.start() for match in re.finditer("/", game.fen[0])])
    game.set_field(0, game.fen[0][:slash] + game.fen[0][slash + 1 :])
    return faulty(game, want("F201", PLACEMENT, None), also="F202 F204")


@fault(*WITH_FEN)
def rank_width(game: PgnGame, rng: random.Random) -> Faulty | None:
    ranks = game.fen[0].split("/")
    row = rng.randrange(8)
    digits = [i for i, c in enumerate(ranks[row]) if c.isdigit()]
    if digits and rng.random() < 0.6:
        at = rng.choice(digits)
        other = rng.choice([c for c in "12345678" if c != ranks[row][at]])
        ranks[row] = ranks[row][:at] + other + ranks[row][at + 1 :]
    else:
        at = rng.randint(0, len(ranks[row]))
        ranks[row] = ranks[row][:at] + rng.choice("pPnQ") + ranks[row][at:]
    game.set_field(0, "/".join(ranks))
    return faulty(game, want("F202", PLACEMENT, None))


@fault(*WITH_FEN)
def piece_letter(game: PgnGame, rng: random.Random) -> Faulty | None:
    men = [i for i, c in enumerate(game.fen[0]) if c.isalpha()]
    at = rng.choice(men)
    game.set_field(0, game.fen[0][:at] + rng.choice("XDTSZxdtsl*?") + game.fen[0][at + 1 :])
    return faulty(game, want("F203", PLACEMENT, None))


@fault(*WITH_FEN)
def digits_parted(game: PgnGame, rng: random.Random) -> Faulty | None:
    field = game.fen[0]
    digits = [i for i, c in enumerate(field) if c in "2345678"]
    if not digits:
        return None
    at = rng.choice(digits)
    first = rng.randint(1, int(field[at]) - 1)
    game.set_field(0, f"{field[:at]}{first}{int(field[at]) - first}{field[at + 1 :]}")
    return faulty(game, want("F204", PLACEMENT, field[at]))


@fault(*WITH_FEN)
def zero_in_rank(game: PgnGame, rng: random.Random) -> Faulty | None:
    field = game.fen[0]
    places = [i for i, c in enumerate(field) if c.isalpha() and not field[i - 1 : i].isdigit()]
    if not places:
        return None
    at = rng.choice(places)
    game.set_field(0, f"{field[:at]}0{field[at:]}")
    return faulty(game, want("F204", PLACEMENT, ""))


@fault(*WITH_FEN)
def active_color_spelled(game: PgnGame, rng: random.Random) -> Faulty | None:
    color = game.fen[1]
    word = {"w": "white", "b": "black"}[color]
    game.set_field(1, rng.choice((color.upper(), word, word.capitalize())))
    return faulty(game, want("F301", "active color", color))


@fault(*WITH_FEN)
def active_color_unknown(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The moves say which is meant: by who can play them, or by the dots of the first number."""
    color = game.fen[1]
    game.set_field(1, rng.choice(("-", "x", "1", "?")))
    return faulty(game, want("F301", "active color", color if game.moves else UNKNOWN))


@fault(*WITH_FEN)
def active_color_unknown_without_moves(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The dots of a move number that stands alone say who is to move."""
    color = game.fen[1]
    game.tokens[:-1] = [Token("number", game.fen[5] + ("." if color == "w" else "..."), 0, 0)]
    game.drop_tag("PlyCount")
    game.set_field(1, rng.choice(("-", "x", "?")))
    return faulty(game, want("F301", "active color", color), lossy=True)


@fault(*WITH_FEN)
def castling_unknown_letter(game: PgnGame, rng: random.Random) -> Faulty | None:
    letters = game.fen[2]
    if letters == "-":
        game.set_field(2, rng.choice(("0", "--", "–", "no")))
    else:
        game.set_field(2, rng.choice((letters + "x", letters + rng.choice(letters), letters + "-", "X" + letters)))
    return faulty(game, want("F401", CASTLING, letters))


@fault(*WITH_FEN)
def castling_order(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Black before White, which python-chess refuses."""
    letters = game.fen[2]
    mixed = "".join(rng.sample(letters, len(letters)))
    if mixed == _by_color(mixed):
        return None
    game.set_field(2, mixed)
    return faulty(game, want("F402", CASTLING, letters))


def _by_color(letters: str) -> str:
    return "".join(sorted(letters, key=str.islower))


@fault(*WITH_FEN)
def castling_order_of_a_color(game: PgnGame, rng: random.Random) -> Faulty | None:
    letters = game.fen[2]
    mixed = _by_color("".join(rng.sample(letters, len(letters))))
    if mixed == letters:
        return None
    game.set_field(2, mixed)
    return faulty(game, want("F402", CASTLING, letters))


@fault(*WITH_FEN)
def en_passant_is_no_square(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Where the first move captures en passant, it proves the square."""
    square = game.fen[3]
    word = rng.choice(("e9", "x", "e", "i6", "0", "e3e4", *(("–", "none") if square == "-" else ())))
    game.set_field(3, word)
    meant = "-" if word in ("–", "none") else None
    return faulty(game, want("F501", EN_PASSANT, square if _ep_played(game) else meant))


@fault("en_passant")
def en_passant_in_capitals(game: PgnGame, rng: random.Random) -> Faulty | None:
    square = game.fen[3]
    if square == "-":
        return None
    game.set_field(3, square.upper())
    return faulty(game, want("F501", EN_PASSANT, square))


@fault(*WITH_FEN)
def line_end_in_placement(game: PgnGame, rng: random.Random) -> Faulty | None:
    whole = game.tag("FEN") or ""
    at = rng.randint(1, len(game.fen[0]) - 1)
    if whole[at].isdigit() and whole[at - 1].isdigit():
        return None
    game.set_tag("FEN", whole[:at] + "\n" + whole[at:])
    return faulty(game, want("F102", "record", whole))


@fault(*WITH_FEN)
def fen_in_quotes(game: PgnGame, rng: random.Random) -> Faulty | None:
    whole = game.tag("FEN") or ""
    before, behind = rng.choice(("''", "“”", "«»"))
    game.set_tag("FEN", before + whole + behind)
    return faulty(game, want("F102", "record", whole))


@fault(*WITH_FEN)
def control_character_behind_fen(game: PgnGame, rng: random.Random) -> Faulty | None:
    whole = game.tag("FEN") or ""
    game.set_tag("FEN", whole + rng.choice(("\0", "\x1a", "\0\0")))
    return faulty(game, want("F102", "record", whole), also="G108")


@fault(*WITH_FEN)
def halfmove_is_no_number(game: PgnGame, rng: random.Random) -> Faulty | None:
    clock = game.fen[4]
    odd, known = rng.choice((("x", False), ("-", False), (f"{clock}.", True), (f"{clock})", True), ("?", False)))
    game.set_field(4, odd)
    return faulty(game, want("F601", "halfmove clock", clock if known else UNKNOWN))


@fault(*WITH_FEN, least=1)
def fullmove_is_no_number(game: PgnGame, rng: random.Random) -> Faulty | None:
    number = game.fen[5]
    game.set_field(5, rng.choice(("x", "-", f"{number}.", "?", "one")))
    return faulty(game, want("F602", "fullmove number", number))


@fault(*WITH_FEN)
def fullmove_zero(game: PgnGame, rng: random.Random) -> Faulty | None:
    if game.fen[5] != "1":
        return None
    game.set_field(5, "0")
    return faulty(game, want("F603", "fullmove number", "1"))


@fault(*WITH_FEN)
def epd_operations(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("FEN", " ".join(game.fen[:4]) + rng.choice((" bm e4;", " hmvc 0; fmvn 1;", " ce 12;")))
    return faulty(game, want("F101|F701"), also="K201")
