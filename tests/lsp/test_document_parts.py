"""A document in parts: after any edit it is what its whole text would be split into."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pgnfen.lsp import parts
from pgnfen.lsp.parts import Document
from pgnfen.lsp.units import ENCODINGS, Position, encoded, line_start, units_of

ROOT = Path(__file__).parent.parent.parent
PIECES = [*'{}();%[]"\\', "\n", "\r\n", "\n\n", "1. e4 e5", " *", "1-0\n\n", "é", "\U0001f600", "x"]
PIECES += ['[Event "a"]\n', '[White "Réti"]\n[Black "b"]\n\n1. d4 *\n\n', '{ never closed [Event "x"]\n']
PIECES += ["1. e4 e5 2. Nf3 Nc6\n\n1. d4 d5 *\n"]
RECORDS = ["4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "# a comment\n", "\n", "8/8 w\n", "\r\n", "é", "4k3/8"]


def boundaries(document: Document) -> list[int]:
    return [place.offset for place in document.places()]


def seed_text(records: bool) -> str:
    if records:
        return "".join(RECORDS[at % 4] for at in range(40))
    cases = sorted((ROOT / "tests" / "pgn" / "boundaries").glob("*.pgn"))
    return "".join(case.read_bytes().decode("utf-8", "replace") for case in cases[::3])


@pytest.mark.parametrize("records", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_any_edit(monkeypatch: pytest.MonkeyPatch, seed: int, records: bool) -> None:
    """With parts of a few games, and random edits anywhere, large and small."""
    monkeypatch.setattr(parts, "PART", 700)
    chance = random.Random(seed)
    data = encoded(seed_text(records))[: 20_000 if seed % 2 else 3_000]
    document = Document(data, records)
    pieces = RECORDS if records else PIECES
    for _ in range(60):
        start = chance.randrange(len(data) + 1)
        length = chance.choice([0, 0, 0, 1, 5, 300, 3000])
        end = min(len(data), start + length)
        new = encoded("".join(chance.choices(pieces, k=chance.choice([0, 1, 1, 2, 8]))))
        data = data[:start] + new + data[end:]
        changed = document.edit(start, end, new)
        assert document.data == data
        whole = Document(data, records)
        assert boundaries(document) == boundaries(whole)
        assert [key for key in changed.games if document.parts[key[0]].found[key[1]] is not None] == []
        for part in document.parts:
            assert part.data and part.starts[0] == 0 and len(part.starts) == len(part.found)


def test_what_an_edit_leaves_is_not_audited_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", 500)
    game = '[Event "a"]\n[White "b"]\n\n1. e4 e5 *\n\n'
    document = Document(encoded(game * 500), False)
    for part in document.parts:
        part.found = [[] for _ in part.found]
    at = len(game) * 250 + game.index("e5")
    changed = document.edit(at, at + 2, b"c5")
    assert len(changed.games) == 1
    assert sum(None in part.found for part in document.parts) == 1
    [(part, index)] = changed.games
    assert b"c5" in document.parts[part].data[document.parts[part].starts[index] :][: len(game)]
    changed = document.edit(len(game) * 500, len(game) * 500, b"1. d4 *\n")  # the last game is no longer the last
    assert len(changed.games) == 2


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_places(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    """Each character's place leads back to it, whatever the unit, and where games begin within lines."""
    monkeypatch.setattr(parts, "PART", 60)
    text = '[White "Réti \U0001f600"]\r\n\r\n1. e4 \U0001f600 {é} * 1. d4 {\U0001f600} *\n\n\r1. c4 *\r\r' * 5
    data = encoded(text)
    document = Document(data, False, encoding)  # type: ignore[arg-type]
    [part] = document.parts
    document.parts = parts._parts(part.data, part.starts, part.found)
    assert len(document.parts) > 3
    offset = line = 0
    begin = 0
    for character in text:
        if data[offset : offset + 1] == b"\n" and data[offset - 1 : offset] == b"\r":
            offset += 1
            continue
        while line_start(data, line + 1) <= offset and line_start(data, line + 1) < len(data):
            line += 1
            begin = line_start(data, line)
        place = Position(line, units_of(data[begin:offset], encoding))  # type: ignore[arg-type]
        assert document.position_of(offset) == place
        assert document.offset_of(place) == offset
        offset += len(character.encode())
    assert document.offset_of(Position(10_000, 0)) == len(data)
    assert document.offset_of(Position(0, 10_000)) == text.index("\r\n") + 4
