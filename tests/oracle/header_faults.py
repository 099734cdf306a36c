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
