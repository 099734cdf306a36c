"""The row that `tags` shows of a game, as a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pgnfen.pgn.block import Block
from pgnfen.pgn.layout import SETUP
from pgnfen.pgn.tagpairs import text_of


class GameTags(NamedTuple):
    """One game's tags as `pgnfen tags` lists them, in the order of the JSON keys.

    `game` and `line` count from 1, `offset` is in bytes; a tag that is absent is None. `kind` is one of
    pgnfen.fen.KINDS; `castling` and `en_passant` list the conventions that the FEN is consistent with. `columns` are
    the values of the tags that were asked for besides, by the names given; no key of JSON.
    """

    path: str
    game: int
    line: int
    offset: int
    setup: str | None
    fen: str | None
    variant: str | None
    kind: str
    scharnagl: int | None
    scharnagl_black: int | None
    castling: tuple[str, ...]
    en_passant: tuple[str, ...]
    white: str | None
    black: str | None
    date: str | None
    event: str | None
    result: str | None
    columns: Mapping[str, str | None] = MappingProxyType({})


def game_tags(block: Block, path: str) -> Iterator[GameTags]:
    """The tags of a block's games, in order."""
    for index, values in enumerate(block.values):
        start = block.start(index)
        event, date, white, black, result = (text_of(value) for value in values[:SETUP])
        yield GameTags(
            path=path,
            game=block.number + index,
            line=block.lines[index],
            offset=block.offset + block.starts[index],
            setup=start.setup,
            fen=start.fen,
            variant=start.variant_text,
            kind=start.kind,
            scharnagl=start.scharnagl,
            scharnagl_black=start.scharnagl_black,
            castling=start.castling,
            en_passant=start.en_passant,
            white=white,
            black=black,
            date=date,
            event=event,
            result=result,
        )
