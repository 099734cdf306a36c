"""Faults in the values of tag pairs: what a value is to be is known from the value that was there."""

from __future__ import annotations

import random

from clean_games import PgnGame
from faults import ANY, Faulty, fault, faulty, want


def _date(rng: random.Random) -> tuple[int, int, int]:
    """A day after the twelfth: its month cannot be meant by it."""
    return rng.randint(1900, 2020), rng.randint(1, 12), rng.randint(13, 28)


@fault(*ANY)
def date_in_another_order(game: PgnGame, rng: random.Random) -> Faulty | None:
    year, month, day = _date(rng)
    month = min(month, 9)  # with two digits and dots, `1994.10.13` would be right
    name, sign = rng.choice(("Date", "EventDate", "EventEndDate", "UTCDate")), rng.choice("-/.")
    text = rng.choice((f"{day:02}{sign}{month:02}{sign}{year}", f"{year}-{month:02}-{day:02}", f"{year}.{month}.{day}"))
    game.drop_tag("EventDate")
    game.drop_tag("Date")
    game.set_tag(name, text)
    return faulty(game, want("H111", name, f"{year}.{month:02}.{day:02}"))


@fault(*ANY)
def date_that_is_none(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("Date", rng.choice(("2023.02.30", "1999.04.31", "2024.06.31", "1900.02.29")))
    return faulty(game, want("H112", "Date"))


@fault(*ANY)
def time_that_is_none(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.set_tag("UTCTime", rng.choice(("25:00:00", "12:60:00", "12:00:75")))
    return faulty(game, want("H115", "UTCTime"))


@fault(*ANY)
def rating_with_signs(game: PgnGame, rng: random.Random) -> Faulty | None:
    rating = rng.randint(1000, 2899)
    text = rng.choice((f"{rating // 1000}.{rating % 1000:03}", f" {rating}", f"{rating}.0"))
    name = rng.choice(("WhiteElo", "BlackElo"))
    game.set_tag(name, text)
    return faulty(game, want("H122", name, str(rating)))


@fault(*ANY)
def code_of_no_opening(game: PgnGame, rng: random.Random) -> Faulty | None:
    code = f"{rng.choice('ABCDE')}{rng.randint(0, 99):02}"
    small = rng.random() < 0.5
    game.set_tag("ECO", code.lower() if small else rng.choice("FXZ") + code[1:])
    return faulty(game, want("H124", "ECO", code if small else None))


@fault(*ANY)
def round_in_words(game: PgnGame, rng: random.Random) -> Faulty | None:
    number = str(rng.randint(1, 30))
    game.set_tag("Round", rng.choice(("Round {}", "R{}", "{}.", "rd. {}")).format(number))
    return faulty(game, want("H125", "Round", number))


@fault(*ANY)
def text_encoded_twice(game: PgnGame, rng: random.Random) -> Faulty | None:
    name, text = rng.choice(("White", "Black", "Site")), rng.choice(("Müller", "Polgár", "Čačak", "København"))
    game.set_tag(name, "".join(bytes([byte]).decode("cp1252", "replace") for byte in text.encode()))
    if "\ufffd" in (game.tag(name) or ""):  # Windows-1252 has no character for that byte
        return None
    return faulty(game, want("H144", name, text))


@fault(*ANY)
def text_of_a_page(game: PgnGame, rng: random.Random) -> Faulty | None:
    name = rng.choice(("White", "Site", "Annotator"))
    text, code, plain = rng.choice((
        ("O&#39;Kelly", "H142", "O'Kelly"), ("A &amp; B", "H142", "A & B"),
        ("Wijk%20aan%20Zee", "H146", "Wijk aan Zee"),
        ("Linares  1994", "H141", "Linares 1994"), (" Linares", "H141", "Linares"),
    ))  # fmt: skip
    game.set_tag(name, text)
    return faulty(game, want(code, name, plain))


@fault(*ANY)
def name_with_rating(game: PgnGame, rng: random.Random) -> Faulty | None:
    rating = str(rng.randint(1800, 2850))
    game.set_tag("White", f"Somebody, Else ({rating})")
    game.set_tag("WhiteElo", rating)
    return faulty(game, want("H151", "White", "Somebody, Else"))


@fault(*ANY)
def minutes_for_seconds(game: PgnGame, rng: random.Random) -> Faulty | None:
    if b"%clk" in game.data():  # its clocks would say something else
        return None
    minutes = rng.choice((3, 5, 10, 90))
    game.set_tag("TimeControl", f"{minutes} min")
    return faulty(game, want("H121", "TimeControl", str(60 * minutes)))


@fault(*ANY)
def value_empty(game: PgnGame, rng: random.Random) -> Faulty | None:
    name = rng.choice(("Site", "Event", "White", "Round", "Date"))
    game.set_tag(name, "")
    if name == "Date":
        return faulty(game, want("H104", name, "????.??.??"))
    return faulty(game, want("H103", name, "?"))


@fault(*ANY)
def date_out_of_range(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.drop_tag("EventDate")
    year = rng.choice((rng.randint(2200, 9999), rng.randint(1, 1399)))
    game.set_tag("Date", f"{year:04}.{rng.randint(1, 12):02}.??")
    return faulty(game, want("H113", "Date", None))


@fault(*ANY)
def date_outside_the_event(game: PgnGame, rng: random.Random) -> Faulty | None:
    year, month, day = _date(rng)
    date, earlier, later = f"{year}.{month:02}.{day:02}", f"{year}.{month:02}.{day - 1:02}", f"{year + 1}.01.01"
    name, value = rng.choice((("EventDate", later), ("EventEndDate", earlier)))
    game.set_tag("Date", date)
    game.set_tag(name, value)
    if name == "EventDate":
        return faulty(game, want("H114", "Date", None))
    return faulty(game, want("H116", "EventEndDate", None))


@fault(*ANY)
def rating_of_nobody(game: PgnGame, rng: random.Random) -> Faulty | None:
    name = rng.choice(("WhiteElo", "BlackElo", "WhiteUSCF"))
    game.set_tag(name, str(rng.choice((0, rng.randint(1, 99), rng.randint(4001, 99_999)))))
    return faulty(game, want("H123", name, None))


@fault(*ANY)
def board_in_words(game: PgnGame, rng: random.Random) -> Faulty | None:
    number = str(rng.randint(1, 500))
    game.set_tag("Board", rng.choice(("Board {}", "b. {}", "{}.", " {}")).format(number))
    return faulty(game, want("H126", "Board", number))


@fault(*ANY)
def title_in_other_letters(game: PgnGame, rng: random.Random) -> Faulty | None:
    title, name = rng.choice(("GM", "IM", "WFM", "CM")), rng.choice(("WhiteTitle", "BlackTitle"))
    game.set_tag(name, rng.choice((title.lower(), title.title(), ".".join(title) + ".", title + " ")))
    return faulty(game, want("H127", name, title))


@fault(*ANY)
def fide_number_misread(game: PgnGame, rng: random.Random) -> Faulty | None:
    number, name = str(rng.randint(1_000_000, 99_999_999)), rng.choice(("WhiteFideId", "BlackFideId"))
    text, right = rng.choice(((f"{number} ", number), (f"x{number}", None), (f"{number}999", None), ("0", None)))
    game.set_tag(name, text)
    return faulty(game, want("H128", name, right))


@fault(*ANY)
def mode_in_small_letters(game: PgnGame, rng: random.Random) -> Faulty | None:
    mode = rng.choice(("OTB", "ICS", "EM"))
    game.set_tag("Mode", mode.lower())
    return faulty(game, want("H129", "Mode", mode))


@fault(*ANY)
def unterminated_but_decided(game: PgnGame, rng: random.Random) -> Faulty | None:
    if game.result == "*":
        return None
    wrong = {"1-0": "Black won on time", "0-1": "Game drawn by agreement", "1/2-1/2": "White won by resignation"}
    game.set_tag("Termination", rng.choice(("unterminated", "Unterminated", wrong[game.result])))
    return faulty(game, want("H132", "Termination", None))


@fault(*ANY, least=1)
def end_that_the_board_does_not_show(game: PgnGame, rng: random.Random) -> Faulty | None:
    board = game.start.board.copy()
    for move in game.moves:
        board.push(move)
    ends = {
        "checkmate": board.is_checkmate(), "stalemate": board.is_stalemate(), "3-fold rep": board.is_repetition(3),
        "50-move rule": board.halfmove_clock >= 100,
    }  # fmt: skip
    named, holds = rng.choice(list(ends.items()))
    if holds or not game.moves:
        return None
    game.set_tag("Termination", rng.choice((named, f"Someone won by {named}")))
    return faulty(game, want("H132", "Termination", None))


@fault(*ANY)
def forfeit_for_a_result(game: PgnGame, rng: random.Random) -> Faulty | None:
    if game.result not in ("1-0", "0-1"):
        return None
    spellings = {"1-0": ("+/-", "+:-", "1-0F"), "0-1": ("-/+", "-:+", "0F-1")}
    game.set_tag("Result", rng.choice(spellings[game.result]))
    return faulty(game, want("H133", "Result", game.result))


@fault(*ANY)
def text_with_escapes(game: PgnGame, rng: random.Random) -> Faulty | None:
    name = rng.choice(("White", "Site", "Annotator"))
    text, code, plain = rng.choice((
        (r"O\'Kelly", "H143", "O'Kelly"), (r"a\/b", "H143", "a/b"),
        ("\ufeffCarlsen, Magnus", "H145", "Carlsen, Magnus"), ("Carlsen\ufeff, Magnus", "H145", "Carlsen, Magnus"),
    ))  # fmt: skip
    game.set_tag(name, text)
    return faulty(game, want(code, name, plain))


@fault(*ANY)
def name_in_capitals(game: PgnGame, rng: random.Random) -> Faulty | None:
    color, name = rng.choice(("White", "Black")), rng.choice(("Kasparov, Garry", "Polgár, Judit", "O'Kelly, Alberic"))
    game.set_tag(color, name.upper())
    return faulty(game, want("H152", color, name))
