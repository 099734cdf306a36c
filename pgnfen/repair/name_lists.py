"""Lists of names that users keep: which spelling means which name. CSV, TOML, and the spelling files of Scid."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pgnfen.errors import InputError
from pgnfen.lazy import deferred, regex

with deferred:
    from pgnfen.pgn.tagpairs import decode

KINDS: Mapping[str, tuple[bytes, ...]] = {
    "player": (b"White", b"Black"), "site": (b"Site",), "event": (b"Event",), "round": (b"Round",),
}  # fmt: skip
"""The kinds of names, and the tags that have them."""

_SECTION = regex(r'@([A-Za-z]{1,20})(?![A-Za-z])[^"]*(?:"([^"]*)".*)?')
_FIDE_ID = regex(r"%Bio {1,8}FIDEID {1,8}([0-9]{3,9})(?![0-9]).*")


class Name(NamedTuple):
    """A name as it should be, and a player's FIDE number (None: not stated)."""

    name: str
    fide_id: str | None = None


class NameList(NamedTuple):
    """What spellings mean, by kind; `ignored`: signs that do not count in a kind's spellings."""

    names: dict[tuple[str, str], Name]
    ignored: dict[str, str]

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of which there are names."""
        return frozenset(kind for kind, _ in self.names)

    def of(self, kind: str, spelling: str) -> Name | None:
        """What a spelling means; None where the list does not have it."""
        return self.names.get((kind, spelling)) or self.names.get((kind, self._key(kind, spelling)))

    def _key(self, kind: str, spelling: str) -> str:
        """Where a spelling stands without the signs that do not count. (No spelling of a file has a NUL.)"""
        signs = self.ignored.get(kind, "")
        return "\0" + "".join(char for char in spelling if char not in signs)

    def add(self, kind: str, spelling: str, name: Name) -> None:
        """A spelling means this name. Raises ValueError where it means another one."""
        for key in (spelling, self._key(kind, spelling)):
            known = self.names.setdefault((kind, key), name)
            if known.name != name.name and key == spelling:
                raise ValueError(f"{spelling!r} stands for {known.name!r} and for {name.name!r}")


def read_names(data: bytes, path: str) -> NameList:
    """A list of names: TOML in a file called .toml, a spelling file of Scid if its first section is `@PLAYER` or the
    like, CSV otherwise. Raises InputError for what is none of these."""
    text = decode(data.removeprefix(b"\xef\xbb\xbf"))
    found = NameList({}, {})
    try:
        if path.lower().endswith(".toml"):
            _read_toml(text, found)
        elif any(line.startswith("@") for line in text.splitlines()):
            _read_scid(text, found)
        else:
            _read_csv(text, found)
    except ValueError as error:
        raise InputError(f"no list of names: {error}", path) from None
    return found


def _kind(text: str) -> str:
    kind = text.strip().lower().removesuffix("s")
    if kind not in KINDS:
        raise ValueError(f"{text.strip()!r} is none of {', '.join(KINDS)}")
    return kind


def _read_csv(text: str, found: NameList) -> None:
    """Lines `spelling,name,fide_id,kind`, the last two as they are known; such a line at the top names the columns."""
    columns = ["spelling", "name", "fide_id", "kind"]
    for number, row in enumerate(csv.reader(io.StringIO(text))):
        if number == 0 and "spelling" in row and "name" in row:
            columns = row
            continue
        values = {column: value.strip() for column, value in zip(columns, row, strict=False)}
        spelling, name = values.get("spelling", ""), values.get("name", "")
        if spelling and name:
            kind = _kind(values.get("kind") or "player")
            _add(found, kind, [spelling], Name(name, values.get("fide_id") or None))
        elif spelling and len(row) < 2:
            raise ValueError(f"line {number + 1} has a spelling and no name")


def _read_toml(text: str, found: NameList) -> None:
    """Tables `[players]`, `[sites]`, `[events]`, `[rounds]`: a name, and its other spellings; `[fide_ids]`: a name, and
    its number."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    tables: dict[str, Any] = tomllib.loads(text)
    ids = tables.pop("fide_ids", {})
    for table, names in tables.items():
        for name, spellings in names.items():
            listed = [spellings] if isinstance(spellings, str) else list(spellings)
            number = ids.get(name)
            _add(found, _kind(table), listed, Name(name, None if number is None else str(number)))


def _read_scid(text: str, found: NameList) -> None:
    """Sections `@PLAYER`, `@SITE`, `@EVENT`, `@ROUND`, with the signs that do not count in quotes; in them names, their
    other spellings in lines behind a `=`, what is known of a player behind `%Bio`; `#` begins a comment."""
    for kind, name, spellings, number in _scid_names(text, found):
        _add(found, kind, spellings, Name(name, number))


def _scid_names(text: str, found: NameList) -> Iterator[tuple[str, str, list[str], str | None]]:
    kind, name, spellings, number = "", "", list[str](), None
    for line in (*text.splitlines(), "@PLAYER"):
        text_of_line = line.partition("#")[0].strip()
        section, bio = _SECTION.fullmatch(text_of_line), _FIDE_ID.fullmatch(text_of_line)
        if bio and name:
            number = bio[1]
        elif text_of_line.startswith("=") and name:
            spellings.append(text_of_line[1:].strip())
        elif text_of_line and text_of_line[0] not in ">%=":
            if name:
                yield kind, name, spellings, number
            name, spellings, number = "", [], None
            if section:
                kind = _kind(section[1])
                found.ignored.setdefault(kind, section[2] or "")
            elif kind:
                name = text_of_line


def _add(found: NameList, kind: str, spellings: list[str], name: Name) -> None:
    if not name.name.isprintable():
        raise ValueError(f"{name.name!r} has a character that no name has")
    for spelling in (name.name, *spellings):
        found.add(kind, spelling, name)
