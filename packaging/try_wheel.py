"""Try an installed pgnfen: the native engine is there, a fault is found and fixed. Needs the standard library alone.

    pip install --only-binary pgnfen pgnfen && python packaging/try_wheel.py
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GAME = '[SetUp "1"]\n[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qkq - 0 1"]\n\n1. O-O O-O *\n'
RECORDS = "4k2r/8/8/8/8/8/8/4K3 w K - 0 1\n"


def run(*arguments: str, folder: str) -> tuple[int, str]:
    """Status and output of a command."""
    program = shutil.which("pgnfen") or str(Path(sys.executable).with_name("pgnfen"))
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, timeout=120, check=False)
    return done.returncode, (done.stdout + done.stderr).decode()


def main() -> None:
    """Ends with 1 at the first thing that is not as it has to be."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "game.pgn").write_bytes(GAME.encode())
        Path(folder, "records.epd").write_bytes(RECORDS.encode())
        checks = (
            (("--version",), 0, "engine: native "),
            (("audit", "game.pgn"), 1, "C201 castling-not-declared"),
            (("audit", "records.epd"), 1, "C102"),
            (("tags", "--format", "jsonl", "game.pgn"), 0, '"kind": "position"'),
            (("fix", "game.pgn", "-o", "fixed.pgn"), 0, ""),
            (("audit", "fixed.pgn"), 0, ""),
            (("positions", "fixed.pgn"), 0, "R4RK1"),
        )
        for arguments, wanted, text in checks:
            status, output = run(*arguments, folder=folder)
            if status != wanted or text not in output:
                sys.exit(f"pgnfen {' '.join(arguments)}: status {status}, expected {wanted} and {text!r}:\n{output}")
        if Path(folder, "fixed.pgn").read_bytes() != GAME.replace(" w Qkq ", " w KQkq ").encode():
            sys.exit("the fixed game is not as it has to be")
    print(f"all as it has to be, Python {sys.version.split()[0]}")


if __name__ == "__main__":
    main()
