"""The habits found by tune.py, for each number of seats."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from bluffhouse.bots.bankueberfall.habits import Habits

FILE: Final = Path(__file__).with_name("habits.json")


def read(file: Path = FILE) -> dict[int, Habits]:
    kept = json.loads(file.read_text())
    return {int(seats): np.array(entry["habits"]) for seats, entry in kept.items()}


@cache
def tuned(seats: int) -> Habits:
    """The habits for this many seats; a fifth seat (B1) plays as four do."""
    kept = read()
    return kept[min(seats, max(kept))]
