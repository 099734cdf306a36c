"""Break lines one at a time and see whether the tests of their room notice.

    python benchmarks/mutations.py [--only python|rust] [--numbers 3,7] [--crate]

The lines are in `mutations.toml`. All happens in a copy of the checkout, with its native engine. A line of Python
is tried with the tests named beside it, one of Rust with the crate's tests, and where these notice nothing with
`tests/native`, on the engine built anew (minutes; not with `--crate`). The exit status is 1 if a broken line is not
noticed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 300  # a mutant whose tests do not end is noticed, too
TARGET = ROOT / "native" / "target" / "mutations"  # no build of the checkout's own may be one of a broken line
ENGINE = "_native" + (sysconfig.get_config_var("EXT_SUFFIX") or ".so")


def copied(folder: Path) -> None:
    """Copy the files of the checkout that are under version control, and its engine."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, names.split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)  # as new: cargo goes by the time of a file
    for engine in (ROOT / "pgnfen").glob("_native*.so"):
        shutil.copy2(engine, folder / "pgnfen")


def fails(words: list[str], folder: Path) -> bool:
    """Whether a command fails, or does not end in time."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "CARGO_TARGET_DIR": str(TARGET)}
    try:
        run = subprocess.run(words, cwd=folder, env=environment, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return True
    return run.returncode != 0


def pytest(*paths: str) -> list[str]:
    """The command that runs tests up to the first that fails."""
    return [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *paths]


def rust_noticed(folder: Path, crate: bool) -> str | None:
    """Who notices the state of the crate; None: nobody. `crate`: its own tests alone are asked."""
    cargo = ["cargo", "--quiet"]
    if fails([*cargo, "test", "--locked", "--manifest-path", "native/Cargo.toml"], folder):
        return "cargo test"
    if crate:
        return None
    if fails([*cargo, "build", "--release", "--locked", "--manifest-path", "native/Cargo.toml"], folder):
        return "compiler"
    for old in (folder / "pgnfen").glob("_native*.so"):
        old.unlink()
    shutil.copy(TARGET / "release" / "lib_native.so", folder / "pgnfen" / ENGINE)
    return "tests/native" if fails(pytest("tests/native"), folder) else None


def noticed(language: str, mutant: dict[str, Any], folder: Path, crate: bool) -> str | None:
    """Who notices a mutant; None: nobody. The file is as it was afterwards."""
    path = folder / mutant["file"]
    text = path.read_text(encoding="utf-8")
    if text.count(mutant["old"]) != 1:
        raise SystemExit(f"{mutant['file']}: stands {text.count(mutant['old'])} times: {mutant['old']}")
    path.write_text(text.replace(mutant["old"], mutant["new"]), encoding="utf-8")
    try:
        if language == "rust":
            return rust_noticed(folder, crate)
        return "its tests" if fails(pytest(*mutant["tests"]), folder) else None
    finally:
        path.write_text(text, encoding="utf-8")


def main() -> int:
    """Print a line per mutant."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--only", choices=("python", "rust"), help="the lines of one language")
    parser.add_argument("--numbers", help="these alone, from 1, with commas")
    parser.add_argument("--crate", action="store_true", help="lines of Rust by the crate's own tests alone")
    options = parser.parse_args()
    wanted = {int(number) for number in options.numbers.split(",")} if options.numbers else None
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    missed = tried = 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        for language in (options.only,) if options.only else ("python", "rust"):
            for number, mutant in enumerate(table[language], 1):
                if wanted is not None and number not in wanted:
                    continue
                began = perf_counter()
                who = noticed(language, mutant, folder, options.crate)
                missed, tried = missed + (who is None), tried + 1
                took = f"{perf_counter() - began:5.1f} s"
                print(f"{language} {number:2} {who or 'NOT NOTICED':12} {took}  {mutant['file']}", flush=True)
    print(f"{tried - missed} of {tried} noticed")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
