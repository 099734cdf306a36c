"""Measures the audit beside `pgn-extract -r`: clean games, one faulty game in twenty, SetUp missing everywhere, .zst.

    python benchmarks/native.py FOLDER [--rounds 5] [--megabytes 50,500] [--only clean,faulty,no-setup,zst,growth]

FOLDER holds Chess960 games, as moves only. The games are made clean first (Variant spelled "Chess960", games with
findings left out), then spoiled as each comparison asks for; the same seed spoils the same games.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from speed import EXTRACT, PGNFEN, Peer, paired, peak

import pgnfen

AUDIT = [*PGNFEN, "audit", "--no-progress", "--no-summary"]
_FEN = re.compile(rb'(?<=\[FEN ")[^"]*')


def clean_games(folder: str) -> list[bytes]:
    """The games of a folder in which nothing is left to be found."""
    games = [re.sub(rb'\[Variant "[^"]*"', b'[Variant "Chess960"', game.raw) for game in pgnfen.read(folder)]
    faulty = {finding.game for finding in pgnfen.audit(b"".join(games))}
    return [game for number, game in enumerate(games, 1) if number not in faulty]


def spoiled(game: bytes, luck: random.Random) -> bytes:
    """The game with a castling right less, or another halfmove clock or fullmove number, in its FEN."""
    match = _FEN.search(game)
    if match is None:
        return game
    fields = match[0].decode().split(" ")
    if luck.random() < 0.5:
        letter = luck.randrange(len(fields[2]))
        fields[2] = fields[2][:letter] + fields[2][letter + 1 :] or "-"
    else:
        field = luck.choice((4, 5))
        fields[field] = str(int(fields[field]) + luck.randint(1, 9))
    return game[: match.start()] + " ".join(fields).encode() + game[match.end() :]


def inputs(games: list[bytes], size: int, folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of the comparisons, of about `size` bytes each."""
    luck = random.Random(960)
    times = max(1, round(size / sum(map(len, games))))
    many = games * times
    versions = {
        "clean": many,
        "faulty": [spoiled(game, luck) if index % 20 == 0 else game for index, game in enumerate(many)],
        "no-setup": [re.sub(rb'\[SetUp "[^"]*"\]\r?\n', b"", game) for game in many],
    }
    for name, version in versions.items():
        path = folder / f"{name}-{size}.pgn"
        path.write_bytes(b"".join(version))
        yield name, path


def table(title: str, path: Path, peers: list[Peer], rounds: int, out: Path) -> list[float]:
    """Run and print a comparison; the medians in seconds."""
    size = path.stat().st_size / 1e6
    print(f"\n{title}: {size:.0f} MB, median of {rounds} paired runs\n")
    print("| command | seconds | MB/s | ratio to the first |\n|---|---|---|---|")
    medians = []
    for row, median, ratio in paired(peers, rounds, out):
        print(f"| {row} | {median:.2f} | {size / median:.0f} | {ratio:.2f} |", flush=True)
        medians.append(median)
    return medians


def by_jobs(path: Path) -> list[Peer]:
    """pgn-extract's report of errors, and the audit on one core and on two."""
    peers = [Peer("pgn-extract -r", [EXTRACT, "-r", str(path)])] if EXTRACT else []
    return peers + [Peer(f"pgnfen audit --jobs {n}", [*AUDIT, "--jobs", str(n), str(path)]) for n in (1, 2)]


def compressed(path: Path, rounds: int, out: Path) -> None:
    """The same bytes from a .zst file: beside `zstd -dc`, and beside plain input."""
    zst = path.with_suffix(".pgn.zst")
    subprocess.run(["zstd", "-q", "-f", "-T0", str(path), "-o", str(zst)], check=True)
    tags = Peer("pgnfen tags FILE.zst", [*PGNFEN, "tags", "--no-progress", str(zst)])
    table("zst", path, [Peer("zstd -dc", ["zstd", "-dcq", str(zst)]), tags], rounds, out)
    for jobs in ("1", "2"):
        audit = [*AUDIT, "--jobs", jobs]
        peers = [Peer(f"pgnfen audit --jobs {jobs} {file.suffix}", [*audit, str(file)]) for file in (path, zst)]
        table("zst", path, peers, rounds, out)


def main() -> None:
    """Parse arguments, run, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", default="50,500")
    parser.add_argument("--only", default="clean,faulty,no-setup,zst,growth")
    options = parser.parse_args()
    only = set(options.only.split(","))
    sizes = [int(float(size) * 1e6) for size in options.megabytes.split(",")]
    games = clean_games(options.folder)
    print(subprocess.run([*PGNFEN, "--version"], capture_output=True, text=True, check=True).stdout.strip())
    grown: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        for size in sizes:
            for name, path in inputs(games, size, Path(folder)):
                if name in only:
                    grown.setdefault(name, []).append(table(name, path, by_jobs(path), options.rounds, out)[-1])
                    print(f"\npeak memory of pgnfen audit: {peak([*AUDIT, str(path)]):.0f} MB")
                if name == "clean" and "zst" in only and shutil.which("zstd"):
                    compressed(path, options.rounds, out)
                path.unlink()
    for name, medians in grown.items() if "growth" in only and len(sizes) > 1 else ():
        print(f"{name}: {sizes[-1] / sizes[0]:g} times the input takes {medians[-1] / medians[0]:.1f} times the time")


if __name__ == "__main__":
    main()
