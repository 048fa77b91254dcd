"""An hour of honest play: `python -m tests.load.soak --minutes 60`. The server's memory must stay where it is.

The people of the storm (`tests/faults/crowd.py`) without any storm: games end and others begin, pages are closed and
opened again, some moves are sent twice. One line of JSON; exit code 1 where memory grows, files stay open, or people
come to a halt.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bluffhouse.commands.load.processes import House, serving
from bluffhouse.store import address
from tests.faults.crowd import Crowd, Plan, end, prepare
from tests.faults.history import Acked

if TYPE_CHECKING:
    from collections.abc import Sequence

STEEPEST: Final = 4.0
"""MiB an hour by which memory may grow: less cannot be told from chance in an hour."""
GROWN: Final = 1.02
"""How much more the last quarter may use than the second."""
SLOWED: Final = 0.7
"""How many moves there must be in the last quarter, for one in the second."""
LOOKS: Final = 240
"""How often memory is looked at, evenly over the run."""


@dataclass(frozen=True, slots=True)
class Look:
    hours: float
    mib: float
    files: int
    moves: int
    """Acknowledged until now."""


@dataclass
class Report:
    minutes: float
    moves: int = 0
    comebacks: int = 0
    second_quarter_mib: float = 0.0
    last_quarter_mib: float = 0.0
    mib_per_hour: float = 0.0
    """Over the last three quarters."""
    files_grown: int = 0
    broken: list[str] = field(default_factory=list)


class Watch:
    """Looks at the server now and then; what the crowd was told is counted and let go."""

    def __init__(self, house: House, crowd: Crowd) -> None:
        self._house = house
        self._crowd = crowd
        self._begin = time.monotonic()
        self._moves = 0

    def look(self) -> Look:
        self._moves += sum(isinstance(told, Acked) for told in self._crowd.history)
        self._crowd.history.clear()
        files = sum(1 for _ in Path(f"/proc/{self._house.pid}/fd").iterdir())
        return Look((time.monotonic() - self._begin) / 3600, self._house.memory() / 1024, files, self._moves)


async def soak(minutes: float, groups: int) -> Report:
    plan = Plan(groups, 2 + round(minutes * 2), think=1.5)
    with tempfile.TemporaryDirectory(prefix="bluffhouse-soak-") as folder:
        database = address(Path(folder) / "house.db")
        await prepare(database, plan)
        with serving(database) as house:
            crowd = Crowd(plan, lambda: [house.origin])
            lives = [asyncio.create_task(person.live()) for person in crowd.people()]
            watch, looks = Watch(house, crowd), []
            for _ in range(LOOKS):
                await asyncio.sleep(minutes * 60 / LOOKS)
                looks.append(watch.look())
            await end(lives)
    report = Report(minutes, looks[-1].moves, crowd.comebacks)
    judge(report, looks)
    return report


def slope(looks: Sequence[Look]) -> float:
    """By how many MiB memory grows in an hour: the median of all slopes, which single peaks do not move."""
    return statistics.median(
        (later.mib - early.mib) / (later.hours - early.hours)
        for place, early in enumerate(looks)
        for later in looks[place + 1 :]
    )


def judge(report: Report, looks: Sequence[Look]) -> None:
    quarters = [looks[len(looks) * part // 4 : len(looks) * (part + 1) // 4] for part in range(4)]
    second, last = quarters[1], quarters[3]
    report.second_quarter_mib = round(statistics.median(look.mib for look in second), 2)
    report.last_quarter_mib = round(statistics.median(look.mib for look in last), 2)
    report.mib_per_hour = round(slope(looks[len(looks) // 4 :]), 2)
    report.files_grown = min(look.files for look in last) - min(look.files for look in second)
    if report.last_quarter_mib > GROWN * report.second_quarter_mib:
        report.broken.append("the last quarter uses more memory than the second")
    if report.mib_per_hour > STEEPEST:
        report.broken.append(f"memory grows by {report.mib_per_hour} MiB an hour")
    if report.files_grown > 0:
        report.broken.append(f"{report.files_grown} files more are open")
    if last[-1].moves - last[0].moves <= SLOWED * (second[-1].moves - second[0].moves):
        report.broken.append("people make fewer moves than at the beginning")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--groups", type=int, default=25, help="of four people (25)")
    arguments = parser.parse_args()
    report = asyncio.run(soak(arguments.minutes, arguments.groups))
    print(json.dumps(asdict(report)))
    return 1 if report.broken else 0


if __name__ == "__main__":
    sys.exit(main())
