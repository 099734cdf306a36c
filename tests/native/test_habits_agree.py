"""Both readers note the same of a file's starts, whatever the blocks: conventions, rules, rights at arrays."""

from __future__ import annotations

import io

import pytest
from fen_mutants import FenMutants
from test_records_agree import RecordMutants

from pgnfen import native
from pgnfen.audit.auditor import Auditor
from pgnfen.audit.catalog import choose
from pgnfen.audit.file_notes import ARRAYS, COUNTERS, RULES, FileNotes
from pgnfen.fen.definitions import (
    COUNTERS_EARLY,
    RIGHTS_DENIED,
    RIGHTS_GRANTED,
    RULES_CHESS960,
    RULES_DOUBT,
    RULES_STANDARD,
)
from pgnfen.pgn.blocks import read_blocks
from pgnfen.pgn.records import read_record_blocks

pytestmark = pytest.mark.skipif(native.load() is None, reason="the native engine is not built")


def noted(
    monkeypatch: pytest.MonkeyPatch, data: bytes, size: int, engine: str, records: bool, joins: bool
) -> FileNotes:
    with monkeypatch.context() as patch:
        patch.setenv("PGNFEN_ENGINE", engine)
        auditor = Auditor(choose(["N106"]))
        whole = auditor.notes()
        assert whole is not None
        for block in (read_record_blocks if records else read_blocks)(io.BytesIO(data), size):
            notes = auditor.notes() if joins else whole
            assert notes is not None
            list(auditor.block(block, notes))
            if joins:
                whole.join(notes)
        return whole


@pytest.mark.parametrize("records", [False, True])
def test_mutants(monkeypatch: pytest.MonkeyPatch, records: bool) -> None:
    if records:
        data = b"\n".join(RecordMutants(21).many(3000))
    else:
        keys = [dict(zip(("SetUp", "FEN", "Variant"), key, strict=True)) for key in FenMutants(22).many(3000)]
        tags = [
            "".join(
                f'[{name} "{value.translate(None, bytes(range(32)) + bytes((34, 92))).decode("latin-1")}"]\n'
                for name, value in key.items()
                if value is not None
            )
            for key in keys
        ]
        data = "".join(f'[Event "x"]\n{text}\n*\n\n' for text in tags).encode("latin-1")
    all_notes = [
        noted(monkeypatch, data, size, engine, records, joins)
        for engine in ("native", "python-chess")
        for size, joins in ((1 << 20, False), (7000, True))
    ]
    for notes in all_notes[1:]:
        assert notes.conventions == all_notes[0].conventions
        assert notes.open_starts == all_notes[0].open_starts
    counts = {(field, mask) for field, mask in all_notes[0].conventions if field in (RULES, ARRAYS, COUNTERS)}
    arrays = set() if records else {(ARRAYS, RIGHTS_DENIED), (ARRAYS, RIGHTS_GRANTED)}
    rules = {(RULES, RULES_STANDARD), (RULES, RULES_CHESS960), (RULES, RULES_DOUBT)}
    assert counts == {*rules, (COUNTERS, COUNTERS_EARLY)} | arrays
