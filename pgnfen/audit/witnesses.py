"""The witnesses of a game: each text that says something of its start, its moves or its result, and what it supports.

The game as it is read is its FEN and its moves. Each witness is compared with that, field by field; `Judge` weighs
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.declared import declarations_of
from pgnfen.audit.declared_start import compared_starts
from pgnfen.audit.evidence import STRUCTURE, Judge
from pgnfen.audit.rule import REGISTRY
from pgnfen.facts.agreement import FIELDS, PLACEMENT
from pgnfen.facts.declared_text import may_declare
from pgnfen.facts.kinds import Fact
from pgnfen.fen.fault import ACTIVE, CASTLING, EN_PASSANT, FIELD_NAMES, FULLMOVE, quote
from pgnfen.fen.fault import PLACEMENT as PIECES
from pgnfen.lazy import regex
from pgnfen.pgn.results import meant

if TYPE_CHECKING:
    from pgnfen.audit.game import Game
    from pgnfen.facts.declared import Declared
    from pgnfen.pgn.tagpairs import TagPair

_COUNTED = Fact.DECLARED | Fact.PLY_COUNT_DIFFERS | Fact.MOVE_NUMBER
_NUMBER = regex(rb"(?<![0-9A-Za-z/-])[0-9]{1,4}(?=\.)")
_MOST = 20  # declared positions that are named one by one
_GRANTS = {"en-passant": EN_PASSANT}
_RULES = {"any": "any", "standard": "standard chess", "chess960": "Chess960", "other": "another variant"}
_RESULT, _MOVES, _START = "result", "moves", "rules"


class Witness(NamedTuple):
    """`name` says what it is, `at` where it stands (a byte of the game; None: nowhere), `text` what it states.

    `supports` and `contradicts` name fields of the FEN (FIELD_NAMES), "rules", "moves" or "result"; in `contradicts`
    the reason follows, behind a colon.
    """

    name: str
    at: int | None
    text: str
    supports: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()


class GameEvidence(NamedTuple):
    """The witnesses of a game, in the order FEN, tags, moves, declared positions, result; `doubt`: why moves or start
    may not be what they seem (None: nothing says so); `proofs`: what the witnesses prove together, a sentence each."""

    witnesses: tuple[Witness, ...]
    doubt: str | None
    proofs: tuple[str, ...]


def evidence_of(game: Game) -> GameEvidence:
    """All that a game says of its start, moves and result.

    Costs a replay where positions are declared; where they contradict the moves, the search of `proofs` besides.
    """
    judge = Judge(game) if game.facts.kinds & _COUNTED else None
    plies = {one.at: one.plies for one in judge.counted if one.plies} if judge is not None else {}
    witnesses = (
        *_start(game), *_tags(game), *_moves(game), *_numbers(game, plies), *_positions(game, plies),
        *_ply_count(game, plies), *_results(game),
    )  # fmt: skip
    proven = tuple(one.text for one in game.proofs) if judge is not None else ()
    return GameEvidence(witnesses, judge.in_doubt if judge is not None else _structure(game), proven)


def _start(game: Game) -> Iterator[Witness]:
    """What FEN and SetUp say."""
    setup, fen = game.pair("SetUp"), game.pair("FEN")
    faults = [one for one in game.start.faults if (one.severity or REGISTRY[one.code].severity) != "info"]
    if fen is not None:
        yield Witness("FEN tag", fen.start, fen.value, (), tuple(f"{one.field}: {one.message}" for one in faults))
        for other in game.pairs("FEN"):
            if other.start != fen.start:
                alike = other.value == fen.value
                against = () if alike else ("FEN: see the other FEN tag",)
                yield Witness("FEN tag", other.start, other.value, ("FEN",) if alike else (), against)
    if setup is not None:
        yield _of_setup(setup, fen is not None)


def _of_setup(setup: TagPair, has_fen: bool) -> Witness:
    if setup.value.strip() == ("1" if has_fen else "0"):
        return Witness("SetUp tag", setup.start, setup.value, ("FEN" if has_fen else (
            "standard starting position"
        ),), ())
    states = "a FEN tag comes later" if has_fen else "there is no FEN tag"
    return Witness("SetUp tag", setup.start, setup.value, (), (f"FEN: {states}",))


def _tags(game: Game) -> Iterator[Witness]:
    """What Variant, Event and declared start numbers say of the rules and of the array."""
    start, verdict = game.start, game.verdict
    if (pair := game.pair("Variant")) is not None and start.has_variant:
        wrong = start.contradicts_variant or (start.variant.family == "standard" and game.proves_chess960)
        needs = (f"{_START}: the start or the moves need other rules",) if wrong else ()
        yield Witness("Variant tag", pair.start, pair.value, () if wrong else (_START,), needs)
    if verdict.evidence == "event" and (pair := game.pair("Event")) is not None:
        yield Witness("Event tag", pair.start, pair.value, (f"{_START} ({_RULES[verdict.rules]})",))
    for one, agrees in compared_starts(game):
        against = () if agrees else (f"{PIECES}: the game begins from a different starting position",)
        yield Witness("start number", one.at, game.text(one.at, one.end), (PIECES,) if agrees else (), against)


def _moves(game: Game) -> Iterator[Witness]:
    """How far the moves replay, and what they ask of the start."""
    facts, stop = game.facts, game.facts.stop
    if not game.reader.engine.plays(game.start):
        yield Witness(_MOVES, game.movetext, (
            "cannot be replayed: pgnfen does not support this variant, or the FEN cannot be read"
        ))
        return
    doubts = tuple(f"{_MOVES}: {why}" for kind, why in STRUCTURE.items() if facts.kinds & kind and kind != Fact.STOP)
    asked = tuple(
        f"{_GRANTS.get(one.kind, CASTLING)}: {'an en passant capture' if one.kind == 'en-passant' else 'a castling'} "
        f"at ply {one.ply} needs {one.square}"
        for one in facts.denied
    )
    if stop is not None:
        why = f"{quote(stop.san, 20)} at ply {stop.ply} is {stop.reason}"
        yield Witness(_MOVES, stop.at, _plies(facts.plies), (), (f"{PIECES} or {_MOVES}: {why}", *asked, *doubts))
        return
    supported = (PIECES, ACTIVE) if facts.plies and not doubts else ()
    yield Witness(_MOVES, game.movetext, f"{_plies(facts.plies)}, to the end", supported, asked + doubts)


def _plies(count: int) -> str:
    return "1 legal ply" if count == 1 else f"{count} legal plies"


def _numbers(game: Game, plies: dict[int, int]) -> Iterator[Witness]:
    """What the move numbers say of the start, and of the moves before them."""
    facts = game.facts
    found = _NUMBER.search(game.raw, game.movetext)
    if found is None:
        return
    first, color = facts.first(Fact.FIRST_NUMBER), facts.first(Fact.FIRST_COLOR)
    against = []
    if first is not None:
        against.append(f"{FULLMOVE}: the first move has number {first.value}")
    if color is not None:
        against.append(
            f"{ACTIVE}: the dots of the first number show that {'Black' if facts.white_begins else 'White'} "
            "begins"
        )
    against += [
        f"{_MOVES}: {one.value} at ply {one.ply}{_differing(plies.get(one.at))}" for one in game.wrong_numbers[:1]
    ]
    supports = [
        name
        for name, wrong in ((FULLMOVE, first), (ACTIVE, color), (_MOVES, game.wrong_numbers or facts.stop))
        if not wrong
    ]
    yield Witness("move numbers", found.start(), f"from {found[0].decode()}", tuple(supports), tuple(against))


def _differing(plies: int | None) -> str:
    """How many plies more, or less, than are played."""
    if not plies:
        return ""
    return f", {'1 ply' if abs(plies) == 1 else f'{abs(plies)} plies'} {'more' if plies > 0 else 'less'}"


def _positions(game: Game, plies: dict[int, int]) -> Iterator[Witness]:
    """What declared positions say: those that contradict the game one by one, the others together."""
    if not may_declare(game.raw, game.movetext, game.reader.python.position_tags):
        return
    declarations = declarations_of(game)
    agreeing: list[Declared] = []
    shown = 0
    for one in declarations.all if declarations is not None else ():
        if not one.differs:
            agreeing.append(one)
            continue
        shown += 1
        if shown <= _MOST:
            yield _position(game, one, plies)
    if shown > _MOST:
        yield Witness("positions", None, f"{shown - _MOST} more positions differ", (), ("in the same way",))
    if agreeing:
        where = ", ".join(str(one.ply) for one in agreeing[:5]) + (", ..." if len(agreeing) > 5 else "")
        fields = FIELD_NAMES if all(_stated(game, one) == len(FIELDS) for one in agreeing) else FIELD_NAMES[:4]
        name = "position" if len(agreeing) == 1 else "positions"
        yield Witness(name, agreeing[0].at, f"{len(agreeing)} declared after ply {where}", (*fields, _MOVES))


def _stated(game: Game, one: Declared) -> int:
    return len(game.raw[one.at : one.end].replace(b";", b" ").split())


def _position(game: Game, one: Declared, plies: dict[int, int]) -> Witness:
    stated = list(zip(FIELD_NAMES, FIELDS, strict=True))[: _stated(game, one)]
    if one.at < game.movetext:
        tag = next((pair for pair in game.section.pairs if pair.start <= one.at < pair.end), None)
        name = f"{tag.name.decode('ascii', 'replace')} tag" if tag is not None else "tag"
    else:
        name = "comment in a variation" if one.in_variation else f"comment after ply {one.ply}"
    against = [name for name, bit in stated if one.differs & bit]
    if one.at in plies:
        against.append(_MOVES + ":" + _differing(plies[one.at])[1:])
    agreed = tuple(name for name, bit in stated if not one.differs & bit)
    if one.differs & PLACEMENT:
        against[0] += f": differs from the position after ply {one.ply}"
    return Witness(name, one.at, game.text(one.at, one.end), agreed, tuple(against))


def _ply_count(game: Game, plies: dict[int, int]) -> Iterator[Witness]:
    pair = game.pair("PlyCount")
    if pair is None:
        return
    if game.plies is None:
        yield Witness("PlyCount tag", pair.start, pair.value)
    elif pair.value.strip() == str(game.plies):
        yield Witness("PlyCount tag", pair.start, pair.value, (_MOVES,))
    else:
        differing = _differing(plies.get(pair.start)) or f", {game.plies} are played"
        yield Witness("PlyCount tag", pair.start, pair.value, (), (f"{_MOVES}:{differing[1:]}",))


def _results(game: Game) -> Iterator[Witness]:
    """Result tags, termination marker, and mate or stalemate on the last board: each held to the others."""
    no_marker = game.facts.first(Fact.NO_MARKER)
    if game.meant_marker is None and no_marker is not None:
        yield Witness("termination marker", no_marker.at, "missing")
    stated = list(_stated_results(game))
    for index, (name, at, text) in enumerate(stated):
        others = [one for one in stated[:index] + stated[index + 1 :] if one[2] != "*"]
        against = [f"{_RESULT}: {other} {value}" for other, _, value in others if value != text != "*"]
        alike = any(value == text for _, _, value in others)
        kind = "" if name != "last position" else " (checkmate)" if game.facts.kinds & Fact.MATE else " (stalemate)"
        yield Witness(name, at, text + kind, (_RESULT,) if alike else (), tuple(against))


def _stated_results(game: Game) -> Iterator[tuple[str, int | None, str]]:
    """What states a result: its name, its byte where it is a tag, the result."""
    for pair in game.pairs("Result"):
        marker = meant(pair.raw_value)
        yield "Result tag", pair.start, marker.decode() if marker is not None else pair.value
    if game.meant_marker is not None:
        yield "termination marker", None, game.meant_marker
    if game.facts.outcome is not None and game.plies is not None:
        yield "last position", None, game.facts.outcome.decode()


def _structure(game: Game) -> str | None:
    """Why the moves may not be what they seem, where no witness counts plies."""
    return next((why for kind, why in STRUCTURE.items() if game.facts.kinds & kind), None)


def contradicting(witnesses: Sequence[Witness]) -> bool:
    """Whether one of them contradicts the game or another."""
    return any(one.contradicts for one in witnesses)
