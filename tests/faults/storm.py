"""The storm: many people play while workers, lines, Redis and the database fail, and nothing may be lost.

`python -m tests.faults.storm --minutes 20` runs it; with `--plant NAME`, or `--plant all`, a mistake is put in first,
and the run is good when the mistake is found.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults.crowd import Crowd, Plan, end, prepare
from tests.faults.history import Shown
from tests.faults.plants import names
from tests.faults.proof import quantile, rounded
from tests.faults.site import Site, Worker, open_site
from tests.faults.verdict import all_equal, judge

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.faults.verdict import Verdict

EQUAL = 10.0  # seconds after the last fault in which all must see the same (99 of 100)
CALM = 4.0  # of them in which everybody plays on: whoever came in after the last move has seen all, whatever is lost
PAUSE = (2.0, 10.0)


@dataclass
class Report:
    plant: str | None
    seconds: float
    faults: dict[str, int] = field(default_factory=dict)
    acknowledged: int = 0
    rows: int = 0
    shown: int = 0
    comebacks: int = 0
    tables_begun: int = 0
    keepers: int = 0
    equal_p99: float | None = None
    anomalies: list[str] = field(default_factory=list)
    first_anomalies: int = 0


# --- faults -----------------------------------------------------------------------------------------------------------


async def kill(site: Site, worker: Worker, chance: random.Random) -> None:
    worker.kill()
    await asyncio.sleep(chance.uniform(0.5, 4))
    worker.start()
    await worker.ready()


async def stop(site: Site, worker: Worker, chance: random.Random) -> None:
    worker.signal(signal.SIGSTOP)
    await asyncio.sleep(chance.choice([1, 3, 7, 12, 20]))
    worker.signal(signal.SIGCONT)


async def no_database(site: Site, worker: Worker, chance: random.Random) -> None:
    """One worker is cut off from it; sometimes it is not even told."""
    if chance.randrange(2):
        worker.database.refuses = True
        worker.database.cut()
    else:
        worker.database.silent = True
    await asyncio.sleep(chance.uniform(1, 12))
    worker.database.heal()


async def no_redis(site: Site, worker: Worker, chance: random.Random) -> None:
    worker.redis.silent = bool(chance.randrange(2))
    worker.redis.refuses = not worker.redis.silent
    if worker.redis.refuses:
        worker.redis.cut()
    await asyncio.sleep(chance.uniform(1, 12))
    worker.redis.heal()


async def reset(site: Site, worker: Worker, chance: random.Random) -> None:
    worker.front.reset()


async def deaf_front(site: Site, worker: Worker, chance: random.Random) -> None:
    worker.front.silent = True
    await asyncio.sleep(chance.uniform(1, 8))
    worker.front.heal()


async def slow_front(site: Site, worker: Worker, chance: random.Random) -> None:
    worker.front.latency, worker.front.slices = chance.uniform(0.05, 0.4), True
    await asyncio.sleep(chance.uniform(2, 8))
    worker.front.heal()


async def bad_cable(site: Site, worker: Worker, chance: random.Random) -> None:
    """Nothing comes through to its machine or back, or little does, and neither end is told."""
    assert worker.cable is not None
    chance.choice([worker.cable.pull, worker.cable.pinch])()
    await asyncio.sleep(chance.uniform(1, 12))
    worker.cable.mend()


async def restart_redis(site: Site, worker: Worker, chance: random.Random) -> None:
    site.redis.stop()
    await asyncio.sleep(chance.uniform(0, 6))
    await asyncio.to_thread(site.redis.start)


async def crash_database(site: Site, worker: Worker, chance: random.Random) -> None:
    site.crash_postgres()
    await asyncio.sleep(chance.uniform(0, 3))
    await site.start_postgres()


async def wrong_clock(site: Site, worker: Worker, chance: random.Random) -> None:
    worker.signal(chance.choice([signal.SIGUSR1, signal.SIGUSR2]))


ONCE: tuple[Callable[[Site, Worker, random.Random], Awaitable[None]], ...] = (restart_redis, crash_database)
"""There is one of these, so one at a time."""

FAULTS = (kill, stop, no_database, no_redis, reset, deaf_front, slow_front, wrong_clock, *ONCE)


class Weather:
    """Faults one after another, some of them overlapping; never two of a kind at one worker."""

    def __init__(self, site: Site, seed: str) -> None:
        self.site = site
        self.counted: dict[str, int] = {}
        self._chance = random.Random(seed)
        self._faults = (*FAULTS, bad_cable) if all(worker.cable is not None for worker in site.workers) else FAULTS
        self._under_way: dict[tuple[str, int], asyncio.Task[None]] = {}

    async def rage(self, until: float) -> None:
        while time.monotonic() < until:
            fault, worker = self._chance.choice(self._faults), self._chance.choice(self.site.workers)
            place = (fault.__name__, -1 if fault in ONCE else worker.number)
            busy = {("kill", worker.number), ("stop", worker.number), place}
            if not any(key in self._under_way for key in busy):
                self._begin(place, fault(self.site, worker, self._chance))
                await asyncio.sleep(self._chance.uniform(*PAUSE))
            else:
                await asyncio.sleep(0.1)

    def _begin(self, place: tuple[str, int], fault: Awaitable[None]) -> None:
        self.counted[place[0]] = self.counted.get(place[0], 0) + 1
        task = asyncio.ensure_future(fault)
        self._under_way[place] = task
        task.add_done_callback(lambda _: self._under_way.pop(place, None))

    async def calm_down(self) -> None:
        """Until every fault has ended."""
        while self._under_way:
            await asyncio.gather(*self._under_way.values())


# --- a run ------------------------------------------------------------------------------------------------------------


async def storm(plan: Plan, workers: int, seconds: float, seed: str, plant: str | None = None) -> Report:
    report = Report(plant, seconds)
    with tempfile.TemporaryDirectory(prefix="bluffhouse-storm-") as name:
        async with open_site(Path(name), workers, plant) as site:
            await prepare(site.url, plan)
            crowd = Crowd(plan, site.doors)
            people = crowd.people()
            lives = [asyncio.create_task(person.live()) for person in people]
            await asyncio.sleep(3)
            weather = Weather(site, seed)
            await weather.rage(time.monotonic() + seconds)
            await weather.calm_down()
            last = time.monotonic()
            await asyncio.sleep(CALM)
            crowd.stops = True
            waited = await all_equal(site.url, people, last)
            await end(lives)
            report.faults = dict(sorted(weather.counted.items()))
            complaints = [fault for worker in site.workers for fault in worker.faults()]
            _weigh(await judge(site.url, crowd.history), complaints, report)
    _figures(report, crowd, waited)
    return report


def _weigh(verdict: Verdict, complaints: list[str], report: Report) -> None:
    found = [*verdict.anomalies, *complaints]
    report.first_anomalies, report.anomalies = len(found), found[:20]
    report.acknowledged = verdict.acknowledged
    report.tables_begun = len(verdict.truths)
    report.rows = sum(len(one.rows) for one in verdict.truths.values())
    report.keepers = max((one.meta.fence for one in verdict.truths.values()), default=0)


def _figures(report: Report, crowd: Crowd, waited: list[float]) -> None:
    report.shown = sum(isinstance(told, Shown) for told in crowd.history)
    report.comebacks = crowd.comebacks
    p99 = quantile(waited, 0.99)
    report.equal_p99 = rounded(p99)
    if p99 > EQUAL:
        report.anomalies.append(f"1 in 100 or more saw something else {report.equal_p99} s after the last fault")
        report.first_anomalies += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--groups", type=int, default=50, help="tables at which four play at the same time")
    parser.add_argument("--think", type=float, default=1.5, help="seconds a decision takes at most")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--plant", choices=[*names(), "all"])
    arguments = parser.parse_args()
    plan = Plan(arguments.groups, max(2, round(arguments.minutes * 2)), arguments.think)
    good = True
    planted: list[str | None] = [None]
    if arguments.plant:
        planted = [*names()] if arguments.plant == "all" else [arguments.plant]
    for plant in planted:
        report = asyncio.run(storm(plan, arguments.workers, arguments.minutes * 60, arguments.seed, plant))
        print(json.dumps(asdict(report), indent=1), flush=True)
        good &= bool(report.anomalies) if plant else not report.anomalies
    return 0 if good else 1


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main())
