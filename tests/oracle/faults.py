"""What a fault is: a change to a clean game, and what must be found of it. The kinds are in the modules beside."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from clean_games import PgnGame

UNKNOWN = "(nobody can know)"


class Want(NamedTuple):
    """A finding that must be there: one of `codes`, and where they are given, its field, ply and expected value.

    `expected`: a value, None where nobody can tell it, UNKNOWN where it is not judged.
    """

    codes: tuple[str, ...]
    field: str | None = None
    expected: str | None = UNKNOWN
    ply: int | None = None


class Faulty(NamedTuple):
    """A game with one fault: `also` are codes of findings that are true of it as well; `lossy`: no repair can bring
    the game back."""

    data: bytes
    wants: tuple[Want, ...]
    also: frozenset[str]
    lossy: bool = False


Inject = Callable[[PgnGame, random.Random], "Faulty | None"]


class Fault(NamedTuple):
    """A kind of fault. `inject` changes a draft of a game and says what must be found, or None where this game can
    not have the fault, or would be right with it. `starts`: the kinds of start to take games from; `least` plies."""

    name: str
    inject: Inject
    starts: tuple[str, ...]
    least: int


FAULTS: dict[str, Fault] = {}


def fault(*starts: str, least: int = 0) -> Callable[[Inject], Inject]:
    """Registers a kind of fault by the function's name."""

    def register(inject: Inject) -> Inject:
        name = inject.__name__.replace("_", "-")
        assert name not in FAULTS, name
        FAULTS[name] = Fault(name, inject, starts, least)
        return inject

    return register


def want(codes: str, field: str | None = None, expected: str | None = UNKNOWN, ply: int | None = None) -> Want:
    """A Want; `codes` are parted by |."""
    return Want(tuple(codes.split("|")), field, expected, ply)


def faulty(game: PgnGame | bytes, *wants: Want, also: str = "", lossy: bool = False) -> Faulty:
    """A Faulty; `also` are codes parted by blanks."""
    data = game if isinstance(game, bytes) else game.data()
    return Faulty(data, wants, frozenset(also.split()), lossy)


WITH_FEN = (
    "chess960", "double_chess960", "shuffle", "odds", "fragment", "en_passant", "fragment960", "composed",
)  # fmt: skip
OF_STANDARD = ("shuffle", "odds", "fragment", "en_passant", "composed")
ANY = ("standard", *WITH_FEN)
