"""G28: the house is saved while everybody plays, its machine is lost, and on an empty one everybody plays on.

What was acknowledged or shown before a backup began must be in it; of what came later whole moves or none. Each backup
is restored to a new PostgreSQL and to a new file by the commands that people use.
`python -m tests.faults.restore` runs it; with `--plant NAME` the backup has that mistake, and the run must fail.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from bluffhouse.store import Store, address
from tests.bus.redis_server import free_port, start_redis
from tests.faults import command
from tests.faults.crowd import Crowd, Plan, end, prepare
from tests.faults.proof import Proof, rounded
from tests.faults.site import open_site
from tests.faults.slips import BACKUPS, names
from tests.faults.verdict import all_equal, judge, standing_still
from tests.server.processes import served
from tests.store.postgres import start_postgres

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bluffhouse.store import Row
    from tests.faults.history import Told

WORKERS: Final = 2
Logs = dict[str, "Sequence[Row]"]


@dataclass(frozen=True, slots=True)
class Saved:
    """A backup, and when it was asked for."""

    file: Path
    begun: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Lost:
    """What is known of a house that is gone."""

    history: Sequence[Told]
    logs: Mapping[str, Sequence[Row]]
    backups: Sequence[Saved]


async def bluffhouse(word: str, file: Path, url: str) -> float:
    """The command, as people call it; how many seconds it took."""
    begun = time.monotonic()
    words = (sys.executable, "-m", "tests.faults.worker", word, str(file))
    environment = os.environ | {"BLUFFHOUSE_DATABASE": url}
    child = await asyncio.create_subprocess_exec(*words, env=environment, stdout=asyncio.subprocess.DEVNULL)
    assert await child.wait() == 0, f"bluffhouse {word} failed"
    return time.monotonic() - begun


async def logs(url: str, tables: Sequence[str]) -> Logs:
    store = await Store.open(url)
    try:
        return {table: await store.rows(table) for table in tables}
    finally:
        await store.close()


# --- the house that is lost -------------------------------------------------------------------------------------------


async def play_and_lose(folder: Path, plan: Plan, times: int, calm: float) -> Lost:
    """Everybody plays, the house is saved now and then, and then all of it is gone."""
    backups = []
    async with open_site(folder, WORKERS) as site:
        await prepare(site.url, plan)
        crowd = Crowd(plan, site.doors)
        people = crowd.people()
        lives = [asyncio.create_task(person.live()) for person in people]
        while any(person.seq < 0 for person in people):
            await asyncio.sleep(0.1)
        for number in range(times):
            await asyncio.sleep(calm)
            file, begun = folder / f"{number}.backup", time.monotonic()
            backups.append(Saved(file, begun, await bluffhouse("backup", file, site.url)))
        await end(lives)
        kept = await logs(site.url, sorted({told.table for told in crowd.history}))
    return Lost(crowd.history, kept, backups)


# --- the empty machine ------------------------------------------------------------------------------------------------


async def come_back(proof: Proof, lost: Lost, saved: Saved, plan: Plan) -> None:
    """On a PostgreSQL and in a file there is what there was; at the former everybody plays on."""
    with start_postgres(uuid4().hex) as postgres, start_redis() as redis:
        url = postgres.get_uri()
        took = await bluffhouse("restore", saved.file, url)
        await compare(proof, lost, saved, url)
        file = address(saved.file.with_suffix(".db"))
        await bluffhouse("restore", saved.file, file)
        proof.limit(await _all(url, lost) == await _all(file, lost), "file and PostgreSQL got different logs")
        settings = {"PORT": str(free_port()), "DATABASE": url, "REDIS": redis.url, "LOG_LEVEL": "error"}
        async with served(settings, "--workers", str(WORKERS)) as (_, origin):
            await play_on(proof, url, origin, plan)
    proof.figures["restored_in"] = [*proof.figures.get("restored_in", []), rounded(took)]
    proof.figures["saved_in"] = [*proof.figures.get("saved_in", []), rounded(saved.seconds)]


async def _all(url: str, lost: Lost) -> Logs:
    return await logs(url, sorted(lost.logs))


async def compare(proof: Proof, lost: Lost, saved: Saved, url: str) -> None:
    """Nothing that was told before is missing, and nothing is there that was not."""
    before = [told for told in lost.history if told.at <= saved.begun]
    proof.hold_to(await judge(url, before))
    for table, rows in (await _all(url, lost)).items():
        proof.limit(rows == lost.logs[table][: len(rows)], f"{table}: another log than the one that was saved")
    unanswered = await half_moves(url, lost)
    proof.limit(not unanswered, f"moves without their answers: {unanswered[:3]}")


async def half_moves(url: str, lost: Lost) -> list[tuple[str, str]]:
    """Moves of people for which nobody would get the same answer again."""
    store = await Store.open(url)
    found = []
    try:
        for table in lost.logs:
            for row in await store.rows(table):
                if row.key is not None and await store.answer(table, row.key, row.actor) is None:
                    found.append((table, row.key))
    finally:
        await store.close()
    return found


async def play_on(proof: Proof, url: str, origin: str, plan: Plan) -> None:
    crowd = Crowd(plan, lambda: [origin])
    people = crowd.people()
    lives = [asyncio.create_task(person.live()) for person in people]
    still = await standing_still(crowd, people)
    crowd.stops = True
    waited = await all_equal(url, people, time.monotonic())
    await end(lives)
    proof.limit(not still, f"nobody plays on at the tables of {still}")
    proof.limit(float("inf") not in waited, "somebody never saw all there is")
    proof.hold_to(await judge(url, crowd.history))


async def restore(plan: Plan, times: int, calm: float, plant: str | None) -> Proof:
    proof = Proof("restore", plant)
    with tempfile.TemporaryDirectory(prefix="bluffhouse-restore-") as name:
        lost = await play_and_lose(Path(name), plan, times, calm)
        for saved in lost.backups:
            await come_back(proof, lost, saved, plan)
    proof.figures |= {"tables": len(lost.logs), "moves": sum(len(rows) for rows in lost.logs.values())}
    return proof


def main() -> int:
    asked = command.read(__doc__, "few tables, saved once", names(BACKUPS))
    plan, times, calm = (Plan(4, 3, 0.5), 1, 4.0) if asked.small else (Plan(50, 12, 0.8), 3, 30.0)
    return asyncio.run(restore(plan, times, calm, asked.plant)).tell()


if __name__ == "__main__":
    sys.exit(main())
