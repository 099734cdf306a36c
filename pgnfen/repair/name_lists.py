"""Lists of names that users keep: which spelling means which name. CSV, TOML, and the spelling files of Scid."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
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
_BIO_ID = regex(r"%Bio {1,8}FIDEID {1,8}([1-9][0-9]{3,8})(?![0-9]).*")
_FIDE_ID = regex(r"[1-9][0-9]{3,8}")


class Name(NamedTuple):
    """A name as it should be, and a player's FIDE number (None: not stated)."""

    name: str
    fide_id: str | None = None


class NameList(NamedTuple):
    """What spellings mean, by kind; `ignored`: signs that do not count in a kind's spellings; `lines`: where in the
    list a spelling stands first, as far as that is known."""

    names: dict[tuple[str, str], Name]
    ignored: dict[str, str]
    lines: dict[tuple[str, str], int]

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of which there are names."""
        return frozenset(kind for kind, _ in self.names)

    def of(self, kind: str, spelling: str) -> Name | None:
        """What a spelling means; None where the list does not have it."""
        found = self.names.get((kind, spelling)) or self.names.get((kind, self._key(kind, spelling)))
        return None if found is None else self.names[kind, found.name]  # which has the number, wherever it is stated

    def _key(self, kind: str, spelling: str) -> str:
        """Where a spelling stands without the signs that do not count. (No spelling of a file has a NUL.)"""
        signs = self.ignored.get(kind, "")
        return "\0" + "".join(char for char in spelling if char not in signs)

    def add(self, kind: str, spelling: str, name: Name, line: int | None = None) -> None:
        """A spelling means this name. Raises ValueError where it means another one, or one of another number."""
        for key in (spelling, self._key(kind, spelling)):
            known = self.names.setdefault((kind, key), name)
            if line is not None:
                self.lines.setdefault((kind, key), line)
            if known.name != name.name:
                if key == spelling:
                    raise self._twice(kind, spelling, f"stands for {known.name!r}", f"for {name.name!r}", line)
            elif known.fide_id is None:
                self.names[kind, key] = name
            elif name.fide_id not in (None, known.fide_id):
                first, second = f"has the number {known.fide_id}", f"the number {name.fide_id}"
                raise self._twice(kind, spelling, first, second, line)

    def _twice(self, kind: str, spelling: str, first: str, second: str, line: int | None) -> ValueError:
        """What is said of a spelling that a list has twice with different meanings."""
        at = self.lines.get((kind, spelling))
        one, other = ("" if number is None else f" (line {number})" for number in (at, line))
        return ValueError(f"{spelling!r} {first}{one} and {second}{other}")


def read_name_file(file: str) -> NameList:
    """The names of a file. Raises InputError where it cannot be read, else as read_names does."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise InputError(file, error.strerror or str(error)) from None
    return read_names(data, file)


def read_names(data: bytes, path: str) -> NameList:
    """A list of names: TOML in a file called .toml, a spelling file of Scid if its first section is `@PLAYER` or the
    like, CSV otherwise. Raises InputError for what is none of these."""
    text = decode(data.removeprefix(b"\xef\xbb\xbf"))
    found = NameList({}, {}, {})
    try:
        if path.lower().endswith(".toml"):
            _read_toml(text, found)
        elif any(line.startswith("@") for line in text.splitlines()):
            _read_scid(text, found)
        else:
            _read_csv(text, found)
    except (ValueError, csv.Error) as error:
        raise InputError(f"not a name list: {error}", path) from None
    return found


def _kind(text: str) -> str:
    kind = text.strip().lower().removesuffix("s")
    if kind not in KINDS:
        raise ValueError(f"{text.strip()!r} must be one of {', '.join(KINDS)}")
    return kind


def _read_csv(text: str, found: NameList) -> None:
    """Lines `spelling,name,fide_id,kind`, the last two as they are known; such a line at the top names the columns."""
    columns = ["spelling", "name", "fide_id", "kind"]
    rows = csv.reader(io.StringIO(text))
    behind = 0
    for row in rows:
        line, behind = behind + 1, rows.line_num
        if line == 1 and "spelling" in row and "name" in row:
            columns = row
            continue
        values = {column: value.strip() for column, value in zip(columns, row, strict=False)}
        spelling, name = values.get("spelling", ""), values.get("name", "")
        if spelling and name:
            number = values.get("fide_id") or None
            if number is not None and not _FIDE_ID.fullmatch(number):
                raise ValueError(f"line {line}: {_no_number(number)}")
            try:
                kind = _kind(values.get("kind") or "player")
            except ValueError as error:
                raise ValueError(f"line {line}: {error}") from None
            _add(found, kind, [spelling], Name(name, number), line)
        elif spelling and len(row) < 2:
            raise ValueError(f"line {line} has a spelling but no name")


def _read_toml(text: str, found: NameList) -> None:
    """Tables `[players]`, `[sites]`, `[events]`, `[rounds]`: a name, and its other spellings; `[fide_ids]`: a name, and
    its number."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    tables: dict[str, Any] = tomllib.loads(text)
    ids = tables.pop("fide_ids", {})
    if not isinstance(ids, dict):
        raise ValueError('fide_ids is not a table; write [fide_ids] with lines such as "NAME" = NUMBER')
    for name, number in ids.items():
        if isinstance(number, bool) or not _FIDE_ID.fullmatch(str(number)):
            raise ValueError(f"fide_ids, {name!r}: {_no_number(number)}")
    for table, names in tables.items():
        kind = _kind(table)
        if not isinstance(names, dict):
            raise ValueError(f'{table} is not a table; write [{table}] with lines such as "NAME" = ["SPELLING", ...]')
        for name, spellings in names.items():
            listed = [spellings] if isinstance(spellings, str) else spellings
            if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
                raise ValueError(f"{table}, {name!r}: write a spelling in quotes, or a list of spellings in quotes")
            number = ids.get(name) if kind == "player" else None
            _add(found, kind, listed, Name(name, None if number is None else str(number)))


def _no_number(text: object) -> str:
    return f"{text!r} is not a FIDE number (four to nine digits)"


def _read_scid(text: str, found: NameList) -> None:
    """Sections `@PLAYER`, `@SITE`, `@EVENT`, `@ROUND`, with the signs that do not count in quotes; in them names, their
    other spellings in lines behind a `=`, what is known of a player behind `%Bio`; `#` begins a comment."""
    for kind, name, spellings, number, line in _scid_names(text, found):
        _add(found, kind, spellings, Name(name, number), line)


def _scid_names(text: str, found: NameList) -> Iterator[tuple[str, str, list[str], str | None, int]]:
    """Each name with its kind, its other spellings, its FIDE number, and its line."""
    kind, name, spellings, number, at = "", "", list[str](), None, 0
    for count, line in enumerate((*text.splitlines(), "@PLAYER"), 1):
        text_of_line = line.partition("#")[0].strip()
        section, bio = _SECTION.fullmatch(text_of_line), _BIO_ID.fullmatch(text_of_line)
        if bio and name:
            number = bio[1]
        elif text_of_line.startswith("=") and name:
            spellings.append(text_of_line[1:].strip())
        elif text_of_line and text_of_line[0] not in ">%=":
            if name:
                yield kind, name, spellings, number, at
            name, spellings, number, at = "", [], None, count
            if section:
                kind = _kind(section[1])
                found.ignored.setdefault(kind, section[2] or "")
            elif kind:
                name = text_of_line


def _add(found: NameList, kind: str, spellings: list[str], name: Name, line: int | None = None) -> None:
    if not name.name.isprintable():
        raise ValueError(f"{name.name!r} contains a character that is not allowed in a name")
    for spelling in (name.name, *spellings):
        found.add(kind, spelling, name, line)
