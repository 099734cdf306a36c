"""Games whose headers are as servers, archives and programs write them, without a fault in them."""

from __future__ import annotations

import random
from collections.abc import Callable

Tags = dict[str, str]

MOVES = ("1. e4 e5 2. Nf3 Nc6", "1. d4 d5 2. c4", "1. c4", "1. Nf3 Nf6 2. g3 g6 3. Bg2", "1. e4 c5 2. Nf3 d6 3. d4")
SURNAMES = (
    "Carlsen", "Müller", "Vachier-Lagrave", "O'Kelly de Galway", "van Foreest", "Polgár", "Åström", "Đoković", "Li",
    "Nepomniachtchi", "MacDonald", "Šešelj", "Gmür", "Imre", "Cmilyte-Nielsen", "Le Bihan", "Сафонов", "al-Modiahki",
)  # fmt: skip
GIVEN = ("Magnus", "Jean-Marc", "J", "J.", "Zoë", "Anna M", "Ян", "Gábor", "D'Arcy", "Wm")
USERS = ("DrNykterstein", "penguingim1", "GM_Somebody", "user-2850", "im_not_a_gm", "MAGNUS", "x", "lichess AI level 8")
PLACES = ("Wijk aan Zee NED", "Reykjavík", "St. Louis, MO USA", "?", "Biel/Bienne", "Köln (rapid)", "Moscow 100% Open")
OPENINGS = ("Sicilian Defense: Najdorf Variation, 6.Bg5", "King's Pawn Game", "Réti & others", "?")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
TITLES = ("GM", "IM", "WGM", "FM", "BOT", "CM", "-")


def _date(rng: random.Random) -> tuple[str, str]:
    """A date, and the first day of its event."""
    year, month, day = rng.randint(1851, 2025), rng.randint(1, 12), rng.randint(1, 28)
    day_of = f"{year}.{month:02}.{day:02}"
    known = rng.choice((day_of, day_of, f"{day_of[:7]}.??", f"{year}.??.??"))
    return known, rng.choice((f"{year}.{month:02}.01", f"{year}.??.??", "????.??.??"))


def _time(rng: random.Random) -> str:
    return f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}:{rng.randint(0, 59):02}"


def _name(rng: random.Random) -> str:
    return f"{rng.choice(SURNAMES)}, {rng.choice(GIVEN)}"


def lichess(rng: random.Random) -> Tags:
    """As Lichess exports games of its own."""
    kind = rng.choice(("Rated Blitz game", "Casual Classical game", "Rated Bullet tournament"))
    result = rng.choice(RESULTS)
    address = f"https://lichess.org/{rng.getrandbits(40):08x}"
    ending = ("Unterminated",) if result == "*" else ("Normal", "Time forfeit", "Rules infraction", "Abandoned")
    controls = ("15+0", "30+0", "60+0", "60+1", "120+1", "180+0", "180+2", "300+3", "600+5", "900+10", "1800+20", "-")
    date = f"20{rng.randint(13, 25)}.{rng.randint(1, 12):02}.{rng.randint(1, 28):02}"
    tags = {"Event": f"{kind} {address}" if "tournament" in kind else kind, "Site": address, "Date": date}
    tags |= {"Round": "-"} if rng.random() < 0.7 else {}
    tags |= {"White": rng.choice(USERS), "Black": rng.choice(USERS), "Result": result, "UTCDate": date}
    tags |= {"UTCTime": _time(rng), "WhiteElo": str(rng.randint(600, 3300)), "BlackElo": rng.choice(("1500", "?"))}
    tags |= {"WhiteRatingDiff": f"{rng.randint(-300, 300):+}"} if rng.random() < 0.8 else {}
    tags |= {"WhiteTitle": rng.choice(TITLES[:6])} if rng.random() < 0.2 else {}
    tags |= {"Variant": "Standard", "TimeControl": rng.choice(controls), "ECO": rng.choice(("A00", "E99", "?"))}
    return tags | {"Opening": rng.choice(OPENINGS), "Termination": rng.choice(ending)}


def chess_com(rng: random.Random) -> Tags:
    """As Chess.com exports games."""
    date, result = f"20{rng.randint(10, 25)}.{rng.randint(1, 12):02}.{rng.randint(1, 28):02}", rng.choice(RESULTS[:3])
    tags = {"Event": "Live Chess", "Site": "Chess.com", "Date": date, "Round": "-", "White": rng.choice(USERS)}
    tags |= {"Black": rng.choice(USERS), "Result": result, "Timezone": "UTC", "ECO": "B01", "UTCDate": date}
    tags |= {"ECOUrl": "https://www.chess.com/openings/Scandinavian-Defense-Mieses-Kotrc-Variation...3.Nc3-Qa5"}
    tags |= {"UTCTime": _time(rng), "WhiteElo": str(rng.randint(100, 3300)), "BlackElo": str(rng.randint(100, 3300))}
    tags |= {"TimeControl": rng.choice(("60", "180", "180+2", "600", "900+10", "1/86400", "1/259200"))}
    said = {color: f"{tags[color]} won by resignation" for color in ("White", "Black")}
    ways = {"1-0": said["White"], "0-1": said["Black"], "1/2-1/2": "Game drawn by agreement"}
    tags |= {"Termination": ways[result]}
    return tags | {"StartTime": _time(rng), "EndDate": date, "EndTime": _time(rng), "Link": "https://www.chess.com/game/live/1"}


def twic(rng: random.Random) -> Tags:
    """As weekly collections of tournaments have them."""
    date, event = _date(rng)
    tags = {"Event": "85th Tata Steel GpA", "Site": rng.choice(PLACES), "Date": date}
    tags |= {"Round": rng.choice(("1", "3.1", "12.44", "2.1.3", "?", "-"))}
    tags |= {color: f"{rng.choice(SURNAMES)},{rng.choice('AJM')}" for color in ("White", "Black")}
    tags |= {"Result": rng.choice(RESULTS), "WhiteTitle": rng.choice(TITLES), "BlackTitle": rng.choice(TITLES)}
    tags |= {"WhiteElo": str(rng.randint(1000, 2882)), "BlackElo": rng.choice(("", "-", "2850")), "ECO": "C42"}
    tags |= {"Opening": rng.choice(OPENINGS), "Variation": "Petrov, 3.d4"}
    tags["WhiteFideId"] = str(rng.randint(1000, 99_999_999))
    return tags | {"BlackFideId": "1503014", "EventDate": event}


def chessbase(rng: random.Random) -> Tags:
    """As programs for databases write them."""
    date, event = _date(rng)
    tags = {"Event": rng.choice(("Wch U20", "?", "URS-ch 55", "Café & Co.")), "Site": rng.choice(PLACES), "Date": date}
    tags |= {"Round": rng.choice(("1", "11.2", "?")), "White": _name(rng), "Black": _name(rng)}
    tags |= {"Result": rng.choice(RESULTS), "ECO": rng.choice(("B90", "D85/04", "E12")), "Annotator": "Müller,K"}
    tags |= {"EventDate": event, "EventType": "tourn (rapid)", "EventRounds": "9", "EventCountry": "NED"}
    tags |= {"SourceTitle": "CBM 151 Extra", "Source": "ChessBase", "SourceDate": "2013.01.22", "SourceVersion": "1"}
    return tags | {"WhiteTeam": "SG 1868-Aljechin Solingen", "TimeControl": "40/7200:20/3600:900+30", "Mode": "OTB"}


STYLES: dict[str, Callable[[random.Random], Tags]] = {
    "lichess": lichess, "chess.com": chess_com, "twic": twic, "chessbase": chessbase,
}  # fmt: skip


def as_pgn(tags: Tags, rng: random.Random) -> bytes:
    """The game as PGN, with some moves."""
    pairs = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{pairs}\n{rng.choice(MOVES)} {tags.get('Result', '*')}\n\n".encode()
