"""Numbers that tell mainlines apart: the same start and the same moves have the same one, however they are spelled.

A number has 128 bits. It begins with that of the start's key, and each move makes another of it, so that the numbers on
the way are those of shorter mainlines. The native reader says the same (native/src/positions/mainlines.rs).
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from struct import Struct
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from pgnfen import native
from pgnfen.facts.position_ends import Ends
from pgnfen.facts.reader import Reader
from pgnfen.lazy import cached_property, deferred
from pgnfen.pgn.blocks import Piece
from pgnfen.pgn.copies import FEWEST_PLIES
from pgnfen.pgn.definitions import FEN, VARIANT
from pgnfen.pgn.movetext import ANY_WIDTH, Kind, read_movetext
from pgnfen.pgn.native_splitter import NativeBlock
from pgnfen.pgn.record_block import RecordBlock
from pgnfen.replay.conventions import Conventions

with deferred:
    import chess

    from pgnfen.facts.positions import MainlineReader
    from pgnfen.replay.position_record import key_of

if TYPE_CHECKING:
    from array import array

    from pgnfen._native import Beginnings as NativeBeginnings
    from pgnfen.facts.positions import Mainline
    from pgnfen.fen.start import Start
    from pgnfen.pgn.block import Block
    from pgnfen.replay.interface import Position

ENTRY = Struct("<16sH")
"""Of a game: the number of its mainline, and its plies with the flags TEXT or RECORD."""
PASSING = Struct("<I16sH")
"""Of a game that begins as another may be: its index in the block (0-based), the number on the way, all its plies."""
TEXT = 0x8000
"""The moves cannot be played to their end: the number is that of their text."""
MOST_PLIES = 0x7FFE
RECORD = 0x7FFF
"""In place of plies: the number is that of a position alone, of a file of records."""
LEFT = 0xFFFF
"""In place of plies: no number is said; of the native reader, that Python has to look, else a game too large."""

_WORD = (1 << 64) - 1
_SEED = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
_FACTORS = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB
_LEFT_ENTRY = ENTRY.pack(bytes(16), LEFT)
_WRITTEN = Conventions("x-fen", "legal")
_MOVES = (Kind.MOVE, Kind.CASTLING, Kind.NULL, Kind.UNREADABLE)


def need_headers(plies: int) -> bool:
    """Whether games of so many plies, as an ENTRY has them, are not the same because their moves agree."""
    return plies != RECORD and plies & ~TEXT < FEWEST_PLIES


class Hash(NamedTuple):
    """The number so far, in halves."""

    first: int
    second: int

    def add(self, one: int, other: int) -> Hash:
        """With two words of 64 bits more.

        >>> [hex(half) for half in Hash(1, 2).add(3, 4)]
        ['0x40ec3ac8f17ac857', '0x6a14f8e9c438f515']
        """
        left = (self.first ^ one) * (_FACTORS[0] ^ other)
        right = (self.second ^ other) * (_FACTORS[1] ^ one)
        return Hash((left ^ left >> 64) & _WORD, (right ^ right >> 64) & _WORD)

    def bytes(self) -> bytes:
        """The 16 bytes that are kept."""
        return self.first.to_bytes(8, "little") + self.second.to_bytes(8, "little")


@lru_cache(maxsize=1024)
def hash_of_key(key: str) -> Hash:
    """The number of a start, by its key (see fen.key)."""
    data, found = key.encode(), Hash(*_SEED)
    for number, at in enumerate(range(0, len(data), 8), 1):
        found = found.add(int.from_bytes(data[at : at + 8], "little"), number)
    return found.add(len(data), 0)


class Beginnings:
    """The numbers of mainlines of `fewest` plies or more that others may begin with: 8 bytes of each, sorted."""

    def __init__(self, halves: array[int], fewest: int) -> None:
        self.halves, self.fewest = halves, fewest

    def __contains__(self, one: int) -> bool:
        at = bisect_left(self.halves, one)
        return at < len(self.halves) and self.halves[at] == one

    @cached_property
    def native(self) -> NativeBeginnings:
        """The same for the native reader."""
        made: NativeBeginnings = native.module().Beginnings(self.halves.tobytes(), self.fewest)
        return made

    def __reduce__(self) -> tuple[type[Beginnings], tuple[array[int], int]]:
        return Beginnings, (self.halves, self.fewest)


class Mainlines:
    """Says the numbers of the mainlines of blocks."""

    def __init__(self) -> None:
        self._reader = Reader()
        self.seconds = 0.0  # in which the interpreter was free

    def of(self, block: Block) -> bytes:
        """An ENTRY of each game or record."""
        if isinstance(block, Piece):
            return _LEFT_ENTRY * len(block)
        if isinstance(block, RecordBlock):
            return b"".join(_record(block, index, key) for index, key in enumerate(self._ends.keys(block)))
        reader = self._reader.native
        if reader is None or not isinstance(block, NativeBlock):
            return b"".join(self._entry(block, index) for index in range(len(block)))
        reader.starts(block, False)
        began = perf_counter()
        found = reader.scanner.mainlines(block.data, block.games_table)
        self.seconds += perf_counter() - began
        left = _left(found)
        if not left:
            return found
        entries = bytearray(found)
        for index in left:
            entries[index * ENTRY.size : (index + 1) * ENTRY.size] = self._entry(block, index)
        return bytes(entries)

    def marks(self, block: Block) -> Iterator[tuple[bytes, int]]:
        """The parts of the ENTRY of each game."""
        return ENTRY.iter_unpack(self.of(block))

    def passing(self, block: Block, beginnings: Beginnings) -> list[tuple[int, bytes, int]]:
        """Of each game that begins as another may be, for each of them: its index, the number on the way, its plies
        in all."""
        if isinstance(block, (Piece, RecordBlock)):
            return []
        reader = self._reader.native
        if reader is None or not isinstance(block, NativeBlock):
            return [one for index in range(len(block)) for one in self._passing(block, index, beginnings)]
        reader.starts(block, False)
        began = perf_counter()
        data = reader.scanner.passing(block.data, block.games_table, beginnings.native)
        self.seconds += perf_counter() - began
        found: list[tuple[int, bytes, int]] = []
        for index, number, plies in PASSING.iter_unpack(data):
            found += self._passing(block, index, beginnings) if plies == LEFT else [(index, number, plies)]
        return found

    @cached_property
    def _ends(self) -> Ends:
        return Ends()

    @cached_property
    def _python(self) -> MainlineReader:
        return MainlineReader(self._reader.engine)

    def _mainline(self, block: Block, index: int) -> Mainline:
        return self._python.of(block, index)

    def _entry(self, block: Block, index: int) -> bytes:
        mainline = self._mainline(block, index)
        if mainline.halt is not None or mainline.first is None:
            return _of_text(block, index)
        plies, found = 0, Hash(0, 0)
        for plies, found in _on_the_way(mainline, block.start(index)):  # noqa: B007
            pass
        return ENTRY.pack(found.bytes(), min(plies, MOST_PLIES))

    def _passing(self, block: Block, index: int, beginnings: Beginnings) -> Iterator[tuple[int, bytes, int]]:
        mainline = self._mainline(block, index)
        if mainline.halt is not None or mainline.first is None or len(mainline.moves) <= beginnings.fewest:
            return
        for plies, found in _on_the_way(mainline, block.start(index)):
            if beginnings.fewest <= plies < len(mainline.moves) and found.first in beginnings:
                yield index, found.bytes(), min(len(mainline.moves), MOST_PLIES)


def _left(entries: bytes) -> list[int]:
    """The games of which the native reader says nothing."""
    plies = memoryview(entries)[16:]
    mark = LEFT.to_bytes(2, "little")
    size = ENTRY.size
    if mark not in entries:
        return []
    return [index for index in range(len(entries) // size) if plies[index * size : index * size + 2] == mark]


def _on_the_way(mainline: Mainline, start: Start) -> Iterator[tuple[int, Hash]]:
    """Plies and number, from the start on."""
    found = Hash(0, 0)
    for ply, _, board in mainline.positions():
        if ply == 0:
            found = hash_of_key(key_of(board, start, _WRITTEN))
        elif isinstance(board, chess.Board) and type(board) is chess.Board:
            found = found.add(*_words(board))
        else:  # of a variant, or pyffish's: by the moves
            digest = hashlib.blake2b(str(mainline.moves[ply - 1][1]).encode(), digest_size=16).digest()
            found = found.add(int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little"))
        yield ply, found


def _words(board: Position) -> tuple[int, int]:
    """The pieces of the side that has moved, and which of all pieces are what: no two moves lead to the same."""
    assert isinstance(board, chess.Board)
    pieces = (
        board.knights ^ _rotated(board.bishops, 13) ^ _rotated(board.rooks, 29) ^ _rotated(board.queens, 47)
        ^ _rotated(board.kings, 7)
    )  # fmt: skip
    return board.occupied_co[not board.turn], pieces


def _rotated(bits: int, by: int) -> int:
    return (bits << by | bits >> 64 - by) & _WORD


def _record(block: RecordBlock, index: int, key: str | None) -> bytes:
    if key is None:
        line = b" ".join(block.line_bytes(index).split())
        return ENTRY.pack(hashlib.blake2b(line, digest_size=16, person=b"record").digest(), TEXT)
    return ENTRY.pack(hash_of_key(key).bytes(), RECORD)


def _of_text(block: Block, index: int) -> bytes:
    """A game that cannot be played: its start and moves as they are spelled, without check signs and remarks."""
    values = block.values_of(index)
    raw, movetext = block.game(index).raw, block.movetexts[index] - block.starts[index]
    tokens = read_movetext(raw, movetext, ANY_WIDTH).mainline
    words = [_spelled(token.text(raw)) for token in tokens if token.kind in _MOVES]
    told = b"\0".join([values[FEN] or b"", values[VARIANT] or b"", *words])
    plies = min(len(words), MOST_PLIES) | TEXT
    return ENTRY.pack(hashlib.blake2b(told, digest_size=16, person=b"text").digest(), plies)


def _spelled(word: bytes) -> bytes:
    word = word.rstrip(b"+#!?") or word
    return word.replace(b"0", b"O") if word[:1] == b"0" else word
