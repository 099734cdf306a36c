"""Checks of the Rust crate: clippy, formatting, tests. Without cargo there is nothing to check."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

CHECKS = (
    ["clippy", "--locked", "--all-targets", "--", "-D", "warnings"],
    ["fmt", "--check"],
    ["test", "--locked", "--quiet"],
)


def main() -> int:
    """Run the checks in turn; the status of the first that fails."""
    cargo = shutil.which("cargo")
    if cargo is None:
        print("no cargo on the PATH: the native engine is not checked")
        return 0
    for check in CHECKS:
        missing = subprocess.run([cargo, check[0], "--help"], capture_output=True, check=False).returncode
        if check[0] != "test" and missing:
            print(f"cargo {check[0]} is not installed: passed over")
            continue
        status = subprocess.run([cargo, *check], cwd=Path(__file__).parent, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
