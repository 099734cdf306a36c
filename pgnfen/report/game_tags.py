"""The row that `tags` shows of a game, as a record."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, NamedTuple

from pgnfen.columns import Column, columns_of
from pgnfen.report.values import objects_of


class GameTags(NamedTuple):
    """One game's tags as `pgnfen tags` lists them, in the order of the JSON keys.

    `game` and `line` count from 1, `offset` is in bytes; a tag that is absent is None. `kind` is one of
    pgnfen.fen.KINDS; `castling` and `en_passant` list the conventions that the FEN is consistent with. `columns` are
    the values of the tags that were asked for besides, by the names given; no key of JSON.
    """

    path: Annotated[str, Column("word", "the input")]
    game: Annotated[int, Column("u64", "from 1 in each input")]
    line: Annotated[int, Column("u64", "from 1")]
    offset: Annotated[int, Column("u64", "bytes, from 0")]
    setup: Annotated[str | None, Column("text", "the tag's value, null where there is no such tag", start="setup")]
    fen: Annotated[str | None, Column("text", "the tag's value; of a record, the record", start="fen")]
    variant: Annotated[str | None, Column("word", "the tag's value", start="variant_text")]
    kind: Annotated[str, Column("word", "of start", start="kind")]
    scharnagl: Annotated[int | None, Column("u16", "number of the start, of White's pieces", start="scharnagl")]
    scharnagl_black: Annotated[int | None, Column("u16", "of Black's, where others", start="scharnagl_black")]
    castling: Annotated[
        tuple[str, ...], Column("words", "conventions that the FEN is consistent with", start="castling")
    ]
    en_passant: Annotated[
        tuple[str, ...], Column("words", "conventions that the FEN is consistent with", start="en_passant")
    ]
    white: Annotated[str | None, Column("text", "the tag's value", tag="White")]
    black: Annotated[str | None, Column("text", "the tag's value", tag="Black")]
    date: Annotated[str | None, Column("text", "the tag's value", tag="Date")]
    event: Annotated[str | None, Column("text", "the tag's value", tag="Event")]
    result: Annotated[str | None, Column("word", "the tag's value", tag="Result")]
    columns: Mapping[str, str | None] = MappingProxyType({})


def tag_columns() -> set[str]:
    """The columns that are values of tags."""
    tags = ("setup", "fen", "variant_text")
    return {name for name, column in columns_of(GameTags).items() if column.tag is not None or column.start in tags}


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
    for values in objects_of(rows, path):
        values["castling"], values["en_passant"] = tuple(values["castling"]), tuple(values["en_passant"])
        row = GameTags(*list(values.values())[:known])
        yield row._replace(columns={name: values[name] for name in names}) if names else row
