"""G9 on PostgreSQL: the server, and in other games the database itself, is killed at many points of a whole game.

Clients come back and send again with the same keys; the game must be the undisturbed one in every move and everything
shown. `python -m tests.faults.crash_postgres` runs it; with `--plant NAME` the server has that mistake, and the run
must fail.
"""

from __future__ import annotations

import asyncio
import dataclasses
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import psycopg

from tests.faults import command
from tests.faults.crash import Evening, Story, differences
from tests.faults.history import NOTHING, Acked, Shown, digest
from tests.faults.proof import Proof
from tests.faults.scene import TABLE, Scene
from tests.faults.slips import EVERY
from tests.faults.verdict import judge
from tests.faults.victim import Commit, Send, Victim
from tests.store.postgres import PostgresServer, schema, start_again, start_postgres

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx

    from tests.faults.history import Told
    from tests.faults.scene import Known
    from tests.faults.victim import Point
    from tests.server.world import Page

OUTAGE = 60.0  # seconds in which a move must be taken, the database being started as soon as somebody is told to wait
ENOUGH = 5  # broken points after which nothing more is learnt
SCENES: Final = (("bankueberfall", 2), ("vabanque", 3))


class Outage(Evening):
    """A game over two lives of the database, while the server lives on."""

    def __init__(self, scene: Scene, folder: Path, database: str, postgres: PostgresServer) -> None:
        super().__init__(scene, folder, database)
        self._postgres = postgres

    async def play(self, *points: Point | None) -> Story:
        victim = Victim(self.folder, points[0], self.database)
        try:
            origin = await victim.address()
            assert origin is not None, "the server does not start"
            while not await self._live(origin, victim):
                assert not victim.dead, "the server died with its database"
                await self._restore()
        finally:
            await victim.end()
        await self._restore()
        return await self._story()

    async def _begin(self, host: Known) -> httpx.Response:
        async with asyncio.timeout(OUTAGE):
            while (answer := await super()._begin(host)).status_code == 503:
                await self._restore()
        return answer

    async def _told(self, page: Page, frame: dict[str, Any]) -> dict[str, Any]:
        async with asyncio.timeout(OUTAGE):
            while (answer := await super()._told(page, frame))["type"] == "error":
                assert answer["code"] == "not saved", answer
                await self._restore()
        return answer

    async def _restore(self) -> None:
        """Start the database if it is dead; the server finds it again by itself."""
        try:
            await (await psycopg.AsyncConnection.connect(self.database)).close()
        except psycopg.OperationalError:
            before = self._postgres.get_pid()
            await start_again(self._postgres)
            self.crashes += self._postgres.get_pid() != before
        await asyncio.sleep(0.1)


class Sweep:
    """One game, again and again, each time with a death at another point."""

    def __init__(self, proof: Proof, scene: Scene, postgres: PostgresServer, folder: Path) -> None:
        self._proof = proof
        self._scene = scene
        self._postgres = postgres
        self._folder = folder

    async def calm(self) -> Story:
        story, found = await self._tried(None)
        self._proof.limit(not found, f"{self._scene.game}: not even an undisturbed game is well: {found[:3]}")
        return story

    async def kill(self, calm: Story, points: Sequence[Point], *, database: bool = False) -> None:
        """The server at each of the points, or its database."""
        for place in points:
            point = place
            if database and isinstance(place, Commit):
                point = dataclasses.replace(place, database=self._postgres.get_pid())
            try:
                story, found = await self._tried(point)
            except (AssertionError, TimeoutError) as fault:
                self._proof.broken.append(f"{self._scene.game}, {point}: {str(fault) or 'somebody waited in vain'}")
                await start_again(self._postgres)
            else:
                found += differences(story, calm)
                self._proof.figures["databases_killed" if database else "servers_killed"] += story.crashes
                self._proof.limit(story.crashes == 1, f"{self._scene.game}, {point}: {story.crashes} deaths")
                self._proof.limit(not found, f"{self._scene.game}, {point}: {found[:3]}")
            if len(self._proof.broken) >= ENOUGH:
                return

    async def _tried(self, point: Point | None) -> tuple[Story, list[str]]:
        """A game, and what its people were told that cannot be."""
        with schema(self._postgres) as database:
            await self._scene.prepare_at(database)
            if isinstance(point, Commit) and point.database is not None:
                evening: Evening = Outage(self._scene, self._folder, database, self._postgres)
            else:
                evening = Evening(self._scene, self._folder, database)
            story = await evening.play(point)
            verdict = await judge(database, _history(story, evening.pages))
            return story, list(verdict.anomalies)


def _history(story: Story, pages: dict[int, Page]) -> list[Told]:
    acked = [Acked(0.0, TABLE, int(key[1]), key, seq) for key, seq in story.acknowledged.items()]
    shown = [
        Shown(0.0, f"s{seat}", TABLE, seat, page.seq, digest(NOTHING, page.events)) for seat, page in pages.items()
    ]
    return [*acked, *shown]


def spread(points: Sequence[Point], number: int) -> list[Point]:
    """So many of them, as far from each other as can be."""
    number = min(number, len(points))
    return [points[(2 * index + 1) * len(points) // (2 * number)] for index in range(number)]


async def crash(
    scenes: Sequence[tuple[str, int]], sends: int, commits: int, databases: int, plant: str | None = None
) -> Proof:
    """In each game so many deaths of the server around writes to sockets and at commits, and of the database."""
    proof = Proof("crash on PostgreSQL", plant)
    proof.figures |= {"servers_killed": 0, "databases_killed": 0}
    with tempfile.TemporaryDirectory() as name, start_postgres(uuid4().hex) as server:
        for game, seats in scenes:
            scene = Scene(game, seats, born=time.time() // 86_400 * 86_400)
            sweep = Sweep(proof, scene, server, Path(name))
            calm = await sweep.calm()
            writes = [Send(number, side) for number in range(1, calm.sends + 1) for side in ("before", "after")]
            moves = range(1, len(calm.acknowledged) + 1)
            deaths = [Commit(number, side) for number in moves for side in ("before", "during", "after")]
            await sweep.kill(calm, [*spread(writes, sends), *spread(deaths, commits)])
            await sweep.kill(calm, spread(deaths, databases), database=True)
            proof.figures[game] = {"moves": len(calm.acknowledged), "points": len(writes) + 2 * len(deaths)}
    return proof


def main() -> int:
    asked = command.read(__doc__, "one game, a few points", list(EVERY))
    scenes, sends, commits, databases = (SCENES[:1], 2, 3, 3) if asked.small else (SCENES, 80, 80, 60)
    return asyncio.run(crash(scenes, sends, commits, databases, asked.plant)).tell()


if __name__ == "__main__":
    sys.exit(main())
