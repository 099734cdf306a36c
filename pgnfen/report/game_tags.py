"""The row that `tags` shows of a game, as a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pgnfen.report.values import said_of


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


def game_tags(rows: bytes, path: str, names: tuple[str, ...] = ()) -> Iterator[GameTags]:
    """The rows of games of that path, from JSON Lines as TagsReport writes them; `names` are the columns behind the
    others.

    >>> line = b'{"path": "a", "game": 1, "line": 1, "offset": 0, "setup": null, "fen": null, "variant": null, '
    >>> line += b'"kind": "standard", "scharnagl": 518, "scharnagl_black": null, "castling": [], "en_passant": [], '
    >>> line += b'"white": "A", "black": null, "date": null, "event": null, "result": "*", "ECO": "A00"}\\n'
    >>> [(row.white, row.castling, row.columns) for row in game_tags(line, "a", ("ECO",))]
    [('A', (), {'ECO': 'A00'})]
    """
    known = len(GameTags._fields) - 1
    for said in said_of(rows, path):
        said["castling"], said["en_passant"] = tuple(said["castling"]), tuple(said["en_passant"])
        row = GameTags(*list(said.values())[:known])
        yield row._replace(columns={name: said[name] for name in names}) if names else row
