"""A house of several workers: PostgreSQL, Redis, workers, and a proxy on every way between them.

Where we are root each worker is on a machine of its own, at the end of a cable (`cables.py`); else all are on this one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import httpx

from tests.bus.redis_server import RedisServer, free_port, start_redis
from tests.faults.cables import Cable, laid, offered
from tests.faults.proxy import Place, Proxy, between
from tests.faults.slips import PLANT
from tests.store.postgres import PostgresServer, start_again, start_postgres

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

STARTING = 120.0  # seconds until a worker must answer, on a busy machine
SOCKET = ".s.PGSQL.5432"
LOOPBACK = "127.0.0.1"


@dataclass
class Worker:
    """One process, with its own ways to the people, to the database and to Redis."""

    number: int
    port: int
    front: Proxy
    database: Proxy
    redis: Proxy
    settings: dict[str, str]
    complaints: Path
    """What it wrote, over all its lives: only faults of its own, for it is told to be silent about the rest."""
    cable: Cable | None = None
    process: subprocess.Popen[bytes] | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.front.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.faults.worker", "serve"]
        if self.cable is not None:
            command = self.cable.inside(*command)
        with self.complaints.open("ab") as file:
            self.process = subprocess.Popen(
                command, env=os.environ | self.settings, stdout=subprocess.DEVNULL, stderr=file
            )

    def faults(self) -> list[str]:
        """What it took for a fault of its own."""
        told = self.complaints.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in told if line.startswith("{")]  # not that it found no database at its start

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def signal(self, number: int) -> None:
        if self.process is not None and self.alive:
            self.process.send_signal(number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.wait()

    def wait(self) -> None:
        if self.process is not None:
            self.process.wait()

    async def ready(self) -> None:
        """Once it answers, asked directly; one that finds no database at its start ends, and is started again."""
        host = LOOPBACK if self.cable is None else self.cable.there
        async with httpx.AsyncClient(base_url=f"http://{host}:{self.port}", timeout=5) as http:
            async with asyncio.timeout(STARTING):
                while True:
                    with contextlib.suppress(httpx.HTTPError):
                        if (await http.get("/ready")).status_code == 200:
                            return
                    if not self.alive:
                        self.start()
                    await asyncio.sleep(0.2)


class Site:
    def __init__(self, postgres: PostgresServer, redis: RedisServer, workers: list[Worker]) -> None:
        self.postgres = postgres
        self.redis = redis
        self.workers = workers

    @property
    def url(self) -> str:
        """Of the database, past every proxy."""
        return self.postgres.get_uri()

    def doors(self) -> list[str]:
        return [worker.origin for worker in self.workers]

    def crash_postgres(self) -> None:
        """As when its machine's power goes: no orderly end, and the log is read again at the next start."""
        if (pid := self.postgres.get_pid()) is not None:
            os.kill(pid, signal.SIGQUIT)

    async def start_postgres(self) -> None:
        await start_again(self.postgres)


@contextlib.asynccontextmanager
async def open_site(folder: Path, workers: int, plant: str | None = None, **settings: str) -> AsyncIterator[Site]:
    """All of it running and answering; everything is stopped at the end."""
    async with contextlib.AsyncExitStack() as stack:
        postgres = stack.enter_context(start_postgres(uuid4().hex))
        redis = stack.enter_context(start_redis())
        site = Site(postgres, redis, [])
        cables = [stack.enter_context(laid()) for _ in range(workers)] if offered() else [None] * workers
        places = [Place(port=free_port(), host=LOOPBACK if cable is None else cable.there) for cable in cables]
        fronts = [await stack.enter_async_context(between(Place(port=0), place)) for place in places]
        origins = ",".join(f"http://{LOOPBACK}:{front.port}" for front in fronts)
        real = Path(postgres.get_uri().partition("host=")[2].partition("&")[0]) / SOCKET
        for number, (cable, place, front) in enumerate(zip(cables, places, fronts, strict=True)):
            hub = Place(port=0, host=LOOPBACK if cable is None else cable.here)
            database = await stack.enter_async_context(between(hub, Place(path=real)))
            bus = await stack.enter_async_context(between(hub, Place(port=redis.port)))
            ours = {
                "HOST": place.host,
                "PORT": str(place.port),
                "ORIGINS": origins,
                "DATABASE": f"postgresql://postgres:@{hub.host}:{database.port}/postgres",
                "REDIS": f"redis://{hub.host}:{bus.port}/0",
                "BOT_WORKERS": "0",
                "BOT_PAUSE": "0.1-0.5",
                "RATE_SCALE": "100000",
                "LOG_LEVEL": "error",
                **settings,
            }
            environment = {f"BLUFFHOUSE_{key}": value for key, value in ours.items()}
            if plant is not None:
                environment[PLANT] = plant
            assert place.port is not None
            complaints = folder / f"worker{number}.log"
            site.workers.append(Worker(number, place.port, front, database, bus, environment, complaints, cable))
        try:
            for worker in site.workers:
                worker.start()
            for worker in site.workers:
                await worker.ready()
            yield site
        finally:
            for worker in site.workers:
                worker.signal(signal.SIGCONT)
                worker.kill()
