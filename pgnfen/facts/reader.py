"""Reads blocks of games: by the native reader where it is there, else by the Python reader; the facts are the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pgnfen import native
from pgnfen.facts.facts import Facts
from pgnfen.facts.kinds import DOUBTFUL, POSITION_TAGS, Fact
from pgnfen.facts.native_reader import NativeReader, fen_of
from pgnfen.facts.patterned import OF_PATTERN, holding
from pgnfen.lazy import cached_property, deferred
from pgnfen.pgn.definitions import NO_ID, RESULT, SETUP
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.pgn.start_tags import start_of_key

with deferred:
    from pgnfen.facts.declared import commented_plies, declarations
    from pgnfen.facts.python_reader import PythonReader
    from pgnfen.facts.spelling import spellings
    from pgnfen.replay.chess_player import replay_whole
    from pgnfen.replay.engines import default_engine

if TYPE_CHECKING:
    import chess

    from pgnfen.facts.declared import Declarations
    from pgnfen.facts.spelling import Spelling
    from pgnfen.fen.start import Start
    from pgnfen.pgn.block import Block
    from pgnfen.replay.interface import Replay, ReplayEngine

NONE = Facts()
"""What is said of a game that has nothing of what is asked for. Not to be changed."""
Read: TypeAlias = "Iterator[tuple[int, Start | None, Facts]]"
"""Index of a game (0-based, in the block), a start, facts. Where Variant does not stand behind FEN, the rules of the
start say of the game's start what they say of this one; None: they say nothing."""


class ReadOptions(NamedTuple):
    """Which games of a block are wanted: those with a fact of `kinds`, with a `wanted_start`, and those of
    `games` (indices; None: all). Without `moves` the movetext is not read. `rules` are those that are asked of every
    start: where the native engine knows of one that all of them are silent, it is not asked for.
    `conventions` is told which the FENs follow that games declare on the way, and in which nothing is wrong: field,
    conventions as bits, how many, the first game (0-based). Games that stop, or of which not all is read, are left out.
    Facts of kinds that are found by a pattern are said only if they are asked for.
    """

    kinds: int
    moves: bool
    wanted_start: Callable[[Start], bool]
    games: Collection[int] | None = ()
    rules: frozenset[str] = frozenset()
    conventions: Callable[[int, int, int, int], None] | None = None


class Other:
    """A position to replay from in place of the start's; `fen` where it is known (see fen_of)."""

    def __init__(self, board: chess.Board, fen: str | None = None) -> None:
        self.board = board
        if fen is not None:
            self.fen = fen

    @cached_property
    def fen(self) -> str | None:
        """Its FEN for the native engine (see fen_of), written when it is first asked for."""
        return fen_of(self.board)


class Reader:
    """Both readers as one. With an `engine` of the caller's own everything is read by that. `position_tags` are the
    tags that declare final positions."""

    def __init__(self, engine: ReplayEngine | None = None, position_tags: Sequence[bytes] = POSITION_TAGS) -> None:
        self._engine, self._position_tags = engine, position_tags
        self.native: NativeReader | None = None
        module = native.load() if engine is None else None
        if module is not None:
            self.native = NativeReader(module, lambda: self.python, position_tags)

    @cached_property
    def engine(self) -> ReplayEngine:
        """What plays the moves that the native reader does not."""
        return self._engine or default_engine()

    @cached_property
    def python(self) -> PythonReader:
        """The Python reader."""
        return PythonReader(self.engine, self._position_tags)

    def block(self, block: Block, options: ReadOptions) -> Read:
        """The games of a block that are asked for."""
        if self.native is not None and isinstance(block, NativeBlock):
            return _by_native(self.native, block, options)
        return _by_python(self.python, block, options)

    def start_conventions(
        self,
        block: Block,
        follow: Callable[[Block, int, int, int, int], None],
        start_follows: Callable[[Block, Start, int], None],
    ) -> None:
        """Tell which conventions the FEN tags of a block's games follow: `follow` is told field, conventions as bits,
        how many, the first game (0-based), `start_follows` the other starts one by one."""
        others: Iterable[int] = range(len(block))
        if self.native is not None and isinstance(block, NativeBlock):
            conventions = self.native.scanner.conventions(block.data, block.games_table)
            others = conventions.others
            for entry in conventions.followed:
                follow(block, *entry)
        for index in others:
            start_follows(block, block.start(index), index)

    def replays(self, raw: bytes, movetext: int, start: Start, other: Other) -> bool:
        """Whether the whole mainline, of one move or more, replays from another position than the start's; nothing is
        granted."""
        if self.native is not None and other.fen is not None:
            replays = self.native.replays(raw, movetext, other.fen)
            if replays is not None:
                return replays
        return self.replay(raw, movetext, start, other) is not None

    def spellings(self, raw: bytes, movetext: int, start: Start) -> list[Spelling]:
        """The moves that are not spelled as SAN has them; read by python-chess."""
        return spellings(start, raw, self.python.tokens(raw, movetext, start.width))

    def declarations(self, raw: bytes, movetext: int, start: Start, kinds: int) -> Declarations:
        """The positions that a game of standard chess or Chess960 declares on the way, held to its replay by
        python-chess; `kinds` of facts are said of it."""
        replay = self.engine.replay(start, raw, self.python.tokens(raw, movetext, start.width))
        return declarations(raw, movetext, replay, kinds, self.python.position_tags)

    def commented_plies(self, raw: bytes, movetext: int, start: Start) -> list[tuple[int, int, int, int]]:
        """The comments of the mainline: the ply behind which each stands, its bytes, the halfmove clock there."""
        return commented_plies(self.engine.replay(start, raw, self.python.tokens(raw, movetext, start.width)))

    def replay(self, raw: bytes, movetext: int, start: Start, other: Other) -> Replay | None:
        """The replay by python-chess of what `replays` says; None where it does not."""
        return replay_whole(start, raw, self.python.tokens(raw, movetext, start.width), other.board)


def _by_native(reader: NativeReader, block: NativeBlock, options: ReadOptions) -> Read:
    starts = reader.starts(block, not options.rules <= reader.rules)
    facts_of_block = reader.read(block, options.moves)
    if options.conventions is not None:
        for entry in facts_of_block.conventions():
            options.conventions(*entry)
    # What a stop is python-chess says, and other piece letters may be meant: there may be more to say of the game.
    kinds = int(options.kinds | Fact.UNREAD | (DOUBTFUL if options.moves else 0))
    held = holding(block, options.kinds) if options.moves and options.kinds & OF_PATTERN else set()
    games = None if options.games is None else {*options.games, *held}
    wanted: Iterable[int] = range(len(block))
    if games is not None:
        starts = {number: start for number, start in starts.items() if options.wanted_start(start)}
        wanted = facts_of_block.having(kinds, set(starts))
        if games:
            wanted = sorted({*wanted, *games})
    for index in wanted:
        known = facts_of_block.kinds(index)
        start = starts.get(known.start) if known.start != NO_ID else block.start(index)
        if known.kinds & kinds or games is None or index in games:
            facts = reader.facts(facts_of_block.game(index), block, index, options.moves)
            if index in held:
                reader.add_patterned(facts, block, index)
            if known.kinds & Fact.UNREAD:
                _tell(options, facts, index)
            yield index, start, facts
        else:
            yield index, start, NONE


def _by_python(reader: PythonReader, block: Block, options: ReadOptions) -> Read:
    values, layouts, games = block.values, block.layouts, options.games
    for index, known in enumerate(values):
        start = start_of_key(known[SETUP:])
        raw, movetext = block.game(index).raw, block.movetexts[index] - block.starts[index]
        facts = reader.read(raw, movetext, start, layouts[index], known[RESULT], options.moves)
        _tell(options, facts, index)
        if facts.kinds & options.kinds or games is None or index in games or options.wanted_start(start):
            yield index, start, facts


def _tell(options: ReadOptions, facts: Facts, index: int) -> None:
    """Tell which conventions a game follows that the Python reader has read."""
    if options.conventions is not None and facts.conventions and not facts.kinds & _LEFT_OUT:
        for entry in facts.conventions:
            options.conventions(*entry, index)


_LEFT_OUT = Fact.STOP | Fact.DENIED | Fact.UNREADABLE | Fact.PIECE_LETTERS
