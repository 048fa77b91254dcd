"""The kernels against the rules over 20,000 games each, as every night: `python -m tests.games.many_kernel_games`."""

from __future__ import annotations

import os
import subprocess
import sys

COUNT = {"BLUFFHOUSE_KERNEL_GAMES": "20000"}


def main() -> int:
    workers = str(max(2, os.cpu_count() or 2))
    tests = "tests/games/test_kernel_agrees.py"
    command = [sys.executable, "-m", "pytest", "-q", "-n", workers, "--durations=5", tests]
    return subprocess.run(command, env=COUNT | os.environ, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
