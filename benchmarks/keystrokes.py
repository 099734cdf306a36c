"""How long `pgnfen lsp` takes from a keystroke to the diagnostics that answer it, in files of 1, 10 and 100 MB.

The server runs as an editor runs it; the client is as small as can be, so that the time is the server's. Keystrokes go
into moves anywhere in the file, one after the other, once the file is audited; `--while-reading`: from the moment on
at which the file is open. Printed: seconds to open (until all is audited), milliseconds of a keystroke (median, 95 %,
most), the memory of the server.

    python benchmarks/keystrokes.py sample_pgn/every-family.pgn --sizes 1 10 100
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

URI = "file:///nowhere/games.pgn"


class Client:
    """Talks to a server that it starts."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "pgnfen", "lsp", "--no-config"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def send(self, method: str, params: Any, asks: bool = False) -> None:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if asks:
            self.number += 1
            message["id"] = self.number
        data = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def receive(self) -> bytes:
        """A message, as it came: to read its JSON is not the server's time."""
        stream = self.process.stdout
        assert stream is not None
        length = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return stream.read(length)

    def answer(self) -> None:
        """Wait for the answer to the last question."""
        while json.loads(self.receive()).get("id") != self.number:
            pass

    def told(self, version: int) -> None:
        """Wait for the findings of a version."""
        while b'"version": %d,' % version not in self.receive()[:400]:
            pass

    def memory(self) -> str:
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return "?"
        match = re.search(r"VmHWM:\s+(\d+)", status)
        return f"{int(match[1]) // 1024:,} MiB" if match else "?"


def measure(text: str, keystrokes: int, while_reading: bool) -> str:
    client, chance = Client(), random.Random(1)
    client.send("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": {}}, asks=True)
    client.answer()
    client.send("initialized", {})
    lines = text.split("\n")
    places = [at for at, line in enumerate(lines) if line[:1].isdigit()]
    began = time.perf_counter()
    item = {"uri": URI, "languageId": "pgn", "version": 1, "text": text}
    client.send("textDocument/didOpen", {"textDocument": item})
    if not while_reading:
        # Nothing tells when the last game is audited: the server is idle then.
        idle = 0
        while idle < 3:
            before = _cpu(client.process.pid)
            time.sleep(0.2)
            idle = idle + 1 if _cpu(client.process.pid) - before < 0.02 else 0
    opened = time.perf_counter() - began
    took = []
    for version in range(2, keystrokes + 2):
        line = chance.choice(places)
        column = chance.randrange(len(lines[line]))
        at = {"line": line, "character": column}
        change = {"range": {"start": at, "end": at}, "text": chance.choice("abcde12345 ")}
        began = time.perf_counter()
        client.send(
            "textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]}
        )
        client.told(version)
        took.append(1000 * (time.perf_counter() - began))
        time.sleep(0.03)
    memory = client.memory()
    client.process.kill()
    client.process.wait()
    middle, high = statistics.median(took), statistics.quantiles(took, n=20)[-1]
    return f"open {opened:6.1f} s; keystroke {middle:6.1f} ms, 95 % {high:6.1f} ms, most {max(took):6.1f} ms; {memory}"


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="games, repeated to fill the sizes")
    parser.add_argument("--sizes", nargs="+", type=float, default=[1, 10, 100], help="megabytes")
    parser.add_argument("--keystrokes", type=int, default=200)
    parser.add_argument("--while-reading", action="store_true")
    options = parser.parse_args()
    text = "".join(Path(name).read_bytes().decode("utf-8", "replace") for name in options.files)
    for size in options.sizes:
        most = int(size * 1_000_000)
        whole = (text * (most // len(text) + 1))[:most]
        whole = whole[: whole.rfind("\n[Event ") + 1] or whole
        print(f"{size:g} MB: {measure(whole, options.keystrokes, options.while_reading)}", flush=True)


if __name__ == "__main__":
    main()
