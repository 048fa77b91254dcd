"""What Numba keeps on disk is found again, and not any more once a file has changed that it was made of."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

INNER = "import numba\n\n@numba.njit(cache=False)\ndef inner(x):\n    return x + {}\n"
OUTER = """
import inner
from bluffhouse.bots.bankueberfall.keeping import kept

@kept(__file__, inner.__file__)
def outer(x):
    return inner.inner(x)

print(outer(1), sum(outer.stats.cache_hits.values()))
"""


def ran(folder: Path) -> list[int]:
    """What the compiled function said in a process of its own, and how much of it was found on disk."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    told = subprocess.run(
        [sys.executable, str(folder / "outer.py")], env=environment, capture_output=True, text=True, check=True
    )
    return [int(word) for word in told.stdout.split()]


def test_a_change_in_another_file_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "outer.py").write_text(OUTER)
    (tmp_path / "inner.py").write_text(INNER.format(1))
    assert ran(tmp_path) == [2, 0]
    assert ran(tmp_path) == [2, 1]
    (tmp_path / "inner.py").write_text(INNER.format(50))  # a longer one: Python's own cache goes by time and length
    assert ran(tmp_path) == [51, 0]
