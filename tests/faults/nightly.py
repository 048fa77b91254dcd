"""The fault proofs with their full counts: `python -m tests.faults.nightly PROOF …`, without a name all of them."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")  # noqa: S108 - a disk in memory: what a kill leaves behind is the same, and syncs are quick

PROOFS = {
    "crash": ("test_crash_points.py", {"SENDS": "all", "SYNCS": "all", "TWICE": "20", "PARTS": "12"}),
    "more crashes": (
        "test_crash_points.py",
        {
            "CRASH": "bankueberfall-3 bankueberfall-4 vabanque-4 vabanque-5 vabanque-6",
            "SENDS": "50",
            "SYNCS": "13",
            "PARTS": "2",
        },
    ),
    "races": ("test_races.py", {"RACES": "all", "ROUNDS": "1000", "REPEATS": "6", "CLAIMS": "10"}),
    "once": ("test_exactly_once.py", {"ONCE": "all", "SEQUENCES": "715"}),
    "resume": ("test_resume.py", {"RESUME": "all", "RESUME_EVERY": "1"}),
    "clocks": ("test_clocks.py", {"CLOCKS": "all", "CLOCK_SEEDS": "10", "DECISIONS": "1000"}),
    "blocks": ("test_nobody_blocks.py", {"BLOCKS": "all", "ABSENT": "all", "PARTS": "8"}),
}
"""By name the tests and how much of everything, as the environment tells them.

Crashes are swept point by point at the smallest tables; at the others some points are drawn.
"""


def main(names: list[str]) -> int:
    workers = str(max(2, os.cpu_count() or 2))
    for name in names or list(PROOFS):
        file, counts = PROOFS[name]
        os.environ.update({f"FAULTS_{key}": value for key, value in counts.items()})
        with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
            tests = str(Path(__file__).parent / file)
            code = pytest.main(["-n", workers, "-q", "-rP", f"--basetemp={folder}/tests", tests])
        for key in counts:
            del os.environ[f"FAULTS_{key}"]
        if code:
            return int(code)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
