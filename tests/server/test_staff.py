"""`bluffhouse serve --workers 2` as it is run: people at one address, several processes behind it, some die."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import websockets

from bluffhouse.commands import serve
from tests.bus.redis_server import RedisServer, start_redis
from tests.server.processes import START, served, workers_of
from tests.server.world import Page, Person, chooser

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Iterator
    from contextlib import AbstractAsyncContextManager


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with start_redis() as server:
        yield server


def staff(url: str, redis: RedisServer) -> AbstractAsyncContextManager[tuple[Process, str]]:
    return served({"PORT": "0", "DATABASE": url, "REDIS": redis.url}, "--workers", "2")


class Patient:
    """Somebody who comes back whenever the line breaks, and sends again what was not answered."""

    def __init__(self, person: Person, seed: int) -> None:
        self.person = person
        self.acknowledged: dict[str, int] = {}
        self.comebacks = -1
        self._choose = chooser(seed)
        self._pending: tuple[str, str, int] | None = None
        self._page: Page | None = None

    async def play(self) -> None:
        """To the end of the game."""
        while self._page is None or self._page.status not in ("over", "ended"):
            with contextlib.suppress(websockets.WebSocketException, OSError, TimeoutError):
                async with self.person.page(opens=False) as fresh:
                    await self._come(fresh)
                    await self._go_on(fresh)

    async def _come(self, fresh: Page) -> None:
        self.comebacks += 1
        if self._page is None:
            self._page = fresh
            await fresh.open()
        else:
            fresh.events, fresh.seq, fresh.now = self._page.events, self._page.seq, self._page.now
            self._page = fresh
            await fresh.open(fresh.seq if fresh.seq >= 0 else None)

    async def _go_on(self, page: Page) -> None:
        while page.status not in ("over", "ended"):
            if self._pending is None and page.now.get("moves"):
                key = f"k{len(self.acknowledged)}-{self.person.name}"
                self._pending = (key, self._choose(page.now["moves"]), page.now["asked"])
            if self._pending is None:
                await page.read()
                continue
            key, move, asked = self._pending
            answer = await page.move(move, asked=asked, key=key)
            if answer["type"] == "error":
                await asyncio.sleep(0.2)
                continue
            assert answer["type"] == "ack", answer
            self.acknowledged[key] = answer["seq"]
            self._pending = None
            while page.seq < answer["seq"]:
                await page.read()


@pytest.mark.anyio
async def test_a_game_through_everything_that_happens_to_workers(postgres_url: str, redis: RedisServer) -> None:
    """Three people at one table; a worker is killed, all are renewed, Redis goes: everything acknowledged is there."""
    async with staff(postgres_url, redis) as (child, origin):
        first = workers_of(child.pid)
        assert len(first) == 2
        people = [Person(origin, name) for name in ("Ann", "Bob", "Cid")]
        for person in people:
            await person.__aenter__()
        code = await people[0].create("vabanque", 3)
        for seat, person in enumerate(people[1:], 1):
            await person.join(code, seat)
        await people[0].start()
        patient = [Patient(person, seed) for seed, person in enumerate(people)]
        playing = [asyncio.create_task(one.play()) for one in patient]
        await asyncio.sleep(0.3)
        os.kill(min(first), signal.SIGKILL)
        async with asyncio.timeout(START):
            while len(workers_of(child.pid)) < 2 or workers_of(child.pid) == first:
                await asyncio.sleep(0.05)
        second = workers_of(child.pid)
        assert len(second & first) == 1
        redis.stop()
        child.send_signal(signal.SIGHUP)
        async with asyncio.timeout(START):
            while workers_of(child.pid) & second:
                await asyncio.sleep(0.05)
        redis.start()
        async with asyncio.timeout(START):
            await asyncio.gather(*playing)
        record = await people[0].http.get(f"/api/tables/{people[0].table}/record")
        steps = record.json()["steps"]
        assert [step["seq"] for step in steps] == list(range(1, len(steps) + 1))
        mine = [seq for one in patient for seq in one.acknowledged.values()]
        assert len(mine) == len(set(mine)) == sum(step["by"] == "person" for step in steps)
        for person in people:
            await person.http.aclose()
        workers = workers_of(child.pid)
        child.kill()
        await child.wait()
        async with asyncio.timeout(START):  # whatever becomes of their parent, they do not stay behind
            while any(Path(f"/proc/{worker}").exists() for worker in workers):
                await asyncio.sleep(0.05)


@pytest.mark.parametrize(("workers", "sentence"), [(2, "need a PostgreSQL"), (0, "from 1 to 64"), (65, "from 1 to 64")])
def test_too_many_workers_are_refused_in_one_sentence(
    workers: int, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BLUFFHOUSE_DATABASE", "sqlite:///house.db")
    assert serve.run(Namespace(workers=workers)) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert len(said.splitlines()) == 1
