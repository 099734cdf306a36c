"""What is found in a document, after whatever edits, is what `pgnfen audit` finds in its text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.lsp import checks, parts
from pgnfen.lsp.checks import Checker, Settings, diagnostics
from pgnfen.lsp.parts import Document
from pgnfen.lsp.units import encoded
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.records import read_record_blocks

ROOT = Path(__file__).parent.parent.parent
CODES = frozenset(rule.code for rule in choose())
EDITS = ["{", "}", '"', "]", "[", "e4", "0-0", "\n", "\n\n", "KQkq", '[SetUp "1"]\n', "1-0", "é", "\r\n", "-", "8", "q"]


class Stream:
    """A stream of bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read(self, count: int, /) -> bytes:
        data, self._data = self._data[:count], self._data[count:]
        return data


def expected(data: bytes, records: bool) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Byte and code of what is found in games, and line and code of what is found in the file."""
    auditor = Auditor(choose(CODES), "info")
    notes = auditor.notes()
    found = []
    for block in read_record_blocks(Stream(data)) if records else read_blocks(Stream(data)):
        found += [(one.offset, one.remark.code) for one in auditor.block(block, notes)]
    return sorted(found), [(one.line - 1, one.remark.code) for one in auditor.of_file(notes)]


def audited(document: Document, checker: Checker) -> list[tuple[int, str]]:
    """What is found, once nothing is pending."""
    for number, part in enumerate(document.parts):
        if part.pending:
            for _ in checker.part(document, number):
                pass
    return sorted(
        (place.offset + one.at, one.remark.code)
        for place in document.places()
        for one in document.parts[place.part].found[place.game] or ()
    )


def seed_data(records: bool) -> bytes:
    if records:
        return b"".join(path.read_bytes() for path in sorted((ROOT / "tests" / "rules").glob("*.epd"))[:8]) or (
            b"# x\n4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1\n4k3/8/8/8/8/8/8/4K3 w K - 0 1\n8/8 w - - 0 1\n" * 8
        )
    cases = sorted((ROOT / "tests" / "rules").glob("*.pgn"))
    return b"".join(encoded(case.read_bytes().decode("utf-8", "replace")) for case in cases[::9])[:12_000]


@pytest.mark.parametrize("records", [False, True], ids=["games", "records"])
@pytest.mark.parametrize("seed", range(3))
def test_any_edit(reader: str, monkeypatch: pytest.MonkeyPatch, seed: int, records: bool) -> None:
    monkeypatch.setattr(parts, "PART", 900)
    chance, data = random.Random(seed), seed_data(records)
    document, checker = Document(data, records), Checker(Settings(CODES, "info"))
    assert audited(document, checker) == expected(data, records)[0]
    for _ in range(6 if reader == "python-chess" else 25):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice([0, 0, 1, 3, 400]))
        new = encoded("".join(chance.choices(EDITS, k=chance.choice([0, 1, 2]))))
        data = data[:start] + new + data[end:]
        document.edit(start, end, new)
        found, of_file = expected(data, records)
        assert audited(document, checker) == found
    *_, whole = checker.whole(document)
    assert whole is not None and [(line, remark.code) for line, remark in whole] == of_file


def test_as_many_as_editors_bear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more findings than are shown, those around the edit; what is a habit of the file, once."""
    monkeypatch.setattr(parts, "PART", 500)
    monkeypatch.setattr(checks, "MOST", 5)
    game = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w K - 0 1"]\n\n1. Kd2 *\n\n'
    document, checker = Document(encoded(game * 100), False), Checker(Settings(CODES, "error"))
    audited(document, checker)
    first = diagnostics(document, [])
    assert [one["range"]["start"]["line"] for one in first] == [1, 6, 11, 16, 21]
    near = {one["range"]["start"]["line"] // 5 for one in diagnostics(document, [], len(document.parts) // 2)}
    assert len(near) == 5 and all(40 <= number <= 60 for number in near)
    unset = '[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 *\n\n'
    document = Document(encoded(unset * 3), False)
    checker = Checker(Settings(CODES))
    assert len(audited(document, checker)) == 3
    assert [one["code"] for one in diagnostics(document, [])] == ["S101"]
