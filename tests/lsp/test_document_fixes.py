"""Edits between two texts, and the repair of documents: what `pgnfen fix` writes comes of them."""

from __future__ import annotations

from pathlib import Path

import programs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pgnfen.audit.catalog import choose
from pgnfen.lsp.checks import Settings
from pgnfen.lsp.fixes import Fixes, TextEdit, edits_between
from pgnfen.lsp.parts import Document

ROOT = Path(__file__).parent.parent.parent
TEXTS = st.lists(st.sampled_from(["a", "é", "\U0001f600", "\n", "\r\n", "\r", "b c"]), max_size=12).map("".join)


def applied(data: bytes, edits: list[TextEdit]) -> bytes:
    for edit in sorted(edits, reverse=True):
        data = data[: edit.start] + edit.new + data[edit.end :]
    return data


@given(TEXTS, TEXTS)
def test_edits_make_the_other_text(old: str, new: str) -> None:
    before, after = old.encode(), new.encode()
    edits = list(edits_between(before, after, 0))
    assert applied(before, edits) == after
    for edit in edits:
        edit.new.decode()
        for at in (edit.start, edit.end):
            before[:at].decode()  # no place is within a character
            assert before[at - 1 : at + 1] != b"\r\n" or not at  # or a line end


@pytest.mark.parametrize("name", ["every-family.pgn", "chess960.pgn"])
def test_the_file_as_fix_writes_it(name: str, tmp_path: Path) -> None:
    file = ROOT / "sample_pgn" / name
    programs.pgnfen("fix", "--no-config", str(file), "-o", str(tmp_path / "fixed.pgn"))
    document = Document(file.read_bytes(), False)
    edits = Fixes(Settings(frozenset(rule.code for rule in choose()))).file(document)
    assert applied(document.data, edits) == (tmp_path / "fixed.pgn").read_bytes()
