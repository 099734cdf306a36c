"""Inputs that are open while they are read, and closed; what is said while they are."""

from __future__ import annotations

import io
import logging
from pathlib import Path

import pytest

import pgnfen

PGN = b"1. e4 e5 2. Ke3 *\n\n" * 40_000  # several blocks


class Counted(io.BytesIO):
    """A stream that says how much was read of it."""

    def __init__(self) -> None:
        super().__init__(PGN)
        self.taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.taken += len(data)
        return data


@pytest.mark.parametrize("function", ["read", "select", "tags", "positions", "audit"])
def test_what_is_closed_reads_no_more(function: str) -> None:
    stream = Counted()
    with getattr(pgnfen, function)(stream) as rows:
        reading = iter(rows)
        first = next(reading)
        assert first.game == 1 if function not in ("read", "select") else first.number == 1
    taken = stream.taken
    assert list(reading) == [] and stream.taken == taken < len(PGN)


def test_a_file_is_closed_behind_a_with_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(PGN)
    closed: list[str] = []
    from pgnfen.inputs.stream import Source

    close = Source.close
    monkeypatch.setattr(Source, "close", lambda self: (closed.append(self.name), close(self))[1])
    with pgnfen.read(path) as games:
        next(games)
        assert closed == []
    assert closed == [str(path)]
    rows = pgnfen.audit(path)
    next(iter(rows))
    rows.close()
    assert closed == [str(path)] * 2
    assert next(iter(rows)).game == 1  # another loop reads anew


def test_to_chess_says_nothing(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        games = [game.to_chess() for game in pgnfen.read(b'[FEN "x"]\n\n1. e4 *\n\n1. e4 e5 2. Ke3 (2. Zz) *\n')]
    assert [len(game.errors) for game in games] == [1, 1]
    assert caplog.records == [] and capfd.readouterr() == ("", "")


@pytest.mark.parametrize("function", ["read", "select", "tags", "positions", "audit", "stats"])
def test_a_progress_bar(function: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(PGN)
    call = getattr(pgnfen, function)
    with call([path, PGN]) as rows:
        plain = [str(row).replace(str(path), "") for row in rows]
    assert capfd.readouterr() == ("", "")
    with call([path, PGN], progress=True) as rows:
        assert [str(row).replace(str(path), "") for row in rows] == plain
    out, said = capfd.readouterr()
    assert out == "" and "100%" in said and "80,000 games" in said
    list(call(io.BytesIO(PGN), progress=True))
    assert "40,000 games" in capfd.readouterr().err


def test_games_know_the_variant_that_they_were_selected_by() -> None:
    pgn = b'[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]\n\n*\n\n[Event "B"]\n\n*\n'
    games = list(pgnfen.select(pgn, default_variant="Atomic"))
    assert [game.start.variant.name for game in games] == ["Atomic", "Atomic"]
    assert [game.start.variant.name for game in pgnfen.read(pgn)] == ["Standard", "Standard"]
    assert [game.number for game in pgnfen.select(pgn, kind="position", default_variant="Atomic")] == []


def test_conditions_by_name_and_by_a_function() -> None:
    pgn = b"".join(b'[White "%b"]\n\n1. e4 %b *\n\n' % pair for pair in ((b"A", b"e5"), (b"B", b"Ke3"), (b"A", b"Ke3")))
    numbers = [
        [game.number for game in pgnfen.select(pgn, condition, **options)]  # type: ignore[arg-type]
        for condition, options in (
            (None, {}),
            (None, {"has": "R101"}),
            (None, {"has": ["R101", "R"], "tag": "White=A"}),
            (lambda start: False, {"has": "R101"}),
            (lambda start: start.fen is None, {"without": "R"}),
            (None, {"tag": ["White=A"], "inverted": True}),
        )
    ]
    assert numbers == [[1, 2, 3], [2, 3], [3], [], [1], [2]]
