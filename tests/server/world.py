"""A house in a test: a clock that stands until it is pushed, chance and ids from a seed, people who play by script."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import json
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
import websockets

from bluffhouse.bus import LocalBus
from bluffhouse.server import run
from bluffhouse.server.botseat import OwnMinds
from bluffhouse.server.doorman import Doorman
from bluffhouse.server.fellows import Alone
from bluffhouse.server.house import House
from bluffhouse.server.limits import Limits
from bluffhouse.server.metrics import Metrics
from bluffhouse.server.seams import Ids, SystemClock
from bluffhouse.server.settings import Settings
from bluffhouse.store import Store, address

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from bluffhouse.bus import Bus
    from bluffhouse.core.game import Below
    from bluffhouse.server.botseat import Minds
    from bluffhouse.server.fellows import Fellows
    from bluffhouse.server.seams import Alarm, Clock

PATIENCE = 20.0  # seconds of real time until a test that waits for a frame fails
PLAIN: dict[str, Any] = {
    "limits": httpx.Limits(keepalive_expiry=2.0),  # the server hangs up after five idle seconds, perhaps just then
    "trust_env": False,
    "verify": False,  # there is no encryption here, and to read certificates takes longer than most tests
}
QUICK: dict[str, Any] = {"bot_pause": (0.0, 0.0), "bot_workers": 0, "rate_scale": 100_000.0}
"""Settings of a test: bots at once and in this process, no limits on how often."""


# --- time -------------------------------------------------------------------------------------------------------------


@dataclass(order=True)
class Ring:
    when: float
    number: int
    ring: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class StillClock:
    """Time passes when a test says so."""

    def __init__(self, start: float = 1000.0) -> None:
        self._now = start
        self._rings: list[Ring] = []
        self._numbers = itertools.count()

    def now(self) -> float:
        return self._now

    def wall(self) -> float:
        return 1_700_000_000.0 + self._now

    def at(self, when: float, ring: Callable[[], None]) -> Alarm:
        alarm = Ring(when, next(self._numbers), ring)
        heapq.heappush(self._rings, alarm)
        return alarm

    def forget(self) -> None:
        """No alarm rings any more."""
        self._rings.clear()

    def jump(self, seconds: float) -> None:
        """Time has passed and nothing rang: the process stood still."""
        self._now += seconds

    async def advance(self, seconds: float, settle: Callable[[], Any] | None = None) -> None:
        """Let time pass, ringing every alarm at its moment and waiting until all that follows from it is done."""
        end = self._now + seconds
        while self._rings and self._rings[0].when <= end:
            alarm = heapq.heappop(self._rings)
            self._now = max(self._now, alarm.when)
            if not alarm.cancelled:
                alarm.ring()
                await (settle or breathe)()
        self._now = end
        await (settle or breathe)()


async def breathe(seconds: float = 0.02) -> None:
    """Let everything that is ready run."""
    await asyncio.sleep(seconds)


# --- houses and servers -----------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def opened(
    folder: Path,
    *,
    port: int = 8000,
    clock: Clock | None = None,
    seed: int | None = None,
    bus: Bus | None = None,
    minds: Minds | None = None,
    store: Store | None = None,
    below: Below | None = None,
    fellows: Callable[[Store], Fellows] | None = None,
    seals: bool = False,
    **settings: Any,
) -> AsyncIterator[House]:
    """A house with a database in the folder; with a seed all chance and ids come from it, or chance from `below`."""
    used = Settings(port=port, **(QUICK | settings))
    kept = store or await Store.open(used.database or address(folder / "house.db"))
    chance = random.SystemRandom() if seed is None else random.Random(seed)
    ticking = clock or SystemClock()
    try:
        yield House(
            settings=used,
            store=kept,
            bus=bus or LocalBus(),
            clock=ticking,
            ids=Ids(chance.randrange),
            below=below or chance.randrange,
            minds=minds or OwnMinds(),
            limits=Limits(ticking, used.rate_scale),
            doorman=Doorman(used.rate_scale),
            metrics=Metrics(),
            fellows=fellows(kept) if fellows else Alone(kept),
            seals=seals,
        )
    finally:
        if store is None:
            await kept.close()


@dataclass
class Running:
    """A server that answers on loopback."""

    house: House
    origin: str
    server: run.Server

    def person(self, name: str = "Ann") -> Person:
        return Person(self.origin, name)


@contextlib.asynccontextmanager
async def running(folder: Path, **how: Any) -> AsyncIterator[Running]:
    """A real server on a free port, in this event loop."""
    listening = run.listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    async with opened(folder, port=port, **how) as house:
        up = asyncio.Event()
        server = run.server(house, up.set)
        task = asyncio.create_task(server.serve([listening]))
        waiting = asyncio.create_task(up.wait())
        await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        try:
            if task.done():
                task.result()
            yield Running(house, f"http://127.0.0.1:{port}", server)
        finally:
            server.should_exit = True
            await task


# --- people -----------------------------------------------------------------------------------------------------------


class Person:
    """A guest with a browser's cookie: requests and pages (sockets)."""

    def __init__(self, origin: str, name: str) -> None:
        self.origin = origin
        self.name = name
        self.http = httpx.AsyncClient(base_url=origin, headers={"origin": origin}, timeout=PATIENCE, **PLAIN)
        self.table = ""

    async def __aenter__(self) -> Person:
        await self.post("/api/guests", name=self.name)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def post(self, path: str, **body: Any) -> Any:
        return good(await self.http.post(path, json=body or None))

    async def put(self, path: str, **body: Any) -> Any:
        return good(await self.http.put(path, json=body))

    async def get(self, path: str) -> Any:
        return good(await self.http.get(path))

    async def create(self, game: str = "vabanque", seats: int = 3, bots: str | None = None, **wanted: Any) -> str:
        """A new table, with bots of a level at all other seats if asked for; gives its code."""
        made = await self.post("/api/tables", game=game, seats=seats, **wanted)
        self.table = made["place"]["lobby"]["table"]
        for seat in range(1, seats) if bots else ():
            await self.put(f"/api/tables/{self.table}/seats/{seat}/bot", level=bots)
        code: str = made["place"]["lobby"]["code"]
        return code

    async def join(self, code: str, seat: int | None = None) -> None:
        place = await self.post("/api/invites/redeem", invite=code)
        self.table = place["lobby"]["table"]
        if seat is not None:
            await self.post(f"/api/tables/{self.table}/seats/{seat}")

    async def start(self) -> None:
        await self.post(f"/api/tables/{self.table}/start")

    @contextlib.asynccontextmanager
    async def page(self, *, opens: bool = True, since: int | None = None) -> AsyncIterator[Page]:
        """An open page at the table; its first frame, the sync, is read."""
        cookie = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        url = f"{self.origin.replace('http', 'ws', 1)}/api/socket"
        async with websockets.connect(
            url,
            origin=websockets.Origin(self.origin),
            additional_headers={"cookie": cookie},
            compression=None,
            max_queue=None,  # a page with much unread would wait ten seconds for the good-bye behind it
        ) as socket:
            page = Page(socket, self.table)
            if opens:
                await page.open(since)
            yield page


def good(response: httpx.Response) -> Any:
    assert response.is_success, (response.request.method, response.url.path, response.status_code, response.text)
    return response.json() if response.content else None


class Page:
    """One socket: what was told, and the question that is open."""

    def __init__(self, socket: websockets.ClientConnection, table: str) -> None:
        self.socket = socket
        self.table = table
        self.told: list[dict[str, Any]] = []
        """Every frame, as it came."""
        self.events: list[Any] = []
        self.seq = -1
        self.now: dict[str, Any] = {}
        """The newest sync or update."""
        self.status = ""
        self._keys = itertools.count(1)

    async def open(self, since: int | None = None) -> dict[str, Any]:
        await self.send(type="open", table=self.table, **({} if since is None else {"since": since}))
        return await self.until(lambda frame: frame["type"] in ("sync", "error"))

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def read(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            frame: dict[str, Any] = json.loads(await self.socket.recv())
        self.told.append(frame)
        match frame["type"]:
            case "sync":
                self.events = self.events if frame["since"] >= 0 else []
                self._take(frame)
                self.status = frame["lobby"]["status"]
            case "update":
                assert frame["since"] == self.seq, "no hole in the numbers"
                self._take(frame)
            case "lobby":
                self.status = frame["lobby"]["status"]
            case _:
                pass
        return frame

    def _take(self, frame: dict[str, Any]) -> None:
        self.events += frame["events"]
        self.now = frame
        self.seq = frame["seq"] if frame["view"] is not None else -1

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(frame := await self.read()):
            pass
        return frame

    async def move(self, text: str, *, asked: int | None = None, key: str | None = None) -> dict[str, Any]:
        """Send a move and wait for its answer."""
        key = key or f"key{next(self._keys)}-{id(self)}"
        asked = self.now["asked"] if asked is None else asked
        await self.send(type="move", table=self.table, key=key, asked=asked, move=text)
        return await self.until(lambda frame: frame.get("key") == key or frame["type"] == "error")

    async def play(self, choose: Callable[[list[str]], str], *, moves: int = 10_000) -> int:
        """Answer every question until the game is over or so many moves are made; gives how many were made."""
        made = 0
        while self.status == "playing" and made < moves:
            if self.now["moves"]:
                answer = await self.move(choose(self.now["moves"]))
                assert answer["type"] == "ack", answer
                made += 1
                seq = answer["seq"]
                while self.seq < seq:
                    await self.read()
            else:
                await self.read()
        return made


def chooser(seed: int) -> Callable[[list[str]], str]:
    chance = random.Random(seed)
    return lambda moves: moves[chance.randrange(len(moves))]
