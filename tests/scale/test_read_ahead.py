"""Reading ahead changes nothing but the time it takes: same bytes, same errors, nothing left open or running."""

from __future__ import annotations

import gzip
import io
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Semaphore
from typing import Any

import programs
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pgnfen.errors import InputError
from pgnfen.inputs.raw import Limits, Raw
from pgnfen.inputs.source import Source, find_sources
from pgnfen.scale.read_ahead import PIECES, ReadAhead

TEXT = b"".join(b"%d. Nf%d " % one for one in enumerate(random.Random(1).choices(range(9), k=250_000)))
PACKERS: tuple[Callable[[bytes], bytes], ...] = (gzip.compress, zstandard.compress)


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    yield
    assert soon(lambda: not threads())


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("read ahead")]


def soon(true: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Whether something becomes true."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    return true()


def source_of_bytes(data: bytes) -> Source:
    [source] = find_sources([data])
    assert isinstance(source, Source)
    return source


def made(read: Callable[[int], bytes], closed: list[int] | None = None) -> ReadAhead:
    """Over a source whose bytes come from `read`; `closed` grows when it is closed."""
    raw = Raw(read, close=lambda: (closed if closed is not None else []).append(1))
    return ReadAhead(Source("a.pgn", raw, raw, Limits()))


def drain(stream: Any, sizes: list[int]) -> tuple[bytes, str]:
    """What comes out when read in these sizes, in turn, and the error at the end."""
    out, turn = bytearray(), 0
    with stream:
        try:
            while data := stream.read(sizes[turn % len(sizes)]):
                assert len(data) <= sizes[turn % len(sizes)]
                out += data
                turn += 1
            assert stream.read(1) == b""
        except InputError as error:
            with pytest.raises(InputError):
                stream.read(1)
            return bytes(out), str(error)
    return bytes(out), ""


@given(sizes=st.lists(st.integers(1, 9000), min_size=1, max_size=5), length=st.integers(0, 100_000))
def test_the_same_bytes_in_any_sizes(sizes: list[int], length: int) -> None:
    data = TEXT[:length]
    assert drain(ReadAhead(source_of_bytes(gzip.compress(data, 1))), sizes) == (data, "")


@pytest.mark.parametrize("pack", PACKERS)
@pytest.mark.parametrize("size", [1 << 16, 1 << 18, 1 << 20])
def test_damage_comes_after_the_bytes_before_it(pack: Callable[[bytes], bytes], size: int) -> None:
    packed = pack(TEXT)[:-5000]
    expected = drain(source_of_bytes(packed), [size])
    assert drain(ReadAhead(source_of_bytes(packed)), [size]) == expected
    assert expected[0] and f"after {len(expected[0])} bytes" in expected[1]


@pytest.mark.parametrize("raised", [ValueError("odd"), MemoryError(), ZeroDivisionError()])
def test_whatever_a_reader_raises_arrives_in_its_place(raised: Exception) -> None:
    answers: list[Any] = [b"a" * 1000, b"b" * 1000, b"c" * 10, raised]

    def read(n: int) -> bytes:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return bytes(answer)

    with made(read) as stream:
        assert [stream.read(1000)[:1] for _ in range(3)] == [b"a", b"b", b"c"]
        for _ in range(2):
            with pytest.raises(type(raised)):
                stream.read(1000)


def test_a_large_read_takes_several_pieces() -> None:
    with ReadAhead(source_of_bytes(zstandard.compress(TEXT))) as stream:
        assert len(stream.read(1000)) == 1000
        assert len(stream.read(50_000)) == 50_000
        assert len(stream.read(len(TEXT))) == len(TEXT) - 51_000


def test_a_short_input_and_a_slow_pipe_start_no_thread() -> None:
    for data in (b"", TEXT[:999]):
        with ReadAhead(source_of_bytes(zstandard.compress(data))) as stream:
            assert stream.read(1000) == data and stream.read(1000) == b"" and not threads()
    answers = [b"1. e4 ", b"e5 ", b"*", b""]
    with made(lambda n: answers.pop(0)) as pipe:
        assert [pipe.read(1000) for _ in range(4)] == [b"1. e4 ", b"e5 ", b"*", b""] and not threads()


def test_what_a_pipe_has_is_not_held_back() -> None:
    go = Semaphore(0)
    answers = iter([b"a" * 1000, b"b"])

    def read(n: int) -> bytes:
        data = next(answers, None)
        if data is None:
            go.acquire()
        return data or b""

    with made(read) as stream:
        assert len(stream.read(1000)) == 1000
        assert stream.read(1000) == b"b"  # although the next read waits
        go.release()
        assert stream.read(1000) == b""


def test_no_more_is_read_than_there_is_room_for() -> None:
    reads: list[int] = []

    def read(n: int) -> bytes:
        reads.append(n)
        return bytes(n)

    with made(read) as stream:
        stream.read(1000)
        soon(lambda: len(reads) > PIECES + 1, 0.3)
        assert len(reads) <= PIECES + 1
        for _ in range(20):
            stream.read(1000)
        soon(lambda: len(reads) > PIECES + 21, 0.3)
        assert len(reads) <= PIECES + 21


def test_a_reader_that_stops_early_leaves_nothing_open(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn.zst"
    path.write_bytes(zstandard.compress(TEXT * 5))

    def is_open() -> bool:
        links = Path("/proc/self/fd")
        return links.exists() and any(link.exists() and link.samefile(path) for link in links.iterdir())

    for error in (None, KeyboardInterrupt, ZeroDivisionError):
        [source] = find_sources([path])
        assert isinstance(source, Source) and source.decoded
        try:
            with ReadAhead(source) as stream:
                stream.read(1000)
                assert threads() and (is_open() or not Path("/proc").exists())
                if error:
                    raise error
        except (KeyboardInterrupt, ZeroDivisionError) as caught:
            assert type(caught) is error
        assert not threads() and not is_open()


def test_close_does_not_wait_for_a_read_that_does_not_return() -> None:
    go = Semaphore(0)
    closed: list[int] = []
    answers = iter([b"a" * 1000])

    def read(n: int) -> bytes:
        data = next(answers, None)
        if data is None:
            go.acquire()
        return data or b"late"

    stream = made(read, closed)
    assert len(stream.read(1000)) == 1000
    began = time.monotonic()
    stream.close()
    stream.close()
    assert time.monotonic() - began < 2
    assert threads() and not closed  # nothing is closed that a read still uses
    go.release()
    assert soon(lambda: closed == [1]) and soon(lambda: not threads())


def test_each_source_is_closed_once() -> None:
    for length in (10, 1000, 5000):
        closed: list[int] = []
        with made(io.BytesIO(bytes(length)).read, closed) as stream:
            while stream.read(1000):
                pass
        stream.close()
        assert closed == [1]


def test_consumed_never_goes_beyond_the_size() -> None:
    source = source_of_bytes(zstandard.compress(TEXT))
    with ReadAhead(source) as stream:
        before = 0
        while stream.read(10_000):
            assert source.size is not None and before <= source.consumed <= source.size
            before = source.consumed
    assert source.consumed == source.size


def test_it_goes_on_where_no_thread_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert drain(ReadAhead(source_of_bytes(TEXT)), [1000]) == (TEXT, "")


# Four blocks and more; comments, as games would take python-chess long.
PGN = b'[Event "x"]\n[Result "*"]\n\n1. e4 {%s} e5 *\n\n' % (b"x" * 400) * 10_000


def run(*words: str, **options: Any) -> tuple[int, bytes]:
    done = programs.pgnfen(*words, **options)
    return done.returncode, done.stdout


@pytest.mark.usefixtures("either_reader")
@pytest.mark.parametrize("words", [("tags",), ("audit", "--jobs", "1"), ("audit", "--jobs", "2")])
def test_a_command_says_the_same_of_a_compressed_file(tmp_path: Path, words: tuple[str, ...]) -> None:
    plain, packed = tmp_path / "a.pgn", tmp_path / "a"
    plain.write_bytes(PGN)
    packed.write_bytes(zstandard.compress(PGN))
    expected = run(*words, str(plain))
    packed.rename(plain)
    assert run(*words, str(plain)) == expected
    assert run(*words, input=zstandard.compress(PGN))[1].replace(b"<stdin>", str(plain).encode()) == expected[1]


@pytest.mark.usefixtures("either_reader")
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("words", [("tags",), ("filter", "--classic")])
def test_an_interrupt_ends_a_command_whose_input_stalls(words: tuple[str, ...]) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with programs.start([*programs.PGNFEN, *words], **pipes) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(zstandard.compress(PGN)[:-20])
        process.stdin.flush()  # and stays open
        assert process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        threading.Thread(target=process.stdout.read, daemon=True).start()
        assert process.wait(20) == 130
        assert process.stderr.read().strip() == b"pgnfen: interrupted"
