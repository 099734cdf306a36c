"""There and back: a clean game gets a fault, and `pgnfen fix` is to make it the game that it was, byte for byte.

As a script: `python tests/oracle/round_trip.py --games 5000 --seed 1` prints a table by kind of fault; `--show 2`
prints games that did not come back.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, field

from faults import FAULTS
from oracle import faulty_games

from pgnfen.audit.auditor import Auditor
from pgnfen.pgn.blocks import new_splitter
from pgnfen.repair.fixer import Fixer
from pgnfen.repair.state import FixedBlock


@dataclass(slots=True)
class Trip:
    """Of one kind: games, those in which it was found, those that safe fixes and all fixes bring back, clean games that
    a repair touched; `lost`: games that all fixes do not bring back, as (clean, faulty, repaired)."""

    games: int = 0
    found: int = 0
    safe: int = 0
    unsafe: int = 0
    touched: int = 0
    lost: list[tuple[bytes, bytes, bytes]] = field(default_factory=list)


class Repairs:
    """Repairs by safe fixes, and by all."""

    def __init__(self) -> None:
        auditor = Auditor()
        self.fixers = [Fixer(auditor, auditor.codes, unsafe) for unsafe in (False, True)]
        self.auditor = auditor

    def of(self, data: bytes, unsafe: bool) -> FixedBlock:
        """A game, or what has become of one, repaired."""
        return self.fixers[unsafe].block(new_splitter().split(data, final=True))

    def finds(self, data: bytes) -> bool:
        """Whether something is found that is no info."""
        found = self.auditor.block(new_splitter().split(data, final=True))
        return any(one.remark.severity != "info" or one.remark.fix for one in found)


def trip(name: str, games: int, seed: int, repairs: Repairs) -> Trip:
    """So many games of a kind, there and back."""
    done, rng = Trip(), random.Random(f"{seed} {name}")
    for game, made in faulty_games(FAULTS[name], rng):
        if done.games >= games:
            break
        clean = game.data()
        done.games += 1
        done.found += repairs.finds(made.data)
        safe, everything = (repairs.of(made.data, unsafe).data for unsafe in (False, True))
        done.safe += safe == clean
        done.unsafe += everything == clean
        done.touched += repairs.of(clean, True).data != clean
        if everything != clean:
            done.lost.append((clean, made.data, everything))
    return done


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--kind", action="append")
    options = parser.parse_args()
    repairs, total = Repairs(), Trip()
    names = options.kind or list(FAULTS)
    print("| fault | games | found | back by safe fixes | back by all |\n|---|---|---|---|---|")
    for name in names:
        done = trip(name, -(-options.games // len(names)), options.seed, repairs)
        percent = [f"{100 * part / done.games:.0f} %" for part in (done.found, done.safe, done.unsafe)]
        print(f"| {name} | {done.games} | {' | '.join(percent)} |", flush=True)
        for key in ("games", "found", "safe", "unsafe", "touched"):
            setattr(total, key, getattr(total, key) + getattr(done, key))
        for one in done.lost[: options.show]:
            print(*(part.decode("utf-8", "replace") for part in one), sep="--\n")
    print(f"{total.games} games, found {total.found}, back by safe fixes {total.safe}, by all {total.unsafe}, "
          f"clean games touched {total.touched}")  # fmt: skip


if __name__ == "__main__":
    main()
