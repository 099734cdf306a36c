"""One convention for an archive: castling and en passant fields as a convention writes them, of starts and of positions
declared on the way; games are written in it, each change held to what is found afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pgnfen.audit.auditor import Auditor, Examined
from pgnfen.audit.edits import Edit
from pgnfen.audit.finding import Remark
from pgnfen.audit.repairs import edits_of
from pgnfen.errors import ConversionError
from pgnfen.fen.castling import NOT_CLASSIC
from pgnfen.fen.definitions import CastlingConvention, EnPassantConvention
from pgnfen.fen.fault import CASTLING, EN_PASSANT
from pgnfen.fen.start import Start
from pgnfen.lazy import deferred
from pgnfen.pgn.block import Block
from pgnfen.repair.state import CONVENTION, Chosen, UnderRepair, look_at
from pgnfen.repair.trials import Trials, Tried
from pgnfen.replay.position_record import TARGETS, is_classic

with deferred:
    from pgnfen.audit.declared import declared_positions
    from pgnfen.facts.declared_text import may_declare_readable
    from pgnfen.fen.convert import convert_castling, convert_en_passant

if TYPE_CHECKING:
    from pgnfen.facts.declared import Declared


class Conventions(NamedTuple):
    """What is asked for; None: the field stays as it is."""

    castling: CastlingConvention | None = None
    en_passant: EnPassantConvention | None = None


class Rewritten(NamedTuple):
    """A field in the convention asked for."""

    field: str
    declared: str
    expected: str


def rewritten(start: Start, asked: Conventions) -> tuple[tuple[Rewritten, ...], tuple[str, ...]]:
    """The fields of a start that change, and why others cannot be written in the convention asked for.

    >>> from pgnfen.fen.start import read_start
    >>> start = read_start(None, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", None)
    >>> rewritten(start, Conventions("shredder"))[0][0].expected
    'H'
    """
    changes: list[Rewritten] = []
    kept: list[str] = []
    record = start.record
    if record is None:
        return (), ()
    for field, index, to in ((CASTLING, 2, asked.castling), (EN_PASSANT, 3, asked.en_passant)):
        declared = record.fields[index]
        if to is None:
            continue
        if declared is None or not record.is_readable or not start.variant.has_fen_fields:
            kept.append(f"the FEN is not valid for chess; its {field} is not changed")
            continue
        try:
            if field == CASTLING:
                expected = convert_castling(record, asked.castling or "fen", start.variant)
            else:
                expected = convert_en_passant(record, asked.en_passant or "1994", start.variant)
        except ConversionError as error:
            kept.append(str(error))
            continue
        if expected != declared:
            changes.append(Rewritten(field, declared, expected))
    return tuple(changes), tuple(kept)


class RewrittenAt(NamedTuple):
    """A field of a declared FEN in the convention asked for, and its first byte; `kept`: why it cannot be."""

    at: int
    change: Rewritten
    kept: str | None = None


def rewritten_declared(one: Declared, fen: bytes, asked: Conventions) -> Iterator[RewrittenAt]:
    """The fields that change of a declared FEN in which nothing is wrong; its position is that of python-chess."""
    board, fields, at = one.board, fen.split(), one.at
    places = []
    for field in fields:
        at += fen.index(field, at - one.at) - (at - one.at)
        places.append(at)
        at += len(field)
    if asked.castling is not None:
        castling = board.castling_shredder_fen() if asked.castling == "shredder" else board.castling_xfen()
        change = Rewritten(CASTLING, fields[2].decode(), castling)
        if asked.castling == "fen" and not is_classic(board):
            yield RewrittenAt(places[2], change, NOT_CLASSIC)
        elif castling != change.declared:
            yield RewrittenAt(places[2], change)
    if asked.en_passant is not None and (one.ply or board.ep_square is not None):
        target = board.epd(en_passant=TARGETS[asked.en_passant]).split()[3]
        change = Rewritten(EN_PASSANT, fields[3].decode(), target)
        if change.expected != change.declared:
            yield RewrittenAt(places[3], change)


class Converter:
    """Writes the fields of FENs in the conventions asked for."""

    def __init__(self, auditor: Auditor, trials: Trials, conventions: Conventions) -> None:
        self._auditor, self._trials, self._conventions = auditor, trials, conventions

    def wanted(
        self, block: Block, games: dict[int, UnderRepair], examined: Mapping[int, Examined], lead: bytes
    ) -> list[UnderRepair]:
        """The games of a block in which there is something to write; those that are not under repair yet are put
        there, told from `lead`."""
        for index in range(len(block)):
            start = games[index].look.start if index in games else block.start(index)
            declares = start.is_chess and self._may_declare(block, index)
            if not any(self._rewritten(start)) and not declares:
                continue
            if index not in games:
                raw = block.game(index)
                games[index] = UnderRepair(raw, look_at(block, index, examined.get(index), raw.raw), lead)
            games[index].declares = declares
        return [game for _, game in sorted(games.items())]

    def convert(self, games: Sequence[UnderRepair]) -> list[UnderRepair]:
        """Write the fields of all FENs in the conventions asked for; what cannot be said in them is noted. The games
        that are changed."""
        before = [len(game.done) for game in games]
        tried: list[Tried] = []
        for game in games:
            changes, kept = self._rewritten(game.look.start)
            game.kept = []
            for reason in kept:
                game.keep(reason)
            if changes:
                tried.append((game, self._chosen(game, changes)))
        for (game, chosen), (look, why) in zip(tried, self._trials.outcomes(tried), strict=True):
            if look is not None and why is None:
                game.accept(look, list(chosen))
            else:
                self._one_of(game, chosen)
        self._convert_declared([game for game in games if game.declares])
        return [game for game, count in zip(games, before, strict=True) if len(game.done) > count]

    def _one_of(self, game: UnderRepair, chosen: Sequence[Chosen]) -> None:
        """Each change by itself, up to the first that holds: the other may be what does not."""
        for one in chosen:
            look, why = self._trials.outcomes([(game, [one])])[0]
            if look is not None and why is None and len(chosen) > 1:
                game.accept(look, [one])
                break
            game.keep(f"{one.remark.field} {one.remark.expected}: {why}")

    def _convert_declared(self, games: Sequence[UnderRepair]) -> None:
        """Likewise of positions that games declare on the way, those in which nothing is wrong."""
        tried = [(game, chosen) for game in games if (chosen := self._chosen_declared(game))]
        for (game, chosen), (look, why) in zip(tried, self._trials.outcomes(tried), strict=True):
            if look is not None and why is None:
                game.accept(look, chosen)
            else:
                game.keep(f"the FENs in comments and tags: {why}")

    def _may_declare(self, block: Block, index: int) -> bool:
        raw, movetext = block.game(index).raw, block.movetexts[index] - block.starts[index]
        return may_declare_readable(raw, movetext, self._auditor.reader.python.position_tags)

    def _chosen_declared(self, game: UnderRepair) -> list[Chosen]:
        raw, chosen = game.look.raw, []
        for declared in declared_positions(self._trials.game(game)):
            if declared.differs:
                continue
            for at, change, kept in rewritten_declared(declared, raw[declared.at : declared.end], self._conventions):
                if kept is not None:
                    game.keep(kept)
                    continue
                edit = Edit(at, at + len(change.declared), change.expected.encode())
                chosen.append(Chosen(_of_convention(change), at, [edit]))
        return chosen

    def _chosen(self, game: UnderRepair, changes: Sequence[Rewritten]) -> list[Chosen]:
        asked = self._trials.game(game)
        at = asked.fen_at()
        chosen = []
        for one in changes:
            remark = _of_convention(one)
            chosen.append(Chosen(remark, at, edits_of(asked, remark, at)))
        return [one for one in chosen if one.edits]

    def _rewritten(self, start: Start) -> tuple[tuple[Rewritten, ...], tuple[str, ...]]:
        key = f"conventions {self._conventions.castling} {self._conventions.en_passant}"
        if key not in start.memo:
            start.memo[key] = rewritten(start, self._conventions)
        known: tuple[tuple[Rewritten, ...], tuple[str, ...]] = start.memo[key]
        return known


def _of_convention(one: Rewritten) -> Remark:
    message = "in the convention asked for"
    return Remark(None, "", CONVENTION, "info", one.field, one.declared, one.expected, message, "safe")
