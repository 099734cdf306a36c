"""Runs of frames of a compressed file, each read by itself, are the file: the same games, places and errors."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import zstandard

sys.path.append(str(Path(__file__).parents[1] / "pgn"))

from test_ranges import HOSTILE

from pgnfen.inputs.raw import WINDOW
from pgnfen.pgn.block import Block
from pgnfen.pgn.ranges import Range, first_game
from pgnfen.scale.cluster import Cluster
from pgnfen.scale.frame_runs import Run
from pgnfen.scale.part_journal import PartJournal
from pgnfen.scale.parts import Unit, units
from pgnfen.scale.worker import How, Read

pytestmark = pytest.mark.usefixtures("reader")

HOW = How("pgn", 9000, WINDOW, 1 << 20)
COUNTED = b"".join(b'[Event "%d"]\n[White "x"]\n\n1. e4 {%s} *\n\n' % (n, b"words " * (n % 9)) for n in range(300))
LARGE = COUNTED[:3000] + b'[Event "large"]\n\n1. e4 {' + b"x [Event\n" * 3000 + b"} *\n\n" + COUNTED


class Places:
    """A task: the games of a block with their places."""

    gil_free_seconds = 0.0

    def __call__(self, block: Block, path: str) -> list[tuple[object, ...]]:
        if not len(block):
            return [(block.offset, block.data[: block.end])]
        return [(path, game.offset, game.number, game.line, game.raw) for game in block.games()]


class Done(NamedTuple):
    value: Any

    def result(self) -> Any:
        return self.value


class Client:
    """Does at once what a cluster would."""

    status = "running"

    def submit(self, call: Any, *arguments: Any, pure: bool) -> Done:
        return Done(call(*(one.value if isinstance(one, Done) else one for one in arguments)))

    def nthreads(self) -> dict[str, int]:
        return {"here": 1}


def framed(data: bytes, cuts: list[int]) -> bytes:
    """The data in frames, each behind its size, as pzstd writes them."""
    packer, parts = zstandard.ZstdCompressor(write_checksum=True), []
    for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        frame = packer.compress(data[begin:end])
        parts.append(b"\x50\x2a\x4d\x18\x04\0\0\0" + len(frame).to_bytes(4, "little") + frame)
    return b"".join(parts)


def outcome(reads: list[Read]) -> tuple[object, ...]:
    """All that comes of a file, whoever has read it."""
    games: list[Any] = [game for read in reads for result in read.results() for game in result]
    while True:  # what is in pieces may be cut elsewhere
        at = next((n for n in range(1, len(games)) if len(games[n]) == 2), None)
        if at is None:
            break
        games[at - 1 : at + 1] = [(*games[at - 1][:-1], games[at - 1][-1] + games[at][-1])]
    [whole] = [read for read in reads if read.whole]
    return games, sum(read.games for read in reads), str(whole.error), reads[-1] is whole


def here() -> Cluster:
    """A cluster that does at once what it is given."""
    cluster = Cluster.__new__(Cluster)
    cluster.address, cluster._client, cluster._killed, cluster._lost = "here", Client(), RuntimeError, ()
    return cluster


def both(path: Path, part: int = 64) -> tuple[int, tuple[object, ...], tuple[object, ...]]:
    """In how many parts a file is read, and what comes of it: in parts, and whole."""
    cluster = here()
    [unit] = units([str(path)], "pgn", part)
    assert isinstance(unit, Unit)
    reads = [
        [read for step in cluster.map(Places(), iter([one]), HOW) for read in step.reads]
        for one in (unit, unit._replace(parts=()))
    ]
    return len(reads[0]), outcome(reads[0]), outcome(reads[1])


@pytest.mark.parametrize("name", [*HOSTILE, "counted", "large"])
def test_runs_are_the_file(name: str, tmp_path: Path) -> None:
    data = {**HOSTILE, "counted": COUNTED, "large": LARGE}[name]
    luck, path = random.Random(name), tmp_path / "a.pgn.zst"
    for count in (1, 4, 9):
        path.write_bytes(framed(data, sorted(luck.sample(range(1, len(data)), count))))
        parts, found, expected = both(path)
        assert found == expected
        assert parts > 1 or name not in ("counted", "CRLF")


def test_runs_of_several_frames_and_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn.zst"
    path.write_bytes(framed(COUNTED, [0, 0, 2000, 4000, 4000, 8000, len(COUNTED)]))
    for part, most in ((64, 5), (3000, 4), (1 << 20, 1)):
        parts, found, expected = both(path, part)
        assert found == expected and parts <= most


def test_damage_is_where_it_is_in_one_process(tmp_path: Path) -> None:
    data = framed(COUNTED, list(range(1000, len(COUNTED), 1000)))
    luck, path, errors = random.Random(1), tmp_path / "a.pgn.zst", 0
    for _ in range(40):
        at = luck.randrange(200, len(data))
        changed = data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :]
        path.write_bytes(luck.choice((data[:at], changed, data + data[:at])))
        _, found, expected = both(path)
        assert found == expected
        errors += expected[2] != "None"
    assert errors > 20


def test_a_run_goes_on_behind_each_portion(tmp_path: Path) -> None:
    data = framed(LARGE, [*range(500, 4000, 500), *range(8000, len(LARGE), 4000)])
    damaged = data[:1500] + bytes([data[1500] ^ 255]) + data[1501:]
    path, run = tmp_path / "a.pgn.zst", str(tmp_path / "run")
    for content in (data, damaged):
        path.write_bytes(content)
        [unit] = units([str(path)], "pgn", 64)
        steps = list(here().map(Places(), iter([unit]), HOW))
        expected = outcome([read for step in steps for read in step.reads])
        assert len(steps) > 3
        for done in range(len(steps) + 1):
            journal = PartJournal(run, "this one", frozenset())
            for step in steps[:done]:
                journal.note(step)
            journal._file.close()
            again = PartJournal(run, "this one", frozenset())
            reads = list(again.replay())
            for step in here().map(Places(), again.left(iter([unit])), HOW):
                again.note(step)
                reads += step.reads
            assert outcome(reads) == expected
            again.finish()


def test_sizes_that_are_wrong_divide_nothing_wrongly(tmp_path: Path) -> None:
    data = framed(COUNTED, [3000, 6000, 9000])
    second = data.index(b"\x50\x2a\x4d\x18\x04\0\0\0", 20)
    frame = int.from_bytes(data[second + 8 : second + 12], "little")
    path = tmp_path / "a.pgn.zst"
    for size in (0, 1, frame - 1, frame + 1, 1 << 31):
        path.write_bytes(data[: second + 8] + size.to_bytes(4, "little") + data[second + 12 :])
        _, found, expected = both(path)
        assert found == expected and expected[2] == "None"


def test_a_run_that_begins_within_tags_is_seen_once() -> None:
    for cut in range(3000, 3200):
        packed = framed(COUNTED, [cut])
        begin = len(framed(COUNTED[:cut], []))
        run = Run(io.BytesIO(packed), Range(begin, len(packed)), WINDOW)
        first = COUNTED.index(b"[Event", cut) - cut
        assert first < 3 or first_game(run, run.range, before=0) == first  # what stands before a game tells nothing
