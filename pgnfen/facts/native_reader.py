"""The native reader: whole blocks. python-chess judges what it cannot play, the Python reader reads the rest.

It takes a start as a six-field FEN with Shredder castling letters (`board_fen`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING

from pgnfen import native
from pgnfen.facts.facts import Facts, compared, start_kinds
from pgnfen.facts.halts import Halt, at_open, at_unreadable
from pgnfen.facts.kinds import DOUBTFUL, OF_BYTES, OF_SECTION, OF_START, Fact
from pgnfen.facts.patterned import OF_PATTERN
from pgnfen.fen.definitions import SILENT_RULES
from pgnfen.fen.variants import read_variant
from pgnfen.lazy import cached_property, deferred
from pgnfen.pgn.definitions import MARKERS, RESULT
from pgnfen.pgn.layout import StartKey
from pgnfen.pgn.start_tags import start_of_key
from pgnfen.pgn.tagpairs import text_of
from pgnfen.replay.engines import PythonChess

with deferred:
    import logging

    from pgnfen.facts.letters import read_letters
    from pgnfen.facts.stops import StopReader
    from pgnfen.pgn.piece_letters import translations
    from pgnfen.replay.chess_player import starting_board
    from pgnfen.replay.large.named import named_rules

if TYPE_CHECKING:
    import chess

    from pgnfen._native import BlockFacts
    from pgnfen.engine_records import GameFacts, Stopped
    from pgnfen.facts.python_reader import PythonReader
    from pgnfen.fen.start import Start
    from pgnfen.pgn.block import Block
    from pgnfen.pgn.native_splitter import NativeBlock
    from pgnfen.pgn.piece_letters import Translation


_STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
_FAMILIES = ("standard", "chess960", "unknown")


def board_fen(start: Start) -> str | None:
    """The starting position; None where the engine does not play it.

    A record that leaves no doubt says it all; else python-chess says what remains of it.
    """
    if start.variant.family not in _FAMILIES or not PythonChess().plays(start):
        return None
    if start.record is None:
        return _STANDARD
    stated = stated_fen(start)
    if stated is not None:
        return stated
    return fen_of(starting_board(start))


def fen_of(board: chess.Board) -> str | None:
    """A position of python-chess's as the engine takes it; None where a king is a promoted man (`K~`), and so none."""
    return None if board.promoted & board.kings else board.fen(shredder=True, en_passant="fen")


def _letters(start: Start) -> str | None:
    """The castling availability in Shredder letters, "" for none; None where the record leaves a doubt."""
    record = start.record
    if record is None or record.halfmove is None or not record.fullmove:
        return None
    board = record.board
    if board is None or board.width != 8 or board.promoted or board.holdings is not None or record.checks:
        return None
    if any(fault.code[0] != "K" for fault in start.faults):  # counters are taken as they are
        return None
    rooks = [(right.rook, right.color) for right in record.rights if right.rook is not None]
    return "".join([rook[0].upper() if color == "w" else rook[0] for rook, color in rooks])


def stated_fen(start: Start, color: str | None = None, target: str | None = None) -> str | None:
    """The starting position as its record has it, or with another side to move and en passant square; None where the
    record leaves a doubt. Much faster than fen_of."""
    record, letters = start.record, _letters(start)
    if record is None or letters is None:
        return None
    color, target = color or record.active_color, target or record.en_passant
    return f"{record.fields[0]} {color} {letters or '-'} {target} {record.halfmove} {record.fullmove}"


_UNREADABLE, _UNREAD = int(Fact.UNREADABLE), int(Fact.UNREAD)
_DOUBTFUL, _STOPS = int(DOUBTFUL), int(Fact.STOP | Fact.VARIATION_STOP)
_JUDGED = _DOUBTFUL | _STOPS | _UNREAD
_MARKERS = (b"", *MARKERS)
_KEPT = OF_SECTION | OF_START | OF_BYTES


_BARE, _ARRAY = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1", b"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"


def stand_in(key: StartKey) -> Start:
    """A start of which is to be remarked what of all that have these SetUp and Variant tags, and a FEN of which nothing
    is: one for many."""
    setup, _, variant = key
    chess960 = read_variant(text_of(variant)).family == "chess960"
    return start_of_key((setup, _ARRAY if chess960 else _BARE, variant))


class NativeReader:
    """Reads blocks by the extension; threads may share one."""

    def __init__(self, module: ModuleType, python: Callable[[], PythonReader], position_tags: Sequence[bytes]) -> None:
        self._python = python
        self._tags = tuple(position_tags)
        self.rules = frozenset(SILENT_RULES)
        self.scanner = native.scanner(module)
        self._only_english = module.only_english
        self._panics = self.scanner.panics
        self.seconds = 0.0  # spent in `read`

    def starts(self, block: NativeBlock, all: bool) -> dict[int, Start]:
        """Of the different starts of a block, by their numbers, those of which there may be something to remark, or
        `all` of them.

        Where what is remarked does not depend on the FEN, one start stands for all. The extension reads plain starts
        itself; it is told what the others stand for.
        """
        found = {}
        for met in self.scanner.starts(block.data, block.games_table, all):
            start = stand_in(block.start_key(met.game)) if met.of_tags else block.start(met.game)
            found[met.id] = start
            if not met.learned:
                games, kinds = block.games_table, start_kinds(start)
                if self._lexed(start):
                    self.scanner.learn_unplayed(games, met.game, kinds)
                    continue
                board, stated = board_fen(start), not start.unstated
                self.scanner.learn(games, met.game, board, start.chess960, kinds, stated)
        return found

    def _lexed(self, start: Start) -> bool:
        """Whether nobody plays the moves, and the extension reads their tokens."""
        return start.width == 8 and named_rules(start) is None and not self._python().engine.plays(start)

    def read(self, block: NativeBlock, moves: bool) -> BlockFacts:
        """The facts of a block's games as the extension says them; it leaves the interpreter free meanwhile."""
        began = perf_counter()
        facts: BlockFacts = self.scanner.read(block.data, block.games_table, moves, self._tags)
        self.seconds += perf_counter() - began
        if self.scanner.panics > self._panics:
            if not self._panics:
                why = "the native engine failed (the games are read by the slower Python engine): %s"
                logging.getLogger(__name__).warning(why, self.scanner.last_panic)
            self._panics = self.scanner.panics
        return facts

    def facts(self, game: GameFacts, block: Block, index: int, moves: bool) -> Facts:
        """The facts of one game, its stops judged, by whatever piece letters it has."""
        if game.kinds & _JUDGED:
            return self._judged(game, block, index, moves)
        return self.facts_of(game)

    def add_patterned(self, facts: Facts, block: Block, index: int) -> None:
        """Add the facts that the Python reader alone says, where it has not read the game."""
        if not facts.kinds & OF_PATTERN:
            raw, movetext = block.game(index).raw, block.movetexts[index] - block.starts[index]
            facts.add(self._python().patterned(raw, movetext, block.start(index)))

    def facts_of(self, game: GameFacts) -> Facts:
        """What the extension says as facts, but for the stops."""
        marker = _MARKERS[game.marker]
        return Facts(game.kinds, game.plies, marker, game.white_to_move, game.skipped, game.noted)

    def _judged(self, game: GameFacts, block: Block, index: int, moves: bool) -> Facts:
        start, result = block.start(index), block.values_of(index)[RESULT]
        raw, movetext = block.game(index).raw, block.movetexts[index] - block.starts[index]
        facts = self._read(game, raw, movetext, start, result)
        if facts is not None:
            return facts
        return self._python().read(raw, movetext, start, block.layouts[index], result, moves)

    def _read(self, game: GameFacts, raw: bytes, movetext: int, start: Start, result: bytes | None) -> Facts | None:
        """The facts of a game that stops, or has tokens that cannot be read; None: the Python reader reads it."""
        doubtful = game.kinds & _DOUBTFUL and not game.kinds & _UNREAD
        found = self._translations(raw, movetext) if doubtful and self._python().engine.plays(start) else []
        if not found:
            return self._stopping(game, raw, movetext, start, result)

        def english() -> Facts | None:
            return self._stopping(game, raw, movetext, start, result)

        def read(other: bytes) -> Facts | None:
            fen = board_fen(start)
            if fen is None:
                return None
            again: GameFacts = self.scanner.read_from(other, movetext, fen, start.chess960, self._tags)
            return self._stopping(again, other, movetext, start, result)

        facts = read_letters(raw, found, english, read, bool(game.kinds & _UNREADABLE))
        if facts is not None and facts.readings:  # tag section and bytes are what they were
            facts.kinds |= game.kinds & _KEPT | compared(facts, raw, movetext, result)
            facts.noted = [*facts.noted, *(noted for noted in game.noted if noted.kind & OF_BYTES)]
        return facts

    def _translations(self, raw: bytes, movetext: int) -> list[Translation]:
        """See piece_letters.translations; the extension sees where there are none."""
        if self._only_english(raw, movetext):
            return []
        return translations(raw, movetext)

    def _stopping(self, game: GameFacts, raw: bytes, movetext: int, start: Start, result: bytes | None) -> Facts | None:
        if game.kinds & _UNREAD:
            return None
        return self._stops.facts(game, raw, movetext, start, result) if game.kinds & _STOPS else self.facts_of(game)

    @cached_property
    def _stops(self) -> StopReader:
        return StopReader(self.scanner, self.facts_of, self._tags)

    def halt(self, block: Block, index: int, kind: int, stop: Stopped) -> Halt | None:
        """Where and why the moves of a game stop: the kind of fact that does it, and the stop as the extension says it.

        None where python-chess has to play them.
        """
        raw, movetext = block.game(index).raw, block.movetexts[index] - block.starts[index]
        if self._translations(raw, movetext):
            return None  # by other piece letters they may go on
        if kind == Fact.STOP:
            return self._stops.halt(stop, raw, movetext, block.start(index))
        if kind == Fact.UNREADABLE:
            return at_unreadable(stop.ply, raw[stop.at : stop.end])
        return at_open(stop.ply, kind == Fact.OPEN_COMMENT)

    def replays(self, raw: bytes, movetext: int, fen: str) -> bool | None:
        """Whether the whole mainline, of one move or more, replays from another position (six fields, Shredder
        castling letters); None where the Python reader has to say."""
        replays: bool | None = self.scanner.replays(raw, movetext, fen)
        return replays
