"""Faults of the movetext as text: markers, comments, variations, bytes, a file that breaks off."""

from __future__ import annotations

import random

from clean_games import RESULTS, PgnGame, Token
from faults import ANY, UNKNOWN, Faulty, fault, faulty, want

MOVES = "movetext"


def _insert(game: PgnGame, rng: random.Random, *tokens: str) -> None:
    """Tokens behind a move of the mainline."""
    at = game.tokens.index(rng.choice(game.mainline("san")))
    game.tokens[at + 1 : at + 1] = [Token("odd", text, 0, 0) for text in tokens]


@fault(*ANY)
def marker_missing(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.tokens.pop()
    return faulty(game, want("G102", MOVES, game.result))


@fault(*ANY, least=2)
def marker_missing_before_prose(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The heading of the next game is not the place of the marker."""
    if game.result == "*" or game.tokens[-2].kind == "comment":
        return None
    game.tokens.pop()
    game.tail = b"\n#664\nThe next one is better!\n"
    return faulty(game, want("G102", MOVES, game.result), also="R103")


@fault(*ANY, least=2)
def blank_lines_behind_tags(game: PgnGame, rng: random.Random) -> Faulty | None:
    if game.tokens[0].text.startswith(";"):
        return None  # blank lines around it are not reported
    end = game.line_end.encode()
    head, tags, movetext = game.data().partition(b"]" + end + end)
    return faulty(head + tags + end * rng.randint(1, 3) + movetext, want("G112", MOVES, UNKNOWN)) if tags else None


@fault(*ANY, least=2)
def blank_line_inside_movetext(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.columns = 9999
    game.tokens = [token for token in game.tokens if token.text[0] not in ";%"]
    move = rng.choice(game.mainline("san"))
    game.tokens[game.tokens.index(move)].text += "\n\n"
    return faulty(game, want("G112", MOVES), also="K203")


@fault(*ANY, least=2)
def variation_in_nothing(game: PgnGame, rng: random.Random) -> Faulty | None:
    _insert(game, rng, "( (", "--", ") )")
    return faulty(game, want("G113", MOVES))


@fault(*ANY)
def marker_wrong(game: PgnGame, rng: random.Random) -> Faulty | None:
    other = rng.choice([result for result in RESULTS if result != game.result])
    game.tokens[-1].text = other
    if other == "*" and game.outcome:
        return None
    if other == "*":  # the tag alone states a result
        return faulty(game, want("G103", "termination marker", game.result))
    if game.outcome:
        return faulty(game, want("G103", "termination marker", game.outcome))
    return faulty(game, want("G103", "Result", None if game.result != "*" else UNKNOWN))


@fault(*ANY, least=1)
def marker_and_tag_wrong(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Mate or stalemate stands on the board, and the result says something else."""
    if not game.outcome:
        return None
    other = rng.choice([result for result in RESULTS[:3] if result != game.result])
    game.tokens[-1].text = other
    game.set_tag("Result", other)
    return faulty(game, want("G103", "Result", game.outcome))


@fault(*ANY)
def marker_spelled(game: PgnGame, rng: random.Random) -> Faulty | None:
    spellings = {"1-0": ("1:0", "1 - 0", "1-O"), "0-1": ("0:1", "0 - 1"), "1/2-1/2": ("1/2", "½-½", "0.5-0.5")}
    if game.result == "*":
        return None
    game.tokens[-1].text = rng.choice(spellings[game.result])
    return faulty(game, want("G110", MOVES, game.result))


@fault(*ANY)
def text_behind_marker(game: PgnGame, rng: random.Random) -> Faulty | None:
    game.tokens.append(Token("odd", rng.choice(("resigns", "and so on", "agreed", "etc.")), 0, 0))
    return faulty(game, want("R103", MOVES))


@fault(*ANY, least=4)
def comment_not_closed(game: PgnGame, rng: random.Random) -> Faulty | None:
    """Another game follows, which must not be swallowed."""
    _insert(game, rng, "{ no end")
    if any("}" in token.text for token in game.tokens):
        return None
    game.tail = b'\n[Event "next"]\n\n1. e4 *\n'
    return faulty(game, want("G101", MOVES))


@fault(*ANY, least=4)
def comment_not_closed_at_end(game: PgnGame, rng: random.Random) -> Faulty | None:
    _insert(game, rng, "{ no end")
    if any("}" in token.text for token in game.tokens):
        return None
    return faulty(game, want("G106", MOVES))


@fault(*ANY, least=4)
def comment_closed_twice(game: PgnGame, rng: random.Random) -> Faulty | None:
    _insert(game, rng, "{ a }", "}")
    return faulty(game, want("R103", MOVES))


@fault(*ANY, least=4)
def variation_not_closed(game: PgnGame, rng: random.Random) -> Faulty | None:
    """The end of a variation is gone: the marker stands inside it."""
    closing = [token for token in game.tokens if token.kind == "close"]
    if not closing:
        return None
    game.tokens.remove(rng.choice(closing))
    game.drop_tag("PlyCount")
    return faulty(game, want("G107", MOVES), also="R107 R108 G103")


@fault(*ANY, least=4)
def variation_not_opened(game: PgnGame, rng: random.Random) -> Faulty | None:
    _insert(game, rng, ")")
    return faulty(game, want("G107", MOVES))


@fault(*ANY, least=8)
def cut_in_comment(game: PgnGame, rng: random.Random) -> Faulty | None:
    places = [i for i, token in enumerate(game.tokens) if token.text[0] == "{" and token.depth == 0]
    if not places:
        return None
    at = rng.choice(places)
    token = game.tokens[at]
    del game.tokens[at + 1 :]
    token.text = token.text[: rng.randint(1, len(token.text) - 2)]
    game.drop_tag("PlyCount")
    return faulty(game.data().rstrip(), want("G106", MOVES))


@fault(*ANY, least=8)
def cut_in_variation(game: PgnGame, rng: random.Random) -> Faulty | None:
    places = [i for i, token in enumerate(game.tokens) if token.kind == "san" and token.depth == 1]
    if not places:
        return None
    del game.tokens[rng.choice(places) + 1 :]
    game.drop_tag("PlyCount")
    return faulty(game.data().rstrip(), want("G106", MOVES), also="G102")


@fault(*ANY)
def cut_in_tag(game: PgnGame, rng: random.Random) -> Faulty | None:
    data = game.data()
    name = rng.choice(("Date", "White", "Result"))
    at = data.index(f"[{name} ".encode())
    return faulty(data[: at + len(name) + 2 + rng.randint(0, 3)], want("G106"), also="G104 G102", lossy=True)


@fault(*ANY, least=6)
def cut_between_moves(game: PgnGame, rng: random.Random) -> Faulty | None:
    places = [i for i, token in enumerate(game.tokens) if token.kind == "san" and token.depth == 0]
    del game.tokens[rng.choice(places[:-1]) + 1 :]
    game.drop_tag("PlyCount")
    return faulty(game.data().rstrip(), want("G102", MOVES), lossy=True)


@fault(*ANY, least=2)
def control_character_in_comment(game: PgnGame, rng: random.Random) -> Faulty | None:
    _insert(game, rng, "{ a" + chr(rng.choice((0, 1, 7, 8, 27, 127))) + "b }")
    return faulty(game, want("G108"))


@fault(*ANY, least=2)
def latin_1_in_comment(game: PgnGame, rng: random.Random) -> Faulty | None:
    _insert(game, rng, "{ Gr@nfeld }")
    return faulty(game.data().replace(b"Gr@nfeld", b"Gr\xfcnfeld"), want("G105"))
