"""Measures what repairs do to games of which one witness, or two, are wrong.

    python tests/oracle/witnesses.py [--games 2000] [--seed 1] [--kind NAME] [--two] [--show 3] [--engine NAME]

A row a kind of fault: games; those in which a safe fix, or an unsafe one, changes a word that was right; those that the
rest of the game determines, and of these how many are restored by safe fixes, by all fixes, and in how many the right
value is expected by a finding.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from difflib import ndiff

from witness_games import FAULTS, Broken, harmed, tokens, witness_game

from pgnfen.audit.auditor import Auditor
from pgnfen.pgn.blocks import new_splitter
from pgnfen.repair.fixer import Fixer

COLUMNS = ("games", "harmed", "harmed unsafe", "determined", "restored", "restored unsafe", "expected")


def outcomes(
    kinds: list[str], games: int, seed: int, two: bool, auditor: Auditor, show: int
) -> dict[str, Counter[str]]:
    """The counts of each kind; `two`: with another fault of any kind as well."""
    safe, unsafe = Fixer(auditor, auditor.codes), Fixer(auditor, auditor.codes, unsafe=True)
    table: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    for number in range(games):
        luck = random.Random(f"{seed} {number}")
        kind = kinds[number % len(kinds)]
        game = witness_game(luck)
        right = game.text()
        broken = _broken(luck, game, kind, two)
        if broken is None:
            continue
        text = broken.game.text()
        after, afterwards = fixed(safe, text), fixed(unsafe, text)
        counts = table[kind]
        counts["games"] += 1
        counts["harmed"] += bool(harmed(right, text, after))
        counts["harmed unsafe"] += bool(harmed(right, text, afterwards))
        shown = show and harmed(right, text, after)
        if broken.determined:
            counts["determined"] += 1
            counts["restored"] += after == right
            counts["restored unsafe"] += afterwards == right
            counts["expected"] += bool(broken.right & set(expected(auditor, text))) or after == right
        if shown:
            show -= 1
            both = harmed(right, text, after), harmed(right, text, afterwards)
            print(f"--- {kind} {number} harmed by safe and by all fixes: {both}; right: {broken.right}")
            print(text, *audited(auditor, text), "right to repaired:", sep="\n")
            print(*[line for line in ndiff(tokens(right), tokens(afterwards)) if line[0] in "+-"], sep="\n")
    return table


def _broken(luck: random.Random, game: object, kind: str, two: bool) -> Broken | None:
    broken = FAULTS[kind](luck, game)  # type: ignore[arg-type]
    if broken is None or not two:
        return broken
    other = FAULTS[luck.choice(list(FAULTS))]
    try:
        again = other(luck, broken.game)
    except (StopIteration, ValueError, IndexError, KeyError):  # the first fault left nothing to break
        return None
    return again and Broken(again.game, broken.right | again.right, broken.determined and again.determined)


def fixed(fixer: Fixer, text: str) -> str:
    return fixer.block(new_splitter().split(text.encode(), final=True)).data.decode()


def expected(auditor: Auditor, text: str) -> Iterator[str]:
    for placed in auditor.block(new_splitter().split(text.encode(), final=True)):
        if placed.remark.expected is not None:
            yield placed.remark.expected


def audited(auditor: Auditor, text: str) -> Iterator[str]:
    for placed in auditor.block(new_splitter().split(text.encode(), final=True)):
        one = placed.remark
        yield f"{one.code} {one.message} (expected: {one.expected}) [{one.fix}]"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=2000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--kind", choices=sorted(FAULTS))
    asked.add_argument("--two", action="store_true")
    asked.add_argument("--show", type=int, default=0)
    asked.add_argument("--engine", default="native")
    given = asked.parse_args()
    kinds = [given.kind] if given.kind else list(FAULTS)
    auditor = Auditor(engine=given.engine) if given.engine != "native" else Auditor()
    table = outcomes(kinds, given.games, given.seed, given.two, auditor, given.show)
    print("kind".ljust(24), *(name.rjust(max(6, len(name))) for name in COLUMNS))
    total: Counter[str] = Counter()
    for kind, counts in table.items():
        total += counts
        print(kind.ljust(24), *(str(counts[name]).rjust(max(6, len(name))) for name in COLUMNS))
    print("all".ljust(24), *(str(total[name]).rjust(max(6, len(name))) for name in COLUMNS))


if __name__ == "__main__":
    main()
