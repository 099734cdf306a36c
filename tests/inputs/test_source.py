"""Every kind of input, and what is said of those that cannot be read."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import threading
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pgnfen.errors import InputError
from pgnfen.inputs.register import Register
from pgnfen.inputs.source import Source, find_sources

GAME = b'[Event "x"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
PACKERS: tuple[Callable[[bytes], bytes], ...] = (bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.compress)


def read_all(source: Source | InputError, n: int = 1 << 20) -> tuple[bytes, str]:
    """What comes out of a source, and the reason of the error at its end."""
    assert isinstance(source, Source), source
    out = bytearray()
    with source:
        try:
            while data := source.read(n):
                assert len(data) <= n
                out += data
            assert source.read(n) == b""
        except InputError as error:
            assert error.name == source.name and "\n" not in str(error)
            return bytes(out), error.reason
    return bytes(out), ""


def found(*inputs: Any, **options: Any) -> list[tuple[str, bytes | str]]:
    """Name and content of each source, name and reason of each error."""
    result: list[tuple[str, bytes | str]] = []
    for source in find_sources(inputs, **options):
        if isinstance(source, InputError):
            result.append((source.name, source.reason))
        else:
            data, reason = read_all(source)
            result.append((source.name, reason or data))
    return result


def test_content_decides_never_the_name(tmp_path: Path) -> None:
    for i, pack in enumerate(PACKERS):
        for name in ("a.pgn", "a.gz", "a.xz"):
            path = tmp_path / f"{i}{name}"
            path.write_bytes(pack(GAME))
            assert found(path) == [(str(path), GAME)]
    assert found(gzip.compress(lzma.compress(GAME))) == [("<bytes>", GAME)]
    assert found(memoryview(GAME), bytearray()) == [("<bytes>", GAME), ("<bytes>", b"")]


@given(n=st.integers(1, 5000), kind=st.integers(0, 4), games=st.integers(0, 400))
def test_any_read_size_gives_the_same_bytes(n: int, kind: int, games: int) -> None:
    [source] = find_sources([PACKERS[kind](GAME * games)])
    assert read_all(source, n) == (GAME * games, "")


@pytest.mark.parametrize("pack", PACKERS)
def test_size_and_consumed_are_bytes_on_disk(tmp_path: Path, pack: Any) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(pack(GAME * 1000))
    [source] = find_sources([path])
    assert isinstance(source, Source)
    assert source.size == path.stat().st_size and read_all(source)[0] == GAME * 1000
    assert source.consumed == source.size


class Trickle(io.RawIOBase):
    """A stdin of short reads, which cannot seek."""

    def __init__(self, data: bytes, most: int) -> None:
        self.file, self.most = io.BytesIO(data), most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self.file.read(min(len(buffer), self.most))
        buffer[: len(data)] = data
        return len(data)


@pytest.mark.parametrize("pack", PACKERS)
@pytest.mark.parametrize("most", [1, 7, 4096])
def test_stdin(pack: Any, most: int) -> None:
    data = GAME * 300
    for stdin in (Trickle(pack(data), most), io.BufferedReader(Trickle(pack(data), most))):
        assert found("-", stdin=stdin) == [("<stdin>", data)]
        assert not stdin.closed
    assert found(stdin=Trickle(pack(data), most)) == [("<stdin>", data)]


def test_stdin_missing_and_between_others() -> None:
    assert found("-") == [("<stdin>", "there is no standard input")]
    names = [name for name, _ in found(GAME, "-", "nowhere.pgn", GAME, stdin=io.BytesIO(GAME))]
    assert names == ["<bytes>", "<stdin>", "nowhere.pgn", "<bytes>"]


def make_zip(file: Any, method: int = zipfile.ZIP_DEFLATED) -> None:
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("readme.txt", "no games")
        archive.writestr("games/z.PGN", GAME)
        archive.writestr("__MACOSX/games/._z.pgn", b"\0\1\2" * 99)
        archive.writestr("a.pgn.gz", gzip.compress(GAME * 2))
        archive.writestr("empty.pgn", b"")


MEMBERS: list[tuple[str, bytes]] = [("games/z.PGN", GAME), ("a.pgn.gz", GAME * 2), ("empty.pgn", b"")]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_zip_members_in_order(tmp_path: Path, method: int) -> None:
    path = tmp_path / "archive.dat"
    make_zip(path, method)
    data = path.read_bytes()
    expected = [(f"{path}:{name}", content) for name, content in MEMBERS]
    assert found(path) == expected
    assert found(data) == [(f"<bytes>:{name}", content) for name, content in MEMBERS]
    assert found(stdin=Trickle(data, 100)) == [(f"<stdin>:{name}", content) for name, content in MEMBERS]
    both = list(find_sources([path]))  # all open at once, read in the other order
    assert [read_all(source, 7)[0] for source in reversed(both)] == [c for _, c in reversed(MEMBERS)]


def test_zip_without_pgn_and_encrypted(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", GAME)
    assert found(path) == [(str(path), "is a zip archive without a .pgn file; it contains a.txt")]
    make_zip(path)
    data = bytearray(path.read_bytes())
    entry = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)  # z.PGN in the directory
    data[entry + 8] |= 1
    errors = found(bytes(data))
    assert errors[0] == ("<bytes>:games/z.PGN", "is encrypted; unpack the archive with its password first")
    assert errors[1:] == [(f"<bytes>:{name}", content) for name, content in MEMBERS[1:]]


def test_zip_members_that_are_not_read() -> None:
    file = io.BytesIO()
    make_zip(file)
    inner = file.getvalue()
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("INNER.zip", inner)
        archive.writestr(".hidden.txt", b"")
        archive.writestr("more/notes.txt", b"")
    texts = list(find_sources([file.getvalue()]))
    assert str(texts.pop()) == "<bytes>:INNER.zip: is a zip archive in a zip archive; unpack it first"
    over = [text.passed_over for text in texts if isinstance(text, Source)]
    assert over == [("<bytes>", ("readme.txt", "more/notes.txt")), None, None]


def test_zip_damaged_member_and_lost_directory(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    make_zip(path, zipfile.ZIP_STORED)
    data = path.read_bytes()
    [first, *rest] = find_sources([data.replace(b"e4 e5", b"e4 e6", 1)])
    assert read_all(first) == (
        GAME.replace(b"e5", b"e6"),
        f"damaged zip data after {len(GAME)} bytes of PGN (length or checksum is wrong); "
        "get a complete copy of the file",
    )
    assert [read_all(source)[0] for source in rest] == [GAME * 2, b""]
    cut = data[: data.index(b"1. e4") + 5]
    [member, error] = list(find_sources([cut]))
    content, reason = read_all(member)
    assert content == GAME[: len(content)] and content.endswith(b"1. e4") and reason.startswith("truncated zip")
    assert isinstance(error, InputError) and error.reason.startswith("truncated or damaged zip archive")
    assert [name for name, _ in found(data[: data.index(b"PK\x01\x02")])] == [
        *(f"<bytes>:{name}" for name, _ in MEMBERS), "<bytes>",
    ]  # fmt: skip


def test_zip_directory_that_points_nowhere() -> None:
    file = io.BytesIO()
    make_zip(file)
    data = bytearray(file.getvalue())
    end = data.rindex(b"PK\5\6")
    data[end + 16 : end + 20] = b"\xff\xff\xff\x7f"  # where the directory is said to start
    assert [str(reason)[:19] for _, reason in found(bytes(data))] == ["damaged zip archive"] * 3


def test_folder(tmp_path: Path) -> None:
    for name in ("b.pgn", "a.PGN.gz", "c/d.pgn.zst", ".hidden.pgn", ".git/x.pgn", "notes.txt", "c/e.bz2", "pgn"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(GAME)
    make_zip(tmp_path / "z.zip")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("a.txt", "")
    (tmp_path / "gone.pgn").symlink_to("nowhere")
    os.mkfifo(tmp_path / "fifo.pgn")
    shown = [(name.removeprefix(f"{tmp_path}/"), content) for name, content in found(tmp_path)]
    assert shown == [
        ("a.PGN.gz", GAME), ("b.pgn", GAME), ("c/d.pgn.zst", GAME),
        ("gone.pgn", "no such file or folder"), *((f"z.zip:{name}", c) for name, c in MEMBERS),
    ]  # fmt: skip
    assert [name for name, _ in found(tmp_path / "c", suffixes=(".bz2",))] == [f"{tmp_path}/c/e.bz2"]


def test_folder_without_pgn(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(GAME)
    assert found(tmp_path, GAME) == [(str(tmp_path), "no .pgn file in this folder"), ("<bytes>", GAME)]


def test_patterns(tmp_path: Path) -> None:
    for name in ("b.pgn", "a.pgn", "sub/c.pgn", "sub/deep/d.pgn", "[1].pgn"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(name.encode())

    def contents(pattern: str) -> list[bytes | str]:
        return [content for _, content in found(f"{tmp_path}/{pattern}")]

    assert contents("?.pgn") == [b"a.pgn", b"b.pgn"]
    assert contents("**/[cd].pgn") == [b"sub/c.pgn", b"sub/deep/d.pgn"]
    assert contents("[1].pgn") == [b"[1].pgn"]
    assert contents("s*") == [b"sub/c.pgn", b"sub/deep/d.pgn"]
    assert contents("*.zip") == ["no file matches this pattern"]


def test_same_file_twice_and_lazily(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(GAME)
    assert found(path, str(path)) == [(str(path), GAME)] * 2
    sources = find_sources([path, path])
    first = next(sources)
    path.unlink()  # reached already: open
    assert read_all(first)[0] == GAME
    assert isinstance(next(sources), InputError)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.touch(0)
    assert found(path) == [(str(path), "could not be opened: permission denied")]


@pytest.mark.parametrize("pack", PACKERS[1:])
def test_truncated_reads_what_there_is(tmp_path: Path, pack: Any) -> None:
    path = tmp_path / "a.pgn"
    data = b"".join(b"%d. Nf%d " % (i, i * i % 8) for i in range(200_000))
    path.write_bytes(pack(data)[:-9])
    [source] = find_sources([path])
    content, reason = read_all(source, 1000)
    assert data.startswith(content) and len(content) > len(data) // 2
    assert reason.startswith("truncated ") and f"data after {len(content)} bytes of PGN" in reason
    assert isinstance(source, Source)
    with pytest.raises(InputError):
        source.read()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "run `git lfs pull`"),
        ('[Event "x"]\n'.encode("utf-16"), "is UTF-16 text"),
        ('[Event "x"]\n'.encode("utf-16-be"), "is UTF-16BE text"),
        ('[Event "x"]\n'.encode("utf-16-le"), "is UTF-16LE text"),
        ('[Event "x"]\n'.encode("utf-32"), "is UTF-32 text"),
        ('[Event "x"]\n'.encode("utf-32-be"), "is UTF-32BE text"),
        (b"\x89PNG\r\n\x1a\n", "PNG image"),
        (b"\x7fELF\x02\x01\x01", "program"),
        (b"SQLite format 3\0", "SQLite"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "7-Zip"),
        (b"Scid.si\0\1\x90", "Scid database"),
        (b"a.pgn".ljust(257, b"\0") + b"ustar", "tar archive"),
        (bytes(range(256)), "binary data"),
        (b"\n <!doctype HTML><p>404", "HTML page"),
        (b"<html lang=de>", "HTML page"),
        (lzma.compress(b"%PDF-1.4"), "PDF document"),
    ],
)
def test_not_pgn(data: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(data)
    [(name, reason), other] = found(path, GAME)
    assert name == str(path) and isinstance(reason, str) and says in reason
    assert other == ("<bytes>", GAME)


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"\0", GAME + b"\0" + GAME, GAME * 9 + b"\0\1\2", '[White "Zürich"]'.encode("latin-1"),
     b"\xef\xbb\xbf" + GAME, b"\x1b[1m\x1a\x1a\x1a", b"%no PDF-", b"LZIP is no word", b"<p>"],
)  # fmt: skip
def test_odd_but_text(data: bytes) -> None:
    assert found(data) == [("<bytes>", data)]


class Answers(SimpleHTTPRequestHandler):
    """Serves a folder; /short ends before its length, /agent says who asked."""

    def do_GET(self) -> None:
        if self.path not in ("/short.pgn", "/agent.pgn"):
            super().do_GET()
            return
        body = GAME if self.path == "/short.pgn" else self.headers["User-Agent"].encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body) + 100 * (self.path == "/short.pgn")))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on stderr."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), partial(Answers, directory=str(tmp_path))) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


def test_urls(tmp_path: Path, server: str) -> None:
    (tmp_path / "a.pgn").write_bytes(zstandard.compress(GAME * 5000))
    make_zip(tmp_path / "z.zip")
    assert found(f"{server}/a.pgn", f"{server}/z.zip", (tmp_path / "a.pgn").as_uri()) == [
        (f"{server}/a.pgn", GAME * 5000),
        *((f"{server}/z.zip:{name}", content) for name, content in MEMBERS),
        ((tmp_path / "a.pgn").as_uri(), GAME * 5000),
    ]
    [(_, agent)] = found(f"{server}/agent.pgn")
    assert agent == b"pgnfen"


def test_urls_that_fail(tmp_path: Path, server: str) -> None:
    assert found(f"{server}/none.pgn")[0][1] == "the server answers 404 File not found"
    [short] = find_sources([f"{server}/short.pgn"])
    content, reason = read_all(short)
    assert content == GAME and "the connection ended after 38 of 138 bytes" in reason
    for url in ("http://127.0.0.1:1/a.pgn", "http://[bad/a.pgn", (tmp_path / "none").as_uri()):
        [(name, said)] = found(url)
        assert name == url and isinstance(said, str) and said.startswith("could not be opened: ")
    assert "ftp URLs are not supported" in str(found("ftp://x/a.pgn")[0][1])


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress, lzma.compress])
def test_memory_does_not_grow_with_a_bomb(tmp_path: Path, pack: Any) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(pack(b" " * 60_000_000))
    tracemalloc.start()
    try:
        [source] = find_sources([path])
        assert isinstance(source, Source)
        with source:
            assert sum(len(data) for data in iter(source.read, b"")) == 60_000_000
        assert tracemalloc.get_traced_memory()[1] < 12_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("as_stdin", [False, True])
@pytest.mark.parametrize("pack", [bytes, zstandard.compress])
def test_a_file_that_becomes_shorter_while_it_is_read(tmp_path: Path, as_stdin: bool, pack: Any) -> None:
    path = tmp_path / "a.pgn"
    data = b"".join(b"%d. Nf%d " % (i, i * i % 8) for i in range(900_000))
    path.write_bytes(pack(data))
    size = path.stat().st_size
    with path.open("rb", buffering=0) as file:
        [source] = find_sources(["-" if as_stdin else path], file)
        assert isinstance(source, Source)
        with source:
            begin = source.read(1000)
            os.truncate(path, size // 2)
            rest, reason = read_all(source)
    assert data.startswith(begin + rest) and len(rest) > 100_000
    said = f"the file became shorter while it was read, from {size} to {size // 2} bytes"
    assert reason.endswith(said)


def test_a_file_that_grows_while_it_is_read_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(GAME)
    with path.open("rb", buffering=0) as file:
        [source] = find_sources(["-"], file)
        assert isinstance(source, Source) and source.size == len(GAME)
        with path.open("ab") as more:
            more.write(GAME * 100_000)
        assert read_all(source) == (GAME * 100_001, "")


def test_a_link_to_itself_is_reported_and_the_rest_read(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_bytes(GAME)
    (tmp_path / "b.pgn").symlink_to("b.pgn")
    (tmp_path / "c").symlink_to("c")
    (tmp_path / "d.pgn").symlink_to("e.pgn")
    (tmp_path / "e.pgn").symlink_to("d.pgn")
    (tmp_path / "f.pgn").write_bytes(GAME)
    loop = "could not be opened: too many levels of symbolic links"
    expected = [("a.pgn", GAME), ("b.pgn", loop), ("d.pgn", loop), ("e.pgn", loop), ("f.pgn", GAME)]
    assert found(tmp_path) == [(str(tmp_path / name), content) for name, content in expected]
    assert found(tmp_path / "c")[0][1] == loop
    register = Register()
    register.add_target(str(tmp_path / "b.pgn"))
    assert [name for name, _ in expected] == [
        Path(source.name).name for source in find_sources([tmp_path], register=register)
    ]
