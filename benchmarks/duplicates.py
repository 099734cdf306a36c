"""Duplicates planted in real games: how many are found by each identity, what is merged that is not the same, beside
`pgn-extract -D`; and what a million games cost.

    python benchmarks/duplicates.py FOLDER [--games 20000] [--copies 400] [--seed 1]
    python benchmarks/duplicates.py FOLDER --size 1000000 [--same game] [--memory 1G]

FOLDER holds games as moves only, of standard chess. Each gets players, date and result of its own and a comment; of
some there is a copy somewhere in the file, changed in one way. Two of the ways make another game: moves in another
order, other players. `found` counts copies of which one game was removed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
from shape_files import SAN
from speed import EXTRACT, PGNFEN

from pgnfen import read
from pgnfen.pgn.copies import SAMES

SURNAMES = (
    "M\u00fcller", "Garc\u00eda", "Nov\u00e1k", "S\u00f8rensen", "Kov\u00e1cs", "O'Neil", "Vachier-Lagrave", "Petrov",
    "Li", "Adams",
)  # fmt: skip
SHORTER = 38  # plies; games have 40 at least
FIRST = ("Anna", "Boris", "Carla", "David", "Elena", "Fritz", "Gita", "Hugo", "Ines", "Jan")


class Planted:
    """A game: its tags, its moves as SAN, the texts behind them."""

    def __init__(self, group: int, kind: str, moves: list[str], tags: dict[str, str]) -> None:
        self.group, self.kind, self.moves, self.tags = group, kind, moves, tags
        self.notes: dict[int, str] = {10: "{a comment}"}
        self.encoding = "utf-8"

    def copy(self, kind: str) -> Planted:
        """Another game of the same group."""
        made = Planted(self.group, kind, list(self.moves), dict(self.tags))
        made.notes = dict(self.notes)
        return made

    def text(self) -> bytes:
        """The game as PGN."""
        lines = [f'[{name} "{value}"]' for name, value in self.tags.items()]
        lines.append(f'[PlantedId "{self.group} {self.kind}"]')
        words = []
        for ply, move in enumerate(self.moves):
            words += [f"{ply // 2 + 1}."] if ply % 2 == 0 else []
            words += [move, *([self.notes[ply]] if ply in self.notes else [])]
        words.append(self.tags["Result"])
        text = "\n".join([*lines, "", " ".join(words), "", ""])
        return text.encode(self.encoding, "replace")


Change = Callable[[Planted, random.Random], bool]


def headers(game: Planted, chooser: random.Random) -> bool:
    """Names in another form, another event, a date that is not known."""
    for color in ("White", "Black"):
        surname, first = game.tags[color].split(", ")
        forms = f"{first} {surname}", f"{surname},{first[0]}", f"{surname.upper()}, {first[0]}.", surname
        game.tags[color] = chooser.choice(forms)
    game.tags |= {"Event": "Elsewhere", "Site": "?", "Date": game.tags["Date"][:4] + ".??.??"}
    return True


def stripped(game: Planted, _: random.Random) -> bool:
    """Without comments."""
    game.notes = {}
    return True


def truncated(game: Planted, chooser: random.Random) -> bool:
    """Without the last moves, and without the result."""
    cut = chooser.randrange(2, 20)
    game.moves, game.tags["Result"] = game.moves[:-cut], "*"
    return len(game.moves) > 20


def spelled(game: Planted, _: random.Random) -> bool:
    """Each move with its origin, without check signs."""
    board, moves = chess.Board(), []
    for san in game.moves:
        move = board.parse_san(san)
        piece = board.piece_at(move.from_square)
        assert piece is not None
        letter = "" if piece.piece_type == chess.PAWN else piece.symbol().upper()
        plain = san.rstrip("+#") if board.is_castling(move) or move.promotion else letter + move.uci()
        moves.append(plain)
        board.push(move)
    game.moves = moves
    return True


def varied(game: Planted, _: random.Random) -> bool:
    """With a variation and a NAG."""
    game.notes = {4: "$1", 12: f"({7}. {game.moves[12]} {{or so}})"}
    return True


def encoded(game: Planted, _: random.Random) -> bool:
    """In Latin-1."""
    game.encoding = "latin-1"
    return game.text() != game.text().decode("latin-1").encode()


def ordered(game: Planted, _: random.Random) -> bool:
    """Its tags in another order."""
    game.tags = dict(reversed(game.tags.items()))
    return True


def transposed(game: Planted, _: random.Random) -> bool:
    """White's first two moves in the other order, to the same position: another game."""
    other = [game.moves[2], game.moves[1], game.moves[0], *game.moves[3:]]
    boards = chess.Board(), chess.Board()
    try:
        for board, moves in zip(boards, (game.moves, other), strict=True):
            for san in moves[:4]:
                board.push_san(san)
    except ValueError:
        return False
    game.moves = other
    return boards[0].epd() == boards[1].epd() and game.moves[0] != game.moves[2]


def others(game: Planted, _: random.Random) -> bool:
    """Of other players: another game with the same moves."""
    game.tags |= {"White": "Another, Zoe", "Black": "Someone, Else"}
    return True


CHANGES: dict[str, Change] = {
    "headers": headers, "stripped": stripped, "truncated": truncated, "spelled": spelled, "varied": varied,
    "encoded": encoded, "ordered": ordered, "transposed": transposed, "others": others,
}  # fmt: skip
SAME = {
    "bytes": set[str](), "moves": {*CHANGES} - {"transposed", "truncated"},
    "game": {*CHANGES} - {"transposed", "truncated", "others"}, "prefix": {*CHANGES} - {"transposed", "others"},
}  # fmt: skip
"""The changes that leave a game the same, by identity."""


def movetexts(folder: Path) -> Iterator[list[str]]:
    """The mainlines of the games in a folder that are long enough, each once."""
    met = set()
    for game in read(folder):
        movetext = game.raw[game.tag_section.end :]
        words = [word.decode() for word in SAN.findall(movetext)] if game.start.kind == "standard" else []
        if len(words) > 40 and tuple(words[:60]) not in met:
            met.add(tuple(words[:60]))
            yield words


def planted(folder: Path, count: int, copies: int, chooser: random.Random) -> list[Planted]:
    """The games with their copies, in any order."""
    found = []
    for group, moves in zip(range(count), movetexts(folder), strict=False):
        names = [f"{chooser.choice(SURNAMES)}, {chooser.choice(FIRST)}" for _ in range(2)]
        date = f"{chooser.randrange(1990, 2025)}.{chooser.randrange(1, 13):02}.{chooser.randrange(1, 29):02}"
        result = chooser.choice(("1-0", "0-1", "1/2-1/2"))
        tags = {"Event": "An event", "Site": "A place", "Date": date, "Round": "1"}
        tags |= {"White": names[0], "Black": names[1], "Result": result}
        found.append(Planted(group, "first", moves, tags))
    left = Counter(dict.fromkeys(CHANGES, copies))
    for game in chooser.sample(found, len(found)):
        for kind in left:
            if left[kind] and CHANGES[kind](copy := game.copy(kind), chooser):
                left[kind] -= 1
                found.append(copy)
                break
    chooser.shuffle(found)
    return found


def removed(path: Path) -> Counter[str]:
    """The games of a file of duplicates, by group."""
    return Counter(re.findall(r'\[PlantedId "(\d+) ', path.read_bytes().decode("latin-1")))


def show(name: str, games: list[Planted], found: Counter[str], same: set[str], seconds: float) -> None:
    """A line of the table."""
    kinds = {game.group: game.kind for game in games if game.kind != "first"}
    merged = Counter(kinds.get(int(group), "alone") for group in found)
    total = Counter(kinds.values())
    cells = [f"{kind} {merged[kind]}/{total[kind]}" for kind in CHANGES]
    wrong = sum(count for kind, count in merged.items() if kind not in same)
    missed = sum(total[kind] - merged[kind] for kind in same)
    print(f"{name:22} missed {missed:4}  false {wrong:4}  {seconds:5.1f} s   {'  '.join(cells)}")


def recall(folder: Path, options: argparse.Namespace) -> None:
    """The table of planted copies."""
    chooser = random.Random(options.seed)
    games = planted(folder, options.games, options.copies, chooser)
    with tempfile.TemporaryDirectory() as made:
        path, rest = Path(made) / "games.pgn", Path(made) / "rest.pgn"
        path.write_bytes(b"".join(game.text() for game in games))
        print(f"{len(games):,} games, {path.stat().st_size:,} bytes")
        for same in SAMES:
            command = [*PGNFEN, "dedupe", "--same", same, "-o", os.devnull, "--rest", str(rest), "-q", str(path)]
            began = time.perf_counter()
            subprocess.run(command, check=True)
            show(f"dedupe --same {same}", games, removed(rest), SAME[same], time.perf_counter() - began)
        if EXTRACT:
            for more in ([], ["--fuzzydepth", "20"]):
                command = [EXTRACT, "-s", "-D", *more, "-o", str(rest), str(path)]
                began = time.perf_counter()
                subprocess.run(command, check=False, stderr=subprocess.DEVNULL)
                took = time.perf_counter() - began
                gone = Counter(str(game.group) for game in games)
                gone.subtract(removed(rest))
                show(" ".join(["pgn-extract -D", *more]), games, +gone, SAME["moves"], took)


def memory_of(process: int) -> int:
    """The most memory of a process so far, in KiB; 0 where that cannot be told."""
    try:
        match = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    except OSError:
        return 0
    return int(match[1]) if match else 0


def numbered(moves: list[str], before: list[str]) -> list[str]:
    """Moves with their numbers, behind others."""
    return [f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate([*before, *moves])]


def openings() -> list[list[str]]:
    """Moves that lead back to the starting position: none, and those of two knights there and back."""
    knights = [("b", "ac"), ("g", "fh")]
    there = [(f"N{to}", f"N{home}") for home, files in knights for to in files]
    ways = [[f"{a}3", f"{b}6", f"{c}1", f"{d}8"] for a, c in there for b, d in there]
    return [[], *ways]


def distinct_games(folder: Path, count: int) -> Iterator[str]:
    """So many games of which no two have the same moves: those of the folder, with other openings, ever shorter."""
    mainlines = list(movetexts(folder))
    written = 0
    for opening in openings():
        lines = [numbered(moves, opening) for moves in mainlines]
        for shorter in range(SHORTER):
            for number, words in enumerate(lines):
                if written == count:
                    return
                written += 1
                movetext = " ".join(words[: len(words) - shorter])
                yield f'[Event "?"]\n[White "P{number}"]\n[Black "Q{written}"]\n[Result "*"]\n\n{movetext} *\n\n'
    raise SystemExit(f"the folder has games for {written:,} at most")


def costs(folder: Path, options: argparse.Namespace) -> None:
    """Time and memory of many games without a duplicate."""
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "games.pgn"
        with path.open("w") as file:
            file.writelines(distinct_games(folder, options.size))
        size = path.stat().st_size
        command = [*PGNFEN, "dedupe", "--same", options.same, "-o", str(Path(made) / "kept.pgn"), str(path)]
        command += ["--memory", options.memory, *(["--jobs", str(options.jobs)] if options.jobs else [])]
        began, before = time.perf_counter(), os.times()
        with subprocess.Popen(command) as process:
            peak = 0
            while process.poll() is None:
                peak = max(peak, memory_of(process.pid))
                time.sleep(0.05)
        took, now = time.perf_counter() - began, os.times()
        busy = now.children_user + now.children_system - before.children_user - before.children_system
        rate = f"{size / 1e6 / took:.0f} MB/s, {busy:.1f} s of the processor"
        print(f"{options.size:,} games, {size / 1e6:,.0f} MB: {took:.1f} s, {rate}, peak {peak / 1024:.0f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--copies", type=int, default=400, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, help="measure so many games instead")
    parser.add_argument("--same", choices=SAMES, default="game")
    parser.add_argument("--memory", default="1G")
    parser.add_argument("--jobs", type=int)
    options = parser.parse_args()
    (costs if options.size else recall)(options.folder, options)


if __name__ == "__main__":
    main()
