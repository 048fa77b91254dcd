"""G15: the store fails while people play: nobody is acknowledged in vain, everybody is told, and every move commits.

A full disk under SQLite; PostgreSQL restarted, crashed and set to read only; Redis gone for a minute.
`python -m tests.faults.stores` runs it; with `--plant NAME` the server has that mistake, and the run must fail.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from bluffhouse.store import address
from tests.bus.redis_server import free_port
from tests.faults import command
from tests.faults.crowd import Crowd, Plan, end, prepare
from tests.faults.history import Acked, Sent, Troubled
from tests.faults.proof import Proof, quantile, rounded
from tests.faults.site import Site, open_site
from tests.faults.slips import STORES, names
from tests.faults.verdict import all_equal, judge
from tests.server.processes import served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from tests.faults.history import Told

CALM = 5.0  # seconds between two faults
NOTICE = 2.0  # seconds until whoever moves is answered, if only that it cannot be saved (19 of 20)
RECOVERY = 10.0  # seconds after a fault until every move that was under way is acknowledged
KIND = {"not saved", "busy"}
DISK = "64m"
ALONE = "STORES_ALONE"  # in the environment of this process once its mounts are its own

Fault = tuple[str, "Callable[[], Awaitable[None]]", bool]
"""Its name, how it comes and goes, and whether moves are refused meanwhile."""


@dataclass(frozen=True)
class Spell:
    name: str
    begin: float
    end: float
    refuses: bool


# --- faults -----------------------------------------------------------------------------------------------------------


def of_site(site: Site, seconds: float, without_redis: float) -> list[Fault]:
    async def restart() -> None:
        await asyncio.to_thread(site.postgres.stop)
        await asyncio.sleep(seconds)
        await site.start_postgres()

    async def crash() -> None:
        site.crash_postgres()
        await asyncio.sleep(seconds)
        await site.start_postgres()

    async def read_only() -> None:
        _set_read_only(site.url, "on")
        await asyncio.sleep(seconds)
        _set_read_only(site.url, "off")

    async def redis_gone() -> None:
        site.redis.stop()
        await asyncio.sleep(without_redis)
        await asyncio.to_thread(site.redis.start)

    return [
        ("restart", restart, True),
        ("crash", crash, True),
        ("read only", read_only, True),
        ("redis gone", redis_gone, False),
    ]


def _set_read_only(url: str, value: str) -> None:
    with psycopg.connect(url, autocommit=True, options="-c default_transaction_read_only=off") as connection:
        connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}".encode())
        connection.execute("SELECT pg_reload_conf()")


def of_disk(folder: Path, seconds: float) -> list[Fault]:
    async def full() -> None:
        ballast = folder / "ballast"
        _fill(ballast)
        await asyncio.sleep(seconds)
        ballast.unlink()

    return [("full disk", full, True)]


def _fill(ballast: Path) -> None:
    """To the last page."""
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(4096)) == 4096:
            pass


@contextlib.asynccontextmanager
async def small_disk() -> AsyncIterator[tuple[str, Path]]:
    """A house with SQLite on a disk of its own in memory: its origin and its folder."""
    with tempfile.TemporaryDirectory(prefix="bluffhouse-disk-") as name:
        mount, umount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", name], ["umount", name]
        subprocess.run(mount, check=True)
        try:
            settings = {"PORT": str(free_port()), "DATABASE": address(Path(name) / "house.db"), "LOG_LEVEL": "error"}
            async with served(settings, module="tests.faults.worker") as (_, origin):
                yield origin, Path(name)
        finally:
            subprocess.run(umount, check=True)


# --- a run ------------------------------------------------------------------------------------------------------------


async def play_through(
    proof: Proof, url: str, doors: Callable[[], list[str]], plan: Plan, faults: Sequence[Fault]
) -> None:
    """One fault after another while everybody plays; then all that was told is held against the log."""
    await prepare(url, plan)
    crowd = Crowd(plan, doors)
    people = crowd.people()
    lives = [asyncio.create_task(person.live()) for person in people]
    while any(person.seq < 0 for person in people):
        await asyncio.sleep(0.1)
    spells = []
    for name, fault, refuses in faults:
        await asyncio.sleep(CALM)
        begin = time.monotonic()
        await fault()
        spells.append(Spell(name, begin, time.monotonic(), refuses))
    await asyncio.sleep(CALM)
    crowd.stops = True
    waited = await all_equal(url, people, time.monotonic())
    await end(lives)
    proof.limit(float("inf") not in waited, "somebody never saw all there is")
    for spell in spells:
        weigh(proof, spell, crowd.history)
    strange = {told.code for told in crowd.history if isinstance(told, Troubled)} - KIND
    proof.limit(not strange, f"moves were answered with {sorted(strange)}")
    proof.hold_to(await judge(url, crowd.history))


def weigh(proof: Proof, spell: Spell, history: Sequence[Told]) -> None:
    """What became of the moves that were under way in a spell of weather."""
    sent: dict[tuple[str, int, str], float] = {}
    for told in history:
        if isinstance(told, Sent):
            sent.setdefault((told.table, told.seat, told.key), told.at)
    acked = {(told.table, told.seat, told.key): told.at for told in reversed(history) if isinstance(told, Acked)}
    within = {key: at for key, at in sent.items() if at <= spell.end and acked.get(key, float("inf")) > spell.begin}
    answers = [
        min(_next_answer(history, table, seat, since), acked.get((table, seat, key), float("inf"))) - since
        for (table, seat, key), at in within.items()
        for since in (max(at, spell.begin),)
    ]
    late = [acked.get(key, float("inf")) - spell.end for key in within if acked.get(key, float("inf")) > spell.end]
    troubled = sum(isinstance(told, Troubled) and spell.begin <= told.at <= spell.end for told in history)
    lost = sum(key not in acked for key in within)
    proof.figures[spell.name] = {
        "seconds": round(spell.end - spell.begin, 1),
        "moves": len(within),
        "told_to_wait": troubled,
        "not_committed": lost,
        "answer_p95": rounded(quantile(answers, 0.95)),
        "recovery": rounded(max(late, default=0.0)),
    }
    proof.limit(len(within) > 0, f"{spell.name}: nobody moved")
    proof.limit(not lost, f"{spell.name}: {lost} moves were never committed")
    proof.limit(bool(troubled) == spell.refuses, f"{spell.name}: {troubled} were told that it cannot be saved")
    proof.limit(quantile(answers, 0.95) <= NOTICE, f"{spell.name}: 1 in 20 heard nothing for over {NOTICE} s")
    proof.limit(max(late, default=0.0) <= RECOVERY, f"{spell.name}: not well {RECOVERY} s after the fault")


def _next_answer(history: Sequence[Told], table: str, seat: int, since: float) -> float:
    """When somebody was next told that it cannot be saved."""
    moments = (
        told.at
        for told in history
        if isinstance(told, Troubled) and (told.table, told.seat) == (table, seat) and told.at >= since
    )
    return next(moments, float("inf"))


async def stores(plan: Plan, seconds: float, without_redis: float, plant: str | None) -> Proof:
    proof = Proof("stores", plant)
    async with small_disk() as (origin, folder):
        faults = of_disk(folder, seconds)
        await play_through(proof, address(folder / "house.db"), lambda: [origin], plan, faults)
        with contextlib.closing(sqlite3.connect(folder / "house.db")) as file:
            sound = file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        proof.limit(sound, "the file is damaged")
    with tempfile.TemporaryDirectory(prefix="bluffhouse-stores-") as name:
        async with open_site(Path(name), 2, plant) as opened:
            await play_through(proof, opened.url, opened.doors, plan, of_site(opened, seconds, without_redis))
    return proof


def main() -> int:
    asked = command.read(__doc__, "few tables and short faults", names(STORES))
    if ALONE not in os.environ:  # what is mounted here is gone with this process
        os.environ[ALONE] = "yes"
        again = ("unshare", "--mount", sys.executable, "-m", "tests.faults.stores", *sys.argv[1:])
        os.execvp(again[0], again)  # noqa: S606 - these very words
    plan, seconds, without_redis = (Plan(3, 3, 0.5), 3.0, 6.0) if asked.small else (Plan(25, 12, 1.5), 8.0, 60.0)
    return asyncio.run(stores(plan, seconds, without_redis, asked.plant)).tell()


if __name__ == "__main__":
    sys.exit(main())
