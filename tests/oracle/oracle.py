"""The oracle: clean games, games with one fault, and what the audit says of them, as a table.

As a script: `python tests/oracle/oracle.py --games 20000 --seed 1`; `--kind NAME` for one kind, `--show 3` prints games
of which something else is said than the oracle knows.
"""

from __future__ import annotations

import argparse
import io
import logging
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import chess
import chess.pgn
import declared_faults
import ending_faults  # noqa: F401  (registers its kinds)
import fen_faults  # noqa: F401
import fixes
import header_faults  # noqa: F401
import movetext_faults  # noqa: F401
import position_faults  # noqa: F401
import rights_faults  # noqa: F401
import tag_faults  # noqa: F401
import text_faults  # noqa: F401
from clean_games import PgnGame, random_game
from faults import FAULTS, UNKNOWN, Fault, Faulty, Want

from pgnfen.audit.auditor import Auditor
from pgnfen.audit.finding import Finding
from pgnfen.pgn.blocks import read_blocks
from pgnfen.repair.fixer import Fixer

TRIES = 3000
logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # what it refuses, `read` says


@dataclass(slots=True)
class Tally:
    """What came of one kind of fault; `problems` are lines with the game's bytes."""

    games: int = 0
    wants: int = 0
    found: int = 0
    judged: int = 0
    right: int = 0
    extra: Counter[str] = field(default_factory=Counter)
    fixes: int = 0
    problems: list[tuple[str, bytes]] = field(default_factory=list)


def true_of_clean(game: PgnGame) -> frozenset[str]:
    """Findings that are true of the clean game: S206 (an info) of Chess960 from none of the 960 arrays; N105 (an info)
    of lines that end in several ways; N109 (an info) of the counters 0 1 in a position that needs earlier moves; of a
    position that no game has led to, that it is so."""
    of_variant = {"S206"} if game.start.variant == "Chess960" and not game.start.is_array else set()
    proven = fixes.PROVEN if game.start.kind in ("composed", "two-rooks") else set()
    return frozenset({"N105", "N109"} | of_variant | proven)


def faulty_games(fault: Fault, rng: random.Random) -> Iterator[tuple[PgnGame, Faulty]]:
    """Games with that fault, without end; what cannot have it, or would be right with it, is passed over."""
    tries = 0
    while tries < TRIES:
        tries += 1
        game = random_game(rng, rng.choice(fault.starts), fault.least)
        if len(game.moves) < fault.least:
            continue
        made = fault.inject(game.draft(), rng)
        if made is not None:
            tries = 0
            yield game, made
    raise RuntimeError(f"no game in {TRIES} can have the fault {fault.name}")


def matches(found: Finding, want: Want) -> bool:
    """Whether the finding is the one wanted, its expected value aside."""
    return (
        found.code in want.codes
        and (want.field is None or found.field == want.field)
        and (want.ply is None or found.ply == want.ply)
    )


def judge(tally: Tally, game: PgnGame, made: Faulty, findings: list[Finding]) -> None:
    """Count what was found, and note what was not, what else was said, and what is wrong with the safe fixes."""
    tally.games += 1
    known = true_of_clean(game) | made.also | fixes.PROVEN
    wanted = [found for found in findings if any(matches(found, want) for want in made.wants)]
    for want in made.wants:
        those = [found for found in findings if matches(found, want)]
        tally.wants += 1
        tally.found += bool(those)
        if not those:
            tally.problems.append((f"missed: {want}; found: {brief(findings)}", made.data))
        elif want.expected != UNKNOWN:
            tally.judged += 1
            right = all(found.expected == want.expected for found in those)
            tally.right += right
            if not right:
                tally.problems.append((f"expected {want.expected!r}, said: {brief(those)}", made.data))
    for found in findings:
        if found not in wanted and found.code not in known:
            tally.extra[found.code] += 1
            tally.problems.append((f"extra: {brief([found])} beside {brief(wanted)}", made.data))
    fixed = fixes.apply_safe(made.data)
    tally.fixes += len(fixed.applied)
    for problem in wrong_with(game, made, findings, fixed):
        tally.problems.append((f"fix: {problem}; found: {brief(findings)}", made.data))
    for problem in wrong_with_repair(made, fixed):
        tally.problems.append((f"repair: {problem}; found: {brief(findings)}", made.data))


def wrong_with(game: PgnGame, made: Faulty, findings: list[Finding], fixed: fixes.Fixed) -> list[str]:
    """What is wrong with the safe fixes of a game: the property that they must have.

    Who read the game rightly before must read it so afterwards, all rights included. Where nothing is found any more,
    it must be the game again: the men, the side to move and the moves.
    """
    problems = [f"contradiction: {clash}" for clash in fixed.contradictions]
    problems += [text for text in fixes.left_over(findings, fixed) if "S206" not in text]
    if not fixed.applied:
        return problems
    right, before, after = read(game.data()), read(made.data), read(fixed.data)
    if before == right != after:
        problems.append("python-chess read it rightly before")
    elif not made.lossy and all(found.code == "S206" for found in fixed.findings) and after[:3] != right[:3]:
        problems.append("nothing is found any more, and python-chess reads another game")
    return problems


def wrong_with_repair(made: Faulty, fixed: fixes.Fixed) -> list[str]:
    """What pgnfen's own repair by the safe fixes does otherwise than what the findings say."""
    auditor = Auditor()
    fixer = Fixer(auditor, auditor.codes)
    blocks = [fixer.block(block) for block in read_blocks(io.BytesIO(made.data))]
    problems = [
        f"{done.placed.remark.code} refused: {done.refused}" for block in blocks for done in block.done if done.refused
    ]
    lines = Counter(b"".join(block.data for block in blocks).splitlines())  # a new tag may stand elsewhere
    wanted = Counter(fixed.data.splitlines())
    if lines != wanted and not fixed.contradictions:
        problems.append(f"{b' '.join(lines - wanted)!r} instead of {b' '.join(wanted - lines)!r}")
    return problems


def read(data: bytes) -> tuple[object, ...]:
    """What python-chess reads: men, side to move, moves, and the rights at the start; () where it refuses the game."""
    try:
        game = chess.pgn.read_game(io.StringIO(data.decode("utf-8", "replace")))
        if game is None:
            return ()
        board = game.board()
        moves = tuple(move.uci() for move in game.mainline_moves())
        rights = board.clean_castling_rights(), board.has_legal_en_passant() and board.ep_square
        return board.board_fen(), board.turn, moves, rights
    except ValueError:
        return ()


def brief(findings: list[Finding]) -> str:
    """The findings in short."""
    return ", ".join(f"{f.code}({f.field}: {f.declared!r} -> {f.expected!r}, {f.fix})" for f in findings) or "nothing"


def run(games: int, seed: int, kinds: list[str]) -> dict[str, Tally]:
    """So many faulty games, equally many of each kind."""
    tallies = {}
    for name in kinds:
        rng = random.Random(f"{seed} {name}")
        tally = tallies[name] = Tally()
        stream = faulty_games(FAULTS[name], rng)
        for _ in range(max(1, games // len(kinds))):
            game, made = next(stream)
            judge(tally, game, made, fixes.audit(made.data))
    return tallies


def false_alarms(games: int, seed: int) -> list[tuple[Finding, bytes]]:
    """What is found in clean games that is not true of them."""
    rng = random.Random(f"{seed} clean")
    wrong = []
    for _ in range(games):
        game = random_game(rng)
        data = game.data()
        wrong += [(found, data) for found in fixes.audit(data) if found.code not in true_of_clean(game)]
    return wrong


def false_alarms_of_declared(games: int, seed: int) -> tuple[int, list[tuple[Finding, bytes]]]:
    """How many right positions were declared in clean games, and what is found there that is not true of them."""
    rng = random.Random(f"{seed} declared")
    wrong, declared = [], 0
    for _ in range(games):
        game = random_game(rng, rng.choice(declared_faults.STARTS), 1).draft()
        before = rng.random() < 0.3
        places = declared_faults.declare(game, rng, before) if game.moves else []
        declared_faults.write(game, places)
        declared += len(places)
        known = true_of_clean(game) | set(declared_faults.MIXED.split()) | ({"D107"} if before else set())
        wrong += [(found, game.data()) for found in fixes.audit(game.data()) if found.code not in known]
    return declared, wrong


def joined(games: int, seed: int) -> tuple[bytes, set[int]]:
    """Many clean games in one input, and the numbers of those of which S206 is true."""
    rng = random.Random(f"{seed} joined")
    parts, numbers = [], set()
    for number in range(1, games + 1):
        game = random_game(rng)
        game.head = b""
        parts.append(game.data())
        if "S206" in true_of_clean(game):
            numbers.add(number)
    return b"\n".join(parts), numbers


def share(part: int, whole: int) -> str:
    """A percentage, `-` of nothing; 100 only where it is all."""
    return f"{int(1000 * part / whole) / 10:.1f}" if whole else "-"


def table(tallies: dict[str, Tally]) -> str:
    """The table: kind, games, recall, `expected` right, extra findings, safe fixes done."""
    lines = [f"{'kind':<34}{'games':>6}{'recall %':>10}{'expected right %':>18}{'safe fixes':>12}  extra findings"]
    for name, one in tallies.items():
        extra = ", ".join(f"{code} {count}" for code, count in sorted(one.extra.items())) or "-"
        lines.append(
            f"{name:<34}{one.games:>6}{share(one.found, one.wants):>10}{share(one.right, one.judged):>18}"
            f"{one.fixes:>12}  {extra}"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="faulty games, and half as many clean ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=sorted(FAULTS), help="only these kinds")
    parser.add_argument("--show", type=int, default=0, help="print so many problems of each kind")
    options = parser.parse_args()
    tallies = run(options.games, options.seed, options.kind or list(FAULTS))
    print(table(tallies))
    for name, tally in tallies.items():
        for text, data in tally.problems[: options.show]:
            print(f"\n{name}: {text}\n{data.decode('utf-8', 'replace')}")
    games, problems = sum(one.games for one in tallies.values()), sum(len(one.problems) for one in tallies.values())
    print(f"{len(tallies)} kinds, {games} games, {problems} problems")
    if not options.kind:
        clean = max(1, options.games // 2)
        wrong = false_alarms(clean, options.seed)
        print(f"false alarms: {10_000 * len(wrong) / clean:g} in 10,000 clean games ({clean} games)")
        for found, data in wrong[: options.show]:
            print(f"\n{brief([found])}\n{data.decode('utf-8', 'replace')}")


if __name__ == "__main__":
    main()
