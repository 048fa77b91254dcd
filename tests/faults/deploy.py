"""G16: all workers are renewed, one after another, while a hundred tables play: nothing is lost, nobody waits long.

`python -m tests.faults.deploy` runs it. With `--plant at-once` the house is stopped and started again instead, with
`--plant NAME` its workers have that mistake; the run must then fail.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import time
from typing import TYPE_CHECKING
from uuid import uuid4

from bluffhouse.store import OVER, PLAYING, Store
from tests.bus.redis_server import free_port, start_redis
from tests.faults import command
from tests.faults.crowd import NEVER, Crowd, Plan, end, prepare
from tests.faults.plants import names
from tests.faults.proof import Proof, quantile
from tests.faults.verdict import all_equal, judge, standing_still
from tests.server.processes import served, workers_of
from tests.store.postgres import start_postgres

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from tests.faults.crowd import Person
    from tests.faults.verdict import Verdict

PAUSE_P95, PAUSE_P99 = 3.0, 5.0  # seconds
RENEWAL = 180.0  # seconds in which all workers must have been renewed, on a busy machine
BREATH = 3.0  # seconds between two renewals, and before the first
LIVE = 0.95  # so many groups are in a game whenever the workers are renewed; the others go from one to the next
AT_ONCE = "at-once"
WORKERS = 2


class Service:
    """`bluffhouse serve --workers N` at one address for as long as the proof lasts."""

    def __init__(self, database: str, redis: str) -> None:
        port = free_port()
        self.origin = f"http://127.0.0.1:{port}"
        self.replaced = 0
        self._settings = {"PORT": str(port), "DATABASE": database, "REDIS": redis, "LOG_LEVEL": "error"}
        self._life = contextlib.AsyncExitStack()
        self._child: Process | None = None

    async def open(self) -> None:
        house = served(self._settings, "--workers", str(WORKERS), module="tests.faults.worker")
        self._child, _ = await self._life.enter_async_context(house)

    async def close(self) -> None:
        await self._life.aclose()

    async def renew(self) -> None:
        """As `systemctl reload` does it."""
        assert self._child is not None
        before = workers_of(self._child.pid)
        self._child.send_signal(signal.SIGHUP)
        async with asyncio.timeout(RENEWAL):
            while (now := workers_of(self._child.pid)) & before or len(now) < len(before):
                await asyncio.sleep(0.1)
        self.replaced += len(before)

    async def restart(self) -> None:
        """As it should not be done."""
        await self.close()
        await self.open()
        self.replaced += WORKERS


async def deploy(plan: Plan, times: int, plant: str | None) -> Proof:
    proof = Proof("deploy", plant)
    with start_postgres(uuid4().hex) as postgres, start_redis() as redis:
        url = postgres.get_uri()
        service = Service(url, redis.url)
        await service.open()
        try:
            await prepare(url, plan)
            crowd = Crowd(plan, lambda: [service.origin])
            people = crowd.people()
            lives = [asyncio.create_task(person.live()) for person in people]
            live, took = await _renewals(service, url, people, times, at_once=plant == AT_ONCE)
            still = await standing_still(crowd, people)
            crowd.stops = True
            waited = await all_equal(url, people, time.monotonic())
            await end(lives)
            verdict = await judge(url, crowd.history)
        finally:
            await service.close()
    proof.figures |= {"renewals": times, "replaced": service.replaced, "tables_live": min(live)}
    proof.spread("renewal", took)
    proof.limit(service.replaced == times * WORKERS, "not every worker was replaced")
    proof.limit(min(live) >= int(LIVE * plan.groups), f"only {min(live)} of {plan.groups} tables were live")
    proof.limit(not still, f"no move after the last renewal at the tables of {still}")
    proof.limit(float("inf") not in waited, "somebody never saw all there is")
    _hold(proof, crowd, verdict, cuts=times * len(people))
    return proof


async def _renewals(
    service: Service, url: str, people: list[Person], times: int, *, at_once: bool
) -> tuple[list[int], list[float]]:
    """How many tables were live at each, and how long it took."""
    live, took = [], []
    store = await Store.open(url)
    try:
        for _ in range(times):
            while any(person.seq < 0 for person in people):  # everybody plays, at the first table or at the next
                await asyncio.sleep(0.1)
            await asyncio.sleep(BREATH)
            live.append(sum(table.status == PLAYING for table in await store.running_tables()))
            begin = time.monotonic()
            await (service.restart() if at_once else service.renew())
            took.append(time.monotonic() - begin)
    finally:
        await store.close()
    return live, took


def _hold(proof: Proof, crowd: Crowd, verdict: Verdict, cuts: int) -> None:
    pauses = [pause.end - pause.begin for pause in crowd.pauses]
    aborted = [name for name, one in verdict.truths.items() if one.meta.status not in (PLAYING, OVER)]
    proof.hold_to(verdict)
    proof.figures |= {"aborted": len(aborted), "pauses": len(pauses)}
    proof.spread("pause", pauses)
    proof.limit(not aborted, f"aborted: {aborted[:5]}")
    proof.limit(len(pauses) >= 0.9 * cuts, f"only {len(pauses)} pauses were felt: were there renewals?")
    proof.limit(quantile(pauses, 0.95) <= PAUSE_P95, f"more than 1 in 20 pauses took over {PAUSE_P95} s")
    proof.limit(quantile(pauses, 0.99) <= PAUSE_P99, f"more than 1 in 100 pauses took over {PAUSE_P99} s")


def main() -> int:
    asked = command.read(__doc__, "few tables, renewed once", [AT_ONCE, *names()])
    # Nobody reloads without need: everybody is cut off at least once by each renewal.
    plan, times = (Plan(6, 3, 1.0, NEVER), 1) if asked.small else (Plan(106, 12, 5.0, NEVER), 10)
    return asyncio.run(deploy(plan, times, asked.plant)).tell()


if __name__ == "__main__":
    sys.exit(main())
