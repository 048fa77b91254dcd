"""The browser's proofs with their full counts, as every night: `python -m tests.e2e.nightly`."""

from __future__ import annotations

import os
import subprocess
import sys

COUNTS = {"BLUFFHOUSE_PAGES": "200", "BLUFFHOUSE_NIGHT": "1"}


def main() -> int:
    command = [sys.executable, "-m", "pytest", "-q", "--durations=5", "tests/e2e"]
    return subprocess.run(command, env=COUNTS | os.environ, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
