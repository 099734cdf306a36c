"""Foreign text (names, tag values, what servers say) gives no terminal, table or spreadsheet an order."""

from __future__ import annotations

import base64
import csv
import io
import json
import os
import sys
import unicodedata
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import programs
import pytest

from pgnfen.cli.audit import DOCUMENTS

pytestmark = [
    pytest.mark.usefixtures("either_reader"),
    pytest.mark.skipif(sys.platform != "linux", reason="file names of any bytes"),
]

EVIL = "\x1b[31m\x07\x9b2J\u202e\u2066\u200b\x7f\x00"
NAME = f"=1+1 {EVIL[:-1]}\r\n.pgn"  # a name has no NUL
RECORDS = NAME.replace(".pgn", ".epd")
VALUES = ["=1+1", "+1", "-1", "@x", "\t=1", "a\rb", "a,b", 'a\\"b', EVIL, f"={EVIL}", "-", "--", "\u202eabc"]
FEN = f"4k3/8/8/8/8/8/8/4K3 w {EVIL[:-1]} - 0 1"


def game(value: str) -> bytes:
    """A game with such tag values, with faults that quote them, and movetext that does."""
    tags = ("Event", "Date", "White", "Black", "Result", "SetUp", "Variant")
    lines = [*(f'[{name} "{value}"]' for name in tags), f'[FEN "{FEN}"]', "", f"1. e4 {value} e5 {EVIL}x 2. Ke9 *"]
    return "\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Games, records, an archive and what cannot be read, under names that give orders."""
    (tmp_path / NAME).write_bytes(b"".join(map(game, VALUES)))
    (tmp_path / os.fsdecode(b"b\xff\x9b.pgn")).write_bytes(b"".join(map(game, VALUES)))
    (tmp_path / RECORDS).write_bytes(f"{FEN}\n{FEN} id {EVIL};\n".encode())
    (tmp_path / f"broken{NAME}").write_bytes(b"\x89PNG\r\n\x1a\n")
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as archive:
        archive.writestr(f"a{EVIL[:-1]}.pgn", game("x"))
        archive.writestr(f"b{EVIL[:-1]}.pgn", b"%PDF-")
    return tmp_path


def orders(text: str, but: str) -> set[str]:
    """The characters that a terminal obeys rather than shows."""
    return {char for char in text if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")} - set(but)


@pytest.mark.parametrize(
    "words",
    ["tags .", "tags --progress .", "audit --severity info .", "audit --each --severity info .",
     "audit -j 2 --progress .",
     "tags nowhere{}", "filter --progress -o out.pgn .", "filter in{} -o no{}/out", "filter in{} -o a{}/", "tags {}://x/",
     "fen --file =1+1*.epd", "fen --fix --file =1+1*.epd -q{}", "fen {}", "fen --to shredder {}", "rules {}", "no{}",
     "tags --{}", "audit --select {}", "filter --has {} .", "filter --tag ({} .", "tags --max-bytes {} ."],
)  # fmt: skip
def test_a_terminal_gets_no_orders(words: str, folder: Path) -> None:
    arguments = [word.replace("{}", EVIL[:-1]) for word in words.split()]
    done = programs.pgnfen(*arguments, cwd=folder)
    assert done.stdout + done.stderr
    assert not orders(done.stdout.decode(), "\n\t")
    assert not orders(done.stderr.decode(), "\n\r" if "--progress" in words else "\n")
    assert b"Traceback" not in done.stderr


def test_names_are_quoted_as_git_does(folder: Path) -> None:
    done = programs.pgnfen("tags", ".", cwd=folder, text=True)
    name = r"=1+1 \033[31m\a\302\2332J\342\200\256\342\201\246\342\200\213\177\r\n.pgn"
    shown = {line.split("\t")[0] for line in done.stdout.splitlines()}
    assert {f'"./{name}"', r'"./b\377\233.pgn"', f'"./{name[:-4]}.epd"'} < shown
    assert f'pgnfen: "./broken{name}": not text: it is a PNG image\n' in done.stderr


ESCAPES = {"\x1b": r"\x1b", "\x07": r"\x07", "\x9b": r"\x9b", "\u202e": r"\u202e", "\u2066": r"\u2066",
           "\x7f": r"\x7f", "\x00": r"\x00"}  # fmt: skip
FORMATS = [
    *(f"{command} --format {form}" for command in ("tags", "audit", "stats", "stats --by White", "stats --findings",
                                                   "tags --columns White,Site") for form in ("jsonl", "csv")),
    *(f"audit --format {form}" for form in sorted(DOCUMENTS.keys() - {"full"})),
    "stats --format html", "audit --statistics", "split --by White --dry-run -d parts", "fen --to json --file",
]  # fmt: skip


@pytest.mark.parametrize("words", FORMATS)
def test_nor_do_tables_and_reports_hold_orders(words: str, folder: Path) -> None:
    """A zero-width blank is no order: names in some scripts need such characters."""
    words = words.replace("audit", "audit --severity info")
    name = RECORDS if "--file" in words else NAME
    done = programs.pgnfen(*words.split(), name, cwd=folder)
    assert len(done.stdout) > 100, done.stderr
    kept = "\n\t\r\u200b" if "csv" in words or "split" in words else "\n\t" if "html" in words else "\n\u200b"
    assert not orders(done.stdout.decode(), kept)


@pytest.mark.parametrize("command", ["tags --columns White", "stats --by White"])
def test_json_has_the_values_themselves(command: str, folder: Path) -> None:
    done = programs.pgnfen(*command.split(), "--format", "jsonl", NAME, cwd=folder)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    values = {row.get("white", row.get("value")) for row in rows}
    assert {value.replace('\\"', '"') for value in VALUES} <= values
    assert rb"\u001b[31m\u0007\u009b2J\u202e\u2066" in done.stdout


@pytest.mark.parametrize("command", ["tags", "audit"])
def test_rows_of_csv_are_whole_and_run_nothing(command: str, folder: Path) -> None:
    def rows(*options: str) -> list[list[str]]:
        words = [command, "--format", "csv", *options, *(["--severity", "info"] if command == "audit" else []), "."]
        text = programs.pgnfen(*words, cwd=folder).stdout.decode()
        return list(csv.reader(io.StringIO(text, newline=""), strict=True))

    cells, raw = rows(), rows("--csv-raw")
    assert len(cells) == len(raw) > 25 and {len(row) for row in cells} == {len(cells[0])}
    run = ("=", "+", "-", "@", "\t", "\r", "\n")
    differing = 0
    for row, raw_row in zip(cells, raw, strict=True):
        for cell, value in zip(row, raw_row, strict=True):
            value = "".join(ESCAPES.get(char, char) for char in value)
            assert cell == ("'" + value if value.startswith(run) and value != "-" else value)
            differing += cell != value
    assert differing > 3


@pytest.mark.parametrize("command", ["tags", "audit"])
def test_json_lines_are_utf8_whatever_the_name(command: str, folder: Path) -> None:
    done = programs.pgnfen(command, "--format", "jsonl", ".", cwd=folder)
    rows = [json.loads(line) for line in done.stdout.decode("utf-8", "strict").split("\n") if line]
    bytes_of = {row["path"]: base64.b64decode(row["path_bytes"]) for row in rows if "path_bytes" in row}
    assert bytes_of == {"./b\ufffd\ufffd.pgn": b"./b\xff\x9b.pgn"}
    assert f"./{NAME}" in {row["path"] for row in rows}


def test_json_of_records(folder: Path) -> None:
    (folder / os.fsdecode(b"\xff.fen")).write_bytes(FEN.encode())
    done = programs.pgnfen("fen", "--to", "json", os.fsdecode(b"x\xff"), "--file", os.fsdecode(b"\xff.fen"), cwd=folder)
    rows = [json.loads(line) for line in done.stdout.decode("utf-8", "strict").split("\n") if line]
    assert base64.b64decode(rows[1]["path_bytes"]) == b"\xff.fen" and "path_bytes" not in rows[0]


class Answers(BaseHTTPRequestHandler):
    """Says what gives orders."""

    def do_GET(self) -> None:
        if "redirect" in self.path:
            self.wfile.write(b"HTTP/1.1 302 Found\r\nLocation: ftp://x/\x1b[31m\xc2\x9b\r\n\r\n")
        else:
            self.wfile.write(b"HTTP/1.1 500 \x1b[31m\x9b2J\x07 no\r\n\r\n")

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on stderr."""


@pytest.fixture
def server() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Answers) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


@pytest.mark.parametrize("path", ["a.pgn", "redirect.pgn"])
def test_what_a_server_says_gives_no_orders(path: str, server: str) -> None:
    done = programs.pgnfen("tags", f"{server}/{path}")
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert not orders(done.stderr.decode(), "\n")
