"""Many people at many tables who never give up: cut off, they come back through another worker, and send again what was
not answered. All they are told goes into one history."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
import websockets

from bluffhouse import games
from bluffhouse.core.words import write_options
from bluffhouse.server.security import hashed
from bluffhouse.store import WAITING, Chair, Guest, Store, Table
from tests.faults.history import NOTHING, Acked, Refused, Sent, Shown, Told, digest

if TYPE_CHECKING:
    from collections.abc import Callable

PEOPLE = 4
SILENCE = 5.0  # seconds without a word after which a line counts as dead
PING = 2.0
TWICE = 0.03  # so many moves are sent a second time though nothing is wrong
RELOADS = 15.0  # seconds after which somebody closes the page and opens it again, on average, though nothing is wrong
CLOCK = "live 20 60"


@dataclass(frozen=True)
class Plan:
    groups: int
    tables: int
    """For each group, one after another."""
    think: float
    """Seconds that a decision takes at most."""


def name_of(group: int, number: int) -> str:
    return f"storm{group}x{number}"


def token(group: int, seat: int) -> str:
    return f"storm-{group}-{seat}-" + "x" * 12


async def prepare(url: str, plan: Plan) -> None:
    """Everybody sits, every table waits; at those for more than four a bot plays along."""
    store = await Store.open(url)
    now = await store.time()
    try:
        for group in range(plan.groups):
            await asyncio.gather(
                *(
                    store.add_guest(Guest(token(group, seat), f"P{seat}", now, now), hashed(token(group, seat)))
                    for seat in range(PEOPLE)
                ),
                *(
                    store.add_table(table := _table(group, number, now), _chairs(table))
                    for number in range(plan.tables)
                ),
            )
    finally:
        await store.close()


def _chairs(table: Table) -> list[Chair]:
    group = int(table.id.removeprefix("storm").partition("x")[0])
    people = [Chair(seat, token(group, seat), None, f"P{seat}") for seat in range(PEOPLE)]
    return [*people, *(Chair(seat, None, "random", f"B{seat}") for seat in range(PEOPLE, table.seats))]


def _table(group: int, number: int, now: float) -> Table:
    """The games in turn."""
    game = games.find(games.NAMES[(group + number) % len(games.NAMES)])
    return Table(
        id=name_of(group, number),
        code=name_of(group, number),
        game=game.name,
        version=game.version,
        options=write_options(game.options()),
        seats=min(PEOPLE + 1, max(game.seats)),
        time=CLOCK,
        watch="anyone",
        delay=0,
        chat=False,
        listed=False,
        host=token(group, 0),
        status=WAITING,
        created=now,
    )


@dataclass
class Crowd:
    """Where people can connect, what they were told, and whether they go on making moves."""

    plan: Plan
    doors: Callable[[], list[str]]
    history: list[Told] = field(default_factory=list)
    stops: bool = False
    comebacks: int = 0

    def people(self) -> list[Person]:
        return [Person(self, group, seat) for group in range(self.plan.groups) for seat in range(PEOPLE)]


class Person:
    """One seat of a group, from table to table."""

    def __init__(self, crowd: Crowd, group: int, seat: int) -> None:
        self.crowd = crowd
        self.group = group
        self.seat = seat
        self.name = f"g{group}s{seat}"
        self.number = 0
        self.seq = -1
        self.status = WAITING
        self._story = NOTHING
        self._now: dict[str, Any] = {}
        self._pending: dict[str, Any] | None = None
        self._due = 0.0
        self._chance = random.Random(f"{group} {seat}")
        self._socket: websockets.ClientConnection | None = None

    @property
    def table(self) -> str:
        return name_of(self.group, self.number)

    async def live(self) -> None:
        """For ever: whoever started this cancels it."""
        while True:
            door = self._chance.choice(self.crowd.doors())
            with contextlib.suppress(websockets.WebSocketException, OSError, TimeoutError, EOFError, httpx.HTTPError):
                async with asyncio.timeout(SILENCE):
                    socket = await websockets.connect(
                        f"{door.replace('http', 'ws', 1)}/api/socket",
                        origin=websockets.Origin(door),
                        additional_headers={"cookie": f"bluffhouse={token(self.group, self.seat)}"},
                        compression=None,
                        ping_interval=None,
                        open_timeout=None,
                    )
                self._socket = socket
                try:
                    await self._play(door)
                finally:
                    self._socket = None
                    socket.transport.abort()
            self.crowd.comebacks += 1
            await asyncio.sleep(self._chance.uniform(0.05, 0.4))

    async def _play(self, door: str) -> None:
        await self._open()
        pinged = heard = time.monotonic()
        reloads = heard + self._chance.expovariate(1 / RELOADS)
        while time.monotonic() < reloads or self.crowd.stops:
            if self.status == WAITING and self.seat == 0:
                await self._start(door)
            if self.status in ("over", "ended"):
                await self._next_table()
            self._decide()
            await self._send_pending()
            try:
                async with asyncio.timeout(self._until_next()):
                    self._hear(await self._recv())
                    heard = time.monotonic()
            except TimeoutError:
                if time.monotonic() - heard > SILENCE:
                    return
            if time.monotonic() - pinged > PING:
                pinged = time.monotonic()
                await self._say({"type": "ping"})

    def _until_next(self) -> float:
        waits = self._due - time.monotonic() if self._pending is not None else PING
        return min(PING, max(0.01, waits))

    async def _recv(self) -> dict[str, Any]:
        assert self._socket is not None
        frame: dict[str, Any] = json.loads(await self._socket.recv())
        return frame

    async def _say(self, frame: dict[str, Any]) -> None:
        assert self._socket is not None
        async with asyncio.timeout(SILENCE):
            await self._socket.send(json.dumps(frame))

    async def _open(self) -> None:
        since = {"since": self.seq} if self.seq >= 0 else {}
        await self._say({"type": "open", "table": self.table, **since})
        if self._pending is not None:
            self._due = 0.0

    async def _start(self, door: str) -> None:
        """Whoever has the first seat begins; that somebody did already is as good."""
        headers = {"origin": door, "cookie": f"bluffhouse={token(self.group, 0)}"}
        async with httpx.AsyncClient(base_url=door, headers=headers, timeout=SILENCE) as http:
            answer = await http.post(f"/api/tables/{self.table}/start")
        if answer.is_success or answer.status_code == 409:
            self.status = "playing"

    async def _next_table(self) -> None:
        if self.number + 1 < self.crowd.plan.tables and not self.crowd.stops:
            self.number += 1
            self.seq, self.status, self._story, self._now, self._pending = -1, WAITING, NOTHING, {}, None
            await self._open()

    def _decide(self) -> None:
        """Think about an open question, and once it is decided stay with it until it is answered."""
        if self._pending is None and self._now.get("moves") and not self.crowd.stops:
            asked = self._now["asked"]
            move = self._chance.choice(self._now["moves"])
            key = f"{self.name}-{self.number}-{asked}"
            self._pending = {"type": "move", "table": self.table, "key": key, "asked": asked, "move": move}
            self._due = time.monotonic() + self._chance.uniform(0.0, self.crowd.plan.think)

    async def _send_pending(self) -> None:
        if self._pending is None or time.monotonic() < self._due:
            return
        self._due = time.monotonic() + SILENCE
        self._note(Sent(time.monotonic(), self.table, self.seat, self._pending["key"]))
        for _ in range(1 + (self._chance.random() < TWICE)):
            await self._say(self._pending)

    def _hear(self, frame: dict[str, Any]) -> None:
        at = time.monotonic()
        if frame.get("table", frame.get("lobby", {}).get("table")) != self.table:
            return
        match frame["type"]:
            case "sync":
                self.status = frame["lobby"]["status"]
                self._take(frame, whole=frame["since"] < 0)
            case "update":
                self._take(frame, whole=False)
            case "lobby":
                self.status = frame["lobby"]["status"]
            case "ack":
                self._note(Acked(at, self.table, self.seat, frame["key"], frame["seq"]))
                self._answered(frame["key"])
            case "refused":
                self._note(Refused(at, self.table, self.seat, frame["key"], frame["rule"]))
                self._answered(frame["key"])
            case "error":
                self._due = at + 0.3
            case _:
                pass

    def _take(self, frame: dict[str, Any], *, whole: bool) -> None:
        if frame["view"] is None:
            return
        self._story = digest(NOTHING if whole else self._story, frame["events"])
        self.seq, self._now = frame["seq"], frame
        self._note(Shown(time.monotonic(), self.name, self.table, self.seat, self.seq, self._story))

    def _answered(self, key: str) -> None:
        if self._pending is not None and self._pending["key"] == key:
            self._pending = None
            self._now = {**self._now, "moves": []}

    def _note(self, told: Told) -> None:
        self.crowd.history.append(told)
