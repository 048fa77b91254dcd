"""The proofs with their full counts, as every night: `python -m tests.server.proofs.many`."""

from __future__ import annotations

import os
import subprocess
import sys

COUNTS = {"BLUFFHOUSE_TWINS": "4000", "BLUFFHOUSE_FUZZ": "200", "BLUFFHOUSE_REQUESTS": "660"}


def main() -> int:
    workers = str(max(2, os.cpu_count() or 2))
    command = [sys.executable, "-m", "pytest", "-q", "-n", workers, "--durations=5", "tests/server/proofs"]
    return subprocess.run(command, env=COUNTS | os.environ, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
