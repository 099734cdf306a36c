"""Feeds a part of pgnfen with bytes until something does not hold; see README.md.

Guided by coverage where atheris is installed, else by chance (--chance).
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS / "fuzz"), str(TESTS / "native")]


def by_coverage(name: str, corpus: Path, options: list[str]) -> None:
    """libFuzzer's loop; it ends the process."""
    import atheris

    with atheris.instrument_imports(include=["pgnfen"]):
        from seeds import write
        from targets import TARGETS

    write_once(corpus, write)

    atheris.Setup([sys.argv[0], *options, str(corpus)], TARGETS[name])
    atheris.Fuzz()


def by_chance(name: str, corpus: Path, seconds: float, seed: int) -> int:
    """Files of the corpus cut, joined and changed; the number of executions."""
    from seeds import write
    from targets import TARGETS

    write_once(corpus, write)
    luck, target = random.Random(seed), TARGETS[name]
    files = [path.read_bytes() for path in sorted(corpus.iterdir())]
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        data = mutant(luck, files)
        count += 1
        try:
            target(data)
        except Exception:
            found = Path(f"found-{name}-{count}")
            found.write_bytes(data)
            print(f"{found}: execution {count} of seed {seed}", flush=True)
            raise
    return count


def write_once(corpus: Path, write: Callable[[Path], None]) -> None:
    """Make the corpus of seeds where there is none."""
    if not corpus.is_dir():
        write(corpus)


def mutant(luck: random.Random, files: list[bytes]) -> bytes:
    """One or two files, joined somewhere, with a few bytes taken out, put in or doubled."""
    one, two = luck.choice(files), luck.choice(files)
    data = one if luck.random() < 0.5 else one[: luck.randint(0, len(one))] + two[luck.randint(0, len(two)) :]
    for _ in range(luck.choice((0, 1, 1, 2, 3, 6))):
        at, length = luck.randint(0, len(data)), luck.choice((0, 0, 1, 1, 2, 8))
        way = luck.random()
        if way < 0.5:
            new = bytes(
                luck.choices(
                    b'\n\r \t"[](){};%*\\/-.0123abcdefghxKQRBNOkq=+#$!?\x00\x1a\xc3\xff', k=luck.randint(0, 3)
                )
            )
        elif way < 0.8:
            other = luck.choice(files)
            begin = luck.randint(0, len(other))
            new = other[begin : begin + luck.randint(0, 40)]
        else:
            new = data[at : at + 20] * luck.randint(1, 5)
        data = data[:at] + new + data[at + length :]
    return data


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target")
    parser.add_argument(
        "--corpus", type=Path, default=Path("fuzz-corpus"), help="A folder; made of seeds if it is new."
    )
    parser.add_argument("--chance", action="store_true", help="Without atheris.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options, rest = parser.parse_known_args()
    corpus: Path = options.corpus / options.target
    if options.chance:
        print(by_chance(options.target, corpus, options.seconds, options.seed), "executions")
    else:
        by_coverage(
            options.target, corpus, [f"-max_total_time={int(options.seconds)}", f"-seed={options.seed}", *rest]
        )


if __name__ == "__main__":
    main()
